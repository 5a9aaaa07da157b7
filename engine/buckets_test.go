package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// endBonusUnpaid ends the bonus phase of g without paying for its balls.
func endBonusUnpaid(g *Game) {
	g.removeBalls()
	g.runBonus()
}

// clearedGame returns a game whose last brick has just been broken by a ball with the given course.
func clearedGame(t *testing.T, from, v geom.Vec) *Game {
	t.Helper()
	g := inPlay(t, far, from, v)
	g.damage(0, 3, Event{Ball: -1})
	if g.Phase != Bonus || count(g.Events, BonusStarted) != 1 || count(g.Events, LevelClear) != 0 {
		t.Fatalf("phase after the last brick = %s, want bonus, with one BonusStarted and no LevelClear", g.Phase)
	}
	return g
}

// From any position and in any direction, a ball reaches a bucket, and pays its points.
func TestBallFallsIntoABucket(t *testing.T) {
	for _, degrees := range []float64{0, 45, 90, 135, 180, 225, 269, 270, 271, 315} {
		for _, from := range []geom.Vec{at(5, 4), at(32, 20), at(56, 38)} {
			g := clearedGame(t, from, geom.Direction(degrees).Mul(12))
			score, tally := g.Score, g.Tally
			events := step(t, g, bonusTicks-1)
			var paid []Event
			for _, e := range events {
				if e.Kind == BucketPaid {
					paid = append(paid, e)
				}
			}

			if g.Phase == Bonus || len(paid) != 1 || count(events, LevelClear) != 1 || count(events, BallLost) != 0 {
				t.Fatalf("from %v at %g°: phase %s after %d balls paid, want the end of the bonus phase after 1 ball",
					from, degrees, g.Phase, len(paid))
			}

			want := BucketPoints[g.BucketAt(paid[0].At.X)]
			if paid[0].At.Y < g.Capsule(0).Y { // caught by the paddle
				want *= CatchFactor
			}

			bonus := g.Tally.SpeedBonus + g.Tally.CleanBonus
			if paid[0].Value != want || g.Tally.BucketPoints != want || g.Tally.Bucketed != 1 ||
				g.Score-score != want+bonus ||
				g.Tally.Ticks != tally.Ticks {
				t.Errorf("from %v at %g°: %+v pays %d, want %d", from, degrees, paid[0], g.Score-score-bonus, want)
			}
		}
	}
}

func TestBucketsCoverTheField(t *testing.T) {
	g := inPlay(t, far, at(32, 20), geom.Vec{Y: 27})
	last := 0
	for x := 0.0; x <= g.W; x += 0.1 {
		k := g.BucketAt(x)
		if k < last || k > last+1 {
			t.Fatalf("BucketAt(%g) = %d, want %d or one more", x, k, last)
		}
		last = k
	}
	if last != len(BucketPoints)-1 || g.BucketAt(0) != 0 {
		t.Errorf("BucketAt() is %d at x = 0 and %d at the right end, want 0 and %d", g.BucketAt(0), last,
			len(BucketPoints)-1)
	}
}

// Fire ends the phase, but not immediately, so that a late shove does not end it. Balls in flight
// pay like the first bucket.
func TestFireEndsTheBonus(t *testing.T) {
	g := clearedGame(t, at(32, 6), geom.Vec{Y: -27})
	fire := Input{{Target: NoTarget, Buttons: Fire}, Idle}
	for _, ticks := range []int{0, skipTicks - 10} {
		step(t, g, ticks)
		if g.Step(fire); g.Phase != Bonus {
			t.Fatalf("Fire after %d ticks ends the bonus phase, want it to continue", ticks)
		}
		step(t, g, 1)
	}
	step(t, g, 20)
	if g.Step(fire); g.Phase != Clear || g.Tally.BucketPoints != BucketPoints[0] {
		t.Errorf("after Fire: phase %s, %d points; want clear and %d", g.Phase, g.Tally.BucketPoints, BucketPoints[0])
	}
}

// If a ball is enclosed by bricks, it cannot fall, but the level ends anyway.
func TestBonusEnds(t *testing.T) {
	l := lids(t)
	l.Bricks = append(l.Bricks, slot(t, 12, 20, 90)...)
	g := inPlay(t, l, at(32, 20), geom.Vec{Y: 27})
	g.damage(2, 3, Event{Ball: -1})
	events := step(t, g, bonusTicks+1)
	if g.Phase != Clear || count(events, BucketPaid) != 1 || g.Tally.BucketPoints != BucketPoints[0] {
		t.Errorf("after the maximum time: phase %s, %d points; want clear and %d",
			g.Phase, g.Tally.BucketPoints, BucketPoints[0])
	}
}

// If a level is cleared while all balls are held, there is no bonus phase.
func TestNoBonusWithoutABall(t *testing.T) {
	g := inPlay(t, far, at(32, 20), geom.Vec{Y: 27})
	g.holdBall(0, 0)
	if g.damage(0, 3, Event{Ball: -1}); g.Phase != Clear {
		t.Errorf("phase after breaking the last brick with a held ball = %s, want clear", g.Phase)
	}
}

// Drops continue to fall during the bonus phase.
func TestDropsFallInTheBonus(t *testing.T) {
	l := far
	l.Bricks = append([]spec.BrickSpec{}, far.Bricks...)
	l.Bricks[0].Drop = spec.Drop500Points
	g := inPlay(t, l, at(32, 6), geom.Vec{X: 20, Y: -18})
	g.damage(0, 3, Event{Ball: -1})
	step(t, g, 10)
	if len(g.Drops) != 1 || !(g.Drops[0].At.Y > 6) {
		t.Errorf("drops in the bonus phase = %+v, want one that falls below y = 6", g.Drops)
	}
}

// Time is slow only while a ball flies toward the last hit of a level.
func TestLastHitIsSlow(t *testing.T) {
	rate := func(kind spec.Kind, n int, from, v geom.Vec) int {
		l := spec.Level{}
		for i := range 7 {
			l.Bricks = append(l.Bricks, spec.BrickSpec{
				Kind:  kind,
				Shape: geom.Regular(6, at(8+7*float64(i), 20), 2, 0),
			})
		}
		g := inPlay(t, l, from, v)
		for k := range 7 - n {
			g.damage(k, 4, Event{Ball: -1})
		}
		full := g.Rate()
		g.Change(Terms{Difficulty: g.Terms().Difficulty, Speed: MinTimeSpeed})
		if got := g.Rate(); got != max(full*MinTimeSpeed/100, minRate) {
			t.Errorf("Rate() at the lowest speed = %d %%, want %d %%", got, max(full*MinTimeSpeed/100, minRate))
		}
		return full
	}

	up := geom.Vec{Y: -27}
	if got := rate(spec.Plain, 1, at(50, 23), up); got < minLastBrickSpeed || got > 50 {
		t.Errorf("near the last brick: Rate() = %d %%, want %d to 50", got, minLastBrickSpeed)
	}

	for name, got := range map[string]int{
		"two bricks":  rate(spec.Plain, 2, at(50, 23), up),
		"three hits":  rate(spec.Triple, 1, at(50, 23), up),
		"far away":    rate(spec.Plain, 1, at(50, 34), up),
		"flying off":  rate(spec.Plain, 1, at(50, 23), up.Neg()),
		"flying past": rate(spec.Plain, 1, at(44, 23), up),
	} {
		if got != DefaultTimeSpeed {
			t.Errorf("%s: Rate() = %d %%, want 100", name, got)
		}
	}
}
