package screen

import (
	"math"
	"slices"
	"time"

	"arkterm/input"
)

// A link decides when the next frame can be sent to the terminal. A frame that waits in a buffer is shown late, so a
// frame is sent only when the path to the terminal is free. A link does not access a clock or a terminal. Every method
// takes the current time, as a duration since a fixed origin.
//
// Each frame ends with a query, CSI 5 n (DSR). If frames are small and the path is fast, only ten frames per second end
// with one. The terminal replies after it has read everything before the query. Therefore the reply measures the delay
// of the picture, including all buffers. One query precedes the first frame. Its reply measures the round-trip time.
// The reply to the first frame measures the rate. Until both replies have arrived, no second frame is sent, because it
// would only fill the buffers. TCP acknowledgements are not used, because they measure only the first hop, for example
// to a jump host.
//
// All replies to CSI 5 n are identical, so a lost reply cannot be detected. Therefore some queries are CSI c (DA1). The
// reply to DA1 is different, and also acknowledges all earlier queries. If a reply is late, CSI > c (DA2) is sent. Its
// reply cannot be confused with one of the late replies.
//
//	starting ── a reply ──► responding ── stalledAfter ──► stalled
//	   │                       ▲  ▲                          │
//	   │ startTimeout          │  ├───────── a reply ────────┤
//	   ▼                       │  │                          │
//	silent ───── a reply ──────┘  │       keys, no reply     │
//	   ▲                          │                          │
//	   └──────────────────────────┴──────────────────────────┘
//
// While a link is stalled, a query is sent every stalledQueryGap. No frames are sent, so that no old frames are shown
// when the link recovers. If keys arrive both before and after a query, but no reply, the user has probably changed to
// a terminal that does not reply, for example by attaching it to a dtach session. In this case the link becomes silent,
// and a query is sent every silentQueryGap.
//
// A query is pending until its reply arrives, or until its reply can no longer arrive; see expire. The pending queries
// account for all bytes in flight. Queries for capabilities (see probe) are not recorded. Each group of them ends with
// a DA1 query, which is recorded. The zero link is off and sends no queries.
type link struct {
	remote        bool // the terminal is behind a network
	state         linkState
	stateSince    time.Duration // when the state began
	path          pathModel
	kernel        kernelRate
	cap           Cap
	limitedUntil  time.Duration // when the rate limit allows another frame
	lastRTT       time.Duration // round-trip time of the last reply
	overdueSince  time.Duration // when a reply was first seen to be overdue; never if none is
	keyAfterStall time.Duration // when the first key arrived since the link stalled; never if none has

	pending     []pendingQuery // queries without a reply, oldest first; at most maxPending
	unqueried   int            // bytes of frames since the last query
	lastQuery   time.Duration  // when the last query was sent
	sinceDA1    int            // queries since the last DA1 or DA2
	lastDA1     time.Duration  // when the last DA1 or DA2 was sent
	remeasuring bool           // the round-trip time is being measured again
	retryDelay  time.Duration  // minimum time from the last query to a query without a frame
	frameSent   bool           // a frame was sent
	answers     receivedKinds  // the kinds of replies that have arrived
	schedDelay  time.Duration  // scheduling delay of this machine, which delays the processing of replies
}

// receivedKinds records the kinds of replies that have arrived.
type receivedKinds [input.ClipboardReply + 1]bool

// A pendingQuery is a query whose reply has not arrived yet.
type pendingQuery struct {
	sent       time.Duration // when the query was sent
	drained    time.Duration // when the bottleneck has transmitted the query, according to the path model
	bytesSince int           // bytes since the last query that measures the path; 0 for other queries
	kind       input.ReplyKind
	idlePath   bool // no other bytes were in flight
}

// The kinds of replies that measure the path. Each is also used for the query that causes it.
const (
	queryDSR = input.StatusReply     // DSR: after frames
	queryDA1 = input.AttributesReply // DA1: after some frames, and for terminals that do not reply to DSR
	queryDA2 = input.SecondaryReply  // DA2: when a reply is late
)

