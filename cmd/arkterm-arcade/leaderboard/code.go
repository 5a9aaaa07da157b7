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
const LinkTime = 10 * time.Minute

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
func CodeOf(text string) Code {
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
type Tries struct {
	Most int           // of a network in Per; 0: 5
	Per  time.Duration // 0: ten minutes

	Networks int // that are remembered; more than that may not try until the time is over. 0: 4,096

	mu    sync.Mutex
	since time.Time
	made  map[netip.Prefix]int
}

// Limits of tries.
const (
	mostTries    = 5       // of a network in triesTime
	mostNetworks = 4 << 10 // that are remembered
	triesTime    = 10 * time.Minute
)

// Take counts a try, and reports whether it may be made.
func (t *Tries) Take(from netip.Prefix, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.free(from, now) {
		return false
	}
	t.made[from]++
	return true
}

// Free reports whether a try may be made, and does not count it.
func (t *Tries) Free(from netip.Prefix, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.free(from, now)
}

// free is Free under the lock.
func (t *Tries) free(from netip.Prefix, now time.Time) bool {
	if t.made == nil || now.Sub(t.since) > cmp.Or(t.Per, triesTime) || now.Before(t.since) {
		t.since, t.made = now, make(map[netip.Prefix]int)
	}
	n, known := t.made[from]
	return n < cmp.Or(t.Most, mostTries) && (known || len(t.made) < cmp.Or(t.Networks, mostNetworks))
}
