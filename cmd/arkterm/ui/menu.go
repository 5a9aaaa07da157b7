package ui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/sound"
	"arkterm/render/widget"
)

// A Menu is a dialog with the actions of its buttons.
type Menu struct {
	widget.Dialog
	InitialButton    int  // index of the button that is selected when the screen appears
	Numbered         bool // a digit key presses the button with this number
	Bounded          bool // the selection stops at the first and the last button
	ReselectsInitial bool // InitialButton is selected again after each press

	buttons []Button // in the order of Dialog.Buttons
}

// A Button is a row of a menu. If Press is nil, pressing the button selects the next button. Therefore, Left, Right and
// Fire are enough to reach every button.
type Button struct {
	Label string
	Name  string // identifies the button even if its label changes; "" means that the label identifies it

	Press func(now time.Duration)
	Turn  func(d int, now time.Duration) // changes the button's value by d; nil for a button without a value
}

// name returns the name of the button.
func (b Button) name() string {
	if b.Name != "" {
		return b.Name
	}
	return b.Label
}

// Add appends buttons to the menu.
func (m *Menu) Add(buttons ...Button) {
	for _, b := range buttons {
		label := b.Label
		if m.Numbered {
			label = strconv.Itoa(len(m.buttons)+1) + "  " + label
		}
		m.buttons = append(m.buttons, b)
		m.Buttons = append(m.Buttons, label)
	}
}

// AddButton adds a button without a value.
//
//go:noinline // would be copied into many callers
func (m *Menu) AddButton(label string, press func(now time.Duration)) {
	m.Add(Button{Label: label, Press: press})
}

// AddBetween adds a button between two arrow buttons, which turn pages or a wheel. The middle button is selected at
// first, and again after each press of an arrow.
func (m *Menu) AddBetween(turn func(d int), label string, press func(now time.Duration)) {
	m.AddButton("←", func(time.Duration) { turn(-1) })
	m.Add(Button{Name: "middle", Label: label, Press: press})
	m.AddButton("→", func(time.Duration) { turn(1) })
	m.InitialButton, m.ReselectsInitial = 1, true
}

// Current returns the selected button, or the zero Button if the menu is empty.
func (m *Menu) Current() Button {
	if i := m.Selected; i < len(m.buttons) {
		return m.buttons[i]
	}
	return Button{}
}

// index returns the index of the button with a name, or −1.
func (m *Menu) index(name string) int {
	return slices.IndexFunc(m.buttons, func(b Button) bool { return b.name() == name })
}

// build fills in the menu of the current screen, with the button at the index selected.
func (u *UI) build(selected int) {
	u.Schedule.Redraw()
	m := &u.Menu
	*m = Menu{
		Dialog:  widget.Dialog{Buttons: m.Buttons[:0], Selected: selected, Disabled: m.Disabled},
		buttons: m.buttons[:0],
	}
	if u.screen.Menu == nil {
		return
	}
	u.screen.Menu(m)
	m.Selected = max(0, min(m.Selected, len(m.buttons)-1))
	if u.message != "" {
		m.Lines = append(m.Lines, u.message)
	}
	u.fitLines()
	if u.ASCII() {
		m.Plain()
	}
}

// Rebuild fills in the menu again, because its content may have changed. It keeps the selected button. If that button
// no longer exists, Rebuild selects the button that now has the same index.
func (u *UI) Rebuild() {
	before, name := u.Menu.Selected, u.Menu.Current().name()
	u.build(before)
	if i := u.Menu.index(name); i >= 0 && i != u.Menu.Selected {
		u.build(i)
	}
}

// rebuildAfterAction fills in the menu again after the player has pressed or changed a button.
func (u *UI) rebuildAfterAction() {
	if u.Menu.ReselectsInitial {
		u.Menu.Selected = u.Menu.InitialButton
	}
	u.Rebuild()
}

// fitLines wraps lines that are too wide, except lines with columns. If the dialog has too many rows for the frame,
// fitLines also omits empty lines.
func (u *UI) fitLines() {
	m := &u.Menu
	room := widget.DialogColumns(&u.Frame, widget.Area{})
	tooFewRows := len(m.Lines)+len(m.buttons)+2 > u.Frame.H
	var fitted []string
	for _, line := range m.Lines {
		if cell.Width(line) > room && !strings.Contains(line, "  ") {
			fitted = append(fitted, widget.WrapText(line, room)...)
		} else if line != "" || !tooFewRows {
			fitted = append(fitted, line)
		}
	}
	m.Lines = fitted
}

