package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"arkterm/cmd/arkterm/progress"
)

// A ScoreFile stores scores and achievements in a file. Each change appends a line. Its methods are safe for concurrent
// use, and other processes may use the same file at the same time.
//
// A line is a JSON object that begins with a checksum of the rest of the line. When a method returns without an error,
// its line is on the disk. The last line can be incomplete if a process was killed while it wrote the line. The next
// change replaces such a line. If only the newline at the end of the file is missing, the next change adds it.
type ScoreFile struct {
	path string

	mu        sync.Mutex
	results   progress.Results
	readInfo  fs.FileInfo // state of the file when results was read; nil if it was not read or does not exist
	size      int64       // bytes in the file's complete lines, including the last newline even if it is missing
	notice    string      // the next result of Notice
	hintShown bool        // notice was set to OldScoresHint before
}

// A scoreHead is the first line of a score file.
type scoreHead struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

var firstLine = scoreHead{Format: "arkterm scores", Version: 1}

// Limits and format of a score file.
const (
	maxScores = 256 << 20 // bytes; about half a million games

	sumPrefix = `{"crc":"`
	sumLength = len(sumPrefix) + 8 + len(`",`) // bytes at the start of a line that its checksum does not cover
)

// ErrNewer is the error for a file from a newer version of the program.
var ErrNewer = errors.New("made by a newer arkterm")

// A DamageError reports a file with damaged lines.
type DamageError struct {
	Line     int    // number of the first damaged line
	readable []byte // the intact lines
}

func (d *DamageError) Error() string {
	return fmt.Sprintf("damaged: line %d has no valid checksum", d.Line)
}

// NewScoreFile returns the score file at path. It does not open or create it.
func NewScoreFile(path string) *ScoreFile { return &ScoreFile{path: path} }

// ReadScores reads the score file at path. It does not create or rename files. The error is fs.ErrNotExist if there
// is no file.
func ReadScores(path string) (*progress.Results, error) {
	f := NewScoreFile(path)
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	if err := f.read(); err != nil {
		return nil, err
	}
	return &f.results, nil
}

// encodeLine returns v as a line with its checksum and newline.
func encodeLine(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	text = append(text[1:], '\n') // without the opening brace, which is part of sumPrefix
	return append(fmt.Appendf(nil, `%s%08x",`, sumPrefix, crc32.ChecksumIEEE(text)), text...), nil
}

// decodeLine decodes a line into v. It reports whether the line is valid and its checksum is correct.
func decodeLine(line []byte, v any) bool {
	if len(line) < sumLength || string(line[:len(sumPrefix)]) != sumPrefix {
		return false
	}
	sum, err := strconv.ParseUint(string(line[len(sumPrefix):len(sumPrefix)+8]), 16, 32)
	return err == nil && uint32(sum) == crc32.ChecksumIEEE(line[sumLength:]) && json.Unmarshal(line, v) == nil
}

// read reads the file, unless it has not changed since the last read. The error is a *DamageError if one of its lines
// is damaged.
func (f *ScoreFile) read() error {
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		f.results, f.readInfo, f.size = progress.Results{}, nil, 0
		if OldScores(f.path) != "" && !f.hintShown {
			f.hintShown, f.notice = true, OldScoresHint
		}
		return nil
	}
	grown := false
	if err == nil && f.readInfo != nil && os.SameFile(info, f.readInfo) {
		if info.Size() == f.readInfo.Size() && info.ModTime().Equal(f.readInfo.ModTime()) {
			return nil
		}
		grown = info.Size() > f.readInfo.Size() // another program has added lines
	}
	if !grown {
		f.results, f.size = progress.Results{}, 0
	}

	f.readInfo = nil
	text, err := readFrom(f.path, f.size, maxScores)
	if err != nil {
		return err
	}
	if err := f.parse(text); err != nil {
		if grown {
			return f.read() // the whole file
		}
		return fmt.Errorf("%s: %w", f.path, err)
	}
	f.readInfo = info
	return nil
}

// readFrom reads at most limit bytes of a file, starting at an offset.
func readFrom(path string, offset, limit int64) ([]byte, error) {
	file, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		file.Close()
		return nil, err
	}
	return readLimited(file, path, limit)
}

