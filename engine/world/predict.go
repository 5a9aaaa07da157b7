package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file predicts the next contact of a disc on its course.

// Rebuild predicts everything anew.
func (w *World) Rebuild() {
	w.stale, w.gridFilled = false, true
	w.discIndex.invalidate()
	w.maxRadius = 0
	for i := range w.Discs {
		w.maxRadius = max(w.maxRadius, w.Discs[i].R)
	}
	w.grid.resize(w.W, w.H, w.presentObstacles(), len(w.Discs), w.maxRadius)
	w.grid.setObstacles(w.Obstacles, w.maxRadius)
	w.window.few = len(w.Discs) <= fewDiscs
	w.queue.reset(len(w.Discs))
	w.tracks, w.approaches = grow(w.tracks, len(w.Discs)), grow(w.approaches, len(w.Discs))

	w.energy = 0
	for i := range w.Discs {
		w.tracks[i], w.approaches[i] = noTrack, noApproach
		w.energy += w.Discs[i].kinetic()
	}
	w.maxEnergy = w.energy
	w.predictAll()
}

// Renew begins a new course for every disc where it is, and predicts everything anew. It is needed
// after something appeared or grew that may overlap the earlier part of a course.
func (w *World) Renew() {
	for i := range w.Discs {
		if d := &w.Discs[i]; !d.Held {
			w.setCourse(i, w.At(i), d.V)
		}
	}
	w.Rebuild()
}

// cell returns the index of the cell that tr is in.
func (w *World) cell(tr *track) int { return int(tr.cell[1])*w.grid.nx + int(tr.cell[0]) }

// setCourse starts a new course of disc i from at with the velocity v.
func (w *World) setCourse(i int, at, v geom.Vec) {
	d := &w.Discs[i]
	d.From, d.V, d.Since = at, v, roundTime(w.now)
	d.course++
	w.tracks[i].origin = origin{}
}

// predict predicts the next contact of disc i, whose course is new or whose predicted partner has
// changed.
func (w *World) predict(i int) {
	if w.wrapX || w.wrapY {
		w.predictWrapped(i)
		return
	}
	d, tr := &w.Discs[i], &w.tracks[i]
	tr.t0, tr.dt, tr.kind = 0, never, atNothing
	w.predictWalls(d, tr)
	w.enterCell(i, tr)
	c := w.cell(tr)
	if w.grid.hasObstacles(c) {
		w.predictObstacles(i, d, tr, c)
	}

	if w.window.few {
		w.predictAllDiscs(i, d, tr)
		w.followCells(i, d, tr)
	} else {
		w.queueNeighbors(int32(i), c)
		if !w.grid.holds(int32(i), c) {
			w.grid.put(int32(i), c)
		}
		w.followCells(i, d, tr)

		for _, p := range w.findPairsOf(d) {
			w.predictDisc(i, d, tr, p.other)
		}
	}
	if w.steers() {
		w.predictSteered(i, d)
	}
	w.schedule(i, tr)
}

// predictSteered predicts the contact of disc i with capsules and movers.
func (w *World) predictSteered(i int, d *Disc) {
	a := &w.approaches[i]
	if len(w.Capsules) > 0 {
		w.predictBand(d, a)
		w.nextBand = min(w.nextBand, a.bandIn)
	}
	if w.coasting {
		a.mover = noPrediction // divide predicts it, if need be
	} else {
		w.predictMovers(i)
	}
}

// predictWalls finds the wall that the disc reaches first: its middle stays a radius away from each
// wall.
func (w *World) predictWalls(d *Disc, tr *track) {
	if !w.Floor || !w.Ceiling || d.V.X == 0 || d.V.Y == 0 {
		w.predictOpen(d, tr)
		return
	}
	x := choose(signBit(d.V.X), d.R, w.W-d.R)
	y := choose(signBit(d.V.Y), d.R, w.H-d.R)
	dx, dy := max(0, (x-d.From.X)/d.V.X), max(0, (y-d.From.Y)/d.V.Y)
	end := 0
	if d.Since+dy < d.Since+dx {
		end = 1
	}
	tr.t0, tr.dt, tr.kind, tr.other, tr.stamp = d.Since, choose(end, dy, dx), AtSide+Kind(end), 0, 0
}

// predictOpen is predictWalls for a field that is open, or a disc that flies along a wall.
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

// predictObstacles checks the obstacles that cell c lists. Most of them are not met before what is met first so far.
func (w *World) predictObstacles(i int, d *Disc, tr *track, c int) {
	for _, k := range w.grid.obstaclesIn(c) {
		o := &w.Obstacles[k]
		if !o.Shape.MayReach(d.From, d.V, d.R, tr.t()-d.Since+timeMargin) || tr.origin.is(AtObstacle, k, 0) || o.Gone {
			continue
		}
		if hit, ok := o.Shape.Sweep(d.From, d.V, d.R); ok && !o.Admits(d.From, d.V, d.R) && !w.slides(i, hit.N) && !w.avoids(i, AtObstacle, int(k)) {
			w.offerObstacle(d, tr, k, hit)
		}
	}
}

