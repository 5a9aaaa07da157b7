//go:build darwin || openbsd

package tty

import (
	"time"

	"golang.org/x/sys/unix"
)

// Uptime returns the time since the machine was started, including the time it slept: Go's monotonic clock stands still
// during sleep there. Setting the wall clock does not change it.
func Uptime() time.Duration {
	var ts unix.Timespec
	if unix.ClockGettime(clockOfSleep, &ts) != nil {
		return sinceStart()
	}
	return time.Duration(ts.Nano())
}
