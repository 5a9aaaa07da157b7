package input

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
)

// key returns the key with the given name.
func key(t testing.TB, name string) KeyName {
	t.Helper()
	k, err := ParseKey(name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// keysOf returns the keys with the given names, which are separated by spaces: "a Left".
func keysOf(t testing.TB, names string) (keys []KeyName) {
	t.Helper()
	for name := range strings.FieldsSeq(names) {
		keys = append(keys, key(t, name))
	}
	return keys
}

// bindings returns the names of the keys of an action.
func bindings(m *Keymap, a Action) string {
	var names []string
	for _, k := range m.Keys(a) {
		names = append(names, k.String())
	}
	return strings.Join(names, " ")
}

func TestPresetsAreValid(t *testing.T) {
	for _, name := range PresetNames() {
		m, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		seen := map[KeyName]Action{}
		for a := range NumActions {
			for _, k := range m.Keys(a) {
				if b, twice := seen[k]; twice {
					t.Errorf("%s: %v is bound to %v and %v", name, k, b, a)
				}
				seen[k] = a
			}
			if m.Customized(a) {
				t.Errorf("%s: Customized(%v) = true, want false", name, a)
			}
		}
	}
	if _, err := Preset("emacs"); err == nil || !strings.Contains(err.Error(), "left-handed") {
		t.Errorf("Preset(unknown name) error = %v, want one that lists the presets", err)
	}
}

func TestActionsHaveNames(t *testing.T) {
	names := ActionNames()
	if len(names) != int(NumActions)-1 {
		t.Errorf("ActionNames() has %d names, want %d", len(names), NumActions-1)
	}
	for i, name := range names {
		a, err := ParseAction(name)
		if err != nil || int(a) != i+1 || a.String() != name || a.Description() == "" {
			t.Errorf("ParseAction(%q) = %d, %v with the description %q, want %d", name, int(a), err, a.Description(),
				i+1)
		}
	}
	if _, err := ParseAction("none"); err == nil {
		t.Error("ParseAction(\"none\") returns no error")
	}
}

func TestKeysHaveNames(t *testing.T) {
	for name, want := range map[string]string{
		"a": "a", "A": "a", "é": "é", "?": "?", "Left": "Left", "LEFT": "Left", "space": "Space", " ": "Space",
		"Return": "Enter", "esc": "Esc", "escape": "Esc", "pgup": "PageUp", "F12": "F12", "世": "世",
	} {
		k, err := ParseKey(name)
		if err != nil || k.String() != want {
			t.Errorf("ParseKey(%q) = %q, %v; want %q", name, k, err, want)
		}
	}
	for name, want := range map[string]string{
		"":        "unknown key",
		"Lft":     "one of Space, Up",
		"Ctrl+A":  "remove Ctrl+",
		"shift+b": "remove shift+",
		"\x03":    "not a printable character",
		"\xff":    "not a printable character",
		"\u200b":  "not a printable character",
		"F13":     "unknown key",
	} {
		if k, err := ParseKey(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseKey(%q) = %v, %v; want an error with %q", name, k, err, want)
		}
	}
	for _, row := range keyNames {
		n := KeyName{Key: row.key}
		if got := key(t, n.String()); got != n || n.Label() == "" {
			t.Errorf("key %d: ParseKey(%q) = %v, label %q; want the same key and a label", row.key, n, got, n.Label())
		}
	}
}

func TestBindReplacesKeys(t *testing.T) {
	m, _ := Preset("default")
	if err := m.Bind(Left, keysOf(t, "q x Left")...); err != nil {
		t.Fatal(err)
	}
	if got := bindings(&m, Left); got != "q x Left" || !m.Customized(Left) {
		t.Errorf("keys of left after Bind = %q, want \"q x Left\"", got)
	}
	if got := bindings(&m, Quit); got != "" || m.Customized(Quit) {
		t.Errorf("keys of quit after Bind = %q, want none", got)
	}
	if got := m.Action(Char('a')); got != None {
		t.Errorf("Action(a) = %v, want none", got)
	}
	d, _ := Preset("default")
	if got := bindings(&d, Left); got != "Left a h" {
		t.Errorf("keys of left in a new preset = %q, want \"Left a h\"", got)
	}
}

func TestBindReportsConflicts(t *testing.T) {
	m, _ := Preset("default")
	if err := m.Bind(Left, keysOf(t, "z x")...); err != nil {
		t.Fatal(err)
	}
	before := m
	err := m.Bind(Right, keysOf(t, "d x")...)
	conflict, ok := errors.AsType[*ConflictError](err)
	if !ok || conflict.Key != key(t, "x") || conflict.Action != Right || conflict.BoundTo != Left {
		t.Errorf("Bind() error = %v, want a ConflictError for x", err)
	}
	if bindings(&m, Right) != bindings(&before, Right) {
		t.Errorf("keys of right after the conflict = %q, want %q", bindings(&m, Right), bindings(&before, Right))
	}
	if err := m.Bind(Left, keysOf(t, "x x")...); err != nil || bindings(&m, Left) != "x" {
		t.Errorf("Bind() of x twice = %v, keys %q, want no error and \"x\"", err, bindings(&m, Left))
	}
	if err := m.Bind(Fire, keysOf(t, "1 2 3 4 5 6 7 8 9")...); err == nil {
		t.Error("Bind accepts nine keys for one action, want an error")
	}
}

// A player can swap two keys in a configuration file, in any order.
func TestKeysCanBeSwapped(t *testing.T) {
	m, _ := Preset("default")
	if err := errors.Join(m.Bind(Left, keysOf(t, "d Right")...), m.Bind(Right, keysOf(t, "a Left")...),
		m.Check()); err != nil {
		t.Fatal(err)
	}
	if bindings(&m, Left) != "d Right" || bindings(&m, Right) != "a Left" {
		t.Errorf("keys after the swap: left %q, right %q, want \"d Right\" and \"a Left\"", bindings(&m, Left),
			bindings(&m, Right))
	}
}

func TestCheckRequiresKeys(t *testing.T) {
	m, _ := Preset("default")
	m.Bind(Left)
	if err := m.Check(); err == nil || !strings.Contains(err.Error(), "left") {
		t.Errorf("Check() without a key for left = %v, want an error with \"left\"", err)
	}
	m, _ = Preset("default")
	m.Bind(Restart)
	if err := m.Check(); err != nil {
		t.Errorf("Check() without a key for restart = %v, want nil", err)
	}
}

func TestToggle(t *testing.T) {
	m, _ := Preset("default")
	for _, c := range []struct {
		a     Action
		key   string
		keys  string // keys of the action after the call
		fails bool
	}{
		{Left, "x", "Left a h x", false},
		{Left, "x", "Left a h", false},
		{Left, "d", "Left a h d", false}, // moved from right
		{Menu, "Esc", "Esc", true},       // the last key of a required action
		{Fire, "Esc", "Space Enter", true},
		{Restart, "r", "", false},
	} {
		err := m.Toggle(c.a, key(t, c.key))
		if got := bindings(&m, c.a); got != c.keys || (err != nil) != c.fails {
			t.Errorf("Toggle(%v, %s): keys %q, error %v; want %q, and an error: %v", c.a, c.key, got, err, c.keys,
				c.fails)
		}
	}
	if got := bindings(&m, Right); got != "Right l" || !m.Customized(Right) {
		t.Errorf("keys of right = %q, Customized() = %v, want \"Right l\" and true", got, m.Customized(Right))
	}
	if got := m.Label(Left, 2); got != "←  A" {
		t.Errorf("Label(Left, 2) = %q, want \"←  A\"", got)
	}
}

func TestMenusWorkWithAnyKeyMap(t *testing.T) {
	m, _ := Preset("two")
	for name, want := range map[string]Action{
		"Up": Up, "w": Fire, "Down": Down, "Left": Left, "Right": Right, "Enter": Fire, "Esc": Menu, "a": Left,
		"x": None,
	} {
		k := key(t, name)
		if got := m.MenuAction(Keystroke{Key: k.Key, Rune: k.Rune}); got != want {
			t.Errorf("MenuAction(%s) = %v, want %v", name, got, want)
		}
	}
	m, _ = Preset("default")
	if got := m.MenuAction(Keystroke{Rune: 'w'}); got != Up {
		t.Errorf("MenuAction(w) = %v, want up", got)
	}
	var none Keymap
	if got := none.MenuAction(Keystroke{Key: tcell.KeyUp}); got != Up {
		t.Errorf("MenuAction(Up) of an empty Keymap = %v, want up", got)
	}
}

func TestActionByBaseKey(t *testing.T) {
	m, _ := Preset("default")
	for _, c := range []struct {
		ev   Keystroke
		want Action
	}{
		{Keystroke{Rune: 'ф', Text: 'ф', Base: 'a'}, Left},
		{Keystroke{Rune: '/', Text: '?', Mods: tcell.ModShift}, Help},
		{Keystroke{Rune: 'q', Text: 'a', Base: 'q'}, Left}, // the typed character takes precedence
		{Keystroke{Rune: 'ф', Mods: tcell.ModCtrl, Base: 'a'}, None},
	} {
		if got := m.Action(c.ev); got != c.want {
			t.Errorf("Action(%+v) = %v, want %v", c.ev, got, c.want)
		}
	}
}

// Each accepted key name is written in a form that is parsed as the same key. No key has two actions after any
// bindings.
func FuzzKeymap(f *testing.F) {
	f.Add("left a Left right d fire Space Enter")
	f.Add("left a right a")
	f.Add("menu Ctrl+C \x00 \xff F1 f1")
	f.Fuzz(func(t *testing.T, text string) {
		m, _ := Preset("default")
		a := Left
		var keys []KeyName
		for word := range strings.FieldsSeq(text) {
			if next, err := ParseAction(word); err == nil {
				_ = m.Bind(a, keys...)
				a, keys = next, nil
				continue
			}
			k, err := ParseKey(word)
			if err != nil {
				continue
			}
			if again, err := ParseKey(k.String()); err != nil || again != k {
				t.Fatalf("%q: ParseKey(%q) = %v, %v, want the same key", word, k, again, err)
			}
			if len(keys)%2 == 1 {
				_ = m.Toggle(a, k)
			}
			keys = append(keys, k)
		}
		_ = m.Bind(a, keys...)
		var all []KeyName
		for a := range NumActions {
			all = append(all, m.Keys(a)...)
		}
		slices.SortFunc(all, func(a, b KeyName) int { return strings.Compare(a.String(), b.String()) })
		if n := len(all); len(slices.Compact(all)) != n {
			t.Fatalf("%q: a key is bound twice: %v", text, all)
		}
	})
}
