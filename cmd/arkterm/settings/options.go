// Package settings provides the player's settings. It contains the table of options, the values from config.toml, the
// menu and flags, key bindings, the player's own themes, and the detection of terminal properties from the environment.
// It does not access files or the environment. Callers pass texts and variables.
package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/parse"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/theme"
	"arkterm/render/widget"
)

// An Option describes a setting. Each option has a flag and a key in config.toml. Most options also have a row in a
// dialog.
type Option struct {
	Name      string   // name of the flag and of the key in files
	Title     *string  // title in the menu; nil if the option has no row there, because a change needs a restart
	Help      string   // description of the flag
	Dialog    Dialog   // dialog with the row of the option
	MenuHelp  *string  // description of the selected row in the menu; nil if none
	Values    []string // the first value is the default; the menu offers all values
	helpOrder []string // order of the values in help and errors; nil for the order of Values

	// If maxValue is not 0, whole numbers from minValue to maxValue are allowed in addition to Values.
	minValue, maxValue int

	// parse checks a value and returns its canonical form. If parse is nil, only Values and numbers up to maxValue are
	// allowed. otherValues describes the values that parse accepts in addition to Values; "" if there are none.
	parse       func(string) (string, error)
	otherValues string

	HasOwnFiles bool // names of the player's own files, such as themes, are also allowed
	AcceptsList bool // the value may be a list, separated by commas

	Shorthands []Shorthand // flags that are shorthands for values
}

// A Dialog identifies a dialog that has rows for options.
type Dialog uint8

// The dialogs.
const (
	InOptions Dialog = iota
	InSound
	InAccessibility
	InMatch // the dialog before a match
)

// A Shorthand is a flag that takes no value and sets an option to a given value.
type Shorthand struct{ Name, Value, Help string }

// The indices of the options in Options.
const (
	Glyphs = iota
	Color
	Theme
	Look
	Effects
	FPS
	Sound
	MenuVolume
	PulseVolume
	Mono
	Steer
	Sensitivity
	Invert
	Keymap
	Difficulty
	Drops
	Mode
	Storm
	Assist
	Speed
	Opponent
	Points
	Lines
	Cursor
	Link
	Driver
	NumOptions
)

