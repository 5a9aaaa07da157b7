package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// The intro of a level shows its name, its rule or its goals, and the player's records.

// introTicks is the duration of the intro of a new level: 3 s.
const introTicks = 3 * engine.TicksPerSecond

// introVisible reports whether the intro is visible: at a serve, for introTicks, while no brick is broken.
func (v *View) introVisible(g *engine.Game) bool {
	return g.Phase == engine.Serve && g.Tick-g.PhaseBegan < introTicks && isUntouched(g)
}

// isUntouched reports whether the level still has all its bricks.
func isUntouched(g *engine.Game) bool {
	for i := range g.Bricks {
		if b := &g.Bricks[i]; b.Hits == 0 && spec.Kinds[b.Kind].Breakable && b.Kind != spec.Sprout &&
			int(b.Kind) < spec.NumPlacedKinds {
			return false
		}
	}
	return true
}

// An introLine is a line of the intro. write writes it in at most w columns.
type introLine struct {
	isShown   func(v *View, g *engine.Game) bool
	write     func(v *View, p *widget.Pen, g *engine.Game, w int)
	dropOrder uint8 // lines with the largest number are omitted first if there are too few rows
}

// introLines lists the lines from top to bottom.
var introLines = [...]introLine{
	{alwaysShown, (*View).writeName, 0},
	{(*View).hasRule, (*View).writeRule, 1},
	{(*View).hasGoals, (*View).writeGoals, 1},
	{(*View).hasLevelBest, (*View).writeLevelBest, 2},
}

// alwaysShown is the isShown function of a line that is never hidden.
func alwaysShown(*View, *engine.Game) bool { return true }

// drawIntro draws the intro at the first serve of a level.
func (v *View) drawIntro(f *cell.Frame, g *engine.Game) {
	if !v.introVisible(g) {
		return
	}
	l := &v.l
	first, end := v.introRows(g)
	var shown [len(introLines)]bool
	n := 0
	for i := range introLines {
		if shown[i] = introLines[i].isShown(v, g); shown[i] {
			n++
		}
	}
	for order := uint8(len(introLines)); n > max(end-first, 1); order-- {
		for i := range introLines {
			if shown[i] && introLines[i].dropOrder == order {
				shown[i] = false
				n--
			}
		}
	}

	y := max(min(l.y+int(messageHeight*float64(l.rows)), end-n), first)
	for i := range introLines {
		if !shown[i] {
			continue
		}
		row := &introLines[i]
		// Measure the width by writing into row −1, which is invisible.
		v.hudPen = widget.NewPen(f, l.x, -1, v.theme.Style(v.theme.Soft, 0))
		row.write(v, &v.hudPen, g, l.cols-2)
		w := v.hudPen.X - l.x
		v.hudPen = widget.NewPen(f, l.x+max((l.cols-w)/2, 1), y, v.theme.Style(v.theme.Soft, 0))
		row.write(v, &v.hudPen, g, l.cols-2)
		y++
	}
}

// introRows returns the range of rows between the lowest brick and the ball on the paddle. The range contains at least
// one row.
func (v *View) introRows(g *engine.Game) (first, end int) {
	low := 0.0
	for i := range g.Bricks {
		if g.Bricks[i].Hits > 0 {
			_, hi := g.Shape(i).Bounds()
			low = max(low, hi.Y)
		}
	}
	p := g.Capsule(0)
	_, first = v.l.cellAt(0, low-epsilon)
	_, end = v.l.cellAt(0, p.Y-p.R-2*engine.BallRadius)
	return min(first+1, end-1), end
}

// writeName writes the number and the name of the level, or only the name of the board of a match. In the first level
// of a world it also writes the name of the world, if there is room.
func (v *View) writeName(p *widget.Pen, g *engine.Game, w int) {
	const gap = 3
	end, name := p.X+w, v.levelName(g)
	world := cell.Width(g.World()) + gap
	if g.WorldBegins() && world+cell.Width(text.HUD.Level)+2+widget.NumberWidth(g.Level+1)+cell.Width(name) <= w {
		p.Style = v.theme.Style(v.theme.Walls, cell.Bold) // tinted by the world's light
		p.Upper(g.World(), w)
		p.X += gap
		p.Style = v.theme.Style(v.theme.Soft, 0)
	}
	if name == "" || !g.Mode.Versus() { // the boards of matches come in any order
		p.Text(progressLabel(&engine.Modes[g.Mode]))
		p.Number(g.Level + 1)
		if name != "" {
			p.X += 2
		}
	}
	if name != "" {
		p.Style = v.theme.Style(v.theme.Accent, cell.Bold)
		p.Cut(name, end-p.X)
	}
}

// hasGoals reports whether the intro shows goals.
func (v *View) hasGoals(g *engine.Game) bool { return goalRows(v, g) > 0 }

// writeGoals writes the condition of each star, without words if there are few columns.
func (v *View) writeGoals(p *widget.Pen, g *engine.Game, w int) {
	t, all, star := &v.theme, g.AvailableStars(), widget.Glyphs[v.opts.Glyphs].HollowStar
	gap := 3
	if w < minWideIntro {
		gap = 2
	}
	for i := range goals {
		if all&goals[i].star == 0 {
			continue
		}
		if i > 0 {
			p.X += gap
		}
		p.Style = t.Style(t.Accent, cell.Bold)
		p.Glyph(star)
		p.Style = t.Style(t.Text, 0)
		if w < minWideIntro {
			goals[i].brief(p, g, &widget.Glyphs[v.opts.Glyphs])
			continue
		}
		p.X++
		goals[i].intro(p, g)
	}
}

// minWideIntro is the minimum number of columns for goals with words.
const minWideIntro = 58

// hasLevelBest reports whether the intro shows the player's records.
func (v *View) hasLevelBest(g *engine.Game) bool { return v.levelBestRows(g) > 0 }

// writeLevelBest writes the player's records in the level.
func (v *View) writeLevelBest(p *widget.Pen, _ *engine.Game, _ int) {
	p.Text(text.HUD.YourBest)
	p.Clock(uint64(v.best.Ticks))
	p.Text(", ")
	p.Number(v.best.Points)
	p.Text(text.HUD.Points)
}
