package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// In a challenge, the intro shows the rule. The HUD shows the measured value and the medals. The measured value is the
// value that decides the medals, for example the time; see [spec.Measure].

// medalRows returns the number of rows for the measured value and the medals.
func medalRows(_ *View, g *engine.Game) int {
	if g.Challenge().Medals == [spec.NumMedals]int{} {
		return 0
	}
	return 1 + spec.NumMedals
}

// drawMedals writes the measured value and the threshold of each medal, in at most n rows.
func (v *View) drawMedals(p *widget.Pen, g *engine.Game, n int) {
	t, m, x := &v.theme, &widget.Glyphs[v.opts.Glyphs], p.X
	row, got := &spec.Measures[g.Challenge().Measure], g.MeasuredValue()
	p.Style = t.Style(t.Soft, 0)
	p.Upper(text.Translate(row.Label), v.l.hudTextW())
	p.X, p.Style = x+v.l.hudTextW()-measureWidth(row, got), t.Style(t.Text, cell.Bold)
	writeMeasure(p, row, got)

	thresholds := g.MedalThresholds()
	for i := range min(n-1, spec.NumMedals) {
		medal := spec.Gold - spec.Medal(i)
		threshold := thresholds[medal-1]
		mark, ink := m.HollowStar, t.Text
		switch {
		case g.Medal() >= medal:
			mark, ink = m.Star, t.Accent
		case row.LowerIsBetter && got > threshold:
			mark, ink = m.Times, t.Soft
		}
		p.X, p.Y, p.Style = x, p.Y+1, t.Style(ink, cell.Bold)
		p.Glyph(mark)
		p.X++
		p.Style = t.Style(ink, 0)
		p.Text(medal.String())
		p.X = x + v.l.hudTextW() - measureWidth(row, threshold)
		writeMeasure(p, row, threshold)
	}
}

// writeMeasure writes the result of a challenge: a time as a clock, other values as a number.
func writeMeasure(p *widget.Pen, row *spec.MeasureRow, value int) {
	if row.IsTime {
		p.Clock(uint64(roundUpSeconds(value)))
	} else {
		p.Number(value)
	}
}

// roundUpSeconds rounds ticks up to whole seconds, so that the displayed time is within the threshold of a medal if and
// only if the exact time is.
func roundUpSeconds(ticks int) int {
	return (ticks + engine.TicksPerSecond - 1) / engine.TicksPerSecond * engine.TicksPerSecond
}

// measureWidth returns the number of columns that writeMeasure needs for a value.
func measureWidth(row *spec.MeasureRow, value int) int {
	if row.IsTime {
		return widget.NumberWidth(roundUpSeconds(value)/engine.TicksPerSecond/60) + len(":00")
	}
	return widget.NumberWidth(value)
}

// hasRule reports whether the level is a challenge, so that the intro contains a rule.
func (v *View) hasRule(g *engine.Game) bool { return medalRows(v, g) > 0 }

// writeRule writes the description of a challenge's twist, or of the measured value if the challenge has no twist.
func (v *View) writeRule(p *widget.Pen, g *engine.Game, w int) {
	c := g.Challenge()
	rule := text.Translate(spec.Measures[c.Measure].Help)
	if c.Twist != spec.NoTwist {
		rule = text.Translate(spec.Twists[c.Twist].Help)
	}
	p.Style = v.theme.Style(v.theme.Text, cell.Bold)
	p.Cut(rule, w)
}
