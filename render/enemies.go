package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// Drones and shields are drawn as bricks. This file draws the letters of drones, the bolts, and the announcement of a
// boss's phase. boss.go draws the boss.

const (
	boltTail   = 1.8 // length of a bolt's tail, in units
	boltRadius = 0.5 // in units
)

// drawEnemies paints the boss and its bolts.
func (v *View) drawEnemies(g *engine.Game, bricks []brick) {
	o := &v.overlay
	if b := bossBrick(g, bricks); b != nil {
		v.drawBoss(g, b)
	}
	v.drawBlast()
	p := raster.NewPixel(v.theme.Alarm, raster.InkFront)
	for i := range g.Bolts {
		b := &g.Bolts[i]
		o.Line(b.At.Along(b.V.Unit(), -boltTail), b.At, p)
		o.Disc(b.At.X, b.At.Y, boltRadius, p, p)
	}
}

// asciiBolt is the glyph of a bolt in ASCII.
const asciiBolt = '*'

// asciiEnemies works like drawEnemies, for ASCII pictures.
func (v *View) asciiEnemies(f *cell.Frame, g *engine.Game, bricks []brick) {
	l := &v.l
	if b := bossBrick(g, bricks); b != nil {
		v.asciiBoss(f, g, b)
	}
	for i := range g.Bolts {
		if col, row := l.cellAt(g.Bolts[i].At.X, g.Bolts[i].At.Y); l.contains(col, row) {
			f.Set(col, row, asciiBolt, v.theme.Style(v.theme.Alarm, cell.Bold))
		}
	}
}

// drawEnemyLetters writes the letters of drones.
func (v *View) drawEnemyLetters(f *cell.Frame, g *engine.Game, bricks []brick) {
	for i := range g.Drones {
		d := &g.Drones[i]
		switch b := &bricks[d.Brick]; {
		case b.Hits == 0:
		case v.isTextDrone(b):
			v.drawDroneText(f, b, spec.Drones[d.Kind].Mark)
		default:
			v.drawText(f, b, &brickText{[maxBrickText]rune{spec.Drones[d.Kind].Mark}, 1})
		}
	}
}

// isTextDrone reports whether a brick is a drone that is written as three characters. If rows are high, a drone with an
// outline would not be much larger, and the outline would flicker as the drone moves.
func (v *View) isTextDrone(b *brick) bool {
	return b.Kind == spec.DroneBody && v.opts.Glyphs == cell.ASCII && v.l.cellH > minTextDroneRowHeight
}

// minTextDroneRowHeight is the minimum height of a row, in units, at which drones are written as text. It is greater
// than the height of a row at 120×40.
const minTextDroneRowHeight = 1.4

// drawDroneText writes a drone as three characters.
func (v *View) drawDroneText(f *cell.Frame, b *brick, mark rune) {
	center, _ := b.Shape.Circle()
	col, row := v.l.cellAt(center.X, center.Y)
	st := v.theme.Style(v.theme.Hues[b.Hue%spec.NumHues], cell.Bold)
	for j, glyph := range [...]rune{'<', mark, '>'} {
		if x := col + j - 1; v.l.contains(x, row) && !v.ballAt(x-v.l.x, row-v.l.y) {
			f.Set(x, row, glyph, st)
		}
	}
}

// bossShards is the number of groups of shards that fly from a dying boss.
const bossShards = 4

// drawPhaseAnnouncement announces a new phase of the boss for labelTicks, at every setting of the effects.
func (v *View) drawPhaseAnnouncement(f *cell.Frame, g *engine.Game) {
	e, l, t := &v.effects, &v.l, &v.theme
	if e.bossPhase == 0 || e.now-e.bossPhaseAt >= labelTicks || g.Phase != engine.Play {
		return
	}
	label := text.HUD.Phase
	p := widget.NewPen(f, l.x+(l.cols-cell.Width(label)-2)/2, l.y+int(messageHeight*float64(l.rows))-1,
		cell.Style{Fg: t.Chosen, Bg: t.Alarm, Attr: cell.Bold})
	if v.opts.Tier == cell.Mono {
		p.Style = cell.Style{Fg: t.Text, Bg: t.Back, Attr: cell.Bold | cell.Reverse}
	}
	p.Text(label)
	p.Number(e.bossPhase)
	p.Glyph(' ')
}
