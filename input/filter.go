package input

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Filter reads what a terminal sends: characters, control keys, the escape sequences
// of keys in the legacy form, in the kitty protocol and in win32-input-mode, mouse
// and focus reports, pastes, and replies to queries. It drops what a game has no
// use for: unknown sequences, what is long in a paste, and bytes that are not UTF-8.
//
// It decodes everything itself, although tcell could read some of it, for two reasons.
// Keys, clicks and the loss of the focus reach the State in the order in which they
// happened; in two streams a click could overtake a key. And tcell misreads what it does
// not know: a release as a press, a DA1 reply as Shift+Right, a cursor report as F3.
//
// The events do not depend on how the bytes are split into calls. The zero Filter is ready
// to use. It holds a few hundred bytes, whatever comes.
type Filter struct {
	state filterState
	seq   [maxCSI]byte // the sequence so far, without ESC
	n     int          // its length; above maxCSI it is too long, and is dropped
	skip  int          // bytes to drop in inX10

	string byte            // what began the string that has not ended yet, or 0
	text   [maxString]byte // the beginning of it, or of the paste
	texts  int             // how many bytes of text

	buttons Buttons   // of the mouse, that are down
	pixels  bool      // the mouse is reported in pixels, as the last ModeReply said
	down    [4]uint64 // keys of win32-input-mode that are down, one bit each
}

// Limits for what is stored of a sequence. A key needs far less than maxCSI. A longer
// one is read to its end and dropped.
const (
	maxCSI    = 64
	maxString = 128
)

type filterState uint8

const (
	inGround filterState = iota
	inRune               // within a character in UTF-8
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
	bs    = 0x08
	tab   = 0x09
	lf    = 0x0a
	cr    = 0x0d
	can   = 0x18
	sub   = 0x1a
	esc   = 0x1b
	del   = 0x7f
)

// How long a sequence may wait for its next byte. A lone ESC is the key; anything longer
// is a sequence that a slow link has cut.
const (
	keyPatience    = 30 * time.Millisecond
	stringPatience = time.Second
)

// pasteEnd is what a paste ends with.
const pasteEnd = "\x1b[201~"

// maxPaste is how many bytes of a paste are kept: a line to be typed into a field, of a dozen characters, and what may have been
// copied with it.
const maxPaste = maxString - len(pasteEnd)

// Append decodes src, appends its events to dst, and returns dst. It appends at most two
// events for each byte.
func (f *Filter) Append(dst []Event, src []byte) []Event {
	for _, b := range src {
		dst = f.byte(dst, b)
	}
	return dst
}

// Patience returns how long to wait for more bytes before calling Flush, or 0 if no
// sequence is incomplete.
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

// Flush ends what no byte has come for as long as Patience said: a lone ESC is the key,
// and any other incomplete sequence is dropped.
func (f *Filter) Flush(dst []Event) []Event {
	if f.state == inEsc {
		dst = appendKey(dst, KeyEvent{Key: KeyEsc})
	}
	f.string = 0
	f.reset(inGround)
	return dst
}

func (f *Filter) reset(s filterState) { f.state, f.n = s, 0 }

// push stores a byte of the sequence if there is room.
func (f *Filter) push(b byte) {
	if f.n < len(f.seq) {
		f.seq[f.n] = b
	}
	f.n++
}

