package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// The tally of a cleared level is shown over the field at every setting of the effects.

// A tallyRow is a line of the tally that shows points.
type tallyRow struct {
	label  *string
	count  func(c *engine.Tally) int // nil for a line without a count
	points func(c *engine.Tally) int
}

// tallyRows lists the lines of the tally that show points. The columns are label, count and points.
var tallyRows = [...]tallyRow{
	{
		&text.Tally.Bricks, func(c *engine.Tally) int { return c.Bricks },
		func(c *engine.Tally) int { return c.HitPoints },
	},
	{&text.Tally.Multiplied, nil, func(c *engine.Tally) int { return c.MultiplierPoints }},
	{
		&text.Tally.Cannons, func(c *engine.Tally) int { return c.Cannons },
		func(c *engine.Tally) int { return c.CannonPoints },
	},
	{
		&text.Tally.Drones, func(c *engine.Tally) int { return c.Drones },
		func(c *engine.Tally) int { return c.DronePoints },
	},
	{&text.Tally.Boss, nil, func(c *engine.Tally) int { return c.BossPoints }},
	{
		&text.Tally.Drops, func(c *engine.Tally) int { return c.DropsCaught },
		func(c *engine.Tally) int { return c.DropPoints },
	},
	{
		&text.Tally.Buckets, func(c *engine.Tally) int { return c.Bucketed },
		func(c *engine.Tally) int { return c.BucketPoints },
	},
	{&text.Tally.Speed, nil, func(c *engine.Tally) int { return c.SpeedBonus }},
	{&text.Tally.Clean, nil, func(c *engine.Tally) int { return c.CleanBonus }},
	{&text.Tally.Exit, nil, func(c *engine.Tally) int { return c.ExitPoints }},
}

// tallyShare is the height of the field divided by the height of the part above the tally.
const tallyShare = 3

// Width of a tally in columns, including the points at the right, and the column where the counts begin.
const tallyW, tallyCountCol = 28, 13

// maxTargetRows is the maximum number of lines that drawTargets writes.
const maxTargetRows = 4

// drawTally writes the tally of a cleared level. It omits lines of 0 points. If the field has few rows, the tally
// starts higher, below the headline.
func (v *View) drawTally(f *cell.Frame, g *engine.Game) {
	l, t := &v.l, &v.theme
	if g.Phase != engine.Clear || l.cols < tallyW+2 {
		return
	}
	lines := maxTargetRows
	for i := range tallyRows {
		if tallyRows[i].points(&g.Tally) != 0 {
			lines++
		}
	}
	x, y := l.x+(l.cols-tallyW)/2, l.y+max(min(l.rows/tallyShare, l.rows-lines), 2)

	for i := range tallyRows {
		row := &tallyRows[i]
		points := row.points(&g.Tally)
		if points == 0 || y >= l.y+l.rows {
			continue
		}
		f.Fill(x-1, y, tallyW+2, 1, ' ', t.Style(t.Text, 0))
		p := widget.NewPen(f, x, y, t.Style(t.Soft, 0))
		p.Text(*row.label)
		if row.count != nil {
			p.X = x + tallyCountCol
			p.Glyph(widget.Glyphs[v.opts.Glyphs].Times)
			p.Number(row.count(&g.Tally))
		}
		p.X, p.Style = x+tallyW-widget.NumberWidth(points), t.Style(t.Accent, cell.Bold)
		p.Number(points)
		y++
	}

	v.drawTargets(f, g, x, y)
}

// drawTargets writes the results of the level next to its targets, and the earned stars, starting at row y. If the
// player skipped the level, it writes only the word Skipped.
func (v *View) drawTargets(f *cell.Frame, g *engine.Game, x, y int) {
	l, t, c, m := &v.l, &v.theme, &g.Tally, &widget.Glyphs[v.opts.Glyphs]
	earned, all := g.Stars(), g.AvailableStars()

	row := func(label string, ink cell.Color) (p widget.Pen, ok bool) {
		if y >= l.y+l.rows {
			return p, false
		}
		f.Fill(x-1, y, tallyW+2, 1, ' ', t.Style(t.Text, 0))
		p = widget.NewPen(f, x, y, t.Style(t.Soft, 0))
		p.Text(label)
		p.Style = t.Style(ink, cell.Bold)
		y++
		return p, true
	}

	star := func(p *widget.Pen, s engine.Stars) {
		p.X, p.Style = x+tallyW-1, t.Style(t.Accent, cell.Bold)
		p.Stars(m, earned&s, s)
	}

	if c.Warped {
		row(text.Tally.Skipped, t.Soft)
		return
	}
	if earned == 0 {
		return
	}

	if p, ok := row(text.Tally.Time, t.Text); ok {
		p.X = x + tallyCountCol
		p.Clock(uint64(c.Ticks))
		if all&engine.StarTime != 0 {
			p.Style = t.Style(t.Soft, 0)
			p.Text(text.Tally.Of)
			p.Clock(uint64(c.Par))
			star(&p, engine.StarTime)
		}
	}

	if all&engine.StarScore != 0 {
		if p, ok := row(text.Tally.Points, t.Text); ok {
			p.X = x + tallyW - 2 - widget.NumberWidth(c.ParScore) - cell.Width(text.Tally.Of) -
				widget.NumberWidth(c.Total())
			p.Number(c.Total())
			p.Style = t.Style(t.Soft, 0)
			p.Text(text.Tally.Of)
			p.Number(c.ParScore)
			star(&p, engine.StarScore)
		}
	}

	if v.best.Ticks > 0 {
		label := text.Tally.YourBest
		if c.Ticks < v.best.Ticks {
			label = text.Tally.NewBest
		}
		if p, ok := row(label, t.Soft); ok {
			p.X, p.Style = x+tallyCountCol, t.Style(t.Soft, 0)
			if c.Ticks < v.best.Ticks {
				p.Text(text.Tally.PreviousBest)
			}
			p.Clock(uint64(v.best.Ticks))
		}
	}

	if all.Count() == 1 { // every cleared level earns this star
		return
	}
	if p, ok := row(text.Tally.Stars, t.Accent); ok {
		p.X = x + tallyW - all.Count()
		p.Stars(m, earned, all)
	}
}
