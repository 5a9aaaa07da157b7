package world

import (
	"fmt"
	"math"
)

// Check returns an error that describes a violated invariant, or nil. All numbers must be finite, no bodies may overlap
// or be outside of the field, and the kinetic energy must match the bounces and the caller's changes. Call it between
// two ticks. It is slow and shares no code with the prediction of contacts.
//
// The tolerance of a position is 1e-9 units plus the distance that the disc moves in 2⁻⁴⁹ s, the time resolution. That
// distance is 3e-6 units at [MaxDiscSpeed], and below 1e-9 units at less than 300,000 units/s.
func (w *World) Check() error {
	checks := [...]func() error{w.checkDiscs, w.checkDiscOverlap, w.checkCapsules, w.checkEnergy}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkDiscs checks that moving discs are inside the field and overlap no obstacle.
func (w *World) checkDiscs() error {
	for i := range w.Discs {
		d, at := &w.Discs[i], w.At(i)
		if d.Held {
			continue
		}

		if !at.Finite() || !d.V.Finite() {
			return fmt.Errorf("disc %d at %v with velocity %v is not finite", i, at, d.V)
		}

		side, ceiling, floor := w.margin(d.R)
		ceiling, floor = max(ceiling, -d.R), max(floor, -d.R)
		depth := max(side-at.X, at.X-(w.W-side), ceiling-at.Y, at.Y-(w.H-floor))

		if depth > w.tolerance(i) {
			return fmt.Errorf("disc %d at %v is %g outside of the field", i, at, depth)
		}

		for k := range w.Obstacles {
			if depth := w.Depth(k, at, d.R); depth > w.tolerance(i) &&
				!w.Obstacles[k].Admits(d.From, d.V, d.R) && !w.avoids(i, AtObstacle, k) {
				return fmt.Errorf("disc %d at %v is %g inside obstacle %d", i, at, depth, k)
			}
		}
	}
	return nil
}

// checkDiscOverlap checks that no two discs overlap.
func (w *World) checkDiscOverlap() error {
	for i := range w.Discs {
		a := &w.Discs[i]
		for j := range i {
			b := &w.Discs[j]
			if a.Held || b.Held {
				continue // a held disc touches nothing
			}
			reach := a.R + b.R
			d := w.between(i, j)
			if d.Norm2() >= float64(reach*reach) {
				continue
			}
			if depth := reach - d.Norm(); depth > w.tolerance(i)+w.tolerance(j) && !w.avoids(i, AtDisc, j) {
				return fmt.Errorf("discs %d and %d overlap by %g", j, i, depth)
			}
		}
	}
	return nil
}

// checkCapsules checks that capsules are inside the field and overlap neither discs nor each other.
func (w *World) checkCapsules() error {
	for k := range w.Capsules {
		c := &w.Capsules[k]
		if !(c.X >= c.Half && c.X <= w.W-c.Half) {
			return fmt.Errorf("capsule %d at %g is outside of the field", k, c.X)
		}
		for i := range w.Discs {
			depth := w.Discs[i].R - c.Distance(w.At(i))
			if depth > w.tolerance(i) && !w.Discs[i].Held && !w.avoids(i, AtCapsule, k) {
				return fmt.Errorf("disc %d at %v is %g inside capsule %d at %g", i, w.At(i), depth, k, c.X)
			}
		}
	}
	if w.sideBySide() {
		p, q := &w.Capsules[0], &w.Capsules[1]
		if depth := p.Half + q.Half - (q.X - p.X); depth > tolerance {
			return fmt.Errorf("the capsules at %g and %g overlap by %g", p.X, q.X, depth)
		}
	}
	return nil
}

// checkEnergy compares the kinetic energy of the discs with the expected energy.
func (w *World) checkEnergy() error {
	sum := 0.0
	for i := range w.Discs {
		sum += w.Discs[i].kinetic()
	}
	// The tolerance depends on the largest energy so far, because its rounding errors remain.
	if math.Abs(sum-w.energy) > tolerance*max(sum, w.maxEnergy, 1) && !w.stale {
		return fmt.Errorf("kinetic energy %v, want %v", sum, w.energy)
	}
	return nil
}

// tolerance bounds the error of the position of disc i, in units.
func (w *World) tolerance(i int) float64 {
	v := w.Discs[i].V
	return tolerance + float64(timeResolution*(math.Abs(v.X)+math.Abs(v.Y)))
}

// addEnergy adds e, which may be negative, to the expected energy.
func (w *World) addEnergy(e float64) {
	w.energy += e
	w.maxEnergy = max(w.maxEnergy, w.energy)
}
