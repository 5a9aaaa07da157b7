package world

import (
	"fmt"
	"math"
	"slices"

	"arkterm/engine/geom"
)

// This file implements periodic fields. A body that leaves on one side enters on the opposite side. The border between
// these sides is a seam, across which bodies can touch. The result is the same as if the plane consisted of copies of
// the field, called periods, with an image of each body in every period.
//
// The center of a disc is always in the field. At a seam, the course of the disc ends and a new one starts on the
// opposite side. The course between two seams is straight. The disc can meet the images of bodies in the surrounding
// periods.

// Wrap makes the field periodic, horizontally if x is true and vertically if y is true, without walls in that
// direction. It panics if the field contains discs or capsules. A periodic field accepts no capsules, and no discs
// wider than half of the field. Obstacles and movers may extend over a seam by up to one period.
func (w *World) Wrap(x, y bool) {
	if len(w.Discs) > 0 || len(w.Capsules) > 0 {
		panic("world: Wrap: the field contains discs or capsules; call Wrap before adding them")
	}
	w.wrapX, w.wrapY, w.stale, w.gridFilled = x, y, true, false
}

// Wraps reports in which directions the field is periodic.
func (w *World) Wraps() (x, y bool) { return w.wrapX, w.wrapY }

// wraps reports whether the field is periodic.
func (w *World) wraps() bool { return w.wrapX || w.wrapY }

// An image identifies one of nine images of a body: 0 is the body itself, and the others are in the periods around the
// field.
type image uint8

// images is the number of images of a body.
const images = 9

// imageOffset returns the displacement from a body to its image m, and false if the field is not periodic in that
// direction.
func (w *World) imageOffset(m image) (s geom.Vec, ok bool) {
	x, y := int(m%3), int(m/3) // 0: none, 1: one period forward, 2: one period back
	if x > 0 && !w.wrapX || y > 0 && !w.wrapY {
		return geom.Vec{}, false
	}
	return geom.Vec{X: choosePeriod(x, w.W), Y: choosePeriod(y, w.H)}, true
}

// choosePeriod returns 0 for n = 0, length for n = 1 and −length for n = 2.
func choosePeriod(n int, length float64) float64 { return [...]float64{0, length, -length}[n] }

// nearestImage reduces the displacement d between two points of the field to the displacement between their nearest
// images.
func (w *World) nearestImage(d geom.Vec) geom.Vec {
	if w.wrapX {
		d.X = nearestPeriod(d.X, w.W)
	}
	if w.wrapY {
		d.Y = nearestPeriod(d.Y, w.H)
	}
	return d
}

// nearestPeriod reduces the displacement d by one period of the given length if it is more than half a period.
func nearestPeriod(d, length float64) float64 {
	switch half := float64(length / 2); {
	case d > half:
		return d - length
	case d < -half:
		return d + length
	}
	return d
}

// between returns the displacement from disc j to disc i at a contact of the two.
func (w *World) between(i, j int) geom.Vec {
	d := w.At(i).Sub(w.At(j))
	if w.wraps() {
		d = w.nearestImage(d)
	}
	return d
}

// hasFewCells reports whether a layer of the grid has so few cells that a disc can meet two images of a body in one
// cell.
func (w *World) hasFewCells() bool {
	return slices.ContainsFunc(w.grid.layers, func(l layer) bool {
		return w.wrapX && l.nx < 5 || w.wrapY && l.ny < 5
	})
}

// predictAllImages is the version of predict for a periodic field with few discs or cells.
func (w *World) predictAllImages(i int, d *Disc, tr *track) {
	w.predictSeams(d, tr)
	for k := range w.Obstacles {
		o := &w.Obstacles[k]
		if !o.Gone && !o.Moves {
			for m := range image(images) {
				w.predictImage(i, d, tr, int32(k), m)
			}
		}
	}
	for j := range w.Discs {
		if j != i && !w.Discs[j].Held {
			for m := range image(images) {
				if s, ok := w.imageOffset(m); ok {
					w.predictDiscImage(i, d, tr, int32(j), m, s)
				}
			}
		}
	}
	if len(w.sensors) > 0 {
		w.predictSensors(i, d, tr)
	}
	if w.hasMovingBodies() {
		w.predictMovingBodies(i)
	}
	w.schedule(i, tr)
}

