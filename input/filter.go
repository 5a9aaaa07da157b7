package input

import (
	"bytes"
	"time"
	"unicode/utf8"
)

// A Filter stands between the terminal and tcell. What it lets through are
// characters, control keys, and the few escape sequences that are keys, mouse or
// focus reports of the kind that tcell reads right. Everything else it takes out:
// replies to queries, which Replies returns (tcell takes a DA1 reply for Shift+Right, a cursor report for
// F3), releases and modifier keys of the kitty and win32 protocols (tcell takes them for
// presses), pastes, and bytes that are not UTF-8 (on which tcell spins).
//
// A sequence may come in any number of pieces. The zero Filter is ready.
//
// The protocols that report releases attach at csi: what keep drops there for
// its event type or its final byte is where a release is known.
type Filter struct {
	state filterState
	seq   [maxCSI]byte // the sequence begun, without ESC
	n     int          // its length; over maxCSI: too long, to be dropped
	skip  int          // bytes still to drop in inX10

	replies  [maxReplies]Reply
	answered int // how many of them wait
}

// maxCSI is the length of the longest control sequence that is looked at. A key needs
// far less. Strings (OSC, DCS, APC, PM, SOS) are dropped while they come, so no
// length of theirs needs a limit.
const maxCSI = 64

type filterState uint8

const (
	inGround filterState = iota
	inRune               // of UTF-8, of which not all bytes have come
	inEsc                // after ESC
	inCSI                // after ESC [
	inSS3                // after ESC O
	inString             // after ESC ] P X ^ _: until ST or BEL
	inX10                // the three bytes after ESC [ M
	inPaste              // until ESC [ 201 ~
)

// Control characters that mean something to a Filter.
const (
	ctrlC = 0x03
	bel   = 0x07
	can   = 0x18
	sub   = 0x1a
	esc   = 0x1b
	del   = 0x7f
)

// How long a sequence may wait for its next byte. A lone ESC is the key; what
// has gone further is a sequence that a slow link has cut.
const (
	keyPatience    = 30 * time.Millisecond
	stringPatience = time.Second
)

// escKey is the Esc key as the kitty protocol writes it. tcell reads it as such
// at once; of a lone ESC it would wait for more, 60 ms long.
const escKey = "\x1b[27u"

// pasteEnd is what a paste ends with, after its ESC.
const pasteEnd = "[201~"

// Append appends to dst what of src is for tcell, always in whole sequences and
// characters, and returns it.
func (f *Filter) Append(dst, src []byte) []byte {
	for _, b := range src {
		dst = f.byte(dst, b)
	}
	return dst
}

// Patience returns how long to wait for more bytes before a call of Flush, or 0 when
// nothing is pending.
func (f *Filter) Patience() time.Duration {
	switch f.state {
	case inGround:
		return 0
	case inEsc:
		return keyPatience
	case inSS3, inCSI, inString:
		if f.n <= 1 {
			return keyPatience // Alt and a key that looks like an introducer
		}
	}
	return stringPatience
}

// Flush says that no byte has come for as long as Patience said: a lone ESC is the
// key, and anything else that is not complete is dropped.
func (f *Filter) Flush(dst []byte) []byte {
	if f.state == inEsc {
		dst = append(dst, escKey...)
	}
	f.reset(inGround)
	return dst
}

func (f *Filter) reset(s filterState) { f.state, f.n = s, 0 }

// push keeps a byte of the sequence, as long as it fits.
func (f *Filter) push(b byte) {
	if f.n < len(f.seq) {
		f.seq[f.n] = b
	}
	f.n++
}

// byte takes one byte.
func (f *Filter) byte(dst []byte, b byte) []byte {
	switch f.state {
	case inEsc:
		return f.afterEsc(dst, b)
	case inCSI:
		return f.inCSI(dst, b)
	case inSS3:
		return f.inSS3(dst, b)
	case inString:
		return f.inString(dst, b)
	case inPaste:
		f.inPaste(b)
		return dst
	case inX10:
		if f.skip--; f.skip == 0 {
			f.reset(inGround)
		}
		return dst
	case inRune:
		return f.inRune(dst, b)
	}
	return f.ground(dst, b)
}

