//go:build !linux && !windows

package process

import "time"

// Uptime returns a monotonic time from an arbitrary origin. Whether it includes time asleep depends on the
// system.
func Uptime() time.Duration { return sinceStart() }
