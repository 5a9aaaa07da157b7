package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
)

// What drops do to the picture while they run, and what a level has come to when it is
// cleared. None of it is an effect: it is drawn whatever effects are chosen.

// lightRadius is how far around a ball can be seen in the dark, in units.
const lightRadius = 8.0

// drawDark hides what is far from every ball while it is dark. The rows of the paddle can be
// seen, and what falls is drawn later.
func (v *View) drawDark(f *cell.Frame, g *engine.Game) {
	if !g.Running(engine.DropDark) {
		return
	}
	l := &v.l
	_, last := l.cell(0, engine.PaddleY-2)
	night := v.theme.of(v.theme.Back, 0)
	for y := l.y; y < min(last, l.y+l.rows); y++ {
		fy := (float64(y-l.y) + 0.5) * l.fh / float64(l.rows)
		for x := l.x; x < l.x+l.cols; x++ {
			if !v.lighted(l.fieldX(x), fy) {
				f.Set(x, y, ' ', night)
			}
		}
	}
}

// lighted reports whether a ball is near a point of the field.
func (v *View) lighted(x, y float64) bool {
	for _, b := range v.effects.balls {
		if dx, dy := b.x-x, b.y-y; dx*dx+dy*dy < lightRadius*lightRadius {
			return true
		}
	}
	return false
}

// wayOut are the glyphs of the gate that leads to the next level.
var wayOut = [...]rune{cell.Quadrant: '▶', cell.Half: '►', cell.ASCII: '>', cell.Sextant: '▶', cell.Octant: '▶', cell.Braille: '▶'}

// drawWayOut opens the right wall beside the paddle while the gate is there.
func (v *View) drawWayOut(f *cell.Frame, g *engine.Game) {
	if !g.Running(engine.DropBreak) {
		return
	}
	l := &v.l
	col := min(l.x+l.cols, l.w-1)
	_, first := l.cell(0, engine.PaddleY-2)
	for y := first; y < l.y+l.rows; y++ {
		f.Set(col, y, wayOut[v.o.Glyphs], v.theme.of(v.theme.Accent, cell.Bold))
	}
}

// A tally is a line of what a level has come to.
type tally struct {
	label  string
	count  func(c *engine.Card) int // nil: it has none
	points func(c *engine.Card) int
}

var tallies = [...]tally{
	{"Bricks", func(c *engine.Card) int { return c.Bricks }, func(c *engine.Card) int { return c.Points }},
	{"Combos", func(c *engine.Card) int { return c.Best }, func(c *engine.Card) int { return c.Combo }},
	{"Cannons", func(c *engine.Card) int { return c.Cannons }, func(c *engine.Card) int { return c.Cannon }},
	{"Drones", func(c *engine.Card) int { return c.Drones }, func(c *engine.Card) int { return c.Drone }},
	{"Boss", nil, func(c *engine.Card) int { return c.Boss }},
	{"Drops", func(c *engine.Card) int { return c.Caught }, func(c *engine.Card) int { return c.Drop }},
	{"Speed", nil, func(c *engine.Card) int { return c.SpeedBonus }},
	{"No ball lost", nil, func(c *engine.Card) int { return c.CleanBonus }},
	{"Way out", nil, func(c *engine.Card) int { return c.WayOut }},
}

// tallyShare is what share of the field is above the tally: a third.
const tallyShare = 3

// The columns of a tally: its label, a count, and points at the right.
const tallyW, tallyCountAt = 28, 13

// drawTally writes what a level has come to while it is cleared: what there is none of has no
// line.
func (v *View) drawTally(f *cell.Frame, g *engine.Game) {
	l, t := &v.l, &v.theme
	if g.Phase != engine.Clear || l.cols < tallyW+2 {
		return
	}
	x, y := l.x+(l.cols-tallyW)/2, l.y+l.rows/tallyShare
	for i := range tallies {
		row := &tallies[i]
		points := row.points(&g.Card)
		if points == 0 || y >= l.y+l.rows {
			continue
		}
		f.Fill(x-1, y, tallyW+2, 1, ' ', t.of(t.Text, 0))
		p := pen{f, x, y, t.of(t.Soft, 0)}
		p.text(row.label)
		if row.count != nil {
			p.x = x + tallyCountAt
			p.glyph(hudMarks[v.o.Glyphs].times)
			p.number(row.count(&g.Card))
		}
		p.x, p.style = x+tallyW-numberWidth(points), t.of(t.Accent, cell.Bold)
		p.number(points)
		y++
	}
	v.drawPars(f, g, x, y)
}