// parse adds the lines in text to the results. The text starts after the lines that were read before.
func (f *ScoreFile) parse(text []byte) error {
	var damage *DamageError
	var good []byte
	first := 1
	if f.size > 0 {
		first = 2
	}
	for n := first; ; n++ {
		line, rest, complete := bytes.Cut(text, []byte("\n"))
		if !complete && len(line) > 0 && decodeLine(append(line[:len(line):len(line)], '\n'), new(progress.Record)) {
			text, complete = append(line[:len(line):len(line)], '\n'), true // only the newline is missing
		}
		if !complete && (n > 1 || len(line) == 0) {
			break // an incomplete line of a killed writer, or the end of the file
		}
		line, text = text[:len(text)-len(rest)], rest
		var c struct {
			scoreHead
			progress.Record
		}
		switch ok := decodeLine(line, &c); {
		case !ok || (n == 1) != (c.Format == firstLine.Format):
			if damage == nil {
				damage = &DamageError{Line: n}
			}
		case c.Version > firstLine.Version:
			return fmt.Errorf("%w (format version %d, want at most %d)", ErrNewer, c.Version, firstLine.Version)
		default:
			f.results.Apply(c.Record)
			f.size += int64(len(line))
			good = append(good, line...)
		}
	}
	if damage != nil {
		damage.readable = good
		return damage
	}
	return nil
}

// withLock locks the file, reads it if it has changed, and calls do. If the file is damaged, it first renames the file
// and writes the intact lines to a new one.
func (f *ScoreFile) withLock(do func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	// Without locks, assume that no other process uses the file.
	if lock, err := lockFolder(filepath.Dir(f.path)); err == nil {
		defer lock.Close()
	}
	err := f.read()
	if d, ok := errors.AsType[*DamageError](err); ok {
		err = f.setAside(d)
	}
	if err == nil {
		err = do()
	}
	return err
}

// setAside renames a damaged file and writes its intact lines to a new file. If the file system supports hard links,
// the damaged file keeps its name until the new file is complete.
func (f *ScoreFile) setAside(d *DamageError) error {
	aside := asideName(f.path, time.Now())
	err := os.Link(f.path, aside)
	if err != nil {
		err = replace(f.path, aside)
	}
	if err == nil {
		err = f.create(d.readable)
	}
	if err == nil {
		err = f.read()
	}
	if err != nil {
		return fmt.Errorf("rename damaged scores: %w", err)
	}
	f.notice = "the score file was damaged and has been renamed to " + aside
	return nil
}

// create writes a new file that contains the given lines. It adds the first line if it is missing.
func (f *ScoreFile) create(lines []byte) error {
	first, err := encodeLine(firstLine)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(lines, first) {
		lines = append(first, lines...)
	}
	return Write(f.path, lines)
}

// change appends the records that make returns, then calls done.
func (f *ScoreFile) change(make func() []progress.Record, done func() error) error {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	return f.withLock(func() error {
		var lines []byte
		all := make()
		for _, c := range all {
			line, err := encodeLine(c)
			if err != nil {
				return err
			}
			lines = append(lines, line...)
		}
		if f.size+int64(len(lines)) > maxScores {
			return fmt.Errorf("write %s: the file would have more than %d bytes", f.path, maxScores)
		}
		if f.size == 0 {
			if err := errors.Join(f.create(lines), f.read()); err != nil {
				return err
			}
			return done()
		}
		if err := f.append(lines); err != nil {
			f.readInfo = nil // the file may have changed
			return err
		}
		for _, c := range all {
			f.results.Apply(c)
		}
		return done()
	})
}

// save saves one record.
func (f *ScoreFile) save(c progress.Record) error {
	return f.change(func() []progress.Record { return []progress.Record{c} }, func() error { return nil })
}

// Add saves a game with the player's name. See [progress.Store].
func (f *ScoreFile) Add(player string, g progress.Score) (p progress.Placing, err error) {
	var c progress.Record
	err = f.change(func() []progress.Record {
		c = f.results.NewGameRecord(player, g)
		return []progress.Record{c}
	}, func() (err error) {
		p, err = f.results.Placing(c.Game.ID)
		return err
	})
	return p, err
}

