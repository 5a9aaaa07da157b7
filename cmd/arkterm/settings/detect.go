package settings

import (
	"fmt"
	"strings"

	"arkterm/cmd/arkterm/terminal/caps"
	"arkterm/render"
	"arkterm/render/cell"
)

// An Env looks a variable of the environment up, as os.Getenv does: "" is unset.
type Env func(name string) string

// What --glyphs, --effects and --color take, the finest glyphs first.
var (
	GlyphNames  = namesOf(cell.Sextant, cell.Quadrant, cell.Half, cell.ASCII, cell.Octant, cell.Braille)
	EffectNames = namesOf(render.FullEffects, render.SomeEffects, render.NoEffects)
	ColorNames  = namesOf(cell.Truecolor, cell.Colors256, cell.Colors16, cell.Mono)
)

// namesOf returns "auto" and the names of all.
func namesOf[T fmt.Stringer](all ...T) []string {
	names := []string{"auto"}
	for _, v := range all {
		names = append(names, v.String())
	}
	return names
}

// Detected is what the options' "auto" means in an environment.
type Detected struct {
	Glyphs  cell.Glyphs
	Sure    bool // that these are drawn well
	FPS     int
	effects render.Effects
}

func Detect(env Env) Detected {
	a := Detected{FPS: LocalFPS}
	a.Glyphs, a.Sure = detectGlyphs(env)
	if OverLink(env) {
		a.FPS = LinkFPS
	}
	if v := env("REDUCED_MOTION"); v != "" && v != "0" {
		a.effects = render.NoEffects
	}
	return a
}

// Picture returns the options of a picture as they are chosen: glyphs, effects and theme. A theme that
// cannot be used leaves the one that is there.
func (c *Choices) Picture(o render.Options, auto Detected, own Themes) render.Options {
	o.Glyphs, o.Effects = auto.Glyphs, auto.effects
	if g, err := cell.ParseGlyphs(c.Get(Glyphs)); err == nil {
		o.Glyphs = g
	}
	if e, err := render.ParseEffects(c.Get(Effects)); err == nil {
		o.Effects = e
	}
	if t, err := own.Find(c.Get(Theme)); err == nil {
		o.Theme = t
	}
	return o
}

// FPS returns how many frames a second are drawn at most, and whether that was chosen.
func (c *Choices) FPS(auto Detected) (n int, chosen bool) {
	if n := c.Number(FPS); n != 0 {
		return n, true
	}
	return auto.FPS, false
}

// Tier returns the colours to use. The flag wins over FORCE_COLOR, that over NO_COLOR,
// CLICOLOR_FORCE and CLICOLOR, those over the files, and those over what is known of the
// terminal.
func (c *Choices) Tier(env Env) cell.Tier {
	asked := FirstSet(env, ColorVariables...) != ""
	t, err := cell.ParseTier(c.Get(Color))
	if err != nil || asked && c.From(Color) < ByFlag {
		return colorFromEnv(env)
	}
	return t
}

// GuessesTier reports whether tier is what nearly all terminals have, for want of anything that
// tells more: then the terminal's own answer counts. COLORTERM does not come along over ssh.
func (c *Choices) GuessesTier(env Env) bool {
	asked := FirstSet(env, ColorVariables...) != ""
	_, known := caps.Known(env("TERM"))
	return !asked && !known && c.Get(Color) == "auto"
}

// ColorVariables are what sets colours, the first one that is set.
var ColorVariables = []string{"FORCE_COLOR", "NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"}

// detectGlyphs returns the glyph set for a terminal in this environment: what TERM is
// known to draw, and ASCII where the locale is not UTF-8; and whether it is more than a guess.
func detectGlyphs(env Env) (g cell.Glyphs, sure bool) {
	if !UTF8Locale(env) {
		return cell.ASCII, true
	}
	rule, known := caps.Known(env("TERM"))
	return rule.Glyphs, known
}

// UTF8Locale reports whether the locale's character set is UTF-8. A locale that names
// none, or no locale at all, is taken for UTF-8: tcell does the same, and that is how most
// containers and ssh logins look. C and POSIX mean ASCII.
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

// FirstSet returns the value of the first of the variables that is set.
func FirstSet(env Env, names ...string) string {
	for _, name := range names {
		if v := env(name); v != "" {
			return v
		}
	}
	return ""
}

// colorFromEnv returns the colours that the environment asks for, or those that the
// terminal is known to have. An empty variable counts as not set.
func colorFromEnv(env Env) cell.Tier {
	detected := detectTier(env)
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

// forcedTier reads FORCE_COLOR as most programs do: 0 none, 2 and 3 a number of colours,
// anything else what was detected, but colours.
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

// detectTier returns the colours of a terminal in this environment.
func detectTier(env Env) cell.Tier {
	rule, _ := caps.Known(env("TERM"))
	switch env("COLORTERM") {
	case "truecolor", "24bit":
		if rule.Tier != cell.Mono {
			return cell.Truecolor
		}
	}
	return rule.Tier
}

// Answers reports whether the terminal may be asked questions. The Linux console and dumb
// ones would show them as text. In a recording they would be asked again each time that it
// is played, and that terminal's answers typed into somebody's shell.
func Answers(env Env) bool {
	term := env("TERM")
	mute := term == "" || term == "dumb" || term == "linux" || strings.HasPrefix(term, "linux-")
	return !mute && FirstSet(env, "ASCIINEMA_REC", "ASCIINEMA_SESSION") == ""
}

// OverLink reports whether the terminal is at the other end of an ssh connection.
func OverLink(env Env) bool {
	return FirstSet(env, "SSH_CONNECTION", "SSH_TTY") != ""
}

// The draw rates, in frames per second. Over a link half is sent, for half the bytes.
const (
	minFPS   = 15  // 16 ticks a frame; at 10 the 24 that are made up would be no reserve
	maxFPS   = 240 // one frame a tick
	LocalFPS = 60
	LinkFPS  = 30
)
