//go:build unix

package tty

import "os"

// Getenv is os.Getenv: on Unix the environment says all that is known of the terminal before it is asked.
func Getenv(name string) string { return os.Getenv(name) }
