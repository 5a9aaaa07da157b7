package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// The panel shows the falling drops with their labels.

// fallingKinds calls put once for each kind of falling drop.
func fallingKinds(g *engine.Game, put func(k spec.DropKind)) {
	var seen [spec.NumDrops]bool
	for i := range g.Drops {
		if k := g.Drops[i].Kind; !seen[k] {
			seen[k] = true
			put(k)
		}
	}
}

// fallingCount returns the number of kinds of falling drops.
func (v *View) fallingCount(g *engine.Game) (n int) {
	fallingKinds(g, func(spec.DropKind) { n++ })
	return n
}

// drawFallingDrops draws the first n kinds of falling drops, each followed by its label.
func (v *View) drawFallingDrops(p *widget.Pen, g *engine.Game, n int) {
	x, room := p.X, v.l.hw-hudMargin-hudDropW-1
	fallingKinds(g, func(k spec.DropKind) {
		if n == 0 {
			return
		}
		v.drawHUDDrop(p.Frame, k, x, p.Y)
		p.X, p.Style = x+hudDropW+1, v.theme.Style(v.theme.Soft, 0)
		word, _ := widget.BreakLine(text.Translate(spec.Drops[k].Label), room)
		p.Cut(word, room)
		p.Y++
		n--
	})
}

// hudDropW is the width of a drop in the HUD, in columns.
const hudDropW = 3

// drawHUDDrop draws a drop of one row and hudDropW columns.
func (v *View) drawHUDDrop(f *cell.Frame, k spec.DropKind, x, y int) {
	ends, edge := v.outlineOf(v.benefitOf(k)).rows[1], v.dropEdge(k)
	f.Set(x, y, ends[0], edge)
	f.Set(x+hudDropW-1, y, ends[2], edge)
	label := v.dropLabel(k, hudDropW)
	p := widget.NewPen(f, x+(hudDropW-cell.Width(label))/2, y, v.dropStyle(k))
	p.Text(label)
}
