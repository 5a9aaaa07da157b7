//go:build !unix

package earlysignal

import "os"

// Signals returns none: nobody can send one that the runtime would answer with stacks.
func Signals() []os.Signal { return nil }

// Take has nothing to take.
func Take() {}

// Yield has nothing to leave.
func Yield() {}
