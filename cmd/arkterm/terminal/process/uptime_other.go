//go:build !linux

package process

import "time"

// Uptime returns a time that runs evenly from any origin. Whether it counts the time that the
// machine slept is up to the system.
func Uptime() time.Duration { return sinceStart() }
