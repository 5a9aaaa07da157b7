package input

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// A Keymap binds keys to actions. An action can have up to MaxKeys keys, and a key has at most one action. The zero
// Keymap has no keys. Preset returns complete key maps. Copies are independent.
type Keymap struct {
	// Language is the player's language as in a locale name, for example bg. It selects between keyboard layouts
	// that have the same letters at different places.
	Language string

	keys       [NumActions][]KeyName
	customized [NumActions]bool // whether Bind or Toggle has set the keys, instead of the preset
}

// MaxKeys is the maximum number of keys for an action.
const MaxKeys = 8

// presets are the predefined key maps. The first one is the default.
var presets = []struct {
	name string
	keys Keymap
}{
	{"default", keymap([NumActions]string{
		Left: "Left a h", Right: "Right d l", Up: "Up k", Down: "Down s j", Fire: "Space Enter",
		Pause: "p", Menu: "Esc", Quit: "q", Help: "? F1", Restart: "r", Warp: "w",
	})},
	// Letters for the right hand, with the mouse in the left hand.
	{"left-handed", keymap([NumActions]string{
		Left: "j Left", Right: "l Right", Up: "i Up", Down: "k Down", Fire: "Enter Space ;",
		Pause: "p", Menu: "Esc", Quit: "q", Help: "? F1", Restart: "r", Warp: "w",
	})},
	{"vi", keymap([NumActions]string{
		Left: "h Left", Right: "l Right", Up: "k Up", Down: "j Down", Fire: "Space Enter",
		Pause: "p", Menu: "Esc", Quit: "q", Help: "? F1", Restart: "r", Warp: "w",
	})},
	// Two players on one keyboard. The second player uses the arrow keys.
	{"two", keymap([NumActions]string{
		Left: "a", Right: "d", Down: "s", Fire: "w Space",
		Left2: "Left", Right2: "Right", Down2: "Down", Fire2: "Up Enter",
		Pause: "p", Menu: "Esc", Quit: "q", Help: "? F1", Restart: "r", Warp: "n",
	})},
}

// commonKeys are the bindings that all presets share.
var commonKeys = [NumActions]string{Rewind: "Backspace", Theme: "t", Mute: "m", Debug: "F12", Step: ".", Slow: ","}

