package app

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// hudOf returns the words in the HUD panel at 80×24.
func hudOf(v *render.View, g *engine.Game) []string {
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	var b strings.Builder
	for _, row := range strings.Split(strings.TrimSuffix(f.String(), "\n"), "\n") {
		b.WriteString(string([]rune(row)[63:]))
		b.WriteByte('\n')
	}
	return strings.Fields(b.String())
}

// missingWord returns the first word of text that is not in words, or "".
func missingWord(words []string, text string) string {
	have := map[string]bool{}
	for _, w := range words {
		have[w] = true
	}
	for w := range strings.FieldsSeq(text) {
		if !have[w] {
			return w
		}
	}
	return ""
}

// At 80×24, the HUD shows names of modes and levels, drops, effects and hints completely, in every mode.
func TestHUDCutsNoWord(t *testing.T) {
	p := newSession(t)
	for m := range engine.Modes {
		pack, config := p.s.nextGameConfig(engine.Mode(m), 0)
		names := append(levels.LevelNames(pack), "Shooting Gallery", "Butterfly Effect")
		g, err := engine.New(config)
		if err != nil {
			t.Fatal(err)
		}
		row := &engine.Modes[m]
		for _, name := range names {
			v := render.NewView(render.Options{Names: []string{name}, Players: [2]string{"YOU", "BEGINNER"}})
			want := name
			if row.HasRows {
				want = ""
			}
			if !row.Default {
				want += " " + strings.ToUpper(row.Title)
			}
			if row.Versus {
				want += " YOU BEGINNER"
			}
			if w := missingWord(hudOf(v, g), want); w != "" {
				t.Errorf("%s, level %s: no word %q in %q", row.Title, name, w, hudOf(v, g))
			}
		}

		v := render.NewView(render.Options{Keys: p.s.hintKeys()})
		v.SetBest(render.Best{Score: 1_234_567, Ticks: 3000, Points: 9000})
		other := g.Clone()
		other.Score, other.BricksLeft = 123_456, max(g.BricksLeft-12, 0)
		if v.SetGhost(other); !row.Versus {
			if w := missingWord(hudOf(v, g), "BEST 1,234,567 GHOST"); w != "" {
				t.Errorf("%s: no word %q in %q", row.Title, w, hudOf(v, g))
			}
		}
		v.SetBest(render.Best{})
		v.SetGhost(nil)
		if w := missingWord(hudOf(v, g), "space: serve"); w != "" {
			t.Errorf("%s: no word %q in %q", row.Title, w, hudOf(v, g))
		}
		for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
			g.Drops = []engine.Drop{{Kind: k}}
			words := strings.Join(hudOf(v, g), " ")
			first, _, _ := strings.Cut(spec.Drops[k].Label, " ")
			if !strings.Contains(words, spec.Drops[k].Label) && !(spec.Drops[k].Points > 0 &&
				strings.Contains(words, first)) {
				t.Errorf("%s: no %q in %q", row.Title, spec.Drops[k].Label, words)
			}
		}
		g.Drops = nil
	}
}

// The HUD shows the complete label of each running effect.
func TestHUDShowsRunningEffects(t *testing.T) {
	for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
		p := newSession(t)
		p.keys("enter space")
		g := p.s.round.game
		paddle := g.Capsule(0)
		for range 240 {
			g.Drops = []engine.Drop{{Kind: k}}
			g.Drops[0].At.X, g.Drops[0].At.Y = paddle.X, paddle.Y
			if g.Step(engine.Input{engine.Idle}); g.Running(k) {
				break
			}
		}
		g.Drops = nil
		if !g.Running(k) {
			if spec.Drops[k].Seconds > 0 {
				t.Errorf("the effect of %s does not run", spec.Drops[k].Name)
			}
			continue
		}
		if w := missingWord(hudOf(p.s.View, g), spec.Drops[k].Label); w != "" {
			t.Errorf("no word %q in %q", w, hudOf(p.s.View, g))
		}
	}
}

// The dialog of a paused game shows the stars of the level and the player's progress.
func TestPauseShowsTheGoals(t *testing.T) {
	p := newSession(t, threeWorlds)
	p.keys("enter")
	g := p.s.round.game
	g.Tally.BallsLost, g.Tally.ParScore = 1, 1000
	p.keys("p")
	p.wantScreen(pausedScreen)
	lines := strings.Join(p.s.Menu.Lines, "\n")
	for _, want := range []string{
		"Level 1 · A", "☆ Cleared", "1 brick left", "0:00 of 0:20", "× Balls", "1 ball lost",
		"0 of 1,000",
	} {
		if !strings.Contains(lines, want) {
			t.Errorf("the pause does not show %q:\n%s", want, lines)
		}
	}
}
