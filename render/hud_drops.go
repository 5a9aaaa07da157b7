package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// The panel shows the falling drops with their labels. On large screens it shows all drops that can fall instead.

// minDropTableRows is the minimum height, in rows, of a panel that shows the table of drops.
const minDropTableRows = 56

// eachTableDrop calls put once for each kind of drop in the table, good drops first and bad drops last. The table omits
// drops that only pay points, because their label already describes them.
func (v *View) eachTableDrop(g *engine.Game, put func(k spec.DropKind)) {
	for b := spec.Good; b >= spec.Bad; b-- {
		for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
			row := &spec.Drops[k]
			if v.benefitOf(k) == b && row.Weight > 0 && row.Label != row.Help && g.AllowsDrop(k) {
				put(k)
			}
		}
	}
}

// dropTableRows returns the number of rows of the table of drops, which has two columns and a blank row below.
func (v *View) dropTableRows(g *engine.Game) int {
	if v.l.hh < minDropTableRows || v.l.hudTextW() < maxHUDText {
		return 0
	}
	n := 0
	v.eachTableDrop(g, func(spec.DropKind) { n++ })
	return (n+1)/2 + 1
}

// drawDropTable draws the table of drops. Falling drops look the same as on the field. Other drops have an icon without
// an outline.
func (v *View) drawDropTable(p *widget.Pen, g *engine.Game, n int) {
	var falling [spec.NumDrops]bool
	eachFallingKind(g, func(k spec.DropKind) { falling[k] = true })
	const w = maxHUDText / 2
	x, top, i := p.X, p.Y, 0
	v.eachTableDrop(g, func(k spec.DropKind) {
		p.X, p.Y = x+i/(n-1)*w, top+i%(n-1)
		i++
		if falling[k] {
			v.drawLabeledDrop(p, k, v.theme.Text, w-hudDropW-1)
			return
		}
		label := p.X + hudDropW + 1
		p.X, p.Style = p.X+1, v.dropEdge(k)
		p.Text(v.dropLabel(k, 1))
		p.X, p.Style = label, v.theme.Style(v.theme.Soft, 0)
		p.Cut(text.Translate(spec.Drops[k].Label), w-hudDropW-1)
	})
}

// eachFallingKind calls put once for each kind of falling drop.
func eachFallingKind(g *engine.Game, put func(k spec.DropKind)) {
	var seen [spec.NumDrops]bool
	for i := range g.Drops {
		if k := g.Drops[i].Kind; !seen[k] {
			seen[k] = true
			put(k)
		}
	}
}

// fallingDropRows returns the number of rows for falling drops, one for each kind. It returns 0 if there is a table of
// drops.
func (v *View) fallingDropRows(g *engine.Game) (n int) {
	if v.dropTableRows(g) > 0 {
		return 0
	}
	eachFallingKind(g, func(spec.DropKind) { n++ })
	return n
}

// drawFallingDrops draws the first n kinds of falling drops, each followed by its label.
func (v *View) drawFallingDrops(p *widget.Pen, g *engine.Game, n int) {
	x, room := p.X, v.l.hw-hudMargin-hudDropW-1
	eachFallingKind(g, func(k spec.DropKind) {
		if n == 0 {
			return
		}
		p.X = x
		v.drawLabeledDrop(p, k, v.theme.Soft, room)
		p.Y++
		n--
	})
}

// drawLabeledDrop draws a drop, followed by its label in the given color and at most room columns.
func (v *View) drawLabeledDrop(p *widget.Pen, k spec.DropKind, ink cell.Color, room int) {
	v.drawHUDDrop(p.Frame, k, p.X, p.Y)
	p.X, p.Style = p.X+hudDropW+1, v.theme.Style(ink, 0)
	word, _ := widget.BreakLine(text.Translate(spec.Drops[k].Label), room)
	p.Cut(word, room)
}

// hudDropW is the width of a drop in the HUD, in columns.
const hudDropW = 3

// drawHUDDrop draws a drop of one row and hudDropW columns.
func (v *View) drawHUDDrop(f *cell.Frame, k spec.DropKind, x, y int) {
	ends, edge := v.dropOutlineFor(v.benefitOf(k)).rows[1], v.dropEdge(k)
	f.Set(x, y, ends[0], edge)
	f.Set(x+hudDropW-1, y, ends[2], edge)
	label := v.dropLabel(k, hudDropW)
	p := widget.NewPen(f, x+(hudDropW-cell.Width(label))/2, y, v.dropStyle(k))
	p.Text(label)
}
