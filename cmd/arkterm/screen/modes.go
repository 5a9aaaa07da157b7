package screen

import (
	"strings"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
)

// A modeSet is a set of terminal modes.
type modeSet uint16

// The modes that a program can enable. screenMode represents the modes of every full-screen program.
const (
	screenMode      modeSet = 1 << iota
	titleMode               // the program's window title
	pasteMode               // bracketed paste
	focusMode               // focus reports
	buttonMode              // mouse reports: buttons
	dragMode                // mouse reports: motion while a button is down
	motionMode              // mouse reports: all motion
	cursorStyleMode         // the cursor's shape, set in cursor.go; leaving the mode resets it
	cursorColorMode         // the cursor's color, set in cursor.go; leaving the mode resets it

	mouseModes = buttonMode | dragMode | motionMode

	// inputModes are the modes of [Options.Input].
	inputModes = pasteMode | focusMode | dragMode | motionMode
)

// pushTitle pushes the terminal's title onto its stack. The leave sequence pops it.
const pushTitle = "\x1b[22;0;0t"

// cursorHome moves the cursor to the first row.
const cursorHome = "\x1b[H"

// clearScreen clears the screen before the alternate screen is left, for terminals without an alternate screen.
const clearScreen = cursorHome + "\x1b[2J"

// modes contains the sequences that enter and leave modes. They are entered in this order and left in reverse order.
var modes = [...]struct {
	set     modeSet // the row applies if any of these modes is on
	on, off string
}{
	{titleMode, pushTitle, "\x1b[23;0;0t"},
	{screenMode, "\x1b[?1049h", clearScreen + "\x1b[?1049l"}, // alternate screen; terminals without one are cleared
	{screenMode, "\x1b[m", "\x1b[m"},
	{screenMode, hideCursor, showCursor},
	{cursorStyleMode, "", "\x1b[0 q"},
	{cursorColorMode, "", "\x1b]112\a"},
	{screenMode, "\x1b[?7l", "\x1b[?7h"}, // no line wrapping
	{pasteMode, "\x1b[?2004h", "\x1b[?2004l"},
	{focusMode, "\x1b[?1004h", "\x1b[?1004l"},
	{buttonMode, "\x1b[?1000h", "\x1b[?1000l"},
	{dragMode, "\x1b[?1002h", "\x1b[?1002l"}, // also entered with motionMode, which some terminals do not support
	{motionMode, "\x1b[?1003h", "\x1b[?1003l"},
	{mouseModes, "\x1b[?1006h", "\x1b[?1006l"}, // mouse reports in decimal (SGR)
	{mouseModes, "", "\x1b[?1016l"},            // mouse reports in pixels, see pixelMouse
	{screenMode, "", syncEnd},                  // ends the synchronized output of an incomplete frame
}

// enterModes returns the sequence that enters a set of modes. With titleMode it begins with pushTitle and the title.
// Terminals keep a stack of titles, so titleMode must not be entered twice.
func enterModes(set modeSet, title string) string {
	var b strings.Builder
	for _, m := range modes {
		if m.set&set == 0 {
			continue
		}
		b.WriteString(m.on)
		if m.set == titleMode {
			b.WriteString(titleSequence(title))
		}
	}
	return b.String()
}

// leaveModes returns the sequence that leaves a set of modes.
func leaveModes(set modeSet) string {
	var b strings.Builder
	for i := len(modes) - 1; i >= 0; i-- {
		if modes[i].set&set != 0 {
			b.WriteString(modes[i].off)
		}
	}
	return b.String()
}

// titleSequence returns the sequence that sets the window title. It removes control characters from the title.
func titleSequence(title string) string {
	return "\x1b]2;" + strings.Map(printable, title) + "\x1b\\"
}

// setModes enables those modes in mask that are in set, and disables the other modes in mask. The change applies to
// each later Start, and immediately if the screen is started.
func (t *Screen) setModes(mask, set modeSet) {
	t.mu.Lock()
	defer t.mu.Unlock()
	old := t.modes & mask
	if old == set {
		return
	}
	t.modes ^= old ^ set
	t.markUsed(set)
	if t.started && !t.lines {
		// Leaving one mouse mode leaves all of them, so the remaining ones are entered again.
		t.writer.writeRaw(leaveModes(old) + enterModes(set, ""))
		if set&mouseModes != 0 {
			t.enterPixelMouse()
		}
	}
}

// markUsed adds the modes in set to those that the leave sequence leaves. Call it before these modes are entered. The
// caller holds mu.
func (t *Screen) markUsed(set modeSet) {
	if set&^t.used == 0 {
		return
	}
	t.used |= set
	if t.started {
		t.transport.Renew(t.leaveSequence())
	}
}

