package render

import (
	"math"

	"arkterm/engine"
)

// This file is the stars of a level: on the card at its end and on the map.

// starOrder is the order in which stars are drawn.
var starOrder = [...]engine.Stars{engine.StarCleared, engine.StarTime, engine.StarClean, engine.StarScore}

// stars writes those that were earned of all that there are, and the rest hollow.
func (v *View) stars(p *pen, earned, all engine.Stars) {
	m := &hudMarks[v.o.Glyphs]
	for _, s := range starOrder {
		switch {
		case earned&s != 0:
			p.glyph(m.star)
		case all&s != 0:
			p.glyph(m.hollow)
		}
	}
}

// starsOf returns the stars that the level of a card has to give.
func starsOf(c *engine.Card) engine.Stars {
	l := engine.Level{ParScore: c.ParScore}
	return l.StarsOf()
}

// drawPars writes below the tally, from row y on, what the level asked for, what came of it, and
// the stars for that; or that it was left before.
func (v *View) drawPars(f *Frame, g *engine.Game, x, y int) {
	l, t, c := &v.l, &v.theme, &g.Card
	earned, all := g.Stars(), starsOf(c)
	row := func(label string, ink Color) (p pen, ok bool) {
		if y >= l.y+l.rows {
			return p, false
		}
		f.Fill(x-1, y, tallyW+2, 1, ' ', t.of(t.Text, 0))
		p = pen{f, x, y, t.of(t.Soft, 0)}
		p.text(label)
		p.style = t.of(ink, Bold)
		y++
		return p, true
	}
	star := func(p *pen, s engine.Stars) {
		p.x, p.style = x+tallyW-1, t.of(t.Accent, Bold)
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
		p.style = t.of(t.Soft, 0)
		p.text(" of ")
		p.clock(uint64(c.Par))
		star(&p, engine.StarTime)
	}
	if c.ParScore > 0 {
		if p, ok := row("Points", t.Text); ok {
			p.x = x + tallyW - 2 - numberWidth(c.ParScore) - len(" of ") - numberWidth(c.Total())
			p.number(c.Total())
			p.style = t.of(t.Soft, 0)
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

// inStar reports whether a point is in a star with five points around the origin, the first one
// upward, r from its middle to a point.
func inStar(x, y, r float64) bool {
	const inner = 0.45 // of r, where the points meet
	turn := math.Mod(math.Atan2(x, -y)+2*math.Pi, 2*math.Pi/5)
	half := math.Abs(turn - math.Pi/5) // from where two points meet
	// On the edge from (inner·r, 0) to (r, 36°), in polar form.
	ax, ay := inner*r, 0.0
	bx, by := r*math.Cos(math.Pi/5), r*math.Sin(math.Pi/5)
	px, py := math.Hypot(x, y)*math.Cos(half), math.Hypot(x, y)*math.Sin(half)
	return (bx-ax)*(py-ay)-(by-ay)*(px-ax) >= 0
}
