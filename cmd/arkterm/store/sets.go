package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arkterm/levels"
)

// LBreakout2 and LBreakoutHD keep level sets, a file each, in these folders below the player's home
// and below the folders for shared data. Whoever has one of these games can play its sets here.
var (
	setsAtHome = [...]string{".lgames/lbreakout2-levels", ".lbreakouthd/levels", ".lgames/lbreakouthd/levels", ".lbreakout2/levels"}
	setsShared = [...]string{"games/lbreakouthd/levels", "games/lbreakout2/levels", "lbreakouthd/levels", "lbreakout2/levels"}
)

// SetFolders returns the folders in which there may be sets, the player's own first.
func (f Folders) SetFolders() []string {
	var all []string
	if f.Home != "" {
		for _, dir := range setsAtHome {
			all = append(all, filepath.Join(f.Home, dir))
		}
	}
	for _, shared := range f.Shared {
		for _, dir := range setsShared {
			if path := filepath.Join(shared, dir); !slices.Contains(all, path) {
				all = append(all, path)
			}
		}
	}
	return all
}

// mostSets is the most sets of a folder that are looked at.
const mostSets = 10_000

// SetsIn returns the names of the sets in a folder: none where there is no folder.
func SetsIn(dir string) []string {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	entries, _ := d.ReadDir(mostSets)
	var names []string
	for _, e := range entries {
		if e.Name()[0] != '.' && IsSetFile(filepath.Join(dir, e.Name())) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}

// IsSetFile reports whether the file at path begins as a set does.
func IsSetFile(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, 16)
	n, _ := io.ReadFull(f, begin)
	return levels.IsSet(begin[:n])
}

// FindSet returns the path of the first set with a name, or path itself: a name is one if it is no
// path, nor that of something that is there.
func (f Folders) FindSet(path string) string {
	if path == "" || strings.ContainsRune(path, filepath.Separator) {
		return path
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return path
	}
	for _, dir := range f.SetFolders() {
		if found := filepath.Join(dir, path); IsSetFile(found) {
			return found
		}
	}
	return path
}

// ReadPack reads the levels at path, a file or all of a folder, or those of the set that has path as
// its name. Errors in them, and notes, name the file as path does.
func (f Folders) ReadPack(path string) (levels.Pack, error) {
	path = f.FindSet(path)
	dir, name, err := split(path)
	if err != nil {
		return levels.Pack{}, err
	}
	// A Root, so that a link in a folder of levels that somebody else made does not
	// lead out of it.
	root, err := os.OpenRoot(dir)
	if err != nil {
		return levels.Pack{}, levels.Errors{levels.Unreadable(path, err)}
	}
	defer root.Close()
	pack, err := levels.Load(root.FS(), name)
	// As they are, they name files from the Root down.
	all, ok := errors.AsType[levels.Errors](err)
	for _, e := range []levels.Errors{all, pack.Notes} {
		for i := range e {
			if e[i].File == name {
				e[i].File = path
			} else {
				e[i].File = filepath.Join(path, e[i].File)
			}
		}
	}
	if ok {
		return levels.Pack{}, all
	}
	return pack, err
}

// split returns the folder to open for path, and what to read in it: "." for the folder
// itself. The path may be a link, whoever typed it meant what it leads to.
func split(path string) (dir, name string, err error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", "", levels.Errors{levels.Unreadable(path, err)}
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", "", levels.Errors{levels.Unreadable(path, err)}
	case info.IsDir():
		return real, ".", nil
	case !info.Mode().IsRegular(): // opening a pipe would wait for its other end
		return "", "", levels.Errors{{File: path, What: "neither a file nor a folder"}}
	}
	return filepath.Dir(real), filepath.Base(real), nil
}
