package sshd

import "time"

// The server limits two streams of bytes. It reads encrypted bytes of a connection no faster than sentRate, so a client that
// sends more waits and costs no more than others. It drops input beyond inputRate.
//
// The fastest honest input comes from a mouse in motion. Most mice report 200 times a second or less in 12 bytes: 2.4 KB/s, or
// 10 KB/s encrypted, with one packet for each report. Gaming mice report 1,000 times a second, and terminals that report pixels
// pass on all of it, in 16 bytes: 16 KB/s, or 52 KB/s encrypted. Thirty keys a second add 1.6 KB/s, and the 50 pings with which
// OpenSSH hides them 1.8 KB/s. A paste of 32 KB arrives at the same time.
const (
	sentRate    = 64 << 10  // encrypted bytes of a connection per second
	sentBurst   = 128 << 10 // and at the same time
	inputRate   = 20 << 10  // bytes of keys, mouse reports and pastes per second
	inputBurst  = 32 << 10
	resizeRate  = 2 // size changes per second
	resizeBurst = 30
)

// A client may exceed a limit for floodTime without a break. In a break, tokens for breakTime collect.
const (
	floodTime = 30 * time.Second
	breakTime = time.Second
)

// A tokenBucket limits a rate and a burst. The zero tokens of a new bucket fill up with the first call.
type tokenBucket struct {
	rate, burst float64 // tokens per second, and the maximum number of tokens

	tokens     float64   // negative after take of more than there were
	at         time.Time // the time of tokens
	floodSince time.Time // the start of a flood; zero if there is none
}

// fill adds the tokens of the time since the last call.
func (b *tokenBucket) fill(now time.Time) {
	if b.tokens < b.burst {
		b.tokens = min(b.burst, b.tokens+b.rate*now.Sub(b.at).Seconds())
	}
	b.at = now
	if b.tokens >= b.rate*breakTime.Seconds() {
		b.floodSince = time.Time{}
	}
}

// take removes n tokens, and returns how long to wait until there are as many. A negative n adds tokens, even beyond the burst.
func (b *tokenBucket) take(now time.Time, n int) time.Duration {
	b.fill(now)
	if b.tokens -= float64(n); b.tokens >= 0 {
		return 0
	}
	b.flood(now)
	return time.Duration(-b.tokens/b.rate*float64(time.Second)) + 1 // rounded up
}

// allow removes up to n tokens, and returns their number.
func (b *tokenBucket) allow(now time.Time, n int) int {
	b.fill(now)
	if float64(n) > b.tokens {
		b.flood(now)
		n = int(b.tokens)
	}
	b.tokens -= float64(n)
	return n
}

func (b *tokenBucket) flood(now time.Time) {
	if b.floodSince.IsZero() {
		b.floodSince = now
	}
}

// floods reports whether a flood has lasted for floodTime.
func (b *tokenBucket) floods(now time.Time) bool {
	return !b.floodSince.IsZero() && now.Sub(b.floodSince) >= floodTime
}
