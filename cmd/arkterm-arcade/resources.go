package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// gcPercent is the garbage collector's target percentage. Sessions produce little garbage, but a collection marks the
// memory of all sessions, which delays the keys of players. The memory that is reserved for a session includes garbage
// at this percentage. With 150 players on two busy processors and twice as much garbage per session, the 99th
// percentile of the key delay was 8 to 11 ms at 20 % and 5 to 7 ms at 40 %.
const gcPercent = 35

// limitMemory sets the memory limit of the process in bytes and returns it. 0 keeps the limit of the environment
// variable GOMEMLIMIT. The result is 0 if there is no limit.
func limitMemory(bytes int64) int64 {
	if bytes > 0 {
		debug.SetMemoryLimit(bytes)
		return bytes
	}
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		return limit
	}
	return 0
}

// setProcs sets GOMAXPROCS to twice the number of processors. Another thread can then run the waiting goroutines while
// the kernel suspends a thread. If the environment variable GOMAXPROCS is set, setProcs does not change it. setProcs
// returns the number of sessions that may draw at the same time. It is one less than the number of processors, so that
// one processor is free to handle keys.
func setProcs() (maxDrawing int) {
	n := runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(2 * n)
	}
	return max(1, n-1)
}
