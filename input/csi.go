package input

import (
	"bytes"

	"github.com/gdamore/tcell/v2"
)

// csi decodes a complete control sequence with the given parameters and final byte, and appends its events to dst.
func (d *Decoder) csi(dst []event, params []byte, final byte) []event {
	switch {
	case string(params) == "200" && final == '~':
		d.reset(inPaste)
		d.textLen = 0
		return append(dst, event{Type: pasteStartEvent})
	case len(params) == 0 && final == 'M': // X10's mouse report
		d.reset(inX10)
		d.skip = 3
		return dst
	case len(params) > 0 && params[0] == '[': // F1 to F5 of the Linux console
		if final >= 'A' && final <= 'E' {
			dst = appendKey(dst, Keystroke{Key: tcell.KeyF1 + tcell.Key(final-'A')})
		}
		return dst
	}

	if r, ok := parseReply(params, final); ok {
		if r.Kind == ModeReply && r.A == PixelMode {
			d.pixels = r.B == 1
		}
		return append(dst, event{Type: replyEvent, Reply: r})
	}

	switch final {
	case 'I':
		return d.focus(dst, params, focusEvent)
	case 'O':
		return d.focus(dst, params, blurEvent)
	case 'M', 'm':
		return d.mouse(dst, params, final)
	case '_':
		return d.win32(dst, params)
	case 'u', '~', '^', '$', '@':
		return numberedKey(dst, params, final)
	case 'Z':
		if len(params) == 0 {
			dst = appendKey(dst, Keystroke{Key: tcell.KeyTab, Mods: tcell.ModShift})
		}
		return dst
	}
	return letteredKey(dst, params, final)
}

// focus decodes a focus report. No release is reported for keys that go up while another window has the focus, so
// focus marks all keys as up.
func (d *Decoder) focus(dst []event, params []byte, t eventType) []event {
	if len(params) > 0 {
		return dst
	}
	d.win32Down = [4]uint64{}
	return append(dst, event{Type: t})
}

// Bits of the button parameter of a mouse report.
const (
	mouseNone   = 3 // value of the lowest two bits if no button is pressed
	mouseMotion = 32
	mouseWheel  = 64
	mouseExtra  = 128
)

// mouseButtons lists the buttons in the order of their numbers in a report.
var mouseButtons = [...]tcell.ButtonMask{tcell.ButtonPrimary, tcell.ButtonMiddle, tcell.ButtonSecondary}

// mouseMods lists the modifiers in the order of their bits in a report, starting with bit 2 (value 4).
var mouseMods = [...]tcell.ModMask{tcell.ModShift, tcell.ModAlt, tcell.ModCtrl}

// mouse decodes an SGR mouse report: CSI < button;column;row M, or m for a release. In pixel mode, columns and rows
// are pixels. Some terminals count pixels from 0 and others from 1.
func (d *Decoder) mouse(dst []event, params []byte, final byte) []event {
	p, sgr := bytes.CutPrefix(params, []byte("<"))
	a, ok := parseThreeNumbers(p)
	if !sgr || !ok {
		return dst
	}

	ev := MouseReport{Col: a[1], Row: a[2], Pixels: d.pixels}
	for bit, mod := range mouseMods {
		if a[0]&(4<<bit) != 0 {
			ev.Mods |= mod
		}
	}
	if !d.pixels {
		if ev.Col--; ev.Col < 0 {
			return dst
		}
		if ev.Row--; ev.Row < 0 {
			return dst
		}
	}

	b := a[0] & 3
	switch {
	case a[0] >= mouseExtra: // side buttons of the mouse
	case a[0]&mouseWheel != 0:
		if final == 'M' {
			ev.Buttons = tcell.WheelUp << b
		}
	case b == mouseNone:
		d.buttons = 0
	case final == 'm':
		d.buttons &^= mouseButtons[b]
	default:
		d.buttons |= mouseButtons[b]
	}
	ev.Buttons |= d.buttons
	return append(dst, event{Type: mouseEvent, Mouse: ev})
}

// letterKeys maps the final letter of CSI and ESC O sequences to keys. E is the keypad's 5 without Num Lock. R is
// F3 only without parameters, because CSI row;column R is a cursor position report.
var letterKeys = [...]tcell.Key{
	'A': tcell.KeyUp, 'B': tcell.KeyDown, 'C': tcell.KeyRight, 'D': tcell.KeyLeft, 'E': tcell.KeyEnter,
	'F': tcell.KeyEnd, 'H': tcell.KeyHome,
	'P': tcell.KeyF1, 'Q': tcell.KeyF2, 'R': tcell.KeyF3, 'S': tcell.KeyF4,
}

// letterKey returns the key of a final letter, or Typed if the letter has no key.
func letterKey(b byte) tcell.Key {
	if int(b) < len(letterKeys) {
		return letterKeys[b]
	}
	return Typed
}

// rxvtArrow returns the arrow key of a lower-case final letter. rxvt sends these for Shift after CSI, and for Ctrl
// after ESC O.
func rxvtArrow(b byte) (k tcell.Key, ok bool) {
	if b < 'a' || b > 'd' {
		return Typed, false
	}
	return letterKeys[b-'a'+'A'], true
}

