package settings

import (
	"fmt"
	"strings"

	"arkterm/cmd/arkterm/screen"
	"arkterm/render"
	"arkterm/render/cell"
)

// An Env looks up an environment variable, like os.Getenv: "" is unset.
type Env func(name string) string

// The values of --glyphs, --effects and --color; glyphs from the finest.
var (
	GlyphNames  = namesOf(cell.Mosaic, cell.Sextant, cell.Quadrant, cell.Half, cell.ASCII, cell.Octant, cell.Braille)
	EffectNames = namesOf(render.FullEffects, render.SomeEffects, render.NoEffects)
	ColorNames  = namesOf(cell.Truecolor, cell.Colors256, cell.Colors16, cell.Colors8, cell.Mono)
)

// namesOf returns "auto" and the names of all.
func namesOf[T fmt.Stringer](all ...T) []string {
	names := []string{"auto"}
	for _, v := range all {
		names = append(names, v.String())
	}
	return names
}

// Caps are the capabilities that a terminal has reported.
type Caps = screen.Caps

// Detected holds the meaning of "auto" in an environment.
type Detected struct {
	Glyphs          cell.Glyphs // ASCII if the locale is not UTF-8
	Sure            bool        // the terminal is known to draw them well
	Wide            bool        // the terminal shows characters of ambiguous width in two columns, so only ASCII fits
	Bleeds          bool        // they may reach into the cells beside theirs, as far as the environment tells
	TerminalUnknown bool        // it is behind a network or a multiplexer, so that the environment does not tell which one it is
	FPS             int
	effects         render.Effects
	environment     screen.Environment

	Language string // the player's, as in a locale: bg; "" if unknown
}

// Detect returns what an environment tells, before the terminal has told anything.
func Detect(env Env) Detected {
	a := Detected{FPS: LocalFPS, environment: screen.ReadEnvironment(env), Language: language(env)}
	known := screen.Identify(a.environment, Caps{})
	a.Glyphs, a.Sure, a.Bleeds = known.Glyphs, known.Sure, known.Bleeds
	if !UTF8Locale(env) {
		a.Glyphs, a.Sure = cell.ASCII, true
	}
	if OverLink(env) {
		a.FPS = LinkFPS
	}
	a.TerminalUnknown = OverLink(env) || Multiplexed(env)
	if v := env("REDUCED_MOTION"); v != "" && v != "0" {
		a.effects = render.NoEffects
	}
	return a
}

// Told takes the terminal's capabilities. It returns the known capabilities of the terminal.
func (d *Detected) Update(c Caps) screen.Known {
	known := screen.Identify(d.environment, c)
	if d.Glyphs != cell.ASCII && (known.Sure || c.Version != "") { // with a name, the environment was another terminal's
		d.Glyphs, d.Sure = known.Glyphs, known.Sure
	}
	if c.Wide() {
		d.Glyphs, d.Sure, d.Wide = cell.ASCII, true, true
	}
	return known
}

// Picture returns o with the chosen glyphs, effects and theme. A theme that cannot be used leaves o's. Where only
// ASCII fits, other glyphs need the flag: a choice in a file or in the menu may be meant for another terminal.
func (c *Choices) Picture(o render.Options, auto Detected, own Themes) render.Options {
	o.Glyphs, o.Effects = auto.Glyphs, auto.effects
	if g, err := cell.ParseGlyphs(c.Get(Glyphs)); err == nil && (!auto.Wide || c.From(Glyphs) == ByFlag) {
		o.Glyphs = g
	}
	if e, err := render.ParseEffects(c.Get(Effects)); err == nil {
		o.Effects = e
	}
	o.Cursor, _ = render.ParseFollow(c.Get(Cursor)) // take accepts valid names only
	if t, err := own.Find(c.Get(Theme)); err == nil {
		o.Theme = t
	}
	return o
}

// FPS returns the most frames per second, and whether the player chose it.
func (c *Choices) FPS(auto Detected) (n int, chosen bool) {
	if n := c.Number(FPS); n != 0 {
		return n, true
	}
	return auto.FPS, false
}

// Tier returns the colours to use. In order of precedence: the flag, FORCE_COLOR, NO_COLOR, CLICOLOR_FORCE,
// CLICOLOR, the files, and the known abilities of the terminal.
func (c *Choices) Tier(env Env) cell.Tier {
	asked := FirstSet(env, ColorVariables...) != ""
	t, err := cell.ParseTier(c.Get(Color))
	if err != nil || asked && c.From(Color) < ByFlag {
		return colorFromEnv(env)
	}
	return t
}

// GuessesTier reports whether Tier is only a guess, from a TERM that many terminals share; then the
// terminal's reply decides. ssh does not pass COLORTERM on.
func (c *Choices) GuessesTier(env Env) bool { return c.AutoTier(env) && !identify(env).Sure }

