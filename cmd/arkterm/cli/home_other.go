//go:build !unix

package cli

// FindHome does nothing, because on Windows the folders do not depend on HOME.
func FindHome() {}
