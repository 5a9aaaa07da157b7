package store

import "golang.org/x/sys/unix"

// Exchange exchanges two files or folders of one file system in one step: at no moment is one of them missing. The
// error is errors.ErrUnsupported, among others, where that cannot be done.
func Exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