// predictSeams predicts the first seam or wall. The disc crosses a seam with its center and touches a wall with its
// edge.
func (w *World) predictSeams(d *Disc, tr *track) {
	r := geom.Vec{X: d.R, Y: d.R}
	if w.wrapX {
		r.X = 0
	}
	if w.wrapY {
		r.Y = 0
	}
	if v := d.V.X; v != 0 {
		tr.offer(d.Since, max(0, (selectByBit(signBit(v), r.X, w.W-r.X)-d.From.X)/v), AtSide, 0, 0)
	}
	if v := d.V.Y; v != 0 && (w.wrapY || v < 0 && w.Ceiling || v > 0 && w.Floor) {
		tr.offer(d.Since, max(0, (selectByBit(signBit(v), r.Y, w.H-r.Y)-d.From.Y)/v), AtEnd, 0, 0)
	} else if v != 0 {
		tr.offer(d.Since, max(0, (selectByBit(signBit(v), -d.R, w.H+d.R)-d.From.Y)/v), AtExit, 0, 0)
	}
}

// predictImage predicts the contact of disc i with the image m of obstacle k. The stamp of the contact stores m.
func (w *World) predictImage(i int, d *Disc, tr *track, k int32, m image) {
	o := &w.Obstacles[k]
	s, ok := w.imageOffset(m)
	if !ok || o.Gone || tr.origin.is(AtObstacle, k, uint32(m)) {
		return
	}
	from := d.From.Sub(s)
	bound := o.Shape.Bound()
	if !bound.MayReach(from, d.V, d.R, tr.t()-d.Since+timeMargin) {
		return
	}
	hit, ok := o.Shape.Sweep(from, d.V, d.R)
	if ok && !o.Admits(from, d.V, d.R) && !w.slides(i, hit.N) && !w.avoids(i, AtObstacle, int(k)) {
		tr.offer(d.Since, hit.T, AtObstacle, k, uint32(m))
	}
}

// predictDiscImage predicts the first contact of disc i with the image m of disc j, which is displaced by s. If the
// course of disc i began at a contact with disc j, the image that it touched is skipped, but the other images are not.
func (w *World) predictDiscImage(i int, d *Disc, tr *track, j int32, m image, s geom.Vec) {
	if !w.wraps() {
		w.predictDisc(i, d, tr, j)
		return
	}
	o := &w.Discs[j]
	t0 := max(d.Since, o.Since)
	f := d.From.Along(d.V, t0-d.Since).Sub(o.From.Along(o.V, t0-o.Since)).Sub(s)
	reach := d.R + o.R
	if tr.origin.is(AtDisc, j, o.course) && f.Norm2() < float64(float64(reach*reach)*1.01) {
		return
	}
	dt, ok := geom.TimeToPoint(f, d.V.Sub(o.V), reach, tr.t()-t0+timeMargin)
	if ok && !o.Held && !w.avoids(i, AtDisc, int(j)) {
		tr.offer(t0, dt, AtDisc, j, o.course)
	}
}

// predictCells predicts the first contact of disc i with the discs in cells of a periodic field. If dx and dy are 1, it
// checks the cell of the disc and the eight cells around it. If one of them is 0, it checks only the three cells ahead,
// after a step of dx columns or dy rows.
func (w *World) predictCells(i int, d *Disc, tr *track, l *layer, dx, dy int) {
	x0, x1, y0, y1 := -1, 1, -1, 1
	switch {
	case dy == 0:
		x0, x1 = dx, dx
	case dx == 0:
		y0, y1 = dy, dy
	}
	for y := int(tr.cell[1]) + y0; y <= int(tr.cell[1])+y1; y++ {
		cy, my := l.beyondSeam(y, l.ny, w.wrapY)
		for x := int(tr.cell[0]) + x0; x <= int(tr.cell[0])+x1; x++ {
			cx, mx := l.beyondSeam(x, l.nx, w.wrapX)
			k := w.grid.last[l.slot(cy*l.nx+cx)]
			if k == 0 {
				continue
			}
			m := mx + 3*my
			s, _ := w.imageOffset(m)
			for ; k != 0; k = w.grid.entries[k].before {
				if j := w.grid.entries[k].disc; int(j) != i {
					w.predictDiscImage(i, d, tr, j, m, s)
				}
			}
		}
	}
}

