package app

import (
	"fmt"
	"strings"

	"arkterm/render/cell"
	"arkterm/render/format"
	"arkterm/render/widget"
)

// nameWheel is what left and right turn through where a name is entered: the end, the letters, and
// the sign that takes one back.
const (
	wheelDone   = '✓'
	wheelDelete = '⌫'
	nameWheel   = "✓ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -.'⌫"
)

var wheel = []rune(nameWheel)

// A nameEntry is a name being entered, by turning the wheel and picking characters, or by typing.
type nameEntry struct {
	name  []rune
	at    int  // index in wheel
	typed bool // the last key was a character, so a blank is one too and does not pick
	full  bool // there was no room for the last character
}

// turn turns the wheel by d places, wrapping around.
func (e *nameEntry) turn(d int) {
	e.at = widget.Wrap(e.at+d, len(wheel))
	e.typed = false
}

// atEnd reports whether the wheel is at its end, which completes the name.
func (e *nameEntry) atEnd() bool { return wheel[e.at] == wheelDone }

// pick takes the character on the wheel, and reports whether the name is done. When the name is full, the
// wheel turns to the end.
func (e *nameEntry) pick() (done bool) {
	e.typed = false
	switch r := wheel[e.at]; r {
	case wheelDone:
		return true
	case wheelDelete:
		e.delete()
	default:
		e.add(r)
	}
	if e.columns() == format.MaxName {
		e.at = 0
	}
	return false
}

// typeRune takes a typed character.
func (e *nameEntry) typeRune(r rune) {
	e.add(r)
	e.at, e.typed = 0, true
}

// add appends a character if names may have it and there is room.
func (e *nameEntry) add(r rune) {
	e.full = false
	if r == ' ' {
		if n := len(e.name); n > 0 && e.name[n-1] != ' ' && e.columns() < format.MaxName {
			e.name = append(e.name, r)
		}
		return
	}
	const room = 4 * format.MaxName // more than a name may have
	before := string(e.name)
	after := format.Clean(before+string(r), room)
	switch {
	case after == format.Clean(before, room):
	case cell.Width(after) > format.MaxName:
		e.full = true
	default:
		e.name = []rune(after)
	}
}

// used returns how much of the name's room is used.
func (e *nameEntry) used() string {
	text := fmt.Sprintf("%d of %d columns", e.columns(), format.MaxName)
	if e.full {
		text += ", no room for more"
	}
	return text
}

// columns returns the columns of the name so far.
func (e *nameEntry) columns() int { return cell.Width(string(e.name)) }

// empty reports whether no name is entered.
func (e *nameEntry) empty() bool { return format.Name(string(e.name)) == "" }

// delete removes the last character, with its marks.
func (e *nameEntry) delete() {
	e.full = false
	text, last := string(e.name), 0
	for i := 0; i < len(text); {
		last = i
		_, _, n := cell.Next(text[i:])
		i += n
	}
	e.name = []rune(text[:last])
}

// shown returns the name with a cursor behind it.
func (e *nameEntry) shown() string {
	if e.columns() == format.MaxName {
		return string(e.name)
	}
	return string(e.name) + "_"
}

// around returns the visible part of the wheel: n places to each side of the current one.
func (e *nameEntry) around(n int) string {
	var b strings.Builder
	for d := -n; d <= n; d++ {
		r := wheel[widget.Wrap(e.at+d, len(wheel))]
		if r == ' ' {
			r = '_'
		}
		switch d {
		case 0:
			b.WriteString("[" + string(r) + "]")
		default:
			b.WriteString(" " + string(r) + " ")
		}
	}
	return b.String()
}
