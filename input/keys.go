package input

import "arkterm/engine/parse"

// An Action is the effect of a key. In menus, Left, Right, Up and Down move the selection, and Fire activates the
// selected item.
type Action uint8

// The actions. Those with a 2 belong to the second player.
const (
	None Action = iota
	Left
	Right
	Up
	Down // during a game, stops the paddle or shoves down
	Fire // serves; confirms in menus
	Warp // continues with the next level; moves up in menus
	Pause
	Menu // leaves a screen or pauses a game, but never ends a game
	Quit
	Help
	Restart
	Rewind // undoes part of a game in modes that allow it
	Theme  // switches to the next theme
	Mute   // turns the sound off or on
	Debug  // toggles the debug overlay, which uses Step and Slow
	Step   // advances one tick
	Slow   // toggles slow motion
	Left2
	Right2
	Down2
	Fire2
	NumActions
)

// actions has the name of each action in configuration files and its description in menus.
var actions = [NumActions]struct{ name, description string }{
	None:    {"none", ""},
	Left:    {"left", "move left"},
	Right:   {"right", "move right"},
	Up:      {"up", "shove up, menu up"},
	Down:    {"down", "stop, shove down"},
	Fire:    {"fire", "serve, shove"},
	Warp:    {"warp", "next level"},
	Pause:   {"pause", "pause"},
	Menu:    {"menu", "pause, back"},
	Quit:    {"quit", "quit"},
	Help:    {"help", "help"},
	Restart: {"restart", "restart"},
	Rewind:  {"rewind", "rewind 1 s"},
	Theme:   {"theme", "next theme"},
	Mute:    {"mute", "sound on, off"},
	Debug:   {"debug", "debug overlay"},
	Step:    {"step", "debug: one tick"},
	Slow:    {"slow", "debug: slow"},
	Left2:   {"left2", "player 2: left"},
	Right2:  {"right2", "player 2: right"},
	Down2:   {"down2", "p2: stop, shove"},
	Fire2:   {"fire2", "p2: serve, shove"},
}

func (a Action) String() string { return actions[a].name }

// Description returns a short description of the action for menus.
func (a Action) Description() string { return actions[a].description }

// ActionNames returns the names of all actions that can have keys.
func ActionNames() (names []string) {
	for _, a := range actions[1:] {
		names = append(names, a.name)
	}
	return names
}

// ParseAction returns the action with the given name.
func ParseAction(name string) (Action, error) { return parse.Name(name, None+1, int(NumActions)) }

// split returns the index of the player who performs a, and the first player's action that corresponds to a.
func (a Action) split() (player int, action Action) {
	switch a {
	case Left2:
		return 1, Left
	case Right2:
		return 1, Right
	case Down2:
		return 1, Down
	case Fire2:
		return 1, Fire
	}
	return 0, a
}
