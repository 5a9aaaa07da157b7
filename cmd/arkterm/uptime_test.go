package main

import "testing"

func TestUptimeRunsForward(t *testing.T) {
	before := uptime()
	for range 1000 {
		now := uptime()
		if now < before {
			t.Fatalf("%v after %v", now, before)
		}
		before = now
	}
}
