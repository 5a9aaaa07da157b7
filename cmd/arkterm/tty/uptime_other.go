//go:build !linux && !windows && !darwin && !openbsd

package tty

import "time"

// Uptime returns a monotonic time from an arbitrary origin. FreeBSD and NetBSD have no clock that counts time asleep on
// all their releases.
func Uptime() time.Duration { return sinceStart() }
