package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// cornerBricks returns the two walls of lids, and n bricks of one kind in the upper left corner. A ball
// between the walls cannot reach these bricks.
func cornerBricks(t *testing.T, kind spec.Kind, n int) spec.Level {
	l := lids(t)
	l.Bricks = l.Bricks[:2]
	for i := range n {
		l.Bricks = append(l.Bricks, spec.BrickSpec{
			Kind:  kind,
			Shape: geom.Regular(6, at(3+4*float64(i), 3+float64(i%2)), 1.5, 0),
		})
	}
	return l
}

// newIdleGame returns a game in which a ball flies up and down between the walls of lids forever.
func newIdleGame(t *testing.T, l spec.Level) *Game {
	g := inPlay(t, l, at(32, 20), geom.Vec{Y: 27})
	g.Balls[0].lastNudge, g.Balls[0].idleContacts = 1e9, -1e9 // prevents nudges
	return g
}

func TestIdleBrickBursts(t *testing.T) {
	g := newIdleGame(t, cornerBricks(t, spec.Triple, 5))
	for left := 5; left > 0; left-- {
		g.ticksSinceHit = 0
		events := step(t, g, defaultIdleLimits.overdue-1)
		if count(events, BrickOverdue) != 0 {
			t.Fatalf("%d bricks left: a brick is overdue too early", left)
		}

		events = step(t, g, 2)
		k, ticks := g.OverdueBrick()
		if count(events, BrickOverdue) != 1 || g.Bricks[k].Hits != 3 ||
			ticks > defaultIdleLimits.burst-defaultIdleLimits.overdue ||
			ticks < defaultIdleLimits.burst-defaultIdleLimits.overdue-2 {
			t.Fatalf("%d bricks left: brick %d is overdue for %d ticks", left, k, ticks)
		}

		score := g.Score
		events = step(t, g, defaultIdleLimits.burst-defaultIdleLimits.overdue)
		if g.BricksLeft != left-1 || count(events, BrickBurst) != 1 || g.Bricks[k].Hits != 0 {
			t.Fatalf("%d bricks left: the overdue brick does not burst", left)
		}
		if left > 1 && g.Score != score {
			t.Errorf("a burst brick pays %d points, want 0", g.Score-score)
		}
	}

	if g.Phase == Play {
		t.Error("the level is not cleared after the last brick bursts")
	}
}

func TestHitDelaysABurst(t *testing.T) {
	g := newIdleGame(t, cornerBricks(t, spec.Triple, 3))
	step(t, g, defaultIdleLimits.burst-10)
	if k, _ := g.OverdueBrick(); k < 0 {
		t.Fatal("Overdue() returns no brick, want one")
	}
	g.damage(4, 1, Event{Ball: 0})
	step(t, g, 20)
	if k, _ := g.OverdueBrick(); k >= 0 || g.BricksLeft != 3 {
		t.Errorf("after a hit: Overdue() = %d, %d bricks left; want no brick and 3 left", k, g.BricksLeft)
	}
}

// Bursting bombs do not explode, and no sprouts grow around bursting seeds.
func TestBurstHasNoConsequences(t *testing.T) {
	for _, kind := range []spec.Kind{spec.Bomb, spec.Seed, spec.Regrow, spec.Hidden} {
		l := cornerBricks(t, kind, 2)
		l.Bricks[2].Drop = spec.DropLife
		g := newIdleGame(t, l)
		events := step(t, g, defaultIdleLimits.burst+2)
		if g.BricksLeft != 1 || len(g.Drops) != 0 || count(events, BrickBurst) != 1 || count(events, FuseLit) != 0 {
			t.Errorf("%s: after a burst: %d bricks left, %d drops; want 1, 0 and no lit fuse",
				spec.Kinds[kind].Name, g.BricksLeft, len(g.Drops))
		}
	}
}

func TestFinaleBeginsWithThreeBricks(t *testing.T) {
	g := newIdleGame(t, cornerBricks(t, spec.Plain, 7))
	speed := g.BallSpeed()
	for k := 2; k < 5; k++ {
		g.damage(k, 1, Event{Ball: 0})
		step(t, g, 1)
		if g.Finale || g.BallSpeed() != speed {
			t.Fatalf("%d bricks left: finale %v, ball speed %g, want no finale and %g", g.BricksLeft, g.Finale,
				g.BallSpeed(), speed)
		}
	}

	g.damage(5, 1, Event{Ball: 0})
	events := step(t, g, 1)
	if want := speed * (1 + finaleSpeedup); !g.Finale || count(events, FinaleStarted) != 1 || g.BallSpeed() != want {
		t.Fatalf("three bricks left: finale %v, ball speed %g, want %g", g.Finale, g.BallSpeed(), want)
	}
	if v := g.Disc(0).V.Norm(); v < g.BallSpeed()*(1-1e-9) {
		t.Errorf("the ball flies at %g units/s in the finale, want %g", v, g.BallSpeed())
	}
	if events = step(t, g, 100); count(events, FinaleStarted) != 0 {
		t.Error("FinaleStarted is emitted twice, want once")
	}
}

