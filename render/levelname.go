package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/panel"
)

// nameTicks is how long the name of a new level is shown: 1.5 s.
const nameTicks = engine.TicksPerSecond * 3 / 2

// namePlace is its place, in heights of the field: below the lowest brick and clear of the paddle.
const namePlace = 0.83

// drawName writes the name of a new level: one that is served for the first time, with all bricks intact.
func (v *View) drawName(f *cell.Frame, g *engine.Game) {
	if !v.nameShows(g) {
		return
	}
	l, t := &v.l, &v.theme
	name := v.name(g)
	w := len("LEVEL ") + panel.NumberWidth(g.Level+1)
	if name != "" {
		w += 2 + cell.Width(name)
	}
	p := panel.NewPen(f, l.x+max((l.cols-w)/2, 1), l.y+int(namePlace*float64(l.rows)), t.On(t.Soft, 0))
	p.Text("LEVEL ")
	p.Number(g.Level + 1)
	if name != "" {
		p.X += 2
		p.Style = t.On(t.Accent, cell.Bold)
		p.Cut(name, l.x+l.cols-1-p.X)
	}
}

// nameShows reports whether the name of the level is shown.
func (v *View) nameShows(g *engine.Game) bool {
	return g.Phase == engine.Serve && g.Tick-g.Since < nameTicks && untouched(g)
}

// untouched reports whether the level still has all its bricks.
func untouched(g *engine.Game) bool {
	for i := range g.Bricks {
		if b := &g.Bricks[i]; b.Hits == 0 && spec.Kinds[b.Kind].Breaks && b.Kind != spec.Sprout && int(b.Kind) < spec.PlacedKinds {
			return false
		}
	}
	return true
}
