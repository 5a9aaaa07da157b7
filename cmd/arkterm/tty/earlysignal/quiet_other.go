//go:build !unix

package earlysignal

import "os"

// Signals returns no signals, because they do not exist on this system.
func Signals() []os.Signal { return nil }

// Take does nothing.
func Take() {}

// Yield does nothing.
func Yield() {}
