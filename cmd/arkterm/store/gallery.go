package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arkterm/cmd/arkterm/app"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// LevelSets returns the level sets on this machine: the player's level files, the folders, zip files and sets next to
// them, the shipped levels, and the sets of LBreakout.
func (f Folders) LevelSets() []app.LevelSet {
	all := []app.LevelSet{{Name: filepath.Base(f.Levels()), Path: f.Levels(), Own: true}}
	entries, _, _ := levels.ReadFolder(os.DirFS(f.Levels()), ".", levels.MaxFiles) // none if the folder does not exist
	for _, e := range entries {
		path := filepath.Join(f.Levels(), e.Name())
		if e.Name()[0] != '.' && filepath.Ext(e.Name()) != levels.Suffix &&
			(e.IsDir() || IsZipFile(path) || IsSetFile(path)) {
			all = append(all, app.LevelSet{Name: levels.Clean(e.Name()), Path: path})
		}
	}
	all = append(all, app.LevelSet{Name: "arkterm", Group: "arkterm"})
	for _, dir := range f.SetFolders() {
		group := "LBreakout2"
		if strings.Contains(dir, "lbreakouthd") {
			group = "LBreakoutHD"
		}
		for _, name := range SetsIn(dir) {
			all = append(all, app.LevelSet{Name: levels.Clean(name), Group: group, Path: filepath.Join(dir, name)})
		}
	}
	return all
}

// ReadSet returns the levels of a set, and the folder of its files. The folder is "" if the files cannot be edited.
func (f Folders) ReadSet(path string) (all []levels.SetLevel, dir string, err error) {
	if path == "" {
		all, err = levels.ShippedSet().Levels()
		return all, "", err
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		dir = path
	} else if path == f.Levels() && errors.Is(err, fs.ErrNotExist) {
		return nil, path, nil
	}
	set := levelSetAt(path)
	if IsZipFile(path) {
		set.Read = func() ([]levels.Source, error) {
			data, err := ReadLimited(path, levels.MaxZip)
			if err != nil {
				return nil, err
			}
			return levels.ZipSources(data)
		}
	}
	all, err = set.Levels()
	return all, dir, err
}

// preview returns the first level of a set, or nil.
func (f Folders) preview(path string) *spec.Level {
	all, _, err := f.ReadSet(path)
	if err != nil || len(all) == 0 {
		return nil
	}
	level, err := all[0].Preview()
	if err != nil {
		return nil
	}
	return level
}

// listSets passes the level sets to the session.
func (h *Handler) listSets() {
	h.inBackground("list", func() func(time.Duration) {
		sets := h.Files.LevelSets()
		return func(time.Duration) { h.session.SetsListed(sets) }
	})
}

// readPreview passes the first level of a set to the session.
func (h *Handler) readPreview(path string) {
	h.inBackground("preview "+path, func() func(time.Duration) {
		level := h.Files.preview(path)
		return func(time.Duration) { h.session.PreviewRead(path, level) }
	})
}

// readSet passes the levels of a set to the session.
func (h *Handler) readSet(path string) {
	h.inBackground("read", func() func(time.Duration) {
		all, dir, err := h.Files.ReadSet(path)
		return func(time.Duration) { h.session.SetRead(path, all, dir, err) }
	})
}

// inBackground runs a job in a separate goroutine and passes its result to the session. It replaces a waiting job with
// the same name.
func (h *Handler) inBackground(name string, job func() func(time.Duration)) {
	if h.reader == nil {
		h.reader = NewFileWriter(h.HandlePanic)
	}
	h.reader.Do(name, func() error {
		h.results <- job()
		return nil // the session shows the error
	})
}
