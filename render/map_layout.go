package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
)

// A Map is a picture of all levels by world: each level is a hexagon with its number and stars. It fills
// the frame, and scrolls if that is too low.
type Map struct {
	Title    string
	Worlds   []MapWorld
	Selected int      // index of a level, counted through all worlds
	Lines    []string // text about the selected level
	Foot     string
}

// A MapWorld is a world on a Map.
type MapWorld struct {
	Name   string
	Levels []MapLevel
}

// A MapLevel is a level on a Map.
type MapLevel struct {
	Open   bool         // can be played
	Earned engine.Stars // stars earned …
	All    engine.Stars // … of those that it has
}

// A mapSize is a size of levels on a map, in cells.
type mapSize struct{ w, h int }

// mapSizes are the sizes, largest first. Only the height of the last one counts: its width is that of its
// number.
var mapSizes = [...]mapSize{{10, 4}, {6, 2}, {3, 1}}

const (
	mapGap    = 1  // columns between two levels, with the marker
	mapAcross = 10 // most levels side by side
)

// A mapLayout holds the places of the parts of a map. A line is the name of a world, or a row of its
// levels.
type mapLayout struct {
	mapSize
	frame  mapSize // the frame's size
	across int     // levels side by side
	gap    int     // blank rows above each world but the first
	x, y   int     // of the first line, with the gap before its first level
	rows   int     // of the frame, for lines
	top    int     // the first visible row, counted from the top of the map
	all    int     // rows of all lines
	said   int     // row of the lines about the selected level
	foot   int

	places []mapPlace // of all levels
}

// fit chooses the largest size at which all levels are visible, or the smallest.
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
			k.rows-- // a blank row above the text
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

// rows returns the number of rows of all lines.
func (m *Map) rows(k *mapLayout) int {
	n := 0
	for _, w := range m.Worlds {
		n += 1 + k.h*((len(w.Levels)+k.across-1)/k.across)
	}
	return n + k.gap*(len(m.Worlds)-1)
}

// place computes the place of each level.
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

// corner returns the cell of a level's upper left corner, and whether the whole level is visible.
func (k *mapLayout) corner(i int) (x, y int, seen bool) {
	at := &k.places[i]
	x, y = k.x+mapGap+at.column*(k.w+mapGap), k.y+at.row-k.top
	return x, y, k.shows(y, k.h)
}

// shows reports whether h rows from y are all visible.
func (k *mapLayout) shows(y, h int) bool { return y >= k.y && y+h <= k.y+k.rows }

// A mapPlace is the place of a level: its world, line and column, and its row from the top of the map.
type mapPlace struct{ world, line, column, row int }
