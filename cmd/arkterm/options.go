package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/words"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
)

// An option is something that the player can choose: by a flag, in config.toml, and in the
// menu.
type option struct {
	name   string   // of the flag, and of the key in files
	title  string   // in the menu; "" is not there, as it counts from the next start only
	help   string   // of the flag
	values []string // the first is what counts when nothing is said; the menu offers all

	// A number from least to most counts too, where most is not 0.
	least, most int

	read func(string) (string, error) // takes a value in place of all this; nil: nothing does

	own bool // the name of a file of the player's counts too
}

// The options, by their index in the table.
const (
	optGlyphs = iota
	optColor
	optTheme
	optEffects
	optFPS
	optSteer
	optSensitivity
	optInvert
	optKeymap
	optDifficulty
	optDrops
	optMode
	optStorm
	optAssist
	optSpeed
	optOpponent
	optPoints
	optionCount
)

// options are all of them, in the menu's order.
var options = [optionCount]option{
	optGlyphs: {
		name: "glyphs", title: "Glyphs", values: glyphNames,
		help: "the glyphs to draw with",
	},
	optColor: {
		name: "color", values: colorNames,
		help: "the colours to draw with",
	},
	optTheme: {
		name: "theme", title: "Theme", values: render.ThemeNames(), own: true,
		help: "the colours, or a theme of your own (arkterm paths says where)",
	},
	optEffects: {
		name: "effects", title: "Effects", values: effectNames,
		help: "what sparks and shakes, or auto (full; none where REDUCED_MOTION is set)",
	},
	optFPS: {
		name: "fps", title: "Frame rate", values: []string{"auto", "15", "20", "30", "60", "120", "240"},
		help: "frames a second, 15 to 240, or auto (60, over ssh 30)", least: minFPS, most: maxFPS,
	},
	optSteer: {
		name: "steer", title: "Steering", values: input.SteerNames(),
		help: "how keys steer; the mouse does too",
	},
	optSensitivity: {
		name: "sensitivity", title: "Mouse speed", values: []string{"100", "125", "150", "200", "300", "400", "25", "50", "75"},
		help: "of the mouse, in percent, 25 to 400", least: 25, most: 400,
	},
	optInvert: {
		name: "invert", title: "Invert mouse", values: []string{"off", "on"},
		help: "the mouse steers the other way",
	},
	optKeymap: {
		name: "keymap", title: "Key map", values: input.PresetNames(),
		help: "the keys to begin with; config.toml and the menu change single ones",
	},
	optDifficulty: {
		name: "difficulty", title: "Difficulty", values: difficultyNames(),
		help: "of the next game; the menu changes it in the one that is played, too",
	},
	optDrops: {
		name: "drops", title: "Drops", values: []string{strconv.Itoa(scores.UsualDrops), "25", "40", "0", "5"},
		help: "of the next game: from so many of 100 bricks something falls, where the level does not say; 0 to 100", most: engine.SetupNamed("drops").Most,
	},
	optAssist: {
		name: "assist", values: assistNames(), read: takeAssists,
		help: "what helps, several with commas between them; scores are kept apart",
	},
	optSpeed: {
		name: "speed", title: "Speed", values: []string{"100", "110", "120", "130", "140", "150", "50", "60", "70", "80", "90"},
		help: "of time, in percent, 50 to 150; scores below 100 are kept apart", least: engine.LeastSpeed, most: engine.MostSpeed,
	},
	optMode: {
		name: "mode", values: modeNames(),
		help: "what kind of game Play begins",
	},
	optOpponent: {
		name: "opponent", title: "Second", values: opponentNames(),
		help: "who has the second paddle, where a mode has one: a bot, or somebody at the same keyboard",
	},
	optPoints: {
		name: "points", title: "First to", values: []string{strconv.Itoa(engine.UsualTo), "11", "15", "21", "1", "3", "5"},
		help: "that win a match in Arkanong, 1 to 21", least: 1, most: engine.MostTo,
	},
	optStorm: {
		name: "balls", values: []string{"200", "100", "500", "1000"},
		help: "of the next storm, 1 to 1000", least: 1, most: engine.MaxStorm,
	},
}

// aside reports whether the option has no row on the options' card.
func (o *option) aside() bool {
	return o.title == "" || o == &options[optSpeed] || o == &options[optOpponent] || o == &options[optPoints]
}

// difficultyNames returns the names of the difficulties, that of a usual game first, then
// onward from it and round.
func difficultyNames() (names []string) {
	const n = len(engine.Difficulties) - 1
	for i := range n {
		names = append(names, engine.Difficulties[1+(int(engine.Medium)-1+i)%n].Name)
	}
	return names
}

