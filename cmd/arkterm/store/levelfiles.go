package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/editor"
	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/levels"
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

// SaveLevel writes a level file. It keeps the permissions of an existing file and follows symbolic links. The file must
// contain the text before, so that changes by other programs are not lost. If before is empty, it must not exist.
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
	return rewrite(real, text)
}

// rewrite replaces the text of a file and keeps its permissions.
func rewrite(path, text string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := Write(path, []byte(text)); err != nil {
		return err
	}
	return os.Chmod(path, info.Mode().Perm())
}

// writeLevel writes a level file of the editor and passes the result to the session.
func (h *Handler) writeLevel(r app.WriteLevel) {
	path := h.Files.LevelPath(r.File)
	h.writer.Do(path, func() error {
		err := SaveLevel(path, r.Before, r.Text)
		if err != nil {
			err = notSaved("level", err)
		}
		h.results <- func(now time.Duration) { h.session.LevelWritten(path, err, now) }
		return nil // the session shows the error
	})
}

// ratingSeeds are the numbers of games per bot for a rating. The first rating arrives early.
var ratingSeeds = [...]int{1, 3}

// rateLevel lets bots play a level in a separate goroutine and passes the ratings to the session. The last rating is
// the same as that of the command levels rate.
func (h *Handler) rateLevel(r app.RateLevel) {
	if h.ratings == nil {
		h.ratings = NewFileWriter(h.Guard)
	}
	h.ratings.Do("", func() error {
		result := editor.Rated{Number: r.Number}
		for _, seeds := range ratingSeeds {
			result.Games += seeds * len(bot.Strengths)
		}
		send := func() {
			one := result
			h.results <- func(time.Duration) { h.session.LevelRated(one) }
		}
		for _, seeds := range ratingSeeds {
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
