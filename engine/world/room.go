package world

import "arkterm/engine/geom"

// This file measures free space at the current time.

// Room returns the radius of the largest disc around p, at most limit, that would not touch a wall, a capsule, an
// obstacle other than skipObstacle, or a moving disc other than skipDisc, at their current positions. An index of −1
// skips nothing. Gates count like other obstacles. An open floor or ceiling does not limit the radius.
func (w *World) Room(p geom.Vec, limit float64, skipDisc, skipObstacle int) float64 {
	side, ceiling, floor := w.margin(0)
	if !w.wrapX {
		limit = min(limit, p.X-side, w.W-side-p.X)
	}
	if !w.wrapY {
		limit = min(limit, p.Y-ceiling, w.H-floor-p.Y)
	}
	if w.wraps() {
		return w.roomAmongImages(p, limit, skipDisc, skipObstacle)
	}

	for k := range w.Obstacles {
		o := &w.Obstacles[k]
		if o.Gone || o.Moves || k == skipObstacle {
			continue
		}
		c, r := o.Shape.Circle()
		if far := limit + r; p.Sub(c).Norm2() < float64(far*far) {
			limit = min(limit, o.Shape.Distance(p))
		}
	}

	for k := range w.movers {
		m := &w.movers[k]
		if w.Obstacles[m.obstacle].Gone || m.obstacle == skipObstacle {
			continue
		}
		if w.moverReaches(k, p, p, limit) {
			now := w.ShapeNow(k)
			limit = min(limit, now.Distance(p))
		}
	}

	for i := range w.Discs {
		if i != skipDisc && !w.Discs[i].Held {
			limit = min(limit, p.Sub(w.At(i)).Norm()-w.Discs[i].R)
		}
	}
	for k := range w.Capsules {
		c := &w.Capsules[k]
		q := geom.Vec{X: p.X - w.CapsuleX(k), Y: p.Y - c.Y}
		limit = min(limit, c.shape.Distance(q)-c.R)
	}
	return limit
}

// Depth returns the depth by which a disc with the given center and radius r overlaps obstacle k between two ticks.
// Without an overlap, the result is 0 or negative.
func (w *World) Depth(k int, center geom.Vec, r float64) float64 {
	o := &w.Obstacles[k]
	if o.Gone {
		return 0
	}
	if w.wraps() {
		w.ShapeOf(k)
		return w.depthOfImages(o, center, r)
	}
	shape := w.ShapeOf(k)
	middle, radius := shape.Circle()
	reach := radius + r
	if center.Sub(middle).Norm2() > float64(reach*reach) {
		return 0
	}
	return r - shape.Distance(center)
}
