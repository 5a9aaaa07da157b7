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
	"arkterm/levels/lbreakout"
)

// The folders in which LBreakout2 and LBreakoutHD keep their level sets, relative to the home folder and to the
// shared data folders. Each set is one file. arkterm can play the sets that are installed there.
var (
	homeSetFolders = [...]string{
		".lgames/lbreakout2-levels",
		".lbreakouthd/levels",
		".lgames/lbreakouthd/levels",
		".lbreakout2/levels",
	}
	sharedSetFolders = [...]string{
		"games/lbreakouthd/levels",
		"games/lbreakout2/levels",
		"lbreakouthd/levels",
		"lbreakout2/levels",
	}
)

// SetFolders returns the folders that may contain level sets, beginning with those in the home folder.
func (f Folders) SetFolders() []string {
	var all []string
	if f.Home != "" {
		for _, dir := range homeSetFolders {
			all = append(all, filepath.Join(f.Home, dir))
		}
	}
	for _, shared := range f.Shared {
		for _, dir := range sharedSetFolders {
			if path := filepath.Join(shared, dir); !slices.Contains(all, path) {
				all = append(all, path)
			}
		}
	}
	return all
}

// maxSetFiles is the maximum number of files that are read in a folder.
const maxSetFiles = 10_000

// SetsIn returns the names of the sets in a folder. It returns none if the folder does not exist.
func SetsIn(dir string) []string {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	entries, _ := d.ReadDir(maxSetFiles)
	var names []string
	for _, e := range entries {
		if e.Name()[0] != '.' && IsSetFile(filepath.Join(dir, e.Name())) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}

// IsSetFile reports whether the content of the file at path begins like a level set.
func IsSetFile(path string) bool { return lbreakout.IsSet(headOf(path)) }

// IsZipFile reports whether the content of the file at path begins like a zip file.
func IsZipFile(path string) bool { return levels.IsZip(headOf(path)) }

// headOf returns the first bytes of a regular file, or nil.
func headOf(path string) []byte {
	f, err := openRegular(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, lbreakout.HeadSize)
	n, _ := io.ReadFull(f, head)
	return head[:n]
}

// FindSet returns the path of the first level set with the given name. The argument may also be a path. FindSet returns
// it unchanged if it contains a separator, exists or means standard input, or if no set has this name.
func (f Folders) FindSet(path string) string {
	if path == "" || IsStdin(path) || strings.ContainsRune(path, filepath.Separator) {
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

// ReadPack reads the levels at path: a file, a zip file, all files in a folder, the set with that name, or standard
// input. Errors and notes contain file names relative to the working directory, if path is relative.
func (f Folders) ReadPack(path string) (levels.Pack, error) {
	if IsStdin(path) {
		text, err := ReadAtMost(path, max(lbreakout.MaxSet, levels.MaxZip)+1)
		if err != nil {
			return levels.Pack{}, levels.Errors{levels.ReadError(InputName(path), err)}
		}
		return lbreakout.Read(InputName(path), text)
	}
	path = f.FindSet(path)
	dir, name, err := splitPath(path)
	if err != nil {
		return levels.Pack{}, err
	}
	// A Root rejects symbolic links that point outside a downloaded folder.
	root, err := os.OpenRoot(dir)
	if err != nil {
		return levels.Pack{}, levels.Errors{levels.ReadError(path, err)}
	}
	defer root.Close()

	pack, err := lbreakout.Load(root.FS(), name)
	// Errors and notes contain file names relative to the Root, so add path.
	all, ok := errors.AsType[levels.Errors](err)
	for _, e := range []levels.Errors{all, pack.Notes} {
		for i := range e {
			file, inZip := strings.CutPrefix(e[i].File, name+": ")
			switch {
			case inZip:
				e[i].File = path + ": " + file
			case e[i].File == name:
				e[i].File = path
			default:
				e[i].File = filepath.Join(path, e[i].File)
			}
		}
	}

	if ok {
		return levels.Pack{}, all
	}
	return pack, err
}

// splitPath returns the folder to open for path and the name to read in it, which is "." for the folder itself. It
// follows a symbolic link at path, because the user typed it.
func splitPath(path string) (dir, name string, err error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", "", levels.Errors{levels.ReadError(path, err)}
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", "", levels.Errors{levels.ReadError(path, err)}
	case info.IsDir():
		return real, ".", nil
	case !info.Mode().IsRegular(): // opening a pipe would wait for its writer
		return "", "", levels.Errors{{File: path, Message: "neither a file nor a folder"}}
	}
	return filepath.Dir(real), filepath.Base(real), nil
}
