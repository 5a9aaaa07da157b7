package world

import (
	"iter"
	"math"
	"slices"

	"arkterm/engine/geom"
)

// This file implements geometric queries. A query treats all bodies as at rest at their current positions. Queries are
// allowed at any time and have no observable effect. They ignore bodies that are gone or held.

// A Search restricts the bodies that a query finds. The zero Search finds all bodies that a body with the zero Filter
// touches, which excludes bodies that avoid category 1.
type Search struct {
	Filter Filter // finds only bodies that touch a body with this filter

	// Skip excludes the bodies for which it returns true. The values of kind and index are as in an Obstruction, and
	// index is 0 for a wall. If Skip is nil, no bodies are excluded.
	Skip func(kind Kind, index int) bool
}

// An Obstruction is the first body that a ray or a moving disc meets.
type Obstruction struct {
	Kind  Kind     // AtSide, AtEnd, AtCapsule, AtObstacle, AtMover or AtDisc
	Index int      // index of the capsule, obstacle or disc
	T     float64  // fraction of the motion before the contact, 0 to 1
	At    geom.Vec // point of contact
	N     geom.Vec // unit normal there, toward the origin of the ray or disc
}

// Ray returns the first body that a point meets while it moves from start by motion. It returns false if the point
// meets none. Only a body that the point approaches counts, as in contacts of discs. A ray that starts inside a body
// meets it immediately if it points deeper into the body, and not at all if it points out. Simultaneous contacts are
// ordered by kind, then by index. In a periodic field, the ray ends after 4,096 periods.
func (w *World) Ray(start, motion geom.Vec, s Search) (Obstruction, bool) {
	return w.Sweep(start, motion, 0, s)
}

// Sweep is the version of Ray for a disc of the given radius, which is 0 or at least MinRadius. In a periodic field, it
// panics if the disc is wider or higher than 64 periods.
func (w *World) Sweep(start, motion geom.Vec, radius float64, s Search) (Obstruction, bool) {
	if radius != 0 {
		w.must("Sweep", inRange("radius", MinRadius, math.MaxFloat64, radius))
	}
	w.fillGrid()
	q := sweeper{w: w, s: &s, from: start, motion: motion, radius: radius, first: Obstruction{T: math.Inf(1)}}
	end := 1.0
	if w.wraps() {
		end = q.offerPeriods()
	} else {
		q.offerAll()
	}
	if q.first.T > end {
		return Obstruction{}, false
	}
	q.first.At = start.Along(motion, q.first.T).Along(q.first.N, -radius)
	return q.first, true
}

// A sweeper is the state of a sweep: the moving disc and its first contact so far.
type sweeper struct {
	w            *World
	s            *Search
	from, motion geom.Vec
	radius       float64
	first        Obstruction
}

// offerAll calls offer for all bodies.
func (q *sweeper) offerAll() {
	w := q.w
	q.offerWalls()
	for k := range w.Capsules {
		c := &w.Capsules[k]
		hit, ok := c.shape.Sweep(q.from.Sub(geom.Vec{X: w.CapsuleX(k), Y: c.Y}), q.motion, q.radius+c.R)
		q.offer(AtCapsule, k, hit, ok)
	}
	for k := range w.movers {
		o := w.movers[k].obstacle
		if !w.moverReaches(k, q.from, q.from.Add(q.motion), q.radius) {
			continue
		}
		shape := w.ShapeNow(k)
		hit, ok := shape.Sweep(q.from, q.motion, q.radius)
		q.offer(AtMover, o, hit, ok && !w.Obstacles[o].Gone)
	}
	q.offerAlongPath()
}

// offer stores a hit if it precedes the stored one and the search includes the body.
func (q *sweeper) offer(kind Kind, index int, hit geom.Hit, ok bool) {
	b := &q.first
	if !ok || hit.T > b.T || hit.T == b.T && (kind > b.Kind || kind == b.Kind && index >= b.Index) {
		return
	}
	if q.w.finds(q.s, kind, index) {
		*b = Obstruction{Kind: kind, Index: index, T: hit.T, N: hit.N}
	}
}

// finds reports whether s includes the body with the given kind and index.
func (w *World) finds(s *Search, kind Kind, index int) bool {
	return w.touches(s.Filter, kind, index) && (s.Skip == nil || !s.Skip(kind, index))
}

// offerWalls calls offer for the walls. The center stays a radius away from each wall.
func (q *sweeper) offerWalls() {
	w, v := q.w, q.motion
	lo := geom.Vec{X: q.radius, Y: q.radius}
	hi := geom.Vec{X: w.W - q.radius, Y: w.H - q.radius}
	switch {
	case w.wrapX:
	case v.X < 0:
		q.offer(AtSide, 0, geom.Hit{T: max(0, (lo.X-q.from.X)/v.X), N: geom.Vec{X: 1}}, true)
	case v.X > 0:
		q.offer(AtSide, 0, geom.Hit{T: max(0, (hi.X-q.from.X)/v.X), N: geom.Vec{X: -1}}, true)
	}
	switch {
	case w.wrapY:
	case v.Y < 0 && w.Ceiling:
		q.offer(AtEnd, 0, geom.Hit{T: max(0, (lo.Y-q.from.Y)/v.Y), N: geom.Vec{Y: 1}}, true)
	case v.Y > 0 && w.Floor:
		q.offer(AtEnd, 0, geom.Hit{T: max(0, (hi.Y-q.from.Y)/v.Y), N: geom.Vec{Y: -1}}, true)
	}
}

