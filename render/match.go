package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file draws the parts of the picture that exist only with two paddles: digits on the paddles and the HUD of a
// match.

// lossEnd returns the end of the field where the last ball was lost: 0 for the floor, 1 for the ceiling.
func (v *View) lossEnd(g *engine.Game) int {
	if v.openCeiling {
		return g.Server // the player who missed the ball serves next
	}
	return 0
}

// drawPaddleDigits writes the players' numbers on the paddles in ASCII and on terminals without colors.
func (v *View) drawPaddleDigits(f *cell.Frame, g *engine.Game) {
	if len(g.Paddles) < 2 || v.opts.Tier != cell.Mono && v.opts.Glyphs != cell.ASCII {
		return
	}
	for i := range g.Paddles {
		p := paddleOf(g, i)
		if g.RunsFor(spec.DropGhost, i) {
			continue
		}
		st := v.theme.Style(v.paddleInks[i].body, cell.Bold)
		if v.opts.Tier == cell.Mono {
			st = cell.Style{Fg: v.theme.Text, Bg: v.theme.Back, Attr: cell.Bold | cell.Reverse}
		}
		if col, row := v.l.cellAt(p.X, p.Y); v.l.contains(col, row) {
			f.Set(col, row, '1'+rune(i), st)
		}
	}
}

// playerName returns the name of player k in the HUD of a match.
func (v *View) playerName(k int) string {
	if name := v.playerNames[k]; name != "" {
		return name
	}
	return [...]string{text.HUD.Lower, text.HUD.Upper}[k]
}

// playerAt returns the index of the player at an end of the field as displayed. End 0 is the bottom, and end 1 is the
// top.
func (v *View) playerAt(end int) int {
	if v.opts.Flipped {
		return 1 - end
	}
	return end
}

// playerRows returns the number of rows of drawPlayers, or 0 if the game is not a match.
func playerRows(v *View, _ *engine.Game) int {
	return (3 + oneIf(v.opts.Series > 0)) * oneIf(v.openCeiling)
}

// rallyRows returns the number of rows of drawRally, or 0 if the game is not a match.
func rallyRows(v *View, _ *engine.Game) int { return 2 * oneIf(v.openCeiling) }

// drawPlayers writes the names and the points of both players, the upper player first. A marker shows who serves. Stars
// below the names show the games won in the series.
func (v *View) drawPlayers(p *widget.Pen, g *engine.Game, _ int) {
	x, w := p.X, v.l.hudTextW()
	for i := range 2 {
		k := v.playerAt(1 - i)
		p.X, p.Style = x, v.theme.Style(v.paddleInks[k].body, 0)
		points := widget.NumberWidth(g.Match.Points[k])
		v.writeServeMark(p, g, k)
		p.Cut(v.playerName(k), w-3-points)
		p.X, p.Style = x+w-points, v.theme.Style(v.paddleInks[k].body, cell.Bold)
		p.Number(g.Match.Points[k])
		p.X, p.Y = x+2, p.Y+1
		v.writeWins(p, k)
		p.Y++
	}
}

// writeWins writes a star for each game needed to win the series, filled for the games that player k has won.
func (v *View) writeWins(p *widget.Pen, k int) {
	stars := &widget.Glyphs[v.opts.Glyphs]
	for i := range v.opts.Series {
		if i < v.opts.Wins[k] {
			p.Glyph(stars.Star)
		} else {
			p.Glyph(stars.HollowStar)
		}
	}
}

// drawRally writes the points needed to win, and the number of returns since the serve.
func (v *View) drawRally(p *widget.Pen, g *engine.Game, _ int) {
	x := p.X
	v.writeCount(p, text.HUD.FirstTo, g.Match.WinPoints)
	p.X, p.Y = x, p.Y+1
	v.writeCount(p, text.HUD.Rally, g.Match.Rally)
}

// writeServeMark writes an arrow if player k serves or served last, and a blank otherwise. It uses two columns.
func (v *View) writeServeMark(p *widget.Pen, g *engine.Game, k int) {
	mark := ' '
	if g.Server == k {
		mark = widget.Glyphs[v.opts.Glyphs].Marker
	}
	p.Glyph(mark)
	p.X++
}

// drawMatchStrip works like drawStrip, for a match. The lower player is on the left and the upper player on the right.
// The hint is between them. Without a hint, this place shows the shove meters and the gauges during play. At other
// times it shows the points to win and the name of the board.
func (v *View) drawMatchStrip(f *cell.Frame, g *engine.Game) {
	const nameW = 7
	l, t := &v.l, &v.theme
	low, high := v.playerAt(0), v.playerAt(1)
	p := widget.NewPen(f, l.hx, l.hy, t.Style(v.paddleInks[low].body, cell.Bold))
	v.writeServeMark(&p, g, low)
	p.Cut(v.playerName(low), nameW)
	v.writeWins(&p, low)
	p.X++
	p.Number(g.Match.Points[low])
	from := p.X + 2
	width := 2 + min(cell.Width(v.playerName(high)), nameW) + v.opts.Series + 1 +
		widget.NumberWidth(g.Match.Points[high])
	p.X, p.Style = l.hx+l.hw-width, t.Style(v.paddleInks[high].body, cell.Bold)
	to := p.X - 1
	v.writeServeMark(&p, g, high)
	p.Cut(v.playerName(high), nameW)
	v.writeWins(&p, high)
	p.X++
	p.Number(g.Match.Points[high])

	p.X, p.Style = from, t.Style(t.Soft, 0)
	switch h := v.hint(g); {
	case h != "":
		p.Style = t.Style(t.Accent, 0)
		p.Cut(h, max(to-from, 0))
	case g.Phase == engine.Play:
		v.drawMeter(&p, g, low, meterW-1)
		v.stripGauges(&p, g, to-meterW)
		p.X = to - meterW + 1
		v.drawMeter(&p, g, high, meterW-1)
	default:
		p.Cut(text.HUD.To, max(to-from, 0))
		p.Number(g.Match.WinPoints)
		p.X += 2
		p.Cut(v.levelName(g), max(to-p.X, 0))
	}
}
