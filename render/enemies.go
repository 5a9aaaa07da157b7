package render

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// Drones are moving hexagons with a letter, and shields with pips. This file draws what bricks do not have:
// a boss, whose weak sides have another colour or dashes, its bolts, and the gates in the ceiling.

const (
	bossEdge = 0.9 // width of a boss's sides, in units; at least a sub-cell
	bossDash = 0.9 // length of the dashes of weak sides, and of the gaps
	aimTicks = engine.TicksPerSecond / 2
	boltTail = 1.8 // units
	boltDot  = 0.5
)

// An armour holds the colours of a boss: its face and its sides.
type armour struct {
	n                int
	weak             uint8 // bit k for side k
	edge             float64
	face, hard, soft raster.Pixel // inside, armour, weak sides
	dashed           bool         // weak sides differ by dashes, not by colour
	side             [geom.MaxCorners]struct{ at, n geom.Vec }
}

func (v *View) armourOf(g *engine.Game, b *brick, edge float64) armour {
	t := &v.theme
	c := armour{n: b.Shape.N(), weak: g.WeakSides(), edge: edge}
	if g.BossCalm() {
		c.weak = 0 // invulnerable right now
	}
	hue := t.Hues[b.Hue%spec.Hues]
	c.face, c.hard = raster.NewPixel(v.faceOf(b), raster.InkFace), raster.NewPixel(cell.Snap256(t.Steel), raster.InkFace+1)
	c.soft = raster.NewPixel(cell.Snap256(t.Accent), raster.InkFace+2)
	if v.o.Tier == cell.Mono || v.o.Glyphs == cell.Braille {
		c.face, c.hard, c.soft = raster.NewPixel(t.Back, 0), raster.NewPixel(hue, raster.InkLit), raster.NewPixel(hue, raster.InkLit)
		c.dashed = true
	}
	for i := range c.n {
		c.side[i].at, c.side[i].n = b.Shape.Corner(i), b.Shape.Normal(i)
	}
	return c
}

// faceOf returns the colour of a boss's face: a dark shade of its hue. In 16 colours that would be the
// armour's, so the face is the background.
func (v *View) faceOf(b *brick) cell.Color {
	if v.o.Tier >= cell.Colors16 {
		return v.theme.Back
	}
	return cell.Snap256(cell.Darken(v.theme.Hues[b.Hue%spec.Hues], darkShare))
}

// nearest returns the side of c nearest to a point, the point's depth inside it, and its distance along the
// side from its corner.
func (c *armour) nearest(x, y float64) (side int, depth, along float64) {
	depth = 1e9
	for i := range c.n {
		s := &c.side[i]
		dx, dy := x-s.at.X, y-s.at.Y
		if d := -(dx*s.n.X + dy*s.n.Y); d < depth {
			side, depth, along = i, d, dy*s.n.X-dx*s.n.Y
		}
	}
	return side, depth, along
}

// at returns the pixel of c at a point, and whether c covers the point.
func (c *armour) at(x, y float64) (raster.Pixel, bool) {
	side, depth, along := c.nearest(x, y)
	switch {
	case depth < 0:
		return 0, false
	case depth >= c.edge:
		return c.face, true
	case c.weak>>side&1 == 0:
		return c.hard, true
	case c.dashed && int(math.Abs(along)/bossDash)%2 == 1:
		return c.face, true
	}
	return c.soft, true
}

// boss returns the body of the boss among bricks, or nil.
func boss(g *engine.Game, bricks []brick) *brick {
	if g.Boss.Kind == spec.NoBoss || g.Boss.Brick >= len(bricks) {
		return nil
	}
	if b := &bricks[g.Boss.Brick]; b.Hits > 0 {
		return b
	}
	return nil
}

// drawEnemies paints the boss and its bolts.
func (v *View) drawEnemies(g *engine.Game, bricks []brick) {
	o := &v.over
	if b := boss(g, bricks); b != nil {
		c := v.armourOf(g, b, max(bossEdge, o.UnitX, o.UnitY))
		o.Turned(o.AreaOf(&b.Shape), c.at)
	}
	p := raster.NewPixel(v.theme.Alarm, raster.InkFront)
	for i := range g.Bolts {
		b := &g.Bolts[i]
		o.Line(b.At.Along(b.V.Unit(), -boltTail), b.At, p)
		o.Disc(b.At.X, b.At.Y, boltDot, p, p)
	}
}

// The glyphs of bosses and bolts in ASCII.
const (
	asciiHard = '#'
	asciiWeak = '+'
	asciiBolt = '*'
)

// asciiEnemies is drawEnemies for ASCII.
func (v *View) asciiEnemies(f *cell.Frame, g *engine.Game, bricks []brick) {
	l, s := &v.l, &v.base
	if b := boss(g, bricks); b != nil {
		w, h := s.UnitX*float64(s.SubX), s.UnitY*float64(s.SubY)
		c := v.armourOf(g, b, max(bossEdge, w, h)*0.9)
		at := s.CellsOf(&b.Shape).And(raster.Rect(0, 0, s.Cols, s.Rows))
		for y := at.Y0; y < at.Y1; y++ {
			for x := at.X0; x < at.X1; x++ {
				v.asciiArmour(f.At(x+l.x, y+l.y), &c, (float64(x)+0.5)*w, (float64(y)+0.5)*h)
			}
		}
	}
	for i := range g.Bolts {
		if col, row := l.cell(g.Bolts[i].At.X, g.Bolts[i].At.Y); l.holds(col, row) {
			f.Set(col, row, asciiBolt, v.theme.of(v.theme.Alarm, cell.Bold))
		}
	}
}

