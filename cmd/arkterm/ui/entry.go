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

// The special characters of an Entry's wheel. wheelDone is the first one and completes the entry. wheelDelete is the
// last one and deletes the last character of the text.
const (
	wheelDone   = '✓'
	wheelDelete = '⌫'
)

// An Entry is a text that the player enters, by typing or with a wheel of characters. Left and Right turn the wheel,
// and Fire appends its current character. Therefore, three keys are enough to enter a text.
type Entry struct {
	Text string

	max        int // maximum width in columns
	wheel      []rune
	accept     func(entered string, r rune) string
	position   int  // index of the wheel's current character
	typed      bool // the last key typed a character, so a space is typed too instead of picking from the wheel
	overflowed bool // the last character was not added, because it did not fit

	RefusalNotice string                  // notice for a character that is not allowed; "" for none
	DoneWhenFull  bool                    // the text is complete as soon as it is full
	Done          func(now time.Duration) // called when the text is complete
	Leave         func(now time.Duration) // called when the player cancels the entry
}

// NewEntry returns an entry of at most maxColumns columns, whose wheel has the given characters. accept returns the
// entered text with a character appended. If the character is not allowed, accept returns the entered text unchanged.
func NewEntry(maxColumns int, wheel string, accept func(entered string, r rune) string) Entry {
	return Entry{
		max: maxColumns, wheel: slices.Concat([]rune{wheelDone}, []rune(wheel), []rune{wheelDelete}), accept: accept,
	}
}

// EntryScreen returns a screen on which the player edits e. menu sets the title and the lines of the dialog.
func (u *UI) EntryScreen(e *Entry, menu func(m *Menu)) Screen {
	pick := func(now time.Duration) {
		if e.pick() {
			e.finish(now)
			return
		}
		u.textChanged(e, now)
	}
	return Screen{
		Menu: func(m *Menu) {
			m.AddBetween(e.turn, e.label(), pick)
			menu(m)
			m.Lines = append(m.Lines, e.visibleWheel(4))
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
			e.turnToDone()
			if !allowed {
				u.ShowMessage(e.RefusalNotice)
			}
			u.textChanged(e, now)
		},
		Words: func() Words {
			var m Menu
			menu(&m)
			for i, line := range m.Lines {
				m.Lines[i] = strings.TrimSuffix(line, "_")
			}
			lines := append(m.Lines, text.Entry.Help)
			if u.message != "" {
				lines = append(lines, u.message)
			}
			return Words{Title: m.Title, Lines: lines}
		},
		Typed: func() bool { return true },
	}
}

// entryKey handles a key that types or deletes a character or closes the screen. It returns false for other keys.
func (u *UI) entryKey(e *Entry, k KeyPress) bool {
	r := k.Event.Character()
	switch {
	case k.Event.Key == tcell.KeyBackspace || k.Event.Key == tcell.KeyDelete:
		e.delete()
		e.turnToDone()
		e.typed = true
	case r == ' ' && !e.typed && (k.Repeat || e.Text == "" && e.wheel[e.position] == wheelDone):
		// ignored, because it was meant to serve a ball before this screen opened
	case r != 0 && (r != ' ' || e.typed):
		if !e.typeRune(r) {
			u.ShowMessage(e.RefusalNotice)
			return true
		}
		u.textChanged(e, k.Now)
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

// textChanged updates the screen after the player has changed the text. If the text is full and DoneWhenFull is set,
// textChanged completes the entry.
func (u *UI) textChanged(e *Entry, now time.Duration) {
	if u.Rebuild(); e.DoneWhenFull && e.columns() == e.max {
		e.Done(now)
	}
}

// finish completes the entry, or cancels it if the text is empty.
func (e *Entry) finish(now time.Duration) {
	if e.Text == "" {
		e.Leave(now)
	} else {
		e.Done(now)
	}
}

// turn turns the wheel by d characters.
func (e *Entry) turn(d int) {
	e.position = widget.WrapIndex(e.position+d, len(e.wheel))
	e.typed = false
}

// turnToDone turns the wheel to the character ✓, which completes the entry.
func (e *Entry) turnToDone() { e.position = 0 }

// pick executes the current character of the wheel. It completes the entry (done is true), deletes a character, or
// appends the character. When the text is full, pick turns the wheel to ✓.
func (e *Entry) pick() (done bool) {
	e.typed = false
	switch r := e.wheel[e.position]; r {
	case wheelDone:
		return true
	case wheelDelete:
		e.delete()
	default:
		e.add(r)
	}
	if e.columns() == e.max {
		e.turnToDone()
	}
	return false
}

// label returns the label of the button that picks the current character.
func (e *Entry) label() string {
	switch r := e.wheel[e.position]; {
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

// typeRune adds a typed character. It returns false if the caller has to show RefusalNotice, because the character is
// not allowed.
func (e *Entry) typeRune(r rune) bool {
	e.turnToDone()
	e.typed = true
	return e.add(r) || e.RefusalNotice == ""
}

// add appends a character if it is allowed and fits. It reports whether the character is allowed. A character that does
// not fit may be allowed.
func (e *Entry) add(r rune) bool {
	after := e.accept(e.Text, r)
	if e.overflowed = cell.Width(after) > e.max; !e.overflowed && after != e.Text {
		e.Text = after
		return true
	}
	return e.overflowed
}

// delete removes the last character with its combining marks.
func (e *Entry) delete() {
	e.overflowed = false
	last := 0
	for i := 0; i < len(e.Text); {
		last = i
		_, _, n := cell.Next(e.Text[i:])
		i += n
	}
	e.Text = e.Text[:last]
}

// columns returns the width of the text in columns.
func (e *Entry) columns() int { return cell.Width(e.Text) }

// UsedText returns a message with the used and the maximum number of columns.
func (e *Entry) UsedText() string {
	if e.overflowed {
		return fmt.Sprintf(text.Entry.Full, e.columns(), e.max)
	}
	return fmt.Sprintf(text.Entry.Used, e.columns(), e.max)
}

// WithCursor returns the text, followed by a cursor if there is room.
func (e *Entry) WithCursor() string {
	if e.columns() >= e.max {
		return e.Text
	}
	return e.Text + "_"
}

// visibleWheel returns the visible part of the wheel: the current character in brackets, and n characters on each side.
func (e *Entry) visibleWheel(n int) string {
	var b strings.Builder
	for d := -n; d <= n; d++ {
		r := e.wheel[widget.WrapIndex(e.position+d, len(e.wheel))]
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
