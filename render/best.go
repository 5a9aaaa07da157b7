package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/panel"
)

// The HUD compares a game with what the player has reached before, and with a ghost.

// Best sets what the HUD compares with from the next Draw on.
func (v *View) Best(b Best) { v.best = b }

func (v *View) bestRows(g *engine.Game) int {
	return rowIf(!v.open && v.best.Score > 0 && !engine.Modes[g.Mode].Pointless)
}

// drawBest writes the player's best score. A game that has more says so by a star.
func (v *View) drawBest(p *panel.Pen, g *engine.Game, _ int) {
	x := p.X
	v.label(p, "BEST", panel.NumberWidth(max(v.best.Score, g.Score)))
	p.Style = v.theme.On(v.theme.Soft, 0)
	if g.Score > v.best.Score {
		star := *p
		star.X, star.Style = x+len("BEST "), v.theme.On(v.theme.Accent, cell.Bold)
		star.Glyph(panel.Glyphs[v.o.Glyphs].Star)
		p.Style = star.Style
	}
	p.Number(max(v.best.Score, g.Score))
}

func (v *View) levelBestRows(g *engine.Game) int {
	return rowIf(v.best.Ticks > 0 && goalRows(v, g) > 0)
}

// drawLevelBest writes the player's best time in the level below its goals.
func (v *View) drawLevelBest(p *panel.Pen, _ *engine.Game, _ int) {
	x := p.X
	p.X, p.Style = x+2, v.theme.On(v.theme.Soft, 0)
	if v.l.hudText() < hudWide {
		p.Text("best ")
		p.Clock(uint64(v.best.Ticks))
		return
	}
	p.Text("Best")
	p.X = x + goalAt
	p.Clock(uint64(v.best.Ticks))
	p.Text(", ")
	p.Number(v.best.Points)
}

func (v *View) leadRows(*engine.Game) int { return rowIf(v.ghost != nil && !v.open) }

// mostLead is the greatest lead that is written as a number.
const mostLead = 99

// drawLead writes how far the ghost is ahead or back: in bricks, in another level its number, and in points
// where levels have no end.
func (v *View) drawLead(p *panel.Pen, g *engine.Game, _ int) {
	l := v.ghost.LeadOver(g)
	if l.Levels != 0 {
		v.label(p, "GHOST", len("level ")+panel.NumberWidth(v.ghost.Level+1))
		p.Text("level ")
		p.Number(v.ghost.Level + 1)
		return
	}

	n, what := l.Bricks, ""
	if engine.Modes[g.Mode].Endless {
		n = l.Points
	} else if v.l.hudText() >= hudWide {
		what = " bricks"
	}
	word := " ahead"
	if n < 0 {
		n, word = -n, " back"
	}
	if !engine.Modes[g.Mode].Endless {
		n = min(n, mostLead)
	}
	if n == 0 {
		word, what = "level", ""
		v.label(p, "GHOST", len(word))
		p.Text(word)
		return
	}
	v.label(p, "GHOST", min(panel.NumberWidth(n)+len(what)+len(word), v.l.hudText()-len("GHOST ")))
	p.Number(n)
	p.Text(what)
	p.Cut(word, v.l.hx+hudMargin+v.l.hudText()-p.X)
}
