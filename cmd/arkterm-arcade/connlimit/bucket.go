package connlimit

import "time"

// A client may exceed a limit for up to FloodTime. A flood ends when the bucket has refilled to the tokens
// of BreakTime, because the client has been slow.
const (
	FloodTime = 30 * time.Second
	BreakTime = time.Second
)

// A Bucket is a token bucket, which limits a rate and a burst. It is full at the first call.
type Bucket struct {
	Rate, Burst float64 // tokens per second, and maximum number of tokens

	tokens     float64   // number of tokens; negative if Take has removed more than were available
	updatedAt  time.Time // time of the last update of tokens
	floodSince time.Time // start of the current flood; zero if none
}

// fill adds the tokens for the time since the last call.
func (b *Bucket) fill(now time.Time) {
	if b.tokens < b.Burst {
		b.tokens = min(b.Burst, b.tokens+b.Rate*now.Sub(b.updatedAt).Seconds())
	}
	b.updatedAt = now
	if b.tokens >= b.Rate*BreakTime.Seconds() {
		b.floodSince = time.Time{}
	}
}

// Take removes n tokens. It returns the time until the number of tokens is no longer negative. A negative n adds
// tokens, even beyond the burst.
func (b *Bucket) Take(now time.Time, n int) time.Duration {
	b.fill(now)
	if b.tokens -= float64(n); b.tokens >= 0 {
		return 0
	}
	b.startFlood(now)
	return time.Duration(-b.tokens/b.Rate*float64(time.Second)) + 1 // rounded up
}

// Allow removes up to n tokens, and returns their number.
func (b *Bucket) Allow(now time.Time, n int) int {
	b.fill(now)
	if float64(n) > b.tokens {
		b.startFlood(now)
		n = int(b.tokens)
	}
	b.tokens -= float64(n)
	return n
}

// startFlood records that the limit is exceeded, unless a flood is already in progress.
func (b *Bucket) startFlood(now time.Time) {
	if b.floodSince.IsZero() {
		b.floodSince = now
	}
}

// IsFlooding reports whether a flood has lasted for FloodTime.
func (b *Bucket) IsFlooding(now time.Time) bool {
	return !b.floodSince.IsZero() && now.Sub(b.floodSince) >= FloodTime
}

// IsFull reports whether the bucket has its maximum number of tokens.
func (b *Bucket) IsFull(now time.Time) bool {
	b.fill(now)
	return b.tokens >= b.Burst
}
