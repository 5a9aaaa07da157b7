package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/render/cell"
	"arkterm/render/widget"
)

// Characters of a wheel that do not stand for themselves: one ends the entry, the other deletes the last character.
const (
	WheelDone   = '✓'
	WheelDelete = '⌫'
)

// An Entry is a text being entered, either by typing or by turning a wheel of characters and picking them: left, right and fire
// suffice.
type Entry struct {
	Text  string
	Wheel []rune
	Max   int // maximum width in columns

	// Accept returns the text with a character appended, or the text as it was if the character is not allowed.
	Accept func(text string, r rune) string

	Typed   bool // the last key was a character, so a blank is one too, and does not press the button
	Full    bool // there was no room for the last character
	Refused bool // the last character is not allowed
	at      int  // index in Wheel
}

// Turn turns the wheel by d places.
func (e *Entry) Turn(d int) {
	e.at = widget.Wrap(e.at+d, len(e.Wheel))
	e.Typed = false
}

// Shown returns the character that the wheel shows.
func (e *Entry) Shown() rune { return e.Wheel[e.at] }

// Pick takes the character on the wheel, and reports whether it ends the entry. When the text is full, the wheel turns to the
// end.
func (e *Entry) Pick() (done bool) {
	e.Typed = false
	switch r := e.Shown(); r {
	case WheelDone:
		return true
	case WheelDelete:
		e.Delete()
	default:
		e.Add(r)
	}
	if e.columns() == e.Max {
		e.toEnd()
	}
	return false
}

// toEnd turns the wheel to the character that ends the entry, if it has one.
func (e *Entry) toEnd() {
	if e.Wheel[0] == WheelDone {
		e.at = 0
	}
}

// Key takes a key that types or deletes, and reports whether it did.
func (e *Entry) Key(k KeyPress) bool {
	switch r := k.Event.Types(); {
	case k.Event.Key == tcell.KeyBackspace || k.Event.Key == tcell.KeyDelete:
		e.Delete()
		e.toEnd()
		e.Typed = true
	case r != 0 && (r != ' ' || e.Typed):
		e.Type(r)
	default:
		e.Typed = false
		return false
	}
	return true
}

// AddButtons adds buttons that turn and pick from the wheel, and delete. Done is called after a character was picked.
func (e *Entry) AddButtons(m *Menu, done func(now time.Duration)) {
	m.Add(Button{
		Name: "Letter", Label: "◂ " + string(e.Shown()) + " ▸", Turn: func(d int, _ time.Duration) { e.Turn(d) },
		Press: func(now time.Duration) {
			e.Add(e.Shown())
			done(now)
		},
	})
	m.AddButton("Take a letter back", func(time.Duration) { e.Delete() })
}

// Type takes a typed character.
func (e *Entry) Type(r rune) {
	e.Add(r)
	e.toEnd()
	e.Typed = true
}

// Add appends a character if it is allowed and there is room.
func (e *Entry) Add(r rune) {
	after := e.Accept(e.Text, r)
	e.Refused, e.Full = after == e.Text, cell.Width(after) > e.Max
	if !e.Full {
		e.Text = after
	}
}

// Delete removes the last character, with its marks.
func (e *Entry) Delete() {
	e.Full, e.Refused = false, false
	last := 0
	for i := 0; i < len(e.Text); {
		last = i
		_, _, n := cell.Next(e.Text[i:])
		i += n
	}
	e.Text = e.Text[:last]
}

// columns returns the width of the text.
func (e *Entry) columns() int { return cell.Width(e.Text) }

// Used returns how much of the room is used.
func (e *Entry) Used() string {
	text := fmt.Sprintf("%d of %d columns", e.columns(), e.Max)
	if e.Full {
		text += ", no room for more"
	}
	return text
}

// WithCursor returns the text with a cursor behind it if there is room.
func (e *Entry) WithCursor() string {
	if e.columns() >= e.Max {
		return e.Text
	}
	return e.Text + "_"
}

// Around returns the visible part of the wheel: n places to each side of the current one.
func (e *Entry) Around(n int) string {
	var b strings.Builder
	for d := -n; d <= n; d++ {
		r := e.Wheel[widget.Wrap(e.at+d, len(e.Wheel))]
		if r == ' ' {
			r = '_'
		}
		if d == 0 {
			b.WriteString("[" + string(r) + "]")
		} else {
			b.WriteString(" " + string(r) + " ")
		}
	}
	return b.String()
}