// keypadChars are the characters of the keypad keys in application mode, which sends ESC O j for the first and the
// following letters for the others.
const (
	keypadChars = "*+,-./0123456789"
	keypadFirst = 'j'
)

// ss3Key returns the key that sends ESC O and the letter b.
func ss3Key(b byte) (ev Keystroke, ok bool) {
	if ev.Key = letterKey(b); ev.Key != Typed {
		return ev, true
	}
	if k, ok := rxvtArrow(b); ok {
		return Keystroke{Key: k, Mods: tcell.ModCtrl}, true
	}
	switch i := int(b) - keypadFirst; {
	case b == 'M':
		return Keystroke{Key: tcell.KeyEnter}, true
	case b == 'I':
		return Keystroke{Key: tcell.KeyTab}, true
	case b == 'X':
		return Char('='), true
	case b == ' ':
		return Char(' '), true
	case i >= 0 && i < len(keypadChars):
		return keypadChar(rune(keypadChars[i])), true
	}
	return ev, false
}

// keypadChar returns the press of the keypad key for r.
func keypadChar(r rune) Keystroke {
	ev := Char(r)
	ev.Keypad = true
	return ev
}

// letteredKey decodes a key of the form CSI letter or CSI 1;mods:event letter.
func letteredKey(dst []event, params []byte, final byte) []event {
	ev := Keystroke{Key: letterKey(final)}
	if k, ok := rxvtArrow(final); ok && len(params) == 0 {
		ev = Keystroke{Key: k, Mods: tcell.ModShift}
	}
	k, ok := parseLetteredParams(params)
	if ev.Key == Typed || !ok || k.event > kittyRelease {
		return dst
	}
	ev.Mods |= k.mods
	ev.Kind = k.kind()
	return appendKey(dst, ev)
}

// parseLetteredParams parses the parameters before the final letter of a key: 1;mods:event, or mods alone, which
// may follow a >. The form depends on xterm's modifyCursorKeys.
func parseLetteredParams(params []byte) (k keyParams, ok bool) {
	params = bytes.TrimPrefix(params, []byte(">"))
	k, ok = parseKeyParams(params)
	if n := k.code[0]; n > 1 {
		ok = ok && n <= maxLetteredMods && isNumber(params)
		k.mods = modifiersOf(n - 1)
	}
	return k, ok
}

// maxLetteredMods is the maximum modifier parameter: 1 plus the bits of Shift, Alt, Ctrl and Meta.
const maxLetteredMods = 16

// numberKeys maps the number in CSI number ~ to a key.
var numberKeys = [...]tcell.Key{
	1: tcell.KeyHome, 2: tcell.KeyInsert, 3: tcell.KeyDelete, 4: tcell.KeyEnd, 5: tcell.KeyPgUp, 6: tcell.KeyPgDn,
	7: tcell.KeyHome, 8: tcell.KeyEnd,
	11: tcell.KeyF1, 12: tcell.KeyF2, 13: tcell.KeyF3, 14: tcell.KeyF4, 15: tcell.KeyF5,
	17: tcell.KeyF6, 18: tcell.KeyF7, 19: tcell.KeyF8, 20: tcell.KeyF9, 21: tcell.KeyF10, 23: tcell.KeyF11,
	24: tcell.KeyF12,
}

// rxvtMods maps final bytes to modifiers. rxvt sends $, ^ or @ instead of ~ for a key with modifiers.
var rxvtMods = [...]tcell.ModMask{'$': tcell.ModShift, '^': tcell.ModCtrl, '@': tcell.ModShift | tcell.ModCtrl, '~': 0}

// numberedKey decodes a key of the form CSI number;mods:event ~, or a key of the kitty protocol, which has a character
// code as its number and the final byte u. For keys that type a character, xterm and tmux send CSI 27;mods;character ~
// instead.
func numberedKey(dst []event, params []byte, final byte) []event {
	k, ok := parseKeyParams(params)
	if !ok || k.event > kittyRelease {
		return dst
	}
	if final == '~' && k.code[0] == 27 && k.text > 0 {
		k.code, k.text, final = [3]int{k.text}, 0, 'u'
	}
	if final == 'u' {
		if ev, ok := k.kittyKey(); ok {
			dst = appendKey(dst, ev)
		}
		return dst
	}
	if k.code[0] < len(numberKeys) && numberKeys[k.code[0]] != Typed {
		dst = appendKey(dst, Keystroke{Key: numberKeys[k.code[0]], Mods: k.mods | rxvtMods[final], Kind: k.kind()})
	}
	return dst
}

// parseThreeNumbers parses three numbers that are separated by semicolons.
func parseThreeNumbers(p []byte) (a [3]int, ok bool) {
	for i := range a {
		var number []byte
		number, p, _ = bytes.Cut(p, []byte(";"))
		if a[i], ok = parseNumber(number); !ok {
			return a, false
		}
	}
	return a, len(p) == 0
}

// isNumber reports whether p is a number.
func isNumber(p []byte) bool {
	_, ok := parseNumber(p)
	return ok
}

// parseNumber parses a number of one to seven digits.
func parseNumber(digits []byte) (n int, ok bool) {
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, len(digits) > 0 && len(digits) <= 7
}
