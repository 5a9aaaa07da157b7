package world

import (
	"math"

	"arkterm/engine/geom"
)

// This file predicts the next contact of a disc on its course.

// Rebuild predicts everything anew.
func (w *World) Rebuild() {
	w.stale = false
	w.radius = 0
	for i := range w.Discs {
		w.radius = max(w.radius, w.Discs[i].R)
	}
	standing := 0
	for k := range w.Obstacles {
		if !w.Obstacles[k].Gone {
			standing++
		}
	}
	w.grid.resize(w.W, w.H, standing, len(w.Discs), w.radius)
	w.grid.setObstacles(w.Obstacles, w.radius)
	w.grid.setDiscs(len(w.Discs))
	w.queue.reset(len(w.Discs))
	w.tracks = grow(w.tracks, len(w.Discs))

	w.energy = 0
	for i := range w.Discs {
		w.tracks[i] = unknown
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
	tr := &w.tracks[i]
	cx, cy := w.grid.at(w.At(i))
	tr.cx, tr.cy = int32(cx), int32(cy)
	w.grid.put(int32(i), int32(cy*w.grid.nx+cx))
}

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
	tr.hit = nothing
	w.predictWalls(d, tr)
	tr.exitX, tr.exitY = w.exitX(d, tr), w.exitY(d, tr)
	w.predictObstacles(i, d, tr)
	if len(w.Discs) <= fewDiscs {
		w.predictAllDiscs(i, d, tr)
	} else {
		w.predictDiscs(i, d, tr, tr.cx-1, tr.cx+1, tr.cy-1, tr.cy+1)
	}
	if len(w.Capsules) > 0 {
		w.predictBand(d, tr)
		w.banded = min(w.banded, tr.bandIn)
	}
	if w.coasting {
		tr.mover = nothing // divide predicts it, if need be
	} else if len(w.Capsules) > 0 || len(w.movers) > 0 {
		w.predictMovers(d, tr)
	}
	w.schedule(i, tr)
}

// schedule sets the next event of disc i in the queue.
func (w *World) schedule(i int, tr *track) {
	t, kind := tr.next()
	w.queue.set(i, t, kind)
}

// predictWalls finds the wall that the disc reaches first: its middle stays a radius away from each
// wall.
func (w *World) predictWalls(d *Disc, tr *track) {
	if d.V.X != 0 {
		x := d.R
		if d.V.X > 0 {
			x = w.W - d.R
		}
		tr.offer(predicted(d.Since, max(0, (x-d.From.X)/d.V.X), AtSide))
	}
	switch {
	case d.V.Y < 0 && w.Ceiling:
		tr.offer(predicted(d.Since, max(0, (d.R-d.From.Y)/d.V.Y), AtEnd))
	case d.V.Y < 0:
		tr.offer(predicted(d.Since, max(0, (-d.R-d.From.Y)/d.V.Y), AtExit))
	case d.V.Y > 0 && w.Floor:
		tr.offer(predicted(d.Since, max(0, (w.H-d.R-d.From.Y)/d.V.Y), AtEnd))
	case d.V.Y > 0:
		tr.offer(predicted(d.Since, max(0, (w.H+d.R-d.From.Y)/d.V.Y), AtExit))
	}
}

// predictObstacles checks the obstacles listed in the disc's cell.
func (w *World) predictObstacles(i int, d *Disc, tr *track) {
	for _, k := range w.grid.obstaclesIn(w.grid.link[i].cell) {
		o := &w.Obstacles[k]
		if tr.origin.is(AtObstacle, k, 0) || o.Gone {
			continue
		}
		if hit, ok := o.Shape.Sweep(d.From, d.V, d.R); ok {
			if o.Lets(d.From, d.V, d.R) || w.slips(d, hit.N) {
				continue
			}
			c := predicted(d.Since, hit.T, AtObstacle)
			c.other, c.n = k, hit.N
			w.offerObstacle(tr, c)
		}
	}
}

// offerObstacle is offer for an obstacle. Where two obstacles make one flat side, a disc that meets
// it at the seam touches the side of the one and the corner of the other, at times that differ by
// rounding only: then the side counts, whose normal is exact. That of the corner would lead up to
// 4e-7 rad astray.
func (w *World) offerObstacle(tr *track, c contact) {
	if tr.hit.kind == AtObstacle && math.Abs(c.t-tr.hit.t) < seam {
		if a, b := w.meetsSide(&c), w.meetsSide(&tr.hit); a != b {
			if a {
				tr.hit = c
			}
			return
		}
	}
	tr.offer(c)
}

