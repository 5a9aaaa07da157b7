package main

import (
	"testing"
	"time"
)

func TestTodayIsInUTC(t *testing.T) {
	zone := time.FixedZone("far east", 12*3600)
	if got := today(time.Date(2026, 11, 22, 3, 0, 0, 0, zone)); got != 20261121 {
		t.Errorf("today() = %s, want 2026-11-21", got)
	}
}
