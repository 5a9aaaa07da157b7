//go:build unix

package store

import "os"

// replace renames a file, in place of one that may be there.
func replace(from, to string) error { return os.Rename(from, to) }
