package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arkterm/levels"
)

// Shuffle returns the levels of a shuffled game with the given seed: drawn from all sets on this machine, the
// shipped levels among them. Where so many files are none that no level was drawn, they are all shipped ones.
func (f Folders) Shuffle(seed uint64) levels.Pack {
	if p := levels.Shuffle(seed, f.Sets()); len(p.Levels) > 0 {
		return p
	}
	return levels.Shuffle(seed, []levels.Set{levels.ShippedSet()})
}

// Sets returns all sets on this machine: the shipped levels, what is in the player's folder of levels, in the
// order of their names, and the sets of LBreakout, in the order of their folders.
func (f Folders) Sets() []levels.Set {
	all := []levels.Set{levels.ShippedSet()}
	entries, _, _ := levels.ReadFolder(os.DirFS(f.Levels()), ".", maxSetFiles) // none if there is no folder
	for _, e := range entries {
		if e.Name()[0] != '.' {
			all = append(all, setAt(filepath.Join(f.Levels(), e.Name())))
		}
	}
	for _, dir := range f.SetFolders() {
		for _, name := range SetsIn(dir) {
			all = append(all, setAt(filepath.Join(dir, name)))
		}
	}
	return all
}

// setAt returns the set at path: a level file, a folder of such, or a set of LBreakout's. A file that is none of
// these has no levels.
func setAt(path string) levels.Set {
	return levels.Set{Name: strings.TrimSuffix(filepath.Base(path), ".level"), Read: func() ([]levels.Source, error) { return readSources(path) }}
}

// readSources reads the level files at path, without looking at what is in them.
func readSources(path string) ([]levels.Source, error) {
	dir, name, err := split(path)
	if err != nil {
		return nil, err
	}
	// A Root keeps symbolic links in a downloaded folder from leading out of it.
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if name == "." {
		return sourcesIn(root.FS())
	}
	text, err := readSource(root.FS(), name, levels.MaxSet)
	return []levels.Source{{Name: name, Text: string(text)}}, err
}

// sourcesIn reads the level files of a folder, as far as they can be read: levels.MaxFolder bytes of them.
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
		return nil, errors.New("no level file")
	}
	return fs.ReadFile(dir, name)
}
