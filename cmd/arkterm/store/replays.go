package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"arkterm/engine/record"
	"arkterm/levels"
)

// MaxReplays is the maximum number of recordings in the folder of replays. Recordings that scores refer to do not
// count.
const MaxReplays = 200

// RecordingSuffix is the extension of recordings.
const RecordingSuffix = ".ark"

// ReplayName returns the file name for a game that ended at the given time. Names sort by time.
func ReplayName(end time.Time, seed uint64) string {
	return end.UTC().Format("20060102-150405") + "-" + strconv.FormatUint(seed, 10) + RecordingSuffix
}

// TidyReplays removes the oldest recordings from a folder of replays until at most limit are left. Two kinds of files
// are never removed and do not count: recordings in keep, which scores refer to, and files that the player has added,
// which do not have the names of ReplayName.
func TidyReplays(dir string, limit int, keep map[string]bool) error {
	entries, err := os.ReadDir(dir) // sorted by name
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && IsReplayName(e.Name()) && !keep[e.Name()] {
			names = append(names, e.Name())
		}
	}
	var all []error
	for _, name := range names[:max(0, len(names)-limit)] {
		all = append(all, os.Remove(filepath.Join(dir, name)))
	}
	return errors.Join(all...)
}

// IsReplayName reports whether name has the form of ReplayName.
func IsReplayName(name string) bool {
	const digits = "00000000-000000-0"
	if filepath.Base(name) != name || filepath.Ext(name) != RecordingSuffix ||
		len(name) < len(digits)+len(RecordingSuffix) {
		return false
	}
	stem := name[:len(name)-len(RecordingSuffix)]
	return !slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16}, func(i int) bool {
		return stem[i] < '0' || stem[i] > '9'
	}) && stem[8] == '-' && stem[15] == '-'
}

// ReadRecording reads a recording. If a bare file name does not exist in the current folder, ReadRecording looks in the
// folder of replays, because scores list such names.
func (f Folders) ReadRecording(name string) ([]byte, error) {
	data, err := readRecording(name)
	if errors.Is(err, fs.ErrNotExist) && IsReplayName(name) {
		if saved, e := readRecording(filepath.Join(f.Replays(), name)); e == nil {
			return saved, nil
		}
	}
	return data, err
}

// readRecording reads a regular file or standard input.
func readRecording(name string) ([]byte, error) {
	data, err := ReadAtMost(name, record.MaxText+1)
	if errors.Is(err, errNotRegular) {
		return nil, levels.Error{File: name, Message: "not a file"}
	}
	if err != nil {
		return nil, levels.ReadError(InputName(name), err)
	}
	return data, nil
}