// Options is the table of options, in the order of the menu.
var Options = [NumOptions]Option{
	Glyphs: {
		Name: "glyphs", Title: &text.Option.Glyphs, Values: GlyphNames,
		Help:     "characters used for drawing",
		MenuHelp: &text.Option.GlyphsText,
	},
	Color: {
		Name: "color", Values: ColorNames,
		Help: "number of colors",
	},
	Theme: {
		Name: "theme", Title: &text.Option.Theme, Values: theme.Names(), HasOwnFiles: true,
		Help:     "color theme",
		MenuHelp: &text.Option.ThemeText,
	},
	Look: {
		Name: "look", Title: &text.Option.Look, Values: render.LookNames(),
		Help:     "appearance of the paddle and balls; campaign stars unlock looks",
		MenuHelp: &text.Option.LookText,
	},
	Effects: {
		Name: "effects", Title: &text.Option.Effects, Dialog: InAccessibility, Values: EffectNames,
		Help:     "visual effects; auto means full, or none if REDUCED_MOTION is set",
		MenuHelp: &text.Option.EffectsText,
	},
	FPS: {
		Name: "fps", Title: &text.Option.FPS, Values: []string{"auto", "15", "20", "30", "60", "120", "240"},
		Help:     "frame rate, 15 to 240; auto means 60, or 30 over SSH",
		MenuHelp: &text.Option.FPSText, minValue: minFPS, maxValue: maxFPS,
	},
	Sound: {
		Name: "sound", Title: &text.Option.Sound, Dialog: InSound,
		Values:   []string{"40", "60", "80", "100", SoundOff, SoundBell, "20"},
		Help:     "volume, 1 to 100, off, or bell (terminal bell, also over SSH)",
		MenuHelp: &text.Option.SoundText, minValue: 1, maxValue: 100,
	},
	MenuVolume: {
		Name: "menu-volume", Title: &text.Option.MenuVolume, Dialog: InSound,
		Values:   []string{"100", "0", "25", "50", "75"},
		Help:     "volume of menu sounds, 0 to 100 percent of the sound volume",
		MenuHelp: &text.Option.MenuVolumeText, maxValue: 100,
	},
	PulseVolume: {
		Name: "pulse-volume", Title: &text.Option.PulseVolume, Dialog: InSound,
		Values:   []string{"100", "0", "25", "50", "75"},
		Help:     "volume of the beat during a combo, 0 to 100 percent of the sound volume",
		MenuHelp: &text.Option.PulseVolumeText, maxValue: 100,
	},
	Mono: {
		Name: "mono", Title: &text.Option.Mono, Dialog: InSound, Values: []string{"off", "on"},
		Help:     "play the same sound on both sides",
		MenuHelp: &text.Option.MonoText,
	},
	Steer: {
		Name: "steer", Title: &text.Option.Steer, Values: input.SteerNames(),
		Help:     "how keys move the paddle",
		MenuHelp: &text.Option.SteerText,
	},
	Sensitivity: {
		Name: "sensitivity", Title: &text.Option.Sensitivity,
		Values:   []string{"100", "125", "150", "200", "300", "400", "25", "50", "75"},
		Help:     "mouse sensitivity in percent, 25 to 400",
		MenuHelp: &text.Option.SensitivityText, minValue: 25, maxValue: 400,
	},
	Invert: {
		Name: "invert", Title: &text.Option.Invert, Values: []string{"off", "on"},
		Help:     "invert the mouse",
		MenuHelp: &text.Option.InvertText,
	},
	Keymap: {
		Name: "keymap", Title: &text.Option.Keymap, Values: input.PresetNames(),
		Help:     "key map",
		MenuHelp: &text.Option.KeymapText,
	},
	Difficulty: {
		Name: "difficulty", Title: &text.Option.Difficulty, Values: rotated(DifficultyNames(), int(engine.Medium)-1),
		helpOrder: DifficultyNames(), Help: "difficulty of new games",
		MenuHelp: &text.Option.DifficultyText,
	},
	Drops: {
		Name: "drops", Title: &text.Option.Drops,
		Values:   []string{strconv.Itoa(progress.DefaultDrops), "25", "40", "0", "5"},
		Help:     "percentage of bricks with a drop, 0 to 100",
		MenuHelp: &text.Option.DropsText, maxValue: engine.SetupNamed("drops").Max,
	},
	Assist: {
		Name: "assist", Values: assistNames(), parse: canonicalAssists, AcceptsList: true,
		Help: "assists, separated by commas; games with assists have separate scores",
	},
	Speed: {
		Name: "speed", Title: &text.Option.Speed, Dialog: InAccessibility,
		Values:   []string{"100", "110", "120", "130", "140", "150", "25", "30", "40", "50", "60", "70", "80", "90"},
		Help:     "game speed in percent, 25 to 150; speeds below 100 have separate scores",
		MenuHelp: &text.Option.SpeedText, minValue: engine.MinTimeSpeed, maxValue: engine.MaxTimeSpeed,
	},
	Mode: {
		Name: "mode", Values: ModeNames(),
		Help: "game mode",
	},
	Opponent: {
		Name: "opponent", Title: &text.Option.Opponent, Dialog: InMatch,
		Values: rotated(OpponentNames(), int(bot.Able)), helpOrder: OpponentNames(),
		Help: "player of the second paddle, a bot or a human at this keyboard",
	},
	Points: {
		Name: "points", Title: &text.Option.Points, Dialog: InMatch,
		Values: []string{strconv.Itoa(engine.DefaultWinPoints), "11", "15", "21", "1", "3", "5"},
		Help:   "points that win a match, 1 to 21", minValue: 1, maxValue: engine.MaxWinPoints,
	},
	Lines: {
		Name: "lines", Title: &text.Option.Lines, Dialog: InAccessibility,
		Values:   []string{LinesOff, LinesMenus, LinesAll},
		Help:     "screens to show as text for screen readers and braille; all means menus and games",
		MenuHelp: &text.Option.LinesText,
		Shorthands: []Shorthand{
			{"plain", LinesMenus, "show menus as numbered lines (--lines menus)"},
			{"narrate", LinesAll, "show games as text, at quarter speed (--lines all)"},
		},
	},
	Cursor: {
		Name: "cursor", Title: &text.Option.Cursor, Dialog: InAccessibility, Values: render.FollowNames(),
		Help:     "object that the cursor follows, for magnifiers",
		MenuHelp: &text.Option.CursorText,
	},
	Link: {
		Name: "link", Values: []string{"auto"}, parse: canonicalRate, otherValues: rateValues,
		Help: "maximum output in bytes per second, such as 40K; " +
			"auto means 7K for remote links that cannot be measured",
	},
	Driver: {
		Name: "driver", Values: []string{"auto", DriverArkterm, DriverTcell},
		Help: "terminal output library; auto means tcell if the terminal lacks standard control sequences",
	},
	Storm: {
		Name: "balls", Values: []string{"200", "100", "500", "1000"},
		Help: "number of balls in a storm, 1 to 1000", minValue: 1, maxValue: engine.MaxStorm,
	},
}

