package connlimit

import "time"

// Resources that a network or key can use. The values are multiplied by MaxPerSource. With the default limits, an IPv4
// address, an IPv6 /56 or a key can use 10 % of a processor, send 1 MB/s, and store 10 MB per day and 10 MB in one
// burst. An IPv4 /24 or IPv6 /48 can use four times as much. A game at 80×24 takes 0.4 % of a processor.
const (
	workRate   = 12500 * time.Microsecond // processor time per second
	workBurst  = 400 * time.Millisecond   // processor time in one burst
	byteCost   = 100 * time.Nanosecond    // price of a sent byte in processor time, which also limits the bandwidth
	storeBurst = 1200 << 10               // stored bytes per day, and in one burst
)

// An account records the resources that a network or key uses.
type account struct {
	work           Bucket // processor time in ns
	stored         Bucket // bytes
	memory         int64  // reserved bytes
	resourceFactor int64  // factor for the limit of ReserveMemory

	refusedUntil  int64 // connections are refused until then because of another server's penalty; in Unix nanoseconds
	nextShareTime int64 // no Overdrawn penalty is shared again until this time; in Unix nanoseconds
}

// newAccount returns an account with the resources of the given number of connections, multiplied by factor.
func newAccount(factor, connections int) account {
	const day = 24 * time.Hour
	k := float64(factor * connections)
	return account{
		resourceFactor: int64(factor),
		work:           Bucket{Rate: k * float64(workRate), Burst: k * float64(workBurst)},
		stored:         Bucket{Rate: k * storeBurst / day.Seconds(), Burst: k * storeBurst},
	}
}

// isUnused reports whether a new account would have the same state.
func (a *account) isUnused(now time.Time) bool {
	return a.memory == 0 && now.UnixNano() >= a.refusedUntil && a.work.IsFull(now) && a.stored.IsFull(now)
}

// isOverdrawn reports whether one of the connection's sources has used too much processor time for FloodTime, on this
// server or another one.
func (p *Admission) isOverdrawn(now time.Time) bool {
	for _, s := range p.sources {
		if s == nil {
			continue
		}
		if s.work.Take(now, 0); s.work.IsFlooding(now) || now.UnixNano() < s.refusedUntil {
			return true
		}
	}
	return false
}

// Charge records the processor time and the sent bytes of a session. If its networks or its key have used too much,
// Charge returns the time for which the session should pause. A nil Admission is not limited.
func (p *Admission) Charge(now time.Time, work time.Duration, bytes int) (wait time.Duration) {
	if p == nil {
		return 0
	}
	wait, overdrafts := p.charge(now, work, bytes)
	for _, penalty := range overdrafts {
		p.limiter.onPenalty(penalty)
	}
	return wait
}

// charge implements Charge, except that its caller must share the returned penalties.
func (p *Admission) charge(now time.Time, work time.Duration, bytes int) (wait time.Duration, overdrafts []Penalty) {
	p.limiter.mu.Lock()
	defer p.limiter.mu.Unlock()
	cost := int(work) + bytes*int(byteCost)
	for _, s := range p.sources {
		if s != nil {
			wait = max(wait, s.work.Take(now, cost))
		}
	}
	if wait > 0 {
		overdrafts = p.newOverdrafts(now)
	}
	return wait, overdrafts
}

// ChargeStorage records that the visitor stores bytes on the disk. It returns false, and records nothing, if one of the
// networks or the key has already exceeded its limit. A nil Admission is not limited.
func (p *Admission) ChargeStorage(now time.Time, bytes int) bool {
	if p == nil {
		return true
	}
	p.limiter.mu.Lock()
	defer p.limiter.mu.Unlock()
	for _, s := range p.sources {
		if s != nil && s.stored.Take(now, 0) > 0 {
			return false
		}
	}
	for _, s := range p.sources {
		if s != nil {
			s.stored.Take(now, bytes)
		}
	}
	return true
}

// ReserveMemory records that the visitor reserves n more bytes of memory. It returns false, and records nothing, if one
// of the networks or the key would then have more than limit times its resourceFactor. A negative n releases memory. A
// nil Admission is not limited.
func (p *Admission) ReserveMemory(n, limit int64) bool {
	if p == nil {
		return true
	}
	p.limiter.mu.Lock()
	defer p.limiter.mu.Unlock()
	for _, s := range p.sources {
		if s != nil && n > 0 && s.memory+n > limit*s.resourceFactor {
			return false
		}
	}
	for _, s := range p.sources {
		if s != nil {
			s.memory += n
		}
	}
	return true
}