// asciiArmour writes the glyph of c at a point.
func (v *View) asciiArmour(to *cell.Cell, c *armour, x, y float64) {
	side, depth, _ := c.nearest(x, y)
	t := &v.theme
	switch {
	case depth < 0:
	case depth >= c.edge:
		*to = cell.Cell{Glyph: ' ', Fg: t.Text, Bg: t.Back}
		if v.o.Tier != cell.Mono {
			to.Bg = cell.Darken(c.face.Color(), insideShare)
		}
	case c.weak>>side&1 == 0:
		*to = cell.Cell{Glyph: asciiHard, Fg: t.Steel, Bg: t.Back}
	default:
		*to = cell.Cell{Glyph: asciiWeak, Fg: t.Accent, Bg: t.Back, Attr: cell.Bold}
	}
}

// drawEnemyLetters writes the letters of drones, and the letter and hits of the boss, which have the alarm
// colour before a volley.
func (v *View) drawEnemyLetters(f *cell.Frame, g *engine.Game, bricks []brick) {
	for i := range g.Drones {
		d := &g.Drones[i]
		switch b := &bricks[d.Brick]; {
		case b.Hits == 0:
		case v.inText(b):
			v.drawDroneText(f, b, spec.Drones[d.Kind].Mark)
		default:
			v.drawLetter(f, b, spec.Drones[d.Kind].Mark, 0)
		}
	}

	b := boss(g, bricks)
	if b == nil {
		return
	}
	t := &v.theme
	st := cell.Style{Fg: t.Text, Bg: v.faceOf(b), Attr: cell.Bold}
	if cell.Contrast(t.Back, st.Bg) > cell.Contrast(t.Text, st.Bg) {
		st.Fg = t.Back
	}

	aims := g.Phase == engine.Play && g.VolleyIn() >= 0 && g.VolleyIn() < aimTicks
	switch {
	case v.o.Tier == cell.Mono:
		st = cell.Style{Fg: t.Text, Bg: t.Back, Attr: cell.Bold}
		if aims {
			st.Attr |= cell.Reverse
		}
	case aims:
		st = cell.Style{Fg: t.Chosen, Bg: t.Alarm, Attr: cell.Bold}
	}

	center, _ := b.Shape.Circle()
	col, row := v.l.cell(center.X, center.Y)
	text := [...]rune{spec.Bosses[g.Boss.Kind].Mark, ' ', '0' + rune(b.Hits/10), '0' + rune(b.Hits%10)}
	shown := text[:]
	if b.Hits < 10 {
		text[2] = text[3]
		shown = text[:3]
	}
	for j, glyph := range shown {
		x := col + j - len(shown)/2
		if v.l.holds(x, row) && !v.ballAt(x-v.l.x, row-v.l.y) {
			f.Set(x, row, glyph, st)
		}
	}
}

// inText reports whether a brick is a drone that is written as three characters: if rows are high it is not
// much larger, and outlines would flicker as it moves.
func (v *View) inText(b *brick) bool {
	return b.Kind == spec.DroneBody && v.o.Glyphs == cell.ASCII && v.base.HighRows()
}

func (v *View) drawDroneText(f *cell.Frame, b *brick, mark rune) {
	center, _ := b.Shape.Circle()
	col, row := v.l.cell(center.X, center.Y)
	st := v.theme.of(v.theme.Hues[b.Hue%spec.Hues], cell.Bold)
	for j, glyph := range [...]rune{'<', mark, '>'} {
		if x := col + j - 1; v.l.holds(x, row) && !v.ballAt(x-v.l.x, row-v.l.y) {
			f.Set(x, row, glyph, st)
		}
	}
}

// bossShards is how many times a brick's shards fly from a dying boss.
const bossShards = 4

// drawPhase writes the phase that a boss has begun, as long as the name of a caught drop. It is always
// drawn.
func (v *View) drawPhase(f *cell.Frame, g *engine.Game) {
	e, l, t := &v.effects, &v.l, &v.theme
	if e.phase == 0 || e.now-e.phaseAt >= caughtTicks || g.Phase != engine.Play {
		return
	}
	const label = " PHASE "
	p := pen{f, l.x + (l.cols-len(label)-2)/2, l.y + int(namePlace*float64(l.rows)) - 1, cell.Style{Fg: t.Chosen, Bg: t.Alarm, Attr: cell.Bold}}
	if v.o.Tier == cell.Mono {
		p.style = cell.Style{Fg: t.Text, Bg: t.Back, Attr: cell.Bold | cell.Reverse}
	}
	p.text(label)
	p.number(e.phase)
	p.glyph(' ')
}

// bossHits returns a gauge of the boss's hits, and whether there is a boss.
func bossHits(g *engine.Game) (gauge, bool) {
	left, of := g.BossHits()
	if left == 0 {
		return gauge{}, false
	}
	row := &spec.Bosses[g.Boss.Kind]
	return gauge{label: row.Name, letter: row.Mark, remaining: left, full: of}, true
}

// drawBossGauge writes the boss's name and hits into the panel, with a gauge below, and moves p down.
func (v *View) drawBossGauge(p *pen, g *engine.Game) {
	b, ok := bossHits(g)
	if !ok {
		return
	}
	t := &v.theme
	p.x, p.y, p.style = v.l.hx+2, p.y+2, t.of(t.Alarm, cell.Bold)
	for _, r := range b.label {
		p.glyph(r - 'a' + 'A')
	}
	p.glyph(' ')
	p.style = t.of(t.Text, cell.Bold)
	p.number(b.remaining)
	p.x, p.y = v.l.hx+2, p.y+1
	b.color = t.Alarm
	v.drawGauge(p, b, hudW-3)
}
