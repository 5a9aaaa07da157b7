//go:build unix

package main

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/settings"
	"arkterm/input"
)

// reportValue returns the value of a row of the report.
func reportValue(t *testing.T, d *doctor, section, name string) string {
	t.Helper()
	for _, s := range d.report() {
		for _, r := range s.rows {
			if s.name == section && r.name == name {
				return r.value
			}
		}
	}
	t.Fatalf("the report has no row %s, %s", section, name)
	return ""
}

// limitedFlow returns the state of a link with a rate limit in bytes per second.
func limitedFlow(rate int, multiplexer, chosen bool) screen.Flow {
	return screen.Flow{Cap: screen.Cap{Rate: rate, Multiplexer: multiplexer, Chosen: chosen}}
}

func TestDoctorReport(t *testing.T) {
	env := func(vars ...string) settings.Env {
		return func(name string) string {
			for _, v := range vars {
				if k, value, _ := strings.Cut(v, "="); k == name {
					return value
				}
			}
			return ""
		}
	}

	kitty := screen.Caps{
		Answered: true, Kitty: true, Version: "kitty(0.26.5)", CellW: 9, CellH: 18, Aspect: 0.5,
		Ambiguous: 1,
	}
	wide := screen.Caps{Answered: true, Version: "kitty(0.26.5)", Ambiguous: 2}
	for _, c := range []struct {
		d             doctor
		section, name string
		want          string
	}{
		{doctor{env: env("TERM=xterm-kitty")}, "drawing", "glyphs", "mosaic, from TERM"},
		{
			doctor{env: env("TERM=xterm-256color")},
			"drawing", "glyphs",
			"quadrant, from the UTF-8 locale; the terminal is unknown",
		},
		{doctor{env: env("TERM=xterm", "LANG=C")}, "drawing", "glyphs", "ascii, from a locale without UTF-8"},
		{
			doctor{env: env("TERM=xterm-256color"), caps: kitty},
			"drawing", "glyphs",
			"mosaic, from the terminal's name",
		},
		{
			doctor{env: env("TERM=xterm-256color"), caps: kitty},
			"drawing", "colors",
			"truecolor, from the terminal's name",
		},
		{
			doctor{env: env("TERM=xterm-256color", "FORCE_COLOR=2"), caps: kitty},
			"drawing", "colors",
			"256, from FORCE_COLOR",
		},
		{
			doctor{env: env("TERM=xterm-256color", "COLORTERM=truecolor")},
			"drawing", "colors",
			"truecolor, from COLORTERM",
		},
		{doctor{env: env("TERM=xterm-256color", "NO_COLOR=1")}, "drawing", "colors", "mono, from NO_COLOR"},
		{doctor{env: env("TERM=xterm-256color", "NO_COLOR=")}, "drawing", "colors", "256, from TERM"},
		{
			doctor{env: env("LC_ALL=de_DE.ISO-8859-1", "LANG=C.UTF-8")},
			"terminal", "locale",
			"LC_ALL=de_DE.ISO-8859-1: not UTF-8",
		},
		{doctor{env: env()}, "terminal", "locale", "not set; UTF-8 is assumed"},
		{doctor{env: env("TERM=x\x1b[2J\u202e")}, "terminal", "TERM", "x?[2J?"},
		{doctor{env: env("SSH_TTY=/dev/pts/0")}, "terminal", "link", "SSH, 30 frames a second"},
		{
			doctor{env: env(), hasTerminal: true, cols: 30, rows: 10},
			"terminal", "size",
			"30 x 10 cells, too small; a game needs at least 40 x 16",
		},
		{
			doctor{env: env(), hasTerminal: true, queried: true, caps: kitty},
			"terminal", "cell",
			"0.50 times as wide as high, 9 x 18 pixels by CSI 16 t",
		},
		{
			doctor{env: env(), hasTerminal: true, queried: true, caps: kitty},
			"keys and mouse", "steering",
			"exact, because the terminal reports key releases",
		},
		{doctor{env: env(), hasTerminal: true, queried: true, caps: kitty}, "keys and mouse", "win32 protocol", "no"},
		{doctor{env: env(), hasTerminal: true, queried: true}, "keys and mouse", "kitty protocol", "no reply"},
		{
			doctor{env: env(), hasTerminal: true, delay: 400 * time.Millisecond, period: time.Second / 30},
			"keys and mouse",
			"keyboard", "repeats after 400 ms, every 33 ms",
		},
		{
			doctor{env: env("TERM=xterm", "ASCIINEMA_REC=1"), hasTerminal: true},
			"terminal", "queries",
			"not sent, because the session is recorded",
		},
		{
			doctor{env: env("TERM=xterm-256color"), caps: wide},
			"drawing", "glyphs",
			"ascii, from the width of ambiguous characters",
		},
		{
			doctor{env: env("TERM=xterm-256color"), caps: wide},
			"terminal", "ambiguous",
			"characters of ambiguous width take 2 columns, so arkterm draws ASCII",
		},
		{
			doctor{env: env("TERM=xterm-256color"), caps: kitty},
			"terminal", "ambiguous",
			"characters of ambiguous width take 1 column",
		},
		{doctor{env: env()}, "terminal", "ambiguous", "not measured"},
		{doctor{env: env("TERM=xterm")}, "output", "driver", "arkterm, from default"},
		{doctor{env: env("TERM=wy60")}, "output", "driver", "tcell, from TERM"},
		{
			doctor{env: env("TERM=linux"), hasTerminal: true},
			"terminal", "queries",
			"not sent, because this terminal prints them as text",
		},
		{doctor{env: env()}, "terminal", "rate", "unknown"},
		{doctor{env: env(), hasTerminal: true, caps: kitty}, "terminal", "rate", "measured by the terminal's replies"},
		{
			doctor{env: env(), hasTerminal: true, caps: kitty, flow: limitedFlow(7000, false, false)},
			"terminal", "rate",
			"measured by the terminal's replies",
		},
		{
			doctor{env: env(), hasTerminal: true, flow: limitedFlow(7000, false, false)},
			"terminal", "rate",
			"at most 7000 bytes per second, because the terminal does not reply (see --link)",
		},
		{
			doctor{env: env(), hasTerminal: true, caps: kitty, flow: limitedFlow(7000, true, false)},
			"terminal", "rate",
			"at most 7000 bytes per second, because tmux or screen answers the speed queries, " +
				"not the terminal (see --link)",
		},
		{
			doctor{env: env(), hasTerminal: true, caps: kitty, flow: limitedFlow(0, true, false)},
			"terminal", "rate",
			"measured by the terminal's replies",
		},
		{
			doctor{env: env(), hasTerminal: true, caps: kitty, flow: limitedFlow(20_000, true, true)},
			"terminal", "rate",
			"at most 20000 bytes per second, set by default",
		},
		{
			doctor{env: env(), hasTerminal: true},
			"terminal", "rate",
			"as fast as the system accepts output, because the terminal does not reply",
		},
	} {
		if got := reportValue(t, &c.d, c.section, c.name); got != c.want {
			t.Errorf("row %s, %s of the report = %q, want %q", c.section, c.name, got, c.want)
		}
	}
}

