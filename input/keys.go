package input

import "arkterm/engine/parse"

// An Action is what a key is for. In menus Left, Right, Up, Down and Fire move
// and choose.
type Action uint8

// The actions. Those with a 2 are the second player's.
const (
	None Action = iota
	Left
	Right
	Up
	Down // in the game: stop
	Fire // serves, confirms
	Warp // goes on to the next level; in menus it goes up
	Pause
	Menu // leaves a screen, pauses a game, never ends one
	Quit
	Help
	Restart
	Rewind // takes some of a game back, where the mode lets one
	Theme  // the next colours
	Mute   // no sound, and sound again
	Debug  // the overlay with figures; while it is shown:
	Step   // one tick
	Slow   // slow motion
	Left2
	Right2
	Down2
	Fire2
	NumActions
)

// actions has the name of each action, as in the player's configuration file, and what it
// does, for menus.
var actions = [NumActions]struct{ name, does string }{
	None:    {"none", ""},
	Left:    {"left", "move left"},
	Right:   {"right", "move right"},
	Up:      {"up", "shove up, menu up"},
	Down:    {"down", "shove down, stop"},
	Fire:    {"fire", "serve, shove"},
	Warp:    {"warp", "next level"},
	Pause:   {"pause", "pause"},
	Menu:    {"menu", "pause, back"},
	Quit:    {"quit", "quit"},
	Help:    {"help", "help"},
	Restart: {"restart", "restart"},
	Rewind:  {"rewind", "practice: back 1s"},
	Theme:   {"theme", "other colours"},
	Mute:    {"mute", "sound on, off"},
	Debug:   {"debug", "debug overlay"},
	Step:    {"step", "debug: one tick"},
	Slow:    {"slow", "debug: slow"},
	Left2:   {"left2", "player 2: left"},
	Right2:  {"right2", "player 2: right"},
	Down2:   {"down2", "p2: shove, stop"},
	Fire2:   {"fire2", "p2: serve, shove"},
}

func (a Action) String() string { return actions[a].name }

// Description says in a few words what the action is.
func (a Action) Description() string { return actions[a].does }

// ActionNames returns the names of all actions that can have keys.
func ActionNames() (names []string) {
	for _, a := range actions[1:] {
		names = append(names, a.name)
	}
	return names
}

// ParseAction returns the action with the given name.
func ParseAction(name string) (Action, error) { return parse.Name(name, None+1, int(NumActions)) }

// of returns whose action it is, 0 or 1, and what it is for the first player.
func (a Action) of() (player int, as Action) {
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
