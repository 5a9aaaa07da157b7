package main

import (
	"os"
	"runtime/debug"
)

// How much garbage a process keeps before it collects it, as percent of what is in use, but of 4 MB at least; Go's own is 100.
const (
	// A player's first picture is there before 8 MB are used, and so before the first collection: that would take several
	// milliseconds, mostly for memory of its own. A game makes no garbage.
	playGC = 200

	// A server's players make none either while they play, so that half of the usual costs some percent of the processor
	// and saves a third of the memory.
	serveGC = 20
)

// collectAt sets it, unless the environment does.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
