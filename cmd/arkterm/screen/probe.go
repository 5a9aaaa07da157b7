package screen

import (
	"time"

	"arkterm/input"
)

// A probe determines the terminal's capabilities once, before the first frame. The [Screen] sends its queries and
// passes the replies to HandleReply. A probe does not access a clock or a terminal.
//
// A probe has up to two rounds. The first round queries everything that affects the picture. The first frame waits for
// these replies, but at most for firstFrameLimit. The second round queries modes (DECRQM). It is sent only to
// terminals that are known to understand DECRQM, because others print its last letter. Each round ends with CSI c
// (DA1). Nearly every terminal replies to DA1, so this reply ends the round even if the terminal ignores the other
// queries. A time limit ends the probe of terminals that do not reply at all.
//
// The zero probe is off.
type probe struct {
	state          probeState
	term           string // TERM
	caps           Caps
	cursorExpected bool // the reply with the cursor position is expected
}

// A probeState is the progress of a probe.
type probeState uint8

// The states of a probe.
const (
	probeOff        probeState = iota // no queries are sent
	probeFirstDue                     // the first round must be sent
	probeFirstSent                    // the first round was sent
	probeSecondDue                    // the second round must be sent
	probeSecondSent                   // the second round was sent
	probeDone                         // the last reply has arrived
)

// identifyQueries are the queries for the kitty keyboard protocol, the terminal's name, its secondary attributes and
// the size of a cell. A terminal that prints parts of them prints into the first row.
const identifyQueries = "\x1b[H" + "\x1b[?u" + "\x1b[>q" + "\x1b[>c" + "\x1b[16t"

// widthQuery measures how many columns a character of ambiguous width takes. It prints such a character at the start of
// a row, queries the cursor position, and erases the row. A modified F3 key has the form of a reply for row 1, so the
// query uses row 2.
const widthQuery = "\x1b[2;1H" + "▀" + "\x1b[6n" + "\r\x1b[K"

// wipe clears the screen, because some terminals print parts of the queries. The first frame might not overwrite them,
// because it may omit cells on a slow link.
const wipe = clearScreen

// modeQueries are the queries for win32-input-mode, synchronized output and the mouse in pixels.
const modeQueries = "\x1b[?9001$p" + "\x1b[?2026$p" + "\x1b[?1016$p"

// firstFrameLimit is the maximum time that the first frame waits for replies. probeLimit and probeLimitRemote are the
// maximum durations of the whole probe, for local and for remote terminals.
const (
	firstFrameLimit  = 60 * time.Millisecond
	probeLimit       = 300 * time.Millisecond
	probeLimitRemote = time.Second
)

// syncMode is the number of the mode for synchronized output.
const syncMode = 2026

// newProbe returns a probe for a terminal with this TERM, or the zero probe if queries is false.
func newProbe(queries bool, term string) probe {
	if !queries {
		return probe{}
	}
	return probe{state: probeFirstDue, term: term}
}

// DelaysFirstFrame reports whether the first frame must wait for replies.
func (p *probe) DelaysFirstFrame() bool { return p.state == probeFirstSent && !p.caps.PictureKnown }

// NextQueries returns the queries to send now, or "". The caller must send them. Set measureWidth only for UTF-8
// terminals, because other terminals would print several characters for the width query.
func (p *probe) NextQueries(measureWidth bool) string {
	switch p.state {
	case probeFirstDue:
		p.state = probeFirstSent
		if isLimited(p.term) {
			return seqDA1
		}
		if p.cursorExpected = measureWidth; measureWidth {
			return identifyQueries + widthQuery + wipe + seqDA1
		}
		return identifyQueries + wipe + seqDA1
	case probeSecondDue:
		p.state = probeSecondSent
		return modeQueries + seqDA1
	}
	return ""
}

// HandleReply handles a reply. It returns true if the capabilities must be applied, because a round has ended or a
// reply has arrived after the last round.
func (p *probe) HandleReply(r input.Reply) (apply bool) {
	if p.state < probeFirstSent || p.state == probeDone && r.Kind != input.CursorReply {
		return false // after the probe, the modes in replies are those that the Screen has set
	}
	c := &p.caps
	switch r.Kind {
	case input.StatusReply:
		c.Status = true
	case input.KeyboardReply:
		c.Kitty = true
	case input.ModeReply:
		supported := r.B == 1 || r.B == 2 // the mode is on or off
		switch r.A {
		case input.Win32Mode:
			c.Win32 = r.B
		case input.PixelMode:
			c.PixelMouse = supported
		case syncMode:
			c.Sync = supported
		}
	case input.VersionReply:
		c.Version = r.Text
	case input.SecondaryReply:
		c.TerminalModel, c.TerminalRelease = r.A, r.B
	case input.CellReply:
		c.CellH, c.CellW = r.A, r.B
	case input.CursorReply:
		expected := p.cursorExpected && r.B > 1
		if p.cursorExpected = false; expected {
			c.Ambiguous = r.B - 1
		}
		return expected && p.state == probeDone
	case input.AttributesReply:
		return p.endRound()
	}
	return false
}

// endRound handles a reply to DA1. It reports whether the reply has ended a round. Other replies belong to queries of
// the link.
func (p *probe) endRound() bool {
	switch p.state {
	case probeFirstSent:
		p.cursorExpected = p.cursorExpected && !p.caps.Settled
		p.caps.Answered, p.caps.PictureKnown = true, true
		if p.state = probeDone; p.caps.answersModes(p.term) {
			p.state = probeSecondDue
			return true
		}
	case probeSecondSent:
		p.state = probeDone
	default:
		return false
	}
	p.caps.Settled = true
	return true
}

// Expire ends the probe at the time limit, and reports whether replies were missing. Replies that arrive later are
// still used, except for the cursor position after the reply to DA1, because it may be a key.
func (p *probe) Expire() bool {
	p.cursorExpected = p.cursorExpected && !p.caps.Answered
	if p.state == probeOff || p.caps.Settled {
		return false
	}
	p.caps.PictureKnown, p.caps.Settled = true, true
	return true
}

// keyboardOf returns the protocol in which a terminal can report key releases.
func keyboardOf(c Caps) keyboard {
	switch {
	case c.Kitty:
		return kittyKeyboard
	case c.Win32 == 2: // if it is already on, another program has set it and will reset it
		return win32Keyboard
	}
	return keyboard{}
}
