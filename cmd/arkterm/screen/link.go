package screen

import (
	"math"
	"slices"
	"time"
)

// A link decides when the terminal can take another frame. Frames that wait in buffers on the way are delay, so
// one is sent only when the way is free for it, as the route says. A link reads no clock and no terminal: every
// method takes the time, a duration since any origin.
//
// Frames end with a query, CSI 5 n, but for small ones on a way that is fast: of these some do. The terminal replies once it has read everything before the query, so
// the reply tells how far the screen is behind, which neither the kernel's queue nor the network's does. One
// query comes before the first frame: its reply tells the distance, and that to the first frame the rate. Until
// then no other frame is sent. It would fill the buffers on the way with what is old when it is read.
//
// These replies look all the same, and one may be lost. So some queries are fences, CSI c. The reply to one is
// told from the others, and ends the waiting for all before it. When a reply is late, CSI > c asks again, whose
// reply cannot be one of those that are late.
//
//	opening ── a reply ──► replying ── stalledAfter ──► stalled ── muteAfter ──► mute
//	   │                      ▲ ◄──────── a reply ─────────┘                      │
//	   │                      └───────────────────── a reply ──────────────────── │
//	   └── openingLimit ────────────────────────────────────────────────────────► │
//
// To a terminal that replies to nothing, frames are sent at the rate of the outlet. The zero link is off: it
// sends no queries.
type link struct {
	far    bool // behind a network
	state  linkState
	since  time.Duration // when the state began
	route  route
	outlet outlet
	trip   time.Duration // of the last reply
	missed time.Duration // since when the link has waited for a reply that is overdue; or never

	open    []flight      // the queries that are not replied to, oldest first; at most maxOpen
	sent    int           // the number of queries so far
	replied int           // the number of queries up to the last that was replied to
	framed  time.Duration // when the last frame was sent
	unasked int           // bytes of frames since the last query
	asked   time.Duration // when the last query was sent
	plain   int           // queries since the last fence
	fenced  time.Duration // when that was sent
	probing bool          // the distance is being measured again
	again   time.Duration // how long to wait before asking again
	frames  bool          // a frame was sent
	knows   [queries]bool // the terminal has replied to queries of that kind
	slack   time.Duration // by so much replies may be taken late, since this machine is busy: that is not the way
}

// A flight is a query on its way.
type flight struct {
	at     time.Duration // when it was sent
	passed time.Duration // when the model says that it has passed the narrow place
	bytes  int           // those from the query before
	kind   query
	alone  bool // nothing else was on the way
}

// A query is a kind of query. The terminal replies to one once it has read everything before it.
type query uint8

// The kinds of query.
const (
	askStatus query = iota // after frames
	askFence               // after some, and to terminals that reply to nothing else
	askLate                // when a reply is late
	queries
)

var queryText = [queries]string{askStatus: statusQuery, askFence: fenceQuery, askLate: lateQuery}

// A linkState is the state of the terminal's replies.
type linkState uint8

// The states of a link.
const (
	linkOff      linkState = iota // no queries are sent
	linkOpening                   // no reply has come yet
	linkReplying                  // replies come
	linkStalled                   // they have stopped
	linkMute                      // no more are expected
)

var linkNames = [...]string{"not asked", "asked", "answers", "stalled", "mute"}

func (s linkState) String() string { return linkNames[s] }

// maxOpen is how many queries may be open: a second of frames.
const maxOpen = 64

// Timeouts and intervals. A query that was lost in a reset or a change of terminals never gets a reply,
// so every wait has a limit.
const (
	openingLimit = 1500 * time.Millisecond // without the first reply
	overdue      = 60 * time.Millisecond   // a reply so late says that the model is wrong: nothing is sent before it
	askAgain     = 90 * time.Millisecond   // a reply so late may be lost; doubled each time
	stalledAfter = time.Second             // of waiting for a reply: the terminal does not read
	muteAfter    = 5 * time.Second         // without a reply after that
	mutedGap     = 100 * time.Millisecond  // between frames to a terminal that has become mute
	queryAgain   = time.Second             // between queries to it
	light        = 3 * time.Millisecond    // frames that take less of the way need no query …
	askEach      = 100 * time.Millisecond  // … so long after the last
	fenceEach    = 8                       // queries, one is a fence
	fenceAfter   = 250 * time.Millisecond  // and one so long after the last
)

// maxQuery is more bytes than a query has without a frame.
const maxQuery = 64

