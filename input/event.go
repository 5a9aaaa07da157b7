package input

import "unicode"

// An Event is one thing that the terminal reports. Type says which of the other fields is
// set.
type Event struct {
	Type   EventType
	Key    KeyEvent
	Mouse  MouseEvent
	Reply  Reply
	Pasted string // one line without controls, of maxPaste bytes at most
}

// An EventType says what an Event is.
type EventType uint8

// The types of event.
const (
	_            EventType = iota
	EventKey               // a key went down or up
	EventMouse             // the mouse moved, or its buttons changed
	EventFocus             // the terminal's window got the keyboard
	EventBlur              // another window got it, so no key release will be reported
	EventReply             // the terminal answers a query
	EventPaste             // a text was pasted
	EventLoneEsc           // an ESC alone, from a terminal that is expected to send Escape as a sequence
)

// A KeyEvent is a key that went down, repeats, or went up.
//
// Key and Rune are the key itself and the same for its press and its release: Shift+A
// is Rune 'a' with Text 'A'. The zero Kind is a press, so that
// KeyEvent{Rune: 'a'} is the key A and KeyEvent{Key: KeyLeft} an arrow.
type KeyEvent struct {
	Key  Key
	Kind Kind
	Mods Mods
	Rune rune // the key's character without Shift, when Key is KeyRune
	Text rune // what it types; 0: nothing, or as Rune
	Base rune // the key's character on a US keyboard if the terminal reports it, else 0
	Pad  bool // the key is on the keypad
}

// A Kind says what happened to a key.
type Kind uint8

// The kinds. A terminal without a protocol that tells them apart reports only presses,
// also for repeats.
const (
	Press Kind = iota
	Repeat
	Release
)

func (k Kind) String() string { return [...]string{"press", "repeat", "release"}[k] }

// Mods are the modifiers that are down, in the bits of the kitty protocol.
type Mods uint8

// The modifiers.
const (
	ModShift Mods = 1 << iota
	ModAlt
	ModCtrl
	ModSuper
	ModHyper
	ModMeta
)

// modsChord are the modifiers with which a character types nothing.
const modsChord = ModAlt | ModCtrl | ModSuper | ModHyper | ModMeta

// A Key is a key that types no character, or KeyRune for all that do.
type Key uint8

// The keys. Those of the keypad count as what is printed on them.
const (
	KeyRune Key = iota
	KeyUp
	KeyDown
	KeyLeft
	KeyRight
	KeyHome
	KeyEnd
	KeyPageUp
	KeyPageDown
	KeyInsert
	KeyDelete
	KeyEnter
	KeyTab
	KeyBackspace
	KeyEsc
	KeyF1
	KeyF2
	KeyF3
	KeyF4
	KeyF5
	KeyF6
	KeyF7
	KeyF8
	KeyF9
	KeyF10
	KeyF11
	KeyF12
	numKeys
)

// Char returns the press of the key that types r.
func Char(r rune) KeyEvent {
	ev := KeyEvent{Rune: unicode.ToLower(r), Text: r}
	if ev.Rune != r {
		ev.Mods = ModShift
	}
	return ev
}

// Types returns the character that a press or a repeat types, or 0.
func (ev KeyEvent) Types() rune {
	switch {
	case ev.Key != KeyRune || ev.Kind == Release || ev.Mods&modsChord != 0:
		return 0
	case ev.Text != 0:
		return ev.Text
	}
	return ev.Rune
}

// IsCtrl reports whether ev is a press or a repeat of the character r with Ctrl.
func (ev KeyEvent) IsCtrl(r rune) bool {
	return ev.Key == KeyRune && ev.Kind != Release && ev.Mods&modsChord == ModCtrl &&
		(ev.Rune == r || ev.Base == r && ev.Rune >= 0x80)
}

// A MouseEvent says where the mouse is and which of its buttons are down.
type MouseEvent struct {
	Col, Row int // of the cell, from 0; pixels until InCells, if Pixels
	Buttons  Buttons
	Off      float64 // columns right of the middle of the cell, −0.5 to 0.5; 0 if only the cell is known
	Pixels   bool    // the terminal has reported pixels
}

// InCells returns the event of a terminal whose cells are w by h pixels, with the cell in place of pixels. Without a size
// it is the cell at the top left.
func (ev MouseEvent) InCells(w, h float64) MouseEvent {
	if !ev.Pixels {
		return ev
	}
	x, y := ev.Col, ev.Row
	ev.Pixels, ev.Col, ev.Row = false, 0, 0
	if w >= 1 && h >= 1 {
		at := float64(x) / w
		ev.Col, ev.Row = int(at), int(float64(y)/h)
		ev.Off = at - float64(ev.Col) - 0.5
	}
	return ev
}

// Buttons are the mouse's.
type Buttons uint8

// The buttons. The wheel's are down for one event only.
const (
	ButtonLeft Buttons = 1 << iota
	ButtonMiddle
	ButtonRight
	WheelUp
	WheelDown
)
