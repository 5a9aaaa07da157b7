package sshd

import (
	"encoding/binary"
	"strings"
	"unicode"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm/screen"
)

// Limits of a client's requests.
const (
	maxVariables = 16
	maxVariable  = 256 // bytes of a name and of a value
	maxTerm      = 64
	maxCommand   = 256  // bytes
	maxCells     = 1000 // columns or rows; screen.Size.Clamped limits them further
	maxPixels    = 32767
	requestsRate = 200 // per second, and at the same time
)

// variables are the variables that a client may set. A * stands for any end of a name.
var variables = []string{"LANG", "LC_*", "COLORTERM", "NO_COLOR", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "ARKTERM_*"}

// A sessionRequest collects the client's requests until the session begins.
type sessionRequest struct {
	env     map[string]string
	pty     bool
	size    screen.Size
	args    []string // the command; nil for the game
	command bool
}

// A requestHandler carries out a request. It reports whether the request is granted.
type requestHandler func(a *sessionRequest, payload []byte) (ok bool)

// requestHandlers has a row for each request that can be granted. There are no subsystems, no X11 and no agents.
var requestHandlers = map[string]requestHandler{
	"env":           (*sessionRequest).variable,
	"pty-req":       (*sessionRequest).terminal,
	"window-change": (*sessionRequest).change,
	"shell":         func(*sessionRequest, []byte) bool { return true },
	"exec":          (*sessionRequest).exec,
}

// variable sets a variable.
func (a *sessionRequest) variable(payload []byte) bool {
	var m struct{ Name, Value string }
	if ssh.Unmarshal(payload, &m) != nil || len(m.Name) > maxVariable || len(m.Value) > maxVariable || !mayBeSet(m.Name) {
		return false
	}
	if _, again := a.env[m.Name]; !again && len(a.env) >= maxVariables {
		return false
	}
	a.env[m.Name] = printable(m.Value)
	return true
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

// printable returns s without unprintable characters, and with spaces for tabs and line ends. Letters of all alphabets stay,
// because commands contain players' names.
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

// terminal requests a terminal. Its modes are ignored, because the client has set its end to raw mode.
func (a *sessionRequest) terminal(payload []byte) bool {
	var m struct {
		Term                      string
		Cols, Rows, Width, Height uint32
		Modes                     string
	}
	if a.pty || ssh.Unmarshal(payload, &m) != nil || len(m.Term) > maxTerm {
		return false
	}
	a.pty = true
	a.env["TERM"] = terminalType(m.Term)
	a.size = sizeOf(m.Cols, m.Rows, m.Width, m.Height)
	return true
}

// terminalType returns the allowed characters of TERM. The result is only looked up in the program's own table.
func terminalType(term string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._+-", r) {
			return r
		}
		return -1
	}, term)
}

// sizeOf returns a client's size. Pixels are 0, which means unknown, if one of the numbers is impossible.
func sizeOf(cols, rows, width, height uint32) screen.Size {
	if cols == 0 || rows == 0 || cols > maxCells || rows > maxCells || width > maxPixels || height > maxPixels {
		width, height = 0, 0
	}
	return screen.Size{Cols: int(min(cols, maxCells)), Rows: int(min(rows, maxCells)), Width: int(width), Height: int(height)}
}

// change changes the size before the session begins.
func (a *sessionRequest) change(payload []byte) (ok bool) {
	size, ok := parseChange(payload)
	if ok {
		a.size = size
	}
	return ok
}

// parseChange parses a window-change request.
func parseChange(payload []byte) (screen.Size, bool) {
	if len(payload) != 16 {
		return screen.Size{}, false
	}
	n := func(i int) uint32 { return binary.BigEndian.Uint32(payload[4*i:]) }
	return sizeOf(n(0), n(1), n(2), n(3)), true
}

// exec requests a command. No shell parses it.
func (a *sessionRequest) exec(payload []byte) bool {
	var m struct{ Command string }
	if ssh.Unmarshal(payload, &m) != nil || len(m.Command) > maxCommand {
		return false
	}
	a.args, a.command = strings.Fields(printable(m.Command)), true
	return true
}
