package app

import (
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// The dialog of the keys has a row for each action. A selected row binds the next key pressed, or
// unbinds it if it is bound to the action already.

// keysMenu fills in a row for each action.
func (s *Session) keysMenu(m *ui.Menu) {
	for a := input.Left; a < input.NumActions; a++ {
		m.Add(ui.Button{Name: a.Description(), Label: s.keysLabel(a), Press: func(time.Duration) {
			s.binding,
				s.bindError = a, ""
		}})
	}
	m.AddButton(text.Keys.Reset, s.resetKeys)
	m.AddButton(text.Menu.Back, s.Back)
	m.Title, m.Stacked, m.Footer = text.Keys.Title, true, s.keysFooter()
}

// beginKeys forgets the key that was bound last. bindsKey reports whether the next key is bound.
func (s *Session) beginKeys(time.Duration) { s.binding, s.bindError = input.None, "" }
func (s *Session) bindsKey() bool          { return s.binding != input.None }

// keysLabel returns the row of an action.
func (s *Session) keysLabel(a input.Action) string {
	keys := strings.ReplaceAll(s.Keys.Keymap().Label(a, input.MaxKeys), "  ", " ")
	if s.binding == a {
		keys = text.Keys.Press
	}
	return fmt.Sprintf("%-*s %-12s", actionWidth(), text.Translate(a.Description()), keys)
}

// actionWidth returns the width of the widest description of an action.
func actionWidth() (w int) {
	for a := input.Left; a < input.NumActions; a++ {
		w = max(w, text.Widest(text.Translate(a.Description())))
	}
	return w
}

// keysFooter returns the line below the rows.
func (s *Session) keysFooter() string {
	switch {
	case s.bindError != "":
		return s.bindError
	case s.binding != input.None:
		return text.Keys.FooterPress
	}
	return text.Keys.Footer
}

// bindKey binds the pressed key to the selected action. Esc cannot be bound, because it closes the dialog.
func (s *Session) bindKey(ev input.Keystroke) {
	a := s.binding
	s.binding, s.bindError = input.None, ""
	k, ok := ev.Binding()
	switch {
	case k.Key == tcell.KeyEsc:
	case !ok:
		s.bindError = text.Keys.NoCtrl
	default:
		if err := s.set.Choices.ToggleKey(a, k); err != nil {
			s.bindError = err.Error()
		}
	}
	s.applyChoice()
}

// resetKeys resets the keys bound in the menu.
func (s *Session) resetKeys(time.Duration) {
	s.set.Choices.ResetKeys()
	s.applyChoice()
}

// A keyRow is a line of the help with keys and their effect.
type keyRow struct{ keys, does string }

// rows returns a line for each row that has keys, with a gap between the columns.
func rows(all []keyRow, gap string) (lines []string) {
	width := 0
	for _, r := range all {
		width = max(width, cell.Width(r.keys))
	}
	for _, r := range all {
		if r.keys != "" {
			lines = append(lines, fmt.Sprintf("%-*s%s%s", width, r.keys, gap, r.does))
		}
	}
	return lines
}

// allKeys returns the lines of the help.
func (s *Session) allKeys() []string {
	m := s.Keys.Keymap()
	list := s.steerRows(input.MaxKeys)
	if keys := pairs(m, input.Left2, input.Right2, input.MaxKeys); keys != "" {
		list = append(list, keyRow{keys, text.Keys.Player2}, keyRow{
			m.Label(input.Fire2, input.MaxKeys),
			text.Keys.Fire2,
		})
	}
	return rows(append(list, []keyRow{
		{pairs(m, input.Up, input.Down, input.MaxKeys), text.Keys.Shoves},
		{text.Keys.ShoveTwice, text.Keys.SlowTime},
		{text.Keys.MouseWheel, text.Keys.PaddleShoves},
		{text.Keys.LeftClick, text.Keys.Fire},
		{text.Keys.RightClick, text.Keys.Pause},
		{join(m.Label(input.Pause, input.MaxKeys), m.Label(input.Menu, input.MaxKeys)), text.Keys.PauseMenu},
		{m.Label(input.Warp, input.MaxKeys), text.Keys.Warp},
		{m.Label(input.Rewind, input.MaxKeys), text.Keys.Rewind},
		{m.Label(input.Restart, input.MaxKeys), text.Keys.RestartGame},
		{m.Label(input.Theme, input.MaxKeys), text.Keys.Theme},
		{m.Label(input.Mute, input.MaxKeys), text.Keys.Mute},
		{m.Label(input.Quit, input.MaxKeys), text.Keys.Leave},
		{"Ctrl-C", text.Keys.QuitNow},
	}...), "   ")
}

// steerRows returns the rows of the actions that move the paddle, with at most n keys each.
func (s *Session) steerRows(n int) []keyRow {
	m := s.Keys.Keymap()
	move := pairs(m, input.Left, input.Right, n)
	fire := keyRow{m.Label(input.Fire, n), text.Keys.Fire}
	stop := keyRow{m.Label(input.Down, n), text.Keys.Stop}
	switch s.Keys.Options().Steer {
	case input.DoubleTap:
		return []keyRow{{move, text.Keys.Move}, {text.Keys.TapTwice, text.Keys.Run}, fire}
	case input.Toggle:
		return []keyRow{{move, text.Keys.Toggle}, stop, fire}
	case input.Mouse:
		return []keyRow{fire}
	case input.OneButton:
		return []keyRow{{join(m.Label(input.Fire, n), move), text.Keys.OneButton}}
	}
	return []keyRow{{move, text.Keys.Move}, fire}
}

// pairs returns the keys of two actions, one of each at a time: ← →  A D.
func pairs(m *input.Keymap, a, b input.Action, n int) (list string) {
	left, right := m.Keys(a), m.Keys(b)
	for i := range min(n, max(len(left), len(right))) {
		pair := ""
		if i < len(left) {
			pair = left[i].Label()
		}
		if i < len(right) {
			pair += " " + right[i].Label()
		}
		list = join(list, pair)
	}
	return list
}

// join joins two texts with two spaces. If one of them is empty, it returns the other.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "  " + b
}

// learn saves the learned key timing if it differs from the saved timing by more than measurement jitter.
func (s *Session) learn() {
	was := &s.set.Choices.Repeat
	var now settings.Repeat
	now.Delay, now.Period = s.Keys.KeyTiming()
	if differs(now.Delay, was.Delay) || differs(now.Period, was.Period) {
		*was = settings.Repeat{Delay: now.Delay.Round(time.Millisecond), Period: now.Period.Round(time.Millisecond)}
		s.settingsChanged = true
	}
}

// differs reports whether d is known and differs from before by more than a tenth.
func differs(d, before time.Duration) bool { return d > 0 && (d-before).Abs() > before/10 }
