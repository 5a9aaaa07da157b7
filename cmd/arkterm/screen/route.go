package screen

import "time"

// A route is a model of the way to the terminal: a narrow place that carries rate bytes a second, with a queue in
// front of it, and a distance. It computes when the narrow place will be free of what was sent, so that a frame
// can be sent in just that moment. Then nothing waits and nothing idles, and what is on the way is rate × least
// trip, and one frame: the window of BBR.
//
// All times are the sender's. The terminal reads later than the model says by the way there, and its reply needs
// the way back. Together they are the least trip, and more is never needed.
//
// Both numbers come from replies. What a reply takes beyond the least trip tells how long its bytes, and those
// before them, needed at the narrow place:
//
//	sent ├── those before ──┼── its bytes ──┼── least trip ──┤ reply
//
// So a link that idles between small frames is measured too, which a count of bytes a second would not do.
type route struct {
	rate    float64       // bytes a second; 0: unknown
	known   bool          // a reply has come
	least   time.Duration // the least trip
	entry   int           // bytes whose time at the narrow place is in it: nobody knew the rate
	right   time.Duration // when the least trip was last found right
	doubt   bool          // the way may have become longer: the distance should be measured again
	dropped time.Duration // when the rate became less than half, and no trip since was near the least; or never
	checked time.Duration // when it was measured again
	free    time.Duration // when the narrow place will be free
	replied time.Duration // when the last reply came
	read    time.Duration // when the bytes last replied to had passed it
	delay   time.Duration // how long they had waited in front of it

	passed int           // bytes of the sample of the rate that is being taken
	took   time.Duration // how long the narrow place needed for them
	begun  time.Duration // when the sample began
	idle   bool          // the narrow place has idled in it
	acked  meter
}

// Times of a route.
const (
	ahead     = 10 * time.Millisecond  // a frame may be sent so long before the narrow place is free
	sampled   = 40 * time.Millisecond  // the time at the narrow place that makes a sample
	sampleAge = 200 * time.Millisecond // the time that makes a sample otherwise
	bearable  = 40 * time.Millisecond  // while less is waited, the rate does not drop
	longer    = time.Second            // after the rate has dropped, and no trip was near the least
	leastAge  = 10 * time.Second       // without being right, the least trip is measured again
	shortest  = time.Millisecond       // less is the machine's time, not the way's
)

// slowest is the least rate in bytes a second that is believed: that of a line of 9600 baud.
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

// Sent notes that bytes were sent, and returns when they will have passed the narrow place.
func (r *route) Sent(now time.Duration, bytes int) (passed time.Duration) {
	r.free = max(r.free, now) + r.Takes(bytes)
	return r.free
}

// Reply notes that the terminal has read the bytes that were sent at a time. What was sent after them has to be
// noted as sent again. sure reports that no reply was lost since it was last true, so that the time can be trusted.
// The bytes of a query alone are too few for a first rate: the machine's delays would outweigh them.
func (r *route) Reply(now, at time.Duration, bytes int, sure bool) {
	trip := now - at
	if !r.known {
		r.Distance(now, trip)
		if bytes >= maxQuery { // the modes that are entered
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

// Distance notes the trip of a query when nothing else was on the way.
func (r *route) Distance(now, trip time.Duration) {
	if r.known {
		r.checked = now
	}
	r.known, r.doubt, r.dropped = true, false, never
	r.least, r.right, r.replied = trip, now, now
	r.read, r.free = now-trip, now-trip
}

// measure changes the rate by the sample. Small frames tell of the unrest of replies, not of the rate: it drops only
// if frames have waited or the narrow place has never idled, and by samples that are short it rises to three times what is used, no further. If it drops
// by much, a longer way can be the reason as well.
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

// Skip notes that the terminal has read something, but that nobody knows what has kept it: not the way alone.
func (r *route) Skip(now time.Duration) {
	r.read, r.replied, r.right = max(now-r.least, r.read), now, now
	r.free, r.delay, r.passed, r.took = r.read, 0, 0, 0
}

// A meter measures bytes a second.
type meter struct {
	since time.Duration
	bytes int
	rate  float64
}

// meterWindow is the time over which a meter measures.
const meterWindow = 500 * time.Millisecond

// Note notes that bytes have passed.
func (m *meter) Note(now time.Duration, bytes int) {
	m.bytes += bytes
	if d := now - m.since; d >= meterWindow {
		m.rate = float64(m.bytes) / d.Seconds()
		m.since, m.bytes = now, 0
	}
}
