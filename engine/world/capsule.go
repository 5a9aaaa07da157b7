package world

import (
	"cmp"
	"math"

	"arkterm/engine/geom"
)

// A Capsule is a horizontal segment with round ends that moves horizontally. A field has at most two capsules. Two at
// the same height never overlap, and the first one is on the left.
type Capsule struct {
	X, Y float64 // center
	Half float64 // half of the total width, including the ends
	R    float64 // radius of the ends, half of the height
	V    float64 // velocity in the last tick, units/s

	shape  geom.Polygon // the middle segment, relative to the center
	target float64      // center at the end of the tick
	startX float64      // center at the start of the tick
	v      float64      // velocity in this sub-step, units/s
	since  float64      // time at which v began
	course uint32       // incremented when v changes
}

// AddCapsule adds a capsule and returns its index. It panics if there are already two.
func (w *World) AddCapsule(c Capsule) int {
	if len(w.Capsules) == 2 {
		panic("world: AddCapsule: the world already has two capsules, the maximum")
	}
	if w.wraps() {
		panic("world: AddCapsule: a periodic field accepts no capsules")
	}
	w.must("AddCapsule", w.validCapsule(&c))
	c.target, c.startX = c.X, c.X
	w.Capsules = append(w.Capsules, c)
	w.makeApproaches()
	w.forgetReach() // no disc has been checked yet
	return len(w.Capsules) - 1
}

// segment returns the middle segment of a capsule with the given half width and ends of radius r.
func segment(half, r float64) geom.Polygon {
	s, err := geom.Segment(geom.Vec{X: r - half}, geom.Vec{X: half - r})
	if err != nil {
		panic("world: capsule: " + err.Error())
	}
	return s
}

// Distance returns the distance of p from the capsule between two ticks. It is negative inside.
func (c *Capsule) Distance(p geom.Vec) float64 { return c.fromSegment(p) - c.R }

// fromSegment returns the distance of p from the middle segment.
func (c *Capsule) fromSegment(p geom.Vec) float64 {
	return c.shape.Distance(p.Sub(geom.Vec{X: c.X, Y: c.Y}))
}

// Touched reports whether a point that moved uniformly from start to end in the last tick came within reach of the
// capsule's middle segment, which also moved. For a disc, reach is the sum of the radii.
func (c *Capsule) Touched(start, end geom.Vec, reach float64) bool {
	a := start.Sub(geom.Vec{X: c.startX, Y: c.Y})
	b := end.Sub(geom.Vec{X: c.X, Y: c.Y})
	motion := b.Sub(a)
	if math.Abs(a.Y) > reach+math.Abs(motion.Y) {
		return false
	}
	if c.shape.Distance(a) <= reach || c.shape.Distance(b) <= reach {
		return true
	}
	hit, ok := c.shape.Sweep(a, motion, reach)
	return ok && hit.T <= 1
}

// sideBySide reports whether there are two capsules at the same height.
func (w *World) sideBySide() bool { return len(w.Capsules) == 2 && w.Capsules[0].Y == w.Capsules[1].Y }

// SetTarget moves capsule k uniformly during the next tick, so that its center ends at x or as near as the walls allow.
// The limit is exact, so the center is never less than half a width from a wall. SetTarget panics if x is NaN.
func (w *World) SetTarget(k int, x float64) {
	c := &w.Capsules[k]
	c.startX, c.target = c.X, geom.Clamp(x, c.Half, w.W-c.Half)
	if c.V = float64((c.target - c.X) * TicksPerSecond); c.V != c.V {
		panic("world: SetTarget: x is NaN")
	}
}

