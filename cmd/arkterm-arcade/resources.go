package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// gcPercent is the garbage collector's target percentage of a server. Players make almost no garbage, but finding it requires marking
// all of their games, which delays other players' keys. Of the 512 KB per player that are reserved, the rest is for garbage: with 150
// players on two busy processors, the 99th percentile of the key delay was 8 to 11 ms at 20 % and is 5 to 7 ms at 40 %.
const gcPercent = 40

// limitMemory sets the memory limit of the process in bytes and returns it. 0 keeps the limit of the variable GOMEMLIMIT, and then the
// result 0 means that there is none.
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

// setProcs lets the server run twice as many goroutines at a time as there are processors, unless the variable GOMAXPROCS sets the
// number. When the kernel suspends one of these threads, another one can run the goroutines that wait for it. setProcs returns how many
// sessions may draw at the same time. It is smaller than the number of processors, so that one is free for the next key.
func setProcs() (drawing int) {
	n := runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(2 * n)
	}
	return max(1, n-1)
}
