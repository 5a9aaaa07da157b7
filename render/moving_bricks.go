package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// Moving bricks are not in the static layer, but in a layer of their own over it. They are most of what a terminal
// is sent of levels full of them, and a brick that is a little late harms less than a ball that is: so on a slow
// line they move every few frames.

// SetBrickInterval draws the place and the angle of moving bricks every few frames only, some of them in each frame; 0 and 1 draw
// them in each. Balls and paddles are drawn in each frame always.
func (v *View) SetBrickInterval(frames int) { v.brickInterval = frames }

// mostLate is how far from its place a corner of a moving brick may be drawn, in units. Neighbours in a level, which
// often move as one, move in the same frame: apart they would cover and uncover each other's cells.
const (
	maxDisplacement = 1.0
	groupSize       = 4
)

// keepsPosition reports whether brick b of g, if it moves, is to stay where it was drawn.
func (v *View) keepsPosition(b *brick, g *engine.Game, k int) bool {
	if !b.Moves || v.brickInterval <= 1 || (v.levelFrames+k/groupSize)%v.brickInterval == 0 {
		return false
	}
	now, n := g.Shape(k), b.Shape.N()
	late := func(c int) float64 { return now.Corner(c).Sub(b.Shape.Corner(c)).Norm() }
	return now.N() == n && late(0) <= maxDisplacement && late(n/2) <= maxDisplacement
}

// isMoving reports whether b is drawn as a moving brick.
func isMoving(b *brick) bool {
	return b.Hits > 0 && !b.Unseen && b.Moves && b.Kind != spec.BossBody && b.Shape.N() >= 3
}

// updateMovers draws the moving bricks, at the nearest place and angle at which that is the same sub-cells again and
// again: so from a frame to the next one in ten or so looks different.
func (v *View) updateMovers(bricks []brick) {
	m, n := &v.movers, 0
	for i := range bricks {
		b := &bricks[i]
		if !b.Moves {
			continue
		}
		if isMoving(b) {
			m.Put(n, m.Snapped(b.Shape), v.lookOf(b))
		} else {
			m.Remove(n)
		}
		n++
	}
	m.RemoveFrom(n)

	m.Paint(&v.board.Grid, func(c *cell.Cell, r *raster.Grid, x, y int) {
		if r == nil {
			*c = v.board.cells[y*v.board.Cols+x]
		} else {
			*c = v.resolveMoving(r, x, y)
		}
	})
}

// asciiMovers writes the moving bricks.
func (v *View) asciiMovers(f *cell.Frame, bricks []brick) {
	for i := range bricks {
		if b := &bricks[i]; b.Hits > 0 && !b.Unseen && b.Moves && b.Kind != spec.BossBody && !v.isTextDrone(b) {
			v.asciiBrick(f, v.asciiLook(b))
		}
	}
}
