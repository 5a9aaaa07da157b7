//go:build unix && !linux

package tty

// newPollStream returns nil. On macOS the poller does not support terminals, and on other systems it is not tested.
func newPollStream(int) stream { return nil }