// isAtSeam reports whether a cell of a periodic field has neighbors in the ring, which represent cells beyond a seam.
func (l *layer) isAtSeam(cell [2]int16) bool {
	return uint(cell[0]-2) > uint(l.nx-5) || uint(cell[1]-2) > uint(l.ny-5)
}

// beyondSeam returns the column or row c, which is one of n. If the field is periodic and c is in the ring, it returns
// the inner column or row at the opposite edge instead, and m is the image of the bodies there.
func (l *layer) beyondSeam(c, n int, wraps bool) (in int, m image) {
	switch {
	case wraps && c == 0:
		return n - 2, 2
	case wraps && c == n-1:
		return 1, 1
	}
	return c, 0
}

// In a periodic field, a list of obstacles or movers contains images. The low bits of an element are the index of the
// body, and the bits above identify the image.
const (
	imageShift = 27
	bodyMask   = 1<<imageShift - 1
)

// meetsField reports whether the rectangle from lo to hi has a point in the field, in the periodic directions.
func (w *World) meetsField(lo, hi geom.Vec) bool {
	return (!w.wrapX || lo.X <= w.W && hi.X >= 0) && (!w.wrapY || lo.Y <= w.H && hi.Y >= 0)
}

// crossSeam moves disc i to the other side if its track predicts a seam, and reports whether it did.
func (w *World) crossSeam(i int, kind Kind) bool {
	d := &w.Discs[i]
	at := w.At(i)
	switch {
	case kind == AtSide && w.wrapX:
		at.X = selectByBit(signBit(d.V.X), w.W, 0)
	case kind == AtEnd && w.wrapY:
		at.Y = selectByBit(signBit(d.V.Y), w.H, 0)
	default:
		return false
	}
	w.setCourse(i, at, d.V)
	w.predict(i)
	return true
}

// acceptsPeriodic returns an error if a disc of radius r is too wide for the periodic field.
func (w *World) acceptsPeriodic(r float64) error {
	if w.wrapX && 4*r > w.W || w.wrapY && 4*r > w.H {
		return fmt.Errorf("a disc of radius %g is wider than half of the periodic field", r)
	}
	return nil
}

// margin returns the minimum distances of the center of a disc of radius r from the sides, the ceiling and the floor.
// They are 0 at seams, and −∞ at an open floor or ceiling.
func (w *World) margin(r float64) (side, ceiling, floor float64) {
	side, ceiling, floor = r, r, r
	if w.wrapX {
		side = 0
	}
	switch {
	case w.wrapY:
		return side, 0, 0
	case !w.Ceiling:
		ceiling = math.Inf(-1)
	}
	if !w.Floor {
		floor = math.Inf(-1)
	}
	return side, ceiling, floor
}

// depthOfImages is the version of Depth for a periodic field.
func (w *World) depthOfImages(o *Obstacle, center geom.Vec, r float64) (depth float64) {
	for m := range image(images) {
		if s, ok := w.imageOffset(m); ok {
			depth = max(depth, r-o.Shape.Distance(center.Sub(s)))
		}
	}
	return depth
}

// roomAmongImages is the version of Room for a periodic field. The walls have already been applied to limit.
func (w *World) roomAmongImages(p geom.Vec, limit float64, skipDisc, skipObstacle int) float64 {
	for m := range image(images) {
		s, ok := w.imageOffset(m)
		if !ok {
			continue
		}
		q := p.Sub(s)
		for k := range w.Obstacles {
			if o := &w.Obstacles[k]; !o.Gone && !o.Moves && k != skipObstacle {
				limit = min(limit, o.Shape.Distance(q))
			}
		}

		for k := range w.movers {
			if o := w.movers[k].obstacle; !w.Obstacles[o].Gone && o != skipObstacle {
				now := w.ShapeNow(k)
				limit = min(limit, now.Distance(q))
			}
		}
		for i := range w.Discs {
			if i != skipDisc && !w.Discs[i].Held {
				limit = min(limit, q.Sub(w.At(i)).Norm()-w.Discs[i].R)
			}
		}
	}
	return limit
}