// querySequence contains the queries that measure the path.
var querySequence = [...]string{queryDSR: seqDSR, queryDA1: seqDA1, queryDA2: seqDA2}

// measures reports whether replies of the given kind measure the path.
func measures(kind input.ReplyKind) bool {
	return kind == queryDSR || kind == queryDA1 || kind == queryDA2
}

// A linkState describes whether the terminal replies to queries.
type linkState uint8

// The states of a link.
const (
	linkOff        linkState = iota // no queries are sent
	linkStarting                    // waiting for the first reply
	linkResponding                  // replies arrive
	linkStalled                     // replies have stopped
	linkSilent                      // no reply is expected
)

var linkNames = [...]string{"off", "waiting", "replies", "stalled", "silent"}

func (s linkState) String() string { return linkNames[s] }

// maxPending is the maximum number of pending queries. At 60 frames per second it corresponds to about one second.
const maxPending = 64

// Timeouts and intervals. No frames are sent while a reply is overdue.
const (
	startTimeout       = 1500 * time.Millisecond // maximum time until the first reply
	overdueAfter       = 60 * time.Millisecond   // a reply is overdue this long after the time that pathModel predicts
	queryTimeout       = 90 * time.Millisecond   // a reply that is later than predicted by this time may be lost
	stalledAfter       = time.Second             // time until a link with an overdue reply is stalled
	stalledQueryGap    = 3 * time.Second         // time between queries to a stalled terminal
	silentAfter        = 2 * time.Second         // if a key arrives this long after a query, no reply is expected
	silentQueryGap     = 30 * time.Second        // time between queries to a silent terminal that has replied before
	smallFrame         = 3 * time.Millisecond    // frames with a shorter transmission time need fewer queries
	smallFrameQueryGap = 100 * time.Millisecond  // time between queries after such frames
	da1Every           = 8                       // maximum number of queries from one DA1 or DA2 to the next
	da1After           = 250 * time.Millisecond  // maximum time from one DA1 or DA2 to the next
)

// A query expires after expireRTTs round-trip times. Round-trip times shorter than minExpireRTT count as minExpireRTT.
const (
	expireRTTs   = 3
	minExpireRTT = time.Second
)

// maxQueryBytes is greater than the number of bytes in a query without a frame.
const maxQueryBytes = 64

// newLink returns a link. It is off unless queries is set. Set remote if the terminal is behind a network.
func newLink(queries, remote bool, limit Cap, now time.Duration) link {
	if !queries {
		return link{cap: limit}
	}
	return link{
		remote: remote, cap: limit, state: linkStarting, stateSince: now, overdueSince: never, retryDelay: queryTimeout,
	}
}

// Ready reports whether a frame may be sent. If not, again is the time at which to call Ready again, unless a reply
// arrives earlier. If only a reply can change the result, again is never.
func (l *link) Ready(now time.Duration) (ok bool, again time.Duration) {
	l.update(now)
	again = l.limitedUntil - sendAhead
	switch l.state {
	case linkStarting:
		if l.frameSent {
			return false, l.stateSince + startTimeout
		}
	case linkResponding:
		l.remeasuring = l.remeasuring || l.path.minRTTStale
		q := l.oldest()
		if q != nil && l.path.rate == 0 && l.frameSent || l.lateness(now) > overdueAfter || l.remeasuring {
			if again = l.retryAt(); l.overdueSince != never {
				again = min(again, l.overdueSince+stalledAfter)
			}
			return false, again
		}
		again = max(again, l.path.idleAt-sendAhead)
	case linkStalled:
		return false, l.retryAt()
	}
	return now >= again, again
}

// never is later than all other times.
const never time.Duration = 1<<63 - 1

// oldest returns the oldest pending query that measures the path, or nil if there is none.
func (l *link) oldest() *pendingQuery {
	for i := range l.pending {
		if measures(l.pending[i].kind) {
			return &l.pending[i]
		}
	}
	return nil
}

// due returns the time at which the reply to q is expected.
func (l *link) due(q *pendingQuery) time.Duration {
	at := q.drained
	if l.path.rate == 0 {
		at += time.Duration(q.bytesSince) * time.Second / minRate
	}
	return at + l.path.minRTT + l.schedDelay
}