// The values of Lines.
const (
	LinesOff   = "off"
	LinesMenus = "menus" // menus are lines of text; games are pictures
	LinesAll   = "all"   // games are also lines of text
)

// The values of Driver other than auto.
const (
	DriverArkterm = "arkterm"
	DriverTcell   = "tcell"
)

// The values of Sound other than a volume.
const (
	SoundOff  = "off"
	SoundBell = "bell"
)

// InMenu reports whether dialog d has a row for the option.
func (o *Option) InMenu(d Dialog) bool { return o.Title != nil && o.Dialog == d }

// DifficultyNames returns the names of the difficulties, from the easiest to the hardest.
func DifficultyNames() (names []string) {
	for i := range engine.Difficulties[1:] {
		names = append(names, engine.Difficulties[1+i].Name)
	}
	return names
}

// ApplyToGame sets the fields of a game's configuration that depend on the settings.
func (c *Choices) ApplyToGame(config *engine.Config) {
	t := c.Terms()
	config.Difficulty, config.Assists, config.Speed = t.Difficulty, t.Assists, t.Speed
	config.Drops = c.Number(Drops)
	if n := c.Number(Points); config.Mode.Versus() && n != engine.DefaultWinPoints {
		config.WinPoints = n
	}
	if engine.Modes[config.Mode].Storm {
		config.Storm = c.Number(Storm)
	}
}

// Difficulty returns the difficulty of the next game.
func (c *Choices) Difficulty() engine.Difficulty {
	d, _ := engine.ParseDifficulty(c.Get(Difficulty)) // parseValue accepts only valid names
	return d
}

