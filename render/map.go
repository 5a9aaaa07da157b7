package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
)

// A Map is a picture of all levels, world by world: each level a hexagon with its
// number and its stars. It fills the frame, and scrolls where that is too low.
type Map struct {
	Title    string
	Worlds   []MapWorld
	Selected int      // index of a level, counted through all worlds
	Lines    []string // what is to be said of it
	Foot     string
}

// A MapWorld is a world on a Map.
type MapWorld struct {
	Name   string
	Levels []MapLevel
}

// A MapLevel is a level on a Map.
type MapLevel struct {
	Open   bool         // it can be played
	Earned engine.Stars // what was earned …
	All    engine.Stars // … of the stars that it has to give
}

// A mapSize is a size that levels can have on a map, in cells.
type mapSize struct{ w, h int }

// mapSizes are the sizes, the largest first. Of the last one only the height counts: it is as
// narrow as its number lets it be.
var mapSizes = [...]mapSize{{10, 4}, {6, 2}, {3, 1}}

const (
	mapGap    = 1  // columns between two levels; the marker stands in it
	mapAcross = 10 // levels side by side, at most
)

// A mapLayout is where the parts of a map are. Everything that stands in rows of the frame is a line:
// the name of a world, or some of its levels.
type mapLayout struct {
	mapSize
	across int // levels side by side
	gap    int // blank rows above a world, but for the first one
	x, y   int // of the first line, with the gap before its first level
	rows   int // of the frame, for lines
	top    int // the first row of them that is seen, when all are counted from 0
	all    int // rows that all lines take
	said   int // row of the lines about the selected level
	foot   int
}

// A mapPlace is where a level stands among all lines.
type mapPlace struct{ world, line, column, row int }

// layoutMap chooses the largest size with which all levels are seen, or the smallest.
func layoutMap(f *cell.Frame, m *Map) (k mapLayout) {
	said := len(m.Lines)
	n, widest := 0, 0
	for _, w := range m.Worlds {
		n += len(w.Levels)
		widest = max(widest, len(w.Levels))
	}
	for _, k.mapSize = range mapSizes {
		if k.h == 1 {
			k.w = numberWidth(n) + 1
			k.w = max(k.w, 3)
		}
		k.across = max(min(f.W/(k.w+mapGap), mapAcross, widest), 1)
		k.y, k.foot = 1, f.H-1
		if spare := f.H - 2 - said - m.rows(&k); spare > 2 {
			k.y = 2
		}
		k.said = k.foot - said
		k.rows = k.said - k.y
		if f.H >= 20 {
			k.rows-- // a blank one above what is said
		}
		k.all = m.rows(&k)
		if k.all <= k.rows && k.across == min(mapAcross, widest) {
			break
		}
	}
	for k.gap = 0; k.gap < 2 && m.rows(&k)+len(m.Worlds)-1 <= k.rows; {
		k.gap++
	}
	k.all = m.rows(&k)
	k.x = max((f.W-k.across*(k.w+mapGap))/2, 0)
	if k.all > k.rows {
		at := m.place(&k, m.Selected)
		k.top = min(max(at.row-k.rows/2, 0), k.all-k.rows)
	}
	return k
}

// rows returns how many rows all lines take.
func (m *Map) rows(k *mapLayout) int {
	n := 0
	for _, w := range m.Worlds {
		n += 1 + k.h*((len(w.Levels)+k.across-1)/k.across)
	}
	return n + k.gap*(len(m.Worlds)-1)
}

// place returns where the level with index i stands.
func (m *Map) place(k *mapLayout, i int) (at mapPlace) {
	for w := range m.Worlds {
		n := len(m.Worlds[w].Levels)
		at.world = w
		at.row++ // its name
		if w > 0 {
			at.row += k.gap
		}
		if i < n {
			at.column = i % k.across
			at.line += i / k.across
			at.row += i / k.across * k.h
			return at
		}
		lines := (n + k.across - 1) / k.across
		i -= n
		at.line += lines
		at.row += lines * k.h
	}
	return at
}

// each calls do with every level: its index, where it is, and the cell of its upper left corner.
func (m *Map) each(k *mapLayout, do func(i int, l *MapLevel, at mapPlace, x, y int)) {
	i := 0
	for w := range m.Worlds {
		for n := range m.Worlds[w].Levels {
			at := m.place(k, i)
			do(i, &m.Worlds[w].Levels[n], at, k.x+mapGap+at.column*(k.w+mapGap), k.y+at.row-k.top)
			i++
		}
	}
}

// shows reports whether h rows from y on are all seen.
func (k *mapLayout) shows(y, h int) bool { return y >= k.y && y+h <= k.y+k.rows }

