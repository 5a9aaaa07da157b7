//go:build unix

package store

import "os"

// replace renames a file and replaces an existing file of the new name.
func replace(from, to string) error { return os.Rename(from, to) }