// byte takes one byte.
func (f *Filter) byte(dst []Event, b byte) []Event {
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
		return f.inPaste(dst, b)
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
func (f *Filter) ground(dst []Event, b byte) []Event {
	switch {
	case b == esc:
		f.reset(inEsc)
	case b < utf8.RuneSelf:
		return appendKey(dst, ascii(b))
	default:
		f.reset(inRune)
		return f.inRune(dst, b)
	}
	return dst
}

// ascii returns the key that sends the byte b.
func ascii(b byte) KeyEvent {
	switch {
	case b == cr || b == lf:
		return KeyEvent{Key: KeyEnter}
	case b == tab:
		return KeyEvent{Key: KeyTab}
	case b == bs || b == del:
		return KeyEvent{Key: KeyBackspace}
	case b == 0:
		return KeyEvent{Rune: ' ', Mods: ModCtrl}
	case b < ' ':
		return KeyEvent{Rune: unicode.ToLower(rune(b | 0x40)), Mods: ModCtrl}
	}
	return Char(rune(b))
}

// inRune takes a byte of a character beyond ASCII. Once complete it is a key, if it is a
// character that is typed.
func (f *Filter) inRune(dst []Event, b byte) []Event {
	if f.n > 0 && utf8.RuneStart(b) {
		f.reset(inGround)
		return f.ground(dst, b)
	}
	f.push(b)
	c := f.seq[:f.n]
	if !utf8.FullRune(c) {
		return dst
	}
	if r, _ := utf8.DecodeRune(c); r != utf8.RuneError {
		if r, ok := character(int(r)); ok {
			dst = appendKey(dst, Char(r))
		}
	}
	f.reset(inGround)
	return dst
}

// afterEsc takes the byte after an ESC.
func (f *Filter) afterEsc(dst []Event, b byte) []Event {
	begun := f.string // the ESC came in a string
	f.string = 0

	switch b {
	case esc: // the key, and then something that begins with ESC
		return appendKey(dst, KeyEvent{Key: KeyEsc})
	case '[':
		f.reset(inCSI)
	case 'O':
		f.reset(inSS3)
	case ']', 'P', 'X', '^', '_':
		f.reset(inString)
		f.string, f.texts = b, 0
	case '\\':
		f.reset(inGround)
		return f.stringEnd(dst, begun)
	default: // Alt and a key, or a key after Esc
		f.reset(inGround)
		if b >= ' ' && b < del {
			ev := Char(rune(b))
			ev.Mods |= ModAlt
			return appendKey(dst, ev)
		}
		return f.ground(dst, b)
	}
	return dst
}

// inSS3 takes the byte after ESC O: a key of the application modes.
func (f *Filter) inSS3(dst []Event, b byte) []Event {
	f.reset(inGround)
	switch {
	case b == 'M':
		return appendKey(dst, KeyEvent{Key: KeyEnter})
	case b == 'R':
		return appendKey(dst, KeyEvent{Key: KeyF3})
	case b == esc:
		f.reset(inEsc)
	case b < ' ':
		return f.ground(dst, b)
	default:
		if k := letterKey(b); k != KeyRune {
			return appendKey(dst, KeyEvent{Key: k})
		}
	}
	return dst
}

// inString takes a byte of a string. ST or BEL ends it. So do CAN, SUB, Ctrl-C and the ESC
// of another sequence: a string that never ends must not lock the player out.
func (f *Filter) inString(dst []Event, b byte) []Event {
	switch b {
	case bel:
		begun := f.string
		f.string = 0
		f.reset(inGround)
		return f.stringEnd(dst, begun)
	case can, sub:
		f.string = 0
		f.reset(inGround)
	case esc:
		f.reset(inEsc)
	case ctrlC:
		f.string = 0
		f.reset(inGround)
		return f.ground(dst, b)
	default:
		f.n = min(f.n+1, 2) // only whether anything has come
		if f.texts < len(f.text) {
			f.text[f.texts] = b
			f.texts++
		}
	}
	return dst
}

// inPaste takes a byte of a paste, whose end is one too.
func (f *Filter) inPaste(dst []Event, b byte) []Event {
	if f.texts < len(f.text) {
		f.text[f.texts] = b
		f.texts++
	}
	if b == esc {
		f.reset(inPaste)
	}
	f.push(b)
	if f.n != len(pasteEnd) || string(f.seq[:f.n]) != pasteEnd {
		return dst
	}
	f.reset(inGround)
	if text := line(f.text[:f.texts-len(pasteEnd)]); text != "" {
		dst = append(dst, Event{Type: EventPaste, Pasted: text})
	}
	return dst
}

// line returns the words of a text, which may be cut within a character, with single blanks between them. What is no
// character that is typed counts as a blank.
func line(text []byte) string {
	return strings.Join(strings.FieldsFunc(string(text), func(r rune) bool {
		_, ok := character(int(r))
		return !ok || unicode.IsSpace(r) || r == utf8.RuneError
	}), " ")
}

// inCSI takes a byte of a control sequence.
func (f *Filter) inCSI(dst []Event, b byte) []Event {
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
	return f.csi(dst, f.seq[:n-1], b)
}

func appendKey(dst []Event, ev KeyEvent) []Event {
	return append(dst, Event{Type: EventKey, Key: ev})
}