// lateness returns how late the reply to the oldest query is. It is negative if no reply is late.
func (l *link) lateness(now time.Duration) time.Duration {
	if q := l.oldest(); q != nil {
		return now - l.due(q)
	}
	return -never
}

// ReplyDue reports whether an ESC may be the first byte of a reply. This is the case until replyTimeout after the
// expected time of a reply. If the terminal does not reply, ReplyDue returns false after at most 3 s.
func (l *link) ReplyDue(now time.Duration) bool {
	l.update(now)
	if l.Silent() {
		return false
	}
	for i := range l.pending {
		q := &l.pending[i]
		at := min(max(q.drained+l.path.minRTT, q.sent), q.sent+2*replyTimeout)
		if now < at+l.schedDelay+replyTimeout {
			return true
		}
	}
	return false
}

// ExpectsReplies reports whether replies may still arrive.
func (l *link) ExpectsReplies(now time.Duration) bool {
	l.update(now)
	return len(l.pending) > 0
}

// maxReplyTime returns the maximum time from a query to its reply, for another process, which cannot read the pending
// queries.
func (l *link) maxReplyTime() time.Duration {
	switch {
	case l.Silent():
		return 0
	case !l.Responded():
		return minExpireRTT
	}
	return min(max(2*l.lastRTT, overdueAfter), maxReplyWait)
}

// update changes the state if replies are overdue, and removes expired queries.
func (l *link) update(now time.Duration) {
	switch l.state {
	case linkStarting:
		switch {
		case now-l.stateSince < startTimeout:
		case l.Responded():
			l.enter(linkStalled, now)
		default:
			l.enter(linkSilent, now)
		}
	case linkResponding:
		switch late := l.lateness(now) > overdueAfter; {
		case !late:
			l.overdueSince = never
		case l.overdueSince == never:
			l.overdueSince = now
		case now-l.overdueSince >= stalledAfter:
			l.enter(linkStalled, now)
		}
	}
	l.expire(now)
}

// expire removes queries whose replies can no longer arrive. A query expires after expireRTTs round-trip times. Before
// the first reply of a remote terminal, it expires after stallWait, because the network may be stalled. If the terminal
// has replied before, queries that measure the path expire only in the state linkSilent. In other states, they are sent
// again until a reply arrives.
func (l *link) expire(now time.Duration) {
	limit := expireRTTs * max(l.lastRTT, minExpireRTT)
	if l.remote && !l.Responded() {
		limit = stallWait
	}
	retries := l.Responded() && l.state != linkSilent
	l.pending = slices.DeleteFunc(l.pending, func(q pendingQuery) bool {
		return now-max(q.drained, q.sent) >= limit && !(retries && measures(q.kind))
	})
}

func (l *link) enter(s linkState, now time.Duration) {
	l.state, l.stateSince, l.keyAfterStall = s, now, never
}

// KeyArrived handles a key press. While the path is stalled, no keys arrive. When the path recovers, keys may arrive
// a short time before the replies. If keys arrive for a longer time without a reply, the terminal does not reply at
// all.
func (l *link) KeyArrived(now time.Duration) {
	switch l.update(now); {
	case l.state != linkStalled:
	case l.kernel.waiting: // the terminal does not read
		l.keyAfterStall = never
	case l.keyAfterStall == never:
		l.keyAfterStall = now
	default:
		limit := max(expireRTTs*l.lastRTT, silentAfter)
		i := slices.IndexFunc(l.pending, func(q pendingQuery) bool {
			return measures(q.kind) && q.sent >= l.keyAfterStall && now-q.sent >= limit
		})
		if i >= 0 {
			l.pending = slices.Delete(l.pending, 0, i+1)
			l.enter(linkSilent, now)
		}
	}
}

