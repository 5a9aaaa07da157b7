package editor

import (
	"strings"
	"time"

	"arkterm/cmd/arkterm/ui"
	"arkterm/input"
	"arkterm/render/text"
)

// A command is a row of the table of commands. It describes an action of the editor and the keys for the action. keys
// and oppositeKeys are names of [input.KeyName], separated by spaces. The oppositeKeys execute the command in the
// opposite direction, for example redo instead of undo.
type command struct {
	keys, oppositeKeys string
	label              string  // keys in hints and in the list of keys; "" means the first key
	hint               *string // label in the line of hints; nil for no hint
	help               *string // description in the list of keys, in the menu and in text mode
	when               mode    // when the hint is shown
	inMenu             bool    // the command is in the menu
	repeats            bool    // the command is executed again while the key is held
	do                 commandFunc
}

// A commandFunc executes a command. d is 1, or −1 for the opposite direction.
type commandFunc func(e *Editor, d int, now time.Duration)

// A mode is the situation in which the hint for a command is shown.
type mode uint8

const (
	always    mode = iota
	painting       // while no object is selected
	arranging      // while an object is selected
)

// shows reports whether a hint with mode m is shown. objectSelected reports whether an object is selected.
func (m mode) shows(objectSelected bool) bool {
	return m == always || (m == arranging) == objectSelected
}

// colorKeys are the keys that select a color.
const colorKeys = "0 1 2 3 4 5 6 7"

// labels are the texts of the editor. Tables use text.Workshop, because its addresses are constants.
var labels = &text.Workshop

// commands lists all commands. Hints are shown in this order until the row is full, so the most important commands come
// first.
var commands = [...]command{
	{
		"Right", "Left", "← ↑ ↓ →", nil, &text.Workshop.MoveHelp, always, false, true,
		directed(func(e *Editor, d int) { e.move(d, 0) }),
	},
	{"Down", "Up", "", nil, nil, always, false, true, directed(func(e *Editor, d int) { e.move(0, d) })},
	{
		"Space", "", "", &text.Workshop.Paint, &text.Workshop.PaintHelp,
		painting, false, false, noArgs((*Editor).useTool),
	},
	{
		".", ",", ". ,", &text.Workshop.Handle, &text.Workshop.HandleHelp,
		arranging, false, true, directed((*Editor).turnHandle),
	},
	{
		"+ =", "-", "+ −", &text.Workshop.Size, &text.Workshop.SizeHelp,
		arranging, false, true, directed((*Editor).resize),
	},
	{
		">", "<", "< >", &text.Workshop.TurnHint, &text.Workshop.TurnHelp,
		arranging, false, true, directed((*Editor).rotate),
	},
	{
		"d", "", "", &text.Workshop.Drift, &text.Workshop.DriftHelp,
		arranging, false, false, noArgs((*Editor).toggleDrift),
	},
	{"Enter", "", "", &text.Workshop.Values, nil, arranging, false, false, timed((*Editor).details)},
	{"Esc", "", "", &text.Workshop.Done, nil, arranging, false, false, timed((*Editor).escape)},
	{
		"Tab", "Shift+Tab", "", &text.Workshop.Next, &text.Workshop.NextObjectHelp,
		arranging, true, false, directed((*Editor).turnObject),
	},
	{"F5", "", "", &text.Workshop.Play, &text.Workshop.PlayHelp, always, true, false, timed((*Editor).play)},
	{"F2 w Ctrl+s", "", "", &text.Workshop.Save, &text.Workshop.SaveHelp, always, true, false, timed((*Editor).save)},
	{"F1 ?", "", "", &text.Workshop.Keys, &text.Workshop.KeysHelp, always, true, false, showDialog(keysScreen)},
	{"Esc", "", "", &text.Workshop.Menu, &text.Workshop.MenuHelp, painting, false, false, timed((*Editor).escape)},
	{
		"]", "[", "[ ]", &text.Workshop.Brick, &text.Workshop.BrickHelp,
		painting, false, true, directed((*Editor).turnKind),
	},
	{
		colorKeys, "", "0–7", &text.Workshop.Color, &text.Workshop.ColorHelp,
		painting, false, false, noArgs((*Editor).nextColor),
	},
	{"u", "y U", "", &text.Workshop.Undo, &text.Workshop.UndoHelp, always, true, true, directed((*Editor).undo)},
	{
		"Enter", "", "", &text.Workshop.Details, &text.Workshop.DetailsHelp,
		painting, true, false, timed((*Editor).details),
	},
	{
		"Delete Backspace", "", "", &text.Workshop.Erase, &text.Workshop.EraseHelp,
		always, true, true, noArgs((*Editor).erase),
	},
	{
		"m", "M", "", &text.Workshop.Mirror, &text.Workshop.MirrorHelp,
		painting, false, false, directed((*Editor).turnSymmetry),
	},
	{
		"Shift+Right", "Shift+Left", "shift ←↑↓→", nil, &text.Workshop.DrawHelp, always, false, true,
		directed(func(e *Editor, d int) { e.drawTo(d, 0) }),
	},
	{"Shift+Down", "Shift+Up", "", nil, nil, always, false, true, directed(func(e *Editor, d int) { e.drawTo(0, d) })},
	{"y", "", "", nil, &text.Workshop.RedoHelp, always, true, true, noArgs(func(e *Editor) { e.undo(-1) })},
	{"c", "", "", nil, &text.Workshop.CopyHelp, always, true, false, noArgs(func(e *Editor) { e.copyRegion(false) })},
	{"x", "", "", nil, &text.Workshop.CutHelp, always, true, false, noArgs(func(e *Editor) { e.copyRegion(true) })},
	{"v", "", "", nil, &text.Workshop.PasteHelp, always, true, false, noArgs((*Editor).paste)},
	{"o", "", "", &text.Workshop.Object, &text.Workshop.ObjectHelp, painting, true, false, showDialog(objectsScreen)},
	{"F6", "", "", &text.Workshop.Rate, &text.Workshop.RateHelp, always, true, false, noArgs((*Editor).rate)},
	{"F3", "", "", &text.Workshop.Level, &text.Workshop.LevelHelp, always, true, false, showDialog(levelScreen)},
	{"F4", "", "", nil, &text.Workshop.ProblemsHelp, always, true, false, showDialog(problemsScreen)},
	{"F7", "", "", nil, &text.Workshop.LevelsHelp, always, true, false, showDialog(levelsScreen)},
	{
		"PageDown", "PageUp", "page up/down", nil, &text.Workshop.NextLevelHelp, always, false, false,
		directed(func(e *Editor, d int) { e.showLevel(e.level + d) }),
	},
	{
		"g", "", "", nil, &text.Workshop.GridHelp,
		always, false, false, noArgs(func(e *Editor) { e.hideGrid = !e.hideGrid }),
	},
	{"F12", "", "", nil, &text.Workshop.SaveAsHelp, always, true, false, timed((*Editor).saveAs)},
	{"q", "", "", nil, &text.Workshop.QuitHelp, always, true, false, timed((*Editor).quit)},
}