// offerObstacle is offer for obstacle k. Where two obstacles make one flat side, a disc that meets
// it at the seam touches the side of the one and the corner of the other, at times that differ by
// rounding only: then the side counts, whose normal is exact. That of the corner would lead up to
// 4e-7 rad astray.
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

// seam is the time in seconds within which two contacts at obstacles may be one: what rounding
// leaves of a time of the epoch.
const seamTolerance = 8e-15

// hasNormal reports whether n is the normal of a side of obstacle k; that of a corner is none.
func (w *World) hasNormal(k int32, n geom.Vec) bool {
	shape := w.Obstacles[k].Shape
	for s := range shape.N() {
		if shape.Normal(s) == n {
			return true
		}
	}
	return false
}

// fewDiscs is the number of discs up to which it is cheaper to check all of them once for each
// course than those nearby at each edge of a cell.
const fewDiscs = 8

// predictAllDiscs checks all discs in the field.
func (w *World) predictAllDiscs(i int, d *Disc, tr *track) {
	for j := range w.Discs {
		if j != i && !w.Discs[j].Held {
			w.predictDisc(i, d, tr, int32(j))
		}
	}
}

// predictDisc checks disc j. The time is counted from t0, the later of the two changes of course,
// so that the answer does not depend on when it is computed.
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
	if dt, ok := geom.TimeToPoint(apart, d.V.Sub(o.V), d.R+o.R, tr.t()-t0+timeMargin); ok && !o.Held && !w.avoids(i, AtDisc, int(j)) {
		tr.offer(t0, dt, AtDisc, j, o.course)
	}
}

// later is by how much a contact must come after another one, in seconds, so that rounding does not
// matter.
const timeMargin = 1e-13

// enter finds the cell of disc i, and when it leaves it.
func (w *World) enterCell(i int, tr *track) {
	d, g := &w.Discs[i], &w.grid
	cx, cy := g.at(w.At(i))
	tr.cell = [2]int16{int16(cx), int16(cy)}
	tr.exit = [2]float64{
		g.exit(d.From.X, d.V.X, d.Since, cx, g.nx),
		g.exit(d.From.Y, d.V.Y, d.Since, cy, g.ny),
	}
}

// exit returns when a disc that is at x with the velocity v at the time since leaves cell c of n.
func (g *grid) exit(x, v, since float64, c, n int) float64 {
	edge := c - signBit(v)
	if edge <= 0 || edge >= n-2 || v == 0 {
		return never // to infinity
	}
	return since + (float64(float64(edge)*g.size)-x)/v
}

// below returns 1 if v is negative, else 0. Nobody can guess a direction: a branch on it would be
// mispredicted half of the time.
func signBit(v float64) int { return int(math.Float64bits(v) >> 63) }

// choose returns a if which is 1, and b if it is 0, without a branch.
func choose(which int, a, b float64) float64 {
	x, y := math.Float64bits(a), math.Float64bits(b)
	return math.Float64frombits(y ^ (x^y)&-uint64(which))
}

// walk leads disc i from cell to cell until the window ends or something stops it, and checks the obstacles that
// each cell newly brings into its reach. What discs there are is noted, unless there are a few, which are checked
// already.
func (w *World) followCells(i int, d *Disc, tr *track) {
	g := &w.grid
	for tr.leaves(w.window.until) {
		c, ahead, across := w.crossEdge(d, tr)
		if !w.window.few {
			w.queueAhead(int32(i), ahead, across)
			g.put(int32(i), c)
		}
		if g.hasObstacles(c) {
			w.predictObstacles(i, d, tr, c)
		}
	}
}

// cross leads a disc over the edge of its cell that it reaches first, into cell c. Then it has three new
// neighbours: the cell ahead, and the ones that are across cells before and after that in the grid.
func (w *World) crossEdge(d *Disc, tr *track) (c, ahead, across int) {
	// Nobody can guess whether it leaves sideways: all is chosen by the axis, without a branch.
	g := &w.grid
	axis := signBit(tr.exit[1] - tr.exit[0])
	from, v := choose(axis, d.From.Y, d.From.X), choose(axis, d.V.Y, d.V.X)
	stride := 1 + axis*(g.nx-1)

	step := 1 - 2*signBit(v)
	at := int(tr.cell[axis]) + step
	tr.cell[axis] = int16(at)
	tr.exit[axis] = g.exit(from, v, d.Since, at, g.nx+axis*(g.ny-g.nx))
	c = w.cell(tr)
	return c, c + step*stride, 1 + g.nx - stride
}
