package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// mapLayout returns the layout of the last Map, or a new one if the frame has another size or m has other
// levels.
func (v *View) mapLayout(f *cell.Frame, m *Map) *mapLayout {
	k, n := &v.chart, 0
	for _, w := range m.Worlds {
		n += len(w.Levels)
	}
	if k.frame != (mapSize{f.W, f.H}) || n != len(k.places) {
		k.fit(f, m)
	}
	return k
}

// Map draws m over all of f.
func (v *View) Map(f *cell.Frame, m *Map) {
	t, k := &v.theme, &v.chart
	k.fit(f, m)
	f.Fill(0, 0, f.W, f.H, ' ', t.of(t.Text, 0))
	p := pen{f, max((f.W-cell.Width(m.Title))/2, 0), 0, t.of(t.Accent, cell.Bold)}
	p.cut(m.Title, f.W)

	row, i := k.y-k.top, 0
	for w := range m.Worlds {
		world := &m.Worlds[w]
		if k.shows(row, 1) {
			v.drawWorld(f, m, k, w, row)
		}
		for n := range world.Levels {
			if x, y, seen := k.corner(i); seen {
				v.drawLevel(f, &world.Levels[n], mapTile{i, w, x, y, i == m.Selected})
			}
			i++
		}
		row += 1 + k.h*((len(world.Levels)+k.across-1)/k.across) + k.gap
	}

	for i, s := range m.Lines {
		p := pen{f, k.x + mapGap, k.said + i, t.of(t.Text, 0)}
		if i == 0 {
			p.style = t.of(t.Accent, cell.Bold)
		}
		p.cut(s, f.W-p.x)
	}
	p = pen{f, max((f.W-cell.Width(m.Foot))/2, 0), k.foot, t.of(t.Soft, 0)}
	p.cut(m.Foot, f.W)
}

// drawWorld writes a world's name, and the number of its earned stars.
func (v *View) drawWorld(f *cell.Frame, m *Map, k *mapLayout, w, y int) {
	t, world := &v.theme, &m.Worlds[w]
	earned, all := 0, 0
	for _, l := range world.Levels {
		earned += l.Earned.Count()
		all += l.All.Count()
	}
	right := k.x + k.across*(k.w+mapGap)
	right = min(max(right, k.x+mapGap+30), f.W)
	count := numberWidth(earned) + 1 + numberWidth(all) + 2
	p := pen{f, k.x + mapGap, y, t.of(t.Hues[w%spec.Hues], cell.Bold)}
	p.glyph(hudGlyphs[v.o.Glyphs].life)
	p.x++
	p.style = t.of(t.Text, cell.Bold)
	p.cut(world.Name, right-count-1-p.x)
	p.x, p.style = right-count, t.of(t.Soft, 0)
	p.number(earned)
	p.glyph('/')
	p.number(all)
	p.x++
	p.glyph(hudGlyphs[v.o.Glyphs].star)
}

// mapEdges are the corners of a hexagon, clockwise from the upper left, and the glyph of its upper and
// lower edges.
var mapEdges = [...][5]rune{
	cell.Quadrant: blockEdges,
	cell.Half:     {'▄', '▄', '▀', '▀', ' '},
	cell.ASCII:    {'/', '\\', '/', '\\', '-'},
	cell.Sextant:  blockEdges,
	cell.Octant:   blockEdges,
	cell.Mosaic:   blockEdges,
	cell.Braille:  blockEdges,
}

var blockEdges = [5]rune{'▟', '▙', '▛', '▜', ' '}

// mapInk returns the colours of a level: of its number and its ground. On a bright ground nothing is bold:
// terminals of 16 colours turn bold black into grey.
func (v *View) mapInk(l *MapLevel, world int, selected bool) (ink, ground cell.Color, a cell.Attr) {
	t := &v.theme
	switch {
	case v.o.Tier == cell.Mono && selected:
		return t.Text, t.Back, cell.Bold | cell.Reverse
	case v.o.Tier == cell.Mono && !l.Open:
		return t.Soft, t.Back, cell.Dim
	case v.o.Tier == cell.Mono:
		return t.Text, t.Back, cell.Bold
	case selected:
		return t.Chosen, t.Accent, 0
	case !l.Open:
		return t.Soft, t.Back, 0
	case l.Earned&engine.StarCleared == 0:
		return t.Text, t.Button, cell.Bold
	}
	ground = t.Hues[world%spec.Hues]
	return blackOrWhite(ground), ground, 0
}

