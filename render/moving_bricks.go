package render

import (
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// Moving bricks are not in the static layer. They are painted over it in each frame.

// drawMovers paints the moving bricks.
func (v *View) drawMovers(bricks []brick) {
	for i := range bricks {
		if b := &bricks[i]; b.Hits > 0 && !b.Unseen && b.Moves && b.Kind != spec.BossBody && b.Shape.N() >= 3 {
			v.drawMover(b)
		}
	}
}

// drawMover paints a moving brick like a resting one, at the nearest place and angle at which that is the same
// sub-cells again and again.
func (v *View) drawMover(b *brick) {
	o := &v.over
	p := o.Snapped(&b.Shape)
	o.Touch(o.Cells(o.AreaOf(&p).Grown().And(o.All())))
	o.Brick(&p, v.lookOf(b), o.All())
}

// asciiMovers writes the moving bricks.
func (v *View) asciiMovers(f *cell.Frame, bricks []brick) {
	for i := range bricks {
		if b := &bricks[i]; b.Hits > 0 && !b.Unseen && b.Moves && b.Kind != spec.BossBody && !v.inText(b) {
			v.asciiBrick(f, v.asciiLook(b))
		}
	}
}
