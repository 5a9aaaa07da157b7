//go:build !linux

package main

import "time"

// uptime returns a time that runs evenly from any origin. Whether it counts the time that the
// machine slept is up to the system.
func uptime() time.Duration { return sinceStart() }
