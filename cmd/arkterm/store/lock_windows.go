package store

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lockNow locks a file, which ends with the process, however that ends. It reports errLocked if another process has it.
// On file systems without locks it does nothing.
func lockNow(f *os.File) error {
	if err := lock(f, windows.LOCKFILE_FAIL_IMMEDIATELY); errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return nil
}

// lockFolder waits until no other process has the folder locked, by a file in it. Closing what it returns unlocks it.
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
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|flags, 0, 1, 0, new(windows.Overlapped))
}