// NeedsQuery reports whether the next frame should end with a query. Queries are limited, because on a server a reply
// costs as much as a key press.
func (l *link) NeedsQuery(now time.Duration) bool {
	switch l.state {
	case linkOff:
		return false
	case linkSilent:
		return l.Responded() && now-l.lastQuery >= silentQueryGap
	case linkResponding:
		r := &l.path
		small := r.rate > 0 && r.queueDelay < tolerableDelay && r.TransmitTime(l.unqueried) < smallFrame
		if !l.remeasuring && small && now-l.lastQuery < smallFrameQueryGap {
			return false
		}
	}
	return len(l.pending) < maxPending
}

// retryAt returns the time at which to send a query without a frame, or never. Such a query is necessary if a reply may
// be lost, or to measure the round-trip time again while no other bytes are in flight.
func (l *link) retryAt() time.Duration {
	q := l.oldest()
	switch {
	case l.state != linkResponding && l.state != linkStalled:
		return never
	case q == nil && l.remeasuring:
		return 0
	case q == nil && l.state == linkStalled:
		return l.lastQuery + l.retryDelay
	case q == nil:
		return never
	}
	timeout := queryTimeout
	if l.remeasuring { // a second query would disturb the measurement
		timeout = stalledAfter
	}
	return max(l.due(q)+timeout, l.lastQuery+l.retryDelay)
}

// ShouldRetry reports whether the caller must now send a query without a frame. If an earlier query is unanswered,
// ShouldRetry also increases the delay before the next retry.
func (l *link) ShouldRetry(now time.Duration) bool {
	if now < l.retryAt() {
		return false
	}
	if l.oldest() != nil {
		l.retryDelay = min(6*l.retryDelay, stalledQueryGap)
	}
	return true
}

// NextQuery returns the kind of the next query. Set late if the query is sent because a reply is late.
func (l *link) NextQuery(now time.Duration, late bool) input.ReplyKind {
	switch {
	case late && l.answers[queryDA2]:
		return queryDA2
	case l.answers[queryDA1] && (late || !l.answers[queryDSR] || l.sinceDA1 >= da1Every-1 || now-l.lastDA1 >= da1After):
		return queryDA1
	}
	return queryDSR
}

// FrameSent records that a frame was sent.
func (l *link) FrameSent(now time.Duration, bytes int) {
	l.frameSent = true
	l.unqueried += bytes
	l.kernel.Raise(now)
	if rate, _ := l.rateLimit(); rate > 0 {
		l.limitedUntil = max(l.limitedUntil, now) + transmitTime(bytes, rate)
	}
}

// KernelAccepted records the total number of bytes that the kernel has accepted, and whether more are queued.
func (l *link) KernelAccepted(now time.Duration, accepted int, queued bool) {
	if l.kernel.Update(now, accepted, queued) && l.Silent() {
		l.limitedUntil = now + transmitTime(kernelBuffer, l.kernel.rate)
	}
}

// MaxUnread returns the maximum number of bytes that the terminal may not have read yet. sinceQuery is the number of
// bytes sent since the last query. If the terminal does not reply, MaxUnread returns math.MaxInt.
func (l *link) MaxUnread(sinceQuery int) int {
	if l.state != linkResponding {
		return math.MaxInt
	}
	for i := range l.pending {
		sinceQuery += l.pending[i].bytesSince
	}
	return sinceQuery
}

// DropUnsent removes the pending queries that were queued but not sent. sent is the number of bytes that were sent. end
// is the position after the last query in the output, also in bytes.
func (l *link) DropUnsent(end, sent int) {
	for n := len(l.pending); n > 0 && end > sent; n-- {
		end -= l.pending[n-1].bytesSince
		l.pending = l.pending[:n-1]
	}
}

// Stalled reports whether the terminal has not read for stalledAfter.
func (l *link) Stalled(now time.Duration) bool {
	return l.state == linkStalled || l.kernel.Stalled(now)
}

