package tty

import (
	"os"
	"sync"

	"golang.org/x/sys/windows"
)

// Getenv is os.Getenv for all that asks what the terminal can do. The console sets no TERM: it gets one that the table of
// terminals (package caps) has a row for. Windows Terminal tells of itself by a variable of its own.
func Getenv(name string) string {
	v := os.Getenv(name)
	if name == "TERM" && v == "" && os.Getenv("WT_SESSION") == "" {
		return consoleTerm()
	}
	return v
}

// consoleTerm returns the kind of this process's console, "" if there is none.
var consoleTerm = sync.OnceValue(func() string {
	var mode uint32
	out, err := windows.GetStdHandle(windows.STD_OUTPUT_HANDLE)
	switch {
	case err != nil || windows.GetConsoleMode(out, &mode) != nil:
		return ""
	case !knowsSequences(out):
		return "conhost-legacy"
	}
	return "conhost"
})
