package world

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"arkterm/engine/geom"
)

// This file checks the arguments of all calls. Each message contains the name and the value of the argument.

// MaxLength is the maximum width and height of the field, and the maximum coordinate of a place, in units.
const MaxLength = 1e9

// must panics if err is not nil, with the number of the tick and the name of the call. If must were inlined, it would
// slow down its callers.
//
//go:noinline
func (w *World) must(call string, err error) {
	if err != nil {
		panic(fmt.Sprintf("world: tick %d: %s: %v", w.tick, call, err))
	}
}

// inRange returns an error unless all values are between lo and hi.
func inRange(name string, lo, hi float64, values ...float64) error {
	for _, x := range values {
		if !(x >= lo && x <= hi) {
			return fmt.Errorf("%s is %g, want %g to %g", name, x, lo, hi)
		}
	}
	return nil
}

// validVelocity returns an error if a component of v exceeds MaxDiscSpeed in either direction.
func validVelocity(v geom.Vec) error { return inRange("V", -MaxDiscSpeed, MaxDiscSpeed, v.X, v.Y) }

// validPlace returns an error if a coordinate of p exceeds MaxLength in either direction. The size of the field does
// not matter.
func validPlace(name string, p geom.Vec) error { return inRange(name, -MaxLength, MaxLength, p.X, p.Y) }

// validBody returns an error if the radius or the mass of d is out of range.
func validBody(d *Disc) error {
	return cmp.Or(inRange("R", MinRadius, MaxLength, d.R), inRange("Mass", 1/MassRange, MassRange, d.Mass))
}

// validObstacle returns an error if o has no valid shape or gate.
func validObstacle(o *Obstacle) error {
	return cmp.Or(validShape(o.Shape), inRange("PassDir", -1, 1, o.PassDir.X, o.PassDir.Y))
}

// validShape returns an error if p is nil, has no corners, or is not a shape in a field of any size.
func validShape(p *geom.Polygon) error {
	if p == nil || p.N() == 0 {
		return errors.New("the Shape has no corners")
	}
	center, _ := p.Circle()
	return validPlace("the center of the Shape", center)
}

// betweenTicks returns an error if a tick has begun and has not ended.
func (w *World) betweenTicks() error {
	if w.substepsLeft > 0 {
		return errors.New("called within a tick")
	}
	return nil
}

// validCapsule returns an error if c does not fit into the field, or overlaps a disc or the other capsule. It sets the
// shape of c.
func (w *World) validCapsule(c *Capsule) error {
	if err := cmp.Or(
		inRange("R", MinRadius, w.W/2, c.R), inRange("Half", c.R, w.W/2, c.Half), inRange("X", c.Half, w.W-c.Half, c.X),
		inRange("Y", -MaxLength, MaxLength, c.Y), inRange("V", -MaxDiscSpeed, MaxDiscSpeed, c.V)); err != nil {
		return err
	}
	c.shape = segment(c.Half, c.R)
	if len(w.Capsules) > 0 && w.Capsules[0].Y == c.Y && c.X-w.Capsules[0].X < w.Capsules[0].Half+c.Half-tolerance {
		return fmt.Errorf("the second capsule has X %g, want at least %g", c.X,
			w.Capsules[0].X+w.Capsules[0].Half+c.Half)
	}
	for i := range w.Discs {
		if d := &w.Discs[i]; !d.Held && c.Distance(w.At(i)) < d.R-w.tolerance(i) {
			return fmt.Errorf("the capsule at (%g, %g) overlaps disc %d at %v", c.X, c.Y, i, w.At(i))
		}
	}
	return nil
}

// validate returns an error if a field of w that the caller may set is out of range.
func (w *World) validate() error {
	if w.self != w {
		return errors.New("the World is a copy, want one from New or Clone")
	}
	return cmp.Or(inRange("Substeps", 1, 1<<20, float64(w.Substeps)),
		inRange("MaxContacts", 1, math.MaxInt, float64(w.MaxContacts)),
		inRange("MaxSpeed", math.SmallestNonzeroFloat64, math.Inf(1), w.MaxSpeed))
}
