package store

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"arkterm/levels"
)

// A LevelJournal is the file with the unsaved changes of a level in the editor, so that a crash loses at most the last
// change. The file contains the last saved text of the level and the changes since, see [levels.Document.TakeRecords].
// Without unsaved changes, the file is empty. It is locked while the editor uses it.
//
// Each line starts with a checksum, because a crash can cut off the last line:
//
//	1b5e08a2 arkterm edits 1 "/home/me/my.level" "arkterm levels 1\n…"
//	06c9aa21 step 7 1 "  o o x\n"
//
// Append and Reset only queue the change. Write writes the file and may be called in another goroutine.
type LevelJournal struct {
	file      *os.File
	level     string // path of the level file; "" for a level without a name
	size      int64  // bytes in the file
	sizeKnown bool   // Recover has determined size

	mu           sync.Mutex
	waiting      []byte // text to append
	reset        bool   // empty the file before appending
	hasFirstLine bool   // the file and waiting contain the first line
}

const (
	journalHead = "arkterm edits 1" // beginning of the first line
	maxJournal  = 64 << 20          // bytes of a journal
	maxJournals = 9                 // number of processes that can edit the same file
)

// OpenLevelJournal opens the journal of the level file at path. A path of "" is for a level without a name. If another
// process edits the same level file, this journal gets a number in its name, up to maxJournals.
func OpenLevelJournal(in Folders, path string) (*LevelJournal, error) {
	level := journalLevel(path)
	name := "workshop-new"
	if level != "" {
		sum := sha256.Sum256([]byte(level))
		name = fmt.Sprintf("workshop-%x", sum[:8])
	}
	if err := os.MkdirAll(in.State, 0o700); err != nil {
		return nil, err
	}
	for n := 1; n <= maxJournals; n++ {
		base := filepath.Join(in.State, name)
		if n > 1 {
			base += "-" + strconv.Itoa(n)
		}
		f, err := openLocked(base + ".edits")
		if errors.Is(err, errLocked) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return &LevelJournal{file: f, level: level}, nil
	}
	return nil, errLocked
}

// journalLevel returns the path that identifies a level file.
func journalLevel(path string) string {
	if path == "" {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	return path
}

// openLocked opens or creates a file and locks it. The error is errLocked if another process has locked it.
func openLocked(path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		err = lockNow(f)
		if err == nil {
			// Another process may have removed the file before it was locked.
			var opened, named fs.FileInfo
			if opened, err = f.Stat(); err == nil {
				if named, err = os.Stat(path); err == nil && os.SameFile(opened, named) {
					return f, nil
				}
			}
			if err == nil || errors.Is(err, fs.ErrNotExist) {
				f.Close()
				continue
			}
		}
		f.Close()
		return nil, err
	}
}

// Recover reads the changes that were not saved because of a crash. The argument text is the content of the level file.
// If there are unsaved changes, Recover returns a document that contains them as steps, and base, the last saved text.
// Otherwise, doc is nil. Call Recover before Append.
//
// If the program crashed just after it saved the level, the journal also contains saved changes. Therefore, if a step
// results in text, Recover marks it as saved, and base is text.
func (j *LevelJournal) Recover(text string) (doc *levels.Document, base string, err error) {
	journal, err := io.ReadAll(io.NewSectionReader(j.file, 0, maxJournal))
	if err != nil {
		return nil, "", err
	}
	level, base, records, size, err := readJournal(string(journal))
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", j.file.Name(), err)
	}

	j.sizeKnown = true
	if level == j.level && len(records) > 0 {
		doc = levels.ParseDocument(j.level, base)
	}
	for _, r := range records {
		if doc == nil || doc.Replay(r.text) != nil {
			break
		}
		size = r.end
		if doc.HasText(text) {
			doc.MarkSaved()
			base = text
		}
	}
	if doc == nil || doc.HasText(base) {
		j.Reset()
		return nil, "", j.Write()
	}
	if err := j.file.Truncate(size); err != nil {
		return nil, "", err
	}
	j.size, j.hasFirstLine = size, true
	return doc, base, nil
}

