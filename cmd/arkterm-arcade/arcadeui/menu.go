package arcadeui

import (
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// A menu is a dialog and what its buttons do.
type menu struct {
	widget.Dialog
	buttons []button
}

// A button is one of a menu.
type button struct {
	name  string // which it is, whatever it says: the selection stays on it
	label string // what it says; "": its name

	press func(s *Session, now time.Duration)
	turn  func(s *Session, d int, now time.Duration) // changes its value by d; nil: it has none
}

// add adds a button.
func (m *menu) add(b button) {
	if b.label == "" {
		b.label = b.name
	}
	m.buttons = append(m.buttons, b)
	m.Buttons = append(m.Buttons, b.label)
}

// addBack adds the button that leaves the screen.
func (m *menu) addBack(label string) { m.add(button{name: label, press: (*Session).goBack}) }

// selected returns the selected button, or one that does nothing.
func (m *menu) selected() button {
	if i := m.Selected; i < len(m.buttons) {
		return m.buttons[i]
	}
	return button{}
}

// rebuild makes the menu again. The same button stays selected; if it is gone, the one in its place is.
func (s *Session) rebuild() {
	s.frames.stale = true
	before, name := s.menu.Selected, s.menu.selected().name
	s.menu = menu{Dialog: widget.Dialog{Buttons: s.menu.Buttons[:0], Selected: before}, buttons: s.menu.buttons[:0]}
	fill := s.row().menu
	if fill == nil {
		return
	}
	fill(s, &s.menu)
	s.menu.Selected = max(0, min(before, len(s.menu.buttons)-1))
	for i := range s.menu.buttons {
		if s.menu.buttons[i].name == name {
			s.menu.Selected = i
		}
	}
	if s.notice != "" {
		s.menu.Lines = append(s.menu.Lines, s.notice)
	}
	s.fitLines()
	if s.Session.View().Options().Glyphs == cell.ASCII {
		s.menu.Plain()
	}
}

// fitLines breaks the lines that are too wide, but for rows of tables, whose columns are two blanks apart. If rows are few, it
// leaves out blank ones.
func (s *Session) fitLines() {
	room, low := widget.DialogRoom(&s.frame, widget.Area{}), len(s.menu.Lines)+len(s.menu.buttons)+2 > s.rows
	var fitted []string
	for _, line := range s.menu.Lines {
		if cell.Width(line) > room && !strings.Contains(line, "  ") {
			fitted = append(fitted, widget.Broken(line, room)...)
		} else if line != "" || !low {
			fitted = append(fitted, line)
		}
	}
	s.menu.Lines = fitted
}

// A keyPress is a key that went down, repeats, or went up.
type keyPress struct {
	ev     input.Keystroke
	action input.Action // in a game
	repeat bool         // the key is held
	now    time.Duration
}

// menuKey moves through the buttons, changes a value, presses a button, or leaves the screen. A held key does not press.
func (s *Session) menuKey(k keyPress) {
	if s.notice != "" && !k.repeat {
		s.say("")
	}
	switch s.keys.Keymap().MenuAction(k.ev) {
	case input.Up:
		s.step(-1, k.repeat)
	case input.Down:
		s.step(1, k.repeat)
	case input.Left:
		s.turn(-1, k)
	case input.Right:
		s.turn(1, k)
	case input.Fire:
		if !k.repeat {
			s.press(k.now)
		}
	case input.Menu, input.Quit:
		if !k.repeat {
			s.goBack(k.now)
		}
	}
}

// step moves the selection by d buttons. It wraps around, but not by a key that is held.
func (s *Session) step(d int, held bool) {
	n := len(s.menu.buttons)
	to := s.menu.Selected + d
	if n == 0 || held && (to < 0 || to >= n) {
		return
	}
	s.menu.Selected = (to + n) % n
	s.rebuild() // the text may depend on the selected button
}

// turn takes left or right: they change the selected button's value, or move if it has none.
func (s *Session) turn(d int, k keyPress) {
	turn := s.menu.selected().turn
	if turn == nil {
		s.step(d, k.repeat)
		return
	}
	turn(s, d, k.now)
	s.rebuild()
}

// press presses the selected button. One that has nothing but a value hands on to the next: with left, right and fire alone
// one gets everywhere.
func (s *Session) press(now time.Duration) {
	b := s.menu.selected()
	switch {
	case b.press != nil:
		b.press(s, now)
	case b.turn != nil:
		s.step(1, false)
	}
	s.rebuild()
}

// A mouseMove is a movement of the mouse, or a change of its buttons.
type mouseMove struct {
	input.MouseReport
	down tcell.ButtonMask // buttons that have just gone down
	now  time.Duration
}

// menuMouse selects the button under the mouse, and presses it when the left button goes down. If the button has a value,
// its left or right half tells the way to change it; if it does something as well, its arrows do.
func (s *Session) menuMouse(m mouseMove) {
	view := s.Session.View()
	if own := s.row().view; own != nil {
		view = own(s)
	}
	at := func(col int) int { return view.ButtonAt(&s.frame, s.menu.Dialog, col, m.Row) }
	i := at(m.Col)
	if i < 0 || i >= len(s.menu.buttons) {
		return
	}
	if i != s.menu.Selected {
		s.step(i-s.menu.Selected, false)
	}
	if m.down&tcell.ButtonPrimary == 0 {
		return
	}
	left, right := m.Col, m.Col
	for at(left-1) == i {
		left--
	}
	for at(right+1) == i {
		right++
	}
	b, d := s.menu.selected(), 1
	if 2*m.Col < left+right {
		d = -1
	}
	if b.press != nil {
		d = b.arrowAt(m.Col - left - widget.ButtonFrame + 1)
	}
	if b.turn == nil || d == 0 {
		s.press(m.now)
		return
	}
	b.turn(s, d, m.now)
	s.rebuild()
}

// arrowAt returns which of the arrows around the button's value is at a column of its label, or right beside it: −1 for the left
// one, 1 for the right one, 0 for none.
func (b *button) arrowAt(col int) int {
	before, rest, found := strings.Cut(b.label, "◂")
	if !found {
		return 0
	}
	value, _, _ := strings.Cut(rest, "▸")
	left := cell.Width(before)
	switch right := left + 1 + cell.Width(value); {
	case col >= left-1 && col <= left:
		return -1
	case col >= right && col <= right+1:
		return 1
	}
	return 0
}
