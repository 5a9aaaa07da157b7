package main

import (
	"time"

	"arkterm/input"
)

// A probe asks the terminal what it can do, once, while the title is already on screen: the
// loop sends probeQueries, passes on what is answered, and is told when that was all. The
// last question is one that every terminal answers, so nothing is waited for that will not
// come; for one that answers nothing at all there is a limit. It sees no time but
// what it is told, and no terminal.
//
// The zero probe asks nothing.
type probe struct {
	state probeState
	until time.Duration // when the answer to the last question is given up
	found found
}

// A probeState says how far a probe is.
type probeState uint8

// The states.
const (
	probeOff  probeState = iota // nothing is to be asked
	probeDue                    // the questions are to be put
	probeOpen                   // they are put
	probeDone                   // all is answered, or the time is over
)

// probeQueries are the questions: the kitty keyboard protocol, win32-input-mode, synchronized
// output, the terminal's name, the size of a cell; and the fence, its attributes.
const probeQueries = "\x1b[?u" + "\x1b[?9001$p" + "\x1b[?2026$p" + "\x1b[>q" + "\x1b[16t" + "\x1b[c"

// How long the answers may take. Over a link they go round the world.
const (
	probeLimit     = 300 * time.Millisecond
	probeLimitLink = time.Second
)

// Modes that DECRQM tells of.
const (
	win32Mode = 9001
	syncMode  = 2026
)

// A found is what the terminal has told of itself.
type found struct {
	Answered bool   // it has answered the last question
	Kitty    bool   // it knows the kitty keyboard protocol
	Win32    int    // win32-input-mode, as DECRQM tells: 1 is on, 2 off, 0 unknown
	Sync     bool   // it knows synchronized output
	Status   bool   // it answers when it has read what came before
	Version  string // its name, "" if it does not tell
	CellW    int    // pixels of a cell, 0 if it does not tell
	CellH    int
}

// newProbe returns a probe that asks, or one that is off.
func newProbe(asks bool) probe {
	if !asks {
		return probe{}
	}
	return probe{state: probeDue}
}

// Due reports whether the questions are to be put, and Begin says that they are.
func (p *probe) Due() bool { return p.state == probeDue }

func (p *probe) Begin(now, limit time.Duration) {
	p.state, p.until = probeOpen, now+limit
}

// Take takes an answer and reports whether it was the last one. One that comes late counts
// too.
func (p *probe) Take(r input.Reply) (last bool) {
	if p.state < probeOpen {
		return false
	}
	f := &p.found
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
		f.Answered = true
		p.state = probeDone
		return true
	}
	return false
}

// Over reports, once, that the time for the answers is over.
func (p *probe) Over(now time.Duration) bool {
	if p.state != probeOpen || now < p.until {
		return false
	}
	p.state = probeDone
	return true
}

// Until returns when the probe wants to be asked whether it is over, or never.
func (p *probe) Until() time.Duration {
	if p.state != probeOpen {
		return never
	}
	return p.until
}

// keyboard returns how the terminal can be made to report releases.
func (f *found) keyboard() keyboard {
	switch {
	case f.Kitty:
		return kittyKeyboard
	case f.Win32 == 2: // where it is on, somebody else has put it on and will put it off
		return win32Keyboard
	}
	return keyboard{}
}

// releases reports whether it then reports them.
func (f *found) releases() bool { return f.Kitty || f.Win32 == 1 || f.Win32 == 2 }

// aspect returns width ÷ height of a cell, or otherwise when it is not known.
func (f *found) aspect(otherwise float64) float64 {
	if f.CellW <= 0 || f.CellH <= 0 {
		return otherwise
	}
	return clampAspect(float64(f.CellW) / float64(f.CellH))
}

// probeLimit returns how long the answers may take.
func (set *settings) probeLimit() time.Duration {
	if set.link {
		return probeLimitLink
	}
	return probeLimit
}

// line says in a few words what was found, for the title: what the terminal is, and
// how a held key is known. term is its kind as TERM says.
func (f *found) line(term string) string {
	name := f.Version
	if name == "" {
		name = term
	}
	name = cut(name, 24)
	switch {
	case f.releases():
		return name + " · key releases: yes"
	case f.Answered:
		return name + " · key releases: no, mouse: exact"
	}
	return name
}

// cut returns the first n characters of a text in ASCII.
func cut(s string, n int) string { return s[:min(n, len(s))] }
