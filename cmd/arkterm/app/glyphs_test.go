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

// overALink sets up a session over SSH with an unknown terminal.
func overALink(set *Setup) {
	set.Probe = true
	set.Auto = settings.Detect(func(name string) string {
		return map[string]string{"TERM": "xterm-256color", "LANG": "de_DE.UTF-8", "SSH_TTY": "/dev/pts/1"}[name]
	})
}

func TestGlyphQuestionAppearsOnce(t *testing.T) {
	for _, size := range [][2]int{{render.MinW, render.MinH}, {41, 17}, {80, 24}, {200, 60}} {
		p := sit(t, overALink)
		p.resize(size[0], size[1])
		p.on(TitleScreen)
		p.s.Found(settings.Caps{Answered: true}, p.now)
		p.on(glyphsScreen)
		if got := offeredGlyphs[p.s.Menu.Selected]; got != cell.Quadrant {
			t.Errorf("%v is selected first, want the detected glyphs", got)
		}
		p.key("enter")
		p.on(glyphsScreen) // the key was meant for the title
		p.still()
		picture := p.s.Frame.String()
		for _, g := range offeredGlyphs {
			for _, row := range g.Preview() {
				if !strings.Contains(picture, row) {
					t.Fatalf("%v: no sample of %v in\n%s", size, g, picture)
				}
			}
		}
		p.keys("left enter")
		p.on(TitleScreen)
		if g := p.s.View.Options().Glyphs; g != cell.Sextant {
			t.Errorf("drawn with %v", g)
		}
		if kept := p.settings(); !strings.Contains(kept, `glyphs = "sextant"`) {
			t.Errorf("saved %q", kept)
		}
		p.keys("right right") // another level
		p.s.Found(settings.Caps{Answered: true}, p.now)
		p.on(TitleScreen) // without the question
	}
}

// Keys of a player who was already typing do not answer the question. Its choices are dimmed until they can be chosen.
func TestGlyphsAreNotChosenByAccident(t *testing.T) {
	p := sit(t, overALink)
	marked := func() bool {
		p.Helper()
		return strings.ContainsRune(p.s.Frame.String(), widget.Glyphs[cell.Quadrant].Next)
	}
	p.s.Found(settings.Caps{Answered: true}, p.now)
	p.wait(10 * time.Millisecond)
	if p.on(glyphsScreen); marked() {
		t.Errorf("a choice is marked before it can be made:\n%s", &p.s.Frame)
	}
	for range 20 {
		p.s.Key(p.now, input.Keystroke{Key: tcell.KeyEnter})
		p.wait(100 * time.Millisecond)
	}
	if p.on(glyphsScreen); marked() {
		t.Errorf("a choice is marked while keys are pressed:\n%s", &p.s.Frame)
	}
	if at := p.s.NextFrame(p.now); p.s.NextFrame(at) > at {
		t.Error("no frame is due when the choices become available")
	} else if p.s.Skip(at); p.s.NextFrame(at) <= at {
		t.Error("a postponed frame is due immediately")
	}
	p.wait(time.Second)
	if !marked() {
		t.Errorf("no choice is marked when the choices are available:\n%s", &p.s.Frame)
	}
	p.keys("down down up 5 4 5 0 9") // digits select a choice, as in the title's menu
	p.on(glyphsScreen)
	if got := offeredGlyphs[p.s.Menu.Selected]; got != cell.ASCII {
		t.Errorf("%v is selected", got)
	}
	p.keys("3 down down enter")
	p.on(TitleScreen)
	if g := p.s.View.Options().Glyphs; g != cell.Quadrant {
		t.Errorf("drawn with %v", g)
	}
	if notice := p.s.LastNotice(); notice != "" {
		t.Errorf("the notice is %q", notice)
	}
}

