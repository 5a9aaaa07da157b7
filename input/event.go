package input

import (
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// A Keystroke is a press, a repeat or a release of a key, with all details that any terminal reports. A terminal
// without a keyboard protocol reports repeats as presses, and no releases. KeystrokeOf converts a tcell event into
// a Keystroke.
//
// Key and Rune identify the key and are the same for its press and its release: Shift+A has the Rune 'a'
// and the Text 'A'. In the zero value Kind is Press and Key is Typed, so Keystroke{Rune: 'a'} is a press
// of the key A.
type Keystroke struct {
	Key    tcell.Key // Typed if the key types a character; never tcell.KeyRune or a control character's key
	Kind   Kind      // press, repeat or release
	Mods   tcell.ModMask
	Rune   rune // the key's character without Shift if Key is Typed
	Text   rune // the character that the key types; 0 if none, or if it is Rune
	Base   rune // the key's character on a US keyboard; 0 if the terminal does not report it
	Keypad bool // the key is on the keypad
}

// Typed is the Key of keystrokes that type a character. Unlike tcell.KeyRune it is the zero value.
const Typed tcell.Key = 0

// A Kind distinguishes presses, repeats and releases.
type Kind uint8

// The kinds of keystroke.
const (
	Press Kind = iota
	Repeat
	Release
)

func (k Kind) String() string { return [...]string{"press", "repeat", "release"}[k] }

// chordMods are the modifiers with which a character types nothing.
const chordMods = tcell.ModAlt | tcell.ModCtrl | tcell.ModMeta | tcell.ModHyper

// Char returns the press of the key that types r.
func Char(r rune) Keystroke {
	ev := Keystroke{Rune: unicode.ToLower(r), Text: r}
	if ev.Rune != r {
		ev.Mods = tcell.ModShift
	}
	return ev
}

// Character returns the character that a press or a repeat types, or 0.
func (ev Keystroke) Character() rune {
	switch {
	case ev.Key != Typed || ev.Kind == Release || ev.Mods&chordMods != 0:
		return 0
	case ev.Text != 0:
		return ev.Text
	}
	return ev.Rune
}

// IsCtrl reports whether ev is a press or a repeat of the character r with Ctrl.
func (ev Keystroke) IsCtrl(r rune) bool {
	return ev.Key == Typed && ev.Kind != Release && ev.Mods&chordMods == tcell.ModCtrl &&
		(ev.Rune == r || ev.Base == r && ev.Rune >= 0x80)
}

// A MouseReport is the position of the mouse and its pressed buttons.
type MouseReport struct {
	Col, Row  int              // the cell, counted from 0; the pixel if Pixels is set
	Buttons   tcell.ButtonMask // pressed buttons, and turns of the wheel since the last report
	Mods      tcell.ModMask    // Shift, Alt and Ctrl
	ColOffset float64          // horizontal offset from the middle of the cell, −0.5 to 0.5 columns; 0 if unknown
	Pixels    bool             // Col and Row are in pixels
}

// Clipped limits the position to a screen of w × h cells. A terminal can report cells outside of it while its size
// changes.
func (ev MouseReport) Clipped(w, h int) MouseReport {
	ev.Col, ev.Row = min(ev.Col, w-1), min(ev.Row, h-1)
	return ev
}

// InCells converts a report in pixels to cells of w × h pixels. If the size of a cell is unknown (w or h is less than
// 1), the result is the cell at the top left.
func (ev MouseReport) InCells(w, h float64) MouseReport {
	if !ev.Pixels {
		return ev
	}
	x, y := ev.Col, ev.Row
	ev.Pixels, ev.Col, ev.Row = false, 0, 0
	if w >= 1 && h >= 1 {
		at := float64(x) / w
		ev.Col, ev.Row = int(at), int(float64(y)/h)
		ev.ColOffset = at - float64(ev.Col) - 0.5
	}
	return ev
}
