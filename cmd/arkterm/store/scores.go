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

// A ScoreFile saves scores and achievements in a file to which each change adds a line. Its methods are safe for concurrent
// use, and other processes may use the same file at the same time.
//
// A line is a JSON object that begins with a checksum of the rest of the line. When a method returns without an error, its
// line is on the disk. A last line that is not complete was never acknowledged, and the next change replaces it. If only the
// newline of the last line is missing, the next change adds it.
type ScoreFile struct {
	path string

	mu       sync.Mutex
	results  progress.Results
	readInfo fs.FileInfo // describes the file when results was read; nil before that or without a file
	size     int64       // of its complete lines, in bytes; one more than the file's if its last newline is missing
	notice   string      // see Notice
	hinted   bool        // notice was OldScoresHint
}

// scoreHead is the first line of a file of scores.
type scoreHead struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

var head = scoreHead{Format: "arkterm scores", Version: 1}

// Limits of a file of scores.
const (
	maxScores = 256 << 20 // bytes, about half a million games

	sumPrefix = `{"crc":"`
	sumLength = len(sumPrefix) + 8 + len(`",`) // of the part of a line that its checksum does not cover
)

// ErrNewer is the error of a file by a newer version of the program.
var ErrNewer = errors.New("made by a newer arkterm")

// A Damage is the error of a file that cannot be read.
type DamageError struct {
	Line     int
	readable []byte // the lines that can be read
}

func (d *DamageError) Error() string {
	return fmt.Sprintf("damaged: line %d has no valid checksum", d.Line)
}

// NewScoreFile returns the scores in the file at path. It opens and creates nothing.
func NewScoreFile(path string) *ScoreFile { return &ScoreFile{path: path} }

// ReadScores reads the file of scores at path. It creates nothing and sets nothing aside. The error is fs.ErrNotExist if
// there is no file.
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

// encodeLine returns a line with its checksum and its end.
func encodeLine(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	text = append(text[1:], '\n') // without the opening brace, which the prefix has
	return append(fmt.Appendf(nil, `%s%08x",`, sumPrefix, crc32.ChecksumIEEE(text)), text...), nil
}

// decodeLine checks a line and decodes it into v.
func decodeLine(line []byte, v any) bool {
	if len(line) < sumLength || string(line[:len(sumPrefix)]) != sumPrefix {
		return false
	}
	sum, err := strconv.ParseUint(string(line[len(sumPrefix):len(sumPrefix)+8]), 16, 32)
	return err == nil && uint32(sum) == crc32.ChecksumIEEE(line[sumLength:]) && json.Unmarshal(line, v) == nil
}

