package tty

import (
	"os"
	"sync"

	"golang.org/x/sys/windows"
)

// legacyTerm is the TERM of a console without escape sequences.
const legacyTerm = "conhost-legacy"

// Getenv is os.Getenv for the variables that describe the terminal. The console sets no TERM, so Getenv returns the name
// of its row in the table of terminals (package caps). For a console without escape sequences that name replaces another
// TERM. Windows Terminal is recognized by WT_SESSION.
func Getenv(name string) string {
	v := os.Getenv(name)
	if name == "TERM" && os.Getenv("WT_SESSION") == "" {
		if kind := consoleTerm(); v == "" || kind == legacyTerm {
			return kind
		}
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
		return legacyTerm
	}
	return "conhost"
})
