package screen

import (
	"math"
	"slices"
	"time"

	"arkterm/input"
)

// A link decides when the terminal can take another frame. Frames that wait in buffers are delay, so a frame is
// sent only when its route is free. A link reads no clock and no terminal: every method takes the time, a
// duration since any origin.
//
// Frames end with a query, CSI 5 n. On fast routes, small frames do so only ten times a second. The terminal
// replies after it has read everything before the query. Therefore the reply measures the delay of the picture,
// including all buffers. One query precedes the first frame. Its reply measures the round-trip
// time, and the reply to the first frame measures the rate. No other frame is sent before that, because it
// would only fill the buffers.
//
// Replies to CSI 5 n are all the same, and one may be lost. So some queries are fences, CSI c. The reply to a
// fence differs, and ends the wait for all queries before it. When a reply is late, CSI > c is sent. Its reply
// cannot be one of the late ones.
//
//	opening ── a reply ──► replying ── stalledAfter ──► stalled
//	   │                      ▲  ▲                         │
//	   │ openingLimit         │  ├──────── a reply ────────┤
//	   ▼                      │  │                         │
//	 mute ───── a reply ──────┘  │      keys, no reply     │
//	   ▲                         │                         │
//	   └─────────────────────────┴─────────────────────────┘
//
// While a link is stalled, it gets a query each stallAsk and no frames, so that no old frames are shown when it
// recovers. If keys arrive before and after a query, but no reply, another terminal was attached, for example to a
// dtach session, and it does not reply. Then the link is mute, and gets a query each muteAsk.
//
// The open queries are the account of everything in flight. A query stays in it until it is answered, or until
// its reply can no longer arrive; see expire. A query that is not in it is followed immediately by a fence that is.
// The zero link is off. It sends no queries.
type link struct {
	far    bool // behind a network
	state  linkState
	since  time.Duration // when the state began
	route  route
	outlet outlet
	cap    Cap
	paced  time.Duration // when the limit allows another frame
	trip   time.Duration // round-trip time of the last reply
	missed time.Duration // when a reply was first seen to be overdue; never if none is
	heard  time.Duration // when the first key arrived since the link stalled; never if none has

	open    []flight      // queries without a reply, oldest first; at most maxOpen
	unasked int           // bytes of frames since the last query
	asked   time.Duration // when the last query was sent
	plain   int           // queries since the last fence
	fenced  time.Duration // when the last fence was sent
	probing bool          // the round-trip time is being measured again
	again   time.Duration // how long to wait before another query without a frame
	frames  bool          // a frame was sent
	knows   knownReplies  // the kinds of replies that have arrived
	slack   time.Duration // how late this machine may process replies, because it is busy
}

// knownReplies holds whether replies of each kind have arrived.
type knownReplies [input.ClipboardReply + 1]bool

// A flight is a query without a reply.
type flight struct {
	at     time.Duration // when it was sent
	passed time.Duration // when it has passed the bottleneck, according to the model
	bytes  int           // bytes since the query before, for queries that measure the route
	kind   input.ReplyKind
	alone  bool // no other bytes were in flight
}

// The kinds of replies that measure the route, and their queries.
const (
	askStatus = input.StatusReply     // after frames
	askFence  = input.AttributesReply // after some frames, and for terminals that do not reply to CSI 5 n
	askLate   = input.SecondaryReply  // when a reply is late
)

// queryText holds the queries that measure the route.
var queryText = [...]string{askStatus: statusQuery, askFence: fenceQuery, askLate: lateQuery}

// measures reports whether a reply of that kind measures the route.
func measures(kind input.ReplyKind) bool {
	return kind == askStatus || kind == askFence || kind == askLate
}

// A linkState is the state of the terminal's replies.
type linkState uint8

// The states of a link.
const (
	linkOff      linkState = iota // no queries are sent
	linkOpening                   // waiting for the first reply
	linkReplying                  // replies arrive
	linkStalled                   // replies have stopped
	linkMute                      // no reply is expected
)

var linkNames = [...]string{"not asked", "asked", "answers", "stalled", "mute"}

