package screen

import "time"

// A route models the path to the terminal: a bottleneck with a rate, with a queue in front of it, and a round-trip time. It computes
// when the bottleneck will have passed everything that was sent, so the next frame can be sent just then. Then nothing waits and
// nothing idles: rate × round-trip time and one frame are in flight, as in BBR.
//
// All times are those of the sender. Both numbers come from replies. The time of a reply beyond the round-trip time is the time that
// its bytes, and those before them, needed at the bottleneck:
//
//	sent ├── bytes before ──┼── its bytes ──┼── round-trip time ──┤ reply
//
// So a link that idles between small frames is measured too. Counting the bytes per second would not measure it.
type route struct {
	rate    float64       // bytes per second; 0: unknown
	known   bool          // a reply has arrived
	least   time.Duration // the round-trip time: the shortest that was measured
	entry   int           // bytes whose time at the bottleneck is included in least, because the rate was unknown
	right   time.Duration // when least was last confirmed
	doubt   bool          // the path may have become longer, so the distance should be measured again
	dropped time.Duration // when the rate fell by more than half; never if a reply since was as fast as least
	checked time.Duration // when the distance was measured again
	free    time.Duration // when the bottleneck will be free
	replied time.Duration // when the last reply arrived
	read    time.Duration // when the bytes of the last reply had passed the bottleneck
	delay   time.Duration // how long they had waited in front of it

	passed int           // bytes in the current sample of the rate
	took   time.Duration // time that they needed at the bottleneck
	begun  time.Duration // when the sample began
	idle   bool          // the bottleneck was idle during the sample
	acked  meter
}

const (
	ahead     = 10 * time.Millisecond  // a frame may be sent so long before the bottleneck is free
	sampled   = 40 * time.Millisecond  // time at the bottleneck that completes a sample
	sampleAge = 200 * time.Millisecond // time that completes it otherwise
	bearable  = 40 * time.Millisecond  // while frames wait for less, the rate does not fall
	longer    = time.Second            // time after a fall of the rate in which a reply should be as fast as least
	leastAge  = 10 * time.Second       // least is measured again if it was not confirmed for so long
	shortest  = time.Millisecond       // shorter times are caused by the machine
)

// slowest is the minimum rate in bytes per second: a line with 9600 baud.
const slowest = 960

// Takes returns how long the bottleneck needs for that many bytes.
func (r *route) Takes(bytes int) time.Duration { return takes(bytes, r.rate) }

// takes returns how long bytes take at a rate in bytes per second; 0 if the rate is 0.
func takes(bytes int, rate float64) time.Duration {
	if rate == 0 {
		return 0
	}
	return time.Duration(float64(bytes) / rate * float64(time.Second))
}

// Sent notes that bytes were sent, and returns when they will have passed the bottleneck.
func (r *route) Sent(now time.Duration, bytes int) (passed time.Duration) {
	r.free = max(r.free, now) + r.Takes(bytes)
	return r.free
}

// Reply notes that the terminal has read the bytes that were sent at a time. Later bytes have to be passed to Sent again. sure
// reports that no reply was lost since the last sure reply, so the times can be trusted. The bytes of a query alone are too few for
// a first rate, because the delays of the machine would dominate.
func (r *route) Reply(now, at time.Duration, bytes int, sure bool) {
	trip := now - at
	if !r.known {
		r.Distance(now, trip)
		if bytes >= maxQuery { // the sequences that enter the modes
			r.entry = bytes
		}
		return
	}
	r.least = min(r.least, trip)
	read := max(now-r.least, r.read)
	r.delay = max(read-at-r.Takes(bytes), 0)
	if r.delay <= bearable || now-r.replied >= leastAge/10 {
		r.right = now
	}
	if trip-r.least <= bearable {
		r.dropped = never
	}
	if r.rate == 0 && bytes < maxQuery {
		r.read, r.free, r.replied = read, read, now
		return
	}
	r.doubt = r.doubt || now-r.right >= leastAge || now-r.dropped >= longer && now-r.checked >= leastAge/2
	from := max(r.read, at)
	idle := at > r.read
	r.read, r.free, r.replied = read, read, now

	if r.passed == 0 {
		r.begun, r.idle = now, false
	}
	r.idle = r.idle || idle
	r.passed += bytes
	r.took += max(read-from, 0)
	r.acked.Note(now, bytes)
	if r.rate == 0 || sure && (r.took >= sampled || now-r.begun >= sampleAge) {
		r.measure(now)
		r.passed, r.took = 0, 0
	}
}

// Distance notes the round-trip time of a query while nothing else was in flight.
func (r *route) Distance(now, trip time.Duration) {
	if r.known {
		r.checked = now
	}
	r.known, r.doubt, r.dropped = true, false, never
	r.least, r.right, r.replied = trip, now, now
	r.read, r.free = now-trip, now-trip
}

// measure changes the rate according to the sample. With small frames, the jitter of replies dominates, so the rate falls only if
// frames have waited or the bottleneck was never idle. Short samples raise it to at most three times the used rate. If the rate
// falls by more than half, a longer path may be the reason.
func (r *route) measure(now time.Duration) {
	rate := float64(r.passed) / max(r.took, shortest).Seconds()
	waited, before := r.delay >= bearable, r.rate
	switch {
	case before == 0 || waited && rate < before/2:
		r.rate = rate
	case waited && rate < before:
		r.rate -= (before - rate) / 2
	case !r.idle && rate < before:
		r.rate -= (before - rate) / 4
	case rate > before:
		if r.took < sampled/2 {
			rate = min(rate, max(before, 3*r.acked.rate))
		}
		r.rate += (rate - before) / 4
	}
	r.rate = max(r.rate, r.acked.rate, slowest)
	if r.entry > 0 {
		d := min(r.Takes(r.entry), r.least)
		r.least, r.read, r.free = r.least-d, r.read+d, r.free+d
		r.entry = 0
	}
	if r.rate < before/2 {
		r.dropped = min(r.dropped, now)
	}
}

// Skip notes a reply that was not delayed by the path alone.
func (r *route) Skip(now time.Duration) {
	r.read, r.replied, r.right = max(now-r.least, r.read), now, now
	r.free, r.delay, r.passed, r.took = r.read, 0, 0, 0
}

// A meter measures bytes per second.
type meter struct {
	since time.Duration
	bytes int
	rate  float64
}

// meterWindow is the minimum duration of a measurement.
const meterWindow = 500 * time.Millisecond

// Note notes that bytes have passed.
func (m *meter) Note(now time.Duration, bytes int) {
	m.bytes += bytes
	if d := now - m.since; d >= meterWindow {
		m.rate = float64(m.bytes) / d.Seconds()
		m.since, m.bytes = now, 0
	}
}
