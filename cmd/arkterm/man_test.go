package main

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/testenv"
	"arkterm/input"
)

// TestManualPages compares the manual pages in docs/man with the commands, the tables of settings and keys, and the
// documents. With -update it writes them.
func TestManualPages(t *testing.T) {
	testenv.ManualPages(t, map[string]string{
		"arkterm.1":        commandsPage(),
		"arkterm-config.5": configPage(),
		"arkterm-levels.5": levelsPage(t),
		"arkterm-replay.5": replayPage(t),
	}, *update)
}

// replayPage returns arkterm-replay(5), the text form of recordings in the documentation of package record.
func replayPage(t *testing.T) string {
	return testenv.ManTitle("arkterm-replay", 5) + replayIntroduction +
		packageSections(t, "../../engine/record/doc.go")
}

const replayIntroduction = `# NAME

arkterm-replay - recordings of games

# DESCRIPTION

A recording contains the setup and the inputs of a game. From these, arkterm reproduces the game on every machine. An
**.ark** file contains the text below in compressed form. **arkterm replay --text** *FILE* prints the text. Commands
also accept the text instead of an .ark file. The document formats.md has an example, and describes the container.

# FORMAT

`

// commandsPage returns arkterm(1).
func commandsPage() string {
	root := newRoot(nil)
	var b strings.Builder
	b.WriteString(testenv.ManTitle("arkterm", 1))
	fmt.Fprintf(&b, "# NAME\n\narkterm - %s\n\n", strings.ToLower(root.Short[:1])+root.Short[1:])
	b.WriteString("# SYNOPSIS\n\n**arkterm** [*flags*]\n\n**arkterm** *COMMAND* [*flags*] [*arguments*]\n\n")
	b.WriteString(
		"# DESCRIPTION\n\nWithout a command, arkterm starts a game. In the game, **?** lists the keys. In commands " +
			"that do not start a game, the file name **-** means standard input or output.\n\n")

	b.WriteString("# COMMANDS\n\n**arkterm** *COMMAND* **--help** prints details and examples. " +
		"The help also lists the flags that a command shares with other commands. " +
		"With **--json**, most commands print JSON.\n\n")
	describe := func(f *pflag.Flag) (kind, text, choices string) {
		kind, text, choices = cli.DescribeFlag(f)
		if of := root.Flags().Lookup(f.Name); of != nil {
			if _, _, same := cli.DescribeFlag(of); choices == same {
				choices = ""
			}
		}
		if strings.HasPrefix(choices, listScenes) {
			choices = ""
		}
		return kind, text, choices
	}
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() && cmd.Name() != "play" && cmd.Name() != "help" {
			testenv.WriteManCommands(&b, cmd, true, describe,
				func(cmd *cobra.Command) []string { return sharedFlags(root, cmd) })
		}
	}

	b.WriteString("# OPTIONS\n\nEach setting in **arkterm-config**(5) is also a flag, such as **--theme okabe**.\n")
	for _, g := range cli.FlagGroups(root, flagGroups) {
		var flags strings.Builder
		for _, name := range g.Flags {
			if g.Heading == "Game" || !isSetting(name) {
				testenv.WriteManFlag(&flags, root.Flags().Lookup(name), cli.DescribeFlag)
			}
		}
		if flags.Len() > 0 {
			fmt.Fprintf(&b, "\n### %s\n%s", g.Heading, flags.String())
		}
	}
	return b.String() + environmentText
}

// sharedFlags returns the flags of a command that the section OPTIONS or another command describes.
func sharedFlags(root, cmd *cobra.Command) (names []string) {
	describedBy := func(others *pflag.FlagSet) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			same := others.Lookup(f.Name)
			if same != nil && same.Usage == f.Usage && same.Value.Type() == f.Value.Type() &&
				(others == root.Flags() || same.DefValue == f.DefValue) {
				names = append(names, f.Name)
			}
		})
	}
	describedBy(root.Flags())
	for _, other := range root.Commands() {
		if other == cmd {
			break
		}
		describedBy(other.LocalFlags())
	}
	return append(names, "json") // the section COMMANDS describes it
}

// isSetting reports whether arkterm-config(5) describes a flag.
func isSetting(name string) bool {
	return slices.ContainsFunc(settings.Options[:], func(o settings.Option) bool { return o.Name == name })
}

// environmentText is the end of arkterm(1).
const environmentText = `
# ENVIRONMENT

**NO_COLOR**, **CLICOLOR=0**
: use no colors

**FORCE_COLOR**
: 0 for no colors, 1 for at least 16, 2 for 256, 3 for true color

**CLICOLOR_FORCE**
: use at least 16 colors

**REDUCED_MOTION**
: draw no visual effects

**XDG_CONFIG_HOME**, **XDG_DATA_HOME**, **XDG_STATE_HOME**
: parent folders of arkterm's folders

**XDG_DATA_DIRS**
: parent folders of other games' level sets

**VISUAL**, **EDITOR**
: editor for **arkterm config edit**

**TERM**, **COLORTERM**
: terminal type and colors

**LANG**, **LC_ALL**, **LC_CTYPE**
: character set and keyboard layout

# FILES

**arkterm paths** prints all paths.

**config.toml**, **themes/**
: your settings and themes, see **arkterm-config**(5)

**settings.toml**
: choices from the menu

**scores.jsonl**
: scores, statistics and achievements

**book**, **daily**
: the field guide, and results of daily games

**game.ark**
: the game, saved at every pause and every 5 seconds

**crashes/**, **replays/**
: recordings of crashed and finished games

# EXIT STATUS

**0**
: success

**1**
: an operation failed, or something was not saved

**2**
: invalid command line

**3**
: missing or invalid level, recording, setting or theme

**4**
: unsuitable terminal

**5**
: a recording does not reproduce its result, or its seal is broken

After SIGHUP, SIGINT and SIGTERM, the shell reports 129, 130 and 143.
`