// Rename changes the name of a saved score. The name also becomes the player's name. See [progress.Store].
func (f *ScoreFile) Rename(player string, id int64, name string) (p progress.Placing, err error) {
	c := progress.Record{Name: &progress.NameChange{ID: id, Player: player, Name: name}}
	err = f.change(func() []progress.Record { return []progress.Record{c} }, func() (err error) {
		p, err = f.results.Placing(id)
		return err
	})
	return p, err
}

// Best returns the player's best score in a table. See [progress.Store].
func (f *ScoreFile) Best(player string, t progress.Table) (best int, err error) {
	err = f.withLock(func() error { best = f.results.Best(player, t); return nil })
	return best, err
}

// Tables returns all tables and the statistics. See [progress.Store].
func (f *ScoreFile) Tables(string) (pages []progress.Page, stats progress.Statistics, err error) {
	err = f.withLock(func() error {
		pages, stats = f.results.Tables("", 0, progress.TableSize), f.results.Statistics()
		return nil
	})
	return pages, stats, err
}

// Replays returns the file names of the recordings that the tables refer to. See [progress.Store].
func (f *ScoreFile) Replays(string) (names map[string]bool, err error) {
	err = f.withLock(func() error { names = f.results.Replays(); return nil })
	return names, err
}

// SaveAchievement merges an achievement with the saved one. See [progress.Store].
func (f *ScoreFile) SaveAchievement(_ string, a progress.Achievement) error {
	return f.save(progress.RecordOf(a))
}

// Achievements returns all achievements. See [progress.Store].
func (f *ScoreFile) Achievements(string) (all []progress.Achievement, err error) {
	err = f.withLock(func() error { all = f.results.Achievements(); return nil })
	return all, err
}

// Week returns the player's progress toward the goal of a week. See [progress.WeekStore].
func (f *ScoreFile) Week(player string, w progress.Week) (done int, err error) {
	err = f.withLock(func() error { done = f.results.Week(player, w); return nil })
	return done, err
}

// Import adds the results of another file, except games that the file already contains. It returns the number of games
// that it added.
func (f *ScoreFile) Import(other *progress.Results) (games int, err error) {
	err = f.change(func() []progress.Record {
		all := f.results.ImportRecords(other)
		for _, c := range all {
			if c.Game != nil {
				games++
			}
		}
		return all
	}, func() error { return nil })
	return games, err
}

// OldScores returns the path of an earlier version's database in the folder of the score file at path, or "" if there
// is none. The command arkterm-arcade import-scores reads it.
func OldScores(path string) string {
	old := filepath.Join(filepath.Dir(path), "scores.db")
	if _, err := os.Stat(old); err != nil {
		return ""
	}
	return old
}

// OldScoresHint names the command that imports an old database.
const OldScoresHint = "scores of an earlier version: run arkterm-arcade import-scores"

// Tidy removes old replays, except those that scores refer to. It calls referred, which returns their names, only if
// there are more than MaxReplays replays. It also removes temporary files that are more than a day old.
func Tidy(in Folders, referred func() (map[string]bool, error), now time.Time) error {
	dir := in.Replays()
	removeTemporaries(in.State, now.Add(-24*time.Hour))
	removeTemporaries(dir, now.Add(-24*time.Hour))
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) <= MaxReplays {
		return nil // scores need not be read
	}
	keep, err := referred()
	if err != nil {
		return err
	}
	return TidyReplays(dir, MaxReplays, keep)
}

// append writes lines at the end of the file. If that fails, it removes them again.
func (f *ScoreFile) append(lines []byte) error {
	file, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if f.readInfo.Size() > f.size { // an incomplete line of a killed writer
		err = file.Truncate(f.size)
	} else if f.readInfo.Size() < f.size {
		_, err = file.WriteAt([]byte("\n"), f.size-1)
	}
	if err == nil {
		_, err = file.WriteAt(lines, f.size)
	}
	if err == nil {
		err = file.Sync()
	}
	if err != nil {
		err = errors.Join(err, file.Truncate(f.size))
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	f.size += int64(len(lines))
	f.readInfo, err = os.Stat(f.path)
	return err
}

// Notice returns a message about an event since the last call, for example a damaged file, or "" if there is none.
func (f *ScoreFile) Notice() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	text := f.notice
	f.notice = ""
	return text
}
