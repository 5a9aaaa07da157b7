package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// On large screens the panel has a legend of the kinds of bricks on the board, except hidden bricks and bricks without
// special behavior. For each kind it shows the color, the name, the number of bricks, and the description.

const (
	minLegendRows = 40 // minimum number of rows of a panel with a legend
	legendSwatch  = 2  // width of a color sample in columns
)

// eachLegendKind calls put once for each kind of brick in the legend, with the index of its first brick.
func eachLegendKind(g *engine.Game, put func(k spec.Kind, first, count int)) {
	var first, count [len(spec.Kinds)]int
	for i := range g.Bricks {
		if b := &g.Bricks[i]; b.Hits > 0 {
			if count[b.Kind] == 0 {
				first[b.Kind] = i
			}
			count[b.Kind]++
		}
	}
	for k := range spec.Kinds {
		if count[k] > 0 && spec.Kind(k) > spec.Quad && !spec.Kinds[k].Hides {
			put(spec.Kind(k), first[k], count[k])
		}
	}
}

// legendRows returns the number of rows of the legend.
func (v *View) legendRows(g *engine.Game) (n int) {
	if v.l.hh < minLegendRows || v.l.hudTextW() < minWideHUD {
		return 0
	}
	eachLegendKind(g, func(k spec.Kind, _, _ int) {
		n += 2
		for rest := text.Translate(spec.Kinds[k].Help); rest != ""; n++ {
			_, rest = widget.BreakLine(rest, v.l.hudTextW()-legendSwatch-1)
		}
	})
	return n
}

// drawLegend writes the first n rows of the legend.
func (v *View) drawLegend(p *widget.Pen, g *engine.Game, n int) {
	x, end := p.X, p.Y+n
	eachLegendKind(g, func(k spec.Kind, first, count int) {
		if p.Y == end {
			return
		}
		if v.opts.Tier != cell.Mono {
			look := v.lookOf(&v.board.bricks[first])
			p.Frame.Fill(x, p.Y, legendSwatch, 1, ' ', cell.Style{Bg: look.Face.Color()})
		}
		p.X = x + legendSwatch + 1
		p.Style = v.theme.Style(v.theme.Text, 0)
		p.Text(text.Translate(spec.Kinds[k].Name))
		p.X, p.Style = x+v.l.hudTextW()-widget.NumberWidth(count), v.theme.Style(v.theme.Text, cell.Bold)
		p.Number(count)
		p.Y++
		p.Style = v.theme.Style(v.theme.Soft, 0)
		for rest := text.Translate(spec.Kinds[k].Help); rest != "" && p.Y < end; p.Y++ {
			var line string
			line, rest = widget.BreakLine(rest, v.l.hudTextW()-legendSwatch-1)
			p.X = x + legendSwatch + 1
			p.Cut(line, v.l.hudTextW()-legendSwatch-1)
		}
		p.Y = min(p.Y+1, end) // leave a blank row below the entry
	})
}
