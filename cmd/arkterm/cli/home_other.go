//go:build !unix

package cli

// FindHome does nothing: on Windows the system knows the folders.
func FindHome() {}
