package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// rowLevel returns a level with a row of n bricks of one kind.
func rowLevel(n int, k spec.Kind) (l spec.Level) {
	for i := range n {
		l.Bricks = append(l.Bricks, spec.BrickSpec{Kind: k, Shape: geom.Regular(6, at(3+5*float64(i), 20), 2, 30)})
	}
	return l
}

func TestWarpNeedsFourFifthsOfTheBricks(t *testing.T) {
	press := Input{{Target: NoTarget, Buttons: Warp}, Idle}
	for _, tt := range []struct {
		name  string
		gone  int
		mode  Mode
		last  bool
		warps bool
	}{
		{"three of five", 3, Campaign, false, false},
		{"four of five", 4, Campaign, false, true},
		{"four of five, by two", 4, Coop, false, true},
		{"there is no next level", 4, Campaign, true, false},
		{"in a match", 4, Arkanong, false, false},
	} {
		levels := []spec.Level{rowLevel(5, spec.Plain), rowLevel(1, spec.Plain)}
		if tt.last {
			levels = levels[:1]
		}

		g, err := New(Config{Setup: Setup{Mode: tt.mode}, Levels: levels})
		if err != nil {
			t.Fatal(err)
		}

		for k := range tt.gone {
			g.setHits(k, 0)
			g.BricksLeft--
		}

		g.world.Rebuild()
		score := g.Score
		if g.CanWarp() != tt.warps {
			t.Errorf("%s: CanWarp() = %v, want %v", tt.name, g.CanWarp(), tt.warps)
		}

		g.Step(press)
		if warped := g.Phase == Clear && g.Tally.Warped && count(g.Events, LevelWarped) == 1; warped != tt.warps {
			t.Errorf("%s: after the press: phase %s, tally %+v, want a warp: %v", tt.name, g.Phase, g.Tally, tt.warps)
		}
		if g.Score != score || g.Stars() != 0 {
			t.Errorf("%s: the warp pays %d points and the stars %04b, want none", tt.name, g.Score-score, g.Stars())
		}

		for range 3 * TicksPerSecond {
			g.Step(press)
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
		}

		if tt.warps && (g.Level != 1 || g.Tally.Warped) {
			t.Errorf("%s: after the warp: level %d, tally %+v; want level 2 and a new tally", tt.name, g.Level+1,
				g.Tally)
		}
	}
}