func (s linkState) String() string { return linkNames[s] }

// maxOpen is the maximum number of open queries. It corresponds to one second of frames.
const maxOpen = 64

// Timeouts and intervals.
const (
	openingLimit = 1500 * time.Millisecond // without the first reply
	overdue      = 60 * time.Millisecond   // if a reply is so late, the model is wrong: frames wait for it
	askAgain     = 90 * time.Millisecond   // if a reply is so late, it may be lost
	stalledAfter = time.Second             // after a reply was overdue, the terminal does not read
	stallAsk     = 3 * time.Second         // between queries to a stalled terminal
	muteAfter    = 2 * time.Second         // min time from a query to a key that proves that no reply follows
	muteAsk      = 30 * time.Second        // between queries to a mute terminal that has replied before
	light        = 3 * time.Millisecond    // frames that pass the bottleneck faster need a query only each askEach
	askEach      = 100 * time.Millisecond
	fenceEach    = 8                      // max queries from one fence to the next
	fenceAfter   = 250 * time.Millisecond // max time from one fence to the next
)

// A query expires after expireTrips round-trip times. Shorter times than minTrip count as minTrip.
const (
	expireTrips = 3
	minTrip     = time.Second
)

// maxQuery is more bytes than a query has without a frame.
const maxQuery = 64

// newLink returns a link. If queries is false, it is off. far means that the terminal is behind a network.
func newLink(queries, far bool, limit Cap, now time.Duration) link {
	if !queries {
		return link{cap: limit}
	}
	return link{far: far, cap: limit, state: linkOpening, since: now, missed: never, again: askAgain}
}

// Ready reports whether a frame may be sent. If not, it returns when to call Ready again if no reply arrives
// before; never if only a reply can change the result.
func (l *link) Ready(now time.Duration) (ok bool, at time.Duration) {
	l.update(now)
	at = l.paced - ahead
	switch l.state {
	case linkOpening:
		if l.frames {
			return false, l.since + openingLimit
		}
	case linkReplying:
		l.probing = l.probing || l.route.doubt
		f := l.oldest()
		if f != nil && l.route.rate == 0 && l.frames || l.late(now) > overdue || l.probing {
			if at = l.askAt(); l.missed != never {
				at = min(at, l.missed+stalledAfter)
			}
			return false, at
		}
		at = max(at, l.route.free-ahead)
	case linkStalled:
		return false, l.askAt()
	}
	return now >= at, at
}

// never is a time that never comes.
const never time.Duration = 1<<63 - 1

// oldest returns the oldest open query that measures the route, nil if there is none.
func (l *link) oldest() *flight {
	for i := range l.open {
		if measures(l.open[i].kind) {
			return &l.open[i]
		}
	}
	return nil
}

// due returns when the reply to f is expected.
func (l *link) due(f *flight) time.Duration {
	at := f.passed
	if l.route.rate == 0 {
		at += time.Duration(f.bytes) * time.Second / slowest
	}
	return at + l.route.least + l.slack
}

// late returns how late the oldest reply is, less than 0 if it is not.
func (l *link) late(now time.Duration) time.Duration {
	if f := l.oldest(); f != nil {
		return now - l.due(f)
	}
	return -never
}

// Due reports whether an ESC may be the first byte of a reply. It is true until maxDue after the expected time of a
// reply. If the terminal does not reply, Due is false after 3 s at most.
func (l *link) Due(now time.Duration) bool {
	l.update(now)
	if l.Mute() {
		return false
	}
	for i := range l.open {
		f := &l.open[i]
		at := min(max(f.passed+l.route.least, f.at), f.at+2*maxDue)
		if now < at+l.slack+maxDue {
			return true
		}
	}
	return false
}

// Owes reports whether replies may still arrive.
func (l *link) Owes(now time.Duration) bool {
	l.update(now)
	return len(l.open) > 0
}

// wait returns how long after a query its reply may arrive, for a process that does not know which queries are
// open.
func (l *link) wait() time.Duration {
	switch {
	case l.Mute():
		return 0
	case !l.Proven():
		return minTrip
	}
	return min(max(2*l.trip, overdue), maxReplyWait)
}

