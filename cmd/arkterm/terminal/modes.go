package terminal

import "strings"

// A mode is something about the terminal that the program changes, and how it is changed
// back.
type mode struct {
	on, off string
	title   bool // not for terminals that would show the sequence as text
}

// pushTitle puts the terminal's title aside, onto a stack; the way back takes it from there.
const pushTitle = "\x1b[22;0;0t"

// modes are all of them, in the order in which they are entered; they are left in the
// reverse order. No library is told of any, so that they can be left without it: in
// a panic, in a signal, with its locks held.
var modes = []mode{
	{pushTitle, "\x1b[23;0;0t", true},
	{"\x1b]2;arkterm\x1b\\", "", true},
	{"\x1b[?1049h", "\x1b[H\x1b[2J\x1b[?1049l", false}, // the other screen, or a clear one where there is none
	{"\x1b[m", "\x1b[m", false},
	{"\x1b[?25l", "\x1b[?25h", false},     // no cursor
	{"\x1b[?7l", "\x1b[?7h", false},       // no wrapping
	{"\x1b[?2004h", "\x1b[?2004l", false}, // pastes are marked
	{"\x1b[?1004h", "\x1b[?1004l", false}, // focus is reported
	{"\x1b[?1002h", "\x1b[?1002l", false}, // drags are reported; for terminals without the next
	{"\x1b[?1003h", "\x1b[?1003l", false}, // all mouse motion is reported
	{"\x1b[?1006h", "\x1b[?1006l", false}, // in decimal
	{"", syncEnd, false},                  // a frame that was cut short has not ended its pair
}

// enterModes returns what takes a terminal; with a title it begins with pushTitle. The title is not set again when it was
// put aside before: terminals keep a stack of them.
func enterModes(title bool) string {
	var b strings.Builder
	for _, m := range modes {
		if title || !m.title {
			b.WriteString(m.on)
		}
	}
	return b.String()
}

// leaveModes returns what gives it back.
func leaveModes(title bool) string {
	var b strings.Builder
	for i := len(modes) - 1; i >= 0; i-- {
		if m := modes[i]; title || !m.title {
			b.WriteString(m.off)
		}
	}
	return b.String()
}

// A keyboard is a protocol in which a terminal reports more of a key than its press, and how
// it is switched. It is entered after modes and left before them, on the other screen:
// terminals keep a stack of flags for each. The zero keyboard is none.
type keyboard struct {
	name    string
	on, off string
	again   string // in place of on, where it may be on already
}

// The protocols. The flags of kitty's are 1, no two keys alike; 2, repeats and
// releases; 8, for all keys; and 4, what a key is with Shift, as without it nobody could
// type a question mark, and on a US keyboard, so that letters steer on a Greek one.
var (
	kittyKeyboard = keyboard{"kitty", "\x1b[>15u", "\x1b[<u", "\x1b[=15;1u"}
	win32Keyboard = keyboard{"win32", "\x1b[?9001h", "\x1b[?9001l", "\x1b[?9001h"}
)

// HasTitle reports whether a terminal of that TERM has a title. The Linux console shows
// parts of the sequences.
func HasTitle(term string) bool {
	return term != "" && term != "dumb" && !strings.HasPrefix(term, "linux")
}
