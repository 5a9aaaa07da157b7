//go:build !(linux || darwin || freebsd)

package main

// freeSpace reports that the free space of the file system is unknown.
func freeSpace(string) (n int64, ok bool) { return 0, false }
