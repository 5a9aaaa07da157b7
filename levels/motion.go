package levels

import (
	"fmt"
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
)

// The range of the times that a file gives, in seconds. The shortest is 2 ticks;
// the longest is within what the engine counts.
const (
	minSeconds = 0.01
	maxSeconds = 3600
)

// minDrift is the shortest drift in units: less could not be seen.
const minDrift = 0.1

// ticks converts a time in seconds to the nearest tick.
func ticks(seconds float64) int {
	return int(math.Round(float64(seconds * engine.TicksPerSecond)))
}

// motionOptions are those of a brick that moves. They stand behind the ones that
// say where it is.
func motionOptions() []option {
	return []option{
		{name: "drift", least: 2, most: 2, lo: -engine.FieldW, hi: engine.FieldW},
		{name: "every", least: 1, most: 1, lo: minSeconds, hi: maxSeconds},
		{name: "spin", least: 1, most: 1, lo: -engine.MaxSpin, hi: engine.MaxSpin},
	}
}

// motion makes a motion of what was read for motionOptions.
func (p *parser) motion(opts []option) (m engine.Motion, ok bool) {
	drift, every, spin := opts[0], opts[1], opts[2]
	m.Spin = spin.number(0)
	switch {
	case !p.together(drift, every, "drift DX DY every SECONDS"):
		return m, false
	case !drift.given():
		return m, true
	}
	m.Path = geom.Vec{X: drift.number(0), Y: drift.number(1)}
	m.Lap = ticks(every.number(0))
	length := m.Path.Norm()
	if length < minDrift {
		p.fail(drift.at, "a drift of %.2g units cannot be seen: %g is the least", length, minDrift)
		return m, false
	}
	// The engine's own words for it, so that it never refuses what is let through.
	if !(2*length*engine.TicksPerSecond <= float64(engine.MaxDrift*float64(m.Lap))) {
		speed := 2 * length * engine.TicksPerSecond / float64(m.Lap)
		p.fail(drift.at, "it drifts %.4g units there and back in %g s, that is %.4g units/s: %g is the most",
			length, every.number(0), speed, engine.MaxDrift)
		return m, false
	}
	return m, true
}

// together complains when only one of two options is given that belong together
// in the way that want shows.
func (p *parser) together(a, b option, want string) bool {
	switch {
	case a.given() == b.given():
		return true
	case a.given():
		p.fail(a.at, "%q needs %q: %s", a.name, b.name, want)
	default:
		p.fail(b.at, "%q needs %q: %s", b.name, a.name, want)
	}
	return false
}

// moves reports whether the brick does not rest.
func (q *placed) moves() bool { return q.Motion != engine.Motion{} }

// A way is the part of the field that a brick which moves may come to: all that
// is within radius of the segment from its middle to the far end of its drift,
// both the same when it only spins. Two bricks whose ways are apart never meet,
// whenever each set out and however long a ball has stopped one of them.
type way struct {
	from, to geom.Vec
	radius   float64
}

// way returns the way of a brick that moves.
func (q *placed) way() way {
	center, radius := q.Shape.Circle()
	return way{center, center.Add(q.Motion.Path), radius}
}

// bounds returns the corners of the smallest upright rectangle around all that a
// brick may come to.
func (q *placed) bounds() (lo, hi geom.Vec) {
	if !q.moves() {
		return q.Shape.Bounds()
	}
	w := q.way()
	return geom.Vec{X: min(w.from.X, w.to.X) - w.radius, Y: min(w.from.Y, w.to.Y) - w.radius},
		geom.Vec{X: max(w.from.X, w.to.X) + w.radius, Y: max(w.from.Y, w.to.Y) + w.radius}
}

// gap returns the least distance that two bricks may ever have, not positive
// when they may overlap.
func (q *placed) gap(o *placed) float64 {
	switch {
	case q.moves() && o.moves():
		a, b := q.way(), o.way()
		near, far := geom.ClosestOnSegments(a.from, a.to, b.from, b.to)
		return near.Sub(far).Norm() - a.radius - b.radius
	case q.moves():
		return q.way().apart(o.Shape)
	case o.moves():
		return o.way().apart(q.Shape)
	}
	return apart(q.Shape, o.Shape)
}

// apart returns the distance of a way from a brick that rests, not positive when
// they overlap.
func (w way) apart(shape geom.Polygon) float64 {
	if w.from == w.to {
		return shape.Distance(w.from) - w.radius
	}
	middle, err := geom.Segment(w.from, w.to)
	if err != nil {
		panic(fmt.Sprintf("levels: way %+v: %v", w, err))
	}
	return apart(middle, shape) - w.radius
}

// subject and object are how an error calls a brick, for what it says of both.

func (q *placed) subject() string {
	if q.moves() {
		return "the path of the brick"
	}
	return "the brick"
}

func (q *placed) object() string {
	if q.moves() {
		return "the path of the one at " + q.where()
	}
	return "the one at " + q.where()
}
