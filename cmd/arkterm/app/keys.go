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

// This file implements the dialog in which the player changes keys, and the help about keys. The dialog has a row for
// each action. After the player has pressed a row, the next key is bound to the action. If the action already has this
// key, the key is unbound.

// keysMenu fills in a row for each action.
func (s *Session) keysMenu(m *ui.Menu) {
	for a := input.Left; a < input.NumActions; a++ {
		m.Add(ui.Button{Name: a.Description(), Label: s.keysLabel(a), Press: func(time.Duration) {
			s.bindingAction, s.bindError = a, ""
		}})
	}
	m.AddButton(text.Keys.Reset, s.resetKeys)
	m.AddButton(text.Menu.Back, s.Back)
	m.Title, m.Stacked, m.Footer = text.Keys.Title, true, s.keysFooter()
}

// beginKeys cancels the binding of a key.
func (s *Session) beginKeys(time.Duration) { s.bindingAction, s.bindError = input.None, "" }

// bindsKey reports whether the dialog waits for a key to bind.
func (s *Session) bindsKey() bool { return s.bindingAction != input.None }

// keysLabel returns the label of an action's row. It contains the description and the keys of the action.
func (s *Session) keysLabel(a input.Action) string {
	keys := strings.ReplaceAll(s.Keys.Keymap().Label(a, input.MaxKeys), "  ", " ")
	if s.bindingAction == a {
		keys = text.Keys.Press
	}
	return fmt.Sprintf("%-*s %-12s", actionWidth(), text.Translate(a.Description()), keys)
}

// actionWidth returns the width of the widest description of an action, in columns.
func actionWidth() (w int) {
	for a := input.Left; a < input.NumActions; a++ {
		w = max(w, text.Widest(text.Translate(a.Description())))
	}
	return w
}

// keysFooter returns the line below the rows: an error of the last binding, or a hint.
func (s *Session) keysFooter() string {
	switch {
	case s.bindError != "":
		return s.bindError
	case s.bindingAction != input.None:
		return text.Keys.FooterPress
	}
	return text.Keys.Footer
}

// bindKey binds the pressed key to the selected action. Esc only cancels, because it has to close dialogs.
func (s *Session) bindKey(ev input.Keystroke) {
	a := s.bindingAction
	s.bindingAction, s.bindError = input.None, ""
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

// resetKeys removes the bindings that were made in the menu.
func (s *Session) resetKeys(time.Duration) {
	s.set.Choices.ResetKeys()
	s.applyChoice()
}

// A keyRow is a row of the help about keys. Other dialogs use it for other labels and values.
type keyRow struct{ keys, effect string }

// alignedLines returns a line for each row, with aligned columns separated by gap. It omits rows without keys.
func alignedLines(rows []keyRow, gap string) (lines []string) {
	width := 0
	for _, r := range rows {
		width = max(width, cell.Width(r.keys))
	}
	for _, r := range rows {
		if r.keys != "" {
			lines = append(lines, fmt.Sprintf("%-*s%s%s", width, r.keys, gap, r.effect))
		}
	}
	return lines
}

// allKeys returns the lines of the help about the keys of a game.
func (s *Session) allKeys() []string {
	m := s.Keys.Keymap()
	list := s.steerRows(input.MaxKeys)
	if keys := keyPairs(m, input.Left2, input.Right2, input.MaxKeys); keys != "" {
		list = append(list, keyRow{keys, text.Keys.Player2}, keyRow{
			m.Label(input.Fire2, input.MaxKeys),
			text.Keys.Fire2,
		})
	}
	return alignedLines(append(list, []keyRow{
		{keyPairs(m, input.Up, input.Down, input.MaxKeys), text.Keys.Shoves},
		{text.Keys.ShoveTwice, text.Keys.SlowTime},
		{text.Keys.MouseWheel, text.Keys.PaddleShoves},
		{text.Keys.LeftClick, text.Keys.Fire},
		{text.Keys.RightClick, text.Keys.Pause},
		{joinLabels(m.Label(input.Pause, input.MaxKeys), m.Label(input.Menu, input.MaxKeys)), text.Keys.PauseMenu},
		{m.Label(input.Warp, input.MaxKeys), text.Keys.Warp},
		{m.Label(input.Rewind, input.MaxKeys), text.Keys.Rewind},
		{m.Label(input.Restart, input.MaxKeys), text.Keys.RestartGame},
		{m.Label(input.Theme, input.MaxKeys), text.Keys.Theme},
		{m.Label(input.Mute, input.MaxKeys), text.Keys.Mute},
		{m.Label(input.Quit, input.MaxKeys), text.Keys.Leave},
		{"Ctrl-C", text.Keys.QuitNow},
	}...), "   ")
}

// steerRows returns the rows about moving the paddle and firing, with at most n keys for each action. They depend on
// the option Steer.
func (s *Session) steerRows(n int) []keyRow {
	m := s.Keys.Keymap()
	move := keyPairs(m, input.Left, input.Right, n)
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
		return []keyRow{{joinLabels(m.Label(input.Fire, n), move), text.Keys.OneButton}}
	}
	return []keyRow{{move, text.Keys.Move}, fire}
}

// keyPairs returns the first n keys of the actions a and b, in pairs, for example "← → A D".
func keyPairs(m *input.Keymap, a, b input.Action, n int) (list string) {
	left, right := m.Keys(a), m.Keys(b)
	for i := range min(n, max(len(left), len(right))) {
		pair := ""
		if i < len(left) {
			pair = left[i].Label()
		}
		if i < len(right) {
			pair += " " + right[i].Label()
		}
		list = joinLabels(list, pair)
	}
	return list
}

// joinLabels joins two labels with two spaces. If one of the labels is empty, it returns the other label.
func joinLabels(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "  " + b
}

// saveKeyTiming saves the measured key repeat times if they differ noticeably from the saved ones.
func (s *Session) saveKeyTiming() {
	was := &s.set.Choices.Repeat
	var now settings.Repeat
	now.Delay, now.Period = s.Keys.KeyTiming()
	if differs(now.Delay, was.Delay) || differs(now.Period, was.Period) {
		*was = settings.Repeat{Delay: now.Delay.Round(time.Millisecond), Period: now.Period.Round(time.Millisecond)}
		s.settingsChanged = true
	}
}

// differs reports whether d is known and differs from reference by more than a tenth.
func differs(d, reference time.Duration) bool { return d > 0 && (d-reference).Abs() > reference/10 }
