package main

import (
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// maxName is the most columns of a player's name.
const maxName = 12

// cleanName returns a name as it may be shown: see cleanText.
func cleanName(name string) string { return cleanText(name, maxName) }

// cleanText returns what a terminal may be shown of a text that came from a person or a file,
// cut after so many columns. What is left has no control, bidi, zero-width or private
// characters and nothing else that does not fill one column with something to see; blanks are
// single, and neither first nor last.
func cleanText(text string, columns int) string {
	var b strings.Builder
	n, blank := 0, false
	for _, r := range text {
		if r == ' ' {
			blank = n > 0
			continue
		}
		if !plainRune(r) {
			continue
		}
		if blank {
			n++
		}
		if n >= columns {
			break
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// oneColumn measures without asking the environment, as render does.
var oneColumn = runewidth.Condition{}

// plainRune reports whether r is something to see in one column.
func plainRune(r rune) bool {
	switch r {
	case unicode.ReplacementChar, '\u2800', '\uffa0': // the last two are letters that look like blanks
		return false
	}
	return r != ' ' && unicode.IsPrint(r) && oneColumn.RuneWidth(r) == 1
}

// nameWheel is what left and right turn through where a name is entered: the end, the letters, and
// the sign that takes one back.
const (
	wheelDone   = '✓'
	wheelDelete = '⌫'
	nameWheel   = "✓ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -.'⌫"
)

var wheel = []rune(nameWheel)

// A nameEntry is a name that is being entered, by turning the wheel and picking, or by typing.
type nameEntry struct {
	name  []rune
	at    int  // index in wheel
	typed bool // the last key was a character: a blank then is one, and does not pick
}

// turn turns the wheel by d places, round and round.
func (e *nameEntry) turn(d int) {
	n := len(wheel)
	e.at = ((e.at+d)%n + n) % n
	e.typed = false
}

// pick takes what the wheel shows, and reports whether the name is done. When the name is full
// the wheel goes to the end.
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
	if len(e.name) == maxName {
		e.at = 0
	}
	return false
}

// typeRune takes a character from the keyboard.
func (e *nameEntry) typeRune(r rune) {
	e.add(r)
	e.at, e.typed = 0, true
}

// add puts a character behind the name, if it may be part of one and there is room.
func (e *nameEntry) add(r rune) {
	if len(e.name) < maxName && (plainRune(r) || r == ' ' && len(e.name) > 0) {
		e.name = append(e.name, r)
	}
}

// delete takes the last character away.
func (e *nameEntry) delete() {
	if n := len(e.name); n > 0 {
		e.name = e.name[:n-1]
	}
}

// shown returns the name with a cursor behind it.
func (e *nameEntry) shown() string {
	if len(e.name) == maxName {
		return string(e.name)
	}
	return string(e.name) + "_"
}

// around returns the part of the wheel that is in front, n places to each side of the picked one.
func (e *nameEntry) around(n int) string {
	var b strings.Builder
	for d := -n; d <= n; d++ {
		i := ((e.at+d)%len(wheel) + len(wheel)) % len(wheel)
		r := wheel[i]
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
