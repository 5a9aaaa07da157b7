package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Two balls collide head on, and the ball that bounces up breaks a brick.
func TestCannonPays(t *testing.T) {
	l := oneBrick(spec.Plain, at(32, 20), 3)
	l.Bricks = append(l.Bricks, far.Bricks[0])
	l.Balls = 2
	g := inPlay(t, l, at(32, 30), geom.Vec{Y: 10})
	put(g, 1, at(32, 35), geom.Vec{Y: -30})
	events := step(t, g, 200)
	if count(events, Cannon) != 1 || g.Tally.Cannons != 1 || g.Tally.CannonPoints != cannonPoints ||
		g.Tally.MultiplierPoints != 25 || g.Score != 125+cannonPoints {
		t.Errorf("tally %+v, score %d; want one cannon, 25 multiplier points, and a score of %d",
			g.Tally, g.Score, 125+cannonPoints)
	}
}

// Without another ball, or long after hitting one, a broken brick is not a cannon.
func TestCannonHasATimeLimit(t *testing.T) {
	for _, tt := range []struct {
		speed   float64
		cannons int
	}{{-20, 1}, {-5, 0}} {
		l := oneBrick(spec.Plain, at(32, 20), 3)
		l.Bricks = append(l.Bricks, far.Bricks[0])
		g := inPlay(t, l, at(32, 34), geom.Vec{Y: tt.speed})
		g.Speed = -tt.speed
		g.Balls[0].cannonUntil = g.Tick + cannonTicks
		step(t, g, 3*TicksPerSecond)
		if g.Tally.Bricks != 1 || g.Tally.Cannons != tt.cannons {
			t.Errorf("collision at %g units/s: tally %+v, want 1 brick and %d cannons", tt.speed, g.Tally, tt.cannons)
		}
	}
}

func TestTallyAddsUpToTheScore(t *testing.T) {
	for d := range Difficulties {
		l := levelWithDrops(uint64(d))
		l.Balls = 3
		g, err := New(Config{Setup: Setup{Seed: 3, Difficulty: Difficulty(d)}, Levels: []spec.Level{l}})
		if err != nil {
			t.Fatal(err)
		}

		player := newKeeper(3)
		for !g.Phase.Ended() && g.Tick < 4*60*TicksPerSecond {
			g.Step(Input{player.Play(g), Idle})
		}

		c := &g.Tally
		if sum := c.HitPoints + c.MultiplierPoints + c.CannonPoints + c.DropPoints + c.SpeedBonus +
			c.CleanBonus + c.BucketPoints + c.ExitPoints; sum != g.Score {
			t.Errorf("%s: the points of the tally have the sum %d, want the score %d: %+v", g.difficultyRow().Name, sum,
				g.Score, c)
		}

		if g.Phase == Won && c.ExitPoints == 0 && (c.BallsLost < 2) != (c.CleanBonus > 0) {
			t.Errorf("%s: CleanBonus = %d after %d lost balls, want a bonus only for fewer than 2",
				g.difficultyRow().Name, c.CleanBonus, c.BallsLost)
		}
	}
}

func TestFasterLevelsPayMore(t *testing.T) {
	g := inPlay(t, far, at(32, 20), geom.Vec{X: 20, Y: -18})
	if g.Tally.Par != parTicks+3*parPerHit {
		t.Fatalf("Tally.Par = %d ticks, want %d", g.Tally.Par, parTicks+3*parPerHit)
	}
	g.Tally.Ticks = 10 * TicksPerSecond
	g.damage(0, 3, Event{Ball: -1})
	endBonusUnpaid(g)
	if c := &g.Tally; c.SpeedBonus != 22_250 || c.CleanBonus != 5000 || g.Score != 300+27_250 {
		t.Errorf("tally %+v, score %d; want bonuses of 22,250 and 5000, and a score of %d", c, g.Score, 300+27_250)
	}
}

// With the maximum par of a level file, or the par of a level with many hits, the product with the
// points exceeds 32 bits.
func TestSpeedBonusOfLongPars(t *testing.T) {
	for _, par := range []int{1, 3599 * TicksPerSecond, 1_500_000} {
		if got := SpeedBonus(par, par); got != 10_000 {
			t.Errorf("SpeedBonus(%[1]d, %[1]d) = %[2]d, want 10,000", par, got)
		}
	}
}
