//go:build unix && !linux

package tty

// newPolled returns nil: on macOS the poller does not support terminals, and on other systems it is not tested.
func newPolled(int) stream { return nil }