// read reads the file, unless it is as it was before. The error is a *Damage if one of its lines is damaged.
func (f *ScoreFile) read() error {
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		f.results, f.readInfo, f.size = progress.Results{}, nil, 0
		if OldScores(f.path) != "" && !f.hinted {
			f.hinted, f.notice = true, OldScoresHint
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

// readFrom reads at most limit bytes of a file from an offset.
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

// parse adds up the lines of a file after those that were read before.
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
			text, complete = append(line[:len(line):len(line)], '\n'), true // only the line's end is missing
		}
		if !complete && (n > 1 || len(line) == 0) {
			break // its writer was killed, or there is none
		}
		line, text = text[:len(text)-len(rest)], rest
		var c struct {
			scoreHead
			progress.Record
		}
		switch ok := decodeLine(line, &c); {
		case !ok || (n == 1) != (c.Format == head.Format):
			if damage == nil {
				damage = &DamageError{Line: n}
			}
		case c.Version > head.Version:
			return fmt.Errorf("%w (version %d, this one knows %d)", ErrNewer, c.Version, head.Version)
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

// use reads the file, if that is necessary, and calls do. A damaged file is set aside; the lines of it that can be read are
// the new file.
func (f *ScoreFile) use(do func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if lock, err := lockFolder(filepath.Dir(f.path)); err == nil { // without locks, assume to be the only process
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

// setAside renames a damaged file and writes its good lines to a new one. It keeps the name of the damaged file until the new one is
// complete, where the file system has links.
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
		return fmt.Errorf("set damaged scores aside: %w", err)
	}
	f.notice = "scores were damaged, put aside as " + aside
	return nil
}

// create writes a new file with lines. It adds the first line if that is missing.
func (f *ScoreFile) create(lines []byte) error {
	first, err := encodeLine(head)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(lines, first) {
		lines = append(first, lines...)
	}
	return Write(f.path, lines)
}

// change saves the records that make returns, then calls done.
func (f *ScoreFile) change(make func() []progress.Record, done func() error) error {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	return f.use(func() error {
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
			return fmt.Errorf("%s would have more than %d bytes", f.path, maxScores)
		}
		if f.size == 0 {
			if err := errors.Join(f.create(lines), f.read()); err != nil {
				return err
			}
			return done()
		}
		if err := f.append(lines); err != nil {
			f.readInfo = nil // it may have changed
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
		c = f.results.Next(player, g)
		return []progress.Record{c}
	}, func() (err error) {
		p, err = f.results.Placing(c.Game.ID)
		return err
	})
	return p, err
}

// Rename gives a saved score a name, which becomes the player's. See [progress.Store].
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
	err = f.use(func() error { best = f.results.Best(player, t); return nil })
	return best, err
}

// Tables returns all tables and the statistics. See [progress.Store].
func (f *ScoreFile) Tables(string) (pages []progress.Page, stats progress.Statistics, err error) {
	err = f.use(func() error {
		pages, stats = f.results.Tables("", 0, progress.Top), f.results.Statistics()
		return nil
	})
	return pages, stats, err
}

// Replays returns the file names of the recordings that the tables refer to. See [progress.Store].
func (f *ScoreFile) Replays(string) (names map[string]bool, err error) {
	err = f.use(func() error { names = f.results.Replays(); return nil })
	return names, err
}

// SaveAchievement merges an achievement with the saved one. See [progress.Store].
func (f *ScoreFile) SaveAchievement(_ string, a progress.Achievement) error {
	return f.save(progress.RecordOf(a))
}

// Achievements returns all achievements. See [progress.Store].
func (f *ScoreFile) Achievements(string) (all []progress.Achievement, err error) {
	err = f.use(func() error { all = f.results.Achievements(); return nil })
	return all, err
}

// Import adds other results, except games that the file has. It returns the number of games that it added.
func (f *ScoreFile) Import(other *progress.Results) (games int, err error) {
	err = f.change(func() []progress.Record {
		all := f.results.Imported(other)
		for _, c := range all {
			if c.Game != nil {
				games++
			}
		}
		return all
	}, func() error { return nil })
	return games, err
}

// OldScores returns the database of an earlier version in the folder of a file of scores; "" if there is none. The command
// arkterm-arcade import-scores reads it.
func OldScores(path string) string {
	old := filepath.Join(filepath.Dir(path), "scores.db")
	if _, err := os.Stat(old); err != nil {
		return ""
	}
	return old
}

// OldScoresHint names the command that imports an old database.
const OldScoresHint = "scores of an earlier version: run arkterm-arcade import-scores"

// Tidy removes old replays, except those that scores refer to. It calls referred, which returns their names, only if there are many
// replays. It also removes temporary files of programs that were killed a day ago or earlier.
func Tidy(in Folders, referred func() (map[string]bool, error), now time.Time) error {
	dir := in.Replays()
	removeTemporaries(in.State, now.Add(-24*time.Hour))
	removeTemporaries(dir, now.Add(-24*time.Hour))
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) <= MaxReplays {
		return nil // few enough: the scores need not be read
	}
	keep, err := referred()
	if err != nil {
		return err
	}
	return TidyReplays(dir, MaxReplays, keep)
}

// append adds lines to the file. If that fails, it removes them again.
func (f *ScoreFile) append(lines []byte) error {
	file, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if f.readInfo.Size() > f.size { // the rest of a line whose writer was killed
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

// Notice returns a message about the file since the last call, for example that it was damaged; "" if there is none.
func (f *ScoreFile) Notice() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	text := f.notice
	f.notice = ""
	return text
}
