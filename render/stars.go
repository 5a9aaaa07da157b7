package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// This file draws the stars of a level, on its tally and on the map.

// starOrder is the order in which stars are drawn.
var starOrder = [...]engine.Stars{engine.StarCleared, engine.StarTime, engine.StarClean, engine.StarScore}

// stars writes the earned stars, and the others of all hollow.
func (v *View) stars(p *pen, earned, all engine.Stars) {
	m := &hudGlyphs[v.o.Glyphs]
	for _, s := range starOrder {
		switch {
		case earned&s != 0:
			p.glyph(m.star)
		case all&s != 0:
			p.glyph(m.hollow)
		}
	}
}

// starsOf returns the stars that the level of a tally has.
func starsOf(c *engine.Tally) engine.Stars {
	l := spec.Level{ParScore: c.ParScore}
	return engine.StarsOf(&l)
}

// drawPars writes below the tally, from row y, the targets of the level, the results, and the stars for
// them; or that the level was left early.
func (v *View) drawPars(f *cell.Frame, g *engine.Game, x, y int) {
	l, t, c := &v.l, &v.theme, &g.Tally
	earned, all := g.Stars(), starsOf(c)

	row := func(label string, ink cell.Color) (p pen, ok bool) {
		if y >= l.y+l.rows {
			return p, false
		}
		f.Fill(x-1, y, tallyW+2, 1, ' ', t.On(t.Text, 0))
		p = pen{f, x, y, t.On(t.Soft, 0)}
		p.text(label)
		p.style = t.On(ink, cell.Bold)
		y++
		return p, true
	}

	star := func(p *pen, s engine.Stars) {
		p.x, p.style = x+tallyW-1, t.On(t.Accent, cell.Bold)
		v.stars(p, earned&s, s)
	}

	if c.Warped {
		row("Left before it was cleared", t.Soft)
		return
	}
	if earned == 0 {
		return
	}

	if p, ok := row("Time", t.Text); ok {
		p.x = x + tallyCountAt
		p.clock(uint64(c.Ticks))
		p.style = t.On(t.Soft, 0)
		p.text(" of ")
		p.clock(uint64(c.Par))
		star(&p, engine.StarTime)
	}

	if c.ParScore > 0 {
		if p, ok := row("Points", t.Text); ok {
			p.x = x + tallyW - 2 - numberWidth(c.ParScore) - len(" of ") - numberWidth(c.Total())
			p.number(c.Total())
			p.style = t.On(t.Soft, 0)
			p.text(" of ")
			p.number(c.ParScore)
			star(&p, engine.StarScore)
		}
	}

	if p, ok := row("Stars", t.Accent); ok {
		p.x = x + tallyW - all.Count()
		v.stars(&p, earned, all)
	}
}