// A mapTile is a level and the place of its upper left corner.
type mapTile struct {
	level, world int
	x, y         int
	selected     bool
}

// drawLevel draws a level. Unless selected, a level that is not open has no edges.
func (v *View) drawLevel(f *cell.Frame, l *MapLevel, at mapTile) {
	t, k := &v.theme, &v.chart
	ink, ground, a := v.mapInk(l, at.world, at.selected)
	style := cell.Style{Fg: ink, Bg: ground, Attr: a}
	if at.selected {
		f.Set(at.x-mapGap, at.y+(k.h-1)/2, hudGlyphs[v.o.Glyphs].next, t.of(t.Accent, cell.Bold))
	}

	if k.h == 1 {
		f.Fill(at.x, at.y, k.w, 1, ' ', style)
		p := pen{f, at.x + k.w - 1 - numberWidth(at.level+1), at.y, style}
		v.mapNumber(&p, at.level)
		p.glyph(v.mapGlyph(l))
		return
	}

	if l.Open || at.selected {
		v.drawEdges(f, at, style)
	}
	p := pen{f, at.x + (k.w-numberWidth(at.level+1)+1)/2, at.y + k.h/2 - 1, style}
	v.mapNumber(&p, at.level)
	if l.Open || l.Earned != 0 {
		p.x, p.y = at.x+(k.w-l.All.Count())/2, at.y+k.h/2
		v.stars(&p, l.Earned, l.All)
	}
}

// drawEdges draws the hexagon of a level, of two rows or more.
func (v *View) drawEdges(f *cell.Frame, at mapTile, style cell.Style) {
	k, e := &v.chart, &mapEdges[v.o.Glyphs]
	edge := cell.Style{Fg: style.Bg, Bg: v.theme.Back}
	switch {
	case v.o.Glyphs == cell.ASCII:
		edge = style
	case v.o.Tier == cell.Mono:
		edge = cell.Style{Fg: style.Fg, Bg: v.theme.Back, Attr: style.Attr &^ cell.Reverse}
	}

	half := k.h / 2
	for j := range k.h {
		in := half - 1 - j // indentation of the row
		left, right := e[0], e[1]
		if j >= half {
			in = j - half
			left, right = e[3], e[2]
		}
		fill := ' '
		if in > 0 && k.h > 2 && v.o.Glyphs == cell.ASCII {
			fill = e[4]
		}
		f.Fill(at.x+in+1, at.y+j, k.w-2*in-2, 1, fill, style)
		f.Set(at.x+in, at.y+j, left, edge)
		f.Set(at.x+k.w-1-in, at.y+j, right, edge)
	}
}

// mapNumber writes a level's number, without a comma.
func (v *View) mapNumber(p *pen, i int) {
	var digits [8]rune
	n := 0
	for k := i + 1; k > 0 && n < len(digits); k /= 10 {
		digits[n] = rune('0' + k%10)
		n++
	}
	for n--; n >= 0; n-- {
		p.glyph(digits[n])
	}
}

// mapGlyph returns the glyph behind a number that has no room for stars: a full star for all of them, a
// hollow one for some, a dot for a level that is not open.
func (v *View) mapGlyph(l *MapLevel) rune {
	m := &hudGlyphs[v.o.Glyphs]
	switch {
	case !l.Open:
		return m.empty
	case l.Earned == l.All:
		return m.star
	case l.Earned != 0:
		return m.hollow
	}
	return ' '
}

// MapAt returns the index of the level at a cell of the last Map, or −1.
func (v *View) MapAt(f *cell.Frame, m *Map, col, row int) int {
	k := v.mapLayout(f, m)
	for i := range k.places {
		if x, y, seen := k.corner(i); seen && col >= x && col < x+k.w && row >= y && row < y+k.h {
			return i
		}
	}
	return -1
}

// MapStep returns the level dx levels after and dy lines below the selected one, as far as there is one.
// Sideways it wraps to the next line.
func (v *View) MapStep(f *cell.Frame, m *Map, dx, dy int) int {
	k := v.mapLayout(f, m)
	if dy == 0 || m.Selected >= len(k.places) {
		return min(max(m.Selected+dx, 0), len(k.places)-1)
	}
	here, best := k.places[m.Selected], m.Selected
	for i, at := range k.places {
		if at.line == here.line+dy && at.column <= here.column {
			best = i
		}
	}
	return best
}
