//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// noFollow is the flag for opening a file without following a symbolic link.
const noFollow = syscall.O_NOFOLLOW

// keepOwner sets the owner of f, which will replace the file at path, to the owner of that file, or of the folder if
// there is no file. It does nothing unless the process runs as root. It uses the open file instead of its path, because
// the owner of the folder may have replaced the file at that path.
func keepOwner(f *os.File, path string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := ownerSource(path)
	if err != nil {
		return err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && owner.Uid != 0 {
		return f.Chown(int(owner.Uid), int(owner.Gid))
	}
	return nil
}

// ownerSource returns the file whose owner a new file at path gets: the existing file, or otherwise the folder. The
// folder may be a symbolic link, for example the state folder of a systemd service with DynamicUser.
func ownerSource(path string) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Stat(filepath.Dir(path))
	}
	return info, err
}
