package tty

import "time"

// started is the origin of sinceStart.
var started = time.Now()

// sinceStart returns the time since the start of the process on Go's monotonic clock.
func sinceStart() time.Duration { return time.Since(started) }

// Clock returns a function that returns the time since the call of Clock, measured by Uptime.
func Clock() func() time.Duration {
	origin := Uptime()
	return func() time.Duration { return Uptime() - origin }
}
