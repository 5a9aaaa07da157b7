package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// This file draws the stars of a level, on its tally and on the map.

// starOrder is the order in which stars are drawn.
var starOrder = [...]engine.Stars{engine.StarCleared, engine.StarTime, engine.StarClean, engine.StarScore}

// stars writes the earned stars, and the others of all hollow.
func (v *View) stars(p *widget.Pen, earned, all engine.Stars) {
	m := &widget.Glyphs[v.o.Glyphs]
	for _, s := range starOrder {
		switch {
		case earned&s != 0:
			p.Glyph(m.Star)
		case all&s != 0:
			p.Glyph(m.Hollow)
		}
	}
}

// drawPars writes below the tally, from row y, the targets of the level, the results, and the stars for
// them; or that the level was left early.
func (v *View) drawPars(f *cell.Frame, g *engine.Game, x, y int) {
	l, t, c := &v.l, &v.theme, &g.Tally
	earned, all := g.Stars(), g.OpenStars()

	row := func(label string, ink cell.Color) (p widget.Pen, ok bool) {
		if y >= l.y+l.rows {
			return p, false
		}
		f.Fill(x-1, y, tallyW+2, 1, ' ', t.On(t.Text, 0))
		p = widget.NewPen(f, x, y, t.On(t.Soft, 0))
		p.Text(label)
		p.Style = t.On(ink, cell.Bold)
		y++
		return p, true
	}

	star := func(p *widget.Pen, s engine.Stars) {
		p.X, p.Style = x+tallyW-1, t.On(t.Accent, cell.Bold)
		v.stars(p, earned&s, s)
	}

	if c.Warped {
		row("Left before it was cleared", t.Soft)
		return
	}
	if earned == 0 {
		return
	}

	if p, ok := row("Time", t.Text); ok && all&engine.StarTime != 0 {
		p.X = x + tallyCountAt
		p.Clock(uint64(c.Ticks))
		p.Style = t.On(t.Soft, 0)
		p.Text(" of ")
		p.Clock(uint64(c.Par))
		star(&p, engine.StarTime)
	}

	if all&engine.StarScore != 0 {
		if p, ok := row("Points", t.Text); ok {
			p.X = x + tallyW - 2 - widget.NumberWidth(c.ParScore) - len(" of ") - widget.NumberWidth(c.Total())
			p.Number(c.Total())
			p.Style = t.On(t.Soft, 0)
			p.Text(" of ")
			p.Number(c.ParScore)
			star(&p, engine.StarScore)
		}
	}

	if v.best.Ticks > 0 {
		label := "Your best"
		if c.Ticks < v.best.Ticks {
			label = "New best"
		}
		if p, ok := row(label, t.Soft); ok {
			p.X, p.Style = x+tallyCountAt, t.On(t.Soft, 0)
			if c.Ticks < v.best.Ticks {
				p.Text("before ")
			}
			p.Clock(uint64(v.best.Ticks))
		}
	}

	if p, ok := row("Stars", t.Accent); ok {
		p.X = x + tallyW - all.Count()
		v.stars(&p, earned, all)
	}
}
