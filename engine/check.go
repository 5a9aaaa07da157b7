package engine

import (
	"fmt"

	"arkterm/engine/spec"
)

// tolerance bounds accumulated rounding errors, in units.
const tolerance = 1e-9

// Check checks all invariants of the game and its world. It returns an error that describes the
// first violation, or nil. It is slow and intended for tests. See also [world.World.Check].
func (g *Game) Check() error {
	checks := [...]func() error{
		g.checkIndices, g.world.Check, g.checkHeld, g.checkPlayers, g.checkCounts, g.checkStuck,
		g.checkMode, g.checkDrops, g.checkEnemies, g.checkShoves, g.checkWires,
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return fmt.Errorf("tick %d: %w", g.Tick, err)
		}
	}
	return nil
}

// checkHeld checks that held balls are in the field and overlap no other object.
func (g *Game) checkHeld() error {
	for i := range g.Balls {
		d, at := &g.world.Discs[i], g.BallAt(i)
		if !d.Held {
			continue
		}
		if !(at.X >= d.R && at.X <= g.W-d.R && at.Y >= d.R && at.Y <= g.H-d.R) {
			return fmt.Errorf("ball %d is held at %v, outside the field", i, at)
		}

		for k := range g.Bricks {
			if depth := g.world.Depth(k, at, d.R); depth > tolerance {
				return fmt.Errorf("ball %d is held at %v, %g units inside brick %d", i, at, depth, k)
			}
		}

		for k := range g.Paddles {
			if depth := d.R - g.world.Capsules[k].Distance(at); depth > tolerance {
				return fmt.Errorf("ball %d is held at %v, %g units inside paddle %d", i, at, depth, k)
			}
		}
	}

	return nil
}

// checkIndices checks that balls, bricks and paddles match the bodies of the world.
func (g *Game) checkIndices() error {
	if w := g.world; len(w.Discs) != len(g.Balls) || len(w.Obstacles) != len(g.Bricks) ||
		len(w.Capsules) != len(g.Paddles) {
		return fmt.Errorf("%d discs, %d obstacles and %d capsules, want %d (balls), %d (bricks) and %d (paddles)",
			len(w.Discs), len(w.Obstacles), len(w.Capsules), len(g.Balls), len(g.Bricks), len(g.Paddles))
	}
	for k := range g.Bricks {
		if gone := g.world.Obstacles[k].Gone; gone != (g.Bricks[k].Hits == 0) {
			return fmt.Errorf("brick %d has %d hits left, but its obstacle has Gone = %v", k, g.Bricks[k].Hits, gone)
		}
	}
	return nil
}

// checkPlayers checks the paddle index of each ball, and the index of the paddle that serves.
func (g *Game) checkPlayers() error {
	players := len(g.Paddles)
	for i := range g.Balls {
		if paddle := int(g.Balls[i].paddle); paddle >= players {
			return fmt.Errorf("ball %d belongs to paddle %d, which does not exist", i, paddle)
		}
	}
	if g.Server < 0 || g.Server >= players {
		return fmt.Errorf("serving paddle %d does not exist", g.Server)
	}
	return nil
}

// checkCounts checks the bricks against BricksLeft, and the number of lives.
func (g *Game) checkCounts() error {
	left := 0
	for k := range g.Bricks {
		b := &g.Bricks[k]
		if b.Hits > spec.Kinds[b.Kind].Hits {
			return fmt.Errorf("brick %d of kind %s has %d hits left, want at most %d", k,
				spec.Kinds[b.Kind].Name, b.Hits, spec.Kinds[b.Kind].Hits)
		}
		if b.Lit && (b.Hits > 0 || b.timer == 0) {
			return fmt.Errorf("brick %d with a burning fuse has %d hits and %d ticks left, want 0 and at least 1",
				k, b.Hits, b.timer)
		}
		if b.timer > 0 && !g.hasTimer(k) {
			return fmt.Errorf("brick %d has a timer that is not in the list of running timers", k)
		}
		if growing := b.Hits == 0 && b.timer > 0 && !b.Lit; growing || b.Hits > 0 && b.Kind.Needed() {
			left++
		}
	}

	if left != g.BricksLeft {
		return fmt.Errorf("%d required bricks left, but BricksLeft is %d", left, g.BricksLeft)
	}

	if limit := g.easiestDifficultyRow().maxLives(g.UsedAssists); g.Lives < 0 || g.Lives > limit {
		return fmt.Errorf("%d lives, want 0 to %d", g.Lives, limit)
	}
	if g.Phase == Play && g.BricksLeft == 0 && !g.modeRow().Endless {
		return fmt.Errorf("play continues without required bricks")
	}
	return nil
}

