package render

import (
	"math"
	"slices"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// Moving bricks are not in the static layer, but in a layer of their own over it. They are most of what a terminal
// is sent of levels full of them, and a brick that is a little late harms less than a ball that is: so on a slow
// line they move every few frames.

// Spare draws the place and the angle of moving bricks every few frames only, some of them in each frame; 0 and 1 draw
// them in each. Balls and paddles are drawn in each frame always.
func (v *View) Spare(frames int) { v.spare = frames }

// mostLate is how far from its place a corner of a moving brick may be drawn, in units. Neighbours in a level, which
// often move as one, move in the same frame: apart they would cover and uncover each other's cells.
const (
	mostLate = 1.0
	together = 4
)

// holds reports whether brick b of g, if it moves, is to stay where it was drawn.
func (v *View) holds(b *brick, g *engine.Game, k int) bool {
	if !b.Moves || v.spare <= 1 || (v.frames+k/together)%v.spare == 0 {
		return false
	}
	now, n := g.Shape(k), b.Shape.N()
	late := func(c int) float64 { return now.Corner(c).Sub(b.Shape.Corner(c)).Norm() }
	return now.N() == n && late(0) <= mostLate && late(n/2) <= mostLate
}

// movers are the moving bricks, as they are drawn: at the nearest place and angle at which that is the same sub-cells
// again and again. So from a frame to the next one in ten or so looks different.
type movers struct {
	raster.Layer
	cells []cell.Cell // those of the static layer, with moving bricks in front
	shown []mover     // by number among the bricks that move
}

// A mover is a moving brick as it is drawn.
type mover struct {
	there bool
	shape geom.Polygon
	look  raster.Look
	cells raster.Box
}

// begin makes m as large as the static layer, without bricks.
func (m *movers) begin(base *static) {
	m.Resize(&base.Grid)
	m.cells = slices.Grow(m.cells[:0], len(base.cells))[:len(base.cells)]
	m.shown = m.shown[:0]
}

// moves reports whether b is drawn as a moving brick.
func moves(b *brick) bool {
	return b.Hits > 0 && !b.Unseen && b.Moves && b.Kind != spec.BossBody && b.Shape.N() >= 3
}

// updateMovers draws the moving bricks, in the cells in which one or the static layer looks different from the frame
// before.
func (v *View) updateMovers(bricks []brick) {
	m, n := &v.movers, 0
	for i := range bricks {
		if !bricks[i].Moves {
			continue
		}
		if n == len(m.shown) {
			m.shown = append(m.shown, mover{})
		}
		v.place(&m.shown[n], &bricks[i])
		n++
	}
	for n < len(m.shown) {
		m.lift(&m.shown[n])
		n++
	}
	if len(m.Dirty) == 0 {
		return
	}

	sketch := m.Sketch(&v.base.Grid)
	for i := range m.shown {
		if s := &m.shown[i]; s.there && m.Cover(s.cells) {
			sketch.Brick(&s.shape, s.look, sketch.All())
		}
	}
	for _, i := range m.Dirty {
		x, y := i%m.Cols, i/m.Cols
		if m.Take(i) {
			m.cells[i] = v.resolveMoving(&m.Grid, x, y)
		} else {
			m.cells[i] = v.base.cells[i]
		}
		v.over.Restore(&m.Grid, x, y)
	}
	m.Dirty = m.Dirty[:0]
}

// place makes s the brick b.
func (v *View) place(s *mover, b *brick) {
	m := &v.movers
	if !moves(b) {
		m.lift(s)
		return
	}
	p, look := m.Snapped(&b.Shape), v.lookOf(b)
	if s.there && s.look == look && alike(&s.shape, &p) {
		return
	}
	m.lift(s)
	*s = mover{true, p, look, m.Grid.Cells(m.AreaOf(&p).Grown().And(m.All()))}
	m.Soil(s.cells)
}

// lift takes s away, if it is there.
func (m *movers) lift(s *mover) {
	if s.there {
		s.there = false
		m.Soil(s.cells)
	}
}

// alike reports whether two polygons have the same corners, but for rounding.
func alike(p, q *geom.Polygon) bool {
	if p.N() != q.N() {
		return false
	}
	for c := range p.N() {
		if d := p.Corner(c).Sub(q.Corner(c)); max(math.Abs(d.X), math.Abs(d.Y)) > hair {
			return false
		}
	}
	return true
}

// asciiMovers writes the moving bricks.
func (v *View) asciiMovers(f *cell.Frame, bricks []brick) {
	for i := range bricks {
		if b := &bricks[i]; b.Hits > 0 && !b.Unseen && b.Moves && b.Kind != spec.BossBody && !v.inText(b) {
			v.asciiBrick(f, v.asciiLook(b))
		}
	}
}
