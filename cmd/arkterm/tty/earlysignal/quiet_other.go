//go:build !unix

package earlysignal

import "os"

// Signals returns no signals, because this system does not have them.
func Signals() []os.Signal { return nil }

// Take does nothing.
func Take() {}

// Yield does nothing.
func Yield() {}
