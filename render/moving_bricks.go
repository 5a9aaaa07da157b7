package render

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// Moving bricks are not in the static layer. They are painted over it in each frame in whole sub-cells, and
// not made upright like stamps.

// resting reports whether the static layer shows b.
func resting(b *brick) bool { return b.Hits > 0 && !b.Moves && !b.Unseen }

// drawMovers paints the moving bricks.
func (v *View) drawMovers(bricks []brick) {
	for i := range bricks {
		if b := &bricks[i]; b.Hits > 0 && !b.Unseen && b.Moves && b.Kind != spec.BossBody && b.Shape.N() >= 3 {
			v.drawMover(b)
		}
	}
}

func (v *View) drawMover(b *brick) {
	o := &v.over
	k := v.lookOf(b)
	area := o.AreaOf(&b.Shape)
	if o.Edged {
		f := o.FacetsOf(&b.Shape, &k)
		o.Turned(area, f.At)
		o.Crack(&b.Shape, k, o.All())
		o.Pips(&b.Shape, k, o.All())
		return
	}

	// The lighter half turns with the brick.
	center, radius := b.Shape.Circle()
	up := b.Shape.Corner(0).Sub(center)
	o.Turned(area, func(x, y float64) (raster.Pixel, bool) {
		at := geom.Vec{X: x, Y: y}
		if at.Sub(center).Dot(up) > 0 {
			return k.Upper, b.Shape.Contains(at)
		}
		return k.Lower, b.Shape.Contains(at)
	})
	// The holes for hits keep their distance at every angle.
	// The holes for hits keep their distance at every angle.
	s := raster.Stamp{W: max(1, raster.Nearest(moverMarks*radius/o.UnitX)), H: max(1, raster.Nearest(moverMarks*radius/o.UnitY))}
	s.X, s.Y = raster.Nearest(center.X/o.UnitX-float64(s.W)/2), raster.Nearest(center.Y/o.UnitY-float64(s.H)/2)
	o.StampPips(&s, k, o.All())
}

// moverMarks is the size of the square for the holes of a turning brick, in its radii: it fits the circle
// inside a hexagon.
const moverMarks = 1.3

// asciiMovers writes the moving bricks.
func (v *View) asciiMovers(f *cell.Frame, bricks []brick) {
	for i := range bricks {
		if b := &bricks[i]; b.Hits > 0 && !b.Unseen && b.Moves && b.Kind != spec.BossBody && !v.inText(b) {
			v.asciiBrick(f, v.asciiLook(b))
		}
	}
}
