package main

import (
	"fmt"
	"strings"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
)

// A modeFlag is a flag that has an effect in some modes only.
type modeFlag struct {
	name        string
	setsOption  bool // the flag sets an option, which later games in suitable modes use
	hasEffectIn func(m *engine.ModeRow) bool
}

var modeFlags = [...]modeFlag{
	{"level", false, func(m *engine.ModeRow) bool { return m.HasChallenges || !m.OwnLevels && !m.FromFirst }},
	{"levels", false, func(m *engine.ModeRow) bool { return m.Mixed || !m.OwnLevels }},
	{"seed", false, func(m *engine.ModeRow) bool { return !m.Dated }},
	{"day", false, func(m *engine.ModeRow) bool { return m.Dated }},
	{settings.Options[settings.Storm].Name, true, func(m *engine.ModeRow) bool { return m.Storm }},
	{settings.Options[settings.Points].Name, true, func(m *engine.ModeRow) bool { return m.Versus }},
	{
		settings.Options[settings.Drops].Name, true,
		func(m *engine.ModeRow) bool { return !m.OwnLevels || m.HasRows || m.HasChallenges || m.Mixed },
	},
	{settings.Options[settings.Opponent].Name, true, func(m *engine.ModeRow) bool { return m.Paddles > 1 }},
}

// checkMode returns an error if a flag on the command line has no effect in the mode m. source is the source of the
// mode, for example the command line or the configuration file. A flag that sets an option is an error only if a flag
// sets the mode, too. Otherwise the player can select a suitable mode in the menu. isSet reports whether a flag is on
// the command line. If isSet is nil, no flag is set.
func checkMode(m engine.Mode, source settings.Source, isSet func(flag string) bool) error {
	for _, f := range modeFlags {
		if isSet == nil || !isSet(f.name) || f.hasEffectIn(&engine.Modes[m]) ||
			f.setsOption && source != settings.ByFlag {
			continue
		}
		in := f.modes()
		if source != settings.ByConfig && !isSet("mode") {
			return cli.Errorf(cli.ExitUsage, "--%s requires --mode %s", f.name, in)
		}
		if in != "" {
			in = "; it requires --mode " + in
		}
		if source == settings.ByConfig {
			return cli.Errorf(cli.ExitUsage, "--%s has no effect in the mode %s, which config.toml sets%s",
				f.name, m, in)
		}
		return cli.Errorf(cli.ExitUsage, "--%s has no effect with --mode %s%s", f.name, m, in)
	}
	return nil
}

// modes returns the names of the modes in which the flag has an effect, or "" if it has an effect in most modes.
func (f *modeFlag) modes() string {
	var names []string
	for m := range engine.Modes {
		if f.hasEffectIn(&engine.Modes[m]) {
			names = append(names, engine.Mode(m).String())
		}
	}
	switch last := len(names) - 1; {
	case last > len(engine.Modes)/2:
		return ""
	case last > 0:
		return fmt.Sprintf("%s or %s", strings.Join(names[:last], ", "), names[last])
	}
	return names[0]
}