// parseValue returns the canonical form of a value. If the value is invalid, the error lists the allowed values.
func (o *Option) parseValue(text string) (string, error) {
	if o.parse != nil {
		return o.parse(strings.ToLower(text))
	}
	for _, v := range o.Values {
		if parse.SameName(v, text) {
			return v, nil
		}
	}
	if o.HasOwnFiles && isThemeName(text) {
		return text, nil
	}
	if o.maxValue == 0 {
		return "", fmt.Errorf("want %s%s", o.AllowedValues(), parse.DidYouMean(text, "", o.Values))
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < o.minValue || n > o.maxValue {
		return "", fmt.Errorf("want %s", o.AllowedValues())
	}
	return strconv.Itoa(n), nil
}

// isNumeric reports whether the option allows only numbers.
func (o *Option) isNumeric() bool {
	_, err := strconv.Atoi(o.nonNumbers()[0])
	return err == nil
}

// nonNumbers returns the values of the option that are not numbers. If all values are numbers, it returns only the
// default.
func (o *Option) nonNumbers() (all []string) {
	for _, v := range o.Values {
		if _, err := strconv.Atoi(v); err != nil {
			all = append(all, v)
		}
	}
	if all == nil {
		return o.Values[:1]
	}
	return all
}

// NextValue returns the value that is d positions after v in the menu, wrapping around. extra contains additional
// values of this player, such as the player's themes. They follow the other values. If v is a number that the menu does
// not offer, NextValue counts from the next smaller number that the menu offers.
func (o *Option) NextValue(v string, d int, extra ...string) string {
	values := slices.Concat(o.Values, extra)
	i := slices.Index(values, v)
	if n, err := strconv.Atoi(v); i < 0 && err == nil {
		for j, w := range values {
			if m, err := strconv.Atoi(w); err == nil && m <= n {
				i = j
			}
		}
	}
	return values[widget.WrapIndex(max(i, 0)+d, len(values))]
}

// TitleWidth returns the width of the widest title in the menu, in columns.
func TitleWidth() (w int) {
	for i := range Options {
		if o := &Options[i]; o.Title != nil {
			w = max(w, text.Widest(*o.Title))
		}
	}
	return w
}

// ValueWidth returns the width of the widest value in the menu, in columns.
func ValueWidth() (w int) {
	for _, o := range Options {
		if o.Title == nil {
			continue
		}
		for _, v := range o.Values {
			w = max(w, cell.Width(v))
		}
	}
	return w
}

// A Source identifies where the value of an option was set. If several sources set a value, the highest Source takes
// precedence.
type Source uint8

// The sources. The environment takes precedence over the files, but not over flags.
const (
	ByDefault Source = iota
	ByConfig         // config.toml
	ByMenu           // the menu, in this session or an earlier one
	ByFlag           // the command line
)

var sourceNames = [...]string{"default", "config.toml", "menu", "flag"}

func (s Source) String() string { return sourceNames[s] }

// Choices contains the values of all options, by source. The zero value means that all options have their defaults.
type Choices struct {
	Values [NumOptions][ByFlag + 1]string // by option and source; "" if the source does not set the option

	// Keys contains the key bindings by source, or nil. Arrays are replaced, not modified, because copies of Choices
	// share them.
	Keys [ByMenu + 1]*[input.NumActions]Binding

	Repeat Repeat // measured key repeat times of the keyboard

	themePosition string // position of the theme in config.toml, as file:line:column
}

// SourceOf returns the source that has set the current value of option i, or ByDefault.
func (c *Choices) SourceOf(i int) Source {
	for s := ByFlag; s > ByDefault; s-- {
		if c.Values[i][s] != "" {
			return s
		}
	}
	return ByDefault
}

// Get returns the current value of option i.
//
//go:noinline // would be copied into many callers
func (c *Choices) Get(i int) string {
	if s := c.SourceOf(i); s != ByDefault {
		return c.Values[i][s]
	}
	return Options[i].Values[0]
}

// Number returns the current value of option i as a number, or 0 if it is not a number.
func (c *Choices) Number(i int) int {
	n, _ := strconv.Atoi(c.Get(i))
	return n
}

// SetFromMenu sets the value of option i in the menu. It also removes the value of the flag, which otherwise takes
// precedence over the menu.
func (c *Choices) SetFromMenu(i int, v string) {
	c.Values[i][ByFlag] = ""
	c.Values[i][ByMenu] = v
}

// A Flag is the command-line flag of an option. It implements pflag.Value.
type Flag struct {
	Option *Option
	Value  *string // destination of the value
}

func (f Flag) String() string {
	if f.Value == nil {
		return ""
	}
	return *f.Value
}

// Type returns the placeholder for the value in the help.
func (f Flag) Type() string {
	switch o := f.Option; {
	case o.maxValue > 0 && o.isNumeric():
		return "N"
	case o.maxValue > 0:
		return "VALUE"
	case o.otherValues != "":
		return "RATE"
	case o.AcceptsList:
		return "LIST"
	case f.Choices() == nil:
		return strings.Join(o.HelpValues(), "|")
	}
	return "NAME"
}

// Choices returns the values that the help lists below the flag. If the description or the placeholder already names
// the values, Choices returns nil.
func (f Flag) Choices() []string {
	o := f.Option
	if o.maxValue > 0 || o.otherValues != "" || len(o.Values) == 2 {
		return nil
	}
	return o.HelpValues()
}

// Default returns the default value of the option.
func (f Flag) Default() string { return f.Option.Values[0] }

func (f Flag) Set(text string) (err error) {
	*f.Value, err = f.Option.parseValue(text)
	return err
}

// HelpValues returns the values of the option in the order in which help, completion and errors list them.
func (o *Option) HelpValues() []string {
	if o.helpOrder != nil {
		return o.helpOrder
	}
	return o.Values
}

// Terms returns the difficulty, assists and speed of the next game.
func (c *Choices) Terms() engine.Terms {
	a, _ := engine.ParseAssists(c.Get(Assist)) // parseValue accepts only valid names
	return engine.Terms{Difficulty: c.Difficulty(), Assists: a, Speed: c.Number(Speed)}
}

// Limits of a rate in bytes per second.
const (
	minRate = 1_000
	maxRate = 1_000_000_000
)

// rateValues describes the allowed rates.
const rateValues = "bytes per second from 1K to 1000M, for example 8K"

// canonicalRate returns the canonical form of a rate, for example 8K for 8000.
func canonicalRate(text string) (string, error) {
	if text == "auto" {
		return text, nil
	}
	n, ok := parseRate(text)
	if !ok || n < minRate || n > maxRate {
		return "", fmt.Errorf("want auto, or %s", rateValues)
	}
	switch {
	case n%1_000_000 == 0:
		return fmt.Sprintf("%dM", n/1_000_000), nil
	case n%1_000 == 0:
		return fmt.Sprintf("%dK", n/1_000), nil
	}
	return strconv.Itoa(n), nil
}

// parseRate parses a number with an optional K for thousands or M for millions. ok is false if it is invalid or above
// maxRate.
func parseRate(text string) (n int, ok bool) {
	text, unit := strings.ToUpper(text), 1
	if number, ok := strings.CutSuffix(text, "K"); ok {
		text, unit = number, 1_000
	} else if number, ok := strings.CutSuffix(text, "M"); ok {
		text, unit = number, 1_000_000
	}
	n, err := strconv.Atoi(text)
	return n * unit, err == nil && n > 0 && n <= maxRate/unit
}

// Rate returns the maximum rate of the output in bytes per second, or 0 for auto.
func (c *Choices) Rate() int {
	n, _ := parseRate(c.Get(Link)) // parseValue accepts only valid rates
	return n
}

// canonicalAssists returns a list of assists in the form that recordings use.
func canonicalAssists(text string) (string, error) {
	a, err := engine.ParseAssists(text)
	return a.String(), err
}

// assistNames returns the names of the assists, "none" first.
func assistNames() []string {
	names := []string{engine.Assist(0).String()}
	for _, a := range AssistChoices {
		names = append(names, a.String())
	}
	return names
}

// AssistChoices are the assists that can be selected.
var AssistChoices = []engine.Assist{engine.AssistAim, engine.AssistWide, engine.AssistSlow, engine.AssistLives}

// ModeNames returns the names of the modes for flags and config.toml, the default first.
func ModeNames() (names []string) {
	for m := range engine.Modes {
		names = append(names, engine.Mode(m).String())
	}
	return names
}

// Mode returns the mode of the next game.
func (c *Choices) Mode() engine.Mode {
	m, _ := engine.ParseMode(c.Get(Mode)) // parseValue accepts only valid names
	return m
}

// Human is the value of Opponent for a second player at the same keyboard.
const Human = "human"

// OpponentNames returns the names of the opponents: the bots from the weakest to the strongest, and Human.
func OpponentNames() (names []string) {
	for i := range bot.Strengths {
		names = append(names, bot.Strength(i).String())
	}
	return append(names, Human)
}

// rotated returns names in the same cyclic order, starting with the name at index first.
func rotated(names []string, first int) []string { return slices.Concat(names[first:], names[:first]) }
