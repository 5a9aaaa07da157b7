package app

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/settings"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// overSSH makes set the setup of a session over SSH with an unknown terminal.
func overSSH(set *Setup) {
	set.Probe = true
	set.Auto = settings.Detect(func(name string) string {
		return map[string]string{"TERM": "xterm-256color", "LANG": "de_DE.UTF-8", "SSH_TTY": "/dev/pts/1"}[name]
	})
}

func TestGlyphQuestionAppearsOnce(t *testing.T) {
	for _, size := range [][2]int{{render.MinW, render.MinH}, {41, 17}, {80, 24}, {200, 60}} {
		p := newSession(t, overSSH)
		p.resize(size[0], size[1])
		p.wantScreen(TitleScreen)
		p.s.SetCaps(settings.Caps{Answered: true}, p.now)
		p.wantScreen(glyphsScreen)
		if got := offeredGlyphs[p.s.Menu.Selected]; got != cell.Quadrant {
			t.Errorf("%v is selected first, want the detected glyphs", got)
		}
		p.key("enter")
		p.wantScreen(glyphsScreen) // the key is ignored, because it was meant for the title
		p.wantIdle()
		picture := p.s.Frame.String()
		for _, g := range offeredGlyphs {
			for _, row := range g.Preview() {
				if !strings.Contains(picture, row) {
					t.Fatalf("at size %v, no sample of %v is shown:\n%s", size, g, picture)
				}
			}
		}
		p.keys("left enter")
		p.wantScreen(TitleScreen)
		if g := p.s.View.Options().Glyphs; g != cell.Sextant {
			t.Errorf("the picture is drawn with %v", g)
		}
		if kept := p.settings(); !strings.Contains(kept, `glyphs = "sextant"`) {
			t.Errorf("saved settings %q, want sextant", kept)
		}
		p.keys("right right") // another level
		p.s.SetCaps(settings.Caps{Answered: true}, p.now)
		p.wantScreen(TitleScreen) // the question does not appear again
	}
}

// A player who was already typing does not answer the question by accident. The answers are dimmed until they can be
// chosen.
func TestGlyphsAreNotChosenByAccident(t *testing.T) {
	p := newSession(t, overSSH)
	marked := func() bool {
		p.Helper()
		return strings.ContainsRune(p.s.Frame.String(), widget.Glyphs[cell.Quadrant].Marker)
	}
	p.s.SetCaps(settings.Caps{Answered: true}, p.now)
	p.wait(10 * time.Millisecond)
	if p.wantScreen(glyphsScreen); marked() {
		t.Errorf("a choice is marked before it can be made:\n%s", &p.s.Frame)
	}
	for range 20 {
		p.s.Key(p.now, input.Keystroke{Key: tcell.KeyEnter})
		p.wait(100 * time.Millisecond)
	}
	if p.wantScreen(glyphsScreen); marked() {
		t.Errorf("a choice is marked while keys are pressed:\n%s", &p.s.Frame)
	}
	if at := p.s.NextFrame(p.now); p.s.NextFrame(at) > at {
		t.Error("no frame is due at the time when the choices become available")
	} else if p.s.Skip(at); p.s.NextFrame(at) <= at {
		t.Error("after Skip, the frame is due immediately")
	}
	p.wait(time.Second)
	if !marked() {
		t.Errorf("no choice is marked when the choices are available:\n%s", &p.s.Frame)
	}
	p.keys("down down up 5 4 5 0 9") // digits select a choice, as in the title's menu
	p.wantScreen(glyphsScreen)
	if got := offeredGlyphs[p.s.Menu.Selected]; got != cell.ASCII {
		t.Errorf("the digits have selected %v, want ascii", got)
	}
	p.keys("3 down down enter")
	p.wantScreen(TitleScreen)
	if g := p.s.View.Options().Glyphs; g != cell.Quadrant {
		t.Errorf("the picture is drawn with %v", g)
	}
	if notice := p.s.LastNotice(); notice != "" {
		t.Errorf("the notice is %q, want none", notice)
	}
}

// A player who chooses coarser glyphs than the terminal probably supports gets a hint about changing them.
func TestCoarseGlyphsShowAHint(t *testing.T) {
	p := newSession(t, overSSH, func(set *Setup) { set.Notice = "You are called ann." })
	p.s.SetCaps(settings.Caps{Answered: true}, p.now)
	p.wait(time.Second)
	p.keys("5 enter")
	p.wantScreen(TitleScreen)
	p.wait(time.Second)
	for _, text := range []string{"You are called ann.", "Glyphs: ascii.", "Options"} {
		if picture := p.s.Frame.String(); !strings.Contains(picture, text) {
			t.Errorf("the title does not show %q:\n%s", text, picture)
		}
	}
}

