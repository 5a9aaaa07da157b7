//go:build unix

package store

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockNow locks a file, which ends with the process, however that ends. It reports errLocked if another process has it.
// On file systems without locks it does nothing.
func lockNow(f *os.File) error {
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return errLocked
	}
	return nil
}

// lockFolder waits until no other process has the folder locked. Closing what it returns unlocks it.
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