func TestSmallLevelHasNoFinale(t *testing.T) {
	g := newIdleGame(t, cornerBricks(t, spec.Plain, 6))
	for k := 2; k < 5; k++ {
		g.damage(k, 1, Event{Ball: 0})
	}
	if step(t, g, 1); g.Finale {
		t.Error("a level of six bricks has a finale, want none")
	}
}

// Hits that a brick has regained pay no points.
func TestRegrownHitPaysOnce(t *testing.T) {
	g := newIdleGame(t, cornerBricks(t, spec.Regrow, 2))
	g.damage(2, 1, Event{Ball: 0})
	if g.Score != 200 {
		t.Fatalf("score after the first hit = %d, want 200", g.Score)
	}

	for range 3 {
		g.setHits(2, 3)
		g.Bricks[2].regained = 1
		g.damage(2, 1, Event{Ball: 0})
		if g.Score != 200 {
			t.Fatalf("a regained hit pays %d points, want 0", g.Score-200)
		}
	}

	g.damage(2, 2, Event{Ball: 0})
	if g.Score != 600 {
		t.Errorf("score after three hits = %d, want 600", g.Score)
	}
}

// Healing depends on the distance that balls fly. At half the speed it takes twice as long.
func TestHealingDependsOnDistance(t *testing.T) {
	heals := func(speed float64) int {
		g := newIdleGame(t, cornerBricks(t, spec.Regrow, 1))
		g.Speed = speed
		g.damage(2, 1, Event{Ball: 0})
		for n := range 60 * TicksPerSecond {
			if count(step(t, g, 1), BrickHealed) > 0 {
				return n + 1
			}
			g.ticksSinceHit = 0 // prevents bursting
		}
		return 0
	}

	healTicks := spec.Kinds[spec.Regrow].HealTicks
	for _, speed := range []float64{13.5, 27, 54} {
		if got, want := heals(speed), int(float64(healTicks)*27/speed); got < want-1 || got > want+1 {
			t.Errorf("at %g units/s a hit is regained after %d ticks, want %d", speed, got, want)
		}
	}
}

// A lost ball does not reset the idle time. Therefore a player who keeps losing balls advances too.
func TestLostBallKeepsIdleTime(t *testing.T) {
	g := newIdleGame(t, cornerBricks(t, spec.Plain, 3))
	step(t, g, defaultIdleLimits.burst/2)
	put(g, 0, at(3, 47), geom.Vec{Y: 27})
	for g.Phase != Serve {
		g.Step(Input{Idle, Idle})
	}
	had := g.TicksSinceHit()
	if had < defaultIdleLimits.burst/2 {
		t.Fatalf("TicksSinceHit() before the serve = %d, want at least %d", had, defaultIdleLimits.burst/2)
	}
	step(t, g, 5*TicksPerSecond)
	if g.TicksSinceHit() != had {
		t.Errorf("TicksSinceHit() rises from %d to %d while waiting for a serve, want no change", had,
			g.TicksSinceHit())
	}
}

func TestOverdueBrickAttractsBalls(t *testing.T) {
	for _, due := range []bool{false, true} {
		g := newIdleGame(t, cornerBricks(t, spec.Triple, 3))
		if due {
			g.ticksSinceHit = defaultIdleLimits.overdue
		}
		step(t, g, 2)
		put(g, 0, at(15, 3), geom.Vec{Y: 20}) // next to the bricks
		step(t, g, 20)
		if v := g.Disc(0).V; (v.X < 0) != due {
			t.Errorf("brick overdue = %v: the ball has velocity %v, want it to turn toward an overdue brick only", due,
				v)
		}
	}
}

func TestBallsGetFasterTowardTheEnd(t *testing.T) {
	g := newIdleGame(t, cornerBricks(t, spec.Plain, 12))
	speed := g.BallSpeed()
	for left := 11; left > 0; left-- {
		g.damage(13-left, 1, Event{Ball: 0})
		g.endEffects()
		step(t, g, 1)
		want := speed
		switch {
		case left <= 3:
			want = speed * (1 + finaleSpeedup)
		case left*5 <= 12:
			want = speed * (1 + lateSpeedup)
		}

		if got := g.BallSpeed(); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%d of 12 bricks left: ball speed %g, want %g", left, got, want)
		}
	}
}

// Breaking the overdue brick ends the level, and no idle time is counted afterwards.
func TestNoOverdueBrickInAClearedLevel(t *testing.T) {
	g := newIdleGame(t, cornerBricks(t, spec.Plain, 1))
	step(t, g, defaultIdleLimits.overdue+2)
	k, _ := g.OverdueBrick()
	if k < 0 {
		t.Fatal("Overdue() returns no brick, want one")
	}
	g.damage(k, 1, Event{Ball: 0})
	step(t, g, 1)
	if k, ticks := g.OverdueBrick(); k >= 0 {
		t.Errorf("phase %s: Overdue() = %d, %d, want no brick", g.Phase, k, ticks)
	}
}