// A periodRange is a rectangle of periods. The field itself is period 0, 0. The range stores the numbers of columns
// and rows, because far from the field the coordinates of periods are so large that adding 1 does not change them.
type periodRange struct {
	x, y          float64 // the first column and row
	columns, rows float64 // the numbers of columns and rows
}

// periodsOf returns the periods whose bodies may have a point in the rectangle from lo to hi. Bodies extend over seams
// by up to one period. In a direction that is not periodic, the result includes only the field.
func (w *World) periodsOf(lo, hi geom.Vec) (p periodRange) {
	p.columns, p.rows = 1, 1
	if w.wrapX {
		p.x, p.columns = periodsBetween(lo.X, hi.X, w.W)
	}
	if w.wrapY {
		p.y, p.rows = periodsBetween(lo.Y, hi.Y, w.H)
	}
	return p
}

// periodsBetween is the version of periodsOf for one direction. It returns the first period and the number of periods.
func periodsBetween(lo, hi, length float64) (first, n float64) {
	first = math.Floor(lo/length) - 1
	return first, math.Floor(hi/length) + 2 - first
}

// has reports whether p contains the period in column x and row y.
func (p *periodRange) has(x, y float64) bool {
	return x >= p.x && x < p.x+p.columns && y >= p.y && y < p.y+p.rows
}

// shiftTo returns the displacement from the field to a period.
func (w *World) shiftTo(x, y float64) geom.Vec {
	return geom.Vec{X: float64(x * w.W), Y: float64(y * w.H)}
}

// Limits of queries in a periodic field.
const (
	maxPeriods      = 4096 // periods that a ray or moving disc can cross
	maxQueryPeriods = 64   // width and height, in periods, of a polygon or a moving disc
)

// offerPeriods calls offerAll for one period after the other along the path. It stops when it has found a contact in
// the part of the path that it has covered, or after maxPeriods. It returns the fraction of the motion that it has
// covered.
func (q *sweeper) offerPeriods() (end float64) {
	w, from := q.w, q.from
	w.requireFewPeriods(2*q.radius, 2*q.radius)
	defer func() { q.from = from }()

	strides := 1.0
	if w.wrapX {
		strides = max(strides, math.Ceil(math.Abs(q.motion.X)/w.W))
	}
	if w.wrapY {
		strides = max(strides, math.Ceil(math.Abs(q.motion.Y)/w.H))
	}
	var seen periodRange // periods of the previous stride; none is visited again after it was left
	for n := range maxPeriods {
		end = float64(n) / strides
		if end >= 1 || q.first.T < end {
			break
		}

		q.from = from
		next := w.periodsOf(q.bounds(end, float64(n+1)/strides))
		for k := range int(next.rows) {
			for m := range int(next.columns) {
				if x, y := next.x+float64(m), next.y+float64(k); !seen.has(x, y) {
					q.from = from.Sub(w.shiftTo(x, y))
					q.offerAll()
				}
			}
		}
		seen = next
		end = float64(n+1) / strides
	}
	return end
}

// requireFewPeriods panics if an area of the given width and height spans too many periods for a query.
func (w *World) requireFewPeriods(width, height float64) {
	columns, rows := width/w.W, height/w.H
	if w.wrapX && !(columns <= maxQueryPeriods) || w.wrapY && !(rows <= maxQueryPeriods) {
		panic(fmt.Sprintf("world: query of %g by %g periods, want at most %d", columns, rows, maxQueryPeriods))
	}
}

// meets reports whether r overlaps p grown by a radius, or an image of it.
func (w *World) meets(r *region, p *geom.Polygon, radius float64) bool {
	if !w.wraps() {
		return r.meets(p, radius)
	}
	lo, hi := r.bounds()
	if r.polygon == nil { // it is sufficient to check the image nearest to the center
		lo = geom.Vec{X: max(lo.X, r.at.X-w.W), Y: max(lo.Y, r.at.Y-w.H)}
		hi = geom.Vec{X: min(hi.X, r.at.X+w.W), Y: min(hi.Y, r.at.Y+w.H)}
	}
	around := w.periodsOf(lo, hi)
	for k := range int(around.rows) {
		for m := range int(around.columns) {
			moved := p.Moved(geom.Mover{V: w.shiftTo(around.x+float64(m), around.y+float64(k))}, 1)
			if r.meets(&moved, radius) {
				return true
			}
		}
	}
	return false
}