// configPage returns arkterm-config(5).
func configPage() string {
	return testenv.ManTitle("arkterm-config", 5) + configIntroduction + "# SETTINGS\n" +
		settingTerms() + configKeys + actions() + configThemes + configFiles
}

const configIntroduction = `# NAME

arkterm-config - settings of arkterm

# DESCRIPTION

The settings are in the text file config.toml. **arkterm config edit** opens this file. If the file does not exist, the
command creates it with all settings as comments. **arkterm config check** lists errors, and **arkterm config show**
prints all values with their sources.

Each setting is also a flag for one session, such as **--theme okabe**. If a value is set in several places, the first
of these applies: flag, environment variable such as NO_COLOR, menu, config.toml.

# EXAMPLE

` + "```" + `
theme = "okabe"
assist = "aim,wide"

[keys]
left = ["h", "Left"]
` + "```" + `

`

const configThemes = `
# THEMES

**paper** is dark on light. **phosphor** imitates a green monitor. **okabe** has colors for color-blind players.
**contrast** has a contrast of at least 7:1. **mono** has only shades of gray.

Your own theme is a file **NAME.toml** in the themes folder. Colors that you do not set come from the theme
**base**. **hues** are the colors of bricks:

` + "```" + `
base = "arcade"
back = "#101418"
ball = "#ffcc00"
hues = ["#e69f00", "#56b4e9", "#009e73", "#f0e442",
        "#0072b2", "#d55e00", "#cc79a7", "#eeeeee"]
` + "```" + `

A theme can also set these colors:

` + "```" + `
dust panel text soft accent chosen button alarm life good bad border walls ball-shade
paddle paddle-light paddle-shade paddle-ends trail aim flash spark beam shot lamp charge steel
` + "```" + `
`

const configFiles = `
# FILES

**~/.config/arkterm/config.toml**, **themes/**
: the settings and your themes; XDG_CONFIG_HOME replaces ~/.config

**~/.local/state/arkterm/settings.toml**
: choices from the menu; XDG_STATE_HOME replaces ~/.local/state
`

const configKeys = `
# KEYS

The table **[keys]** sets the keys of actions. A key is a character, or one of Left, Right, Up, Down, Space, Enter, Esc,
Tab, Backspace, Insert, Delete, Home, End, PgUp, PgDn and F1 to F12. The actions and their default keys are:
`

// settingTerms returns the settings as a list of terms, and the names of those that arkterm(1) describes.
func settingTerms() string {
	var b strings.Builder
	b.WriteString("\nThe first value in a list is the default.\n")
	var others []string
	for i := range settings.Options {
		o := &settings.Options[i]
		if slices.Contains(flagGroups[0].Flags, o.Name) {
			others = append(others, "**"+o.Name+"**")
			continue
		}
		noun, note, _ := strings.Cut(o.Help, "; ")
		fmt.Fprintf(&b, "\n**%s**\n: %s", o.Name, noun)
		allowed := o.AllowedValues()
		if strings.Contains(allowed, "number") || i == settings.Link { // their help contains the range
			fmt.Fprintf(&b, " (default %s)", o.Values[0])
		} else {
			fmt.Fprintf(&b, ": %s", allowed) // the default is the first one
		}
		if word, rest, ok := strings.Cut(note, " "); ok {
			if slices.Contains(o.Values, word) {
				word = "**" + word + "**"
			} else {
				word = strings.ToUpper(word[:1]) + word[1:]
			}
			fmt.Fprintf(&b, ". %s %s", word, rest)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\n**arkterm**(1) describes the settings of games: %s.\n", strings.Join(others, ", "))
	return b.String()
}

// actions returns all actions as a block of lines.
func actions() string {
	var b strings.Builder
	b.WriteString("\n```\n")
	m, _ := input.Preset(input.PresetNames()[0])
	for _, name := range input.ActionNames() {
		a, _ := input.ParseAction(name)
		keys := strings.Trim(fmt.Sprint(m.Keys(a)), "[]")
		b.WriteString(strings.TrimSpace(fmt.Sprintf("%-9s %-18s %s", name, a.Description(), keys)) + "\n")
	}
	return b.String() + "```\n"
}

// levelsPage returns arkterm-levels(5), the documentation of package levels.
func levelsPage(t *testing.T) string {
	return testenv.ManTitle("arkterm-levels", 5) + levelsIntroduction + packageSections(t, "../../levels/doc.go")
}

// packageSections returns the documentation of a package from its first heading on.
func packageSections(t *testing.T, path string) string {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	everything := func(string, string) bool { return true } // all names in brackets are names of the package
	p := comment.Parser{LookupSym: everything}
	about := p.Parse(file.Doc.Text())
	isHeading := func(b comment.Block) bool { _, ok := b.(*comment.Heading); return ok }
	about.Content = about.Content[slices.IndexFunc(about.Content, isHeading):]
	printer := comment.Printer{
		HeadingLevel: 1,
		HeadingID:    func(*comment.Heading) string { return "" },
		DocLinkURL:   func(*comment.DocLink) string { return "" },
	}
	return testenv.ManSection(testenv.ManTerms(string(printer.Markdown(about))))
}

const levelsIntroduction = `# NAME

arkterm-levels - level files of arkterm

# DESCRIPTION

A level file is a text file with one or more levels. **arkterm --levels** *FILE* plays the levels.
**arkterm levels check** *FILE* lists errors, and **arkterm levels rate** *FILE* estimates the difficulty of the levels.

# FORMAT

`
