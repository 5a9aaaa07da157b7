package process

import (
	"time"

	"golang.org/x/sys/unix"
)

// Uptime returns how long the machine has been up, the time that it slept included: Go's own
// monotonic clock stands still then, and a game in which the lid was closed would go on as if
// nothing had been. Setting the wall clock does not change it.
func Uptime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts); err != nil {
		return sinceStart() // a kernel before 2.6.39
	}
	return time.Duration(ts.Nano())
}
