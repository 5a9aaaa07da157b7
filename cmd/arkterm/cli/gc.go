package cli

import (
	"os"
	"runtime/debug"
)

// SetGCPercent sets the garbage collector's target percentage, unless the environment variable GOGC is set.
func SetGCPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