// QuerySent records that a query was sent. bytes is the number of bytes since the last query that measures the path. It
// is 0 if this query does not measure the path.
func (l *link) QuerySent(now time.Duration, bytes int, kind input.ReplyKind) {
	if l.state == linkOff {
		return
	}
	if len(l.pending) == maxPending {
		l.pending = slices.Delete(l.pending, 0, 1)
	}
	idlePath := l.oldest() == nil && bytes < maxQueryBytes
	l.pending = append(l.pending, pendingQuery{now, l.path.BytesSent(now, bytes), bytes, kind, idlePath})
	if !measures(kind) {
		return
	}
	l.lastQuery, l.unqueried = now, 0
	if l.sinceDA1++; kind != queryDSR {
		l.sinceDA1, l.lastDA1 = 0, now
	}
}

// ReplyArrived handles a reply, which belongs to the oldest pending query of its kind. If that query measures the path,
// replies to earlier queries can no longer arrive. The clipboard is an exception, because a terminal may ask its user
// for consent before it replies.
func (l *link) ReplyArrived(now time.Duration, kind input.ReplyKind) {
	l.update(now)
	if l.state == linkOff {
		return
	}
	l.answers[kind] = true
	i := slices.IndexFunc(l.pending, func(q pendingQuery) bool { return q.kind == kind })
	switch {
	case i < 0:
		if l.state == linkSilent && l.Responded() { // the query has expired
			l.enter(linkStalled, now)
		}
		return
	case !measures(kind):
		l.pending = slices.Delete(l.pending, i, i+1)
		return
	}
	bytes, lost := 0, l.oldest() != &l.pending[i] || l.retryDelay > queryTimeout
	for _, q := range l.pending[:i+1] {
		bytes += q.bytesSince
	}

	at := l.pending[i].sent
	l.lastRTT = now - at
	if l.remeasuring && l.pending[i].idlePath {
		l.remeasuring = false
		l.path.SetRTT(now, l.lastRTT)
	} else if !lost && (l.state == linkResponding || l.state == linkStarting) {
		arrived := now
		if l.path.measured {
			arrived -= min(l.schedDelay, max(l.lastRTT-l.path.minRTT, 0))
		}
		l.path.ReplyArrived(arrived, at, bytes, kind != queryDSR || !l.answers[queryDA1])
	} else {
		l.path.SkipSample(now)
	}
	later := l.pending[i+1:]
	for j := range later {
		q := &later[j]
		q.drained = l.path.BytesSent(q.sent, q.bytesSince)
	}
	kept := slices.DeleteFunc(l.pending[:i+1], func(q pendingQuery) bool { return q.kind != input.ClipboardReply })
	l.pending = append(kept, later...)
	l.retryDelay = queryTimeout
	l.overdueSince = never
	if l.state != linkResponding {
		l.enter(linkResponding, now)
	}
}

// Reset returns to linkStarting, because another program has used the terminal. A silent link stays silent.
func (l *link) Reset(now time.Duration) {
	if l.state == linkOff || l.state == linkSilent {
		return
	}
	restarted := newLink(true, l.remote, l.cap, now)
	restarted.lastRTT, restarted.answers = l.lastRTT, l.answers
	*l = restarted
}

// Responded reports whether the terminal has ever replied.
func (l *link) Responded() bool { return l.answers[queryDSR] || l.answers[queryDA1] }

// minFPS is the minimum number of frames per second. A frame with too many bytes for this rate is sent in parts. With
// more frames per second, frameOverhead would dominate and delay the rest of the picture.
const minFPS = 24

// frameOverhead is the number of bytes around a frame, including a query.
const frameOverhead = len(syncBegin + syncEnd + seqDSR)

// FrameBudget returns the maximum number of bytes in a frame; 0 if unlimited.
func (l *link) FrameBudget() int {
	rate, _ := l.Rate()
	if !l.RateKnown() || rate == 0 {
		return 0
	}
	return max(int(rate/minFPS)-frameOverhead, 1)
}

// RateKnown reports whether the rate of the link can be derived from the delay of frames. Before the first
// replies, or while replies are missing, it cannot.
func (l *link) RateKnown() bool { return l.state == linkResponding && l.path.rate > 0 || l.Silent() }

// Silent reports whether the terminal does not reply.
func (l *link) Silent() bool { return l.state == linkOff || l.state == linkSilent }
