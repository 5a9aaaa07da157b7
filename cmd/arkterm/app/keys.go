package app

import (
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/input"
)

// The dialog of the keys has a row for each action. A selected row binds the next key pressed, or
// unbinds it if it is bound to the action already.

// doesWidth is the width of the widest description of an action.
const doesWidth = 17

// keysMenu fills in a row for each action.
func (s *Session) keysMenu(m *ui.Menu) {
	for a := input.Left; a < input.NumActions; a++ {
		m.Add(ui.Button{Name: a.Does(), Label: s.keysLabel(a), Press: func(time.Duration) { s.binding, s.bindError = a, "" }})
	}
	m.AddButton("All as in the key map", s.resetKeys)
	m.AddButton("Back", s.Back)
	m.Title, m.Stacked, m.Foot = "KEYS", true, s.keysFoot()
}

// beginKeys forgets the key that was bound last. bindsKey reports whether the next key is bound.
func (s *Session) beginKeys(time.Duration) { s.binding, s.bindError = input.None, "" }
func (s *Session) bindsKey() bool          { return s.binding != input.None }

// keysLabel returns the row of an action.
func (s *Session) keysLabel(a input.Action) string {
	keys := strings.ReplaceAll(s.Keys.Keymap().Label(a, input.MaxKeys), "  ", " ")
	if s.binding == a {
		keys = "press a key"
	}
	return fmt.Sprintf("%-*s %-12s", doesWidth, a.Does(), keys)
}

// keysFoot returns the line below the rows.
func (s *Session) keysFoot() string {
	switch {
	case s.bindError != "":
		return s.bindError
	case s.binding != input.None:
		return "a new key, or one to take away · esc"
	}
	return "enter, then a key · esc"
}

// giveKey binds the key waited for. Esc cannot be bound here, as it leaves the dialog.
func (s *Session) giveKey(ev input.Keystroke) {
	a := s.binding
	s.binding, s.bindError = input.None, ""
	k, ok := ev.Binding()
	switch {
	case k.Key == tcell.KeyEsc:
	case !ok:
		s.bindError = "without Ctrl and Alt, please"
	default:
		if err := s.set.Choices.ToggleKey(a, k); err != nil {
			s.bindError = err.Error()
		}
	}
	s.applyChoice()
}

// resetKeys resets the keys bound in the menu.
func (s *Session) resetKeys(time.Duration) {
	s.set.Choices.PresetKeys()
	s.applyChoice()
}

// A keyRow is a line of the help: keys, and what they do.
type keyRow struct{ keys, does string }

// rows returns a line for each row that has keys.
func rows(all []keyRow) (lines []string) {
	width := 0
	for _, r := range all {
		width = max(width, len([]rune(r.keys)))
	}
	for _, r := range all {
		if r.keys != "" {
			lines = append(lines, fmt.Sprintf("%-*s   %s", width, r.keys, r.does))
		}
	}
	return lines
}

// allKeys returns the lines of the help.
func (s *Session) allKeys() []string {
	m := s.Keys.Keymap()
	list := s.steerRows(input.MaxKeys)
	if keys := pairs(m, input.Left2, input.Right2, input.MaxKeys); keys != "" {
		list = append(list, keyRow{keys, "player 2"}, keyRow{m.Label(input.Fire2, input.MaxKeys), "player 2: serve, shove"})
	}
	return rows(append(list, []keyRow{
		{pairs(m, input.Up, input.Down, input.MaxKeys), "shove up, down"},
		{"a shove twice", "slow time"},
		{"mouse, wheel", "paddle, shoves"},
		{"left click", "serve, shove"},
		{"right click", "pause"},
		{join(m.Label(input.Pause, input.MaxKeys), m.Label(input.Menu, input.MaxKeys)), "pause, menu"},
		{m.Label(input.Warp, input.MaxKeys), "next level at 80 %"},
		{m.Label(input.Rewind, input.MaxKeys), "practice: back 1 s"},
		{m.Label(input.Restart, input.MaxKeys), "restart"},
		{m.Label(input.Theme, input.MaxKeys), "other colours"},
		{m.Label(input.Mute, input.MaxKeys), "sound off, on"},
		{m.Label(input.Quit, input.MaxKeys), "leave; title: quit"},
		{"Ctrl-C", "quit at once"},
	}...))
}

// steerRows returns the rows of the actions that move the paddle, with at most n keys each.
func (s *Session) steerRows(n int) []keyRow {
	m := s.Keys.Keymap()
	move := pairs(m, input.Left, input.Right, n)
	fire := keyRow{m.Label(input.Fire, n), "serve, shove"}
	stop := keyRow{m.Label(input.Down, n), "stop"}
	switch s.Keys.Options().Steer {
	case input.Toggle:
		return []keyRow{{move, "move, again: stop"}, stop, fire}
	case input.Mouse:
		return []keyRow{fire}
	case input.OneButton:
		return []keyRow{{join(m.Label(input.Fire, n), move), "turn, serve; twice: shove"}}
	}
	return []keyRow{{move, "move"}, fire}
}

// pairs returns the keys of two actions, one of each at a time: ← →  A D.
func pairs(m *input.Keymap, a, b input.Action, n int) (text string) {
	left, right := m.Keys(a), m.Keys(b)
	for i := range min(n, max(len(left), len(right))) {
		pair := ""
		if i < len(left) {
			pair = left[i].Label()
		}
		if i < len(right) {
			pair += " " + right[i].Label()
		}
		text = join(text, pair)
	}
	return text
}

// join joins two texts with two blanks, or returns the one that is not empty.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "  " + b
}

// learn saves what was learned of the keyboard if it differs from the saved values by more than
// measurement jitter.
func (s *Session) learn() {
	was := &s.set.Choices.Repeat
	var now settings.Repeat
	now.Delay, now.Period = s.Keys.Learned()
	if differs(now.Delay, was.Delay) || differs(now.Period, was.Period) {
		*was = settings.Repeat{Delay: now.Delay.Round(time.Millisecond), Period: now.Period.Round(time.Millisecond)}
		s.settingsChanged = true
	}
}

// differs reports whether d is known and differs from before by more than a tenth.
func differs(d, before time.Duration) bool { return d > 0 && (d-before).Abs() > before/10 }