// seam is the time in seconds within which two contacts at obstacles may be one: what rounding
// leaves of a time of the epoch.
const seam = 8e-15

// meetsSide reports whether the contact c with an obstacle is with a side, not a corner.
func (w *World) meetsSide(c *contact) bool {
	shape := &w.Obstacles[c.other].Shape
	for k := range shape.N() {
		if shape.Normal(k) == c.n {
			return true
		}
	}
	return false
}

// predictDiscs checks the discs in the cells of columns x0 to x1 and rows y0 to y1, within the
// grid.
func (w *World) predictDiscs(i int, d *Disc, tr *track, x0, x1, y0, y1 int32) {
	nx := int32(w.grid.nx)
	x0, x1 = max(x0, 0), min(x1, nx-1)
	y0, y1 = max(y0, 0), min(y1, int32(w.grid.ny)-1)
	for cy := y0; cy <= y1; cy++ {
		for c := cy*nx + x0; c <= cy*nx+x1; c++ {
			for j := w.grid.head[c]; j >= 0; j = w.grid.link[j].next {
				if int(j) != i {
					w.predictDisc(d, tr, j)
				}
			}
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
			w.predictDisc(d, tr, int32(j))
		}
	}
}

// predictDisc checks disc j.
func (w *World) predictDisc(d *Disc, tr *track, j int32) {
	o := &w.Discs[j]
	if tr.origin.is(AtDisc, j, o.course) {
		return
	}
	if t0, dt, ok := meet(d, o); ok {
		c := predicted(t0, dt, AtDisc)
		c.other, c.stamp = j, o.course
		tr.offer(c)
	}
}

// meet returns the time dt after t0 at which two discs touch: a point against a circle of both
// radii, in the frame of o. t0 is the later of the two changes of course, so that the answer does
// not depend on when it is computed.
func meet(d, o *Disc) (t0, dt float64, ok bool) {
	t0 = max(d.Since, o.Since)
	from := d.From.Along(d.V, t0-d.Since)
	at := o.From.Along(o.V, t0-o.Since)
	hit, ok := geom.SweepPoint(from, d.V.Sub(o.V), d.R+o.R, at)
	return t0, hit.T, ok
}

// exitX and exitY return the time at which the disc crosses the edge of its cell.

func (w *World) exitX(d *Disc, tr *track) float64 {
	return exit(d.From.X, d.V.X, d.Since, tr.cx, w.grid.nx, w.grid.size)
}

func (w *World) exitY(d *Disc, tr *track) float64 {
	return exit(d.From.Y, d.V.Y, d.Since, tr.cy, w.grid.ny, w.grid.size)
}

func exit(x, v, since float64, c int32, n int, size float64) float64 {
	switch {
	case v > 0 && int(c) < n-1:
		return since + (float64(float64(c+1)*size)-x)/v
	case v < 0 && c > 0:
		return since + (float64(float64(c)*size)-x)/v
	}
	return never
}

// cross moves disc i over the edge of its cell, and checks what the cell newly brings into its
// reach.
func (w *World) cross(i int) {
	d, tr := &w.Discs[i], &w.tracks[i]
	sideways := tr.exitX < tr.exitY
	if sideways {
		tr.cx += towards(d.V.X)
		tr.exitX = w.exitX(d, tr)
	} else {
		tr.cy += towards(d.V.Y)
		tr.exitY = w.exitY(d, tr)
	}
	w.grid.put(int32(i), tr.cy*int32(w.grid.nx)+tr.cx)
	w.predictObstacles(i, d, tr)
	if len(w.Discs) > fewDiscs {
		x0, x1, y0, y1 := tr.cx-1, tr.cx+1, tr.cy-1, tr.cy+1
		if sideways {
			x0 = tr.cx + towards(d.V.X)
			x1 = x0
		} else {
			y0 = tr.cy + towards(d.V.Y)
			y1 = y0
		}
		w.predictDiscs(i, d, tr, x0, x1, y0, y1)
	}
	w.schedule(i, tr)
}

func towards(v float64) int32 {
	if v > 0 {
		return 1
	}
	return -1
}
