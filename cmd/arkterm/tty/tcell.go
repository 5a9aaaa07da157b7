package tty

import (
	"bytes"
	"strings"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/screen"
	"arkterm/render/cell"
)

// newTcellScreen returns tcell's own screen for a terminal with this TERM, and the sequence that leaves its modes.
func newTcellScreen(tty tcell.Tty, term string) (s tcell.Screen, leave string, err error) {
	entry, err := findTerminfo(term)
	if err != nil {
		return nil, "", err
	}
	if s, err = tcell.NewTerminfoScreenFromTtyTerminfo(tty, entry); err != nil {
		return nil, "", cli.Errorf(cli.ExitTerminal, "TERM=%s: %w", term, err)
	}
	if !entry.AutoMargin && entry.DisableAutoMargin == "" { // entries from infocmp lack both fields
		s = unscrolledScreen{s}
	}
	return s, leaveTerminfo(entry), nil
}

// An unscrolledScreen does not draw the last cell, because a character there may scroll the terminal.
type unscrolledScreen struct{ tcell.Screen }

func (s unscrolledScreen) Show() {
	cols, rows := s.Size()
	s.LockRegion(cols-1, rows-1, 1, 1, true)
	s.Screen.Show()
}

// findTerminfo returns a copy of a terminal's entry in tcell's table or from infocmp. The copy has no padding,
// because tcell would sleep for the padding of each cursor movement.
func findTerminfo(term string) (*terminfo.Terminfo, error) {
	if hasInputRecords && (term == "" || term == "conhost") {
		term = "xterm-truecolor" // tcell's default on Windows
	}
	if term == "" {
		return nil, cli.Errorf(cli.ExitTerminal, "TERM is not set: "+
			"--driver tcell needs the terminal's name (such as xterm-256color); "+
			"set TERM, or use --driver arkterm")
	}
	entry, err := tcell.LookupTerminfo(term)
	if err != nil {
		return nil, cli.Errorf(cli.ExitTerminal, "TERM=%s: neither tcell nor infocmp knows this terminal: %w; "+
			"set TERM to a compatible terminal, install infocmp (ncurses), or use --driver arkterm", term, err)
	}
	changed := *entry
	changed.PadChar = ""
	changed.ShowCursor = strings.ReplaceAll(changed.ShowCursor, "\x1b[?12h", "") // the cursor would blink
	return &changed, nil
}

// leaveTerminfo returns the sequence that leaves all modes that tcell enters.
func leaveTerminfo(entry *terminfo.Terminfo) string {
	var b bytes.Buffer
	if entry.XTermLike { // ends synchronized output and the keyboard protocols
		b.WriteString("\x1b[?2026l\x1b[?9001l\x1b[<u\x1b[>4;0m")
	}
	entry.TPuts(&b, entry.ShowCursor+entry.ResetFgBg+entry.AttrOff+entry.ExitKeypad+entry.EnableAutoMargin)
	if entry.XTermLike {
		b.WriteString("\x1b[23;2t")
	}
	entry.TPuts(&b, entry.Clear+entry.ExitCA)
	if entry.XTermLike || entry.Mouse != "" {
		b.WriteString("\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[?1004l")
	}
	return b.String()
}

// Tier returns the color tier of tcell's screen. If the screen is arkterm's, ok is false.
func (t *Terminal) Tier() (tier cell.Tier, ok bool) {
	d, ok := t.Display.(*screen.Driver)
	if !ok {
		return 0, false
	}
	return d.Tier(), true
}
