package sshd

import (
	"encoding/binary"
	"strings"
	"unicode"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm/screen"
)

// Limits of what a client may ask of a channel before and during a visit.
const (
	maxVariables = 16
	maxVariable  = 256 // bytes of a name and of a value
	maxTerm      = 64
	maxCommand   = 256  // bytes of a command
	maxCells     = 1000 // columns or rows that are believed; screen.Size.Clamped limits them further
	maxPixels    = 32767
	requestsRate = 200 // requests a second, and at once
)

// variables are the variables that a client may set; a * stands for any end of a name.
var variables = []string{"LANG", "LC_*", "COLORTERM", "NO_COLOR", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "ARKTERM_*"}

// An asked is what a client has asked of its channel, before the visit begins.
type sessionRequest struct {
	env     map[string]string
	pty     bool
	size    screen.Size
	words   []string // of a command; nil: the game
	command bool
}

// A request is what a channel's request does. It returns whether it is granted, and whether the visit begins.
type requestHandler func(a *sessionRequest, payload []byte) (ok, begins bool)

// requests are those that are granted at all: no subsystem, no X11, no agent.
var requests = map[string]requestHandler{
	"env":           (*sessionRequest).variable,
	"pty-req":       (*sessionRequest).terminal,
	"window-change": (*sessionRequest).change,
	"shell":         (*sessionRequest).shell,
	"exec":          (*sessionRequest).exec,
}

// variable sets a variable.
func (a *sessionRequest) variable(payload []byte) (ok, begins bool) {
	var m struct{ Name, Value string }
	if ssh.Unmarshal(payload, &m) != nil || len(m.Name) > maxVariable || len(m.Value) > maxVariable || !mayBeSet(m.Name) {
		return false, false
	}
	if _, again := a.env[m.Name]; !again && len(a.env) >= maxVariables {
		return false, false
	}
	a.env[m.Name] = printable(m.Value)
	return true, false
}

// mayBeSet reports whether a client may set a variable.
func mayBeSet(name string) bool {
	for _, v := range variables {
		if start, any := strings.CutSuffix(v, "*"); name == v || any && strings.HasPrefix(name, start) {
			return true
		}
	}
	return false
}

// printable returns s without what cannot be printed, and with spaces for white space. Letters of all alphabets stay: there are names
// of players in commands.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case !unicode.IsPrint(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
}

// terminal takes a terminal. Its modes are of no interest: the client has made its end raw.
func (a *sessionRequest) terminal(payload []byte) (ok, begins bool) {
	var m struct {
		Term                      string
		Cols, Rows, Width, Height uint32
		Modes                     string
	}
	if a.pty || ssh.Unmarshal(payload, &m) != nil || len(m.Term) > maxTerm {
		return false, false
	}
	a.pty = true
	a.env["TERM"] = kind(m.Term)
	a.size = sizeOf(m.Cols, m.Rows, m.Width, m.Height)
	return true, false
}

// kind returns the kind of a terminal with the characters that such a name has. It is looked up in our own table and
// nowhere else.
func kind(term string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._+-", r) {
			return r
		}
		return -1
	}, term)
}

// sizeOf returns the size that a client tells. A size that no window has is unknown.
func sizeOf(cols, rows, width, height uint32) screen.Size {
	if cols == 0 || rows == 0 || cols > maxCells || rows > maxCells {
		cols, rows = min(cols, maxCells), min(rows, maxCells)
		width, height = 0, 0
	}
	if width > maxPixels || height > maxPixels {
		width, height = 0, 0
	}
	return screen.Size{Cols: int(cols), Rows: int(rows), Width: int(width), Height: int(height)}
}

// change changes the size before the visit begins.
func (a *sessionRequest) change(payload []byte) (ok, begins bool) {
	size, ok := changed(payload)
	if ok {
		a.size = size
	}
	return ok, false
}

// changed reads a window-change.
func changed(payload []byte) (screen.Size, bool) {
	if len(payload) != 16 {
		return screen.Size{}, false
	}
	n := func(i int) uint32 { return binary.BigEndian.Uint32(payload[4*i:]) }
	return sizeOf(n(0), n(1), n(2), n(3)), true
}

func (a *sessionRequest) shell([]byte) (ok, begins bool) { return true, true }

// exec takes a command: words, which no shell sees.
func (a *sessionRequest) exec(payload []byte) (ok, begins bool) {
	var m struct{ Command string }
	if ssh.Unmarshal(payload, &m) != nil || len(m.Command) > maxCommand {
		return false, false
	}
	a.words, a.command = strings.Fields(printable(m.Command)), true
	return true, true
}