func TestDoctorTestsKeys(t *testing.T) {
	const ms = time.Millisecond
	var k keyTest
	at := time.Second
	hold := func() {
		k.Key(at, input.Keystroke{Key: tcell.KeyLeft})
		for d := 400 * ms; d < 900*ms; d += 33 * ms {
			k.Key(at+d, input.Keystroke{Key: tcell.KeyLeft})
		}
		at += 2 * time.Second
	}

	hold()
	if got, want := k.lines()[3], "key       Left, 16 repeats, 895 ms"; got != want {
		t.Errorf("after the first hold, line 3 = %q, want %q", got, want)
	}

	hold()
	if got, want := k.lines()[5], "keyboard  repeats after 400 ms, every 33 ms"; got != want {
		t.Errorf("after the second hold, line 5 = %q, want %q", got, want)
	}

	k.Key(at, input.Char('a'))
	k.Key(at+80*ms, input.Keystroke{Rune: 'a', Kind: input.Release})
	if text := strings.Join(k.lines(), "\n"); !strings.Contains(text, "a, 0 repeats, 80 ms, released") ||
		!strings.Contains(text, "reported, so held keys are exact") {
		t.Errorf("want the released key a and reported releases in these lines:\n%s", text)
	}

	k.Mouse(input.MouseReport{Col: 4, Row: 6, Buttons: tcell.ButtonPrimary})
	if got, want := k.lines()[6], "mouse     column 5, row 7, left button"; got != want {
		t.Errorf("after a click, line 6 = %q, want %q", got, want)
	}
	if k.done {
		t.Error("the test of the keys has ended before Esc")
	}
	k.Key(at+time.Second, input.Keystroke{Key: tcell.KeyEsc})
	if !k.done {
		t.Error("Esc does not end the test of the keys")
	}
}

// TestDoctorInATerminal runs doctor in a pseudo-terminal.
func TestDoctorInATerminal(t *testing.T) {
	t.Parallel()
	p := startWithKeyboard(t, true, "doctor")
	p.waitFor("\x1b[>15u")
	p.waitFor("Hold an arrow key down")
	p.send("\x1b[D\x1b[1;1:3D")
	p.waitFor("released")
	p.send("\x1b[113u")
	p.waitFor("kitty protocol yes")
	p.waitFor("exact")
	p.waitExit(cli.ExitOK)
}