// Map draws m over all that is there.
func (v *View) Map(f *cell.Frame, m *Map) {
	t := &v.theme
	k := layoutMap(f, m)
	f.Fill(0, 0, f.W, f.H, ' ', t.of(t.Text, 0))
	p := pen{f, max((f.W-cell.Width(m.Title))/2, 0), 0, t.of(t.Accent, cell.Bold)}
	p.cut(m.Title, f.W)
	row := k.y - k.top
	for w := range m.Worlds {
		if k.shows(row, 1) {
			v.drawWorld(f, m, &k, w, row)
		}
		row += 1 + k.h*((len(m.Worlds[w].Levels)+k.across-1)/k.across) + k.gap
	}
	m.each(&k, func(i int, l *MapLevel, at mapPlace, x, y int) {
		if k.shows(y, k.h) {
			v.drawLevel(f, &k, i, l, at.world, x, y, i == m.Selected)
		}
	})
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

// drawWorld writes a world's name, and how many of its stars are earned.
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
	p := pen{f, k.x + mapGap, y, t.of(t.Hues[w%engine.Hues], cell.Bold)}
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

// mapEdges are the corners of a hexagon, clockwise from the upper left, and what its upper and lower
// edges are made of.
var mapEdges = [...][5]rune{
	cell.Quadrant: blockEdges,
	cell.Half:     {'▄', '▄', '▀', '▀', ' '},
	cell.ASCII:    {'/', '\\', '/', '\\', '-'},
	cell.Sextant:  blockEdges,
	cell.Octant:   blockEdges,
	cell.Braille:  blockEdges,
}

var blockEdges = [5]rune{'▟', '▙', '▛', '▜', ' '}

// mapInk returns the colours of a level: of its number and of its ground. On a bright ground nothing is
// bold: terminals of 16 colours make bold black grey.
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
	ground = t.Hues[world%engine.Hues]
	if cell.Contrast(0, ground) > cell.Contrast(0xffffff, ground) {
		return 0, ground, 0
	}
	return 0xffffff, ground, 0
}

// drawLevel draws a level with its upper left corner at x, y. One that is not open has no edges, unless
// it is selected.
func (v *View) drawLevel(f *cell.Frame, k *mapLayout, i int, l *MapLevel, world, x, y int, selected bool) {
	t := &v.theme
	ink, ground, a := v.mapInk(l, world, selected)
	style := cell.Style{Fg: ink, Bg: ground, Attr: a}
	if selected {
		f.Set(x-mapGap, y+(k.h-1)/2, hudGlyphs[v.o.Glyphs].next, t.of(t.Accent, cell.Bold))
	}
	if k.h == 1 {
		f.Fill(x, y, k.w, 1, ' ', style)
		p := pen{f, x + k.w - 1 - numberWidth(i+1), y, style}
		v.mapNumber(&p, i)
		p.glyph(v.mapGlyph(l))
		return
	}
	e := &mapEdges[v.o.Glyphs]
	edges := l.Open || selected
	edge := cell.Style{Fg: ground, Bg: t.Back, Attr: 0}
	switch {
	case v.o.Glyphs == cell.ASCII:
		edge = style
	case v.o.Tier == cell.Mono:
		edge = cell.Style{Fg: ink, Bg: t.Back, Attr: a &^ cell.Reverse}
	}
	half := k.h / 2
	for j := range k.h {
		in := half - 1 - j // how far the row is indented
		left, right := e[0], e[1]
		if j >= half {
			in = j - half
			left, right = e[3], e[2]
		}
		if !edges {
			break
		}
		fill := ' '
		if in > 0 && k.h > 2 && v.o.Glyphs == cell.ASCII {
			fill = e[4]
		}
		f.Fill(x+in+1, y+j, k.w-2*in-2, 1, fill, style)
		f.Set(x+in, y+j, left, edge)
		f.Set(x+k.w-1-in, y+j, right, edge)
	}
	p := pen{f, x + (k.w-numberWidth(i+1)+1)/2, y + half - 1, style}
	v.mapNumber(&p, i)
	if l.Open || l.Earned != 0 {
		p.x, p.y = x+(k.w-l.All.Count())/2, y+half
		v.stars(&p, l.Earned, l.All)
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

// mapGlyph returns what stands behind a number where there is no room for stars: one star for all of
// them, a hollow one for some, a dot for a level that is not open.
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

// MapAt returns the level of m at a cell, or −1.
func (v *View) MapAt(f *cell.Frame, m *Map, col, row int) int {
	k, found := layoutMap(f, m), -1
	m.each(&k, func(i int, _ *MapLevel, _ mapPlace, x, y int) {
		if k.shows(y, k.h) && col >= x && col < x+k.w && row >= y && row < y+k.h {
			found = i
		}
	})
	return found
}

// MapStep returns the level that is dx levels further and dy lines below the selected one, as far as
// there are such: sideways it goes on in the next line.
func (v *View) MapStep(f *cell.Frame, m *Map, dx, dy int) int {
	k := layoutMap(f, m)
	here, n := m.place(&k, m.Selected), 0
	best := m.Selected
	m.each(&k, func(i int, _ *MapLevel, at mapPlace, _, _ int) {
		n = i + 1
		if dy != 0 && at.line == here.line+dy && at.column <= here.column {
			best = i
		}
	})
	if dy != 0 {
		return best
	}
	return min(max(m.Selected+dx, 0), n-1)
}
