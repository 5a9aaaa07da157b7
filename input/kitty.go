package input

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// The kitty keyboard protocol:
//
//	CSI code:shifted:base ; mods:event ; text u
//
// The same parameters with the code 1 can precede the final letter of a legacy sequence. All parameters except the
// code are optional. Specification: https://sw.kovidgoyal.net/kitty/keyboard-protocol

// Event types of the protocol.
const (
	kittyPress   = 1
	kittyRepeat  = 2
	kittyRelease = 3
)

// Flags that a program sets in the kitty protocol.
const (
	kittyDistinct = 1 // distinct codes for Escape and other ambiguous keys
	kittyReleases = 2 // reports of repeats and releases
	kittyAllKeys  = 8 // codes for all keys
)

// Modifier bits of the protocol.
const (
	kittyCaps = 64 // Caps Lock
	kittyMods = 63 // all modifiers that tcell has, without Caps Lock and Num Lock
)

// modifiersOf converts modifier bits of the protocol, which xterm's sequences share: Shift, Alt, Ctrl, Super, Hyper
// and Meta, from the lowest bit up. tcell has no Super, so Super counts as Meta.
func modifiersOf(bits int) (m tcell.ModMask) {
	for i, mod := range [...]tcell.ModMask{
		tcell.ModShift, tcell.ModAlt, tcell.ModCtrl, tcell.ModMeta, tcell.ModHyper,
		tcell.ModMeta,
	} {
		if bits&(1<<i) != 0 {
			m |= mod
		}
	}
	return m
}

// keyParams are the parameters of a key sequence.
type keyParams struct {
	code  [3]int        // character code of the key: unmodified, with Shift, and on a US keyboard; 0 if missing
	mods  tcell.ModMask // modifiers without Caps Lock
	caps  bool          // Caps Lock is on
	event int           // type of the event, for example kittyPress
	text  int           // code of the character that the key types; 0 if missing
}

// parseKeyParams parses the parameters of a key. Missing numbers are 0, and a missing event is a press.
func parseKeyParams(params []byte) (k keyParams, ok bool) {
	k.event = kittyPress
	if len(params) == 0 {
		return k, true
	}

	code, rest, _ := bytes.Cut(params, []byte(";"))
	mods, text, _ := bytes.Cut(rest, []byte(";"))
	for i := range k.code {
		var number []byte
		number, code, _ = bytes.Cut(code, []byte(":"))
		if k.code[i], ok = parseOptional(number, 0); !ok {
			return k, false
		}
	}

	bits, event, _ := bytes.Cut(mods, []byte(":"))
	m, bitsOK := parseOptional(bits, 1)
	k.event, ok = parseOptional(event, kittyPress)
	text, _, _ = bytes.Cut(text, []byte(":"))
	var textOK bool
	k.text, textOK = parseOptional(text, 0)

	m = max(m-1, 0) // the protocol counts modifiers from 1
	k.mods, k.caps = modifiersOf(m), m&kittyCaps != 0
	return k, bitsOK && ok && textOK
}

// parseOptional parses a number. If digits is empty, it returns fallback.
func parseOptional(digits []byte, fallback int) (n int, ok bool) {
	if len(digits) == 0 {
		return fallback, true
	}
	return parseNumber(digits)
}

// kind returns the kind of the event. Some terminals send 0 for a press.
func (k *keyParams) kind() Kind { return Kind(max(k.event, kittyPress) - kittyPress) }

// kittyKeys maps key codes of the protocol to special keys. Most codes are in the range of private characters.
var kittyKeys = map[int]tcell.Key{
	9: tcell.KeyTab, 13: tcell.KeyEnter, 27: tcell.KeyEsc, 127: tcell.KeyBackspace, 8: tcell.KeyBackspace,
	57414: tcell.KeyEnter, 57417: tcell.KeyLeft, 57418: tcell.KeyRight, 57419: tcell.KeyUp, 57420: tcell.KeyDown,
	57421: tcell.KeyPgUp, 57422: tcell.KeyPgDn, 57423: tcell.KeyHome, 57424: tcell.KeyEnd, 57425: tcell.KeyInsert,
	57426: tcell.KeyDelete,
	57427: tcell.KeyEnter, // the keypad's 5 without Num Lock
}

// kittyKeypadChars are the characters of the keypad keys, whose codes begin at kittyKeypadFirst.
const (
	kittyKeypadChars = "0123456789./*-+"
	kittyKeypadFirst = 57399
)

// kittyKey returns the key of k. It ignores modifier keys, lock keys and media keys.
func (k *keyParams) kittyKey() (ev Keystroke, ok bool) {
	code := k.code[0]
	ev = Keystroke{Key: kittyKeys[code], Mods: k.mods, Kind: k.kind()}
	if ev.Key != Typed {
		return ev, true
	}
	if i := code - kittyKeypadFirst; i >= 0 && i < len(kittyKeypadChars) {
		code, ev.Keypad = int(kittyKeypadChars[i]), true
	}
	r, ok := character(code)
	if !ok {
		return ev, false
	}
	ev.Rune = unicode.ToLower(r)
	ev.Base, _ = character(k.code[2])
	if k.mods&chordMods == 0 {
		ev.Text = k.typedChar(r)
	}
	return ev, true
}

// typedChar returns the character that the key types. If the terminal does not report it, this is the letter
// itself, in upper case with Shift or Caps Lock. For other characters, the effect of Shift is unknown, because it
// depends on the keyboard layout.
func (k *keyParams) typedChar(r rune) rune {
	if t, ok := character(k.text); ok {
		return t
	}
	shift := k.mods&tcell.ModShift != 0
	if t, ok := character(k.code[1]); ok && shift {
		return t
	}
	if shift != k.caps {
		return unicode.ToUpper(r)
	}
	return r
}

// character returns the character with code n. ok is false for control characters, private characters and invalid
// codes.
func character(n int) (r rune, ok bool) {
	r = rune(n)
	private := r >= 0xe000 && r <= 0xf8ff
	if r < ' ' || r >= del && r < 0xa0 || private || !utf8.ValidRune(r) {
		return 0, false
	}
	return r, true
}