// noArgs converts a method of Editor without arguments to a commandFunc.
func noArgs(do func(e *Editor)) commandFunc {
	return func(e *Editor, _ int, _ time.Duration) { do(e) }
}

// directed converts a method of Editor with a direction to a commandFunc.
func directed(do func(e *Editor, d int)) commandFunc {
	return func(e *Editor, d int, _ time.Duration) { do(e, d) }
}

// timed converts a method of Editor with the current time to a commandFunc.
func timed(do func(e *Editor, now time.Duration)) commandFunc {
	return func(e *Editor, _ int, now time.Duration) { do(e, now) }
}

// showDialog returns a commandFunc that shows a dialog.
func showDialog(id ui.ID) commandFunc {
	return func(e *Editor, _ int, now time.Duration) { e.UI.Enter(id, now) }
}

// keyName returns the name of a key as in the table of commands.
func keyName(ev input.Keystroke) string {
	if ev.Key == input.Typed {
		for r := 'a'; r <= 'z'; r++ {
			if ev.IsCtrl(r) {
				return "Ctrl+" + string(r)
			}
		}
		if r := ev.Latin(); r > ' ' {
			return string(r)
		}
		return ev.Name().String()
	}
	name := ev.Name().String()
	if ev.Mods&shift != 0 || name == "Backtab" {
		name = "Shift+" + strings.Replace(name, "Backtab", "Tab", 1)
	}
	return name
}

// commandFor returns the command for the key with the given name, and the direction of the command. It returns nil if
// there is none. If no command uses an uppercase letter, commandFor looks for the lowercase letter, because caps lock
// may be on.
func commandFor(name string) (c *command, d int) {
	for i := range commands {
		c := &commands[i]
		if containsKey(c.keys, name) {
			return c, 1
		} else if containsKey(c.oppositeKeys, name) {
			return c, -1
		}
	}
	if lower := strings.ToLower(name); lower != name && len(name) == 1 {
		return commandFor(lower)
	}
	return nil, 0
}

// containsKey reports whether a list of keys contains a key.
func containsKey(keys, name string) bool {
	for k := range strings.FieldsSeq(keys) {
		if k == name {
			return true
		}
	}
	return false
}

// key handles a key of the editor's screen.
func (e *Editor) key(k ui.KeyPress) bool {
	name := keyName(k.Event)
	if !k.Repeat && e.message != "" {
		e.say("", false)
	}
	c, d := commandFor(name)
	switch {
	case c != nil && k.Repeat && !c.repeats:
	case c != nil && c.keys == colorKeys:
		e.runCommand(&command{do: noArgs(func(e *Editor) { e.setColor(name[0] - '0') })}, 1, k.Now)
	case c != nil:
		e.runCommand(c, d, k.Now)
	default:
		for i := range tools {
			if tools[i].key == name {
				e.runCommand(&command{do: noArgs(func(e *Editor) { e.setTool(i) })}, 1, k.Now)
			}
		}
	}
	return true
}

// runCommand executes a command in the given direction, 1 or −1. Most commands need a level. If there is no level,
// runCommand shows a message instead of executing them.
func (e *Editor) runCommand(c *command, direction int, now time.Duration) {
	switch {
	case e.current != nil || c.help == &labels.MenuHelp || c.help == &labels.ProblemsHelp || c.help == &labels.QuitHelp:
		e.doc.EndGesture()
		c.do(e, direction, now)
	default:
		e.say(labels.NoLevel, true)
	}
	e.picture.stale = true
	e.UI.Schedule.Redraw()
}

// keyLabel returns a label for the keys of a command. Hints and the list of keys show it.
func (c *command) keyLabel() string {
	if c.label != "" {
		return c.label
	}
	first, _, _ := strings.Cut(c.keys, " ")
	if k, err := input.ParseKey(first); err == nil && (k.Rune == 0 || k.Rune == ' ') {
		return k.Label()
	}
	return first
}
