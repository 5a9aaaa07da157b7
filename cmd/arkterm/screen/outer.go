package screen

import "time"

// A Connection is the state of the network connection that frames go through. A terminal multiplexer replies to
// queries itself, so that these tell nothing of the terminal that the player sees, and some terminals reply to none; but
// where the connection ends on this machine, its kernel knows how much of what was written has arrived.
type Connection struct {
	Number int           // that of another connection differs
	Acked  int           // total bytes that have arrived
	Queued int           // bytes written that have not
	Least  time.Duration // the least trip
	Idle   time.Duration // since the last news from the other end
}

// An outer is the link that a connection is: a link whose queries are the frames, and whose replies are the
// acknowledgements of the connection. The bytes are those that a multiplexer has made of a frame.
type outer struct {
	link
	number int           // that of the connection
	total  int           // bytes written to the connection, as of the last look at it
	shown  time.Duration // when a frame was sent whose bytes have not been seen yet, or never

	given, made int     // bytes of frames given to the multiplexer, and what it has made of them
	share       float64 // the former for each of the latter
}

// shareBytes are what the multiplexer has to have made until it is said again how many bytes it makes of a frame.
const shareBytes = 4096

func newOuter(now time.Duration) outer {
	return outer{link: newLink(true, true, now), shown: never, share: 1}
}

// outerPoll is how often to look at the connection while a frame waits for it. unseen is how long to look for the bytes
// of a frame before another one goes: what is in between may be slow, or make no bytes of it.
const (
	outerPoll = 5 * time.Millisecond
	unseen    = 100 * time.Millisecond
)

// Ready reports whether a frame may be sent, and when to ask again.
func (o *outer) Ready(now time.Duration, c Connection) (ok bool, again time.Duration) {
	total := c.Acked + c.Queued
	if !o.Known() || c.Number != o.number || total < o.total { // the first look, or another connection
		*o = newOuter(now)
		o.number, o.total = c.Number, total
		o.enter(linkReplying, now)
		o.route.Distance(now, c.Least)
	}

	o.route.Trust(now, c.Least)
	if o.shown != never && total > o.total {
		o.Query(o.shown, total-o.total, askFence)
		o.compare(total - o.total)
		o.total, o.shown = total, never
	}
	for missing := o.total - c.Acked; len(o.open) > 0 && o.waiting()-o.open[0].bytes >= missing; {
		o.Reply(max(now-c.Idle, o.open[0].at), askFence)
	}

	poll := outerPoll
	if ok, again = o.link.Ready(now); o.Stalled(now) {
		poll = stalledPoll
	}
	if o.shown != never && now-o.framed < unseen {
		return false, now + poll
	}
	return ok, min(max(again, now), now+poll)
}

// Known reports whether there is a connection.
func (o *outer) Known() bool { return o.state != linkOpening }

// Lost notes that no connection is known any more: what it has told says nothing of where the frames go now.
func (o *outer) Lost(now time.Duration) {
	if o.Known() {
		*o = newOuter(now)
	}
}

// waiting returns the bytes of the open queries.
func (o *outer) waiting() (bytes int) {
	for _, f := range o.open {
		bytes += f.bytes
	}
	return bytes
}

// compare notes how many bytes the multiplexer has made of the last frames.
func (o *outer) compare(made int) {
	if o.made += made; o.made >= shareBytes {
		o.share = min(max(float64(o.given)/float64(o.made), 0.25), 4)
		o.given, o.made = 0, 0
	}
}

// Room returns how many bytes a frame may have; 0: any number.
func (o *outer) Room() int {
	room := o.link.Room()
	return max(int(float64(room)*o.share), min(room, 1))
}

// Frame notes that a frame was sent.
func (o *outer) Frame(now time.Duration, bytes int) {
	o.frames, o.framed = true, now
	o.given += bytes
	o.shown = min(o.shown, now)
}
