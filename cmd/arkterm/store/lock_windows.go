package store

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lockNow locks a file until the process ends. It returns errLocked if another process holds the lock. On file systems
// without locks it does nothing.
func lockNow(f *os.File) error {
	if err := lock(f, windows.LOCKFILE_FAIL_IMMEDIATELY); errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return nil
}

// lockFolder locks a folder and waits as long as another process holds the lock. It uses a lock file in the folder.
// Closing the result unlocks the folder.
func lockFolder(path string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(path, ".lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f, 0); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// lock locks the first byte of a file.
func lock(f *os.File, flags uint32) error {
	h := windows.Handle(f.Fd())
	return windows.LockFileEx(h, windows.LOCKFILE_EXCLUSIVE_LOCK|flags, 0, 1, 0, new(windows.Overlapped))
}
