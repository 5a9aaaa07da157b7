package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// How much garbage a process keeps before it collects it, as percent of what is in use, but of 4 MB at least; Go's own is 100.
const (
	// A player's first picture is there before 8 MB are used, and so before the first collection: that would take several
	// milliseconds, mostly for memory of its own. A game makes no garbage.
	playGC = 200

	// A server's players make next to none either while they play, but what little there is has to be found among all of their
	// games, and whoever makes some meanwhile may have to wait. So what 512 KB a player leave is for garbage: at a fifth a key's
	// p99 was 8 to 11 ms with 150 players on two busy processors, and is 5 to 7 ms at two fifths.
	serveGC = 40
)

// collectAt sets it, unless the environment does.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// limitMemory sets how much memory the process may take, in bytes, and returns that; 0 sets and returns what the environment
// says, which may be 0 too: any amount.
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

// shareProcessors lets a server run twice as many goroutines at once as it has processors, unless the environment says how many.
// Of those that the kernel puts aside, one may hold up others that Go would run next: with twice as many there is always one
// that runs. It returns how many sessions may draw at once, which is fewer than there are processors: who presses a key finds
// one that does not draw.
func shareProcessors() (turns int) {
	n := runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(2 * n)
	}
	return max(1, n-1)
}
