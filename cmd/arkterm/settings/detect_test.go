package settings

import (
	"strings"
	"testing"

	"arkterm/render/cell"
)

// envOf returns an environment with variables given as words such as TERM=xterm.
func envOf(words string) Env {
	m := map[string]string{}
	for word := range strings.FieldsSeq(words) {
		k, v, _ := strings.Cut(word, "=")
		m[k] = v
	}
	return func(name string) string { return m[name] }
}

func TestDetectGlyphs(t *testing.T) {
	for env, want := range map[string]cell.Glyphs{
		"":                                     cell.Quadrant,
		"TERM=xterm-256color LANG=en_US.UTF-8": cell.Quadrant,
		"TERM=tmux-256color LANG=de_DE.utf8":   cell.Quadrant,
		"TERM=xterm-256color LANG=C.UTF-8":     cell.Quadrant,
		"TERM=xterm-256color LANG=ca_ES.UTF-8@valencia": cell.Quadrant,
		"TERM=xterm-256color LANG=en_US":                cell.Quadrant,
		"TERM=xterm-256color LANG=C":                    cell.ASCII,
		"TERM=xterm-256color LANG=POSIX":                cell.ASCII,
		"TERM=xterm-256color LANG=en_US.ISO8859-1":      cell.ASCII,
		"TERM=xterm-256color LANG=en_US.UTF-8 LC_ALL=C": cell.ASCII,
		"TERM=xterm LANG=C LC_CTYPE=C.UTF-8":            cell.Quadrant,
		"TERM=xterm LC_CTYPE=C.UTF-8 LC_ALL=C":          cell.ASCII,
		"TERM=xterm-kitty LANG=C.UTF-8":                 cell.Mosaic,
		"TERM=alacritty-direct LANG=C.UTF-8":            cell.Quadrant,
		"TERM=foot-extra LANG=en_GB.UTF-8":              cell.Mosaic,
		"TERM=xterm-kitty LANG=C":                       cell.ASCII,
		"TERM=linux LANG=C.UTF-8":                       cell.Half,
		"TERM=vt100 LANG=C.UTF-8":                       cell.ASCII,
		"TERM=vt220 LANG=C.UTF-8":                       cell.ASCII,
		"TERM=vte-256color LANG=C.UTF-8":                cell.Quadrant,
		"TERM=dumb LANG=C.UTF-8":                        cell.ASCII,
		"TERM=never-heard-of LANG=C.UTF-8":              cell.Quadrant,
	} {
		if got := Detect(envOf(env)).Glyphs; got != want {
			t.Errorf("environment %q: glyphs %v, want %v", env, got, want)
		}
	}
}

func TestDetectTier(t *testing.T) {
	for env, want := range map[string]cell.Tier{
		"":                      cell.Colors256,
		"TERM=xterm-256color":   cell.Colors256,
		"TERM=tmux-256color":    cell.Colors256,
		"TERM=screen":           cell.Colors16,
		"TERM=never-heard-of":   cell.Colors256,
		"TERM=xterm":            cell.Colors16,
		"TERM=linux":            cell.Colors8,
		"TERM=vt100":            cell.Mono,
		"TERM=dumb":             cell.Mono,
		"TERM=xterm-kitty":      cell.Truecolor,
		"TERM=xterm-ghostty":    cell.Truecolor,
		"TERM=alacritty":        cell.Truecolor,
		"TERM=alacritty-direct": cell.Truecolor,
		"TERM=foot-extra":       cell.Truecolor,
		"TERM=xterm-direct":     cell.Truecolor,
		"TERM=contour":          cell.Truecolor,

		"TERM=xterm-256color COLORTERM=truecolor":              cell.Truecolor,
		"TERM=xterm COLORTERM=24bit":                           cell.Truecolor,
		"TERM=xterm COLORTERM=yes":                             cell.Colors16,
		"TERM=xterm-256color WT_SESSION=0-1":                   cell.Truecolor,
		"TERM=screen COLORTERM=truecolor":                      cell.Colors16,
		"TERM=screen.xterm-256color STY=1 COLORTERM=truecolor": cell.Colors256,
		"TERM=xterm-256color STY=1 COLORTERM=truecolor":        cell.Colors256,
		"TERM=screen-256color TMUX=1 COLORTERM=truecolor":      cell.Truecolor,
		"TERM=screen TMUX=1 STY=1 COLORTERM=truecolor":         cell.Truecolor,
		"TERM=dumb COLORTERM=truecolor":                        cell.Mono,

		"TERM=xterm-256color NO_COLOR=1":         cell.Mono,
		"TERM=xterm-256color NO_COLOR=":          cell.Colors256,
		"TERM=xterm-256color CLICOLOR=0":         cell.Mono,
		"TERM=xterm-256color CLICOLOR=1":         cell.Colors256,
		"TERM=dumb CLICOLOR_FORCE=1":             cell.Colors16,
		"TERM=dumb CLICOLOR_FORCE=0":             cell.Mono,
		"TERM=dumb FORCE_COLOR=1":                cell.Colors16,
		"TERM=xterm-kitty FORCE_COLOR=1":         cell.Truecolor,
		"TERM=xterm-kitty FORCE_COLOR=2":         cell.Colors256,
		"TERM=xterm FORCE_COLOR=3":               cell.Truecolor,
		"TERM=xterm-kitty FORCE_COLOR=0":         cell.Mono,
		"TERM=xterm-kitty FORCE_COLOR=false":     cell.Mono,
		"TERM=xterm FORCE_COLOR=3 NO_COLOR=1":    cell.Truecolor,
		"TERM=xterm NO_COLOR=1 CLICOLOR_FORCE=1": cell.Mono,
		"TERM=xterm CLICOLOR_FORCE=1 CLICOLOR=0": cell.Colors16,
	} {
		var c Choices
		if got := c.Tier(envOf(env)); got != want {
			t.Errorf("environment %q: Tier() = %v, want %v", env, got, want)
		}
	}
}

