package settings

import (
	"fmt"
	"strings"

	"arkterm/cmd/arkterm/screen"
	"arkterm/render"
	"arkterm/render/cell"
)

// An Env looks up an environment variable, like os.Getenv. It returns "" if the variable is not set.
type Env func(name string) string

// The values of --glyphs, --effects and --color.
var (
	GlyphNames = valueNames(cell.Diagonal, cell.Mosaic, cell.Sextant, cell.Quadrant, cell.Half, cell.ASCII, cell.Octant,
		cell.Braille)
	EffectNames = valueNames(render.FullEffects, render.SomeEffects, render.NoEffects)
	ColorNames  = valueNames(cell.Truecolor, cell.Colors256, cell.Colors16, cell.Colors8, cell.Mono)
)

// valueNames returns "auto" followed by the names of values.
func valueNames[T fmt.Stringer](values ...T) []string {
	names := []string{"auto"}
	for _, v := range values {
		names = append(names, v.String())
	}
	return names
}

// Caps are the capabilities that a terminal has reported.
type Caps = screen.Caps

// Detected contains the values that the program uses for options set to "auto".
type Detected struct {
	Glyphs        cell.Glyphs // finest suitable glyphs; ASCII if the locale is not UTF-8
	GlyphsKnown   bool        // the terminal is known to draw Glyphs well; otherwise Glyphs is a guess
	WideAmbiguous bool        // characters of ambiguous width take two columns, so only ASCII is suitable
	Bleeds        bool        // glyphs may extend into neighboring cells, according to the environment
	// the program reaches the terminal through a network or a multiplexer, so the environment may describe another one
	TerminalUnknown bool
	FPS             int // default frame rate
	effects         render.Effects
	environment     screen.Environment

	Language string // the user's language as in a locale, for example bg; "" if unknown
}

// Detect returns values that are based only on the environment. Call Update when the terminal has replied to queries.
func Detect(env Env) Detected {
	a := Detected{FPS: LocalFPS, environment: screen.ReadEnvironment(env), Language: language(env)}
	known := screen.Identify(a.environment, Caps{})
	a.Glyphs, a.GlyphsKnown, a.Bleeds = known.Glyphs, known.Recognized, known.Bleeds
	if !UTF8Locale(env) {
		a.Glyphs, a.GlyphsKnown = cell.ASCII, true
	}
	if OverSSH(env) {
		a.FPS = RemoteFPS
	}
	a.TerminalUnknown = OverSSH(env) || Multiplexed(env)
	if v := env("REDUCED_MOTION"); v != "" && v != "0" {
		a.effects = render.NoEffects
	}
	return a
}

// Update updates d with the capabilities that the terminal has reported. It returns the capabilities of the terminal
// according to the environment and the report.
func (d *Detected) Update(c Caps) screen.KnownCaps {
	known := screen.Identify(d.environment, c)
	// The name that the terminal has reported takes precedence, because the environment may describe another terminal.
	if d.Glyphs != cell.ASCII && (known.Recognized || c.Version != "") {
		d.Glyphs, d.GlyphsKnown = known.Glyphs, known.Recognized
	}
	if c.Wide() {
		d.Glyphs, d.GlyphsKnown, d.WideAmbiguous = cell.ASCII, true, true
	}
	return known
}

// RenderOptions returns o with the selected glyphs, effects, cursor and theme. If the selected theme cannot be read,
// the result keeps the theme of o.
//
// If auto.WideAmbiguous is true, the glyphs are ASCII, unless the flag --glyphs selects others. A glyph set from a file
// is ignored, because it may be intended for another terminal.
func (c *Choices) RenderOptions(o render.Options, auto Detected, themes Themes) render.Options {
	o.Glyphs, o.Effects = auto.Glyphs, auto.effects
	if g, err := cell.ParseGlyphs(c.Get(Glyphs)); err == nil && (!auto.WideAmbiguous || c.SourceOf(Glyphs) == ByFlag) {
		o.Glyphs = g
	}
	if e, err := render.ParseEffects(c.Get(Effects)); err == nil {
		o.Effects = e
	}
	o.Cursor, _ = render.ParseFollow(c.Get(Cursor)) // parseValue accepts only valid names
	if t, err := themes.Find(c.Get(Theme)); err == nil {
		o.Theme = t
	}
	return o
}

// FPS returns the maximum frame rate, and whether the player has set it.
func (c *Choices) FPS(auto Detected) (n int, chosen bool) {
	if n := c.Number(FPS); n != 0 {
		return n, true
	}
	return auto.FPS, false
}

