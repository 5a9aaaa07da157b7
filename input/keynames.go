package input

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A KeyName is a key that can have an action: a special one, or the character that it
// types, in lower case.
type KeyName struct {
	Key  Key
	Rune rune // when Key is KeyRune
}

// keyNames are the names of the special keys: the one that is written, then others that
// are read, and what the help shows.
var keyNames = [numKeys]struct {
	names []string
	label string
}{
	KeyUp:        {[]string{"Up"}, "↑"},
	KeyDown:      {[]string{"Down"}, "↓"},
	KeyLeft:      {[]string{"Left"}, "←"},
	KeyRight:     {[]string{"Right"}, "→"},
	KeyHome:      {[]string{"Home"}, "home"},
	KeyEnd:       {[]string{"End"}, "end"},
	KeyPageUp:    {[]string{"PageUp", "PgUp"}, "page up"},
	KeyPageDown:  {[]string{"PageDown", "PgDn", "PgDown"}, "page down"},
	KeyInsert:    {[]string{"Insert", "Ins"}, "insert"},
	KeyDelete:    {[]string{"Delete", "Del"}, "delete"},
	KeyEnter:     {[]string{"Enter", "Return"}, "enter"},
	KeyTab:       {[]string{"Tab"}, "tab"},
	KeyBackspace: {[]string{"Backspace"}, "backspace"},
	KeyEsc:       {[]string{"Esc", "Escape"}, "esc"},
	KeyF1:        {[]string{"F1"}, "F1"},
	KeyF2:        {[]string{"F2"}, "F2"},
	KeyF3:        {[]string{"F3"}, "F3"},
	KeyF4:        {[]string{"F4"}, "F4"},
	KeyF5:        {[]string{"F5"}, "F5"},
	KeyF6:        {[]string{"F6"}, "F6"},
	KeyF7:        {[]string{"F7"}, "F7"},
	KeyF8:        {[]string{"F8"}, "F8"},
	KeyF9:        {[]string{"F9"}, "F9"},
	KeyF10:       {[]string{"F10"}, "F10"},
	KeyF11:       {[]string{"F11"}, "F11"},
	KeyF12:       {[]string{"F12"}, "F12"},
}

// space is written as a word: a blank between quotes is hard to see.
const space = "Space"

// ParseKey returns the key of that name: one character, in either case, or a word such as
// Left, Space, Enter or F1.
func ParseKey(name string) (KeyName, error) {
	if utf8.RuneCountInString(name) == 1 {
		r, _ := utf8.DecodeRuneInString(name)
		if r != utf8.RuneError && unicode.IsGraphic(r) {
			return KeyName{Rune: unicode.ToLower(r)}, nil
		}
		return KeyName{}, fmt.Errorf("key %q: no character that a key types", name)
	}
	if strings.EqualFold(name, space) {
		return KeyName{Rune: ' '}, nil
	}
	for key, row := range keyNames {
		for _, n := range row.names {
			if strings.EqualFold(name, n) {
				return KeyName{Key: Key(key)}, nil
			}
		}
	}
	if head, _, chord := strings.Cut(name, "+"); chord && isModifier(head) {
		return KeyName{}, fmt.Errorf("key %q: keys are named without %s", name, head)
	}
	return KeyName{}, fmt.Errorf("no key %q; want a character, or one of %s", name, strings.Join(KeyNames(), ", "))
}

func isModifier(word string) bool {
	switch strings.ToLower(word) {
	case "ctrl", "control", "alt", "shift", "super", "meta", "cmd":
		return true
	}
	return false
}

// KeyNames returns the words that ParseKey knows, each key once.
func KeyNames() []string {
	names := []string{space}
	for _, row := range keyNames[1:] {
		names = append(names, row.names[0])
	}
	return names
}

// String returns the name that ParseKey reads.
func (k KeyName) String() string {
	switch {
	case k.Key != KeyRune:
		return keyNames[k.Key].names[0]
	case k.Rune == ' ':
		return space
	}
	return string(k.Rune)
}

// Label returns the key as the help shows it: ←, A, space.
func (k KeyName) Label() string {
	switch {
	case k.Key != KeyRune:
		return keyNames[k.Key].label
	case k.Rune == ' ':
		return "space"
	}
	return string(unicode.ToUpper(k.Rune))
}

// Name returns the name of the key of an event.
func (ev KeyEvent) Name() KeyName {
	if ev.Key != KeyRune {
		return KeyName{Key: ev.Key}
	}
	return KeyName{Rune: unicode.ToLower(ev.Rune)}
}

// Binding returns the name under which the key is given an action: that of what it types.
// A character with Ctrl or Alt has none.
func (ev KeyEvent) Binding() (k KeyName, ok bool) {
	if ev.Key != KeyRune {
		return KeyName{Key: ev.Key}, true
	}
	r := ev.Text
	if r == 0 {
		r = ev.Rune
	}
	return KeyName{Rune: unicode.ToLower(r)}, ev.Mods&modsChord == 0
}

// String returns the event as a test or a report shows it: Shift+Left, a, a repeat.
func (ev KeyEvent) String() string {
	var b strings.Builder
	shown := ev.Mods
	name := ev.Name()
	if t := ev.Text; ev.Key == KeyRune && t != 0 {
		shown &^= ModShift // it is in the character
		if t != ' ' {
			name.Rune = t
		}
	}
	for i, m := range [...]string{"Shift", "Alt", "Ctrl", "Super", "Hyper", "Meta"} {
		if shown&(1<<i) != 0 {
			b.WriteString(m + "+")
		}
	}
	b.WriteString(name.String())
	if ev.Kind != Press {
		b.WriteString(" " + ev.Kind.String())
	}
	return b.String()
}
