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

// A Code is a secret with which a player links a key on another computer to the account. It has ten characters, which
// do not look alike. It cannot be guessed, because there are 2^50 codes and the number of attempts is limited.
type Code struct{ text string }

// codeLetters contains the characters of codes. There are 32 of them, so that the lower five bits of a random byte
// select one.
const codeLetters = "123456789abcdefghjkmnpqrstuvwxyz"

// codeLength is the number of characters of a code.
const codeLength = 10

// CodeLifetime is the time for which a code is valid.
const CodeLifetime = 10 * time.Minute

// NewCode returns a random code.
func NewCode() Code {
	var b [codeLength]byte
	_, _ = rand.Read(b[:]) // never fails
	for i := range b {
		b[i] = codeLetters[b[i]%32]
	}
	return Code{string(b[:])}
}

// ParseCode parses a code, ignoring spaces and hyphens. It returns the zero Code, which is not valid, if text is not a
// code.
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

// String returns the code with a hyphen in the middle.
func (c Code) String() string {
	if c.text == "" {
		return ""
	}
	return c.text[:codeLength/2] + "-" + c.text[codeLength/2:]
}

// Hash returns a hash of the code. A store contains the hash instead of the code, so that the codes in a stolen copy of
// the store are useless.
func (c Code) Hash() string {
	sum := sha256.Sum256([]byte("arkterm link\n" + c.text))
	return hex.EncodeToString(sum[:])
}

// An AttemptLimiter limits the number of attempts per network, for example to enter a code. It counts the attempts in
// consecutive windows of a fixed length. The zero value is ready to use. Its methods are safe for concurrent use.
type AttemptLimiter struct {
	MaxAttempts int           // maximum number of attempts from a network per Window; 0 means 5
	Window      time.Duration // 0 means 10 minutes

	MaxNetworks int // maximum number of networks per Window; Allow refuses further networks. 0 means 4,096

	mu          sync.Mutex
	windowStart time.Time            // start of the window
	attempts    map[netip.Prefix]int // number of attempts in the window, by network
}

// Default limits.
const (
	defaultMaxAttempts = 5
	defaultMaxNetworks = 4 << 10
	defaultWindow      = 10 * time.Minute
)

// Allow counts an attempt from a network if it is allowed, and reports whether it is.
func (l *AttemptLimiter) Allow(network netip.Prefix, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.wouldAllow(network, now) {
		return false
	}
	l.attempts[network]++
	return true
}

// WouldAllow reports whether Allow would return true.
func (l *AttemptLimiter) WouldAllow(network netip.Prefix, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wouldAllow(network, now)
}

// wouldAllow implements WouldAllow. The caller must hold l.mu.
func (l *AttemptLimiter) wouldAllow(network netip.Prefix, now time.Time) bool {
	if l.attempts == nil || now.Sub(l.windowStart) > cmp.Or(l.Window, defaultWindow) || now.Before(l.windowStart) {
		l.windowStart, l.attempts = now, make(map[netip.Prefix]int)
	}
	n, known := l.attempts[network]
	return n < cmp.Or(l.MaxAttempts, defaultMaxAttempts) &&
		(known || len(l.attempts) < cmp.Or(l.MaxNetworks, defaultMaxNetworks))
}
