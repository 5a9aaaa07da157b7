package screen

import "time"

// A pathModel models the path to the terminal as a bottleneck with a rate, a queue in front of it, and a round-trip
// time. It predicts when the bottleneck will be idle, so that the next frame can be sent at that time. Then no
// frame queues and the bottleneck never idles. The data in flight is rate × minRTT plus one frame, as in BBR.
//
// All times are measured by the sender. Replies are used to estimate rate and minRTT. The part of a round-trip time
// beyond minRTT is the time that the bottleneck needed for the acknowledged bytes and for those queued before them:
//
//	sent ├── queued before ──┼── its bytes ──┼── minRTT ──┤ reply
//
// This also measures the rate of a link that idles between small frames. Counting the bytes per second would only
// measure the demand.
type pathModel struct {
	rate            float64       // bytes per second; 0 if unknown
	measured        bool          // a reply has arrived, so minRTT is valid
	minRTT          time.Duration // minimum round-trip time
	setupBytes      int           // bytes whose transmission time is included in minRTT, because the rate was unknown
	minRTTConfirmed time.Duration // when minRTT was last confirmed
	minRTTStale     bool          // minRTT must be measured again, because the path may have become longer
	// when the rate first fell by more than half since a round-trip time was last near minRTT; never if it has not
	rateHalved time.Duration
	remeasured time.Duration // when minRTT was last measured again
	idleAt     time.Duration // when the bottleneck will be idle
	lastReply  time.Duration // when the last reply arrived
	drained    time.Duration // when the last acknowledged bytes had left the bottleneck
	queueDelay time.Duration // time that the last acknowledged bytes spent in the queue

	sampleBytes int           // bytes in the current sample of the rate
	sampleTime  time.Duration // time that the bottleneck needed for these bytes
	sampleStart time.Duration // when the sample began
	sampleIdle  bool          // the bottleneck idled during the sample
	delivered   rateMeter
}

// Parameters of the estimation.
const (
	sendAhead       = 10 * time.Millisecond  // a frame may be sent this long before the bottleneck is idle
	minSampleTime   = 40 * time.Millisecond  // transmission time that completes a sample
	maxSampleAge    = 200 * time.Millisecond // age that completes a sample with less transmission time
	tolerableDelay  = 40 * time.Millisecond  // queuing delay below which the rate is not reduced
	rateHalvedLimit = time.Second            // minRTT is measured again this long after rateHalved
	maxMinRTTAge    = 10 * time.Second       // minRTT is measured again if it was not confirmed for this time
	timerResolution = time.Millisecond       // shorter times reflect this machine instead of the path
)

// minRate is the minimum of the modeled rate, in bytes per second. It corresponds to a 9600 baud line.
const minRate = 960

// TransmitTime returns the time that the bottleneck needs for the given number of bytes. It is 0 if the rate is
// unknown.
func (r *pathModel) TransmitTime(bytes int) time.Duration { return transmitTime(bytes, r.rate) }

// transmitTime returns the transmission time of bytes at a rate in bytes per second; 0 if the rate is 0.
func transmitTime(bytes int, rate float64) time.Duration {
	if rate == 0 {
		return 0
	}
	return time.Duration(float64(bytes) / rate * float64(time.Second))
}

// BytesSent records that bytes were sent and returns the time at which they will have left the bottleneck.
func (r *pathModel) BytesSent(now time.Duration, bytes int) (drained time.Duration) {
	r.idleAt = max(r.idleAt, now) + r.TransmitTime(bytes)
	return r.idleAt
}

// ReplyArrived records that the terminal has read the given number of bytes, which were sent at sentAt. The caller must
// then call BytesSent again for all bytes that were sent after sentAt. Set reliable if no reply was lost since the last
// reliable reply. While the rate is unknown, a reply to a query without a frame does not set it, because delays of the
// machine would dominate the measurement.
func (r *pathModel) ReplyArrived(now, sentAt time.Duration, bytes int, reliable bool) {
	trip := now - sentAt
	if !r.measured {
		r.SetRTT(now, trip)
		if bytes >= maxQueryBytes { // the bytes include the sequences that enter the modes
			r.setupBytes = bytes
		}
		return
	}
	r.minRTT = min(r.minRTT, trip)
	read := max(now-r.minRTT, r.drained)
	r.queueDelay = max(read-sentAt-r.TransmitTime(bytes), 0)
	// A reply confirms minRTT if it was hardly delayed by a queue, or if it is the first one after a pause of a second.
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
	// After a large fall of the rate, minRTT is measured again at most every 5 s.
	r.minRTTStale = r.minRTTStale || now-r.minRTTConfirmed >= maxMinRTTAge ||
		now-r.rateHalved >= rateHalvedLimit && now-r.remeasured >= maxMinRTTAge/2
	from := max(r.drained, sentAt)
	idle := sentAt > r.drained
	r.drained, r.idleAt, r.lastReply = read, read, now

	if r.sampleBytes == 0 {
		r.sampleStart, r.sampleIdle = now, false
	}
	r.sampleIdle = r.sampleIdle || idle
	r.sampleBytes += bytes
	r.sampleTime += max(read-from, 0)
	r.delivered.Add(now, bytes)
	if r.rate == 0 || reliable && (r.sampleTime >= minSampleTime || now-r.sampleStart >= maxSampleAge) {
		r.updateRate(now)
		r.sampleBytes, r.sampleTime = 0, 0
	}
}

// SetRTT sets minRTT to the round-trip time of a query that was sent while no other bytes were in flight.
func (r *pathModel) SetRTT(now, trip time.Duration) {
	if r.measured {
		r.remeasured = now
	}
	r.measured, r.minRTTStale, r.rateHalved = true, false, never
	r.minRTT, r.minRTTConfirmed, r.lastReply = trip, now, now
	r.drained, r.idleAt = now-trip, now-trip
}

// updateRate moves the rate toward the rate of the current sample, usually by a quarter of the difference. If frames
// were queued, the rate falls by half of the difference, or completely if the sample has less than half of the old
// rate. A fall by more than half may also mean that the path has become longer, so rateHalved records it.
//
// Samples of small frames are dominated by the jitter of the replies. Therefore the rate falls only if frames were
// queued or the bottleneck never idled. A short sample raises it to at most three times the delivered rate.
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

// SkipSample handles a reply whose delay is not caused by the path alone. It discards the current sample.
func (r *pathModel) SkipSample(now time.Duration) {
	r.drained, r.lastReply, r.minRTTConfirmed = max(now-r.minRTT, r.drained), now, now
	r.idleAt, r.queueDelay, r.sampleBytes, r.sampleTime = r.drained, 0, 0, 0
}

// A rateMeter measures a rate in bytes per second.
type rateMeter struct {
	since time.Duration // start of the current measurement
	bytes int           // bytes delivered in the current measurement
	rate  float64       // result of the last complete measurement; 0 if none
}

// meterWindow is the minimum duration of a measurement.
const meterWindow = 500 * time.Millisecond

// Add records that bytes were delivered.
func (m *rateMeter) Add(now time.Duration, bytes int) {
	m.bytes += bytes
	if d := now - m.since; d >= meterWindow {
		m.rate = float64(m.bytes) / d.Seconds()
		m.since, m.bytes = now, 0
	}
}
