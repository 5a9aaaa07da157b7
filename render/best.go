package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file draws the parts of the HUD that compare a game with the player's records and with a ghost.

// SetBest sets the records with which the HUD compares the game, starting with the next Draw.
func (v *View) SetBest(b Best) { v.best = b }

// SetSpectators sets the number of spectators shown in the HUD.
func (v *View) SetSpectators(n int) { v.spectators = n }

// bestRows returns the number of rows for the best score.
func (v *View) bestRows(g *engine.Game) int {
	return oneIf(!v.openCeiling && v.best.Score > 0 && !engine.Modes[g.Mode].NoPoints)
}

// drawBest writes the player's best score. If the current score is higher, it writes the current score with a star.
func (v *View) drawBest(p *widget.Pen, g *engine.Game, _ int) {
	x := p.X
	v.writeLabel(p, text.HUD.Best, widget.NumberWidth(max(v.best.Score, g.Score)))
	p.Style = v.theme.Style(v.theme.Soft, 0)
	if g.Score > v.best.Score {
		star := *p
		star.X, star.Style = x+cell.Width(text.HUD.Best)+1, v.theme.Style(v.theme.Accent, cell.Bold)
		star.Glyph(widget.Glyphs[v.opts.Glyphs].Star)
		p.Style = star.Style
	}
	p.Number(max(v.best.Score, g.Score))
}

// levelBestRows returns the number of rows for the best time in the level.
func (v *View) levelBestRows(g *engine.Game) int {
	return oneIf(v.best.Ticks > 0 && goalRows(v, g) > 0)
}

// drawLevelBest writes the player's best time in the level, and in a wide panel also the best points, below the level's
// goals.
func (v *View) drawLevelBest(p *widget.Pen, _ *engine.Game, _ int) {
	x := p.X
	p.X, p.Style = x+2, v.theme.Style(v.theme.Soft, 0)
	if v.l.hudTextW() < minWideHUD {
		p.Text(text.HUD.LevelBest)
		p.Clock(uint64(v.best.Ticks))
		return
	}
	p.Text(text.HUD.LevelBestLabel)
	p.X = x + goalTextCol
	p.Clock(uint64(v.best.Ticks))
	p.Text(", ")
	p.Number(v.best.Points)
}

// leadRows returns the number of rows for the lead over the ghost.
func (v *View) leadRows(*engine.Game) int { return oneIf(v.ghost != nil && !v.openCeiling) }

// maxLead is the maximum displayed lead, in bricks.
const maxLead = 99

// drawLead writes the lead over the ghost in bricks, or in points for endless modes. If the ghost is in another level,
// it writes the number of that level. In a narrow panel it writes + or − instead of words.
func (v *View) drawLead(p *widget.Pen, g *engine.Game, _ int) {
	title := text.HUD.Ghost
	l := v.ghost.LeadOver(g)
	n, unit := min(max(l.Bricks, -maxLead), maxLead), text.HUD.Bricks
	if engine.Modes[g.Mode].Endless {
		n, unit = l.Points, text.HUD.Points
	}
	word, sign := text.HUD.Ahead, '+'
	if n < 0 {
		n, word, sign = -n, text.HUD.Behind, '-'
	}
	w := widget.NumberWidth(n)
	switch {
	case l.Levels != 0:
		v.writeLabel(p, title, cell.Width(text.HUD.GhostLevel)+widget.NumberWidth(v.ghost.Level+1))
		p.Text(text.HUD.GhostLevel)
		p.Number(v.ghost.Level + 1)
	case n == 0:
		v.writeLabel(p, title, cell.Width(text.HUD.Even))
		p.Text(text.HUD.Even)
	case v.l.hudTextW() < minWideHUD || cell.Width(title)+1+w+cell.Width(unit)+cell.Width(word) > v.l.hudTextW():
		thousands := n >= 1_000_000
		if thousands {
			n /= 1000
		}
		w = 1 + widget.NumberWidth(n) + oneIf(thousands)
		v.writeLabel(p, title, w)
		p.Glyph(sign)
		p.Number(n)
		if thousands {
			p.Glyph('k')
		}
	default:
		v.writeLabel(p, title, w+cell.Width(unit)+cell.Width(word))
		p.Number(n)
		p.Text(unit)
		p.Text(word)
	}
}
