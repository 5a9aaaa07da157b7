//go:build linux || darwin || freebsd

package main

import "golang.org/x/sys/unix"

// freeSpace returns the free space of the file system that contains a folder, in bytes.
func freeSpace(dir string) (n int64, ok bool) {
	var fs unix.Statfs_t
	if err := unix.Statfs(dir, &fs); err != nil {
		return 0, false
	}
	return int64(fs.Bavail) * int64(fs.Bsize), true
}
