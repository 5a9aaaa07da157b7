package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// least is the argument with which this program shows pictures that have nothing but a tick, and picture how often.
const (
	least   = "least"
	picture = time.Second / 30
)

// leastPictures shows ticks until it is killed.
func leastPictures() {
	begun := time.Now()
	for now := range time.Tick(picture) {
		fmt.Printf("\x1b[Htick %d  ", now.Sub(begun)*240/time.Second)
	}
}

// lateness returns how much older the least program's pictures are than the time between two of them, at 95 of 100
// moments: how long this machine lets a program wait, and those that measure it.
func lateness(home string, span time.Duration) time.Duration {
	self, err := os.Executable()
	check(err)
	r, err := direct(way{kind: "direct"}, scene{cols: 80, rows: 24}, []string{self, least}, filepath.Join(home, least), span)
	check(err)
	return max(0, r.p95-picture)
}
