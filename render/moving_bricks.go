package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// Moving bricks are in a separate layer in front of the board layer. If there are many moving bricks, they cause most
// of the bytes. Delayed bricks disturb the player less than delayed balls, so on slow links bricks move only every few
// frames.

// SetBrickInterval sets the number of frames after which the position and the angle of each moving brick are updated.
// Each frame updates some of the bricks. If frames is 0 or 1, each frame updates all bricks. Balls and paddles are
// updated in each frame.
func (v *View) SetBrickInterval(frames int) { v.brickInterval = frames }

// maxDisplacement is the maximum distance, in units, between the drawn and the current position of a corner of a moving
// brick. groupSize is the number of consecutive bricks that are updated in the same frame. Such bricks often move
// together. If they were updated in different frames, they would cover each other's cells.
const (
	maxDisplacement = 1.0
	groupSize       = 4
)

// keepsPosition reports whether b, which is brick k of g, is a moving brick that is not updated in this frame.
func (v *View) keepsPosition(b *brick, g *engine.Game, k int) bool {
	if !b.Moves || v.brickInterval <= 1 || (v.frameCount+k/groupSize)%v.brickInterval == 0 {
		return false
	}
	now, n := g.Shape(k), b.Shape.N()
	displacement := func(c int) float64 { return now.Corner(c).Sub(b.Shape.Corner(c)).Norm() }
	return now.N() == n && displacement(0) <= maxDisplacement && displacement(n/2) <= maxDisplacement
}

// isMoving reports whether b is drawn as a moving brick.
func isMoving(b *brick) bool {
	return b.Hits > 0 && !b.Hidden && b.Moves && b.Kind != spec.BossBody && b.Shape.N() >= 3
}

// updateMovers updates the layer of moving bricks. Each brick is drawn at the nearest corner of a sub-cell and at the
// nearest of a few angles, so only about one in ten bricks changes from frame to frame.
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
			*c = v.boardCell(x, y)
		} else {
			*c = v.resolveMoving(r, x, y)
		}
	})
}

// asciiMovers draws the moving bricks in ASCII.
func (v *View) asciiMovers(f *cell.Frame, bricks []brick) {
	for i := range bricks {
		if b := &bricks[i]; b.Hits > 0 && !b.Hidden && b.Moves && b.Kind != spec.BossBody && !v.isTextDrone(b) {
			v.asciiBrick(f, v.asciiLook(b))
		}
	}
}