// A journalRecord is a line of a journal.
type journalRecord struct {
	text string
	end  int64 // offset of the end of the line
}

// readJournal reads the text of a journal up to the first invalid line. The result start is the offset of the first
// record. readJournal returns an error only if a newer version has written the journal.
func readJournal(text string) (level, base string, records []journalRecord, start int64, err error) {
	head, start, ok := cutLine(text, 0)
	if !ok {
		return "", "", nil, 0, nil
	}
	rest, found := strings.CutPrefix(head, journalHead+" ")
	for _, field := range []*string{&level, &base} {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil || !found {
			return "", "", nil, 0, errors.New("made by a newer arkterm")
		}
		*field, _ = strconv.Unquote(quoted)
		rest = strings.TrimPrefix(rest[len(quoted):], " ")
	}

	for end := start; ; {
		var r journalRecord
		if r.text, end, ok = cutLine(text, end); !ok {
			return level, base, records, start, nil
		}
		r.end = end
		records = append(records, r)
	}
}

// withChecksum returns a line of a journal: the checksum of a text, and the text.
func withChecksum(text string) string {
	return fmt.Sprintf("%08x %s\n", crc32.ChecksumIEEE([]byte(text)), text)
}

// cutLine returns the line of a journal at an offset and the offset of the next line. ok is false if the line is
// incomplete.
func cutLine(text string, offset int64) (line string, end int64, ok bool) {
	line, _, ok = strings.Cut(text[offset:], "\n")
	if !ok || len(line) < 9 || withChecksum(line[9:]) != line+"\n" {
		return "", offset, false
	}
	return line[9:], offset + int64(len(line)) + 1, true
}

// Append queues records. The argument base is the last saved text of the level. Append writes it before the first
// record of an empty journal.
func (j *LevelJournal) Append(base string, records []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.hasFirstLine && len(records) > 0 {
		j.hasFirstLine = true
		j.waiting = append(j.waiting, withChecksum(fmt.Sprintf("%s %q %q", journalHead, j.level, base))...)
	}
	for _, r := range records {
		j.waiting = append(j.waiting, withChecksum(r)...)
	}
}

// Reset removes all changes from the journal, because they were saved or discarded.
func (j *LevelJournal) Reset() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.waiting, j.reset, j.hasFirstLine = nil, true, false
}

// Write writes the queued changes to the file, but not necessarily to the disk. After an error, the next call tries
// again.
func (j *LevelJournal) Write() error {
	j.mu.Lock()
	reset, text := j.reset, j.waiting
	j.reset, j.waiting = false, nil
	j.mu.Unlock()

	err := j.write(reset, text)
	if err != nil {
		j.mu.Lock()
		defer j.mu.Unlock()
		if !j.reset {
			j.reset, j.waiting = reset, append(text, j.waiting...)
		}
	}
	return err
}

// Sync writes the file to the disk, so that changes survive a crash of the machine. It does nothing after Close.
func (j *LevelJournal) Sync() error {
	if err := j.file.Sync(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// write empties the file if reset is true, and appends text.
func (j *LevelJournal) write(reset bool, text []byte) error {
	if reset {
		if err := j.file.Truncate(0); err != nil {
			return err
		}
		j.size = 0
	}
	if len(text) == 0 {
		return nil
	}
	if j.size+int64(len(text)) > maxJournal {
		return fmt.Errorf("more than %d MiB of changes; save the level", maxJournal>>20)
	}
	n, err := j.file.WriteAt(text, j.size)
	if err != nil {
		return err
	}
	j.size += int64(n)
	return nil
}

// Close writes and unlocks the journal, and removes it if it is empty. It does nothing if j is nil.
func (j *LevelJournal) Close() {
	if j == nil {
		return
	}
	if err := j.Write(); err == nil && j.size == 0 && j.sizeKnown {
		os.Remove(j.file.Name())
	}
	j.file.Close()
}
