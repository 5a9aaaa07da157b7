package input

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// A Keymap binds keys to actions: any number of keys to an action, and each key to one action only.
// The zero Keymap has no keys; Preset returns complete ones. Copies are independent.
type Keymap struct {
	// Language is the player's, as in a locale: bg. It chooses between keyboard layouts with the same
	// letters at different places.
	Language string

	keys  [NumActions][]KeyName
	bound [NumActions]bool // by Bind, and not by the preset
}

// MaxKeys is how many keys an action can have.
const MaxKeys = 8

// presets are the key maps to choose from.
var presets = []struct {
	name string
	keys Keymap
}{
	{"default", keymap(map[Action]string{
		Left: "Left a h", Right: "Right d l", Up: "Up k", Down: "Down s j", Fire: "Space Enter",
		Pause: "p", Menu: "Esc", Quit: "q", Help: "? F1", Restart: "r", Warp: "w",
	})},
	// Letters under the right hand, the mouse in the left one.
	{"left-handed", keymap(map[Action]string{
		Left: "j Left", Right: "l Right", Up: "i Up", Down: "k Down", Fire: "Enter Space ;",
		Pause: "p", Menu: "Esc", Quit: "q", Help: "? F1", Restart: "r", Warp: "w",
	})},
	{"vi", keymap(map[Action]string{
		Left: "h Left", Right: "l Right", Up: "k Up", Down: "j Down", Fire: "Space Enter",
		Pause: "p", Menu: "Esc", Quit: "q", Help: "? F1", Restart: "r", Warp: "w",
	})},
	// Two players on one keyboard, the second on the arrows.
	{"two", keymap(map[Action]string{
		Left: "a", Right: "d", Down: "s", Fire: "w Space",
		Left2: "Left", Right2: "Right", Down2: "Down", Fire2: "Up Enter",
		Pause: "p", Menu: "Esc", Quit: "q", Help: "? F1", Restart: "r", Warp: "n",
	})},
}

// commonKeys are the same in all presets.
var commonKeys = map[Action]string{Rewind: "Backspace", Theme: "t", Mute: "m", Debug: "F12", Step: ".", Slow: ","}

// keymap makes a preset of names that are known to be valid.
func keymap(keys map[Action]string) (m Keymap) {
	maps.Copy(keys, commonKeys)
	for a, names := range keys {
		for name := range strings.FieldsSeq(names) {
			k, err := ParseKey(name)
			if err != nil {
				panic(err)
			}
			m.keys[a] = append(m.keys[a], k)
		}
	}
	return m
}

// PresetNames returns the names of the presets, the default first.
func PresetNames() (names []string) {
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}

// Preset returns the key map of that name.
func Preset(name string) (Keymap, error) {
	for _, p := range presets {
		if p.name == name {
			return p.keys, nil
		}
	}
	return Keymap{}, fmt.Errorf("no key map %q; want one of %s", name, strings.Join(PresetNames(), ", "))
}

// A ConflictError says that a key was given to two actions.
type ConflictError struct {
	Key     KeyName
	Action  Action // that asked for it
	BoundTo Action // to which it was bound before
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("key %q is for %v already, it cannot be for %v too", e.Key, e.BoundTo, e.Action)
}

// Bind gives the action those keys, and no others. A key that a preset gave to another
// action moves over, so that the order in which actions are bound does not matter. For one
// that Bind gave to another action it returns a *ConflictError, and changes nothing.
func (m *Keymap) Bind(a Action, keys ...KeyName) error {
	if len(keys) > MaxKeys {
		return fmt.Errorf("%d keys for %v, want at most %d", len(keys), a, MaxKeys)
	}
	var own []KeyName
	for _, k := range keys {
		if b := m.action(k); b != None && b != a && m.bound[b] {
			return &ConflictError{k, a, b}
		}
		if !slices.Contains(own, k) {
			own = append(own, k)
		}
	}
	for _, k := range own {
		m.remove(k)
	}
	m.keys[a], m.bound[a] = own, true
	return nil
}

// needed are the actions without which nobody can play or find out how to.
var needed = []Action{Left, Right, Fire, Menu}

// Check returns an error if an action that everyone needs has no key.
func (m *Keymap) Check() error {
	for _, a := range needed {
		if len(m.keys[a]) == 0 {
			return fmt.Errorf("no key is left for %v", a)
		}
	}
	return nil
}

