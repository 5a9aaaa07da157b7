package world

import "arkterm/engine/geom"

// This file tells what is where at this moment.

// Room returns the radius of the largest disc around p, at most most, that would not touch a wall,
// an obstacle other than skipObstacle, a flying disc other than skipDisc, or a capsule, as they are
// now; −1 skips none. A gate counts as any other obstacle. Above an open floor there is room.
func (w *World) Room(p geom.Vec, most float64, skipDisc, skipObstacle int) float64 {
	side, ceiling, floor := w.margin(0)
	if !w.wrapX {
		most = min(most, p.X-side, w.W-side-p.X)
	}
	if !w.wrapY {
		most = min(most, p.Y-ceiling, w.H-floor-p.Y)
	}
	if w.wraps() {
		return w.roomAmongImages(p, most, skipDisc, skipObstacle)
	}

	for k := range w.Obstacles {
		o := &w.Obstacles[k]
		if o.Gone || o.Moves || k == skipObstacle {
			continue
		}
		c, r := o.Shape.Circle()
		if far := most + r; p.Sub(c).Norm2() < float64(far*far) {
			most = min(most, o.Shape.Distance(p))
		}
	}

	for k := range w.movers {
		m := &w.movers[k]
		if w.Obstacles[m.obstacle].Gone || m.obstacle == skipObstacle {
			continue
		}
		c, r := m.shape.Circle()
		if far := most + r + 1; p.Sub(c).Norm2() < float64(far*far) { // it moves by less than 1 in a sub-step
			now := w.ShapeNow(k)
			most = min(most, now.Distance(p))
		}
	}

	for i := range w.Discs {
		if i != skipDisc && !w.Discs[i].Held {
			most = min(most, p.Sub(w.At(i)).Norm()-w.Discs[i].R)
		}
	}
	for k := range w.Capsules {
		c := &w.Capsules[k]
		q := geom.Vec{X: p.X - w.CapsuleX(k), Y: p.Y - c.Y}
		most = min(most, c.shape.Distance(q)-c.R)
	}
	return most
}

// Depth returns how far a disc of radius r at the point at reaches into obstacle k between two
// ticks, or 0.
func (w *World) Depth(k int, at geom.Vec, r float64) float64 {
	o := &w.Obstacles[k]
	if o.Gone {
		return 0
	}
	if w.wraps() {
		return w.depthOfImages(o, at, r)
	}
	center, radius := o.Shape.Circle()
	reach := radius + r
	if at.Sub(center).Norm2() > float64(reach*reach) {
		return 0
	}
	return r - o.Shape.Distance(at)
}
