package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// matchWithoutBricks returns a match in Play on duelBoard with all bricks broken, and a ball at p.
func matchWithoutBricks(t *testing.T, p, v geom.Vec) *Game {
	t.Helper()
	g, err := New(Config{Setup: Setup{Mode: Arkanong}, Levels: []spec.Level{duelBoard(), duelBoard(), duelBoard()}})
	if err != nil {
		t.Fatal(err)
	}
	g.enterPhase(Play)
	for k := range g.Bricks {
		g.damage(k, int(g.Bricks[k].Hits), Event{Ball: -1})
	}
	g.Disc(0).Held = false
	put(g, 0, p, v)
	return g
}

// countBricks returns the number of bricks with hits.
func countBricks(g *Game) (n int) {
	for k := range g.Bricks {
		n += min(1, int(g.Bricks[k].Hits))
	}
	return n
}

// The floor drop of the player at the top closes the ceiling as soon as no ball is in it.
func TestCeilingClosesForTopPlayer(t *testing.T) {
	g := matchWithoutBricks(t, at(10, 0), geom.Vec{X: 3})
	g.applyDrop(spec.DropFloor, 1)
	for _, c := range []struct {
		y      float64 // position of the ball
		ticks  int
		closed bool
	}{{BallRadius / 2, 5, false}, {24, 5, true}, {24, 30 * TicksPerSecond, false}} {
		for range c.ticks {
			put(g, 0, at(10, c.y), geom.Vec{X: 3})
			g.Step(Input{Idle, Idle})
		}
		if g.CeilingClosed != c.closed || g.world.Ceiling != c.closed || g.FloorClosed || g.world.Floor {
			t.Errorf("after %d ticks with the ball at %g: CeilingClosed = %v, FloorClosed = %v; want %v, false",
				c.ticks, c.y, g.CeilingClosed, g.FloorClosed, c.closed)
		}
	}
}

// TestBricksReturnInPairs checks that broken bricks return after an announcement of a second, in
// pairs of opposite bricks, up to half of the board.
func TestBricksReturnInPairs(t *testing.T) {
	g := matchWithoutBricks(t, at(30.5, 24), geom.Vec{X: 3})
	announced, before := make([]uint64, len(g.Bricks)), 0
	for range 20 * TicksPerSecond {
		put(g, 0, at(30.5, 24), geom.Vec{X: 3})
		g.Step(Input{Idle, Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
		for k := range g.Bricks {
			if g.TicksToGrow(k) > 0 && announced[k] == 0 {
				announced[k] = g.Tick
			}
			if b := &g.Bricks[k]; b.Hits > 0 && (announced[k] == 0 || g.Tick-announced[k] < announceTicks-1) {
				t.Fatalf("tick %d: brick %d has returned, announced at tick %d, want at least %d ticks before",
					g.Tick, k, announced[k], announceTicks-1)
			}
			if j := g.opposites[k]; j >= 0 && g.Bricks[k].Hits != g.Bricks[j].Hits {
				t.Fatalf("tick %d: the opposite bricks %d and %d have %d and %d hits, want the same", g.Tick, k, j,
					g.Bricks[k].Hits,
					g.Bricks[j].Hits)
			}
		}
		if n := countBricks(g); n-before > 2*returnPairs {
			t.Fatalf("tick %d: %d bricks return together, want at most %d", g.Tick, n-before, 2*returnPairs)
		}
		before = countBricks(g)
	}
	if half := len(g.Bricks) / returnDivisor; before < half || before > half+2*returnPairs {
		t.Errorf("%d of %d bricks have returned, want %d to %d", before, len(g.Bricks), half, half+2*returnPairs)
	}
}

// TestOccupiedPlacesDelayBothBricks checks that a ball at the place of a returning brick delays it
// and its opposite until the ball has left.
func TestOccupiedPlacesDelayBothBricks(t *testing.T) {
	g := matchWithoutBricks(t, at(30.5, 40), geom.Vec{X: 3})
	var k int
	for k = 0; k < len(g.Bricks) && g.TicksToGrow(k) == 0; k++ {
		if k == len(g.Bricks)-1 {
			g.Step(Input{Idle, Idle})
			k = -1
		}
	}
	j := int(g.opposites[k])
	center, _ := g.Shape(k).Circle()
	for range 3 * announceTicks {
		put(g, 0, center, geom.Vec{X: 3})
		g.Step(Input{Idle, Idle})
	}
	if g.Bricks[k].Hits > 0 || g.Bricks[j].Hits > 0 || g.TicksToGrow(k) == 0 || g.TicksToGrow(j) == 0 {
		t.Errorf("with a ball in its place, brick %d has %d hits, the opposite brick %d; want both still growing", k,
			g.Bricks[k].Hits, g.Bricks[j].Hits)
	}
	put(g, 0, at(30.5, 40), geom.Vec{X: 3})
	g.Step(Input{Idle, Idle})
	if g.Bricks[k].Hits == 0 || g.Bricks[j].Hits == 0 {
		t.Error("the bricks do not return after the ball has left")
	}
	if err := g.Check(); err != nil {
		t.Error(err)
	}
}

// TestBoardChangesWithThePoints checks that the board changes when the leading player first has 3,
// 5, 9 … points, and only then.
func TestBoardChangesWithThePoints(t *testing.T) {
	g := matchWithoutBricks(t, at(30.5, 24), geom.Vec{X: 3})
	g.Match.WinPoints = MaxWinPoints
	level := 0
	for _, c := range []struct {
		points  [2]int
		changes bool
	}{
		{[2]int{1, 0}, false},
		{[2]int{2, 0}, false},
		{[2]int{3, 0}, true},
		{[2]int{4, 1}, false},
		{[2]int{4, 3}, false},
		{[2]int{4, 5}, true},
		{[2]int{5, 5}, false},
		{[2]int{9, 8}, true},
	} {
		g.Match.Points = c.points
		g.enterPhase(Lost)
		for g.Phase == Lost {
			g.Step(Input{Idle, Idle})
		}
		if c.changes {
			level = (level + 1) % len(g.levels)
		}
		if g.Level != level || g.Phase != Serve || c.changes && countBricks(g) != len(g.Bricks) {
			t.Fatalf("at %v: level %d in phase %s with %d bricks, want level %d",
				c.points, g.Level, g.Phase, countBricks(g), level)
		}
	}
}

// TestSproutsDoNotReturn checks that a seed returns with its drop and grows sprouts again, and that
// sprouts do not return.
func TestSproutsDoNotReturn(t *testing.T) {
	l := spec.Level{Bricks: []spec.BrickSpec{{
		Kind: spec.Seed, Drop: spec.DropMirror, Shape: geom.Regular(6, at(30.5, 24), 2, 30),
	}}}
	g, err := New(Config{Setup: Setup{Mode: Arkanong}, Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	g.enterPhase(Play)
	g.Disc(0).Held = false
	for k := range g.Bricks {
		g.setHits(k, 0)
	}
	g.BricksLeft, g.Bricks[0].Drop = 0, spec.NoDrop
	for range 10 * TicksPerSecond {
		put(g, 0, at(30.5, 40), geom.Vec{X: 3})
		g.Step(Input{Idle, Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
	if countBricks(g) != 1 || g.Bricks[0].Hits != 1 || g.Bricks[0].Drop != spec.DropMirror || len(g.Bricks) < 5 {
		t.Errorf("%d of %d bricks have returned, and the drop of the seed is %v; want 1 of at least 5, and DropMirror",
			countBricks(g), len(g.Bricks), g.Bricks[0].Drop)
	}
}
