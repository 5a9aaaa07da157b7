package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Edit replaces the file at path by what change makes of its content, nil if there is none. It stays as it is if change returns an error, or
// the file cannot be read, or has more than limit bytes. Of several processes that do so one does after the other. If
// it is root who edits, the file keeps its owner, and a new one gets that of the folder: what is a service's stays so. A link is not
// followed: whoever owns the folder could have root read any file by one, and get what was in it.
func Edit(path string, limit int64, change func(old []byte) ([]byte, error)) error {
	if lock, err := lockFolder(filepath.Dir(path)); err == nil { // otherwise there are no locks here: assume to be alone
		defer lock.Close()
	}
	old, err := readNoLink(path, limit)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text, err := change(old)
	if err != nil {
		return err
	}
	return writeOwned(path, text, func(f *os.File) error { return keepOwner(f, path) })
}

// errLink is the error of a link in place of a file.
var errSymlink = errors.New("it is a link, which is not edited")

// readNoLink is ReadLimited without following a link.
func readNoLink(path string, limit int64) ([]byte, error) {
	f, err := openRegularWith(path, noFollow)
	if err != nil {
		if info, e := os.Lstat(path); e == nil && info.Mode()&fs.ModeSymlink != 0 {
			err = &fs.PathError{Op: "edit", Path: path, Err: errSymlink}
		}
		return nil, err
	}
	return readLimited(f, path, limit)
}
