package levels

import (
	"fmt"
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Limits of times in a file, in seconds. The minimum is 2 ticks, and the maximum is within the limits of the engine.
const (
	minSeconds = 0.01
	maxSeconds = 3600
)

// minDrift is the minimum length of a drift in units. A shorter drift would be invisible.
const minDrift = 0.1

// toTicks converts a time in seconds to the nearest tick.
func toTicks(seconds float64) int {
	return int(math.Round(float64(seconds * engine.TicksPerSecond)))
}

// Options of moving bricks. They follow the options for the position.
var (
	driftOption = option{name: "drift", minCount: 2, maxCount: 2, min: -spec.FieldW, max: spec.FieldW}
	everyOption = option{name: "every", minCount: 1, maxCount: 1, min: minSeconds, max: maxSeconds}
	spinOption  = option{name: "spin", minCount: 1, maxCount: 1, min: -spec.MaxSpin, max: spec.MaxSpin}
)

// motion returns the motion for the given options. ok is false after an error.
func (p *parser) motion(opts []option) (m spec.Motion, ok bool) {
	drift, every, spin := opts[0], opts[1], opts[2]
	m.Spin = spin.number(0)

	switch {
	case !p.requireBoth(drift, every, "drift DX DY every SECONDS"):
		return m, false
	case !drift.given():
		return m, true
	}

	m.Path = geom.Vec{X: drift.number(0), Y: drift.number(1)}
	m.Lap = toTicks(every.number(0))
	length := m.Path.Norm()
	if length < minDrift {
		p.fail(drift.at, "drift of %.2g units, want at least %g", length, minDrift)
		return m, false
	}

	// The engine, which must accept the motion, makes the same comparison.
	if !(2*length*engine.TicksPerSecond <= float64(spec.MaxDrift*float64(m.Lap))) {
		speed := 2 * length * engine.TicksPerSecond / float64(m.Lap)
		p.fail(drift.at, "drift of %.4g units there and back in %g s is %.4g units/s, want at most %g",
			length, every.number(0), speed, spec.MaxDrift)
		return m, false
	}
	return m, true
}

// requireBoth reports an error if only one of two related options is given. It returns false after an error. The
// argument want describes both options.
func (p *parser) requireBoth(a, b option, want string) bool {
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

// moves reports whether the brick moves on its own.
func (q *placedBrick) moves() bool { return q.Motion != spec.Motion{} }

// A capsule contains all points within radius of a segment. It describes the path of a moving brick, which is the area
// that the brick's bounding circle covers during the drift. If the brick only spins, both ends of the segment are
// equal. Two bricks with separate paths never touch, even if a ball has stopped one of them.
type capsule struct {
	from, to geom.Vec
	radius   float64
}

// path returns the path of a moving brick.
func (q *placedBrick) path() capsule {
	center, radius := q.Shape.Circle()
	return capsule{center, center.Add(q.Motion.Path), radius}
}

// bounds returns the top left and bottom right corners of the bounding rectangle of the brick or its path.
func (q *placedBrick) bounds() (lo, hi geom.Vec) {
	if !q.moves() {
		return q.Shape.Bounds()
	}
	c := q.path()
	return geom.Vec{X: min(c.from.X, c.to.X) - c.radius, Y: min(c.from.Y, c.to.Y) - c.radius},
		geom.Vec{X: max(c.from.X, c.to.X) + c.radius, Y: max(c.from.Y, c.to.Y) + c.radius}
}

// gap returns the minimum distance of two bricks at any time. It is not positive if they may overlap.
func (q *placedBrick) gap(o *placedBrick) float64 {
	switch {
	case q.moves() && o.moves():
		a, b := q.path(), o.path()
		near, far := geom.ClosestOnSegments(a.from, a.to, b.from, b.to)
		return near.Sub(far).Norm() - a.radius - b.radius
	case q.moves():
		return q.path().distance(o.Shape)
	case o.moves():
		return o.path().distance(q.Shape)
	}
	return polygonGap(q.Shape, o.Shape)
}

// distance returns the distance of a capsule from a brick at rest. It is not positive if they overlap.
func (c capsule) distance(shape geom.Polygon) float64 {
	if c.from == c.to {
		return shape.Distance(c.from) - c.radius
	}
	middle, err := geom.Segment(c.from, c.to)
	if err != nil {
		panic(fmt.Sprintf("levels: capsule %+v: %v", c, err))
	}
	return polygonGap(middle, shape) - c.radius
}

// subject describes the brick with an error.
func (q *placedBrick) subject() string {
	if q.moves() {
		return "the path of the brick"
	}
	return "the brick"
}

// object describes another brick in an error.
func (q *placedBrick) object() string {
	if q.moves() {
		return "the path of the brick at " + q.position()
	}
	return "the brick at " + q.position()
}
