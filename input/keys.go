package input

import (
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// An Action is what a key is for. In menus Left, Right, Up, Down and Fire move
// and choose.
type Action uint8

// The actions.
const (
	None Action = iota
	Left
	Right
	Up
	Down // in the game: stop
	Fire // serves, confirms
	Pause
	Menu
	Help
	Restart
)

var actionNames = [...]string{"none", "left", "right", "up", "down", "fire", "pause", "menu", "help", "restart"}

func (a Action) String() string { return actionNames[a] }

// A binding gives a key its action: either a special key, or a character in
// lower case, which stands for both cases.
type binding struct {
	key    tcell.Key // tcell.KeyRune for a character
	char   rune
	action Action
}

// bindings is the key map. An action may have any number of keys.
var bindings = []binding{
	{tcell.KeyLeft, 0, Left},
	{tcell.KeyRune, 'a', Left},
	{tcell.KeyRune, 'h', Left},
	{tcell.KeyRight, 0, Right},
	{tcell.KeyRune, 'd', Right},
	{tcell.KeyRune, 'l', Right},
	{tcell.KeyUp, 0, Up},
	{tcell.KeyRune, 'w', Up},
	{tcell.KeyRune, 'k', Up},
	{tcell.KeyDown, 0, Down},
	{tcell.KeyRune, 's', Down},
	{tcell.KeyRune, 'j', Down},
	{tcell.KeyRune, ' ', Fire},
	{tcell.KeyEnter, 0, Fire},
	{tcell.KeyRune, 'p', Pause},
	{tcell.KeyRune, 'q', Menu},
	{tcell.KeyEscape, 0, Menu},
	{tcell.KeyRune, '?', Help},
	{tcell.KeyF1, 0, Help},
	{tcell.KeyRune, 'r', Restart},
}

// actionOf returns the action of a key. A character with Ctrl, Alt or Meta has
// none, so that Alt+Q is not Q; a special key has its action with any modifier.
func actionOf(ev *tcell.EventKey) Action {
	key, char := ev.Key(), rune(0)
	if key == tcell.KeyRune {
		if ev.Modifiers()&(tcell.ModCtrl|tcell.ModAlt|tcell.ModMeta|tcell.ModHyper) != 0 {
			return None
		}
		char = unicode.ToLower(ev.Rune())
	}
	for _, b := range bindings {
		if b.key == key && b.char == char {
			return b.action
		}
	}
	return None
}