// newLink returns a link that sends queries, or one that is off. far tells that the terminal is behind a network.
func newLink(queries, far bool, now time.Duration) link {
	if !queries {
		return link{far: far}
	}
	return link{far: far, state: linkOpening, since: now, missed: never, again: askAgain}
}

// Ready reports whether a frame may be sent, and if not, when it may be if no reply comes before; never if only
// a reply can change that.
func (l *link) Ready(now time.Duration) (ok bool, at time.Duration) {
	l.update(now)
	switch l.state {
	case linkOpening:
		return !l.frames, l.since + openingLimit
	case linkReplying:
		if len(l.open) > 0 && l.route.rate == 0 && l.frames || l.late(now) > overdue {
			return false, never
		}
		if l.probing = l.probing || l.route.doubt; l.probing {
			return false, never
		}
		at = l.route.free - ahead
	case linkStalled:
		return false, never
	default:
		at = l.route.free - ahead
		if l.Proven() {
			at = max(at, l.framed+mutedGap)
		}
	}
	return now >= at, at
}

// never is a time that never comes.
const never time.Duration = 1<<63 - 1

// late returns how late the oldest reply is; less than 0 if it is not.
func (l *link) late(now time.Duration) time.Duration {
	if len(l.open) == 0 {
		return -never
	}
	f := l.open[0]
	if l.route.rate == 0 {
		f.passed += time.Duration(f.bytes) * time.Second / slowest
	}
	return now - f.passed - l.route.least - l.slack
}

// Due reports whether a reply to a query can still arrive: it is less than maxDue after the time at which the model
// expects the reply to the last query. If the terminal does not reply, Due is false after 3 s at most.
func (l *link) Due(now time.Duration) bool {
	l.update(now)
	if len(l.open) == 0 || l.Mute() {
		return false
	}
	f := &l.open[len(l.open)-1]
	at := min(max(f.passed+l.route.least, f.at), f.at+2*maxDue)
	return now < at+l.slack+maxDue
}

// update changes the state for replies that are overdue.
func (l *link) update(now time.Duration) {
	switch l.state {
	case linkOpening:
		if now-l.since >= openingLimit {
			l.enter(linkMute, now)
			l.open = l.open[:0]
		}
	case linkReplying:
		switch late := l.late(now) > overdue; {
		case !late:
			l.missed = never
		case l.missed == never:
			l.missed = now
		case now-l.missed >= stalledAfter:
			l.enter(linkStalled, now)
		}
	case linkStalled:
		if now-l.since >= muteAfter {
			l.enter(linkMute, now)
			l.open = l.open[:0]
		}
	}
}

func (l *link) enter(s linkState, now time.Duration) { l.state, l.since = s, now }

// Queries reports whether the next frame should end with a query: what a terminal replies to each takes as much of a server as
// a key does.
func (l *link) Queries(now time.Duration) bool {
	switch l.state {
	case linkOff:
		return false
	case linkMute:
		return l.Proven() && now-l.asked >= queryAgain
	case linkReplying:
		r := &l.route
		if !l.probing && r.rate > 0 && r.delay < bearable && r.Takes(l.unasked) < light && now-l.asked < askEach {
			return false
		}
	}
	return len(l.open) < maxOpen
}

// Asks reports whether a query should be sent without a frame: a reply may be lost, or the distance has to be
// measured again, which takes a way with nothing else on it. If one should, it is to be sent.
func (l *link) Asks(now time.Duration) bool {
	if l.probing && len(l.open) == 0 {
		return true
	}
	patience := askAgain
	if l.probing { // another query would not leave the way to the one that measures it
		patience = stalledAfter
	}
	if l.state != linkReplying && l.state != linkStalled || l.late(now) < patience || now-l.asked < l.again || len(l.open) == maxOpen {
		return false
	}
	l.again *= 2
	return true
}

// Next returns the kind of the next query: after a frame, or late, if a reply is.
func (l *link) Next(now time.Duration, late bool) query {
	switch {
	case late && l.knows[askLate]:
		return askLate
	case l.knows[askFence] && (late || !l.knows[askStatus] || l.plain >= fenceEach-1 || now-l.fenced >= fenceAfter):
		return askFence
	}
	return askStatus
}

// Frame notes that a frame was sent.
func (l *link) Frame(now time.Duration, bytes int) {
	l.frames, l.framed = true, now
	l.unasked += bytes
	if l.Mute() {
		if rate := l.outlet.Rate(now, l.far); rate > 0 {
			l.route.rate = rate
		}
		l.route.Sent(now, bytes)
	}
}