func TestEscKeepsTheDetectedGlyphs(t *testing.T) {
	p := newSession(t, overSSH)
	p.s.SetCaps(settings.Caps{}, p.now)
	p.wait(time.Second)
	p.key("esc")
	p.wantScreen(TitleScreen)
	if kept := p.settings(); !strings.Contains(kept, `glyphs = "auto"`) || p.s.View.Options().Glyphs != cell.Quadrant {
		t.Errorf("saved settings %q, drawn with %v; want auto, quadrants", kept, p.s.View.Options().Glyphs)
	}
}

// Inside tmux or screen, the terminal is unknown, as it is over a network.
func TestGlyphQuestionAppearsInAMultiplexer(t *testing.T) {
	for _, name := range []string{"TMUX", "STY", "none"} {
		p := newSession(t, overSSH, func(set *Setup) {
			set.Auto = settings.Detect(func(v string) string {
				return map[string]string{"TERM": "tmux-256color", "LANG": "de_DE.UTF-8", name: "1"}[v]
			})
		})
		p.s.SetCaps(settings.Caps{Answered: true, Version: "tmux 3.4"}, p.now)
		if asked := p.s.ID() == glyphsScreen; asked != (name != "none") {
			t.Errorf("with the variable %s set: asked %v", name, asked)
		}
	}
}

// If the replies arrive during a game, the question appears when the player returns to the title.
func TestGlyphQuestionAppearsOnTheTitle(t *testing.T) {
	p := newSession(t, overSSH)
	p.keys("enter")
	p.s.SetCaps(settings.Caps{Answered: true}, p.now)
	p.wantScreen(playingScreen)
	p.keys("q q")
	p.wantScreen(glyphsScreen)
	p.wait(time.Second)
	p.click("4")
	p.wantScreen(TitleScreen)
	if g := p.s.View.Options().Glyphs; g != cell.Half {
		t.Errorf("the picture is drawn with %v", g)
	}
}

func TestGlyphQuestionNeedsAnUnknownTerminal(t *testing.T) {
	local := func(set *Setup) { set.Auto.TerminalUnknown = false }
	known := func(set *Setup) {
		set.Auto = settings.Detect(func(v string) string {
			return map[string]string{
				"TERM":    "xterm-kitty",
				"SSH_TTY": "/dev/pts/1",
			}[v]
		})
	}
	given := func(set *Setup) { set.Choices.Values[settings.Glyphs][settings.ByConfig] = "half" }
	cases := map[string]struct {
		change  func(*Setup)
		version string
	}{
		"local terminal":       {local, ""},
		"known by TERM":        {known, ""},
		"known by its version": {func(*Setup) {}, "VTE(7600)"},
		"chosen by the player": {given, ""},
		"bot":                  {withBot, ""},
	}
	for name, c := range cases {
		p := newSession(t, overSSH, c.change)
		p.s.SetCaps(settings.Caps{Answered: true, Version: c.version}, p.now)
		if p.s.ID() == glyphsScreen {
			t.Errorf("%s: the question appears", name)
		}
	}
}

// If characters of ambiguous width take two columns, the picture is ASCII. Only the flag overrides this, because a
// choice in a file or in the menu may be meant for another terminal.
func TestWideTerminalGetsASCII(t *testing.T) {
	for _, c := range []struct {
		from   settings.Source
		value  string
		want   cell.Glyphs
		narrow bool
	}{
		{settings.ByConfig, "", cell.ASCII, true},
		{settings.ByConfig, "mosaic", cell.ASCII, true},
		{settings.ByMenu, "half", cell.ASCII, true},
		{settings.ByFlag, "auto", cell.ASCII, true},
		{settings.ByFlag, "half", cell.Half, false},
	} {
		p := newSession(t, overSSH, func(set *Setup) { set.Choices.Values[settings.Glyphs][c.from] = c.value })
		p.s.SetCaps(settings.Caps{PictureKnown: true, Answered: true, Version: "VTE(7600)", Ambiguous: 2}, p.now)
		p.wantScreen(TitleScreen)
		if o := p.s.View.Options(); o.Glyphs != c.want || p.s.Draw(p.now).NoAmbiguousWidth != c.narrow {
			t.Errorf("%v %q: drawn with %v, narrow %v", c.from, c.value, o.Glyphs, p.s.Frame.NoAmbiguousWidth)
		}
	}
}

// A late reply that measures the width closes the question.
func TestKnownWidthClosesTheGlyphQuestion(t *testing.T) {
	p := newSession(t, overSSH)
	p.s.SetCaps(settings.Caps{PictureKnown: true}, p.now)
	p.wantScreen(glyphsScreen)
	p.s.SetCaps(settings.Caps{PictureKnown: true, Answered: true, Ambiguous: 2}, p.now)
	p.wantScreen(TitleScreen)
	p.s.showOptions(p.now)
	if text := p.s.Draw(p.now).String(); !strings.Contains(text, "Only ASCII fits here") {
		t.Errorf("the options do not show that only ASCII fits:\n%s", text)
	}
}
