package terminal

import "time"

// A link says whether the terminal can take another frame, so that what is on its screen is never
// old: frames that wait in buffers on the way are delay. It sees no time but what it is told, a
// duration since any origin, and no terminal.
//
// Each frame ends with a query, CSI 5 n. The terminal replies when it has read all that came before;
// so its reply says what neither the kernel's queue nor the network's does: how far the screen is
// behind. While maxOpen queries are open, no other frame is sent.
//
//	opening ─ a reply ─► replying ─ silentAfter ─► silent ─ noReplyAfter ─► mute
//	   └─── muteAfter, no reply ever: no query any more ─────────────────►  │
//	            replying ◄─ all have come ─ settling ◄─ a reply ────────────┘
//
// The zero link is off: it sends no queries, and any frame may be sent.
type link struct {
	state   linkState
	since   time.Duration    // when the state began
	sent    time.Duration    // when the last frame was
	replied time.Duration    // when the last reply came
	queried [8]time.Duration // when the open queries were sent, the oldest first
	open    int              // how many they are
	trip    time.Duration    // from a query to its reply, the last one
	proven  bool             // a reply has come once
}

// A linkState is what is known of the terminal's replies.
type linkState uint8

// The states.
const (
	linkOff      linkState = iota // no queries are sent
	linkOpening                   // the first query is open
	linkReplying                  // replies come
	linkSilent                    // they have stopped coming
	linkSettling                  // they come again: late ones, for queries that were given up
	linkMute                      // none come
)

var linkNames = [...]string{"not asked", "asked", "answers", "silent", "settling", "mute"}

func (s linkState) String() string { return linkNames[s] }

// maxOpen is how many queries may be open: one frame on the way, one being read.
const maxOpen = 2

// How long things last. A query that a reset or a new terminal has swallowed is never
// replied to, so nothing is waited for without end.
const (
	muteAfter    = time.Second            // the first reply has not come
	silentAfter  = 2 * time.Second        // nor the next: more than a whole redraw takes at 40 KB/s
	noReplyAfter = 5 * time.Second        // of silence
	quiet        = 250 * time.Millisecond // without a reply: no late one is to come any more
	openingGap   = 100 * time.Millisecond // from frame to frame before the first reply
	silentGap    = 500 * time.Millisecond // and while there are none
	queryAgain   = time.Second            // from query to query of a mute terminal that has replied before
)

// newLink returns a link that sends queries, or one that is off.
func newLink(queries bool, now time.Duration) link {
	if !queries {
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
	case linkReplying:
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
		if l.open > 0 && now-l.queried[0] >= muteAfter {
			l.enter(linkMute, now)
		}
	case linkReplying:
		if l.open > 0 && now-max(l.replied, l.queried[0]) >= silentAfter {
			l.enter(linkSilent, now)
		}
	case linkSilent:
		if now-l.since >= noReplyAfter {
			l.enter(linkMute, now)
		}
	case linkSettling:
		if l.open == 0 || now-l.replied >= quiet {
			l.open = 0
			l.enter(linkReplying, now)
		}
	}
}

func (l *link) enter(s linkState, now time.Duration) { l.state, l.since = s, now }

// Queries reports whether the next frame is to end with a query.
func (l *link) Queries(now time.Duration) bool {
	switch l.state {
	case linkOff:
		return false
	case linkOpening:
		return l.open == 0
	case linkMute:
		return l.proven && (l.open == 0 || now-l.queried[l.open-1] >= queryAgain)
	}
	return true
}

// Sent says that a frame was sent, and with how many queries. A frame in which nothing has
// changed is none.
func (l *link) Sent(now time.Duration, queries int) {
	l.sent = now
	for range queries {
		if l.open == len(l.queried) { // more than that are not told apart
			copy(l.queried[:], l.queried[1:])
			l.open--
		}
		l.queried[l.open] = now
		l.open++
	}
}

// Reply says that the terminal has replied to a query, the oldest open one. It returns how
// long that took, or 0 for a reply to nothing.
func (l *link) Reply(now time.Duration) (trip time.Duration) {
	l.update(now)
	if l.state == linkOff || l.open == 0 {
		return 0
	}
	l.trip, l.replied, l.proven = now-l.queried[0], now, true
	copy(l.queried[:], l.queried[1:l.open])
	l.open--
	switch l.state {
	case linkOpening:
		l.enter(linkReplying, now)
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
// Before the first reply, and when none come any more, they do not.
func (l *link) Steady() bool { return l.state == linkReplying || l.Mute() }

// Mute reports whether the terminal does not reply, so that frames go out at a rate that any
// link can take.
func (l *link) Mute() bool { return l.state == linkOff || l.state == linkMute }
