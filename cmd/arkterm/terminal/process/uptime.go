package process

import "time"

// started is any moment: the monotonic clock has no origin of its own.
var started = time.Now()

// sinceStart returns Go's monotonic time.
func sinceStart() time.Duration { return time.Since(started) }

// Clock returns a clock that begins with 0 now, and runs as Uptime does.
func Clock() func() time.Duration {
	origin := Uptime()
	return func() time.Duration { return Uptime() - origin }
}
