package settings

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"arkterm/engine/parse"
	"arkterm/input"
	"arkterm/render/sound"
)

// keysTable is the name of the TOML table that binds keys to actions:
//
//	[keys]
//	left = ["a", "Left"]
const keysTable = "keys"

// A Binding contains the keys that one source binds to an action. If IsSet is true and Names is empty, the source
// removes all keys of the action.
type Binding struct {
	IsSet bool   // the source sets the keys of the action; if false, Names is empty
	Names string // names of the keys, separated by spaces
}

// readKeys reads the table [keys] and returns one error for each invalid entry. If the table binds a key to two
// actions, the error is about the action that is later in the file.
func (c *Choices) readKeys(f *tomlFile, v any, source Source) (errs []error) {
	table, ok := v.(map[string]any)
	if !ok {
		return []error{f.errorf(keysTable, "want a table [keys] with lines such as left = [\"a\", \"Left\"]")}
	}
	var names []string
	for name := range table {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		return f.positions[keysTable+"."+names[i]].before(f.positions[keysTable+"."+names[j]])
	})

	m, _ := input.Preset(input.PresetNames()[0])
	for _, name := range names {
		at := keysTable + "." + name
		a, err := input.ParseAction(name)
		if err != nil {
			errs = append(errs, f.errorf(at, "unknown action%s", parse.DidYouMean(name, "", input.ActionNames())))
			continue
		}
		keys, err := parseKeys(table[name])
		if err == nil {
			err = m.Bind(a, keys...)
		}
		if err != nil {
			errs = append(errs, f.errorf(at, "%w", err))
			continue
		}
		c.bind(source, a, keys)
	}

	if err := m.Check(); err != nil && len(errs) == 0 {
		errs = append(errs, f.errorf(keysTable+"."+names[len(names)-1], "%w", err))
	}
	return errs
}

// parseKeys returns the keys in a value: a list of names, or a single name.
func parseKeys(v any) (keys []input.KeyName, err error) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, v := range list {
		name, ok := v.(string)
		if !ok {
			return nil, errors.New(`want a list of keys, such as ["a", "Left"]`)
		}
		k, err := input.ParseKey(name)
		if err != nil {
			return nil, fmt.Errorf("%w%s", err, parse.DidYouMean(name, "", input.KeyNames()))
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// bindingFrom returns the binding of an action in a source, or the zero Binding if the source does not set it.
func (c *Choices) bindingFrom(source Source, a input.Action) (b Binding) {
	if all := c.Keys[source]; all != nil {
		b = all[a]
	}
	return b
}

// bind sets the keys of an action in a source.
func (c *Choices) bind(source Source, a input.Action, keys []input.KeyName) {
	all := new([input.NumActions]Binding)
	if before := c.Keys[source]; before != nil {
		*all = *before
	}
	all[a] = bindingOf(keys)
	c.Keys[source] = all
}

// bindingOf returns a binding with keys.
func bindingOf(keys []input.KeyName) Binding {
	var names []string
	for _, k := range keys {
		names = append(names, k.String())
	}
	return Binding{true, strings.Join(names, " ")}
}

// keys parses the names of the keys. It skips invalid names.
func (b Binding) keys() (keys []input.KeyName) {
	for name := range strings.FieldsSeq(b.Names) {
		if k, err := input.ParseKey(name); err == nil {
			keys = append(keys, k)
		}
	}
	return keys
}

// tomlList returns the keys of a binding as elements of a TOML list.
func (b Binding) tomlList() string {
	var all []string
	for _, k := range b.keys() {
		all = append(all, fmt.Sprintf("%q", k))
	}
	return strings.Join(all, ", ")
}

// Keymap returns the current key map. This is the preset with the changes from config.toml and then from the menu. If
// an action that is needed to play would have no key, Keymap returns the unchanged preset.
func (c *Choices) Keymap() input.Keymap {
	preset, err := input.Preset(c.Get(Keymap))
	if err != nil {
		return preset
	}
	m := preset
	for _, source := range []Source{ByMenu, ByConfig} { // the first source that binds a key takes precedence
		for a := range input.NumActions {
			if b := c.bindingFrom(source, a); b.IsSet && !m.Customized(a) {
				bindFree(&m, a, b.keys())
			}
		}
	}
	if m.Check() != nil {
		return preset
	}
	return m
}

// bindFree binds keys to an action. It skips keys that are already bound to another action.
func bindFree(m *input.Keymap, a input.Action, keys []input.KeyName) {
	for {
		conflict, ok := errors.AsType[*input.ConflictError](m.Bind(a, keys...))
		if !ok {
			return
		}
		keys = slices.DeleteFunc(keys, func(k input.KeyName) bool { return k == conflict.Key })
	}
}

// ToggleKey binds a key to an action in the menu. If the action already has the key, ToggleKey unbinds it. It returns
// an error if an action that is needed to play would have no key.
func (c *Choices) ToggleKey(a input.Action, k input.KeyName) error {
	m := c.Keymap()
	if err := m.Toggle(a, k); err != nil {
		return err
	}
	before := c.Keymap()
	for a := range input.NumActions {
		if !slices.Equal(m.Keys(a), before.Keys(a)) {
			c.bind(ByMenu, a, m.Keys(a))
		}
	}
	return nil
}

// hasMenuKeys reports whether the player has changed keys in the menu.
func (c *Choices) hasMenuKeys() bool { return c.Keys[ByMenu] != nil }

// ResetKeys removes all key bindings that were made in the menu.
func (c *Choices) ResetKeys() { c.Keys[ByMenu] = nil }

// writeKeys appends the table [keys] to b. The table contains the keys that the player has changed in the menu. If
// there are none, writeKeys appends nothing.
func (c *Choices) writeKeys(b *strings.Builder) {
	if !c.hasMenuKeys() {
		return
	}
	fmt.Fprintf(b, "\n[%s]\n", keysTable)
	for a, binding := range c.Keys[ByMenu] {
		if !binding.IsSet {
			continue
		}
		fmt.Fprintf(b, "%v = [%s]\n", input.Action(a), binding.tomlList())
	}
}

// SoundLevels returns the volumes of the kinds of sounds.
func (c *Choices) SoundLevels() sound.Levels {
	return sound.Levels{
		Volume: c.Number(Sound), Cues: c.Number(MenuVolume), Pulse: c.Number(PulseVolume), Mono: c.Get(Mono) == "on",
	}
}

// InputOptions returns the options with which keyboard and mouse control the paddle.
func (c *Choices) InputOptions(auto Detected) input.Options {
	m := c.Keymap()
	m.Language = auto.Language
	steer, _ := input.ParseSteer(c.Get(Steer))
	return input.Options{
		Steer:       steer,
		Sensitivity: float64(c.Number(Sensitivity)) / 100,
		Invert:      c.Get(Invert) == "on",
		Keys:        &m,
	}
}
