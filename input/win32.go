package input

import (
	"bytes"
	"unicode"
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
var win32Keys = [...]Key{
	0x08: KeyBackspace, 0x09: KeyTab, 0x0c: KeyEnter /* the 5 of the keypad without Num Lock */, 0x0d: KeyEnter, 0x1b: KeyEsc,
	0x21: KeyPageUp, 0x22: KeyPageDown, 0x23: KeyEnd, 0x24: KeyHome,
	0x25: KeyLeft, 0x26: KeyUp, 0x27: KeyRight, 0x28: KeyDown, 0x2d: KeyInsert, 0x2e: KeyDelete,
	0x70: KeyF1, KeyF2, KeyF3, KeyF4, KeyF5, KeyF6, KeyF7, KeyF8, KeyF9, KeyF10, KeyF11, KeyF12,
}

// win32 takes a key of win32-input-mode, which reports no repeats: a key that goes down
// while it is down is one.
func (f *Filter) win32(dst []Event, params []byte) []Event {
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
	ev.Kind = f.win32Kind(vk, kd != 0)
	return appendKey(dst, ev)
}

// win32Kind returns what happened to a key that went down or up.
func (f *Filter) win32Kind(vk int, down bool) Kind {
	word, bit := &f.down[vk/64], uint64(1)<<(vk%64)
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
func win32Key(vk, uc, cs int) (ev KeyEvent, ok bool) {
	ev.Mods = win32Mods(cs)
	if vk < len(win32Keys) && win32Keys[vk] != KeyRune {
		ev.Key = win32Keys[vk]
		return ev, true
	}

	ev.Pad = vk >= win32Pad0 && vk <= win32Pad9
	base := rune(vk)
	if ev.Pad {
		base = '0' + rune(vk-win32Pad0)
	}
	letter := vk >= '0' && vk <= '9' || vk >= 'A' && vk <= 'Z' || vk == ' ' || ev.Pad
	text, typed := character(uc)
	switch {
	case typed:
		// AltGr is Ctrl and Alt, and types.
		if ev.Mods&(ModCtrl|ModAlt) == ModCtrl|ModAlt {
			ev.Mods &^= ModCtrl | ModAlt
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

func win32Mods(cs int) (m Mods) {
	if cs&(win32RightAlt|win32LeftAlt) != 0 {
		m |= ModAlt
	}
	if cs&(win32RightCtrl|win32LeftCtrl) != 0 {
		m |= ModCtrl
	}
	if cs&win32Shift != 0 {
		m |= ModShift
	}
	return m
}
