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
	maxVariables     = 16    // number of environment variables
	maxVariableBytes = 256   // bytes of the name or value of a variable
	maxTermBytes     = 64    // bytes of a terminal type
	maxCommandBytes  = 256   // bytes of a command
	maxCells         = 1000  // columns or rows; screen.Size.Clamped limits them further
	maxPixels        = 32767 // width or height
	maxRequestRate   = 200   // requests per second, and in one burst
)

// allowedVariables contains the names of the environment variables that a client may set. A * at the end matches any
// text.
var allowedVariables = []string{
	"LANG", "LC_*", "COLORTERM", "NO_COLOR", "TERM_PROGRAM", "TERM_PROGRAM_VERSION",
	"ARKTERM_*",
}

// A sessionRequest collects the client's requests until the session starts.
type sessionRequest struct {
	env     map[string]string
	pty     bool
	size    screen.Size
	args    []string // words of the command; nil for a game
	command bool     // the client has requested a command
}

// A requestHandler handles a request, and reports whether it is accepted.
type requestHandler func(a *sessionRequest, payload []byte) (ok bool)

// requestHandlers contains the handlers of all supported requests, by type. Subsystems, X11 and agents are not
// supported.
var requestHandlers = map[string]requestHandler{
	"env":           (*sessionRequest).setVariable,
	"pty-req":       (*sessionRequest).requestTerminal,
	"window-change": (*sessionRequest).setSize,
	"shell":         func(*sessionRequest, []byte) bool { return true },
	"exec":          (*sessionRequest).exec,
}

// setVariable sets an environment variable.
func (r *sessionRequest) setVariable(payload []byte) bool {
	var m struct{ Name, Value string }
	if ssh.Unmarshal(payload, &m) != nil || len(m.Name) > maxVariableBytes || len(m.Value) > maxVariableBytes ||
		!isAllowedVariable(m.Name) {
		return false
	}
	if _, replaces := r.env[m.Name]; !replaces && len(r.env) >= maxVariables {
		return false
	}
	r.env[m.Name] = removeUnprintable(m.Value)
	return true
}

// isAllowedVariable reports whether a client may set an environment variable.
func isAllowedVariable(name string) bool {
	for _, v := range allowedVariables {
		if prefix, isPattern := strings.CutSuffix(v, "*"); name == v || isPattern && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// removeUnprintable replaces tabs and line ends by spaces, and removes unprintable characters. It keeps letters of all
// alphabets, because commands contain players' names.
func removeUnprintable(s string) string {
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

// requestTerminal handles a request for a terminal. It ignores the terminal modes, because the client sets its own
// terminal to raw mode.
func (r *sessionRequest) requestTerminal(payload []byte) bool {
	var m struct {
		Term                      string
		Cols, Rows, Width, Height uint32
		Modes                     string
	}
	if r.pty || ssh.Unmarshal(payload, &m) != nil || len(m.Term) > maxTermBytes {
		return false
	}
	r.pty = true
	r.env["TERM"] = terminalType(m.Term)
	r.size = sizeOf(m.Cols, m.Rows, m.Width, m.Height)
	return true
}

// terminalType removes characters that are not allowed in TERM. The result is only compared with known types.
func terminalType(term string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._+-", r) {
			return r
		}
		return -1
	}, term)
}

// sizeOf returns the size of a client's window. If one of the numbers is invalid, the size in pixels is 0, which means
// that it is unknown.
func sizeOf(cols, rows, width, height uint32) screen.Size {
	if cols == 0 || rows == 0 || cols > maxCells || rows > maxCells || width > maxPixels || height > maxPixels {
		width, height = 0, 0
	}
	return screen.Size{
		Cols: int(min(cols, maxCells)), Rows: int(min(rows, maxCells)), Width: int(width),
		Height: int(height),
	}
}

// setSize sets the window size before the session starts.
func (r *sessionRequest) setSize(payload []byte) (ok bool) {
	size, ok := parseChange(payload)
	if ok {
		r.size = size
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

// exec handles a request for a command. The command is split into words without a shell.
func (r *sessionRequest) exec(payload []byte) bool {
	var m struct{ Command string }
	if ssh.Unmarshal(payload, &m) != nil || len(m.Command) > maxCommandBytes {
		return false
	}
	r.args, r.command = strings.Fields(removeUnprintable(m.Command)), true
	return true
}
