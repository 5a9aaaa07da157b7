package tty

import (
	"runtime/debug"

	"arkterm/cmd/arkterm/exit"
)

// A monitor is nothing on Windows: shells set the console's modes themselves, and a program that is killed
// leaves no more than its screen.
type monitor struct{}

// startMonitor starts none.
func startMonitor(func()) *monitor {
	debug.SetMaxStack(maxStack)
	return nil
}

func (m *monitor) saved(bool) {}
func (m *monitor) end()       {}

// IsMonitor reports that no process is one.
func IsMonitor([]string) bool { return false }

// RunMonitor is never called.
func RunMonitor(func([]byte) (string, error)) exit.Code { return exit.Usage }
