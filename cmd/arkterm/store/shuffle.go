package store

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arkterm/levels"
	"arkterm/levels/lbreakout"
)

// Shuffle returns the levels of a shuffled game with the given seed. It selects them at random from all sets on this
// machine, including the shipped levels. If too many files are not level sets, it may find no levels. Then all levels
// are shipped levels.
func (f Folders) Shuffle(seed uint64) levels.Pack {
	if p := levels.Shuffle(seed, f.Sets()); len(p.Levels) > 0 {
		return p
	}
	return levels.Shuffle(seed, []levels.Set{levels.ShippedSet()})
}

// Sets returns all sets on this machine: the shipped levels, the entries of the player's folder of levels, ordered by
// name, and the sets of LBreakout, ordered by folder.
func (f Folders) Sets() []levels.Set {
	all := []levels.Set{levels.ShippedSet()}
	entries, _, _ := levels.ReadFolder(os.DirFS(f.Levels()), ".", maxSetFiles) // none if the folder does not exist
	for _, e := range entries {
		if e.Name()[0] != '.' {
			all = append(all, levelSetAt(filepath.Join(f.Levels(), e.Name())))
		}
	}
	for _, dir := range f.SetFolders() {
		for _, name := range SetsIn(dir) {
			all = append(all, levelSetAt(filepath.Join(dir, name)))
		}
	}
	return all
}

// levelSetAt returns the set at path: a level file, a folder of level files, or an LBreakout set. Any other file
// results in a set without levels.
func levelSetAt(path string) levels.Set {
	return levels.Set{
		Name: strings.TrimSuffix(filepath.Base(path), ".level"),
		Read: func() ([]levels.Source, error) { return readSources(path) },

		Split:   lbreakout.Split,
		Convert: lbreakout.Convert,
	}
}

// readSources reads the level files at path without parsing them.
func readSources(path string) ([]levels.Source, error) {
	dir, name, err := splitPath(path)
	if err != nil {
		return nil, err
	}
	// A Root rejects symbolic links that point outside a downloaded folder.
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if name == "." {
		return sourcesIn(root.FS())
	}
	text, err := readSource(root.FS(), name, lbreakout.MaxSet)
	return []levels.Source{{Name: name, Text: string(text)}}, err
}

// sourcesIn reads the level files in a folder, up to levels.MaxFolder bytes. It skips files that it cannot read.
func sourcesIn(dir fs.FS) (files []levels.Source, err error) {
	entries, _, err := levels.ReadFolder(dir, ".", maxSetFiles)
	room := int64(levels.MaxFolder)
	for _, e := range entries {
		if e.Name()[0] == '.' || filepath.Ext(e.Name()) != ".level" {
			continue
		}
		if text, err := readSource(dir, e.Name(), min(levels.MaxFile, room)); err == nil {
			room -= int64(len(text))
			files = append(files, levels.Source{Name: e.Name(), Text: string(text)})
		}
	}
	return files, err
}

// readSource reads a regular file of at most limit bytes.
func readSource(dir fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(dir, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, fmt.Errorf("read %s: not a regular file of at most %d bytes", name, limit)
	}
	return fs.ReadFile(dir, name)
}