// game has what was chosen for the next game count in its configuration.
func (c *choices) game(config *engine.Config) {
	t := c.terms()
	config.Difficulty, config.Assists, config.Speed = t.Difficulty, t.Assists, t.Speed
	config.Drops = c.number(optDrops)
	if n := c.number(optPoints); config.Mode.Faces() && n != engine.UsualTo {
		config.To = n
	}
	if engine.Modes[config.Mode].Storm {
		config.Storm = c.number(optStorm)
	}
}

// difficulty returns the one that was chosen for the next game.
func (c *choices) difficulty() engine.Difficulty {
	d, _ := engine.DifficultyNamed(c.get(optDifficulty)) // take has let through no other name
	return d
}

// take returns how the option writes a value, or an error that says what it takes.
func (o *option) take(text string) (string, error) {
	if o.read != nil {
		return o.read(strings.ToLower(text))
	}
	for _, v := range o.values {
		if strings.EqualFold(v, text) {
			return v, nil
		}
	}
	if o.own && isThemeName(text) {
		return text, nil
	}
	if o.most == 0 {
		return "", fmt.Errorf("want %s%s", strings.Join(o.values, ", "), words.DidYouMean(text, "", o.values))
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < o.least || n > o.most {
		return "", fmt.Errorf("want %s, or a whole number, %d to %d", o.values[0], o.least, o.most)
	}
	return strconv.Itoa(n), nil
}

// after returns the value d places after v in the menu, round and round; own are the player's own,
// after the others. A number that is not in the menu counts as the one before it there.
func (o *option) after(v string, d int, own ...string) string {
	values := slices.Concat(o.values, own)
	i := slices.Index(values, v)
	if n, err := strconv.Atoi(v); i < 0 && err == nil {
		for j, w := range values {
			if m, err := strconv.Atoi(w); err == nil && m <= n {
				i = j
			}
		}
	}
	return values[wrap(max(i, 0)+d, len(values))]
}

// wrap returns i as an index of a list of n that is gone through round and round: −1 is the last one.
func wrap(i, n int) int { return (i%n + n) % n }

// titleWidth is the width of the widest title in the menu.
const titleWidth = 12

// valueWidth returns the width of the widest value in the menu.
func valueWidth() (w int) {
	for _, o := range options {
		if o.aside() {
			continue
		}
		for _, v := range o.values {
			w = max(w, cell.Width(v))
		}
	}
	return w
}

// A source is where a choice was made. A later one counts more.
type source uint8

// The sources. What is set in the environment counts more than the files, less than flags.
const (
	byDefault source = iota
	byConfig         // config.toml
	byMenu           // the menu, in this session or an earlier one
	byFlag
)

var sourceNames = [...]string{"default", "config.toml", "menu", "flag"}

func (s source) String() string { return sourceNames[s] }

// A choices holds the value of each option. The zero choices are the defaults.
type choices struct {
	set  [optionCount][byFlag + 1]string             // by source; "" is not set
	keys [byMenu + 1][input.NumActions]actionBinding // by source, too

	repeat repeat // of the keyboard, as learned
}

// from returns where the choice that counts was made.
func (c *choices) from(i int) source {
	for s := byFlag; s > byDefault; s-- {
		if c.set[i][s] != "" {
			return s
		}
	}
	return byDefault
}

// get returns the choice that counts.
func (c *choices) get(i int) string {
	if s := c.from(i); s != byDefault {
		return c.set[i][s]
	}
	return options[i].values[0]
}

// number returns the choice where it is a number, or 0.
func (c *choices) number(i int) int {
	n, _ := strconv.Atoi(c.get(i))
	return n
}

// put chooses a value in the menu. What the flag says no longer counts.
func (c *choices) put(i int, v string) {
	c.set[i][byFlag] = ""
	c.set[i][byMenu] = v
}

// An optionFlag is an option as a flag.
type optionFlag struct {
	option *option
	value  *string
}

func (f optionFlag) String() string {
	if f.value == nil {
		return ""
	}
	return *f.value
}

func (f optionFlag) Type() string {
	if f.option.most > 0 {
		return f.option.values[0] + "|N"
	}
	if f.option.many() {
		return strings.ToUpper(f.option.name)
	}
	return strings.Join(f.option.values, "|")
}

func (f optionFlag) Set(text string) (err error) {
	*f.value, err = f.option.take(text)
	return err
}

// addFlags gives a command a flag for each option.
func (c *choices) addFlags(cmd *cobra.Command) {
	for i := range options {
		o := &options[i]
		help := o.help
		if o.many() {
			help += ": " + strings.Join(o.values, ", ")
		}
		cmd.Flags().Var(optionFlag{o, &c.set[i][byFlag]}, o.name, help)
		completions(cmd, o.name, o.values)
	}
}

// many reports whether the option has more values than can stand behind its flag: they would push the
// help of all flags aside.
func (o *option) many() bool { return o.most == 0 && len(strings.Join(o.values, "|")) > 50 }
