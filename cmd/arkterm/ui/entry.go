package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// The wheel of an Entry begins with a character that ends the entry. Its last character deletes.
const (
	wheelDone   = '✓'
	wheelDelete = '⌫'
)

// An Entry is a text being entered, either by typing or by turning a wheel of characters and picking them, so that
// left, right and fire suffice.
type Entry struct {
	Text string

	max    int // maximum width in columns
	wheel  []rune
	accept func(entered string, r rune) string
	at     int  // index in wheel
	typed  bool // the last key was a character, so a blank is one too, and does not pick
	full   bool // there was no room for the last character

	Refused string                  // notice for a character that is not allowed; "": none
	Fixed   bool                    // the text is complete once it is full
	Done    func(now time.Duration) // called when the text is complete
	Leave   func(now time.Duration) // called when the player leaves without a text
}

// NewEntry returns an entry of at most max columns, with the characters of its wheel. Accept returns the text with a
// character appended, or the text as it was if the character is not allowed.
func NewEntry(max int, wheel string, accept func(entered string, r rune) string) Entry {
	return Entry{max: max, wheel: slices.Concat([]rune{wheelDone}, []rune(wheel), []rune{wheelDelete}), accept: accept}
}

// EntryScreen returns a screen on which a text is entered. Menu fills in the title and the text of the dialog.
func (u *UI) EntryScreen(e *Entry, menu func(m *Menu)) Screen {
	pick := func(now time.Duration) {
		if e.pick() {
			e.end(now)
			return
		}
		u.filled(e, now)
	}
	return Screen{
		Menu: func(m *Menu) {
			m.AddBetween(e.turn, e.label(), pick)
			menu(m)
			m.Lines = append(m.Lines, e.around(4))
			m.Footer = text.Entry.Footer
		},
		Key:  func(k KeyPress) bool { return u.entryKey(e, k) },
		Step: func(dx, dy int) { e.turn(dx - dy) },
		Fire: pick,
		Paste: func(pasted string, now time.Duration) {
			allowed := false
			for _, r := range pasted {
				allowed = e.add(r) || allowed
			}
			e.toEnd()
			if !allowed {
				u.Say(e.Refused)
			}
			u.filled(e, now)
		},
		Words: func() Words {
			var m Menu
			menu(&m)
			for i, line := range m.Lines {
				m.Lines[i] = strings.TrimSuffix(line, "_")
			}
			lines := append(m.Lines, text.Entry.Help)
			if u.notice != "" {
				lines = append(lines, u.notice)
			}
			return Words{Title: m.Title, Lines: lines}
		},
		Typed: func() bool { return true },
	}
}

// entryKey handles a key that types, deletes or leaves.
func (u *UI) entryKey(e *Entry, k KeyPress) bool {
	r := k.Event.Character()
	switch {
	case k.Event.Key == tcell.KeyBackspace || k.Event.Key == tcell.KeyDelete:
		e.delete()
		e.toEnd()
		e.typed = true
	case r == ' ' && !e.typed && (k.Repeat || e.Text == "" && e.wheel[e.at] == wheelDone):
		// pressed to serve a ball before this screen opened
	case r != 0 && (r != ' ' || e.typed):
		if !e.typeRune(r) {
			u.Say(e.Refused)
			return true
		}
		u.filled(e, k.Now)
	case u.MenuAction(k) == input.Menu:
		if !k.Repeat {
			e.Leave(k.Now)
		}
		return true
	default:
		e.typed = false
		return false
	}
	u.Rebuild()
	return true
}

// filled completes a text that cannot grow.
func (u *UI) filled(e *Entry, now time.Duration) {
	if u.Rebuild(); e.Fixed && e.columns() == e.max {
		e.Done(now)
	}
}

// end completes the text, or leaves if there is none.
func (e *Entry) end(now time.Duration) {
	if e.Text == "" {
		e.Leave(now)
	} else {
		e.Done(now)
	}
}

// turn turns the wheel by d places.
func (e *Entry) turn(d int) {
	e.at = widget.Wrap(e.at+d, len(e.wheel))
	e.typed = false
}

// toEnd turns the wheel to the character that ends the entry.
func (e *Entry) toEnd() { e.at = 0 }

// pick takes the character on the wheel, and reports whether it ends the entry. When the text is full, the wheel turns
// to the end.
func (e *Entry) pick() (done bool) {
	e.typed = false
	switch r := e.wheel[e.at]; r {
	case wheelDone:
		return true
	case wheelDelete:
		e.delete()
	default:
		e.add(r)
	}
	if e.columns() == e.max {
		e.toEnd()
	}
	return false
}

// label returns the label of the button that picks.
func (e *Entry) label() string {
	switch r := e.wheel[e.at]; {
	case r == wheelDone && e.Text == "":
		return text.Entry.Skip
	case r == wheelDone:
		return text.Entry.Done
	case r == wheelDelete:
		return text.Entry.Delete
	case r == ' ':
		return fmt.Sprintf(text.Entry.Add, "_")
	default:
		return fmt.Sprintf(text.Entry.Add, string(r))
	}
}

// typeRune takes a typed character, and reports whether it is allowed.
func (e *Entry) typeRune(r rune) bool {
	e.toEnd()
	e.typed = true
	return e.add(r) || e.Refused == ""
}

// add appends a character if there is room. It reports whether the character is allowed.
func (e *Entry) add(r rune) bool {
	after := e.accept(e.Text, r)
	if e.full = cell.Width(after) > e.max; !e.full && after != e.Text {
		e.Text = after
		return true
	}
	return e.full
}

// delete removes the last character, with its marks.
func (e *Entry) delete() {
	e.full = false
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

// Used returns a text with the length of the entry and its maximum.
func (e *Entry) Used() string {
	if e.full {
		return fmt.Sprintf(text.Entry.Full, e.columns(), e.max)
	}
	return fmt.Sprintf(text.Entry.Used, e.columns(), e.max)
}

// WithCursor returns the text with a cursor behind it if there is room.
func (e *Entry) WithCursor() string {
	if e.columns() >= e.max {
		return e.Text
	}
	return e.Text + "_"
}

// around returns the visible part of the wheel: n places to each side of the current one.
func (e *Entry) around(n int) string {
	var b strings.Builder
	for d := -n; d <= n; d++ {
		r := e.wheel[widget.Wrap(e.at+d, len(e.wheel))]
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
