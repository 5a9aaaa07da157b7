//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// noFollow is the flag of a file that is not opened by a link.
const noFollow = syscall.O_NOFOLLOW

// keepOwner gives a file that is to replace the one at path the owner of that, or of the folder if there is none. Only root can. It is
// the open file that is given away: whoever owns the folder may have made its name another file's by now.
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

// ownerLike returns the file whose owner a file at path is to have: that which is there, or the folder. The folder may be a
// link, as systemd's is of a service with a user of its own.
func ownerSource(path string) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Stat(filepath.Dir(path))
	}
	return info, err
}