// SeparateTargets changes the targets of two capsules at the same height so that the capsules do not overlap. If both
// move toward each other, both stop where they meet. If only one moves toward the other, it stops next to the other's
// target. Each capsule moves uniformly within a tick, so if they are separate at both ends of the tick, they are
// separate throughout. Call SeparateTargets after SetTarget for both.
func (w *World) SeparateTargets() {
	if !w.sideBySide() {
		return
	}
	p, q := &w.Capsules[0], &w.Capsules[1]
	minDistance := p.Half + q.Half
	if q.target-p.target >= minDistance {
		return
	}
	left, right := p.target-p.X, q.target-q.X
	switch {
	case left > 0 && right < 0:
		fraction := geom.Clamp((q.X-p.X-minDistance)/(left-right), 0, 1)
		p.target = p.X + float64(left*fraction)
		q.target = p.target + minDistance
	case left > 0:
		p.target = q.target - minDistance
	default:
		q.target = p.target + minDistance
	}
	// Rounding must not move a capsule past a wall.
	p.target, q.target = max(p.target, p.Half), min(q.target, w.W-q.Half)
	p.V = float64((p.target - p.X) * TicksPerSecond)
	q.V = float64((q.target - q.X) * TicksPerSecond)
}

// CapsuleRange returns the left and right ends of the free space around capsule k. Each end is a wall, or the nearer
// end of another capsule at the same height.
func (w *World) CapsuleRange(k int) (lo, hi float64) {
	lo, hi = 0, w.W
	switch {
	case !w.sideBySide():
	case k == 0:
		hi = w.Capsules[1].X - w.Capsules[1].Half
	default:
		lo = w.Capsules[0].X + w.Capsules[0].Half
	}
	return lo, hi
}

// PlaceCapsule moves the center of capsule k to x between two ticks, and sets its half width. The place must be free.
// If discs are moving, call Renew afterwards.
func (w *World) PlaceCapsule(k int, x, half float64) {
	c := &w.Capsules[k]
	w.must("PlaceCapsule", cmp.Or(w.betweenTicks(), inRange("half", c.R, w.W/2, half), inRange("x", half, w.W-half, x)))
	if half != c.Half {
		c.Half, c.shape = half, segment(half, c.R)
	}
	c.X, c.target = x, x
}

// CapsuleFits reports whether capsule k could be placed at x with the given half width and a margin to every moving
// disc.
func (w *World) CapsuleFits(k int, x, half, margin float64) bool {
	c := &w.Capsules[k]
	shape, at := segment(half, c.R), geom.Vec{X: x, Y: c.Y}
	for i := range w.Discs {
		if d := &w.Discs[i]; !d.Held && shape.Distance(w.At(i).Sub(at)) < d.R+c.R+margin {
			return false
		}
	}
	return true
}

// ResumeCapsule places the center of capsule k at x and sets its V to v, as if a previous tick had moved it there.
func (w *World) ResumeCapsule(k int, x, v float64) {
	c := &w.Capsules[k]
	w.must("ResumeCapsule", cmp.Or(w.betweenTicks(),
		inRange("x", c.Half, w.W-c.Half, x), inRange("v", -MaxDiscSpeed, MaxDiscSpeed, v)))
	c.X, c.target, c.V = x, x, v
}

// SeparateCapsules moves two capsules at the same height apart after they became wider. Each moves by half of the
// overlap, as far as the walls allow.
func (w *World) SeparateCapsules() {
	if !w.sideBySide() {
		return
	}
	p, q := &w.Capsules[0], &w.Capsules[1]
	minDistance := p.Half + q.Half
	if q.X-p.X >= minDistance-tolerance {
		return
	}
	p.X = geom.Clamp(float64((p.X+q.X-minDistance)/2), p.Half, w.W-q.Half-minDistance)
	q.X = min(p.X+minDistance, w.W-q.Half)
	p.target, q.target = p.X, q.X
}

// CapsuleX returns the current center of capsule k, also within a tick.
func (w *World) CapsuleX(k int) float64 { return w.capsuleAt(k, w.now) }

// capsuleAt returns the center of capsule k at the time t of this sub-step.
func (w *World) capsuleAt(k int, t float64) float64 {
	c := &w.Capsules[k]
	return geom.Clamp(c.X+float64(c.v*(t-c.since)), c.Half, w.W-c.Half)
}

