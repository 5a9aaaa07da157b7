package settings

import (
	"fmt"
	"strings"

	"arkterm/input"
)

// An EffectiveSetting is a setting with its name in config.toml, the current value, and the source of the value.
type EffectiveSetting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"` // name of a Source or an environment variable, or "learned"
}

// EffectiveSettings returns all settings with their current values. The result lists the options in the order of
// Options, then the keys of each action, and then the learned key repeat times. An environment variable that sets the
// color tier takes precedence over the files.
func (c *Choices) EffectiveSettings(env Env) (all []EffectiveSetting) {
	for i := range Options {
		s := EffectiveSetting{Options[i].Name, c.Get(i), c.SourceOf(i).String()}
		if i == Color && c.SourceOf(i) < ByFlag {
			for _, name := range ColorVariables {
				if env(name) != "" {
					s.Value, s.From = c.Tier(env).String(), name
					break
				}
			}
		}
		all = append(all, s)
	}

	m := c.Keymap()
	for _, name := range input.ActionNames() {
		a, _ := input.ParseAction(name)
		all = append(all, EffectiveSetting{keysTable + "." + name, bindingOf(m.Keys(a)).Names, c.keysFrom(a)})
	}

	if d := c.Repeat.Delay; d > 0 {
		all = append(all, EffectiveSetting{keyboardTable + ".delay", fmt.Sprint(d.Milliseconds()), "learned"})
	}
	if d := c.Repeat.Period; d > 0 {
		all = append(all, EffectiveSetting{keyboardTable + ".period", fmt.Sprint(d.Milliseconds()), "learned"})
	}
	return all
}

// keysFrom returns the name of the source of an action's keys: the menu, config.toml, or the source that has selected
// the key map preset.
func (c *Choices) keysFrom(a input.Action) string {
	for _, source := range []Source{ByMenu, ByConfig} {
		if c.bindingFrom(source, a).IsSet {
			return source.String()
		}
	}
	return c.SourceOf(Keymap).String()
}

// Template returns an example of config.toml. Each setting is a comment with its description, allowed values and
// default, so the file has no effect until the player edits it.
func Template() []byte {
	var b strings.Builder
	b.WriteString("# arkterm's settings. Remove the # from lines you change. The menu and flags take precedence.\n")
	for i := range Options {
		o := &Options[i]
		fmt.Fprintf(&b, "\n# %s\n# %s\n#%s = %q\n", o.Help, o.AllowedValues(), o.Name, o.Values[0])
	}

	fmt.Fprintf(&b, "\n# Keys of individual actions. They replace the keys of the key map.\n#[%s]\n", keysTable)
	m, _ := input.Preset(input.PresetNames()[0]) // cannot fail, because the preset exists
	for _, name := range input.ActionNames() {
		a, _ := input.ParseAction(name)
		fmt.Fprintf(&b, "#%s = [%s]\n", name, bindingOf(m.Keys(a)).tomlList())
	}
	return []byte(b.String())
}

// AllowedValues describes the allowed values of an option.
func (o *Option) AllowedValues() string {
	text := strings.Join(o.HelpValues(), ", ")
	if o.maxValue > 0 {
		text = fmt.Sprintf("a whole number, %d to %d", o.minValue, o.maxValue)
		if !o.isNumeric() {
			text = strings.Join(o.nonNumbers(), ", ") + ", or " + text
		}
		return text
	}
	if o.otherValues != "" {
		text += ", or " + o.otherValues
	}
	if o.HasOwnFiles {
		text += ", or the name of your own theme"
	}
	return text
}
