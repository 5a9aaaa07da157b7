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

// overALink is a session over ssh to a terminal that TERM tells nothing of.
func overALink(set *Setup) {
	set.Probe = true
	set.Auto = settings.Detect(func(name string) string {
		return map[string]string{"TERM": "xterm-256color", "LANG": "de_DE.UTF-8", "SSH_TTY": "/dev/pts/1"}[name]
	})
}

func TestGlyphsAreAskedForOnce(t *testing.T) {
	for _, size := range [][2]int{{render.MinW, render.MinH}, {41, 17}, {80, 24}, {200, 60}} {
		p := sit(t, overALink)
		p.resize(size[0], size[1])
		p.on(TitleScreen)
		p.s.Found(settings.Caps{Answered: true}, p.now)
		p.on(glyphsScreen)
		if got := samples[p.s.Menu.Selected]; got != cell.Quadrant {
			t.Errorf("%v is chosen at first, want what was guessed", got)
		}
		p.key("enter")
		p.on(glyphsScreen) // meant for the title
		p.still()
		picture := p.s.Frame.String()
		for _, g := range samples {
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
			t.Errorf("kept is %q", kept)
		}
		p.keys("right right") // another level, and
		p.s.Found(settings.Caps{Answered: true}, p.now)
		p.on(TitleScreen) // no second time
	}
}

// Keys of a player who was typing when the question came up do not answer it. Its choices are dimmed until they can be chosen.
func TestNobodyChoosesGlyphsByAccident(t *testing.T) {
	p := sit(t, overALink)
	marked := func() bool {
		p.Helper()
		return strings.ContainsRune(p.s.Frame.String(), widget.Glyphs[cell.Quadrant].Next)
	}
	p.s.Found(settings.Caps{Answered: true}, p.now)
	p.wait(10 * time.Millisecond)
	if p.on(glyphsScreen); marked() {
		t.Errorf("a choice is marked that cannot be made yet:\n%s", &p.s.Frame)
	}
	for range 20 {
		p.s.Key(p.now, input.Keystroke{Key: tcell.KeyEnter})
		p.wait(100 * time.Millisecond)
	}
	if p.on(glyphsScreen); marked() {
		t.Errorf("while keys are pressed a choice is marked:\n%s", &p.s.Frame)
	}
	if at := p.s.NextFrame(p.now); p.s.NextFrame(at) > at {
		t.Error("no frame is due when a choice can be made")
	} else if p.s.Skip(at); p.s.NextFrame(at) <= at {
		t.Error("a frame that was put off is due immediately")
	}
	p.wait(time.Second)
	if !marked() {
		t.Errorf("no choice is marked when it can be made:\n%s", &p.s.Frame)
	}
	p.keys("down down up 5 4 5 0 9") // as in the title's menu; numbers select
	p.on(glyphsScreen)
	if got := samples[p.s.Menu.Selected]; got != cell.ASCII {
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

// A player who chooses coarser glyphs than the terminal seems to have gets a hint how to change them.
func TestCoarseGlyphsComeWithAHint(t *testing.T) {
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

func TestEscLeavesTheGlyphsThatWereGuessed(t *testing.T) {
	p := sit(t, overALink)
	p.s.Found(settings.Caps{}, p.now)
	p.wait(time.Second)
	p.key("esc")
	p.on(TitleScreen)
	if kept := p.settings(); !strings.Contains(kept, `glyphs = "auto"`) || p.s.View.Options().Glyphs != cell.Quadrant {
		t.Errorf("kept is %q, drawn with %v", kept, p.s.View.Options().Glyphs)
	}
}

// In tmux the terminal is as unknown as over a network.
func TestGlyphsAreAskedForInAMultiplexer(t *testing.T) {
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

// Whoever plays already when the answers come is asked at the next title.
func TestGlyphsAreNotAskedForInAGame(t *testing.T) {
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

func TestGlyphsAreNotAskedForWhereTheyAreKnown(t *testing.T) {
	local := func(set *Setup) { set.Auto.TerminalUnknown = false }
	known := func(set *Setup) {
		set.Auto = settings.Detect(func(v string) string { return map[string]string{"TERM": "xterm-kitty", "SSH_TTY": "/dev/pts/1"}[v] })
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

// Where characters of ambiguous width take two columns, the picture is ASCII. Only the flag counts more: a choice in
// a file or in the menu may be meant for another terminal.
func TestAWideTerminalGetsASCII(t *testing.T) {
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

// A late reply that measures the width answers the question.
func TestTheQuestionEndsWhenTheWidthIsKnown(t *testing.T) {
	p := sit(t, overALink)
	p.s.Found(settings.Caps{PictureKnown: true}, p.now)
	p.on(glyphsScreen)
	p.s.Found(settings.Caps{PictureKnown: true, Answered: true, Ambiguous: 2}, p.now)
	p.on(TitleScreen)
	p.s.showOptions(p.now)
	if text := p.s.Draw(p.now).String(); !strings.Contains(text, "Only ASCII fits here") {
		t.Errorf("the options do not say so:\n%s", text)
	}
}
