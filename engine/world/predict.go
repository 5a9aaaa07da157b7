package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file predicts the next contact of a disc on its course.

// Rebuild computes all predictions and indices again. It does not change the motion.
func (w *World) Rebuild() {
	w.stale, w.gridFilled = false, true
	w.discIndex.invalidate()
	w.must("Rebuild", w.validate())
	w.maxRadius = 0
	for i := range w.Discs {
		w.must("Rebuild", validBody(&w.Discs[i]))
		w.maxRadius = max(w.maxRadius, w.Discs[i].R)
	}
	w.resizeGrid()
	w.window.few, w.window.renewals = len(w.Discs) <= fewDiscs || w.exhaustive, 0
	w.allImages = w.wraps() && (w.window.few || w.hasFewCells())
	w.queue.reset(len(w.Discs) + w.spare)
	w.nextReach = never

	w.energy = 0
	for i := range w.Discs {
		tr := &w.tracks[i]
		tr.t0, tr.dt, tr.exit, tr.cell, tr.kind = noTrack.t0, noTrack.dt, noTrack.exit, noTrack.cell, noTrack.kind
		tr.layer = w.grid.layerOf(w.Discs[i].R)
		w.energy += w.Discs[i].kinetic()
	}
	for i := range w.approaches {
		a := &w.approaches[i]
		a.contact, a.bandIn, a.bandOut = noApproach.contact, noApproach.bandIn, noApproach.bandOut
		w.reach[i] = never
	}
	w.maxEnergy = w.energy
	w.predictAll()
}

// join predicts the contact of disc i, which was added last. If the indices have no room for it, the next Rebuild makes
// room for further discs.
func (w *World) join(i int) {
	if w.stale || w.window.few || i >= w.queue.n || w.Discs[i].R > w.maxRadius {
		if !w.stale && !w.window.few {
			w.spare = i / 2
		}
		w.stale = true
		return
	}
	w.tracks[i].layer = w.grid.layerOf(w.Discs[i].R)
	w.addEnergy(w.Discs[i].kinetic())
	if !w.Discs[i].Held {
		w.predictOne(i)
	}
}

// Renew starts a new course for every disc at its current place and computes all predictions again. Call it after a
// body has appeared or grown, because a disc may have passed through its new area earlier on the current course.
func (w *World) Renew() {
	for i := range w.Discs {
		if d := &w.Discs[i]; !d.Held {
			w.setCourse(i, w.At(i), d.V)
		}
	}
	w.Rebuild()
}

// cellIn returns the index of the cell of tr in its layer l.
func (tr *track) cellIn(l *layer) int { return int(tr.cell[1])*l.nx + int(tr.cell[0]) }

// setCourse starts a new course of disc i from the point start with the velocity v.
func (w *World) setCourse(i int, start, v geom.Vec) {
	d := &w.Discs[i]
	d.From, d.V, d.Since = start, v, roundTime(w.now)
	d.course++
	w.tracks[i].origin = origin{}
}

