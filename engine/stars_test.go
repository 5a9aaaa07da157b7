package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A par in the level replaces the default, which depends on the bricks.
func TestParOfALevel(t *testing.T) {
	l := far
	l.ParTime = 20 * TicksPerSecond
	g := inPlay(t, l, at(32, 20), geom.Vec{X: 20, Y: -18})
	if g.Tally.Par != l.ParTime {
		t.Fatalf("Tally.Par = %d ticks, want the level's par of %d", g.Tally.Par, l.ParTime)
	}

	g.Tally.Ticks = 10 * TicksPerSecond
	g.damage(0, 3, Event{Ball: -1})
	endBonusUnpaid(g)
	if g.Tally.SpeedBonus != 20_000 {
		t.Errorf("Tally = %+v, want a SpeedBonus of 20,000", g.Tally)
	}
	if spec.Digest([]spec.Level{far}) == spec.Digest([]spec.Level{l}) {
		t.Error("Digest does not depend on ParTime, want a different digest")
	}

	l = far
	l.World, l.ParScore = "W", 1000
	if spec.Digest([]spec.Level{far}) != spec.Digest([]spec.Level{l}) {
		t.Error("Digest depends on World or ParScore, want the same digest")
	}
}

func TestStars(t *testing.T) {
	for _, tt := range []struct {
		name        string
		ticks, lost int
		parScore    int
		want        Stars
	}{
		{"all", 9 * TicksPerSecond, 0, 15_000, AllStars},
		{"at par", 10 * TicksPerSecond, 0, 15_300, AllStars},
		{"too slow", 10*TicksPerSecond + 1, 0, 1000, StarCleared | StarScore | StarClean},
		{"a ball lost", 10 * TicksPerSecond, 1, 12_801, StarCleared | StarTime},
		{"too few points", 10 * TicksPerSecond, 0, 15_301, StarCleared | StarTime | StarClean},
		{"no par for points", 10 * TicksPerSecond, 0, 0, StarCleared | StarTime | StarClean},
	} {
		l := far
		l.ParTime, l.ParScore = 10*TicksPerSecond, tt.parScore
		g := inPlay(t, l, at(32, 20), geom.Vec{X: 20, Y: -18})
		if g.Stars() != 0 {
			t.Errorf("%s: Stars() during play = %04b, want 0", tt.name, g.Stars())
		}

		g.Tally.Ticks, g.Tally.BallsLost = tt.ticks, tt.lost
		g.damage(0, 3, Event{Ball: -1})
		endBonusUnpaid(g)
		if g.Stars() != tt.want || g.Tally.Total() != g.Score {
			t.Errorf("%s: Stars() = %04b, want %04b: %+v", tt.name, g.Stars(), tt.want, g.Tally)
		}
		if all := LevelStars(&l); g.Stars()&^all != 0 {
			t.Errorf("%s: Stars() = %04b, want only stars of LevelStars() = %04b", tt.name, g.Stars(), all)
		}
	}

	if n := (StarTime | StarClean).Count(); n != 2 {
		t.Errorf("Count() of two stars = %d, want 2", n)
	}
}

// At a difficulty that pays half, the par score is half.
func TestParScoreFollowsTheDifficulty(t *testing.T) {
	l := far
	l.ParScore = 1000
	for d := range Difficulties {
		g, err := New(Config{Setup: Setup{Difficulty: Difficulty(d)}, Levels: []spec.Level{l}})
		if err != nil || g.Tally.ParScore != 10*g.difficultyRow().PointsPercent {
			t.Errorf("%s: Tally.ParScore = %d, error %v; want it scaled by the difficulty",
				g.difficultyRow().Name, g.Tally.ParScore, err)
		}
	}
}
