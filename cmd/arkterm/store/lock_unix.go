//go:build unix

package store

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockNow locks a file until the process ends. It returns errLocked if another process holds the lock. On file systems
// without locks it does nothing.
func lockNow(f *os.File) error {
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return errLocked
	}
	return nil
}

// lockFolder locks a folder and waits as long as another process holds the lock. Closing the result unlocks the folder.
func lockFolder(path string) (*os.File, error) {
	dir, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(dir.Fd()), unix.LOCK_EX); err != nil {
		dir.Close()
		return nil, err
	}
	return dir, nil
}