// Tier returns the color tier to use. In order of precedence, it is set by the flag, FORCE_COLOR, NO_COLOR,
// CLICOLOR_FORCE, CLICOLOR, the files, and the known capabilities of the terminal.
func (c *Choices) Tier(env Env) cell.Tier {
	inEnv := FirstSet(env, ColorVariables...) != ""
	t, err := cell.ParseTier(c.Get(Color))
	if err != nil || inEnv && c.SourceOf(Color) < ByFlag {
		return colorFromEnv(env)
	}
	return t
}

// TierIsGuess reports whether the result of Tier may be wrong. Terminals with different numbers of colors use the same
// TERM, and SSH does not transfer COLORTERM. The caller should then correct the tier with the terminal's reply.
func (c *Choices) TierIsGuess(env Env) bool { return c.TierIsAuto(env) && !identify(env).Recognized }

// TierIsAuto reports whether the color tier is detected, because neither the player nor the environment has set it.
func (c *Choices) TierIsAuto(env Env) bool {
	return c.Get(Color) == "auto" && FirstSet(env, ColorVariables...) == ""
}

// ScreenDriver returns DriverArkterm or DriverTcell. Only DriverArkterm supports text mode (--lines). Only DriverTcell
// can draw on terminals that do not support ECMA-48. decidedBy names the setting that determined the result: the source
// of the option driver, "lines", or "TERM".
func (c *Choices) ScreenDriver(env Env) (name, decidedBy string) {
	name, decidedBy = c.Get(Driver), c.SourceOf(Driver).String()
	switch {
	case c.Get(Lines) == LinesAll, c.Get(Lines) != LinesOff && screen.ECMA48(env("TERM")):
		return DriverArkterm, Options[Lines].Name
	case name != Options[Driver].Values[0]:
		return name, decidedBy
	case !screen.ECMA48(env("TERM")):
		return DriverTcell, "TERM"
	}
	return DriverArkterm, decidedBy
}

// ColorVariables are the environment variables that set the color tier, in order of precedence.
var ColorVariables = []string{"FORCE_COLOR", "NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"}

// identify returns the capabilities of the terminal that the environment describes.
func identify(env Env) screen.KnownCaps { return screen.Identify(screen.ReadEnvironment(env), Caps{}) }

// UTF8Locale reports whether the character set of the locale is UTF-8. Like tcell, it assumes UTF-8 if there is no
// locale or if the locale has no character set, as in most containers and SSH sessions. The locales C and POSIX are
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

// language returns the language of the locale, in lower case, or "" if unknown.
func language(env Env) string {
	locale := FirstSet(env, "LC_ALL", "LC_CTYPE", "LANG")
	if i := strings.IndexAny(locale, "_.@"); i >= 0 {
		locale = locale[:i]
	}
	return strings.ToLower(locale)
}

// FirstSet returns the value of the first variable that is not empty, or "".
func FirstSet(env Env, names ...string) string {
	for _, name := range names {
		if v := env(name); v != "" {
			return v
		}
	}
	return ""
}

// colorFromEnv returns the color tier that the environment selects, otherwise the tier of the terminal. An empty
// variable counts as not set.
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

// forcedTier returns the tier for v, the value of FORCE_COLOR, which most programs interpret in the same way. 0 means
// no colors, 2 means 256 colors, and 3 means true color. Any other value means the detected tier, but at least 16
// colors.
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

// CanSendQueries reports whether queries may be sent to the terminal. The Linux console and dumb terminals would show
// queries as text. An asciinema recording would repeat the queries on each playback, and the viewer's shell would
// receive the replies as input.
func CanSendQueries(env Env) bool {
	term := env("TERM")
	unsupported := term == "" || term == "dumb" || term == "linux" || strings.HasPrefix(term, "linux-")
	return !unsupported && FirstSet(env, "ASCIINEMA_REC", "ASCIINEMA_SESSION") == ""
}

// Multiplexed reports whether tmux or screen is between the program and the terminal.
func Multiplexed(env Env) bool {
	return FirstSet(env, "TMUX", "STY") != ""
}

// OverSSH reports whether the terminal is connected over SSH.
func OverSSH(env Env) bool {
	return FirstSet(env, "SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT") != ""
}

// Frame rates, in frames per second. Over a network, half the rate needs half the bytes.
const (
	minFPS    = 15  // 16 ticks per frame; the clock plays at most 24, so at 10 fps any delay would skip ticks
	maxFPS    = 240 // one frame per tick
	LocalFPS  = 60  // default
	RemoteFPS = 30  // default over a network
)
