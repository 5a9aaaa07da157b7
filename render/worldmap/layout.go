package worldmap

import (
	"strconv"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// A Map is a picture of all levels by world. It fills the frame, and scrolls if that is too low.
type Map struct {
	Title    string
	Worlds   []World
	Selected int      // index of a level, counted through all worlds
	Lines    []string // text about the selected level
	Refused  bool     // the last line says why the selected level cannot be played
	Foot     string
}

// A World is a world on a Map.
type World struct {
	Name   string
	Ink    cell.Color // of its name; like Ground it is set by whoever draws the map
	Ground cell.Color // behind its pictures
	Levels []Level
}

// A Level is a level on a Map.
type Level struct {
	Name   string
	Board  *spec.Level  // the bricks of its picture; nil: none
	Open   bool         // can be played
	Earned engine.Stars // stars earned …
	All    engine.Stars // … of those that it has
}

// boss reports whether the level has a boss.
func (l *Level) boss() bool { return l.Board != nil && l.Board.Boss.Kind != spec.NoBoss }

// A size is a size in cells.
type size struct{ w, h int }

// The sizes of a tile, which is a level on the map: a row with number and stars, its picture, and a row with
// its name. Between two tiles are columns for the marks of the selected one.
const (
	tileRows   = 2  // beside the picture
	tileGap    = 2  // columns
	tileNarrow = 11 // columns of the narrowest picture
	tileUsual  = 14 // of the narrowest with room for a name
	tileWide   = 28 // of the widest
	mostAcross = 10 // tiles side by side
	someAcross = 5  // half of a world
)

// picture returns the size of a picture of w columns: that of the part of the field with bricks in it.
func picture(w int) size { return size{w, max((31*w+50)/100, 3)} }

// A layout holds the places of the parts of a map. A line is the name of a world, or a row of tiles.
type layout struct {
	frame   size
	picture size
	across  int // tiles side by side
	gap     int // blank rows above each world but the first
	x, y    int // of the first line
	rows    int // of the frame, for lines
	top     int // the first visible row, counted from the top of the map
	said    int // row of the lines about the selected level
	foot    int
	worlds  int

	places []place // of all levels
}

// A place is the place of a level: its world, line and column, and its row from the top of the map.
type place struct{ world, line, column, row int }

// tile returns the room of a tile, with the gap.
func (k *layout) tile() size { return size{k.picture.w + tileGap, k.picture.h + tileRows} }

// fit chooses the largest pictures with which ten levels stand side by side, or five, or as many as there is
// room for.
func (k *layout) fit(f *cell.Frame, m *Map) {
	widest := 1
	for _, w := range m.Worlds {
		widest = max(widest, len(w.Levels))
	}
	k.frame, k.gap, k.top, k.worlds = size{f.W, f.H}, 0, 0, len(m.Worlds)
	k.y, k.foot = 1, f.H-1
	k.said = k.foot - len(m.Lines)
	k.rows = k.said - k.y
	if f.H >= 20 {
		k.rows-- // a blank row above the text
	}

	k.choose(f.W, widest)
	all := k.all(m)
	for k.gap < 1 && all+k.worlds-1 <= k.rows {
		k.gap++
		all = k.all(m)
	}
	if all < k.rows {
		k.y += (k.rows - all) / 2
	}
	k.x = max((f.W-k.across*k.tile().w+tileGap)/2, 1)

	k.place(m)
	if all > k.rows && m.Selected < len(k.places) {
		k.scroll(all, m.Selected)
	}
}

// choose sets the size of pictures and their number side by side.
func (k *layout) choose(w, widest int) {
	for _, k.across = range [...]int{mostAcross, someAcross} {
		k.across = min(k.across, widest)
		for n := tileWide; n >= tileUsual; n-- {
			k.picture = picture(n)
			lines := (widest + k.across - 1) / k.across
			if k.across*k.tile().w-tileGap+2 <= w && 1+min(lines, 2)*k.tile().h <= k.rows {
				return
			}
		}
	}
	n := tileUsual
	if (w-2+tileGap)/(n+tileGap) < 3 || 1+2*(picture(n).h+tileRows) > k.rows {
		n = tileNarrow
	}
	k.picture = picture(n)
	for k.picture.h > 1 && 1+k.tile().h > k.rows {
		k.picture.h--
	}
	k.across = max(min((w-2+tileGap)/k.tile().w, widest, someAcross), 1)
}

// all returns the number of rows of all lines.
func (k *layout) all(m *Map) int {
	n := k.gap * (len(m.Worlds) - 1)
	for _, w := range m.Worlds {
		n += 1 + k.tile().h*((len(w.Levels)+k.across-1)/k.across)
	}
	return n
}

// place computes the place of each level.
func (k *layout) place(m *Map) {
	k.places = k.places[:0]
	at := place{}
	for w := range m.Worlds {
		n := len(m.Worlds[w].Levels)
		at.row++ // its name
		for i := range n {
			k.places = append(k.places, place{w, at.line + i/k.across, i % k.across, at.row + i/k.across*k.tile().h})
		}
		lines := (n + k.across - 1) / k.across
		at.line += lines
		at.row += lines*k.tile().h + k.gap
	}
}

// scroll makes the selected level visible, with its world's name if both have room.
func (k *layout) scroll(all, selected int) {
	at := &k.places[selected]
	first := at.row - 1
	for i := selected; i >= 0 && k.places[i].world == at.world; i-- {
		if at.row+k.tile().h-(k.places[i].row-1) <= k.rows {
			first = k.places[i].row - 1
		}
	}
	k.top = min(max(first, 0), all-k.rows)
	if at.row < k.top {
		k.top = at.row
	}
}

// corner returns the cell of the upper left corner of a level's tile. It may be scrolled off.
func (k *layout) corner(i int) (x, y int) {
	at := &k.places[i]
	return k.x + at.column*k.tile().w, k.y + at.row - k.top
}

// shows reports whether h rows from y are all visible.
func (k *layout) shows(y, h int) bool { return y >= k.y && y+h <= k.y+k.rows }

// At returns the index of the level at a cell of the last map drawn, or −1.
func (c *Chart) At(f *cell.Frame, m *Map, col, row int) int {
	k := c.fitted(f, m)
	for i := range k.places {
		if x, y := k.corner(i); k.shows(row, 1) && col >= x && col < x+k.picture.w && row >= y && row < y+k.tile().h {
			return i
		}
	}
	return -1
}

// Step returns the level dx levels after and dy lines below the selected one, as far as there is one.
// Sideways it wraps to the next line.
func (c *Chart) Step(f *cell.Frame, m *Map, dx, dy int) int {
	k := c.fitted(f, m)
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

// fitted returns the layout of the last map drawn, or a new one if the frame has another size or m has other
// levels.
func (c *Chart) fitted(f *cell.Frame, m *Map) *layout {
	n := 0
	for _, w := range m.Worlds {
		n += len(w.Levels)
	}
	if c.l.frame != (size{f.W, f.H}) || n != len(c.l.places) {
		c.l.fit(f, m)
	}
	return &c.l
}

// number returns the number of the level at index i as text.
func number(i int) string { return strconv.Itoa(i + 1) }