// checkMode checks the state of the game's mode.
func (g *Game) checkMode() error {
	if check := g.modeRow().check; check != nil {
		return check(g)
	}
	return nil
}

// checkDrops checks falling drops and effects.
func (g *Game) checkDrops() error {
	if limit := g.easiestDifficultyRow().MaxDrops; len(g.Drops) > limit {
		return fmt.Errorf("%d falling drops, want at most %d", len(g.Drops), limit)
	}
	for k := range g.Drops {
		if d := &g.Drops[k]; !d.At.Finite() || d.At.Y > g.H+DropRadius || d.At.Y < -DropRadius ||
			d.Kind == spec.NoDrop ||
			d.Kind >= spec.NumDrops {
			return fmt.Errorf("drop %d is %+v, want a known kind and a place in the field", k, *d)
		}
	}

	for k, e := range g.effects {
		for j := range k {
			if group := spec.Drops[k].Group; group != spec.NoGroup && spec.Drops[j].Group == group && e.ticksLeft > 0 &&
				g.effects[j].ticksLeft > 0 {
				return fmt.Errorf("the effects %s and %s of the same group are both active",
					spec.Drops[k].Name, spec.Drops[j].Name)
			}
		}
		if e.ticksLeft > e.duration || e.ticksLeft > 0 && spec.Drops[k].Seconds == 0 {
			return fmt.Errorf("effect %s has %d ticks left, want at most its duration of %d, or 0 without a duration",
				spec.Drops[k].Name, e.ticksLeft, e.duration)
		}
	}

	if err := g.checkWidth(); err != nil {
		return err
	}
	for i := range g.Balls {
		b, kind := &g.world.Discs[i], ballKinds[g.Balls[i].kind]
		if r := kind.r; b.R < float64(tinyFactor*r)-tolerance || b.R > float64(hugeFactor*r)+tolerance ||
			b.Mass != kind.mass {
			return fmt.Errorf("ball %d has radius %g and mass %g, want a radius from %g to %g and mass %g",
				i, b.R, b.Mass, tinyFactor*r, hugeFactor*r, kind.mass)
		}
	}
	return nil
}

// checkWidth checks the widths of paddles against their limits. After a change of [Terms], the
// actual width may exceed the current limits for a while, because it changes gradually.
func (g *Game) checkWidth() error {
	for k := range g.Paddles {
		narrow, _, wide := g.widths(k)
		if want := g.Paddles[k].targetHalf; want < narrow-tolerance || want > wide+tolerance {
			return fmt.Errorf("paddle %d has target width %g, want %g to %g", k, 2*want, 2*narrow, 2*wide)
		}
		if g.easiest != DefaultDifficulty || g.UsedAssists&AssistWide != 0 {
			narrow = float64(Difficulties[Hard].MinHalfWidth * g.twistRow().WidthFactor())
			wide = float64(Difficulties[Kids].MaxHalfWidth * wideFactor)
		}
		if half := g.world.Capsules[k].Half; half < narrow-tolerance || half > wide+tolerance {
			return fmt.Errorf("paddle %d has width %g, want %g to %g", k, 2*half, 2*narrow, 2*wide)
		}
	}
	return nil
}