func TestScreenDriver(t *testing.T) {
	for _, c := range []struct {
		term, config, flag, lines string
		want, by                  string
	}{
		{"xterm-256color", "", "", "", DriverArkterm, "default"},
		{"", "", "", "", DriverArkterm, "default"},
		{"vt220", "", "", "", DriverArkterm, "default"},
		{"wy60", "", "", "", DriverTcell, "TERM"},
		{"wy60", "", "auto", "", DriverTcell, "TERM"},
		{"wy60", "tcell", "arkterm", "", DriverArkterm, "flag"},
		{"xterm-256color", "tcell", "", "", DriverTcell, "config.toml"},
		{"xterm-256color", "tcell", "auto", "", DriverArkterm, "flag"},
		{"xterm", "", "tcell", LinesMenus, DriverArkterm, "lines"},
		{"wy60", "", "", LinesMenus, DriverTcell, "TERM"},
		{"wy60", "", "", LinesAll, DriverArkterm, "lines"},
	} {
		var choices Choices
		choices.Values[Driver][ByConfig], choices.Values[Driver][ByFlag], choices.Values[Lines][ByFlag] =
			c.config, c.flag,
			c.lines
		if name, by := choices.ScreenDriver(envOf("TERM=" + c.term)); name != c.want || by != c.by {
			t.Errorf("%+v: ScreenDriver() = %s, %s", c, name, by)
		}
	}
}

func TestGuessesTier(t *testing.T) {
	for env, want := range map[string]bool{
		"TERM=xterm-256color":                  true,
		"TERM=xterm-256color NO_COLOR=":        true,
		"TERM=xterm-256color NO_COLOR=1":       false,
		"TERM=xterm-256color CLICOLOR=1":       false,
		"TERM=xterm":                           true,
		"TERM=xterm-256color VTE_VERSION=7000": false,
		"TERM=linux":                           false,
		"TERM=vt100":                           false,
		"TERM=xterm-256color FORCE_COLOR=256":  false,
	} {
		if got := new(Choices).TierIsGuess(envOf(env)); got != want {
			t.Errorf("environment %q: GuessesTier() = %v, want %v", env, got, want)
		}
	}
	var c Choices
	c.Values[Color][ByConfig] = "256"
	if c.TierIsGuess(envOf("TERM=xterm-256color")) {
		t.Error("the tier is a guess although the player has set it")
	}
}

func TestTierPrecedence(t *testing.T) {
	const env = "TERM=xterm LANG=C.UTF-8"
	for _, c := range []struct {
		env                string
		config, menu, flag string // values of the option Color
		want               cell.Tier
	}{
		{env, "", "", "", cell.Colors16},
		{env, "256", "", "", cell.Colors256},
		{env, "256", "mono", "", cell.Mono},
		{env, "256", "mono", "truecolor", cell.Truecolor},
		{env + " NO_COLOR=1", "256", "", "", cell.Mono},
		{env + " NO_COLOR=", "256", "", "", cell.Colors256},
		{env + " NO_COLOR=1", "256", "", "truecolor", cell.Truecolor},
		{env + " NO_COLOR=1", "", "", "auto", cell.Mono},
	} {
		var choices Choices
		choices.Values[Color] = [...]string{ByConfig: c.config, ByMenu: c.menu, ByFlag: c.flag}
		if got := choices.Tier(envOf(c.env)); got != c.want {
			t.Errorf("%+v: Tier() = %v", c, got)
		}
	}
}

func TestLanguage(t *testing.T) {
	for env, want := range map[string]string{
		"": "", "LANG=C": "c", "LANG=bg_BG.UTF-8": "bg", "LANG=sr@latin": "sr", "LANG=de LC_ALL=MK_MK": "mk",
		"LC_CTYPE=mn.UTF-8 LANG=en_US": "mn",
	} {
		if got := Detect(envOf(env)).Language; got != want {
			t.Errorf("environment %q: language %q, want %q", env, got, want)
		}
	}
}

func TestFPSOverSSH(t *testing.T) {
	for env, want := range map[string]int{
		"TERM=xterm":                          60,
		"SSH_TTY=/dev/pts/3":                  30,
		"SSH_CONNECTION=10.0.0.1-22-10.0.0.2": 30,
		"SSH_CLIENT=10.0.0.1-22-10.0.0.2":     30,
	} {
		var c Choices
		if fps, chosen := c.FPS(Detect(envOf(env))); fps != want || chosen {
			t.Errorf("environment %q: FPS() = %d, %v; want %d, false", env, fps, chosen, want)
		}
		c.Values[FPS][ByFlag] = "50"
		if fps, chosen := c.FPS(Detect(envOf(env))); fps != 50 || !chosen {
			t.Errorf("environment %q with --fps 50: FPS() = %d, %v; want 50, true", env, fps, chosen)
		}
	}
}

func TestCanSendQueries(t *testing.T) {
	for env, want := range map[string]bool{
		"TERM=xterm-256color":                   true,
		"TERM=screen":                           true,
		"TERM=tmux-256color SSH_TTY=/dev/pts/3": true,
		"":                                      false,
		"TERM=dumb":                             false,
		"TERM=linux":                            false,
		"TERM=linux-16color":                    false,
		"TERM=xterm-256color ASCIINEMA_REC=1":   false,
		"TERM=xterm-256color ASCIINEMA_SESSION=abc": false,
	} {
		if got := CanSendQueries(envOf(env)); got != want {
			t.Errorf("CanSendQueries(%q) = %v, want %v", env, got, want)
		}
	}
}
