package input

import (
	"bytes"
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// The win32-input-mode of Windows Terminal, Konsole and other terminals:
//
//	CSI Vk ; Sc ; Uc ; Kd ; Cs ; Rc _
//
// Vk is the virtual key code and Sc the scan code. Uc is the typed UTF-16 code unit. Kd is 1 for a press and 0 for
// a release. Cs contains the modifiers, and Rc is a repeat count. Missing numbers are 0.

// Modifier bits of Cs.
const (
	win32RightAlt = 1 << iota
	win32LeftAlt
	win32RightCtrl
	win32LeftCtrl
	win32Shift
)

// win32Keys maps virtual key codes to keys that type no character.
var win32Keys = [...]tcell.Key{
	0x08: tcell.KeyBackspace, 0x09: tcell.KeyTab, 0x0c: tcell.KeyEnter, /* the 5 of the keypad without Num Lock */
	0x0d: tcell.KeyEnter, 0x1b: tcell.KeyEsc,
	0x21: tcell.KeyPgUp, 0x22: tcell.KeyPgDn, 0x23: tcell.KeyEnd, 0x24: tcell.KeyHome,
	0x25: tcell.KeyLeft, 0x26: tcell.KeyUp, 0x27: tcell.KeyRight, 0x28: tcell.KeyDown, 0x2d: tcell.KeyInsert,
	0x2e: tcell.KeyDelete,
	0x70: tcell.KeyF1, tcell.KeyF2, tcell.KeyF3, tcell.KeyF4, tcell.KeyF5, tcell.KeyF6, tcell.KeyF7, tcell.KeyF8,
	tcell.KeyF9, tcell.KeyF10, tcell.KeyF11, tcell.KeyF12,
}

// win32 decodes a key of win32-input-mode. The mode does not report repeats, so another press of a key that is
// already down counts as a repeat.
func (d *Decoder) win32(dst []event, params []byte) []event {
	var a [6]int // Vk, Sc, Uc, Kd, Cs, Rc
	for i := range a {
		var number []byte
		number, params, _ = bytes.Cut(params, []byte(";"))
		n, ok := parseOptional(number, 0)
		if !ok {
			return dst
		}
		a[i] = n
	}

	vk, uc, kd, cs := a[0], a[2], a[3], a[4]
	if len(params) > 0 || vk > 0xff {
		return dst
	}
	ev, ok := win32Key(vk, uc, cs)
	if !ok {
		return dst
	}
	ev.Kind = d.win32Kind(vk, kd != 0)
	return appendKey(dst, ev)
}

// win32Kind updates the state of a key that has gone down or up, and returns the kind of the keystroke.
func (d *Decoder) win32Kind(vk int, down bool) Kind {
	word, bit := &d.win32Down[vk/64], uint64(1)<<(vk%64)
	wasDown := *word&bit != 0
	switch {
	case !down:
		*word &^= bit
		return Release
	case vk == 0: // text without a key, for example from an input method
		return Press
	}
	*word |= bit
	if wasDown {
		return Repeat
	}
	return Press
}

// Virtual key codes of the keypad's digits.
const (
	win32Pad0 = 0x60
	win32Pad9 = 0x69
)

// win32Key returns the key. It ignores modifier keys and lock keys.
func win32Key(vk, uc, cs int) (ev Keystroke, ok bool) {
	ev.Mods = win32Mods(cs)
	if vk < len(win32Keys) && win32Keys[vk] != Typed {
		ev.Key = win32Keys[vk]
		return ev, true
	}

	ev.Keypad = vk >= win32Pad0 && vk <= win32Pad9
	base := rune(vk)
	if ev.Keypad {
		base = '0' + rune(vk-win32Pad0)
	}
	letter := vk >= '0' && vk <= '9' || vk >= 'A' && vk <= 'Z' || vk == ' ' || ev.Keypad
	text, typed := character(uc)
	switch {
	case typed:
		// AltGr is reported as Ctrl and Alt, and types a character.
		if ev.Mods&(tcell.ModCtrl|tcell.ModAlt) == tcell.ModCtrl|tcell.ModAlt {
			ev.Mods &^= tcell.ModCtrl | tcell.ModAlt
		}
		ev.Rune, ev.Text = unicode.ToLower(text), text
	case letter: // the key is pressed with Ctrl
		ev.Rune = unicode.ToLower(base)
	default:
		return ev, false
	}

	if letter {
		ev.Base = unicode.ToLower(base)
		if ev.Rune < 0x80 { // Shift+1 is the key 1 and types !
			ev.Rune = ev.Base
		}
	}
	return ev, true
}

// win32Mods converts the modifier bits of Cs.
func win32Mods(cs int) (m tcell.ModMask) {
	if cs&(win32RightAlt|win32LeftAlt) != 0 {
		m |= tcell.ModAlt
	}
	if cs&(win32RightCtrl|win32LeftCtrl) != 0 {
		m |= tcell.ModCtrl
	}
	if cs&win32Shift != 0 {
		m |= tcell.ModShift
	}
	return m
}
