package terminal

import "time"

// A link decides whether the terminal can take another frame. Frames that wait in buffers on the way are
// delay, so it keeps their number small. It reads no clock and no terminal: every method takes the time, a
// duration since any origin.
//
// Frames end with a query, CSI 5 n. The terminal replies once it has read everything before the query, so
// the reply tells how far the screen is behind, which neither the kernel's queue nor the network's does.
// While maxOpen queries are open, no frame is sent.
//
//	opening ─ a reply ─► replying ─ silentAfter ─► silent ─ noReplyAfter ─► mute
//	   └─── muteAfter, no reply ever: no more queries ───────────────────►  │
//	            replying ◄─ all have come ─ settling ◄─ a reply ────────────┘
//
// The zero link is off: it sends no queries, and any frame may be sent.
type link struct {
	state   linkState
	since   time.Duration    // when the state began
	sent    time.Duration    // when the last frame was sent
	replied time.Duration    // when the last reply came
	queried [8]time.Duration // when the open queries were sent, oldest first
	open    int              // number of open queries
	trip    time.Duration    // time from the last replied query to its reply
	proven  bool             // a reply has come at least once
}

// A linkState is the state of the terminal's replies.
type linkState uint8

// The states of a link.
const (
	linkOff      linkState = iota // no queries are sent
	linkOpening                   // the first query is open
	linkReplying                  // replies come
	linkSilent                    // replies have stopped
	linkSettling                  // replies come again: late ones, to queries that were given up
	linkMute                      // no replies come
)

var linkNames = [...]string{"not asked", "asked", "answers", "silent", "settling", "mute"}

func (s linkState) String() string { return linkNames[s] }

// maxOpen is the limit of open queries: one frame on the way, one being read.
const maxOpen = 2

// Timeouts and intervals. A query that was lost in a reset or a change of terminals never gets a reply,
// so every wait has a limit.
const (
	muteAfter    = time.Second            // without the first reply
	silentAfter  = 2 * time.Second        // without the next reply: longer than a full redraw at 40 KB/s
	noReplyAfter = 5 * time.Second        // of silence
	quiet        = 250 * time.Millisecond // without a reply: no late ones are expected any more
	openingGap   = 100 * time.Millisecond // between frames before the first reply
	silentGap    = 500 * time.Millisecond // between frames while silent
	queryAgain   = time.Second            // between queries to a mute terminal that has replied before
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

// update changes the state for replies that are overdue.
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

// Queries reports whether the next frame should end with a query.
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

// Sent notes that a frame was sent, with how many queries. It is not called for a frame in which nothing
// has changed.
func (l *link) Sent(now time.Duration, queries int) {
	l.sent = now
	for range queries {
		if l.open == len(l.queried) { // more are not told apart
			copy(l.queried[:], l.queried[1:])
			l.open--
		}
		l.queried[l.open] = now
		l.open++
	}
}

// Reply notes that the terminal has replied to the oldest open query. It returns how long that took, or 0
// if no query was open.
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

// Reset starts over: another program has had the terminal, and it may be a different one now.
func (l *link) Reset(now time.Duration) {
	if l.state == linkOff || !l.proven && l.state == linkMute {
		return
	}
	*l = link{state: linkOpening, since: now, sent: now - openingGap, trip: l.trip, proven: l.proven}
}

// Steady reports whether frames that have to wait say anything about the speed of the link. They do not
// before the first reply, nor while replies are missing.
func (l *link) Steady() bool { return l.state == linkReplying || l.Mute() }

// Mute reports whether the terminal does not reply, so that frames are sent at a rate that any link can
// take.
func (l *link) Mute() bool { return l.state == linkOff || l.state == linkMute }
