package input

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// A KeyName identifies a key that can be bound to an action: a special key, or a key by the character that it
// types, in lower case.
type KeyName struct {
	Key  tcell.Key
	Rune rune // the character if Key is Typed
}

// A namedKey is a key that types no character, with its names. [KeyName.String] returns the first name, and [ParseKey]
// accepts all of them.
type namedKey struct {
	key   tcell.Key
	names []string
	label string // label in help texts
}

// keyNames lists the keys that type no character.
var keyNames = []namedKey{
	{tcell.KeyUp, []string{"Up"}, "↑"},
	{tcell.KeyDown, []string{"Down"}, "↓"},
	{tcell.KeyLeft, []string{"Left"}, "←"},
	{tcell.KeyRight, []string{"Right"}, "→"},
	{tcell.KeyHome, []string{"Home"}, "home"},
	{tcell.KeyEnd, []string{"End"}, "end"},
	{tcell.KeyPgUp, []string{"PageUp", "PgUp"}, "page up"},
	{tcell.KeyPgDn, []string{"PageDown", "PgDn", "PgDown"}, "page down"},
	{tcell.KeyInsert, []string{"Insert", "Ins"}, "insert"},
	{tcell.KeyDelete, []string{"Delete", "Del"}, "delete"},
	{tcell.KeyEnter, []string{"Enter", "Return"}, "enter"},
	{tcell.KeyTab, []string{"Tab"}, "tab"},
	{tcell.KeyBackspace, []string{"Backspace"}, "backspace"},
	{tcell.KeyEsc, []string{"Esc", "Escape"}, "esc"},
	{tcell.KeyF1, []string{"F1"}, "F1"},
	{tcell.KeyF2, []string{"F2"}, "F2"},
	{tcell.KeyF3, []string{"F3"}, "F3"},
	{tcell.KeyF4, []string{"F4"}, "F4"},
	{tcell.KeyF5, []string{"F5"}, "F5"},
	{tcell.KeyF6, []string{"F6"}, "F6"},
	{tcell.KeyF7, []string{"F7"}, "F7"},
	{tcell.KeyF8, []string{"F8"}, "F8"},
	{tcell.KeyF9, []string{"F9"}, "F9"},
	{tcell.KeyF10, []string{"F10"}, "F10"},
	{tcell.KeyF11, []string{"F11"}, "F11"},
	{tcell.KeyF12, []string{"F12"}, "F12"},
}

// modifiers lists the modifiers in the order in which String writes them.
var modifiers = []struct {
	bit  tcell.ModMask
	name string
}{
	{tcell.ModShift, "Shift"},
	{tcell.ModAlt, "Alt"},
	{tcell.ModCtrl, "Ctrl"},
	{tcell.ModMeta, "Meta"},
	{tcell.ModHyper, "Hyper"},
}

// spaceName is the name of the space key, because a space between quotes is hard to see.
const spaceName = "Space"

// ParseKey returns the key with the given name: one character in either case, or a word such as Left, Space, Enter
// or F1.
func ParseKey(name string) (KeyName, error) {
	if utf8.RuneCountInString(name) == 1 {
		r, _ := utf8.DecodeRuneInString(name)
		if r != utf8.RuneError && unicode.IsGraphic(r) {
			return KeyName{Rune: unicode.ToLower(r)}, nil
		}
		return KeyName{}, fmt.Errorf("key %q: not a printable character", name)
	}
	if strings.EqualFold(name, spaceName) {
		return KeyName{Rune: ' '}, nil
	}
	for _, row := range keyNames {
		for _, n := range row.names {
			if strings.EqualFold(name, n) {
				return KeyName{Key: row.key}, nil
			}
		}
	}
	if modifier, _, ok := strings.Cut(name, "+"); ok && isModifier(modifier) {
		return KeyName{}, fmt.Errorf("key %q: key combinations are not supported; remove %s+", name, modifier)
	}
	return KeyName{}, fmt.Errorf("unknown key %q; want a character, or one of %s", name, strings.Join(KeyNames(), ", "))
}

// isModifier reports whether word is the name of a modifier key.
func isModifier(word string) bool {
	switch strings.ToLower(word) {
	case "ctrl", "control", "alt", "shift", "super", "meta", "cmd":
		return true
	}
	return false
}

// KeyNames returns the words that ParseKey accepts, one for each key.
func KeyNames() []string {
	names := []string{spaceName}
	for _, row := range keyNames {
		names = append(names, row.names[0])
	}
	return names
}

// namedKey returns the names of a key that types no character.
func (k KeyName) namedKey() namedKey {
	for _, row := range keyNames {
		if row.key == k.Key {
			return row
		}
	}
	name := tcell.KeyNames[k.Key]
	return namedKey{k.Key, []string{name}, name}
}

// String returns the name of the key in the form that ParseKey accepts.
func (k KeyName) String() string {
	switch {
	case k.Key != Typed:
		return k.namedKey().names[0]
	case k.Rune == ' ':
		return spaceName
	}
	return string(k.Rune)
}

// Label returns the key in the form used in help texts, for example ←, A or space.
func (k KeyName) Label() string {
	switch {
	case k.Key != Typed:
		return k.namedKey().label
	case k.Rune == ' ':
		return "space"
	}
	return string(unicode.ToUpper(k.Rune))
}

// Name returns the name of the event's key.
//
//go:noinline // would be copied into many callers
func (ev Keystroke) Name() KeyName {
	if ev.Key != Typed {
		return KeyName{Key: ev.Key}
	}
	return KeyName{Rune: unicode.ToLower(ev.Rune)}
}

// Binding returns the name by which the event's key can be bound to an action. For a key that types a character,
// this is the character. ok is false for a character with Ctrl or Alt.
func (ev Keystroke) Binding() (k KeyName, ok bool) {
	if ev.Key != Typed {
		return KeyName{Key: ev.Key}, true
	}
	r := ev.Text
	if r == 0 {
		r = ev.Rune
	}
	return KeyName{Rune: unicode.ToLower(r)}, ev.Mods&chordMods == 0
}

// String returns the event in the form used in tests and reports, for example "Shift+Left", "a" or "a repeat".
func (ev Keystroke) String() string {
	var b strings.Builder
	shown := ev.Mods
	name := ev.Name()
	if t := ev.Text; ev.Key == Typed && t != 0 {
		shown &^= tcell.ModShift // the character includes Shift
		if t != ' ' {
			name.Rune = t
		}
	}
	for _, m := range modifiers {
		if shown&m.bit != 0 {
			b.WriteString(m.name + "+")
		}
	}
	b.WriteString(name.String())
	if ev.Kind != Press {
		b.WriteString(" " + ev.Kind.String())
	}
	return b.String()
}
