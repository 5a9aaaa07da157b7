package terminal

import (
	"time"

	"arkterm/cmd/arkterm/terminal/caps"
	"arkterm/input"
)

// A probe queries what the terminal can do, once, behind the first frame. The [Terminal] sends
// probeQueries and passes the replies on. Every terminal replies to the last query, so its reply ends the
// probe even if the others are unknown; for a terminal that does not reply at all there is a time limit. A
// probe reads no clock and no terminal.
//
// The zero probe is off.
type probe struct {
	state probeState
	caps  caps.Caps
}

// A probeState is the progress of a probe.
type probeState uint8

// The states of a probe.
const (
	probeOff  probeState = iota // no queries are sent
	probeDue                    // the queries have to be sent
	probeOpen                   // the queries are sent
	probeDone                   // the last reply has come, or the time is up
)

// probeQueries are the queries for the kitty keyboard protocol, win32-input-mode, synchronized output, the mouse
// in pixels, the terminal's name, its secondary attributes, the size of a cell, and last for its primary attributes, the fence.
const probeQueries = "\x1b[?u" + "\x1b[?9001$p" + "\x1b[?2026$p" + "\x1b[?1016$p" + "\x1b[>q" + "\x1b[>c" + "\x1b[16t" + fenceQuery

// Time limits for the replies: on this machine, and over a network.
const (
	probeLimit     = 300 * time.Millisecond
	probeLimitLink = time.Second
)

// syncMode is the mode of synchronized output.
const syncMode = 2026

// newProbe returns a probe that sends queries, or one that is off.
func newProbe(queries bool) probe {
	if !queries {
		return probe{}
	}
	return probe{state: probeDue}
}

// Due reports whether the queries have to be sent; Begin notes that they are.
func (p *probe) Due() bool { return p.state == probeDue }

func (p *probe) Begin() { p.state = probeOpen }

// Take takes a reply and reports whether it was the last one. Late replies count too.
func (p *probe) Take(r input.Reply) (last bool) {
	if p.state < probeOpen {
		return false
	}
	f := &p.caps
	switch r.Kind {
	case input.StatusReply:
		f.Status = true
	case input.KeyboardReply:
		f.Kitty = true
	case input.ModeReply:
		switch r.A {
		case input.Win32Mode:
			f.Win32 = r.B
		case input.PixelMode:
			f.PixelMouse = r.B == 1 || r.B == 2
		case syncMode:
			f.Sync = r.B == 1 || r.B == 2
		}
	case input.VersionReply:
		f.Version = r.Text
	case input.SecondaryReply:
		f.Secondary = r.B
	case input.CellReply:
		f.CellH, f.CellW = r.A, r.B
	case input.AttributesReply:
		last = !f.Answered // others are those to the link's queries
		f.Answered, f.Told = true, true
		p.state = probeDone
	}
	return last
}

// Expire ends the probe at its time limit, and reports whether replies were missing.
func (p *probe) Expire() bool {
	if p.state != probeOpen {
		return false
	}
	p.state, p.caps.Told = probeDone, true
	return true
}

// keyboardOf returns the protocol in which a terminal can report releases.
func keyboardOf(c caps.Caps) keyboard {
	switch {
	case c.Kitty:
		return kittyKeyboard
	case c.Win32 == 2: // if it is on already, another program has set it and will reset it
		return win32Keyboard
	}
	return keyboard{}
}
