package main

import (
	"cmp"
	"strings"

	"arkterm/cmd/arkterm/terminal/caps"
	"arkterm/render"
	"arkterm/render/cell"
)

// An environ looks a variable of the environment up, as os.Getenv does: "" is unset.
type environ func(name string) string

// glyphNames and colorNames are what --glyphs and --color take.
var (
	glyphNames  = []string{"auto", "sextant", "quadrant", "half", "ascii", "octant", "braille"}
	effectNames = []string{"auto", "full", "some", "none"}
	colorNames  = []string{"auto", "truecolor", "256", "16", "mono"}
)

// An autos is what the options' "auto" means in an environment.
type autos struct {
	glyphs  cell.Glyphs
	sure    bool // that these are drawn well
	fps     int
	effects render.Effects
}

func detect(env environ) autos {
	a := autos{fps: localFPS}
	a.glyphs, a.sure = detectGlyphs(env)
	if overLink(env) {
		a.fps = linkFPS
	}
	if v := env("REDUCED_MOTION"); v != "" && v != "0" {
		a.effects = render.NoEffects
	}
	return a
}

// apply has the choices count.
func (set *settings) apply() {
	set.render.Glyphs = set.auto.glyphs
	if g, err := cell.ParseGlyphs(set.choices.get(optGlyphs)); err == nil {
		set.render.Glyphs = g
	}
	set.render.Effects = set.auto.effects
	if e, err := render.ParseEffects(set.choices.get(optEffects)); err == nil {
		set.render.Effects = e
	}
	if t, err := set.themes.find(set.choices.get(optTheme)); err == nil {
		set.render.Theme = t
	}
	set.ascii = set.render.Glyphs == cell.ASCII
	set.fps = cmp.Or(set.choices.number(optFPS), set.auto.fps)
	set.fixed = set.choices.number(optFPS) != 0
}

// tier returns the colours to use. The flag wins over FORCE_COLOR, that over NO_COLOR,
// CLICOLOR_FORCE and CLICOLOR, those over the files, and those over what is known of the
// terminal.
func (c *choices) tier(env environ) cell.Tier {
	asked := firstSet(env, colourVariables...) != ""
	t, err := cell.ParseTier(c.get(optColor))
	if err != nil || asked && c.from(optColor) < byFlag {
		return colorFromEnv(env)
	}
	return t
}

// guessesTier reports whether tier is what nearly all terminals have, for want of anything that
// tells more: then the terminal's own answer counts. COLORTERM does not come along over ssh.
func (c *choices) guessesTier(env environ) bool {
	asked := firstSet(env, colourVariables...) != ""
	_, known := caps.Known(env("TERM"))
	return !asked && !known && c.get(optColor) == "auto"
}

// colourVariables are what sets colours, the first one that is set.
var colourVariables = []string{"FORCE_COLOR", "NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"}

// detectGlyphs returns the glyph set for a terminal in this environment: what TERM is
// known to draw, and ASCII where the locale is not UTF-8; and whether it is more than a guess.
func detectGlyphs(env environ) (g cell.Glyphs, sure bool) {
	if !utf8Locale(env) {
		return cell.ASCII, true
	}
	rule, known := caps.Known(env("TERM"))
	return rule.Glyphs, known
}

// utf8Locale reports whether the locale's character set is UTF-8. A locale that names
// none, or no locale at all, is taken for UTF-8: tcell does the same, and that is how most
// containers and ssh logins look. C and POSIX mean ASCII.
func utf8Locale(env environ) bool {
	locale := firstSet(env, "LC_ALL", "LC_CTYPE", "LANG")
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

func firstSet(env environ, names ...string) string {
	for _, name := range names {
		if v := env(name); v != "" {
			return v
		}
	}
	return ""
}

// colorFromEnv returns the colours that the environment asks for, or those that the
// terminal is known to have. An empty variable counts as not set.
func colorFromEnv(env environ) cell.Tier {
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
func detectTier(env environ) cell.Tier {
	rule, _ := caps.Known(env("TERM"))
	switch env("COLORTERM") {
	case "truecolor", "24bit":
		if rule.Tier != cell.Mono {
			return cell.Truecolor
		}
	}
	return rule.Tier
}

// answers reports whether the terminal may be asked questions. The Linux console and dumb
// ones would show them as text. In a recording they would be asked again each time that it
// is played, and that terminal's answers typed into somebody's shell.
func answers(env environ) bool {
	term := env("TERM")
	mute := term == "" || term == "dumb" || term == "linux" || strings.HasPrefix(term, "linux-")
	return !mute && firstSet(env, "ASCIINEMA_REC", "ASCIINEMA_SESSION") == ""
}

// overLink reports whether the terminal is at the other end of an ssh connection.
func overLink(env environ) bool {
	return firstSet(env, "SSH_CONNECTION", "SSH_TTY") != ""
}

// The draw rates, in frames per second. Over a link half is sent, for half the bytes.
const (
	minFPS   = 15  // 16 ticks a frame; at 10 the 24 that are made up would be no reserve
	maxFPS   = 240 // one frame a tick
	localFPS = 60
	linkFPS  = 30
)