// Toggle gives a key to an action, or takes it away if the action has it, as a player does
// in a menu. Another action loses it. It returns an error, and changes nothing, if an
// action would lose the last key that it needs, or has MaxKeys already.
func (m *Keymap) Toggle(a Action, k KeyName) error {
	next := *m
	had := m.action(k)
	next.remove(k)
	if had != a {
		if len(next.keys[a]) >= MaxKeys {
			return fmt.Errorf("%v has %d keys, which is enough", a, MaxKeys)
		}
		next.keys[a] = append(slices.Clone(next.keys[a]), k)
	}
	if err := next.Check(); err != nil {
		return err
	}
	for _, b := range []Action{had, a} {
		next.bound[b] = b != None
	}
	*m = next
	return nil
}

// remove takes the key from the action that has it. Copies share slices, so a new one
// replaces the old.
func (m *Keymap) remove(k KeyName) {
	if a := m.action(k); a != None {
		m.keys[a] = slices.DeleteFunc(slices.Clone(m.keys[a]), func(o KeyName) bool { return o == k })
	}
}

// Keys returns the keys of the action. The caller must not change them.
func (m *Keymap) Keys(a Action) []KeyName { return m.keys[a] }

// Customized reports whether the action's keys are the player's own and not the preset's.
func (m *Keymap) Customized(a Action) bool { return m.bound[a] }

// Label returns the first n keys of the action as the help shows them: "←  A".
func (m *Keymap) Label(a Action, n int) string {
	var labels []string
	for _, k := range m.keys[a][:min(n, len(m.keys[a]))] {
		labels = append(labels, k.Label())
	}
	return strings.Join(labels, "  ")
}

// action returns the action of a key, or None.
func (m *Keymap) action(k KeyName) Action {
	for a := range m.keys {
		for _, own := range m.keys[a] {
			if own == k {
				return Action(a)
			}
		}
	}
	return None
}

// Action returns the action of the event's key: the action bound to the character that it types,
// else to the key itself, else to the key at the same place of a US keyboard, so that A and D steer on
// a Greek one too. A keypad's digits without a binding are the arrows on them, and 5 and 0 are Enter.
// A character with Ctrl or Alt has no action, so that Alt+Q is not Q. A special key has its action with
// any modifier.
func (m *Keymap) Action(ev Keystroke) Action {
	if ev.Key != Typed {
		return m.action(KeyName{Key: ev.Key})
	}
	if ev.Mods&modsChord != 0 {
		return None
	}
	for _, r := range [...]rune{ev.Text, ev.Rune, ev.Base} {
		if a := m.char(r); a != None {
			return a
		}
	}
	if k := padArrows[ev.Rune]; ev.Keypad && k != Typed {
		return m.action(KeyName{Key: k})
	}
	if ev.Base == 0 && ev.Rune >= 0x80 {
		return m.char(usKey(cmp.Or(ev.Text, ev.Rune), m.Language))
	}
	return None
}

// char returns the action of the key that types r, or None.
func (m *Keymap) char(r rune) Action {
	if r == 0 {
		return None
	}
	return m.action(KeyName{Rune: unicode.ToLower(r)})
}

// padArrows are the special keys on the keypad's digits.
var padArrows = map[rune]tcell.Key{'4': tcell.KeyLeft, '6': tcell.KeyRight, '8': tcell.KeyUp, '2': tcell.KeyDown, '5': tcell.KeyEnter, '0': tcell.KeyEnter}

// MenuAction returns what a key does in a menu. Arrows, Enter and Esc do what they do
// everywhere, so that nobody is locked out of the menu that sets the keys; others do what the
// key map says. The key of Warp, which lies among the letters that steer, goes up.
func (m *Keymap) MenuAction(ev Keystroke) Action {
	switch ev.Key {
	case tcell.KeyUp:
		return Up
	case tcell.KeyDown:
		return Down
	case tcell.KeyLeft:
		return Left
	case tcell.KeyRight:
		return Right
	case tcell.KeyEnter:
		return Fire
	case tcell.KeyEsc:
		return Menu
	}
	_, a := m.Action(ev).of()
	if a == Warp {
		return Up
	}
	return a
}
