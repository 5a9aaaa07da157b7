package input

import (
	"bytes"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// minBurstKeys is the minimum number of different characters that make a burst. Players hold a key or alternate
// between a few, so even a second of keys in one packet has fewer.
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

// JoinKeys removes the keys that a pasted text may contain from events, and appends them as one paste. It keeps
// other events, for example Ctrl-C, in their order.
func JoinKeys(events []tcell.Event) []tcell.Event {
	var text []byte
	kept := events[:0]
	for _, ev := range events {
		k, ok := KeystrokeOf(ev)
		switch {
		case !ok || k.Mods&chordMods != 0:
			kept = append(kept, ev)
			continue
		case len(text) > maxPaste-utf8.UTFMax:
			continue // drop the rest of a long text
		}
		switch r := k.Character(); {
		case r != 0:
			text = utf8.AppendRune(text, r)
		case k.Key == tcell.KeyEnter || k.Key == tcell.KeyTab:
			text = append(text, ' ')
		case k.Key != tcell.KeyBackspace:
			kept = append(kept, ev)
		}
	}
	if s := singleLine(string(text)); s != "" {
		kept = append(kept, tcell.NewEventPaste(true))
		for _, r := range s {
			kept = append(kept, tcell.NewEventKey(tcell.KeyRune, r, tcell.ModNone))
		}
		kept = append(kept, tcell.NewEventPaste(false))
	}
	return kept
}