// beginCapsules sets the velocity of every capsule for the next sub-step, which lasts dt seconds.
func (w *World) beginCapsules(dt float64) {
	for k := range w.Capsules {
		c := &w.Capsules[k]
		c.v = (c.target - c.X) / float64(float64(w.substepsLeft)*dt)
		c.since = w.now
		c.course++
	}
}

// endCapsules moves the capsules to their positions at the end of the sub-step.
func (w *World) endCapsules() {
	for k := range w.Capsules {
		c := &w.Capsules[k]
		if w.substepsLeft == 1 {
			c.X = c.target
		} else {
			c.X = w.capsuleAt(k, w.end)
		}
		c.v, c.since = 0, w.end
	}
}

// blockCapsule stops capsule k for the rest of the tick. It also stops the other capsule if both are at the same
// height, because otherwise the two could collide.
func (w *World) blockCapsule(k int) {
	for j := range w.Capsules {
		if j == k || w.sideBySide() {
			c := &w.Capsules[j]
			c.X = w.capsuleAt(j, w.now)
			c.target, c.v, c.since = c.X, 0, w.now
			c.course++
		}
	}
}

// holdCapsule stops capsule k, and a capsule at the same height, for the tick that is about to start.
func (w *World) holdCapsule(k int) {
	for j := range w.Capsules {
		if j == k || w.sideBySide() {
			w.Capsules[j].target = w.Capsules[j].X
		}
	}
}

// predictBand sets a.bandIn and a.bandOut, the times between which the disc is at the height of a capsule. For two
// capsules at different heights, the range includes the time between them.
func (w *World) predictBand(d *Disc, a *approach) {
	d.predictBand(a, &w.Capsules[0])
	if len(w.Capsules) > 1 && !w.sideBySide() {
		in, out := a.bandIn, a.bandOut
		d.predictBand(a, &w.Capsules[1])
		switch {
		case a.bandIn == never:
			a.bandIn, a.bandOut = in, out
		case in != never:
			a.bandIn, a.bandOut = min(in, a.bandIn), max(out, a.bandOut)
		}
	}
}

// predictBand sets a.bandIn and a.bandOut, the times between which the disc is at the height of c. If this is never the
// case, both are never.
func (d *Disc) predictBand(a *approach, c *Capsule) {
	reach := c.R + d.R + slack
	above := (c.Y - reach - d.From.Y) // > 0 if the disc is above the band
	below := (c.Y + reach - d.From.Y) // < 0 if it is below
	switch {
	case d.V.Y > 0:
		a.bandIn, a.bandOut = d.Since+above/d.V.Y, d.Since+below/d.V.Y
	case d.V.Y < 0:
		a.bandIn, a.bandOut = d.Since+below/d.V.Y, d.Since+above/d.V.Y
	case above < 0 && below > 0:
		a.bandIn, a.bandOut = math.Inf(-1), never
	default:
		a.bandIn, a.bandOut = never, never
	}
}

// predictCapsules predicts whether and when a disc touches a capsule before the end of the sub-step, in the frame of
// the capsule. The prediction starts when the newer of the two courses began, because both courses are valid only from
// that time on.
func (w *World) predictCapsules(i int, d *Disc, tr *track, a *approach) {
	if a.bandIn > w.end || a.bandOut < w.now {
		return
	}
	for k := range w.Capsules {
		c := &w.Capsules[k]
		if tr.origin.is(AtCapsule, int32(k), c.course) {
			continue
		}
		t0 := max(d.Since, c.since)
		from := d.From.Along(d.V, t0-d.Since)
		from.X -= w.capsuleAt(k, t0)
		from.Y -= c.Y
		hit, ok := c.shape.Sweep(from, geom.Vec{X: d.V.X - c.v, Y: d.V.Y}, d.R+c.R)
		if !ok || t0+hit.T > w.end || w.avoids(i, AtCapsule, k) {
			continue
		}
		hitEvent := predicted(t0, hit.T, AtCapsule)
		hitEvent.other, hitEvent.stamp, hitEvent.n = int32(k), c.course, hit.N
		a.offer(hitEvent)
	}
}
