package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// Darkness is an effect of a drop and not decoration, so it is drawn at every setting of [Effects].

// drawDarkness hides all cells that are far from the balls while the field is dark. The rows of the paddle stay
// visible. Falling drops also stay visible, because they are drawn later.
func (v *View) drawDarkness(f *cell.Frame, g *engine.Game) {
	if !g.Running(spec.DropDark) {
		return
	}
	l := &v.l
	_, last := l.cellAt(0, spec.PaddleY-2)
	dark := v.theme.Style(v.theme.Back, 0)
	for y := l.y; y < min(last, l.y+l.rows); y++ {
		fy := (float64(y-l.y) + 0.5) * l.cellH
		for x := l.x; x < l.x+l.cols; x++ {
			if !v.nearBall(l.fieldX(x), fy) {
				f.Set(x, y, ' ', dark)
			}
		}
	}
}

// nearBall reports whether a ball is near a point of the field.
func (v *View) nearBall(x, y float64) bool {
	for _, b := range v.effects.balls {
		if dx, dy := b.x-x, b.y-y; dx*dx+dy*dy < lightRadius*lightRadius {
			return true
		}
	}
	return false
}

// lightRadius is the radius around a ball that is visible in the dark, in units.
const lightRadius = 8.0
