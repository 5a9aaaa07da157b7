package store

import "golang.org/x/sys/unix"

// Exchange swaps two files or folders in the same file system atomically, so that both names always exist. Where this
// is not possible, Exchange returns an error such as errors.ErrUnsupported.
func Exchange(a, b string) error { return unix.RenamexNp(a, b, unix.RENAME_SWAP) }
