package tty

import "time"

// started is an arbitrary origin for the monotonic clock.
var started = time.Now()

// sinceStart returns Go's monotonic time.
func sinceStart() time.Duration { return time.Since(started) }

// Clock returns a clock that starts at 0 now and runs like Uptime.
func Clock() func() time.Duration {
	origin := Uptime()
	return func() time.Duration { return Uptime() - origin }
}