// update changes the state if replies are overdue, and removes queries that expire.
func (l *link) update(now time.Duration) {
	switch l.state {
	case linkOpening:
		switch {
		case now-l.since < openingLimit:
		case l.Proven():
			l.enter(linkStalled, now)
		default:
			l.enter(linkMute, now)
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
	}
	l.expire(now)
}

// expire removes queries whose replies can no longer arrive. If a terminal has ever replied and is not mute, queries that
// measure the route do not expire, because further queries follow until it replies again. A network may stall before the
// first reply.
func (l *link) expire(now time.Duration) {
	limit := expireTrips * max(l.trip, minTrip)
	if l.far && !l.Proven() {
		limit = stallWait
	}
	asks := l.Proven() && l.state != linkMute
	l.open = slices.DeleteFunc(l.open, func(f flight) bool {
		return now-max(f.passed, f.at) >= limit && !(asks && measures(f.kind))
	})
}

func (l *link) enter(s linkState, now time.Duration) { l.state, l.since, l.heard = s, now, never }

// Key notes that a key has arrived. A terminal that is stalled sends no keys. After a stall, keys may arrive before the
// replies, but not much earlier.
func (l *link) Key(now time.Duration) {
	switch l.update(now); {
	case l.state != linkStalled:
	case l.outlet.waits: // the terminal does not read
		l.heard = never
	case l.heard == never:
		l.heard = now
	default:
		limit := max(expireTrips*l.trip, muteAfter)
		i := slices.IndexFunc(l.open, func(f flight) bool { return measures(f.kind) && f.at >= l.heard && now-f.at >= limit })
		if i >= 0 {
			l.open = slices.Delete(l.open, 0, i+1)
			l.enter(linkMute, now)
		}
	}
}

// Queries reports whether the next frame should end with a query. On a server, a reply costs as much as a key.
func (l *link) Queries(now time.Duration) bool {
	switch l.state {
	case linkOff:
		return false
	case linkMute:
		return l.Proven() && now-l.asked >= muteAsk
	case linkReplying:
		r := &l.route
		if !l.probing && r.rate > 0 && r.delay < bearable && r.Takes(l.unasked) < light && now-l.asked < askEach {
			return false
		}
	}
	return len(l.open) < maxOpen
}

// askAt returns when to send a query without a frame, never if none is needed. A reply may be lost, or the
// round-trip time has to be measured again, while no other bytes are in flight.
func (l *link) askAt() time.Duration {
	f := l.oldest()
	switch {
	case l.state != linkReplying && l.state != linkStalled:
		return never
	case f == nil && l.probing:
		return 0
	case f == nil && l.state == linkStalled:
		return l.asked + l.again
	case f == nil:
		return never
	}
	patience := askAgain
	if l.probing { // a second query would disturb the measurement
		patience = stalledAfter
	}
	return max(l.due(f)+patience, l.asked+l.again)
}

// Asks reports whether to send a query now, without a frame. If so, the caller must send it.
func (l *link) Asks(now time.Duration) bool {
	if now < l.askAt() {
		return false
	}
	if l.oldest() != nil {
		l.again = min(6*l.again, stallAsk)
	}
	return true
}

// Next returns the kind of the next query, after a frame or because a reply is late.
func (l *link) Next(now time.Duration, late bool) input.ReplyKind {
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
	l.frames = true
	l.unasked += bytes
	l.outlet.Raise(now)
	if rate, _ := l.limit(); rate > 0 {
		l.paced = max(l.paced, now) + takes(bytes, rate)
	}
}

// Taken notes how many bytes the kernel has taken so far, and whether more of them wait.
func (l *link) Taken(now time.Duration, taken int, waits bool) {
	if l.outlet.Note(now, taken, waits) && l.Mute() {
		l.paced = now + takes(kernelRoom, l.outlet.rate)
	}
}

// Unread returns the maximum number of bytes that the terminal has not read, given the number sent since the
// last query. It is unknown if the terminal does not reply.
func (l *link) Unread(sinceQuery int) int {
	if l.state != linkReplying {
		return math.MaxInt
	}
	for i := range l.open {
		sinceQuery += l.open[i].bytes
	}
	return sinceQuery
}

// Unsent removes the queries that were not sent: end is the position of the last query among all bytes, and
// sent is the number of bytes sent.
func (l *link) Unsent(end, sent int) {
	for n := len(l.open); n > 0 && end > sent; n-- {
		end -= l.open[n-1].bytes
		l.open = l.open[:n-1]
	}
}

// Stalled reports whether the terminal has not read for stalledAfter.
func (l *link) Stalled(now time.Duration) bool {
	return l.state == linkStalled || l.outlet.Stalled(now)
}

// Query notes that a query was sent, and the number of bytes since the last query that measures the route. That
// number is 0 for other queries.
func (l *link) Query(now time.Duration, bytes int, kind input.ReplyKind) {
	if l.state == linkOff {
		return
	}
	if len(l.open) == maxOpen {
		l.open = slices.Delete(l.open, 0, 1)
	}
	alone := l.oldest() == nil && bytes < maxQuery
	l.open = append(l.open, flight{now, l.route.Sent(now, bytes), bytes, kind, alone})
	if !measures(kind) {
		return
	}
	l.asked, l.unasked = now, 0
	if l.plain++; kind != askStatus {
		l.plain, l.fenced = 0, now
	}
}

// Reply notes a reply. It answers the oldest open query of its kind. If that query measures the route, replies
// to the queries before it can no longer arrive, except the clipboard: a terminal may wait for its owner.
func (l *link) Reply(now time.Duration, kind input.ReplyKind) {
	l.update(now)
	if l.state == linkOff {
		return
	}
	l.knows[kind] = true
	i := slices.IndexFunc(l.open, func(f flight) bool { return f.kind == kind })
	switch {
	case i < 0:
		if l.state == linkMute && l.Proven() { // its query has expired
			l.enter(linkStalled, now)
		}
		return
	case !measures(kind):
		l.open = slices.Delete(l.open, i, i+1)
		return
	}
	bytes, lost := 0, l.oldest() != &l.open[i] || l.again > askAgain
	for _, f := range l.open[:i+1] {
		bytes += f.bytes
	}

	at := l.open[i].at
	l.trip = now - at
	if l.probing && l.open[i].alone {
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
	later := l.open[i+1:]
	for j := range later {
		f := &later[j]
		f.passed = l.route.Sent(f.at, f.bytes)
	}
	l.open = append(slices.DeleteFunc(l.open[:i+1], func(f flight) bool { return f.kind != input.ClipboardReply }), later...)
	l.again = askAgain
	l.missed = never
	if l.state != linkReplying {
		l.enter(linkReplying, now)
	}
}

// Reset starts over, because another program has used the terminal.
func (l *link) Reset(now time.Duration) {
	if l.state == linkOff || l.state == linkMute {
		return
	}
	fresh := newLink(true, l.far, l.cap, now)
	fresh.trip, fresh.knows = l.trip, l.knows
	*l = fresh
}

// Proven reports whether the terminal has ever replied.
func (l *link) Proven() bool { return l.knows[askStatus] || l.knows[askFence] }

// partsFPS is the minimum number of frames per second. A frame with more bytes is sent in parts. With more
// frames per second, the bytes around each frame would dominate, and the rest of the picture would wait.
const partsFPS = 24

// around is the number of bytes around a frame, with a query.
const around = len(syncBegin + syncEnd + statusQuery)

// Room returns the maximum number of bytes in a frame; 0: unlimited.
func (l *link) Room() int {
	rate, _ := l.Rate()
	if !l.Steady() || rate == 0 {
		return 0
	}
	return max(int(rate/partsFPS)-around, 1)
}

// Steady reports whether frames that have to wait show the speed of the link. They do not before the first
// replies or while replies are missing.
func (l *link) Steady() bool { return l.state == linkReplying && l.route.rate > 0 || l.Mute() }

// Mute reports whether the terminal does not reply.
func (l *link) Mute() bool { return l.state == linkOff || l.state == linkMute }