// AutoTier reports whether neither the player nor the environment has chosen the colors.
func (c *Choices) AutoTier(env Env) bool {
	return c.Get(Color) == "auto" && FirstSet(env, ColorVariables...) == ""
}

// ScreenDriver returns DriverArkterm or DriverTcell, and the reason: a source of settings, the name of an option or of an
// environment variable. Only arkterm's screen shows lines of text, but it cannot draw on a terminal without ECMA-48.
func (c *Choices) ScreenDriver(env Env) (name, by string) {
	name, by = c.Get(Driver), c.From(Driver).String()
	switch {
	case c.Get(Lines) == LinesAll, c.Get(Lines) != LinesOff && screen.ECMA48(env("TERM")):
		return DriverArkterm, Options[Lines].Name
	case name != Options[Driver].Values[0]:
		return name, by
	case !screen.ECMA48(env("TERM")):
		return DriverTcell, "TERM"
	}
	return DriverArkterm, by
}

// ColorVariables are the variables that choose colours, in order of precedence.
var ColorVariables = []string{"FORCE_COLOR", "NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"}

// known returns what is known of the terminal by the environment alone.
func identify(env Env) screen.Known { return screen.Identify(screen.ReadEnvironment(env), Caps{}) }

// UTF8Locale reports whether the locale's character set is UTF-8. A locale without a character set, or none
// at all, counts as UTF-8, as in tcell: most containers and ssh logins look like that. C and POSIX are
// ASCII.
func UTF8Locale(env Env) bool {
	locale := FirstSet(env, "LC_ALL", "LC_CTYPE", "LANG")
	if locale == "C" || locale == "POSIX" {
		return false
	}
	locale, _, _ = strings.Cut(locale, "@")
	_, charset, named := strings.Cut(locale, ".")
	if !named {
		return true
	}
	charset = strings.ToLower(charset)
	return charset == "utf-8" || charset == "utf8"
}

// language returns the language of the locale.
func language(env Env) string {
	locale := FirstSet(env, "LC_ALL", "LC_CTYPE", "LANG")
	if i := strings.IndexAny(locale, "_.@"); i >= 0 {
		locale = locale[:i]
	}
	return strings.ToLower(locale)
}

// FirstSet returns the value of the first variable that is set.
func FirstSet(env Env, names ...string) string {
	for _, name := range names {
		if v := env(name); v != "" {
			return v
		}
	}
	return ""
}

// colorFromEnv returns the colours that the environment asks for, or those of the terminal. An empty
// variable counts as unset.
func colorFromEnv(env Env) cell.Tier {
	detected := identify(env).Tier
	if v := env("FORCE_COLOR"); v != "" {
		return forcedTier(v, detected)
	}
	switch {
	case env("NO_COLOR") != "":
		return cell.Mono
	case env("CLICOLOR_FORCE") != "" && env("CLICOLOR_FORCE") != "0":
		return forcedTier("1", detected)
	case env("CLICOLOR") == "0":
		return cell.Mono
	}
	return detected
}

// forcedTier interprets FORCE_COLOR as most programs do: 0 is none, 2 and 3 are 256 colours and true
// colour; any other value means the detected tier, but at least 16 colours.
func forcedTier(v string, detected cell.Tier) cell.Tier {
	switch v {
	case "0", "false":
		return cell.Mono
	case "2":
		return cell.Colors256
	case "3":
		return cell.Truecolor
	}
	if detected == cell.Mono {
		return cell.Colors16
	}
	return detected
}

// Answers reports whether the terminal may be sent queries. The Linux console and dumb terminals would show
// them as text. In an asciinema recording, they would be sent again on each playback, and the replies would
// be typed into the viewer's shell.
func CanSendQueries(env Env) bool {
	term := env("TERM")
	mute := term == "" || term == "dumb" || term == "linux" || strings.HasPrefix(term, "linux-")
	return !mute && FirstSet(env, "ASCIINEMA_REC", "ASCIINEMA_SESSION") == ""
}

// Multiplexed reports whether tmux or screen stands between the program and the terminal.
func Multiplexed(env Env) bool {
	return FirstSet(env, "TMUX", "STY") != ""
}

// OverLink reports whether the terminal is at the other end of an ssh connection.
func OverLink(env Env) bool {
	return FirstSet(env, "SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT") != ""
}

// The frame rates, per second. Over a link, half the rate sends half the bytes.
const (
	minFPS   = 15  // 16 ticks a frame; at 10 fps it would be 24, all that the clock ever catches up
	maxFPS   = 240 // one frame a tick
	LocalFPS = 60
	LinkFPS  = 30
)
