package spec

import (
	"fmt"

	"arkterm/engine/geom"
)

// HasEnemies reports whether the level has drones or a boss.
func (l *Level) HasEnemies() bool { return l.Drones.Max > 0 || l.Boss.Kind != NoBoss }

// digestEnemies adds the drones and the boss of the level to the digest, if it has any.
func (l *Level) digestEnemies(d *Hasher) {
	if s := &l.Drones; s.Max > 0 {
		d.Word(uint64(s.Max)<<32 | uint64(s.Interval))
		d.Int(len(s.Gates))
		for _, x := range s.Gates {
			d.Float(x)
		}
		for _, k := range s.Kinds {
			d.Word(uint64(k) + 1)
		}
	}

	if l.Boss.Kind != NoBoss {
		d.Word(uint64(l.Boss.Kind))
		d.Float(l.Boss.At.X)
		d.Float(l.Boss.At.Y)
	}
}

// checkEnemies returns an error if the drones or the boss of l are invalid in a field of w × h
// units.
func (l *Level) checkEnemies(w, h float64) error {
	if s := &l.Drones; s.Max != 0 || s.Interval != 0 || len(s.Gates) > 0 || len(s.Kinds) > 0 {
		if s.Max < 1 || s.Max > MaxDrones || s.Interval < minDroneInterval || s.Interval > maxDroneInterval ||
			len(s.Gates) < 1 || len(s.Gates) > MaxGates || len(s.Kinds) > NumDrones {
			return fmt.Errorf("drones: want 1 to %d drones, an interval of %d to %d ticks, 1 to %d gates and at most "+
				"%d kinds, got %+v", MaxDrones, minDroneInterval, maxDroneInterval, MaxGates, NumDrones, *s)
		}

		for _, x := range s.Gates {
			if !(x >= gateMargin && x <= w-gateMargin) {
				return fmt.Errorf("drones: gate at x %g, want %g to %g", x, gateMargin, w-gateMargin)
			}
		}

		for _, k := range s.Kinds {
			if k >= NumDrones {
				return fmt.Errorf("drones: unknown kind %d", k)
			}
		}
	}

	s := &l.Boss
	switch {
	case s.Kind == NoBoss && s.At == geom.Vec{}:
		return nil
	case s.Kind == NoBoss || s.Kind >= NumBosses:
		return fmt.Errorf("boss: unknown kind %d", s.Kind)
	}

	lo, hi := s.Area()
	low := h - (FieldH - LowestBrick)
	if !(lo.X >= bossMargin && lo.Y >= bossMargin && hi.X <= w-bossMargin && hi.Y <= low) {
		return fmt.Errorf("boss: area from %v to %v, want at least %g from the walls, and y at most %g",
			lo, hi, bossMargin, low)
	}

	for k := range l.Bricks {
		b := &l.Bricks[k]
		if from, to := b.bounds(); from.X < hi.X && to.X > lo.X && from.Y < hi.Y && to.Y > lo.Y {
			return fmt.Errorf("boss: brick %d is in the boss's area", k+1)
		}
	}

	return nil
}

// bounds returns the corners of the axis-parallel rectangle that contains the brick at all times.
func (s *BrickSpec) bounds() (lo, hi geom.Vec) {
	lo, hi = s.Shape.Bounds()
	if !s.Motion.Moves() {
		return lo, hi
	}
	c, r := s.Shape.Circle()
	to := c.Add(s.Motion.Path)
	return geom.Vec{X: min(c.X, to.X) - r, Y: min(c.Y, to.Y) - r},
		geom.Vec{X: max(c.X, to.X) + r, Y: max(c.Y, to.Y) + r}
}
