package session

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/input"
	"arkterm/render"
)

// The dialog with the keys: a row for each action, which takes the next key that is pressed, or
// gives it up when it has it already.

// doesWidth is the width of the widest description of an action.
const doesWidth = 17

// keyButtons are a row for each action.
func (s *Session) keyButtons() (all []button) {
	for a := input.Left; a < input.NumActions; a++ {
		all = append(all, button{do: doBind, option: int(a)})
	}
	return append(all, button{"All as in the key map", doPreset, 0}, button{"Back", doBack, 0})
}

func (s *Session) keysText(c *render.Dialog) { c.Title, c.Foot = "KEYS", s.keysFoot() }

// keysLabel returns the row of an action.
func (s *Session) keysLabel(b button) string {
	a := input.Action(b.option)
	keys := strings.ReplaceAll(s.keys.Keymap().Label(a, input.MaxKeys), "  ", " ")
	if s.binding == a {
		keys = "press a key"
	}
	return fmt.Sprintf("%-*s %-12s", doesWidth, a.Does(), keys)
}

// keysFoot returns what stands below the rows.
func (s *Session) keysFoot() string {
	switch {
	case s.bindError != "":
		return s.bindError
	case s.binding != input.None:
		return "a new key, or one to take away · esc"
	}
	return "enter, then a key · esc"
}

// askKey waits for a key for the selected action.
func (s *Session) askKey(time.Duration) {
	s.binding, s.bindError = input.Action(s.menu.selected().option), ""
	s.rebuild()
}

// giveKey takes the key that was waited for. Esc is not given away here, as it leaves.
func (s *Session) giveKey(ev input.KeyEvent) {
	a := s.binding
	s.binding, s.bindError = input.None, ""
	k, ok := ev.Binding()
	switch {
	case k.Key == input.KeyEsc:
	case !ok:
		s.bindError = "without Ctrl and Alt, please"
	default:
		if err := s.set.Choices.ToggleKey(a, k); err != nil {
			s.bindError = err.Error()
		}
	}
	s.applyChoice()
}

// resetKeys takes the keys back that were given in the menu.
func (s *Session) resetKeys(time.Duration) {
	s.set.Choices.PresetKeys()
	s.applyChoice()
}

// A keyRow is a line of the help: keys, and what they do.
type keyRow struct{ keys, does string }

// rows returns lines of text for the rows that have keys.
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

// reminder returns the keys of the pause's dialog: the first ones of what is used most.
func (s *Session) reminder() []string {
	m := s.keys.Keymap()
	list := s.steerRows(2)
	if s.round.twoPeople() {
		list = append(list, keyRow{pairs(m, input.Left2, input.Right2, 2), "player 2"}, keyRow{m.Label(input.Fire2, 2), "player 2 serves"})
	}
	return rows(append(list, []keyRow{
		{"mouse", "moves, click serves"},
		{m.Label(input.Pause, 1), "pause"},
		{m.Label(input.Restart, 1), "restart"},
		{m.Label(input.Quit, 1), "quit"},
		{m.Label(input.Help, 1), "help"},
	}...))
}

// allKeys returns the keys of the help.
func (s *Session) allKeys() []string {
	m := s.keys.Keymap()
	list := s.steerRows(input.MaxKeys)
	if keys := pairs(m, input.Left2, input.Right2, input.MaxKeys); keys != "" {
		list = append(list, keyRow{keys, "player 2"}, keyRow{m.Label(input.Fire2, input.MaxKeys), "player 2 serves"})
	}
	return rows(append(list, []keyRow{
		{"mouse", "moves the paddle"},
		{"left click", "serves"},
		{"right click", "pause"},
		{join(m.Label(input.Pause, input.MaxKeys), m.Label(input.Menu, input.MaxKeys)), "pause, menu"},
		{m.Label(input.Warp, input.MaxKeys), "next level, with 80 % gone"},
		{m.Label(input.Rewind, input.MaxKeys), "practice: back 1 s"},
		{m.Label(input.Restart, input.MaxKeys), "restart"},
		{m.Label(input.Theme, input.MaxKeys), "other colours"},
		{m.Label(input.Quit, input.MaxKeys), "quit"},
		{"Ctrl-C", "quit at once"},
	}...))
}

// steerRows returns the rows for what moves the paddle, with at most n keys each.
func (s *Session) steerRows(n int) []keyRow {
	m := s.keys.Keymap()
	move := pairs(m, input.Left, input.Right, n)
	fire := keyRow{m.Label(input.Fire, n), "serve"}
	stop := keyRow{m.Label(input.Down, n), "stop"}
	switch s.keys.Options().Steer {
	case input.Toggle:
		return []keyRow{{move, "move, again: stop"}, stop, fire}
	case input.Mouse:
		return []keyRow{fire}
	case input.OneButton:
		return []keyRow{{join(m.Label(input.Fire, n), move), "turn round, serve"}}
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

// join puts two blanks between texts that are there.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "  " + b
}

// learn keeps what was learned of the keyboard, when it differs from what is saved by more
// than the jitter of a measurement.
func (s *Session) learn() {
	was := &s.set.Choices.Repeat
	var now settings.Repeat
	now.Delay, now.Period = s.keys.Learned()
	if differs(now.Delay, was.Delay) || differs(now.Period, was.Period) {
		*was = settings.Repeat{Delay: now.Delay.Round(time.Millisecond), Period: now.Period.Round(time.Millisecond)}
		s.settingsChanged = true
	}
}

// differs reports whether d is known and not within a tenth of what was known before.
func differs(d, before time.Duration) bool { return d > 0 && (d-before).Abs() > before/10 }