// A player who chooses coarser glyphs than the terminal probably supports gets a hint about changing them.
func TestCoarseGlyphsShowAHint(t *testing.T) {
	p := sit(t, overALink, func(set *Setup) { set.Notice = "You are called ann." })
	p.s.Found(settings.Caps{Answered: true}, p.now)
	p.wait(time.Second)
	p.keys("5 enter")
	p.on(TitleScreen)
	p.wait(time.Second)
	for _, text := range []string{"You are called ann.", "Glyphs: ascii.", "Options"} {
		if picture := p.s.Frame.String(); !strings.Contains(picture, text) {
			t.Errorf("no %q in\n%s", text, picture)
		}
	}
}

func TestEscKeepsTheDetectedGlyphs(t *testing.T) {
	p := sit(t, overALink)
	p.s.Found(settings.Caps{}, p.now)
	p.wait(time.Second)
	p.key("esc")
	p.on(TitleScreen)
	if kept := p.settings(); !strings.Contains(kept, `glyphs = "auto"`) || p.s.View.Options().Glyphs != cell.Quadrant {
		t.Errorf("saved %q, drawn with %v", kept, p.s.View.Options().Glyphs)
	}
}

// Behind tmux, the terminal is as unknown as over a network.
func TestGlyphQuestionAppearsInAMultiplexer(t *testing.T) {
	for _, name := range []string{"TMUX", "STY", "none"} {
		p := sit(t, overALink, func(set *Setup) {
			set.Auto = settings.Detect(func(v string) string {
				return map[string]string{"TERM": "tmux-256color", "LANG": "de_DE.UTF-8", name: "1"}[v]
			})
		})
		p.s.Found(settings.Caps{Answered: true, Version: "tmux 3.4"}, p.now)
		if asked := p.s.ID() == glyphsScreen; asked != (name != "none") {
			t.Errorf("%s: asked %v", name, asked)
		}
	}
}

// If the replies arrive during a game, the question waits for the next title.
func TestGlyphQuestionWaitsForTheTitle(t *testing.T) {
	p := sit(t, overALink)
	p.keys("enter")
	p.s.Found(settings.Caps{Answered: true}, p.now)
	p.on(playingScreen)
	p.keys("q q")
	p.on(glyphsScreen)
	p.wait(time.Second)
	p.click("4")
	p.on(TitleScreen)
	if g := p.s.View.Options().Glyphs; g != cell.Half {
		t.Errorf("drawn with %v", g)
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
	given := func(set *Setup) { set.Choices.Set[settings.Glyphs][settings.ByConfig] = "half" }
	cases := map[string]struct {
		change  func(*Setup)
		version string
	}{
		"local":         {local, ""},
		"by TERM":       {known, ""},
		"by the answer": {func(*Setup) {}, "VTE(7600)"},
		"by the player": {given, ""},
		"the bot":       {withBot, ""},
	}
	for what, c := range cases {
		p := sit(t, overALink, c.change)
		p.s.Found(settings.Caps{Answered: true, Version: c.version}, p.now)
		if p.s.ID() == glyphsScreen {
			t.Errorf("asked: %s", what)
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
		p := sit(t, overALink, func(set *Setup) { set.Choices.Set[settings.Glyphs][c.from] = c.value })
		p.s.Found(settings.Caps{PictureKnown: true, Answered: true, Version: "VTE(7600)", Ambiguous: 2}, p.now)
		p.on(TitleScreen)
		if o := p.s.View.Options(); o.Glyphs != c.want || p.s.Draw(p.now).Narrow != c.narrow {
			t.Errorf("%v %q: drawn with %v, narrow %v", c.from, c.value, o.Glyphs, p.s.Frame.Narrow)
		}
	}
}

// A late reply that measures the width closes the question.
func TestKnownWidthClosesTheGlyphQuestion(t *testing.T) {
	p := sit(t, overALink)
	p.s.Found(settings.Caps{PictureKnown: true}, p.now)
	p.on(glyphsScreen)
	p.s.Found(settings.Caps{PictureKnown: true, Answered: true, Ambiguous: 2}, p.now)
	p.on(TitleScreen)
	p.s.showOptions(p.now)
	if text := p.s.Draw(p.now).String(); !strings.Contains(text, "Only ASCII fits here") {
		t.Errorf("the options do not show that:\n%s", text)
	}
}
