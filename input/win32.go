package input

import (
	"bytes"
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// win32-input-mode, of Windows Terminal, Konsole and others:
//
//	CSI Vk ; Sc ; Uc ; Kd ; Cs ; Rc _
//
// Vk is the virtual key, Sc the scan code, Uc what it types in UTF-16, Kd 1 when it went
// down and 0 when it went up, Cs the modifiers, Rc a count. Missing ones are 0.

// Bits of Cs.
const (
	win32RightAlt = 1 << iota
	win32LeftAlt
	win32RightCtrl
	win32LeftCtrl
	win32Shift
)

// win32Keys are the virtual keys that type nothing.
var win32Keys = [...]tcell.Key{
	0x08: tcell.KeyBackspace, 0x09: tcell.KeyTab, 0x0c: tcell.KeyEnter /* the 5 of the keypad without Num Lock */, 0x0d: tcell.KeyEnter, 0x1b: tcell.KeyEsc,
	0x21: tcell.KeyPgUp, 0x22: tcell.KeyPgDn, 0x23: tcell.KeyEnd, 0x24: tcell.KeyHome,
	0x25: tcell.KeyLeft, 0x26: tcell.KeyUp, 0x27: tcell.KeyRight, 0x28: tcell.KeyDown, 0x2d: tcell.KeyInsert, 0x2e: tcell.KeyDelete,
	0x70: tcell.KeyF1, tcell.KeyF2, tcell.KeyF3, tcell.KeyF4, tcell.KeyF5, tcell.KeyF6, tcell.KeyF7, tcell.KeyF8, tcell.KeyF9, tcell.KeyF10, tcell.KeyF11, tcell.KeyF12,
}

// win32 takes a key of win32-input-mode, which reports no repeats: a key that goes down
// while it is down is one.
func (d *Decoder) win32(dst []event, params []byte) []event {
	var a [6]int // Vk, Sc, Uc, Kd, Cs, Rc
	for i := range a {
		var number []byte
		number, params, _ = bytes.Cut(params, []byte(";"))
		n, ok := optional(number, 0)
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

// win32Kind returns what happened to a key that went down or up.
func (d *Decoder) win32Kind(vk int, down bool) Kind {
	word, bit := &d.down[vk/64], uint64(1)<<(vk%64)
	was := *word&bit != 0
	switch {
	case !down:
		*word &^= bit
		return Release
	case vk == 0: // no key, but text that came some other way
		return Press
	}
	*word |= bit
	if was {
		return Repeat
	}
	return Press
}

// Virtual keys of the keypad's digits.
const (
	win32Pad0 = 0x60
	win32Pad9 = 0x69
)

// win32Key returns the key. Modifiers and locks are not keys here.
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
		// AltGr is Ctrl and Alt, and types.
		if ev.Mods&(tcell.ModCtrl|tcell.ModAlt) == tcell.ModCtrl|tcell.ModAlt {
			ev.Mods &^= tcell.ModCtrl | tcell.ModAlt
		}
		ev.Rune, ev.Text = unicode.ToLower(text), text
	case letter: // with Ctrl
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
