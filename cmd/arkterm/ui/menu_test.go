package ui

import (
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render"
)

// newTwoMenus returns a UI on the menu "first", whose button "Open" opens the menu "second" as a detour. The buttons
// set pressed and value.
func newTwoMenus(pressed *string, value *int) *UI {
	u := &UI{View: render.NewView(render.Options{}), Background: func() {}}
	u.SetRate(60, false)
	u.Add(func(id ID) (s Screen, ok bool) {
		switch id {
		case "first":
			s = Screen{KeepsSelection: true, Menu: func(m *Menu) {
				m.Stacked = true
				m.Add(Button{Label: "Value ◂ 1 ▸", Turn: func(d int, _ time.Duration) { *value += d }})
				m.Add(Button{
					Label: "Both ◂ 1 ▸", Turn: func(d int, _ time.Duration) { *value += d },
					Press: func(time.Duration) { *pressed = "Both" },
				})
				m.AddButton("Open", u.DetourFunc("second"))
			}}
		case "second":
			s = Screen{Detour: true, Menu: func(m *Menu) {
				m.AddButton("Press", func(time.Duration) { *pressed = "Press" })
				m.AddButton("Back", u.Back)
			}}
		}
		return s, s.Menu != nil
	})
	u.Enter("first", 0)
	u.Resize(80, 24, 0)
	return u
}

func TestHeldKeyDoesNotPressOnTheNewScreen(t *testing.T) {
	var pressed string
	var value int
	u := newTwoMenus(&pressed, &value)
	now := time.Second
	u.Key(now, input.Keystroke{Key: tcell.KeyUp})
	now += time.Second
	for range 30 {
		u.Key(now, input.Keystroke{Key: tcell.KeyEnter})
		now += 33 * time.Millisecond
	}
	if u.ID() != "second" || pressed != "" {
		t.Errorf("after a held Enter, the screen is %s and %q is pressed; want second, none", u.ID(), pressed)
	}
	u.Key(now+time.Second, input.Keystroke{Key: tcell.KeyEnter})
	if pressed != "Press" {
		t.Errorf("another press of Enter presses %q, want Press", pressed)
	}
	u.Back(now)
	if u.ID() != "first" || u.Menu.Current().Label != "Open" {
		t.Errorf("Back selects %q on screen %s, want Open on first", u.Menu.Current().Label, u.ID())
	}
}

// A screen without a table of keys also returns from a detour.
func TestEscEndsADetour(t *testing.T) {
	var pressed string
	var value int
	u := newTwoMenus(&pressed, &value)
	u.Detour("second", time.Second)
	u.Key(2*time.Second, input.Keystroke{Key: tcell.KeyEscape})
	if u.ID() != "first" {
		t.Errorf("after Esc, the screen is %s, want first", u.ID())
	}
}

func TestUnrequestedScreenIgnoresInput(t *testing.T) {
	var pressed string
	var value int
	u := newTwoMenus(&pressed, &value)
	u.ShowUnrequested("second", time.Second)
	at := time.Second
	for range 20 { // each press extends the time in which input is ignored
		at += 300 * time.Millisecond
		u.Key(at, input.Keystroke{Key: tcell.KeyEnter})
	}
	if pressed != "" {
		t.Error("a repeatedly pressed key presses a button")
	}
	u.Key(at+quietTime, input.Keystroke{Key: tcell.KeyEnter})
	if pressed != "Press" {
		t.Error("after a pause, a key does not press the button")
	}
}

// The mouse changes a value with the halves of its button, or only with the arrows if the button can also be pressed.
func TestMouseChangesValues(t *testing.T) {
	for _, c := range []struct {
		button, col int // col is the column of the label
		value       int
		pressed     string
	}{
		{0, 0, -1, ""},
		{0, 10, 1, ""},
		{1, 0, 0, "Both"},
		{1, 5, -1, ""},
		{1, 9, 1, ""},
	} {
		var pressed string
		var value int
		u := newTwoMenus(&pressed, &value)
		u.Draw(time.Second)
		m := input.MouseReport{}
		for i := range u.Frame.W * u.Frame.H {
			if m.Col, m.Row = i%u.Frame.W, i/u.Frame.W; u.View.ButtonAt(&u.Frame, u.Menu.Dialog, m.Col,
				m.Row) == c.button {
				break
			}
		}
		m.Col += 3 + c.col // the frame of a button precedes its label
		for _, m.Buttons = range []tcell.ButtonMask{0, tcell.ButtonPrimary, 0} {
			u.Mouse(2*time.Second, m)
		}
		if value != c.value || pressed != c.pressed {
			t.Errorf("button %d, column %d: value %d, pressed %q; want %d, %q", c.button, c.col, value, pressed,
				c.value,
				c.pressed)
		}
	}
}

func TestNoticeShowsUntilTheNextKey(t *testing.T) {
	var pressed string
	var value int
	u := newTwoMenus(&pressed, &value)
	u.ShowMessage("not now")
	if lines := u.Menu.Lines; len(lines) != 1 || lines[0] != "not now" {
		t.Errorf("the lines are %q, want the notice", lines)
	}
	u.Key(time.Second, input.Keystroke{Key: tcell.KeyDown})
	if lines := u.Menu.Lines; len(lines) != 0 {
		t.Errorf("after a key, the lines are %q, want none", lines)
	}
}

func TestResizeEvent(t *testing.T) {
	var pressed string
	var value int
	u := newTwoMenus(&pressed, &value)
	u.Event(time.Second, tcell.NewEventResize(100, 30))
	if u.Frame.W != 100 || u.Frame.H != 30 || u.NextFrame(time.Second) > time.Second+time.Second/60 {
		t.Errorf("after a resize: frame %d×%d, next frame at %v; want 100×30, soon", u.Frame.W, u.Frame.H,
			u.NextFrame(time.Second))
	}
}
