package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/text"
)

// soloModes returns the modes for one player, in the order of the menu.
func soloModes() (modes []engine.Mode) {
	for m := range engine.Modes {
		if engine.Modes[m].Paddles == 1 {
			modes = append(modes, engine.Mode(m))
		}
	}
	return modes
}

// Each mode of the table has its own row in the menu.
func TestEachModeHasAMenuRow(t *testing.T) {
	for _, m := range soloModes() {
		p := newSession(t)
		p.choose("Modes", engine.Modes[m].Title)
		switch row := &engine.Modes[m]; {
		case row.HasChallenges:
			p.wantScreen(challengesScreen)
			p.keys("enter")
		case row.Dated:
			p.wantScreen(dailyScreen)
			p.keys("enter")
		}
		p.wantScreen(playingScreen)
		if p.s.round.game.Mode != m || p.s.round.config.Mode != m || p.s.round.recording.Mode != m {
			t.Errorf("row %d of the menu starts mode %s, want %s", m, p.s.round.game.Mode, m)
		}
		p.keys("space r r")
		p.wantScreen(playingScreen)
		if p.s.round.game.Mode != m {
			t.Errorf("after a restart of %s, the mode is %s", m, p.s.round.game.Mode)
		}
	}
}

func TestModesMenuByMouse(t *testing.T) {
	p := newSession(t)
	p.click("Modes")
	p.wantScreen(modesScreen)
	p.click("Zen")
	p.wantScreen(playingScreen)
	if p.s.round.game.Mode != engine.Zen {
		t.Errorf("a click on Zen starts mode %s", p.s.round.game.Mode)
	}
}

func TestModesMenuDescribesEachMode(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {render.MinW, render.MinH}, {120, 40}} {
		p := newSession(t)
		p.resize(size[0], size[1])
		p.choose("Modes")
		for _, m := range engine.Modes {
			p.wait(time.Second)
			picture := p.s.Frame.String()
			if words := strings.Fields(m.Help); !strings.Contains(picture, strings.Join(words[:len(words)-1], " ")) {
				t.Errorf("%dx%d: %s is not described as %q:\n%s", size[0], size[1], m.Name, m.Help, picture)
			}
			p.keys("down")
		}
	}
}

func TestChosenModeIsKept(t *testing.T) {
	p := newSession(t)
	p.walk("Modes, Endless, q q")
	p.wantScreen(TitleScreen)
	if label := p.s.Menu.Buttons[0]; label != "Play Endless" {
		t.Errorf("the first button is %q, want Play Endless", label)
	}
	p.choose("Modes")
	if !p.selected("Endless") {
		t.Errorf("the menu of modes selects %s, want Endless", p.s.Menu.Current().Label)
	}
	p.keys("esc")
	p.wantScreen(TitleScreen)
}

// Games in practice, zen and challenges are not scored.
func TestScoredModes(t *testing.T) {
	for _, m := range soloModes() {
		p := newSession(t, func(set *Setup) { set.Choices.Values[settings.Mode][settings.ByFlag] = m.String() })
		p.keys("enter")
		if engine.Modes[m].Dated {
			p.keys("enter") // on the card of the day
		}
		scored := !slices.Contains([]engine.Mode{engine.Practice, engine.Zen, engine.Challenges}, m)
		if p.s.round.savesScore != scored {
			t.Errorf("a game in mode %s is scored: %v, want %v", m, p.s.round.savesScore, scored)
		}
	}
}

// The score tables of modes with their own levels are titled with the names of the modes. Tables of other days are not
// shown.
func TestTablesOfModesWithOwnLevels(t *testing.T) {
	table := func(c engine.Config) progress.Table {
		pack := levels.PackFor(c.Mode, c.Day, levels.Shipped())
		c.Drops = progress.DefaultDrops
		return progress.TableOf(pack, &c, false)
	}
	here := table(engine.Config{})
	for want, c := range map[string]engine.Config{
		"Endless":                    {Setup: engine.Setup{Mode: engine.Endless}},
		"Daily 2026-11-22":           {Setup: engine.Setup{Mode: engine.Daily, Day: 20261122}},
		"Boss rush":                  {Setup: engine.Setup{Mode: engine.BossRush}},
		"Storm":                      {Setup: engine.Setup{Mode: engine.Storm, Storm: engine.DefaultStorm}},
		"Storm · storm 1000":         {Setup: engine.Setup{Mode: engine.Storm, Storm: 1000}},
		"Starting at level 1 · time": {Setup: engine.Setup{Mode: engine.TimeAttack}},
	} {
		p := progress.Page{Table: table(c)}
		if head := p.Text(80, 0)[0]; !strings.HasPrefix(head, want) {
			t.Errorf("the table of %s is called %q, want %q", c.Mode, head, want)
		}
		var b leaderboard
		b.setTables(&progress.TablesRead{Pages: []progress.Page{p}}, here)
		if shown := b.pages[0].Mode == p.Mode || len(b.pages) > 1; shown == (c.Mode == engine.Daily) {
			t.Errorf("the table of %s is shown from the title of a campaign: %v", c.Mode, shown)
		}
	}
}

// In a narrow window, the dialog shows the description of the selected mode, and none for other buttons.
func TestDescriptionOfTheSelectedMode(t *testing.T) {
	p := newSession(t, withOwnLevels)
	p.resize(render.MinW, render.MinH)
	p.walk("Modes")
	if want := text.Translate(engine.Modes[0].Help); !slices.Equal(p.s.Menu.Lines, []string{want}) {
		t.Errorf("the lines about the first mode are %q, want %q", p.s.Menu.Lines, want)
	}
	p.moveTo(text.Surprise.Button)
	if p.s.Menu.Lines != nil {
		t.Errorf("the lines about generated levels are %q, want none", p.s.Menu.Lines)
	}
}
