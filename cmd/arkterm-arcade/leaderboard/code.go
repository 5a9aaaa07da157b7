package leaderboard

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// A Code is what a player types at another machine to be the same one there: ten characters of which no two look alike. There are
// 2^50 of them, and few tries.
type Code struct{ text string }

// codeLetters are the characters of a code: 32, so that each byte's lower bits choose one.
const codeLetters = "123456789abcdefghjkmnpqrstuvwxyz"

// codeLength is the number of characters of a code.
const codeLength = 10

// LinkTime is how long a code is good.
const CodeLifetime = 10 * time.Minute

// NewCode returns a code that nobody can guess.
func NewCode() Code {
	var b [codeLength]byte
	_, _ = rand.Read(b[:]) // it never fails
	for i := range b {
		b[i] = codeLetters[b[i]%32]
	}
	return Code{string(b[:])}
}

// CodeOf returns the code that a text is: blanks and hyphens do not matter. The zero code is no code.
func ParseCode(text string) Code {
	if len(text) > 4*codeLength {
		return Code{}
	}
	text = strings.NewReplacer("-", "", " ", "").Replace(text)
	if len(text) != codeLength || strings.Trim(text, codeLetters) != "" {
		return Code{}
	}
	return Code{text}
}

// String returns the code as it is shown.
func (c Code) String() string {
	if c.text == "" {
		return ""
	}
	return c.text[:codeLength/2] + "-" + c.text[codeLength/2:]
}

// Hash returns what is kept of a code: who reads the store cannot use it.
func (c Code) Hash() string {
	sum := sha256.Sum256([]byte("arkterm link\n" + c.text))
	return hex.EncodeToString(sum[:])
}

// Tries limits how often a network may do something. Its zero value is ready, for what is tried in vain, and safe for concurrent use.
type AttemptLimiter struct {
	Max    int           // of a network in Per; 0: 5
	Window time.Duration // 0: ten minutes

	MaxNetworks int // that are remembered; more than that may not try until the time is over. 0: 4,096

	mu       sync.Mutex
	since    time.Time
	attempts map[netip.Prefix]int
}

// Limits of tries.
const (
	defaultMaxAttempts = 5       // of a network in triesTime
	defaultMaxNetworks = 4 << 10 // that are remembered
	defaultWindow      = 10 * time.Minute
)

// Take counts a try, and reports whether it may be made.
func (t *AttemptLimiter) Allow(from netip.Prefix, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.wouldAllow(from, now) {
		return false
	}
	t.attempts[from]++
	return true
}

// Free reports whether a try may be made, and does not count it.
func (t *AttemptLimiter) WouldAllow(from netip.Prefix, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.wouldAllow(from, now)
}

// free is Free under the lock.
func (t *AttemptLimiter) wouldAllow(from netip.Prefix, now time.Time) bool {
	if t.attempts == nil || now.Sub(t.since) > cmp.Or(t.Window, defaultWindow) || now.Before(t.since) {
		t.since, t.attempts = now, make(map[netip.Prefix]int)
	}
	n, known := t.attempts[from]
	return n < cmp.Or(t.Max, defaultMaxAttempts) && (known || len(t.attempts) < cmp.Or(t.MaxNetworks, defaultMaxNetworks))
}