// EnableMouse enables the given kinds of mouse events, or all kinds if flags is empty.
func (t *Screen) EnableMouse(flags ...tcell.MouseFlags) {
	set := mouseModes
	if len(flags) > 0 {
		set = 0
	}
	for _, f := range flags {
		kinds := [...]tcell.MouseFlags{tcell.MouseButtonEvents, tcell.MouseDragEvents, tcell.MouseMotionEvents}
		for k, flag := range kinds {
			if f&flag != 0 {
				set |= buttonMode << k
			}
		}
	}
	t.setModes(mouseModes, set)
}

func (t *Screen) DisableMouse() { t.setModes(mouseModes, 0) }
func (t *Screen) EnablePaste()  { t.setModes(pasteMode, pasteMode) }
func (t *Screen) DisablePaste() { t.setModes(pasteMode, 0) }
func (t *Screen) EnableFocus()  { t.setModes(focusMode, focusMode) }
func (t *Screen) DisableFocus() { t.setModes(focusMode, 0) }

// SetTitle sets the window title, if the terminal can restore the previous title later.
func (t *Screen) SetTitle(title string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.options.Title = title
	if !hasTitle(t.options.Term) {
		return
	}
	pushed := t.modes&titleMode != 0
	t.modes |= titleMode
	t.markUsed(titleMode)
	switch {
	case !t.started || t.lines:
	case pushed:
		t.writer.writeRaw(titleSequence(title))
	default:
		t.titlePushed = t.writer.writeRaw(enterModes(titleMode, title)) + len(pushTitle)
	}
}

// A keyboard describes a keyboard protocol: a terminal extension that reports key repeats and releases. Terminals keep
// separate protocol flags for the main and the alternate screen. Therefore the protocol is enabled after switching to
// the alternate screen, and disabled before switching back. The zero keyboard means no protocol.
//
// The query is sent after the on sequence. The terminal reports releases for all keys after the reply to the query; see
// input.Reply.ReportsReleases.
type keyboard struct {
	name    string
	on, off string
	reenter string // replaces on if the protocol may already be on
	reset   string // replaces off if the protocol may already be off
	query   string
	reply   input.ReplyKind // kind of the reply to query
}

// The supported protocols. The flags of the kitty protocol are 1 (distinct codes for all keys), 2 (repeats and
// releases), 4 (alternate keys) and 8 (all keys as escape codes). An alternate key is the shifted key, which is
// needed for a question mark, or the key at the same place on a US keyboard, which is needed for letters that steer
// on a Greek keyboard.
var (
	kittyKeyboard = keyboard{
		name: "kitty",
		on:   "\x1b[>15u", off: "\x1b[<u",
		reenter: "\x1b[=15;1u", reset: "\x1b[=0u",
		query: "\x1b[?u", reply: input.KeyboardReply,
	}
	win32Keyboard = keyboard{
		name: "win32",
		on:   "\x1b[?9001h", off: "\x1b[?9001l",
		reenter: "\x1b[?9001h", reset: "\x1b[?9001l",
		query: "\x1b[?9001$p", reply: input.ModeReply,
	}
)

// pixelMouse enters the mode in which mouse positions are reported in pixels, and cellMouse leaves it. Both then query
// the state of the mode. Mouse reports that arrive before the reply use the previous unit.
const (
	pixelMouse      = "\x1b[?1016h" + queryPixelMouse
	cellMouse       = "\x1b[?1016l" + queryPixelMouse
	queryPixelMouse = "\x1b[?1016$p"
)

// Lines switches to text mode if on is true, and back to frames otherwise. In text mode, Say shows lines of text, like
// the output of a shell, and frames are not shown. No modes are entered, so screen readers, magnifiers and braille
// displays work. Keys still arrive one at a time. The change is immediate and applies to each later Start.
func (t *Screen) Lines(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if on == t.lines {
		return
	}
	leave := t.leaveSequence() // leaves the current modes
	t.lines = on
	if !t.started || t.goneErr != nil {
		return
	}
	if on {
		before := t.writer.writeRaw(leave)
		t.escapeKeyboard, t.keyboardCheckDue = keyboard{}, 0
		t.keyboardOffEnd, t.linesLeftEnd = before+len(t.keyboard.off), before+len(leave)
		t.transport.Renew(t.leaveSequence())
		return
	}
	t.transport.Renew(t.leaveSequence()) // before the modes are entered, because this process may be killed
	t.enter()
}

// Say shows a line of text below the last one. It removes control characters from the text.
func (t *Screen) Say(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.started && t.lines && t.goneErr == nil {
		t.writer.writeRaw(strings.Map(printable, text) + "\r\n")
	}
}

// printable returns r, or −1 for a control character.
func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}
