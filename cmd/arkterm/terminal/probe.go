package terminal

import (
	"time"

	"arkterm/cmd/arkterm/terminal/caps"
	"arkterm/input"
)

// A probe asks the terminal what it can do, once, while the first frame is already on screen: the
// [Terminal] sends probeQueries, passes on the replies, and is told when those were all. The
// last query is one that every terminal replies to, so nothing is waited for that will not
// come; for one that does not reply at all there is a limit. It sees no time and no terminal.
//
// The zero probe sends none.
type probe struct {
	state probeState
	caps  caps.Caps
}

// A probeState says how far a probe is.
type probeState uint8

// The states.
const (
	probeOff  probeState = iota // no queries are sent
	probeDue                    // the queries are to be sent
	probeOpen                   // they are sent
	probeDone                   // all have been replied to, or the time is over
)

// probeQueries are the queries: the kitty keyboard protocol, win32-input-mode, synchronized
// output, the terminal's name, the size of a cell; and the fence, its attributes.
const probeQueries = "\x1b[?u" + "\x1b[?9001$p" + "\x1b[?2026$p" + "\x1b[>q" + "\x1b[16t" + "\x1b[c"

// How long the replies may take. Over a link they go round the world.
const (
	probeLimit     = 300 * time.Millisecond
	probeLimitLink = time.Second
)

// Modes that DECRQM tells of.
const (
	win32Mode = 9001
	syncMode  = 2026
)

// newProbe returns a probe that sends queries, or one that is off.
func newProbe(queries bool) probe {
	if !queries {
		return probe{}
	}
	return probe{state: probeDue}
}

// Due reports whether the queries are to be sent, and Begin says that they are.
func (p *probe) Due() bool { return p.state == probeDue }

func (p *probe) Begin() { p.state = probeOpen }

// Take takes a reply and reports whether it was the last one. One that comes late counts
// too.
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
		case win32Mode:
			f.Win32 = r.B
		case syncMode:
			f.Sync = r.B == 1 || r.B == 2
		}
	case input.VersionReply:
		f.Version = r.Text
	case input.CellReply:
		f.CellH, f.CellW = r.A, r.B
	case input.AttributesReply:
		f.Answered, f.Told = true, true
		p.state = probeDone
		return true
	}
	return false
}

// Expire says that the replies have had their time, and reports whether one was still to come.
func (p *probe) Expire() bool {
	if p.state != probeOpen {
		return false
	}
	p.state, p.caps.Told = probeDone, true
	return true
}

// keyboardOf returns how a terminal can be made to report releases.
func keyboardOf(c caps.Caps) keyboard {
	switch {
	case c.Kitty:
		return kittyKeyboard
	case c.Win32 == 2: // where it is on, somebody else has put it on and will put it off
		return win32Keyboard
	}
	return keyboard{}
}
