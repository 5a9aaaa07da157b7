//go:build unix && !linux

package earlysignal

import "syscall"

// systemSignal is a signal that Linux does not have.
const systemSignal = syscall.SIGEMT
