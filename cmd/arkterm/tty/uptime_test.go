package tty

import "testing"

func TestUptimeRunsForward(t *testing.T) {
	before := Uptime()
	for range 1000 {
		now := Uptime()
		if now < before {
			t.Fatalf("Uptime() = %v after an earlier result of %v, want at least that", now, before)
		}
		before = now
	}
}