// offerAlongPath calls offer for the obstacles at rest and the discs along the path. It advances by a few cells at a
// time, and stops when it has found a contact in the part of the path that it has covered.
func (q *sweeper) offerAlongPath() {
	w := q.w
	disc := func(i int) {
		hit, ok := geom.SweepPoint(q.from, q.motion, q.radius+w.Discs[i].R, w.At(i))
		q.offer(AtDisc, i, hit, ok)
	}
	indexed := w.useIndex()
	if !indexed {
		w.eachFlying(disc)
	}

	l := &w.grid.layers[0]
	stride := max(4*l.size, 4*q.radius)
	if indexed {
		stride = max(stride, 4*w.discIndex.radius)
	}
	strides := math.Ceil(q.motion.Norm() / stride)
	if !(strides <= float64(l.nx+l.ny)) {
		strides = 1 // the motion starts or ends far outside of the field
	}

	for n := 0.0; n < strides && q.first.T >= n/strides; n++ {
		lo, hi := q.bounds(n/strides, (n+1)/strides)
		w.eachObstacle(lo, hi, func(k int) {
			o := &w.Obstacles[k]
			hit, ok := o.Shape.Sweep(q.from, q.motion, q.radius)
			q.offer(AtObstacle, k, hit, ok && !o.Admits(q.from, q.motion, q.radius))
		})
		if indexed {
			w.eachDisc(lo, hi, disc)
		}
	}
}

// bounds returns the corners of the bounding rectangle of the disc during the motion from time t to u.
func (q *sweeper) bounds(t, u float64) (lo, hi geom.Vec) {
	a, b := q.from.Along(q.motion, t), q.from.Along(q.motion, u)
	return geom.Vec{X: min(a.X, b.X) - q.radius, Y: min(a.Y, b.Y) - q.radius},
		geom.Vec{X: max(a.X, b.X) + q.radius, Y: max(a.Y, b.Y) + q.radius}
}

// Overlap yields the kinds and indices of all bodies that a disc with the given center and radius would overlap. They
// include gates but not walls, and are ordered by kind and index. A radius of 0 finds the bodies that contain the
// center.
func (w *World) Overlap(center geom.Vec, radius float64, s Search) iter.Seq2[Kind, int] {
	return w.overlap(region{at: center, radius: radius}, s)
}

// OverlapPolygon yields all bodies that have a point in common with p, in the same form as Overlap. A disc that only
// touches p is not included. In a periodic field, p may be up to 64 periods wide and high. For a larger polygon the
// iteration panics.
func (w *World) OverlapPolygon(p *geom.Polygon, s Search) iter.Seq2[Kind, int] {
	_ = p.N() // panics if p is nil
	return w.overlap(region{polygon: p}, s)
}

// A region is the area of a query: the polygon, or a disc if polygon is nil.
type region struct {
	polygon *geom.Polygon
	at      geom.Vec
	radius  float64
}

// bounds returns the corners of the bounding rectangle of r.
func (r *region) bounds() (lo, hi geom.Vec) {
	if r.polygon != nil {
		return r.polygon.Bounds()
	}
	return geom.Vec{X: r.at.X - r.radius, Y: r.at.Y - r.radius}, geom.Vec{X: r.at.X + r.radius, Y: r.at.Y + r.radius}
}

// meets reports whether r overlaps p grown by a radius.
func (r *region) meets(p *geom.Polygon, radius float64) bool {
	if r.polygon == nil {
		return p.Distance(r.at) < r.radius+radius
	}
	gap := r.polygon.Clearance(p)
	return gap < radius || gap == 0
}

