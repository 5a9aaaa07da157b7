package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file predicts the next contact of a disc on its course.

// Rebuild predicts everything anew.
func (w *World) Rebuild() {
	w.stale, w.listed = false, true
	w.crowd.moved()
	w.radius = 0
	for i := range w.Discs {
		w.radius = max(w.radius, w.Discs[i].R)
	}
	w.grid.resize(w.W, w.H, w.standing(), len(w.Discs), w.radius)
	w.grid.setObstacles(w.Obstacles, w.radius)
	w.grid.setDiscs(len(w.Discs))
	w.queue.reset(len(w.Discs))
	w.tracks, w.approaches = grow(w.tracks, len(w.Discs)), grow(w.approaches, len(w.Discs))

	w.energy = 0
	for i := range w.Discs {
		w.tracks[i], w.approaches[i] = unknown, nowhere
		w.energy += w.Discs[i].kinetic()
		if !w.Discs[i].Held {
			w.enter(i)
		}
	}
	for i := range w.Discs {
		if !w.Discs[i].Held {
			w.predict(i)
		}
	}
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

// enter puts disc i into its cell.
func (w *World) enter(i int) {
	w.leave(i)
	tr := &w.tracks[i]
	cx, cy := w.grid.at(w.At(i))
	tr.cx, tr.cy = int16(cx), int16(cy)
	w.grid.put(int32(i), w.cell(tr))
}

// leave takes disc i out of its cell, if it is in one.
func (w *World) leave(i int) {
	if tr := &w.tracks[i]; tr.cx >= 0 {
		w.grid.take(int32(i), w.cell(tr))
		tr.cx = -1
	}
}

// cell returns the index of the cell that tr is in.
func (w *World) cell(tr *track) int { return int(tr.cy)*w.grid.nx + int(tr.cx) }

// setCourse starts a new course of disc i from at with the velocity v.
func (w *World) setCourse(i int, at, v geom.Vec) {
	d := &w.Discs[i]
	d.From, d.V, d.Since = at, v, grain(w.now)
	d.course++
	w.tracks[i].origin = origin{}
}

// predict predicts the next contact of disc i, whose course is new or whose predicted partner has
// changed.
func (w *World) predict(i int) {
	d, tr := &w.Discs[i], &w.tracks[i]
	tr.t0, tr.dt, tr.kind = 0, never, atNothing
	w.predictWalls(d, tr)
	tr.exitX, tr.exitY = w.exitX(d, tr), w.exitY(d, tr)
	w.predictObstacles(i, d, tr)
	if len(w.Discs) <= fewDiscs {
		w.predictAllDiscs(i, d, tr)
	} else {
		w.predictDiscs(i, d, tr)
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
		w.banded = min(w.banded, a.bandIn)
	}
	if w.coasting {
		a.mover = nothing // divide predicts it, if need be
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
	x := choose(below(d.V.X), d.R, w.W-d.R)
	y := choose(below(d.V.Y), d.R, w.H-d.R)
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

// predictObstacles checks the obstacles listed in the disc's cell.
func (w *World) predictObstacles(i int, d *Disc, tr *track) {
	for _, k := range w.grid.obstaclesIn(w.cell(tr)) {
		o := &w.Obstacles[k]
		if tr.origin.is(AtObstacle, k, 0) || o.Gone {
			continue
		}
		if hit, ok := o.Shape.Sweep(d.From, d.V, d.R); ok && !o.Lets(d.From, d.V, d.R) && !w.slips(i, hit.N) && !w.avoids(i, AtObstacle, int(k)) {
			w.offerObstacle(d, tr, k, hit)
		}
	}
}

// offerObstacle is offer for obstacle k. Where two obstacles make one flat side, a disc that meets
// it at the seam touches the side of the one and the corner of the other, at times that differ by
// rounding only: then the side counts, whose normal is exact. That of the corner would lead up to
// 4e-7 rad astray.
func (w *World) offerObstacle(d *Disc, tr *track, k int32, hit geom.Hit) {
	if tr.kind == AtObstacle && math.Abs(d.Since+hit.T-tr.t()) < seam {
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
const seam = 8e-15

// hasNormal reports whether n is the normal of a side of obstacle k; that of a corner is none.
func (w *World) hasNormal(k int32, n geom.Vec) bool {
	shape := &w.Obstacles[k].Shape
	for s := range shape.N() {
		if shape.Normal(s) == n {
			return true
		}
	}
	return false
}

// predictDiscs checks the discs in the disc's cell and the eight around it.
func (w *World) predictDiscs(i int, d *Disc, tr *track) {
	g := &w.grid
	x0, x1 := max(int(tr.cx)-1, 0), min(int(tr.cx)+1, g.nx-1)
	y0, y1 := max(int(tr.cy)-1, 0), min(int(tr.cy)+1, g.ny-1)

	// Most cells are empty, but nobody can guess which: collecting what is there without a branch is
	// cheaper than looking.
	var found [16]int32
	n := 0
	for cy := y0; cy <= y1; cy++ {
		row := g.cells[cy*g.nx+x0 : cy*g.nx+x1+1]
		for c := range row {
			head := row[c].head
			found[n&15] = head
			n += int(^uint32(head) >> 31)
		}
	}
	for _, j := range found[:n] {
		for ; j >= 0; j = g.after[j] {
			if int(j) != i {
				w.predictDisc(i, d, tr, j)
			}
		}
	}
}

// predictThree checks the discs in cell c and the two beside it, which are across cells before and
// after it in the grid. Where c is at the border, one of these may be in the wrong row, which does
// no harm: what is far away is not met.
func (w *World) predictThree(i int, d *Disc, tr *track, c, across int) {
	g := &w.grid
	var found [4]int32
	n := 0
	for at := c - across; at <= c+across; at += across {
		if uint(at) < uint(len(g.cells)) {
			head := g.cells[at].head
			found[n&3] = head
			n += int(^uint32(head) >> 31)
		}
	}
	for _, j := range found[:n] {
		for ; j >= 0; j = g.after[j] {
			w.predictDisc(i, d, tr, j)
		}
	}
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
	if dt, ok := geom.TimeOfPoint(apart, d.V.Sub(o.V), d.R+o.R, tr.t()-t0+later); ok && !w.avoids(i, AtDisc, int(j)) {
		tr.offer(t0, dt, AtDisc, j, o.course)
	}
}

// later is by how much a contact must come after another one, in seconds, so that rounding does not
// matter.
const later = 1e-13

// exitX and exitY return the time at which the disc crosses the edge of its cell.

func (w *World) exitX(d *Disc, tr *track) float64 {
	return w.exit(d.From.X, d.V.X, d.Since, int(tr.cx), w.grid.nx)
}

func (w *World) exitY(d *Disc, tr *track) float64 {
	return w.exit(d.From.Y, d.V.Y, d.Since, int(tr.cy), w.grid.ny)
}

func (w *World) exit(x, v, since float64, c, n int) float64 {
	edge := c + 1 - below(v)
	if edge <= 0 || edge >= n || v == 0 {
		return never // cells at the border extend to infinity
	}
	return since + (float64(float64(edge)*w.grid.size)-x)/v
}

// below returns 1 if v is negative, else 0. Nobody can guess a direction: a branch on it would be
// mispredicted half of the time.
func below(v float64) int { return int(math.Float64bits(v) >> 63) }

// choose returns a if which is 1, and b if it is 0, without a branch.
func choose(which int, a, b float64) float64 {
	x, y := math.Float64bits(a), math.Float64bits(b)
	return math.Float64frombits(y ^ (x^y)&-uint64(which))
}

// cross moves disc i over the edge of its cell, and checks what the cell newly brings into its
// reach.
func (w *World) cross(i int) {
	d, tr := &w.Discs[i], &w.tracks[i]
	g := &w.grid
	c := w.cell(tr)
	g.take(int32(i), c)

	// Sideways or not is as hard to guess.
	sideways := 0
	if tr.exitX < tr.exitY {
		sideways = 1
	}
	v := choose(sideways, d.V.X, d.V.Y)
	step := 1 - 2*below(v)
	tr.cx += int16(step & -sideways)
	tr.cy += int16(step & (sideways - 1))
	stride := 1 + (g.nx-1)&(sideways-1) // from a cell to the one ahead
	across := 1 + (g.nx-1)&-sideways    // … and to the one beside it
	at := int(tr.cy) + (int(tr.cx)-int(tr.cy))&-sideways
	n := g.ny + (g.nx-g.ny)&-sideways
	exit := w.exit(choose(sideways, d.From.X, d.From.Y), v, d.Since, at, n)
	tr.exitX, tr.exitY = choose(sideways, exit, tr.exitX), choose(sideways, tr.exitY, exit)

	c += step * stride
	if ahead := at + step; len(w.Discs) > fewDiscs && ahead >= 0 && ahead < n {
		w.predictThree(i, d, tr, c+step*stride, across)
	}
	g.put(int32(i), c)
	w.predictObstacles(i, d, tr)
	w.schedule(i, tr)
}
