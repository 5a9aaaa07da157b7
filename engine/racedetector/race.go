// Package racedetector tells tests whether the race detector watches them. It makes them about
// ten times slower, and finds nothing in those that have one goroutine: of these, the long ones
// say by [Long] that they are left out, and why.
package racedetector

import "testing"

// Long reports whether the race detector watches a test, which is to return then. The reason
// says what takes so long, and that it is in one goroutine.
func Long(t testing.TB, reason string) bool {
	t.Helper()
	if Enabled {
		t.Log("left out with the race detector:", reason)
	}
	return Enabled
}

// Pooled returns how often f allocates, as testing.AllocsPerRun does, where f takes what it works with from a sync.Pool. With the
// race detector it calls f as often, and returns 0: a pool then forgets a quarter of what it is given, at random.
func Pooled(runs int, f func()) float64 {
	n := testing.AllocsPerRun(runs, f)
	if Enabled {
		return 0
	}
	return n
}