// Taken notes how many bytes the kernel has taken so far, and whether more of them wait.
func (l *link) Taken(now time.Duration, taken int, waits bool) {
	if l.outlet.Note(now, taken, waits) && l.Mute() {
		l.route.rate = l.outlet.rate
		l.route.free = now + l.route.Takes(kernelRoom)
	}
}

// Unread returns how many bytes at most the terminal has not read, of which so many were sent since the last query. Of one that
// does not reply nobody knows.
func (l *link) Unread(sinceQuery int) int {
	if l.state != linkReplying {
		return math.MaxInt
	}
	for i := range l.open {
		sinceQuery += l.open[i].bytes
	}
	return sinceQuery
}

// Stalled reports whether the terminal has not read for stalledAfter what it was sent.
func (l *link) Stalled(now time.Duration) bool {
	return l.state == linkStalled || l.outlet.waits && now-l.outlet.moved >= stalledAfter
}

// Query notes a query, and how many bytes were sent since the one before it.
func (l *link) Query(now time.Duration, bytes int, kind query) {
	if l.state == linkOff || len(l.open) == maxOpen {
		return
	}
	alone := len(l.open) == 0 && bytes < maxQuery
	l.open = append(l.open, flight{now, l.route.Sent(now, bytes), bytes, kind, alone})
	l.sent++
	l.asked, l.unasked = now, 0
	if l.plain++; kind != askStatus {
		l.plain, l.fenced = 0, now
	}
}

// Reply notes that the terminal has replied to the oldest open query of a kind.
func (l *link) Reply(now time.Duration, kind query) {
	l.update(now)
	if l.state == linkOff {
		return
	}
	l.knows[kind] = true
	i := l.match(kind)
	if i < 0 {
		return
	}
	bytes := 0
	for _, f := range l.open[:i+1] {
		bytes += f.bytes
	}

	at := l.open[i].at
	l.trip = now - at
	if lost := i > 0 || l.again > askAgain; l.probing && l.open[i].alone {
		l.probing = false
		l.route.Distance(now, l.trip)
	} else if !lost && (l.state == linkReplying || l.state == linkOpening) {
		came := now
		if l.route.known {
			came -= min(l.slack, max(l.trip-l.route.least, 0))
		}
		l.route.Reply(came, at, bytes, kind != askStatus || !l.knows[askFence])
	} else {
		l.route.Skip(now)
	}
	l.open = append(l.open[:0], l.open[i+1:]...)
	l.replied = l.sent - len(l.open)
	for j := range l.open {
		f := &l.open[j]
		f.passed = l.route.Sent(f.at, f.bytes)
	}
	l.again = askAgain
	l.missed = never
	if l.state != linkReplying {
		l.enter(linkReplying, now)
	}
}

// match returns the index of the open query that a reply is to: the oldest of its kind, or, while the terminal is
// mute, the latest query. It returns -1 if there is none.
func (l *link) match(kind query) int {
	if l.state == linkMute {
		return len(l.open) - 1
	}
	return slices.IndexFunc(l.open, func(f flight) bool { return f.kind == kind })
}

// Reset starts over: another program has had the terminal, and it may be a different one now.
func (l *link) Reset(now time.Duration) {
	if l.state == linkOff || !l.Proven() && l.state == linkMute {
		return
	}
	fresh := newLink(true, l.far, now)
	fresh.trip, fresh.knows = l.trip, l.knows
	*l = fresh
}

// Proven reports whether a reply has come at least once.
func (l *link) Proven() bool { return l.knows[askStatus] || l.knows[askFence] }

// partsFPS is how many frames a second there are at least: one that has more bytes is sent in parts. More of them
// would be most of what is sent, and the rest would wait.
const partsFPS = 24

// around is how many bytes there are around a frame, with a query.
const around = len(syncBegin + syncEnd + statusQuery)

// Room returns how many bytes a frame may have; 0: any number.
func (l *link) Room() int {
	if !l.Steady() || l.route.rate == 0 {
		return 0
	}
	return max(int(l.route.rate/partsFPS)-around, 1)
}

// Steady reports whether frames that have to wait say anything about the speed of the link. They do not
// before the first replies, nor while replies are missing.
func (l *link) Steady() bool { return l.state == linkReplying && l.route.rate > 0 || l.Mute() }

// Mute reports whether the terminal does not reply, so that frames are sent at a rate that any link can
// take.
func (l *link) Mute() bool { return l.state == linkOff || l.state == linkMute }