// keymap returns a preset. It panics if a key name is invalid.
func keymap(keys [NumActions]string) (m Keymap) {
	for a, names := range keys {
		for name := range strings.FieldsSeq(names + " " + commonKeys[a]) {
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

// Preset returns the key map with the given name.
func Preset(name string) (Keymap, error) {
	for _, p := range presets {
		if p.name == name {
			return p.keys, nil
		}
	}
	return Keymap{}, fmt.Errorf("unknown key map %q; want one of %s", name, strings.Join(PresetNames(), ", "))
}

// A ConflictError reports that the player has chosen the same key for two actions.
type ConflictError struct {
	Key     KeyName
	Action  Action // the action that was being bound
	BoundTo Action // the action that the key is already bound to
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("key %q is already assigned to %v, so it cannot be assigned to %v", e.Key, e.BoundTo, e.Action)
}

// Bind replaces the keys of an action. A key that belongs to another action through the preset moves to a, so the
// order of calls does not matter. If Bind or Toggle gave the key to another action, Bind returns a *ConflictError
// and changes nothing.
func (m *Keymap) Bind(a Action, keys ...KeyName) error {
	if len(keys) > MaxKeys {
		return fmt.Errorf("%d keys for %v, want at most %d", len(keys), a, MaxKeys)
	}
	var unique []KeyName
	for _, k := range keys {
		if b := m.action(k); b != None && b != a && m.customized[b] {
			return &ConflictError{k, a, b}
		}
		if !slices.Contains(unique, k) {
			unique = append(unique, k)
		}
	}

	for _, k := range unique {
		m.remove(k)
	}
	m.keys[a], m.customized[a] = unique, true
	return nil
}

// requiredActions are the actions that a player needs to play and to reach the menus.
var requiredActions = []Action{Left, Right, Fire, Menu}

// Check returns an error if an action in requiredActions has no key.
func (m *Keymap) Check() error {
	for _, a := range requiredActions {
		if len(m.keys[a]) == 0 {
			return fmt.Errorf("no key is left for %v", a)
		}
	}
	return nil
}

// Toggle adds a key to an action, or removes the key if the action already has it. It implements the key menu.
// Another action that has the key loses it. If a required action would lose its last key, or if a already has
// MaxKeys keys, Toggle returns an error and changes nothing.
func (m *Keymap) Toggle(a Action, k KeyName) error {
	next := *m
	old := m.action(k)
	next.remove(k)
	if old != a {
		if len(next.keys[a]) >= MaxKeys {
			return fmt.Errorf("%v already has %d keys, the maximum", a, MaxKeys)
		}
		next.keys[a] = append(slices.Clone(next.keys[a]), k)
	}

	if err := next.Check(); err != nil {
		return err
	}

	for _, b := range []Action{old, a} {
		next.customized[b] = b != None
	}
	*m = next
	return nil
}

// remove removes the key from its action. It replaces the slice, because copies of m share slices.
func (m *Keymap) remove(k KeyName) {
	if a := m.action(k); a != None {
		m.keys[a] = slices.DeleteFunc(slices.Clone(m.keys[a]), func(o KeyName) bool { return o == k })
	}
}

// Keys returns the keys of the action. The caller must not change them.
func (m *Keymap) Keys(a Action) []KeyName { return m.keys[a] }

// Customized reports whether the player has chosen the keys of the action, instead of the preset.
func (m *Keymap) Customized(a Action) bool { return m.customized[a] }

// Label returns the first n keys of the action in the form used in help texts, for example "←  A".
func (m *Keymap) Label(a Action, n int) string {
	var labels []string
	for _, k := range m.keys[a][:min(n, len(m.keys[a]))] {
		labels = append(labels, k.Label())
	}
	return strings.Join(labels, "  ")
}

// action returns the action of the key k, or None.
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

// Action returns the action of the event's key. It looks up the character that the key types. If the character has no
// binding, it looks up the key itself, and then the key at the same place on a US keyboard, so that A and D also steer
// on a Greek keyboard. Keypad digits without a binding act as the arrows printed on them, and 5 and 0 act as Enter. A
// character with Ctrl or Alt has no action, so Alt+Q is not Q. A special key has its action with any modifier.
func (m *Keymap) Action(ev Keystroke) Action {
	if ev.Key != Typed {
		return m.action(KeyName{Key: ev.Key})
	}

	if ev.Mods&chordMods != 0 {
		return None
	}
	for _, r := range [...]rune{ev.Text, ev.Rune, ev.Base} {
		if a := m.charAction(r); a != None {
			return a
		}
	}
	if k := keypadKeys[ev.Rune]; ev.Keypad && k != Typed {
		return m.action(KeyName{Key: k})
	}
	if ev.Base == 0 && ev.Rune >= 0x80 {
		return m.charAction(usKey(cmp.Or(ev.Text, ev.Rune), m.Language))
	}
	return None
}

// charAction returns the action of the key that types r, or None.
func (m *Keymap) charAction(r rune) Action {
	if r == 0 {
		return None
	}
	return m.action(KeyName{Rune: unicode.ToLower(r)})
}

// keypadKeys maps the keypad's digits to special keys.
var keypadKeys = map[rune]tcell.Key{
	'4': tcell.KeyLeft, '6': tcell.KeyRight, '8': tcell.KeyUp, '2': tcell.KeyDown,
	'5': tcell.KeyEnter, '0': tcell.KeyEnter,
}

// MenuAction returns the action of a key in menus. Arrows, Enter and Esc have fixed actions, so that a player can
// always use the menu that changes the keys. For other keys, it returns the action in the key map. As an exception, the
// Warp key, which is W by default, means Up, so that W, A, S and D work as arrow keys.
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
	_, a := m.Action(ev).split()
	if a == Warp {
		return Up
	}
	return a
}
