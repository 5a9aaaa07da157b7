//go:build !linux

package arcade

import "time"

// threadTime is nil, because this system has no clock for the processor time of a thread that Go can read.
var threadTime func() time.Duration
