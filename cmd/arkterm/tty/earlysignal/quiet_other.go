//go:build !unix

package earlysignal

import "os"

// Signals returns no signals, because the system has none of them.
func Signals() []os.Signal { return nil }

// Take does nothing.
func Take() {}

// Yield does nothing.
func Yield() {}