// Select moves the selection by d buttons. At the ends it wraps around, unless the menu is bounded or the key is held.
func (u *UI) Select(d int, held bool) {
	n := len(u.Menu.buttons)
	to := u.Menu.Selected + d
	if n == 0 || (held || u.Menu.Bounded) && (to < 0 || to >= n) {
		return
	}
	u.SetCue(sound.CueMove)
	u.build(widget.WrapIndex(to, n)) // the text may depend on the selected button
}

// turn changes the value of the selected button by d.
func (u *UI) turn(d int, now time.Duration) {
	if turn := u.Menu.Current().Turn; turn != nil {
		u.SetCue(sound.CueMove)
		turn(d, now)
		u.rebuildAfterAction()
	}
}

// Press presses the selected button. If the button has no function Press, the next button is selected instead.
func (u *UI) Press(now time.Duration) {
	b := u.Menu.Current()
	if b.Press == nil {
		u.Select(1, false)
		return
	}
	before := u.screen.ID
	u.SetCue(sound.CueChoose)
	if b.Press(now); u.screen.ID == before {
		u.rebuildAfterAction()
	}
}

// MenuAction returns a key's action in a menu.
func (u *UI) MenuAction(k KeyPress) input.Action { return u.Keys.Keymap().MenuAction(k.Event) }

// MenuKey handles a key in a menu. The key moves the selection, changes a value, presses a button or goes back. Repeats
// of a held key do not press buttons and do not go back.
func (u *UI) MenuKey(k KeyPress) {
	switch a := u.MenuAction(k); {
	case a == input.Up:
		u.step(0, -1, k)
	case a == input.Down:
		u.step(0, 1, k)
	case a == input.Left:
		u.step(-1, 0, k)
	case a == input.Right:
		u.step(1, 0, k)
	case k.Repeat:
	case a == input.Fire && u.screen.Fire != nil:
		u.SetCue(sound.CueChoose)
		u.screen.Fire(k.Now)
		u.Schedule.Redraw()
	case a == input.Fire:
		u.Press(k.Now)
	case (a == input.Menu || a == input.Quit) && u.screen.Keys == nil && (u.screen.Back != "" || u.screen.Detour):
		u.Back(k.Now)
	}
}

// step handles an arrow key. Up and Down move the selection. Left and Right change the value of the selected button, or
// move the selection if it has no value. A screen can handle arrow keys itself, see Screen.Step.
func (u *UI) step(dx, dy int, k KeyPress) {
	switch {
	case u.screen.Step != nil:
		u.SetCue(sound.CueMove)
		u.screen.Step(dx, dy)
		u.rebuildAfterAction()
	case dx != 0 && u.Menu.Current().Turn != nil:
		u.turn(dx, k.Now)
	default:
		u.Select(dx+dy, k.Repeat)
	}
}

// menuMouse selects the button under the mouse, and presses it when the left mouse button goes down. On a button with a
// value, a click on the left or right half changes the value. If the button also has a function Press, only a click on
// an arrow changes the value.
func (u *UI) menuMouse(m MouseMove) {
	at := func(col int) int { return u.view().ButtonAt(&u.Frame, u.Menu.Dialog, col, m.Row) }
	i := at(m.Col)
	if i < 0 || i >= len(u.Menu.buttons) {
		return
	}
	if i != u.Menu.Selected {
		u.Select(i-u.Menu.Selected, false)
	}
	if !m.Clicked() {
		return
	}
	left, right := m.Col, m.Col
	for at(left-1) == i {
		left--
	}
	for at(right+1) == i {
		right++
	}
	b, d := u.Menu.Current(), 1
	if 2*m.Col < left+right {
		d = -1
	}
	if b.Press != nil {
		d = b.arrowAt(m.Col - left - widget.ButtonPadding + 1)
	}
	if b.Turn == nil || d == 0 {
		u.Press(m.Now)
		return
	}
	u.turn(d, m.Now)
}

// arrowAt returns the arrow that is at a column of the button's label, or next to that column: −1 for the arrow to the
// left of the value, 1 for the arrow to the right, 0 for neither.
func (b *Button) arrowAt(col int) int {
	before, after, found := strings.Cut(b.Label, "◂")
	if !found {
		return 0
	}
	value, _, _ := strings.Cut(after, "▸")
	left := cell.Width(before)
	switch right := left + 1 + cell.Width(value); {
	case col >= left-1 && col <= left:
		return -1
	case col >= right && col <= right+1:
		return 1
	}
	return 0
}