// overlap yields the bodies that r overlaps.
func (w *World) overlap(r region, s Search) iter.Seq2[Kind, int] {
	return func(yield func(Kind, int) bool) {
		w.fillGrid()
		lo, hi := r.bounds()
		if r.polygon != nil {
			w.requireFewPeriods(hi.X-lo.X, hi.Y-lo.Y)
		}
		for k := range w.Capsules {
			c := &w.Capsules[k]
			shape := c.shape.Moved(geom.Mover{V: geom.Vec{X: w.CapsuleX(k), Y: c.Y}}, 1)
			if w.meets(&r, &shape, c.R) && w.finds(&s, AtCapsule, k) && !yield(AtCapsule, k) {
				return
			}
		}

		// The list is kept for the next query. A nested query allocates its own.
		near := w.found
		w.found = nil
		defer func() { w.found = near }()
		near = w.obstaclesNear(near[:0], lo, hi)
		for n, k := range near {
			again := n > 0 && near[n-1] == k
			if !again && w.meets(&r, w.Obstacles[k].Shape, 0) &&
				w.finds(&s, AtObstacle, int(k)) && !yield(AtObstacle, int(k)) {
				return
			}
		}

		for k := range w.movers {
			if !w.wraps() && r.polygon == nil && !w.moverReaches(k, r.at, r.at, r.radius) {
				continue
			}
			o, shape := w.movers[k].obstacle, w.ShapeNow(k)
			if !w.Obstacles[o].Gone && w.meets(&r, &shape, 0) && w.finds(&s, AtMover, o) && !yield(AtMover, o) {
				return
			}
		}

		near = w.discsNear(near[:0], lo, hi)
		for _, i := range near {
			middle := geom.Point(w.At(int(i)))
			if w.meets(&r, &middle, w.Discs[i].R) && w.finds(&s, AtDisc, int(i)) && !yield(AtDisc, int(i)) {
				return
			}
		}
	}
}

// obstaclesNear appends the obstacles of eachObstacle to dst, sorted. In a periodic field, it considers all images.
func (w *World) obstaclesNear(dst []int32, lo, hi geom.Vec) []int32 {
	w.eachPeriod(lo, hi, func(lo, hi geom.Vec) {
		w.eachObstacle(lo, hi, func(k int) { dst = append(dst, int32(k)) })
	})
	slices.Sort(dst)
	return dst
}

// eachPeriod calls f for the rectangle from lo to hi. In a periodic field, it calls f for each period that may have a
// body with a point in the rectangle. The arguments of f are then the corners of the rectangle relative to this period.
// If there are more than 16 such periods, it calls f once, with the whole field.
func (w *World) eachPeriod(lo, hi geom.Vec, f func(lo, hi geom.Vec)) {
	if !w.wraps() {
		f(lo, hi)
		return
	}
	p := w.periodsOf(lo, hi)
	if !(float64(p.columns*p.rows) <= 16) {
		f(geom.Vec{}, geom.Vec{X: w.W, Y: w.H})
		return
	}
	for k := range int(p.rows) {
		for m := range int(p.columns) {
			s := w.shiftTo(p.x+float64(m), p.y+float64(k))
			f(lo.Sub(s), hi.Sub(s))
		}
	}
}

// discsNear appends to dst the discs that have a point in the rectangle from lo to hi, and some others, sorted.
func (w *World) discsNear(dst []int32, lo, hi geom.Vec) []int32 {
	if !w.useIndex() {
		if w.wraps() {
			w.eachFlying(func(i int) { dst = append(dst, int32(i)) })
			return dst
		}
		for i := range w.Discs {
			d, at := &w.Discs[i], w.At(i)
			if !d.Held && at.X+d.R >= lo.X && at.X-d.R <= hi.X && at.Y+d.R >= lo.Y && at.Y-d.R <= hi.Y {
				dst = append(dst, int32(i))
			}
		}
		return dst
	}
	w.eachPeriod(lo, hi, func(lo, hi geom.Vec) {
		w.eachDisc(lo, hi, func(i int) { dst = append(dst, int32(i)) })
	})
	slices.Sort(dst)
	return slices.Compact(dst)
}

// eachObstacle calls f for all obstacles at rest that have a point in the rectangle from lo to hi. It may also call f
// for other obstacles, and several times for the same obstacle.
func (w *World) eachObstacle(lo, hi geom.Vec, f func(k int)) {
	g := &w.grid.layers[0]
	x0, y0 := g.at(w.clamped(lo))
	x1, y1 := g.at(w.clamped(hi))
	for cy := y0; cy <= y1; cy++ {
		for cx := x0; cx <= x1; cx++ {
			for _, k := range g.obstacles.in((cy*g.nx + cx) & g.mask) {
				if k &= bodyMask; !w.Obstacles[k].Gone {
					f(int(k))
				}
			}
		}
	}
	for k := w.listed; k < len(w.Obstacles); k++ {
		c, r := w.Obstacles[k].Shape.Circle()
		near := c.X+r >= lo.X && c.X-r <= hi.X && c.Y+r >= lo.Y && c.Y-r <= hi.Y
		if o := &w.Obstacles[k]; near && !o.Gone && !o.Moves {
			f(k)
		}
	}
}

// clamped returns the point of the field nearest to p. In cellOf, much larger coordinates would overflow.
func (w *World) clamped(p geom.Vec) geom.Vec {
	return geom.Vec{X: geom.Clamp(p.X, 0, w.W), Y: geom.Clamp(p.Y, 0, w.H)}
}

// fillGrid puts the obstacles into the cells of the grid unless it already lists all but a few. It predicts nothing.
func (w *World) fillGrid() {
	if !w.gridFilled || len(w.Obstacles)-w.listed > max(32, w.listed/64) {
		w.resizeGrid()
		w.gridFilled = true
	}
}
