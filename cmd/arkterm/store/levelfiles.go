package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/editor"
	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/levels/lbreakout"
)

// LevelPath returns the path of a level file of the editor. A name without a folder is in the folder Levels, unless
// such a file exists in the current folder.
func (f Folders) LevelPath(name string) string {
	if filepath.Base(name) != name {
		return name
	}
	if _, err := os.Lstat(name); err == nil {
		return name
	}
	return filepath.Join(f.Levels(), name)
}

// OpenLevel opens a level file for the editor, and the journal of its unsaved changes. The returned document contains
// these changes. If path is "" or the file does not exist, the document is a small new level. The journal is nil if it
// cannot be opened.
func (f Folders) OpenLevel(path string) (o app.LevelFile, j *LevelJournal, err error) {
	o = app.LevelFile{File: path, Doc: levels.NewDocument(filepath.Base(path))}
	if path != "" {
		text, err := readLevel(path)
		switch {
		case err == nil:
			o.OnDisk, o.Doc = text, levels.ParseDocument(path, text)
		case !errors.Is(err, fs.ErrNotExist):
			return o, nil, err
		}
	}
	if j, err = OpenLevelJournal(f, path); err != nil {
		return o, nil, nil
	}
	doc, base, err := j.Recover(o.OnDisk)
	if err != nil {
		j.Close()
		return o, nil, nil
	}
	if doc != nil {
		o.Doc, o.OnDisk, o.Recovered = doc, base, true
	}
	return o, j, nil
}

// readLevel reads a level file for the editor.
func readLevel(path string) (string, error) {
	data, err := ReadAtMost(path, lbreakout.MaxSet+1)
	switch {
	case err != nil:
		return "", levels.ReadError(path, err)
	case lbreakout.IsSet(data):
		return "", fmt.Errorf("%s: a level set of another game; convert it with arkterm levels import first", path)
	case len(data) > levels.MaxFile:
		return "", fmt.Errorf("%s: the file is longer than %d KiB", path, levels.MaxFile>>10)
	case !utf8.Valid(data):
		return "", fmt.Errorf("%s: not UTF-8 text", path)
	}
	return string(data), nil
}

// SaveLevel writes a level file. It keeps the permissions of an existing file and follows symbolic links. The argument
// before is the file's content when it was last read or written. SaveLevel returns an error if the content has changed
// since, so that changes by other programs are not lost. If before is empty, an existing file must be empty.
func SaveLevel(path, before, text string) error {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Write(path, []byte(text))
	}
	if err != nil {
		return err
	}
	old, err := ReadAtMost(real, levels.MaxFile+1)
	switch {
	case err != nil:
		return err
	case before == "" && len(old) > 0:
		return fmt.Errorf("%s exists; choose another name", filepath.Base(path))
	case string(old) != before:
		return fmt.Errorf("%s was changed by another program; save under another name", filepath.Base(path))
	}
	return Rewrite(real, text)
}

// Rewrite replaces the text of an existing file. It follows symbolic links and keeps the permissions.
func Rewrite(path, text string) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := Write(path, []byte(text)); err != nil {
		return err
	}
	return os.Chmod(path, info.Mode().Perm())
}

// writeLevel writes a level file of the editor, empties the journal, and passes the result to the session.
func (h *Handler) writeLevel(r app.WriteLevel) {
	path := h.Files.LevelPath(r.File)
	h.writer.Do(path, func() error {
		err := SaveLevel(path, r.Before, r.Text)
		if err != nil {
			err = notSaved("level", err)
		} else if j := h.journal(); j != nil {
			j.Reset()
			_ = j.Write() // the level is on the disk
			if j.level != journalLevel(path) {
				j.Close()
				j, _ = OpenLevelJournal(h.Files, path)
				h.setJournal(j)
			}
		}
		h.results <- func(now time.Duration) { h.session.LevelWritten(path, err, now) }
		return nil // the session shows the error
	})
}

// journal returns the journal of the level that is being edited, or nil.
func (h *Handler) journal() *LevelJournal {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.Journal
}

// setJournal sets the journal of the level that is being edited.
func (h *Handler) setJournal(j *LevelJournal) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Journal = j
}

// maxLogWait is the maximum time that the run loop waits until changes are in the journal. Usually it waits for 0.1 ms.
const maxLogWait = 4 * time.Millisecond

// logLevel appends changes to the journal. It waits for the system call, so that a crash loses at most the last change.
func (h *Handler) logLevel(r app.AppendJournal) {
	if j := h.journal(); j != nil {
		j.Append(r.Base, r.Records)
		h.writer.Do("journal", withName("changes", j.Write))
		h.writer.Worker.Flush(maxLogWait)
		h.writer.DoSoon("journal sync", withName("changes", j.Sync))
	}
}

// openLevel opens a level file for the editor.
func (h *Handler) openLevel(r app.OpenLevelFile) {
	h.writer.Do("workshop", func() error {
		h.journal().Close()
		path := r.File
		if path != "" {
			path = h.Files.LevelPath(path)
		}
		o, j, err := h.Files.OpenLevel(path)
		h.setJournal(j)
		h.results <- func(now time.Duration) { h.session.LevelOpened(o, err, now) }
		return nil
	})
}

// closeLevel removes the changes from the journal that were not saved, because the player discards them.
func (h *Handler) closeLevel() {
	h.writer.Do("workshop", func() error {
		if j := h.journal(); j != nil {
			j.Reset()
			j.Close()
			h.setJournal(nil)
		}
		return nil
	})
}

// gamesPerRating contains the number of games per bot for the first and the final rating. The first rating has few
// games, so that it is available soon.
var gamesPerRating = [...]int{1, 3}

// rateLevel lets bots play a level in a separate goroutine and passes the ratings to the session. The last rating is
// equal to the result of the command levels rate.
func (h *Handler) rateLevel(r app.RateLevel) {
	if h.ratings == nil {
		h.ratings = NewFileWriter(h.HandlePanic)
	}
	h.ratings.Do("", func() error {
		result := editor.RateResult{Request: r.Number}
		for _, seeds := range gamesPerRating {
			result.Games += seeds * len(bot.Strengths)
		}
		send := func() {
			one := result
			h.results <- func(time.Duration) { h.session.LevelRated(one) }
		}
		for _, seeds := range gamesPerRating {
			job := bot.Job{
				Levels: []spec.Level{r.Level}, Seeds: seeds, Difficulty: engine.Medium, Drops: progress.DefaultDrops,
				Done: func() { result.Done++; send() },
			}
			all, err := job.Rate()
			if result.Err = err; err != nil {
				break
			}
			result.Rating = &all[0]
			send()
		}
		send()
		return nil
	})
}