// predict predicts the next contact of disc i. Call it when the course of the disc is new, or when the predicted
// partner has changed course.
func (w *World) predict(i int) {
	d, tr := &w.Discs[i], &w.tracks[i]
	tr.t0, tr.dt, tr.kind = 0, never, atNothing
	wraps := w.wraps()
	switch {
	case !wraps:
		w.predictWalls(d, tr)
	case w.allImages:
		w.predictAllImages(i, d, tr)
		return
	default:
		w.predictSeams(d, tr)
	}
	l, cell := &w.grid.layers[tr.layer], tr.cell
	w.enterCell(i, tr, l)
	c := tr.cellIn(l)
	list := c & l.mask
	if l.obstacles.has(list) {
		w.predictObstacles(i, d, tr, l, list)
	}

	if w.window.few {
		w.predictAllDiscs(i, d, tr)
		w.followCells(i, d, tr)
	} else {
		if wraps && l.isAtSeam(tr.cell) {
			w.predictCells(i, d, tr, l, 1, 1)
		} else {
			w.queueNeighbors(l, c)
		}
		if list += l.first; tr.cell != cell && !w.grid.hasDisc(int32(i), list) {
			w.grid.put(int32(i), list)
		}
		if tr.leaves(w.window.until) {
			w.followCells(i, d, tr)
		}

		for _, p := range w.findPairsOf(d, tr) {
			if wraps {
				w.predictDiscImage(i, d, tr, p.other, 0, geom.Vec{})
			} else {
				w.predictDisc(i, d, tr, p.other)
			}
		}
		if len(w.grid.layers) > 1 {
			w.predictLayers(i, d, tr, 0)
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

// predictWalls predicts the first contact with a wall. The center of the disc stays a radius away from each wall.
func (w *World) predictWalls(d *Disc, tr *track) {
	if !w.Floor || !w.Ceiling || d.V.X == 0 || d.V.Y == 0 {
		w.predictOpen(d, tr)
		return
	}
	x := selectByBit(signBit(d.V.X), d.R, w.W-d.R)
	y := selectByBit(signBit(d.V.Y), d.R, w.H-d.R)
	dx, dy := max(0, (x-d.From.X)/d.V.X), max(0, (y-d.From.Y)/d.V.Y)
	end := 0
	if d.Since+dy < d.Since+dx {
		end = 1
	}
	tr.t0, tr.dt, tr.kind, tr.other, tr.stamp = d.Since, selectByBit(end, dy, dx), AtSide+Kind(end), 0, 0
}

// predictOpen is the version of predictWalls for an open field or a disc that moves parallel to a wall.
func (w *World) predictOpen(d *Disc, tr *track) {
	if d.V.X != 0 {
		x := d.R
		if d.V.X > 0 {
			x = w.W - d.R
		}
		tr.offer(d.Since, max(0, (x-d.From.X)/d.V.X), AtSide, 0, 0)
	}
	switch {
	case d.V.Y < 0 && w.Ceiling:
		tr.offer(d.Since, max(0, (d.R-d.From.Y)/d.V.Y), AtEnd, 0, 0)
	case d.V.Y < 0:
		tr.offer(d.Since, max(0, (-d.R-d.From.Y)/d.V.Y), AtExit, 0, 0)
	case d.V.Y > 0 && w.Floor:
		tr.offer(d.Since, max(0, (w.H-d.R-d.From.Y)/d.V.Y), AtEnd, 0, 0)
	case d.V.Y > 0:
		tr.offer(d.Since, max(0, (w.H+d.R-d.From.Y)/d.V.Y), AtExit, 0, 0)
	}
}

// predictObstacles predicts the first contact of disc i with the obstacles that a cell of l lists. MayReach excludes
// most of them quickly, because the disc cannot reach them before its earliest known contact.
func (w *World) predictObstacles(i int, d *Disc, tr *track, l *layer, list int) {
	if w.wraps() {
		for _, k := range l.obstacles.in(list) {
			w.predictImage(i, d, tr, k&bodyMask, image(k>>imageShift))
		}
		return
	}
	b := &l.obstacles
	for n := b.first[list]; n < b.first[list+1]; n++ {
		if !b.bound[n].MayReach(d.From, d.V, d.R, tr.t()-d.Since+timeMargin) {
			continue
		}
		k := b.body[n]
		o := &w.Obstacles[k]
		isPredicted := tr.kind == AtObstacle && tr.other == k // in another cell on the same course
		if isPredicted || tr.origin.is(AtObstacle, k, 0) || o.Gone {
			continue
		}
		if hit, ok := o.Shape.Sweep(d.From, d.V, d.R); ok && !o.Admits(d.From, d.V, d.R) &&
			!w.slides(i, hit.N) && !w.avoids(i, AtObstacle, int(k)) {
			w.offerObstacle(d, tr, k, hit)
		}
	}
}

// offerObstacle stores a contact with obstacle k if it is earlier than the stored one. Two obstacles can form one flat
// side. A disc that meets the seam touches the side of one and the corner of the other, at times that differ only by
// rounding. In this case the side takes precedence because its normal is exact. The normal of the corner would deflect
// the disc by up to 4e-7 rad.
func (w *World) offerObstacle(d *Disc, tr *track, k int32, hit geom.Hit) {
	if tr.kind == AtObstacle && math.Abs(d.Since+hit.T-tr.t()) < seamTolerance {
		best, _ := w.Obstacles[tr.other].Shape.Sweep(d.From, d.V, d.R)
		if side := w.hasNormal(k, hit.N); side != w.hasNormal(tr.other, best.N) {
			if side {
				tr.t0, tr.dt, tr.other = d.Since, hit.T, k
			}
			return
		}
	}
	tr.offer(d.Since, hit.T, AtObstacle, k, 0)
}

// seamTolerance is the maximum difference in seconds of two simultaneous contacts with obstacles, due to rounding.
const seamTolerance = 8e-15

// hasNormal reports whether n is the normal of a side of obstacle k, and not of a corner.
func (w *World) hasNormal(k int32, n geom.Vec) bool {
	shape := w.Obstacles[k].Shape
	for s := range shape.N() {
		if shape.Normal(s) == n {
			return true
		}
	}
	return false
}

// fewDiscs is the maximum number of discs for which checking all of them once per course is faster than checking the
// discs nearby at each edge of a cell.
const fewDiscs = 8

// predictAllDiscs predicts the first contact of disc i with any other disc.
func (w *World) predictAllDiscs(i int, d *Disc, tr *track) {
	for j := range w.Discs {
		if j != i && !w.Discs[j].Held {
			w.predictDisc(i, d, tr, int32(j))
		}
	}
}

// predictDisc predicts the contact of disc i with disc j. The time of the contact is computed relative to t0, when the
// later of the two courses began. Therefore, the result does not depend on when it is computed.
func (w *World) predictDisc(i int, d *Disc, tr *track, j int32) {
	o := &w.Discs[j]
	if tr.origin.other == j && tr.origin.is(AtDisc, j, o.course) {
		return
	}
	t0 := d.Since
	if o.Since > t0 {
		t0 = o.Since
	}
	apart := d.From.Along(d.V, t0-d.Since).Sub(o.From.Along(o.V, t0-o.Since))
	dt, ok := geom.TimeToPoint(apart, d.V.Sub(o.V), d.R+o.R, tr.t()-t0+timeMargin)
	if ok && !o.Held && !w.avoids(i, AtDisc, int(j)) {
		tr.offer(t0, dt, AtDisc, j, o.course)
	}
}

// timeMargin is more than the rounding error of the difference between two predicted times, in seconds. If the times
// differ by more than timeMargin, their order is certain.
const timeMargin = 1e-13

// enterCell finds the cell of disc i in its layer and the times when the disc leaves it.
func (w *World) enterCell(i int, tr *track, g *layer) {
	d := &w.Discs[i]
	cx, cy := g.at(w.At(i))
	tr.cell = [2]int16{int16(cx), int16(cy)}
	tr.exit = [2]float64{
		g.exit(d.From.X, d.V.X, d.Since, cx, g.nx),
		g.exit(d.From.Y, d.V.Y, d.Since, cy, g.ny),
	}
}

// exit returns the time at which a disc leaves column or row c of n. At the time t0, the disc is at the coordinate x
// and has the velocity v.
func (g *layer) exit(x, v, t0 float64, c, n int) float64 {
	edge := c - signBit(v)
	if edge <= 0 || edge >= n-2 || v == 0 {
		return never // the cell extends to infinity
	}
	return t0 + (float64(float64(edge)*g.size)-x)/v
}

// signBit returns 1 if v is negative, else 0. Directions are unpredictable, so a branch would be mispredicted half of
// the time.
func signBit(v float64) int { return int(math.Float64bits(v) >> 63) }

// selectByBit returns a if bit is 1, and b if bit is 0, without a branch.
func selectByBit(bit int, a, b float64) float64 {
	x, y := math.Float64bits(a), math.Float64bits(b)
	return math.Float64frombits(y ^ (x^y)&-uint64(bit))
}

// followCells moves disc i from cell to cell until the window ends or the disc reaches its contact. It checks the
// obstacles in each new cell. If there are few discs, all pairs of discs have already been checked. Otherwise, it also
// queues lookups of the discs in the three new neighboring cells.
func (w *World) followCells(i int, d *Disc, tr *track) {
	l, until := &w.grid.layers[tr.layer], w.window.until
	few := w.window.few
	simple := !few && !w.wraps()
	course := [...]float64{d.From.X, d.From.Y, d.V.X, d.V.Y}
	for {
		// The axis is unpredictable, so values are chosen by axis without a branch.
		axis := signBit(tr.exit[1]-tr.exit[0]) & 1
		if edge := tr.exit[axis]; !(edge <= until && edge < tr.t()) {
			return
		}
		v := course[2+axis]
		step := 1 - 2*signBit(v)
		at := int(tr.cell[axis]) + step
		tr.cell[axis] = int16(at)
		tr.exit[axis] = l.exit(course[axis], v, d.Since, at, l.nx+axis*(l.ny-l.nx))

		c := tr.cellIn(l)
		list := c & l.mask
		if simple || !few && !l.isAtSeam(tr.cell) {
			g, stride, slots := &w.grid, 1+axis*(l.nx-1), w.nearby.slots()
			ahead, across := c+step*stride, 1+l.nx-stride
			n := slots.add(0, int32(i), g.last[l.slot(ahead-across)])
			n = slots.add(n, int32(i), g.last[l.slot(ahead)])
			w.nearby.n += slots.add(n, int32(i), g.last[l.slot(ahead+across)])
			g.put(int32(i), l.first+list)
		} else if !few {
			w.predictCells(i, d, tr, l, step*(1-axis), step*axis)
			w.grid.put(int32(i), l.first+list)
		}
		if l.obstacles.has(list) {
			w.predictObstacles(i, d, tr, l, list)
		}
	}
}

// predictLayers predicts the first contact in the window of disc i with the discs of other layers, from the layer k on.
func (w *World) predictLayers(i int, d *Disc, tr *track, k int) {
	for ; k < len(w.grid.layers); k++ {
		if k != int(tr.layer) {
			w.predictLayer(i, d, tr, &w.grid.layers[k])
		}
	}
}

// predictLayer predicts the first contact in the window of disc i with the discs of another layer. It searches the
// cells around the path of the disc.
func (w *World) predictLayer(i int, d *Disc, tr *track, l *layer) {
	if w.wraps() {
		for m := range image(images) {
			if s, ok := w.imageOffset(m); ok {
				w.predictLayerImage(i, d, tr, l, m, s)
			}
		}
		return
	}
	w.predictLayerImage(i, d, tr, l, 0, geom.Vec{})
}

// predictLayerImage is the version of predictLayer for the images m of the discs, which are displaced by s.
func (w *World) predictLayerImage(i int, d *Disc, tr *track, l *layer, m image, s geom.Vec) {
	margin := d.R + l.radius + slack
	stride := max(l.size, margin) / max(math.Abs(d.V.X), math.Abs(d.V.Y)) // seconds; +Inf if the disc is at rest
	for t := w.now; ; {
		next := min(t+stride, w.window.until, tr.t())
		if next < t {
			return
		}
		a, b := d.From.Along(d.V, t-d.Since).Sub(s), d.From.Along(d.V, next-d.Since).Sub(s)
		lo := geom.Vec{X: min(a.X, b.X) - margin, Y: min(a.Y, b.Y) - margin}
		hi := geom.Vec{X: max(a.X, b.X) + margin, Y: max(a.Y, b.Y) + margin}
		x0, y0 := l.at(lo)
		x1, y1 := l.at(hi)
		if m != 0 && !w.meetsField(lo, hi) {
			x1 = x0 - 1 // no cell
		}
		if (x1-x0)*(y1-y0) > len(w.Discs) {
			for j := range w.Discs {
				if j != i && !w.Discs[j].Held {
					w.predictDiscImage(i, d, tr, int32(j), m, s)
				}
			}
			return
		}
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				for k := w.grid.last[l.slot(y*l.nx+x)]; k != 0; k = w.grid.entries[k].before {
					w.predictDiscImage(i, d, tr, w.grid.entries[k].disc, m, s)
				}
			}
		}
		if next >= min(w.window.until, tr.t()) || next == t {
			return
		}
		t = next
	}
}
