package terminal

import "time"

// A link says whether the terminal can take another frame, so that what is on the glass is
// never old: frames that wait in buffers on the way are delay. It sees no time but what it
// is told, a duration since any origin, and no terminal.
//
// Each frame ends with a question, CSI 5 n. The terminal answers when it has read all that
// came before; so its answer says what neither the kernel's queue nor the network's tells:
// how far the glass is behind. With maxOpen questions open, there is no other frame.
//
//	opening ─ an answer ─► answering ─ silentAfter ─► silent ─ deafAfter ─► mute
//	   └───── muteAfter, no answer ever: no question any more ─────────────►  │
//	              answering ◄─ all is answered ─ settling ◄─ an answer ───────┘
//
// The zero link is off: it asks nothing and any frame may be sent.
type link struct {
	state  linkState
	since  time.Duration    // when the state began
	sent   time.Duration    // when the last frame was
	heard  time.Duration    // when the last answer came
	asked  [8]time.Duration // when the open questions were asked, the oldest first
	open   int
	trip   time.Duration // from a question to its answer, the last one
	proven bool          // it has answered once
}

// A linkState is what is known of the terminal's answers.
type linkState uint8

// The states.
const (
	linkOff       linkState = iota // nothing is asked
	linkOpening                    // the first question is open
	linkAnswering                  // answers come
	linkSilent                     // they have stopped coming
	linkSettling                   // they come again: old ones, for questions that were given up
	linkMute                       // it does not answer
)

var linkNames = [...]string{"not asked", "asked", "answers", "silent", "settling", "mute"}

func (s linkState) String() string { return linkNames[s] }

// maxOpen is how many questions may be open: one frame on the way, one being read.
const maxOpen = 2

// How long things last. A question that a reset or a new terminal has swallowed is never
// answered, so nothing is waited for without end.
const (
	muteAfter   = time.Second            // the first answer has not come
	silentAfter = 2 * time.Second        // nor the next: more than a whole redraw takes at 40 KB/s
	deafAfter   = 5 * time.Second        // of silence
	quiet       = 250 * time.Millisecond // without an answer: no old one is to come any more
	openingGap  = 100 * time.Millisecond // from frame to frame before the first answer
	silentGap   = 500 * time.Millisecond // and while there are none
	askAgain    = time.Second            // from question to question of a mute terminal that has answered before
)

// newLink returns a link that asks, or one that is off.
func newLink(asks bool, now time.Duration) link {
	if !asks {
		return link{}
	}
	return link{state: linkOpening, since: now, sent: now - openingGap}
}

// Ready reports whether a frame may be sent.
func (l *link) Ready(now time.Duration) bool {
	l.update(now)
	switch l.state {
	case linkOpening:
		return now-l.sent >= openingGap
	case linkAnswering:
		return l.open < maxOpen
	case linkSilent:
		return now-l.sent >= silentGap
	case linkSettling:
		return false
	}
	return true
}

// update takes note of what has not come.
func (l *link) update(now time.Duration) {
	switch l.state {
	case linkOpening:
		if l.open > 0 && now-l.asked[0] >= muteAfter {
			l.enter(linkMute, now)
		}
	case linkAnswering:
		if l.open > 0 && now-max(l.heard, l.asked[0]) >= silentAfter {
			l.enter(linkSilent, now)
		}
	case linkSilent:
		if now-l.since >= deafAfter {
			l.enter(linkMute, now)
		}
	case linkSettling:
		if l.open == 0 || now-l.heard >= quiet {
			l.open = 0
			l.enter(linkAnswering, now)
		}
	}
}

func (l *link) enter(s linkState, now time.Duration) { l.state, l.since = s, now }

// Asks reports whether the next frame is to end with a question.
func (l *link) Asks(now time.Duration) bool {
	switch l.state {
	case linkOff:
		return false
	case linkOpening:
		return l.open == 0
	case linkMute:
		return l.proven && (l.open == 0 || now-l.asked[l.open-1] >= askAgain)
	}
	return true
}

// Sent says that a frame was sent, and with how many questions. A frame in which nothing has
// changed is none.
func (l *link) Sent(now time.Duration, questions int) {
	l.sent = now
	for range questions {
		if l.open == len(l.asked) { // more than that are not told apart
			copy(l.asked[:], l.asked[1:])
			l.open--
		}
		l.asked[l.open] = now
		l.open++
	}
}

// Answer says that the terminal has answered a question, the oldest open one. It returns how
// long that took, or 0 for an answer to nothing.
func (l *link) Answer(now time.Duration) (trip time.Duration) {
	l.update(now)
	if l.state == linkOff || l.open == 0 {
		return 0
	}
	l.trip, l.heard, l.proven = now-l.asked[0], now, true
	copy(l.asked[:], l.asked[1:l.open])
	l.open--
	switch l.state {
	case linkOpening:
		l.enter(linkAnswering, now)
	case linkSilent, linkMute:
		l.enter(linkSettling, now)
	}
	return l.trip
}

// Reset says that the terminal was somebody else's for a while, and may be another one now.
func (l *link) Reset(now time.Duration) {
	if l.state == linkOff || !l.proven && l.state == linkMute {
		return
	}
	*l = link{state: linkOpening, since: now, sent: now - openingGap, trip: l.trip, proven: l.proven}
}

// Steady reports whether frames that have to wait say something about how fast the link is.
// Before the first answer, and when none come any more, they do not.
func (l *link) Steady() bool { return l.state == linkAnswering || l.Mute() }

// Mute reports whether the terminal tells nothing, so that frames go out at a rate that any
// link can take.
func (l *link) Mute() bool { return l.state == linkOff || l.state == linkMute }
