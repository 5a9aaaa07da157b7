package screen

import (
	"strings"

	"arkterm/input"
)

// A mode is a mode of the terminal, with the sequences that enter and leave it.
type mode struct {
	on, off string
	title   bool // skipped for terminals that would show the sequence as text
}

// pushTitle pushes the terminal's title onto its stack; leaving pops it.
const pushTitle = "\x1b[22;0;0t"

// cursorHome moves the cursor to the first row.
const cursorHome = "\x1b[H"

// clearScreen clears the screen before the alternate screen is left, for terminals that have only one screen.
const clearScreen = cursorHome + "\x1b[2J"

// modes are entered in this order and left in the reverse one. tcell does not know them, so they can be
// left without it: in a panic, in a signal handler, or while tcell's locks are held.
var modes = []mode{
	{pushTitle, "\x1b[23;0;0t", true},
	{"\x1b]2;arkterm\x1b\\", "", true},
	{"\x1b[?1049h", clearScreen + "\x1b[?1049l", false}, // the alternate screen; cleared where there is none
	{"\x1b[m", "\x1b[m", false},
	{"\x1b[?25l", "\x1b[?25h", false},     // hide the cursor
	{"\x1b[?7l", "\x1b[?7h", false},       // no line wrap
	{"\x1b[?2004h", "\x1b[?2004l", false}, // bracketed paste
	{"\x1b[?1004h", "\x1b[?1004l", false}, // focus reports
	{"\x1b[?1002h", "\x1b[?1002l", false}, // drag reports, for terminals without the next mode
	{"\x1b[?1003h", "\x1b[?1003l", false}, // reports of all mouse motion
	{"\x1b[?1006h", "\x1b[?1006l", false}, // in decimal (SGR)
	{"", "\x1b[?1016l", false},            // in pixels, see pixelMouse
	{"", syncEnd, false},                  // ends the synchronized output of a frame that was cut short
}

// enterModes returns the sequence that enters all modes. With a title it begins with pushTitle. Pass false
// if the title was pushed before: terminals keep a stack of titles.
func enterModes(title bool) string {
	var b strings.Builder
	for _, m := range modes {
		if title || !m.title {
			b.WriteString(m.on)
		}
	}
	return b.String()
}

// leaveModes returns the sequence that leaves all modes.
func leaveModes(title bool) string {
	var b strings.Builder
	for i := len(modes) - 1; i >= 0; i-- {
		if m := modes[i]; title || !m.title {
			b.WriteString(m.off)
		}
	}
	return b.String()
}

// A keyboard is a protocol in which a terminal reports repeats and releases of keys, with the sequences
// that switch it. It is entered after modes and left before them, on the alternate screen: terminals keep
// a stack of flags for each screen. The zero keyboard is none.
//
// Behind on goes ask, whether the terminal has really switched: its reply stands between the last key
// without a release and the first with one (input.Reply.Releases).
type keyboard struct {
	name    string
	on, off string
	again   string // in place of on if it may be on already
	reset   string // instead of off if it may be off already
	ask     string
	reply   input.ReplyKind // the kind of the reply to ask
}

// The protocols. The flags of kitty's are 1, distinct codes for all keys; 2, repeats and releases;
// 4, alternate keys: the shifted one, needed to type a question mark, and the one at the same place
// on a US keyboard, so that letters steer on a Greek one; and 8, all keys as escape codes.
var (
	kittyKeyboard = keyboard{"kitty", "\x1b[>15u", "\x1b[<u", "\x1b[=15;1u", "\x1b[=0u", "\x1b[?u", input.KeyboardReply}
	win32Keyboard = keyboard{"win32", "\x1b[?9001h", "\x1b[?9001l", "\x1b[?9001h", "\x1b[?9001l", "\x1b[?9001$p", input.ModeReply}
)

// pixelMouse enters the mode in which the mouse is reported in pixels, where a terminal has it, and asks whether it is on:
// up to the reply the reports are in cells.
const pixelMouse = "\x1b[?1016h" + askPixelMouse

// cellMouse leaves it, and asks as well: from the reply on the reports are in cells.
const cellMouse = "\x1b[?1016l" + askPixelMouse

const askPixelMouse = "\x1b[?1016$p"
