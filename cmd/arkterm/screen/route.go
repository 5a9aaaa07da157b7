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
type pathModel struct {
	rate            float64       // bytes per second; 0: unknown
	measured        bool          // a reply has arrived
	minRTT          time.Duration // the round-trip time: the shortest that was measured
	setupBytes      int           // bytes whose time at the bottleneck is included in least, because the rate was unknown
	minRTTConfirmed time.Duration // when least was last confirmed
	stale           bool          // the path may have become longer, so the distance should be measured again
	rateHalved      time.Duration // when the rate fell by more than half; never if a reply since was as fast as least
	remeasured      time.Duration // when the distance was measured again
	idleAt          time.Duration // when the bottleneck will be free
	lastReply       time.Duration // when the last reply arrived
	drained         time.Duration // when the bytes of the last reply had passed the bottleneck
	queueDelay      time.Duration // how long they had waited in front of it

	sampleBytes int           // bytes in the current sample of the rate
	sampleTime  time.Duration // time that they needed at the bottleneck
	sampleStart time.Duration // when the sample began
	sampleIdle  bool          // the bottleneck was idle during the sample
	delivered   rateMeter
}

const (
	sendAhead       = 10 * time.Millisecond  // a frame may be sent so long before the bottleneck is free
	minSampleTime   = 40 * time.Millisecond  // time at the bottleneck that completes a sample
	maxSampleAge    = 200 * time.Millisecond // time that completes it otherwise
	tolerableDelay  = 40 * time.Millisecond  // while frames wait for less, the rate does not fall
	rateHalvedLimit = time.Second            // time after a fall of the rate in which a reply should be as fast as least
	maxMinRTTAge    = 10 * time.Second       // least is measured again if it was not confirmed for so long
	timerResolution = time.Millisecond       // shorter times are caused by the machine
)

// slowest is the minimum rate in bytes per second: a line with 9600 baud.
const minRate = 960

// Takes returns how long the bottleneck needs for that many bytes.
func (r *pathModel) TransmitTime(bytes int) time.Duration { return takes(bytes, r.rate) }

// takes returns how long bytes take at a rate in bytes per second; 0 if the rate is 0.
func takes(bytes int, rate float64) time.Duration {
	if rate == 0 {
		return 0
	}
	return time.Duration(float64(bytes) / rate * float64(time.Second))
}

// Sent notes that bytes were sent, and returns when they will have passed the bottleneck.
func (r *pathModel) Sent(now time.Duration, bytes int) (passed time.Duration) {
	r.idleAt = max(r.idleAt, now) + r.TransmitTime(bytes)
	return r.idleAt
}

// Reply notes that the terminal has read the bytes that were sent at a time. Later bytes have to be passed to Sent again. sure
// reports that no reply was lost since the last sure reply, so the times can be trusted. The bytes of a query alone are too few for
// a first rate, because the delays of the machine would dominate.
func (r *pathModel) Reply(now, at time.Duration, bytes int, sure bool) {
	trip := now - at
	if !r.measured {
		r.SetRTT(now, trip)
		if bytes >= maxQueryBytes { // the sequences that enter the modes
			r.setupBytes = bytes
		}
		return
	}
	r.minRTT = min(r.minRTT, trip)
	read := max(now-r.minRTT, r.drained)
	r.queueDelay = max(read-at-r.TransmitTime(bytes), 0)
	if r.queueDelay <= tolerableDelay || now-r.lastReply >= maxMinRTTAge/10 {
		r.minRTTConfirmed = now
	}
	if trip-r.minRTT <= tolerableDelay {
		r.rateHalved = never
	}
	if r.rate == 0 && bytes < maxQueryBytes {
		r.drained, r.idleAt, r.lastReply = read, read, now
		return
	}
	r.stale = r.stale || now-r.minRTTConfirmed >= maxMinRTTAge || now-r.rateHalved >= rateHalvedLimit && now-r.remeasured >= maxMinRTTAge/2
	from := max(r.drained, at)
	idle := at > r.drained
	r.drained, r.idleAt, r.lastReply = read, read, now

	if r.sampleBytes == 0 {
		r.sampleStart, r.sampleIdle = now, false
	}
	r.sampleIdle = r.sampleIdle || idle
	r.sampleBytes += bytes
	r.sampleTime += max(read-from, 0)
	r.delivered.Add(now, bytes)
	if r.rate == 0 || sure && (r.sampleTime >= minSampleTime || now-r.sampleStart >= maxSampleAge) {
		r.updateRate(now)
		r.sampleBytes, r.sampleTime = 0, 0
	}
}

// Distance notes the round-trip time of a query while nothing else was in flight.
func (r *pathModel) SetRTT(now, trip time.Duration) {
	if r.measured {
		r.remeasured = now
	}
	r.measured, r.stale, r.rateHalved = true, false, never
	r.minRTT, r.minRTTConfirmed, r.lastReply = trip, now, now
	r.drained, r.idleAt = now-trip, now-trip
}

// measure changes the rate according to the sample. With small frames, the jitter of replies dominates, so the rate falls only if
// frames have waited or the bottleneck was never idle. Short samples raise it to at most three times the used rate. If the rate
// falls by more than half, a longer path may be the reason.
func (r *pathModel) updateRate(now time.Duration) {
	rate := float64(r.sampleBytes) / max(r.sampleTime, timerResolution).Seconds()
	waited, before := r.queueDelay >= tolerableDelay, r.rate
	switch {
	case before == 0 || waited && rate < before/2:
		r.rate = rate
	case waited && rate < before:
		r.rate -= (before - rate) / 2
	case !r.sampleIdle && rate < before:
		r.rate -= (before - rate) / 4
	case rate > before:
		if r.sampleTime < minSampleTime/2 {
			rate = min(rate, max(before, 3*r.delivered.rate))
		}
		r.rate += (rate - before) / 4
	}
	r.rate = max(r.rate, r.delivered.rate, minRate)
	if r.setupBytes > 0 {
		d := min(r.TransmitTime(r.setupBytes), r.minRTT)
		r.minRTT, r.drained, r.idleAt = r.minRTT-d, r.drained+d, r.idleAt+d
		r.setupBytes = 0
	}
	if r.rate < before/2 {
		r.rateHalved = min(r.rateHalved, now)
	}
}

// Skip notes a reply that was not delayed by the path alone.
func (r *pathModel) SkipSample(now time.Duration) {
	r.drained, r.lastReply, r.minRTTConfirmed = max(now-r.minRTT, r.drained), now, now
	r.idleAt, r.queueDelay, r.sampleBytes, r.sampleTime = r.drained, 0, 0, 0
}

// A meter measures bytes per second.
type rateMeter struct {
	since time.Duration
	bytes int
	rate  float64
}

// meterWindow is the minimum duration of a measurement.
const meterWindow = 500 * time.Millisecond

// Note notes that bytes have passed.
func (m *rateMeter) Add(now time.Duration, bytes int) {
	m.bytes += bytes
	if d := now - m.since; d >= meterWindow {
		m.rate = float64(m.bytes) / d.Seconds()
		m.since, m.bytes = now, 0
	}
}
