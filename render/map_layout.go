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
	frame  mapSize // that it is for
	across int     // levels side by side
	gap    int     // blank rows above a world, but for the first one
	x, y   int     // of the first line, with the gap before its first level
	rows   int     // of the frame, for lines
	top    int     // the first row of them that is seen, when all are counted from 0
	all    int     // rows that all lines take
	said   int     // row of the lines about the selected level
	foot   int

	places []mapPlace // of all levels
}

// fit chooses the largest size with which all levels are seen, or the smallest.
func (k *mapLayout) fit(f *cell.Frame, m *Map) {
	said, n, widest := len(m.Lines), 0, 0
	for _, w := range m.Worlds {
		n += len(w.Levels)
		widest = max(widest, len(w.Levels))
	}
	k.frame, k.gap, k.top = mapSize{f.W, f.H}, 0, 0

	for _, k.mapSize = range mapSizes {
		if k.h == 1 {
			k.w = numberWidth(n) + 1
			k.w = max(k.w, 3)
		}
		k.across = max(min(f.W/(k.w+mapGap), mapAcross, widest), 1)
		k.y, k.foot = 1, f.H-1
		if spare := f.H - 2 - said - m.rows(k); spare > 2 {
			k.y = 2
		}
		k.said = k.foot - said
		k.rows = k.said - k.y
		if f.H >= 20 {
			k.rows-- // a blank one above what is said
		}
		if m.rows(k) <= k.rows && k.across == min(mapAcross, widest) {
			break
		}
	}

	for k.gap < 2 && m.rows(k)+len(m.Worlds)-1 <= k.rows {
		k.gap++
	}
	k.all = m.rows(k)
	k.x = max((f.W-k.across*(k.w+mapGap))/2, 0)

	k.place(m)
	if k.all > k.rows && m.Selected < len(k.places) {
		k.top = min(max(k.places[m.Selected].row-k.rows/2, 0), k.all-k.rows)
	}
}

// rows returns how many rows all lines take.
func (m *Map) rows(k *mapLayout) int {
	n := 0
	for _, w := range m.Worlds {
		n += 1 + k.h*((len(w.Levels)+k.across-1)/k.across)
	}
	return n + k.gap*(len(m.Worlds)-1)
}

// place gives each level its place.
func (k *mapLayout) place(m *Map) {
	k.places = k.places[:0]
	at := mapPlace{}
	for w := range m.Worlds {
		n := len(m.Worlds[w].Levels)
		at.row++ // its name
		for i := range n {
			k.places = append(k.places, mapPlace{w, at.line + i/k.across, i % k.across, at.row + i/k.across*k.h})
		}
		lines := (n + k.across - 1) / k.across
		at.line += lines
		at.row += lines*k.h + k.gap
	}
}

// corner returns the cell of the upper left corner of a level, and whether all of it is seen.
func (k *mapLayout) corner(i int) (x, y int, seen bool) {
	at := &k.places[i]
	x, y = k.x+mapGap+at.column*(k.w+mapGap), k.y+at.row-k.top
	return x, y, k.shows(y, k.h)
}

// shows reports whether h rows from y on are all seen.
func (k *mapLayout) shows(y, h int) bool { return y >= k.y && y+h <= k.y+k.rows }

// A mapPlace is where a level stands: in which world, line and column, and its row when those of all
// lines are counted from 0.
type mapPlace struct{ world, line, column, row int }
