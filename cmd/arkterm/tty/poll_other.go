//go:build unix && !linux

package tty

// newPolled returns nil: on macOS the poller, kqueue, does not know terminals, and what it does with them on the
// others is not tested.
func newPolled(int) stream { return nil }
