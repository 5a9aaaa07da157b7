package tty

import (
	"os"
	"runtime/debug"
	"sync"
	"syscall"

	"golang.org/x/sys/windows"

	"arkterm/cmd/arkterm/cli"
)

// Die ends the process with the exit code that a shell shows for the signal, because Windows does not end processes by
// signals. It does not return.
func Die(sig os.Signal) {
	number, ok := sig.(syscall.Signal)
	if !ok {
		os.Exit(int(cli.ExitFailure))
	}
	os.Exit(128 + int(number))
}

// legacyTerm is the TERM of a console without escape sequences.
const legacyTerm = "conhost-legacy"

// Getenv is os.Getenv for the variables that describe the terminal. The console sets no TERM, so Getenv returns a
// name that screen.Identify knows. For a console without escape sequences, that name replaces another TERM. Windows
// Terminal is recognized by WT_SESSION.
func Getenv(name string) string {
	v := os.Getenv(name)
	if name == "TERM" && os.Getenv("WT_SESSION") == "" {
		if kind := consoleTerm(); v == "" || kind == legacyTerm {
			return kind
		}
	}
	return v
}

// consoleTerm returns a TERM for this process's console, or "" if there is none.
var consoleTerm = sync.OnceValue(func() string {
	var mode uint32
	out, err := windows.GetStdHandle(windows.STD_OUTPUT_HANDLE)
	switch {
	case err != nil || windows.GetConsoleMode(out, &mode) != nil:
		return ""
	case !supportsSequences(out):
		return legacyTerm
	}
	return "conhost"
})

// notifyOther makes the console report changes of its size. It handles no signals, because Windows has few signals and
// no job control. Ctrl-C is a key between Enter and Leave, and Ctrl-Break is os.Interrupt. If the window is closed,
// the user logs off or the machine shuts down, the signal is SIGTERM, and Go's runtime delays the end by up to 5 s.
func (w *signalHandler) notifyOther() { w.term.tty.resized = w.term.Resized }

// handleOther reports that every signal ends the program.
func (w *signalHandler) handleOther(os.Signal) bool { return false }

// suspendSignal returns nil, because the key Ctrl-Z does nothing.
func (w *signalHandler) suspendSignal() os.Signal { return nil }

// HandleStop reports that every signal ends the program.
func (t *Terminal) HandleStop(os.Signal) (stopped bool) { return false }

// A monitor is not needed on Windows. Shells set the console's modes themselves, and a killed program leaves only its
// screen.
type monitor struct{}

// startMonitor only limits the stack.
func startMonitor(func()) *monitor {
	debug.SetMaxStack(maxStack)
	return nil
}

// reportSaved does nothing.
func (m *monitor) reportSaved(bool) {}

// end does nothing.
func (m *monitor) end() {}

// IsMonitor returns false.
func IsMonitor([]string) bool { return false }

// RunMonitor is never called.
func RunMonitor(func([]byte) (string, error)) cli.ExitCode { return cli.ExitUsage }
