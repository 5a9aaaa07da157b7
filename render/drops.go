package render

import (
	"cmp"

	"arkterm/engine"
	"arkterm/render/cell"
)

// A drop is three cells: its letter between the sides of its outline, round for a good one,
// pointed for a bad one, square for the rest. It falls from row to row, for a few bytes each.

// outlines are the ends of drops, by side + 1.
var outlines = [...][2]rune{{'\\', '/'}, {'[', ']'}, {'(', ')'}}

// drawDrops writes the drops that fall.
func (v *View) drawDrops(f *cell.Frame, g *engine.Game) {
	for i := range g.Drops {
		d := &g.Drops[i]
		col, row := v.l.cell(d.At.X, d.At.Y)
		row = min(max(row, v.l.y), v.l.y+v.l.rows-1)
		k, st := &engine.Drops[d.Kind], v.dropStyle(d.Kind)
		ends := outlines[k.Side+1]
		for j, glyph := range [...]rune{ends[0], k.Letter, ends[1]} {
			if x := col + j - 1; v.l.holds(x, row) {
				f.Set(x, row, glyph, st)
			}
		}
	}
}

// dropStyle returns how a drop looks: on the colour of its side.
func (v *View) dropStyle(k engine.DropKind) cell.Style {
	t := &v.theme
	st := cell.Style{Fg: t.Chosen, Bg: t.Accent, Attr: cell.Bold}
	switch engine.Drops[k].Side {
	case engine.Bad:
		st.Bg = t.Alarm
	case engine.Neither:
		st.Fg, st.Bg = t.Text, t.Button
	}
	if v.o.Tier == cell.Mono {
		st = cell.Style{Fg: t.Text, Bg: t.Back, Attr: cell.Bold | cell.Reverse}
	}
	return st
}

// caughtTicks is how long the name of a drop that was caught is shown: 1 s.
const caughtTicks = engine.TicksPerSecond

// drawCaught writes what was caught last, where a level's name stands when it begins. It
// is no effect: it tells what the game does now.
func (v *View) drawCaught(f *cell.Frame, g *engine.Game) {
	e, l := &v.effects, &v.l
	if e.caught == engine.NoDrop || e.now-e.caughtAt >= caughtTicks || g.Phase != engine.Play {
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

// dropTitles are what drops are called on the screen whose names, as level files spell them, are no
// words, or are too long for a gauge.
var dropTitles = [engine.DropKinds]string{
	engine.Drop200: "200", engine.Drop500: "500", engine.Drop1000: "1,000",
	engine.Drop2000: "2,000", engine.Drop5000: "5,000", engine.Drop10000: "10,000",
	engine.DropExplosive: "blasts", engine.DropGoodMagnet: "magnet", engine.DropScatter: "random",
}

// dropTitle returns what a drop is called on the screen.
func dropTitle(k engine.DropKind) string { return cmp.Or(dropTitles[k], engine.Drops[k].Name) }
