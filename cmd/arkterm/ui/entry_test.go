package ui

import (
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render"
)

// letters accepts letters, and blanks behind them.
func letters(text string, r rune) string {
	if r >= 'A' && r <= 'z' || r == '\u0301' || r == ' ' && text != "" {
		return text + string(r)
	}
	return text
}

// entering is a UI on the screen of an entry.
func entering(max int) (u *UI, e *Entry, ended *string) {
	e, ended = new(Entry), new(string)
	*e = NewEntry(max, "AB", letters)
	e.Refused = "only letters"
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

func TestATextIsEnteredByWheelAndByTyping(t *testing.T) {
	for keys, want := range map[string]struct{ text, ended string }{
		"!":          {"", "left"},
		" ":          {"", ""}, // meant to serve
		">!>!":       {"AB", ""},
		">!!<!":      {"AA", "done"},
		"ada!":       {"ada", "done"},
		"a b!":       {"a b", "done"},
		"ab<!":       {"a", ""}, // the character before the end of the wheel deletes
		"ab#!":       {"a", "done"},
		">ad!":       {"ad", "done"}, // typing turns the wheel back to the end
		"abcdefg":    {"abcdef", ""},
		">!!!!!!!":   {"AAAAAA", "done"}, // full: the wheel is at the end
		"e\u0301b##": {"", ""},           // deletes the letter with its marks
	} {
		u, e, ended := entering(6)
		if u.keys(keys); e.Text != want.text || *ended != want.ended {
			t.Errorf("%q: %q, ended %q; want %q, %q", keys, e.Text, *ended, want.text, want.ended)
		}
	}
}

func TestARefusedCharacterIsExplained(t *testing.T) {
	u, e, _ := entering(3)
	u.keys("a1")
	if e.Text != "a" || u.notice != "only letters" {
		t.Errorf("%q, notice %q", e.Text, u.notice)
	}
	if lines := u.Words().Lines; lines[len(lines)-1] != "only letters" {
		t.Errorf("text mode displays %q without the notice", lines)
	}
	u.keys("bcd")
	if e.Text != "abc" || u.notice != "" || e.Used() != "3 of 3 columns, no room for more" || e.WithCursor() != "abc" {
		t.Errorf("%q, notice %q, %q", e.Text, u.notice, e.Used())
	}
	u.Paste(u.lastInput, "12")
	if u.notice != "only letters" {
		t.Errorf("a pasted text without a letter: notice %q", u.notice)
	}
}

func TestATextThatIsFixedEndsWhenItIsFull(t *testing.T) {
	u, e, ended := entering(2)
	e.Fixed = true
	if u.keys("a"); *ended != "" {
		t.Errorf("%q: %s", e.Text, *ended)
	}
	if u.keys("b"); *ended != "done" {
		t.Errorf("%q is not complete", e.Text)
	}
}

func TestTheWheelShowsItsNeighbors(t *testing.T) {
	u, e, _ := entering(6)
	if got := e.around(2); got != " B  ⌫ [✓] A  B " {
		t.Errorf("the wheel is %q", got)
	}
	u.keys("<")
	if got := e.around(1); got != " B [⌫] ✓ " {
		t.Errorf("the wheel is %q", got)
	}
	if m := u.Menu; m.Buttons[1] != "Delete" || m.Selected != 1 {
		t.Errorf("button %d of %q is selected", m.Selected, m.Buttons)
	}
}
