package main

import "time"

// started is any moment: the monotonic clock has no origin of its own.
var started = time.Now()

// sinceStart returns Go's monotonic time.
func sinceStart() time.Duration { return time.Since(started) }
