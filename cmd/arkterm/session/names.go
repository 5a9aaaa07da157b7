package session

import (
	"strings"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/words"
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
}

// turn turns the wheel by d places, wrapping around.
func (e *nameEntry) turn(d int) {
	e.at = settings.Wrap(e.at+d, len(wheel))
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
	if len(e.name) == words.MaxName {
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
	if len(e.name) < words.MaxName && (words.Plain(r) || r == ' ' && len(e.name) > 0) {
		e.name = append(e.name, r)
	}
}

// empty reports whether no name is entered.
func (e *nameEntry) empty() bool { return words.Name(string(e.name)) == "" }

// delete removes the last character.
func (e *nameEntry) delete() {
	if n := len(e.name); n > 0 {
		e.name = e.name[:n-1]
	}
}

// shown returns the name with a cursor behind it.
func (e *nameEntry) shown() string {
	if len(e.name) == words.MaxName {
		return string(e.name)
	}
	return string(e.name) + "_"
}

// around returns the visible part of the wheel: n places to each side of the current one.
func (e *nameEntry) around(n int) string {
	var b strings.Builder
	for d := -n; d <= n; d++ {
		r := wheel[settings.Wrap(e.at+d, len(wheel))]
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
