package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// Bricks that move are not in the static layer: they are painted over it in each
// frame, in whole sub-cells, and not made upright as stamps are.

// resting reports whether the static layer shows b.
func resting(b *engine.Brick) bool { return b.Hits > 0 && !b.Moves && !b.Unseen }

// drawMovers paints the bricks that move.
func (v *View) drawMovers(bricks []engine.Brick) {
	for i := range bricks {
		if b := &bricks[i]; b.Hits > 0 && !b.Unseen && b.Moves && b.Kind != engine.BossBody && b.Shape.N() >= 3 {
			v.drawMover(b)
		}
	}
}

func (v *View) drawMover(b *engine.Brick) {
	o := &v.over
	k := v.lookOf(b)
	area := o.areaOf(b)
	if o.edged {
		f := o.facetsOf(b, &k)
		o.turned(area, f.at)
		o.crack(b, k, o.all())
		o.marks(b, k, o.all())
		return
	}
	// The lighter half turns with the brick.
	center, radius := b.Shape.Circle()
	up := b.Shape.Corner(0).Sub(center)
	o.turned(area, func(x, y float64) (pixel, bool) {
		at := geom.Vec{X: x, Y: y}
		if at.Sub(center).Dot(up) > 0 {
			return k.upper, b.Shape.Contains(at)
		}
		return k.lower, b.Shape.Contains(at)
	})
	// Marks stay as far apart at every angle.
	s := stamp{w: max(1, nearest(moverMarks*radius/o.ux)), h: max(1, nearest(moverMarks*radius/o.uy))}
	s.x, s.y = nearest(center.X/o.ux-float64(s.w)/2), nearest(center.Y/o.uy-float64(s.h)/2)
	o.stampMarks(&s, k, o.all())
}

// moverMarks is the room for the marks of a turning brick, in its radii: the
// square in the circle that a hexagon holds.
const moverMarks = 1.3

// areaOf returns the sub-cells that a brick touches.
func (r *raster) areaOf(b *engine.Brick) box {
	lo, hi := b.Shape.Bounds()
	return r.around(lo.X, lo.Y, hi.X, hi.Y)
}

// asciiMovers writes the bricks that move.
func (v *View) asciiMovers(f *cell.Frame, bricks []engine.Brick) {
	for i := range bricks {
		if b := &bricks[i]; b.Hits > 0 && !b.Unseen && b.Moves && b.Kind != engine.BossBody && !v.inText(b) {
			v.asciiBrick(f, b, false)
		}
	}
}
