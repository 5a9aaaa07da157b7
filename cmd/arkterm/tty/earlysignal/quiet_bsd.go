//go:build unix && !linux

package earlysignal

import "syscall"

// ofSystem is a signal that Linux does not have.
const ofSystem = syscall.SIGEMT
