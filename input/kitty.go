package input

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// The kitty keyboard protocol.
//
//	CSI code:shifted:base ; mods:event ; text u
//
// and the same parameters, with the code 1, before the letter of a legacy sequence. All
// but the code may be missing. https://sw.kovidgoyal.net/kitty/keyboard-protocol

// Events of the protocol.
const (
	kittyPress   = 1
	kittyRepeat  = 2
	kittyRelease = 3
)

// Flags of the protocol: distinct codes for Escape and others, reports of repeats and releases, and
// codes for all keys.
const (
	kittyDistinct = 1
	kittyReleases = 2
	kittyAllKeys  = 8
)

// Modifiers of the protocol that are none of ours: Caps Lock and Num Lock.
const (
	kittyCaps = 64
	kittyMods = 63 // all of ours
)

// modifiersOf converts the protocol's modifiers, which xterm's sequences share: Shift, Alt, Ctrl, Super, Hyper and Meta
// from the lowest bit up. tcell has no Super, so it counts as Meta.
func modifiersOf(bits int) (m tcell.ModMask) {
	for i, mod := range [...]tcell.ModMask{tcell.ModShift, tcell.ModAlt, tcell.ModCtrl, tcell.ModMeta, tcell.ModHyper, tcell.ModMeta} {
		if bits&(1<<i) != 0 {
			m |= mod
		}
	}
	return m
}

// keyParams are the parameters of a key.
type keyParams struct {
	code  [3]int // the key: by itself, with Shift, on a US keyboard
	mods  tcell.ModMask
	caps  bool
	event int
	text  int
}

// parseKeyParams reads parameters. What is missing is 0, and the event then a press.
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
		if k.code[i], ok = optional(number, 0); !ok {
			return k, false
		}
	}

	bits, event, _ := bytes.Cut(mods, []byte(":"))
	m, okM := optional(bits, 1)
	k.event, ok = optional(event, kittyPress)
	text, _, _ = bytes.Cut(text, []byte(":"))
	var okT bool
	k.text, okT = optional(text, 0)

	m = max(m-1, 0) // the protocol counts modifiers from 1
	k.mods, k.caps = modifiersOf(m), m&kittyCaps != 0
	return k, okM && ok && okT
}

// optional reads a number that may be missing.
func optional(digits []byte, otherwise int) (n int, ok bool) {
	if len(digits) == 0 {
		return otherwise, true
	}
	return parseNumber(digits)
}

// kind returns the kind of the event. 0 is what some write for a press.
func (k *keyParams) kind() Kind { return Kind(max(k.event, kittyPress) - kittyPress) }

// kittyKeys are the keys that have a number in place of a character, beside the range
// of private characters.
var kittyKeys = map[int]tcell.Key{
	9: tcell.KeyTab, 13: tcell.KeyEnter, 27: tcell.KeyEsc, 127: tcell.KeyBackspace, 8: tcell.KeyBackspace,
	57414: tcell.KeyEnter, 57417: tcell.KeyLeft, 57418: tcell.KeyRight, 57419: tcell.KeyUp, 57420: tcell.KeyDown,
	57421: tcell.KeyPgUp, 57422: tcell.KeyPgDn, 57423: tcell.KeyHome, 57424: tcell.KeyEnd, 57425: tcell.KeyInsert, 57426: tcell.KeyDelete,
	57427: tcell.KeyEnter, // the 5 of the keypad without Num Lock
}

// kittyKeypad are the characters of the keypad, from number 57399 on.
const (
	kittyKeypad      = "0123456789./*-+"
	kittyKeypadFirst = 57399
)

// kitty returns the key of the protocol. Modifiers, locks and media keys are not keys here.
func (k *keyParams) kitty() (ev Keystroke, ok bool) {
	code := k.code[0]
	ev = Keystroke{Key: kittyKeys[code], Mods: k.mods, Kind: k.kind()}
	if ev.Key != Typed {
		return ev, true
	}
	if i := code - kittyKeypadFirst; i >= 0 && i < len(kittyKeypad) {
		code, ev.Keypad = int(kittyKeypad[i]), true
	}
	r, ok := character(code)
	if !ok {
		return ev, false
	}
	ev.Rune = unicode.ToLower(r)
	ev.Base, _ = character(k.code[2])
	if k.mods&modsChord == 0 {
		ev.Text = k.types(r)
	}
	return ev, true
}

// types returns what the key types: what the terminal says, or else the letter, in upper
// case with Shift or Caps Lock. Only the terminal knows what Shift makes of other
// characters.
func (k *keyParams) types(r rune) rune {
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

// character returns the character of that number, if it is one that is typed.
func character(n int) (r rune, ok bool) {
	r = rune(n)
	private := r >= 0xe000 && r <= 0xf8ff
	if r < ' ' || r >= del && r < 0xa0 || private || !utf8.ValidRune(r) {
		return 0, false
	}
	return r, true
}
