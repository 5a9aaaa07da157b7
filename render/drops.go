package render

import (
	"cmp"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// A drop is three cells: its letter between the ends of its outline, round for a good one, pointed for a
// bad one, square for the others. It falls row by row, which costs a few bytes each.

// outlines are the ends of drops, indexed by benefit + 1.
var outlines = [...][2]rune{{'\\', '/'}, {'[', ']'}, {'(', ')'}}

// drawDrops writes the falling drops.
func (v *View) drawDrops(f *cell.Frame, g *engine.Game) {
	for i := range g.Drops {
		d := &g.Drops[i]
		col, row := v.l.cell(d.At.X, d.At.Y)
		row = min(max(row, v.l.y), v.l.y+v.l.rows-1)
		k, st := &spec.Drops[d.Kind], v.dropStyle(d.Kind)
		ends := outlines[k.Benefit+1]
		for j, glyph := range [...]rune{ends[0], k.Letter, ends[1]} {
			if x := col + j - 1; v.l.holds(x, row) {
				f.Set(x, row, glyph, st)
			}
		}
	}
}

// dropStyle returns the style of a drop: on the colour of its benefit.
func (v *View) dropStyle(k spec.DropKind) cell.Style {
	t := &v.theme
	st := cell.Style{Fg: t.Chosen, Bg: t.Accent, Attr: cell.Bold}
	switch spec.Drops[k].Benefit {
	case spec.Bad:
		st.Bg = t.Alarm
	case spec.Neither:
		st.Fg, st.Bg = t.Text, t.Button
	}
	if v.o.Tier == cell.Mono {
		st = cell.Style{Fg: t.Text, Bg: t.Back, Attr: cell.Bold | cell.Reverse}
	}
	return st
}

// caughtTicks is how long the name of a caught drop is shown: 1 s.
const caughtTicks = engine.TicksPerSecond

// drawCaught writes the name of the last drop caught, in the place of the level's name. It is always drawn,
// since it tells the state of the game.
func (v *View) drawCaught(f *cell.Frame, g *engine.Game) {
	e, l := &v.effects, &v.l
	if e.caught == spec.NoDrop || e.now-e.caughtAt >= caughtTicks || g.Phase != engine.Play {
		return
	}
	name := dropTitle(e.caught)
	w := cell.Width(name) + 2
	place := namePlace
	if e.caughtHigh {
		place = 1 - namePlace
	}
	p := pen{f, l.x + (l.cols-w)/2, l.y + int(place*float64(l.rows)), v.dropStyle(e.caught)}
	p.glyph(' ')
	p.text(name)
	p.glyph(' ')
}

// dropTitles are the names on the screen of drops whose names in level files are no words, or too long for
// a gauge.
var dropTitles = [spec.DropKinds]string{
	spec.Drop200: "200", spec.Drop500: "500", spec.Drop1000: "1,000",
	spec.Drop2000: "2,000", spec.Drop5000: "5,000", spec.Drop10000: "10,000",
	spec.DropExplosive: "blasts", spec.DropGoodMagnet: "magnet", spec.DropScatter: "random",
}

// dropTitle returns the name of a drop on the screen.
func dropTitle(k spec.DropKind) string { return cmp.Or(dropTitles[k], spec.Drops[k].Name) }
