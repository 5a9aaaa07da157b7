package sshd

import "time"

// How fast a client may send. Two limits are of bytes: what comes by the connection, encrypted, is held up beyond its limit by not being
// read, so that whoever sends more waits, and costs no more than who does not; what is typed is dropped beyond its own.
//
// The most that a player sends is what a mouse reports that never rests. Most do so 200 times a second at most, in 12 bytes: 2.4 KB/s, and 10 KB/s
// with a packet for each, encrypted. Those for games do so 1,000 times, and terminals that report pixels pass all of it on, in 16
// bytes: 16 KB/s, and 52. Thirty keys a second are another 1.6 KB/s, and the fifty pings among which OpenSSH hides them 1.8. A paste
// of 32 KB comes at once.
const (
	sentRate   = 64 << 10  // bytes a second of a connection, encrypted
	sentBurst  = 128 << 10 // and at once
	typedRate  = 20 << 10  // bytes a second that are typed, pointed or pasted
	typedBurst = 32 << 10  // and at once
	sizesRate  = 2         // changes of size a second
	sizesBurst = 30        // and at once
)

// floodTime is how long a client may send too fast without a break, and breakTime is a break: as much time is left then as if nothing had
// come in it.
const (
	floodTime = 30 * time.Second
	breakTime = time.Second
)

// A tokenBucket is how fast something may come, with what has come so far. All may come at once that may come at once when nothing has yet.
type tokenBucket struct {
	rate, burst float64 // a second in the long run, and at once

	tokens     float64   // may come at once; less than 0: so much has come too soon
	at         time.Time // when that was so
	floodSince time.Time // since when too much comes; zero: it does not
}

// fill lets time go on.
func (p *tokenBucket) fill(now time.Time) {
	if p.tokens < p.burst {
		p.tokens = min(p.burst, p.tokens+p.rate*now.Sub(p.at).Seconds())
	}
	p.at = now
	if p.tokens >= p.rate*breakTime.Seconds() {
		p.floodSince = time.Time{}
	}
}

// take says that n have come, and returns how long it takes until they may have. If n is less than 0, so many more may come.
func (p *tokenBucket) take(now time.Time, n int) time.Duration {
	p.fill(now)
	if p.tokens -= float64(n); p.tokens >= 0 {
		return 0
	}
	p.isOver(now)
	return time.Duration(-p.tokens/p.rate*float64(time.Second)) + 1 // rounded up
}

// allow says that n have come, of which those that come too soon are dropped, and returns how many are not.
func (p *tokenBucket) allow(now time.Time, n int) int {
	p.fill(now)
	if float64(n) > p.tokens {
		p.isOver(now)
		n = int(p.tokens)
	}
	p.tokens -= float64(n)
	return n
}

func (p *tokenBucket) isOver(now time.Time) {
	if p.floodSince.IsZero() {
		p.floodSince = now
	}
}

// floods reports whether too much has come for floodTime, without a break.
func (p *tokenBucket) floods(now time.Time) bool {
	return !p.floodSince.IsZero() && now.Sub(p.floodSince) >= floodTime
}
