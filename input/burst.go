package input

import (
	"bytes"
	"unicode/utf8"
)

// burstKeys is the minimum number of different characters that make a burst. Players hold a key or alternate
// between a few, so even a second of keys in one packet has fewer.
const burstKeys = 6

// IsBurst reports whether bytes that a terminal sent at the same time are a pasted text rather than keys, for
// terminals without bracketed paste: many different characters, and no escape sequence between them.
func IsBurst(p []byte) bool {
	var seen [burstKeys]rune
	n := 0
next:
	for len(p) > 0 && n < burstKeys {
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
	return n == burstKeys
}

// FollowsBurst reports whether bytes that arrive shortly after a burst may be its next part: several characters, no
// escape sequence, and not one key that repeats.
func FollowsBurst(p []byte) bool {
	return len(p) > 1 && bytes.IndexByte(p, esc) < 0 && bytes.Count(p, p[:1]) < len(p)
}

// JoinKeys replaces the keys in events that a pasted text may contain by one paste, at the end. Other events stay,
// Ctrl-C for instance.
func JoinKeys(events []Event) []Event {
	var text []byte
	kept := events[:0]
	for _, ev := range events {
		switch {
		case ev.Type != EventKey || ev.Key.Mods&modsChord != 0:
			kept = append(kept, ev)
			continue
		case len(text) > maxPaste-utf8.UTFMax:
			continue
		}
		switch r := ev.Key.Types(); {
		case r != 0:
			text = utf8.AppendRune(text, r)
		case ev.Key.Key == KeyEnter || ev.Key.Key == KeyTab:
			text = append(text, ' ')
		case ev.Key.Key != KeyBackspace:
			kept = append(kept, ev)
		}
	}
	if s := line(text); s != "" {
		kept = append(kept, Event{Type: EventPaste, Pasted: s})
	}
	return kept
}
