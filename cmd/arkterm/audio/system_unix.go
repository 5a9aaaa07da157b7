//go:build unix

package audio

import (
	"os"
	"syscall"
)

// openSystem returns an error. Package audio uses the system's mixer directly only on Windows.
func openSystem() (Device, string, error) { return nil, "", errNoDevice }

// dialUnix connects to a Unix socket. It does not use package net, which would add 0.4 MB to the game, because the game
// needs no other connections.
func dialUnix(path string) (*os.File, error) {
	syscall.ForkLock.RLock() // no child process inherits the socket
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, &os.PathError{Op: "socket", Path: path, Err: err}
	}

	// Only a nonblocking file supports deadlines. Connecting to a Unix socket succeeds or fails immediately.
	err = syscall.SetNonblock(fd, true)
	if err == nil {
		err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: path})
	}
	if err != nil {
		syscall.Close(fd)
		return nil, &os.PathError{Op: "connect", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}
