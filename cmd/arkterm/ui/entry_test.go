package ui

import (
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render"
)

// letters is an accept function that allows letters, accents, and blanks after the first letter.
func letters(text string, r rune) string {
	if r >= 'A' && r <= 'z' || r == '\u0301' || r == ' ' && text != "" {
		return text + string(r)
	}
	return text
}

// newEntryUI returns a UI on the screen of an entry. ended is set to "done" or "left" when the entry ends.
func newEntryUI(max int) (u *UI, e *Entry, ended *string) {
	e, ended = new(Entry), new(string)
	*e = NewEntry(max, "AB", letters)
	e.RefusalNotice = "only letters"
	e.Done = func(time.Duration) { *ended = "done" }
	e.Leave = func(time.Duration) { *ended = "left" }
	u = &UI{View: render.NewView(render.Options{}), Background: func() {}}
	u.Add(func(ID) (Screen, bool) {
		return u.EntryScreen(e, func(m *Menu) { m.Lines = append(m.Lines, e.WithCursor()) }), true
	})
	u.Enter("entry", 0)
	u.Resize(80, 24, 0)
	return u, e, ended
}

// keys presses keys: < and > are arrows, ! is Enter, # is backspace.
func (u *UI) keys(keys string) {
	named := map[rune]tcell.Key{'<': tcell.KeyLeft, '>': tcell.KeyRight, '!': tcell.KeyEnter, '#': tcell.KeyBackspace}
	for _, r := range keys {
		ev := input.Keystroke{Key: named[r]}
		if ev.Key == 0 {
			ev = input.Char(r)
		}
		u.Key(u.lastInput+time.Second, ev)
	}
}

func TestEntryByWheelAndByTyping(t *testing.T) {
	for keys, want := range map[string]struct{ text, ended string }{
		"!":          {"", "left"},
		" ":          {"", ""}, // ignored, because it may be meant to serve
		">!>!":       {"AB", ""},
		">!!<!":      {"AA", "done"},
		"ada!":       {"ada", "done"},
		"a b!":       {"a b", "done"},
		"ab<!":       {"a", ""}, // turning left from the start of the wheel selects delete
		"ab#!":       {"a", "done"},
		">ad!":       {"ad", "done"}, // typing turns the wheel back to its first character
		"abcdefg":    {"abcdef", ""},
		">!!!!!!!":   {"AAAAAA", "done"}, // the wheel turns back when the entry is full
		"e\u0301b##": {"", ""},           // deletes the letter with its marks
	} {
		u, e, ended := newEntryUI(6)
		if u.keys(keys); e.Text != want.text || *ended != want.ended {
			t.Errorf("keys %q: text %q, ended %q; want %q, %q", keys, e.Text, *ended, want.text, want.ended)
		}
	}
}

func TestRefusedCharacterShowsANotice(t *testing.T) {
	u, e, _ := newEntryUI(3)
	u.keys("a1")
	if e.Text != "a" || u.message != "only letters" {
		t.Errorf("after a1: text %q, notice %q; want a, only letters", e.Text, u.message)
	}
	if lines := u.Words().Lines; lines[len(lines)-1] != "only letters" {
		t.Errorf("text mode does not display the notice: %q", lines)
	}
	u.keys("bcd")
	if e.Text != "abc" || u.message != "" || e.UsedText() != "3 of 3 columns, no room for more" ||
		e.WithCursor() != "abc" {
		t.Errorf("after bcd: text %q, notice %q, Used() = %q", e.Text, u.message, e.UsedText())
	}
	u.Paste(u.lastInput, "12")
	if u.message != "only letters" {
		t.Errorf("after pasting 12, the notice is %q, want only letters", u.message)
	}
}

func TestFixedEntryEndsWhenFull(t *testing.T) {
	u, e, ended := newEntryUI(2)
	e.DoneWhenFull = true
	if u.keys("a"); *ended != "" {
		t.Errorf("the entry %q has ended: %s", e.Text, *ended)
	}
	if u.keys("b"); *ended != "done" {
		t.Errorf("%q is not complete", e.Text)
	}
}

func TestWheelShowsNeighbors(t *testing.T) {
	u, e, _ := newEntryUI(6)
	if got := e.visibleWheel(2); got != " B  ⌫ [✓] A  B " {
		t.Errorf("visibleWheel(2) = %q", got)
	}
	u.keys("<")
	if got := e.visibleWheel(1); got != " B [⌫] ✓ " {
		t.Errorf("after a turn, visibleWheel(1) = %q", got)
	}
	if m := u.Menu; m.Buttons[1] != "Delete" || m.Selected != 1 {
		t.Errorf("button %d of %q is selected", m.Selected, m.Buttons)
	}
}