// ground takes a byte outside of any sequence.
func (f *Filter) ground(dst []byte, b byte) []byte {
	switch {
	case b == esc:
		f.reset(inEsc)
	case b == 0:
	case b < utf8.RuneSelf:
		dst = append(dst, b)
	default:
		f.reset(inRune)
		return f.inRune(dst, b)
	}
	return dst
}

// inRune takes a byte of a character beyond ASCII, and lets it through when it is
// whole and no C1 control.
func (f *Filter) inRune(dst []byte, b byte) []byte {
	if f.n > 0 && utf8.RuneStart(b) {
		f.reset(inGround)
		return f.ground(dst, b)
	}
	f.push(b)
	c := f.seq[:f.n]
	if !utf8.FullRune(c) {
		return dst
	}
	if r, _ := utf8.DecodeRune(c); r != utf8.RuneError && r >= 0xa0 {
		dst = append(dst, c...)
	}
	f.reset(inGround)
	return dst
}

// afterEsc takes the byte after an ESC.
func (f *Filter) afterEsc(dst []byte, b byte) []byte {
	switch b {
	case esc: // the key, and then something that begins with ESC
		return append(dst, escKey...)
	case '[':
		f.reset(inCSI)
	case 'O':
		f.reset(inSS3)
	case ']', 'P', 'X', '^', '_':
		f.reset(inString)
	case '\\': // the end of a string that was cut short
		f.reset(inGround)
	default:
		f.reset(inGround)
		if b >= ' ' && b < del {
			return append(dst, esc, b) // Alt and the key
		}
		return f.ground(dst, b)
	}
	return dst
}

// inSS3 takes the byte after ESC O: a key of the application modes.
func (f *Filter) inSS3(dst []byte, b byte) []byte {
	f.reset(inGround)
	switch {
	case b == 'M': // Enter on the keypad
		return append(dst, '\r')
	case bytes.IndexByte([]byte("ABCDFHPQRS"), b) >= 0:
		return append(dst, esc, 'O', b)
	case b == esc:
		f.reset(inEsc)
	case b < ' ':
		return f.ground(dst, b)
	}
	return dst
}

// inString drops a byte of a string. ST or BEL ends it; CAN, SUB, Ctrl-C and the ESC
// of another sequence do too, so that one that never ends does not lock the
// player out.
func (f *Filter) inString(dst []byte, b byte) []byte {
	switch b {
	case bel, can, sub:
		f.reset(inGround)
	case esc:
		f.reset(inEsc)
	case ctrlC:
		f.reset(inGround)
		return append(dst, b)
	default:
		f.n = min(f.n+1, 2) // only whether anything has come
	}
	return dst
}

// inPaste looks for the end of a paste.
func (f *Filter) inPaste(b byte) {
	if b == esc {
		f.reset(inPaste)
	}
	f.push(b)
	if f.n <= len(pasteEnd) || f.n > maxCSI {
		return
	}
	if string(f.seq[:len(pasteEnd)+1]) == "\x1b"+pasteEnd {
		f.reset(inGround)
	}
}

// inCSI takes a byte of a control sequence.
func (f *Filter) inCSI(dst []byte, b byte) []byte {
	switch {
	case b == esc:
		f.reset(inEsc)
		return dst
	case b < ' ' || b >= del:
		f.reset(inGround)
		return f.ground(dst, b)
	}
	f.push(b)
	linuxKey := f.n > 1 && f.seq[0] == '['
	if (b < '@' || f.n == 1 && b == '[') && !linuxKey {
		return dst
	}
	n := f.n
	f.reset(inGround)
	if n > maxCSI {
		return dst
	}
	return f.csi(dst, f.seq[:n])
}
