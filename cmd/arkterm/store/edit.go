package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Edit replaces the content of the file at path with the result of change. If there is no such file, change receives
// nil. Edit leaves the file unchanged if change returns an error, or if the file cannot be read or has more than limit
// bytes. Edit locks the folder, so that concurrent calls, also in other processes, do not lose a change.
//
// If the caller is root, the file keeps its owner, and a new file gets the owner of the folder, so that a service can
// still read its files. Edit does not follow symbolic links. Otherwise the owner of the folder could make root copy any
// file to a place where its content is readable.
func Edit(path string, limit int64, change func(old []byte) ([]byte, error)) error {
	if lock, err := lockFolder(filepath.Dir(path)); err == nil { // otherwise the file system has no locks
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

// errSymlink is the error for a symbolic link.
var errSymlink = errors.New("symbolic links are not edited")

// readNoLink is like ReadLimited but does not follow a symbolic link.
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
