package sshd

import "time"

// Rate limits. The server reads the encrypted bytes of a connection no faster than receiveRate, so a client that
// sends faster has to wait, and does not cost more than other clients. The server drops decrypted input beyond
// inputRate.
//
// The fastest legitimate input comes from a moving mouse. Most mice send at most 200 reports per second with 12 bytes
// each, which is 2.4 KB/s, or 10 KB/s encrypted with one packet per report. Gaming mice send 1,000 reports per second.
// Terminals that report pixels pass on all reports with 16 bytes each, which is 16 KB/s, or 52 KB/s encrypted. Thirty
// keys per second add 1.6 KB/s. OpenSSH sends 50 pings per second to obscure keystroke timing, which add 1.8 KB/s. A
// paste of 32 KB arrives in one burst.
const (
	receiveRate  = 64 << 10  // encrypted bytes of a connection per second
	receiveBurst = 128 << 10 // encrypted bytes in one burst
	inputRate    = 20 << 10  // bytes of keys, mouse reports and pastes per second
	inputBurst   = 32 << 10  // such bytes in one burst
	resizeRate   = 2         // size changes per second
	resizeBurst  = 30        // size changes in one burst
)

// A client may exceed a limit for floodTime without a break. A break is a time after which the bucket contains the
// tokens of breakTime.
const (
	floodTime = 30 * time.Second
	breakTime = time.Second
)

// A tokenBucket limits a rate and a burst. The first call fills a new bucket.
type tokenBucket struct {
	rate, burst float64 // tokens per second, and maximum number of tokens

	tokens     float64   // number of tokens; negative if take has removed more than were available
	at         time.Time // time of the last update of tokens
	floodSince time.Time // start of the current flood; zero if none
}

// fill adds the tokens for the time since the last call.
func (b *tokenBucket) fill(now time.Time) {
	if b.tokens < b.burst {
		b.tokens = min(b.burst, b.tokens+b.rate*now.Sub(b.at).Seconds())
	}
	b.at = now
	if b.tokens >= b.rate*breakTime.Seconds() {
		b.floodSince = time.Time{}
	}
}

// take removes n tokens. It returns the time until the number of tokens is no longer negative. A negative n adds
// tokens, even beyond the burst.
func (b *tokenBucket) take(now time.Time, n int) time.Duration {
	b.fill(now)
	if b.tokens -= float64(n); b.tokens >= 0 {
		return 0
	}
	b.startFlood(now)
	return time.Duration(-b.tokens/b.rate*float64(time.Second)) + 1 // rounded up
}

// allow removes up to n tokens, and returns their number.
func (b *tokenBucket) allow(now time.Time, n int) int {
	b.fill(now)
	if float64(n) > b.tokens {
		b.startFlood(now)
		n = int(b.tokens)
	}
	b.tokens -= float64(n)
	return n
}

// startFlood records that the limit is exceeded, unless a flood is already in progress.
func (b *tokenBucket) startFlood(now time.Time) {
	if b.floodSince.IsZero() {
		b.floodSince = now
	}
}

// isFlooding reports whether a flood has lasted for floodTime.
func (b *tokenBucket) isFlooding(now time.Time) bool {
	return !b.floodSince.IsZero() && now.Sub(b.floodSince) >= floodTime
}
