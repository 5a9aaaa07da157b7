package input

import (
	"bytes"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// minBurstKeys is the minimum number of different characters that make a burst. Players hold a key or alternate between
// a few keys. Therefore the key repeats of one second have fewer different characters, even if all arrive in one
// packet.
const minBurstKeys = 6

// IsBurst reports whether bytes that a terminal sent at the same time are probably a pasted text. It is for
// terminals without bracketed paste. A burst has many different characters and no escape sequence.
func IsBurst(p []byte) bool {
	var seen [minBurstKeys]rune
	n := 0
next:
	for len(p) > 0 && n < minBurstKeys {
		r, size := utf8.DecodeRune(p)
		p = p[size:]
		if r == esc {
			return false
		}
		if r <= ' ' {
			continue
		}
		for _, s := range seen[:n] {
			if s == r {
				continue next
			}
		}
		seen[n] = r
		n++
	}
	return n == minBurstKeys
}

// FollowsBurst reports whether bytes that arrive shortly after a burst may be its next part. The next part has
// several characters, which are not all equal, and no escape sequence.
func FollowsBurst(p []byte) bool {
	return len(p) > 1 && bytes.IndexByte(p, esc) < 0 && bytes.Count(p, p[:1]) < len(p)
}

// A Paste collects a pasted text from the keys that the terminal sends for it. The zero Paste is empty.
type Paste struct{ text []rune }

// Add adds a key to the text. Enter and Tab become spaces. It drops keys that are not text, and characters after
// maxPaste. It reports whether the key can be part of a text.
func (p *Paste) Add(k Keystroke) bool {
	r := k.Character()
	switch {
	case k.Mods&chordMods != 0:
		return false
	case r != 0:
	case k.Key == tcell.KeyEnter || k.Key == tcell.KeyTab:
		r = ' '
	default:
		return k.Key == tcell.KeyBackspace
	}
	if len(p.text) < maxPaste {
		p.text = append(p.text, r)
	}
	return true
}

// Take returns the text as a single line without control characters, and empties the paste.
func (p *Paste) Take() string {
	text := singleLine(string(p.text))
	p.text = nil
	return text
}
