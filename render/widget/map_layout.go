package widget

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// A LevelMap is a full-screen map of all levels by world. Each level has a small picture of its bricks, its name and
// its stars. The map scrolls if the frame has too few rows.
type LevelMap struct {
	Title    string
	Worlds   []MapWorld
	Selected int  // index of the selected level, counted over all worlds
	Plain    bool // without numbers and stars

	// Load, if not nil, returns the board of a level. The index counts the levels of all worlds. Draw calls Load for
	// visible levels without a board. If Load returns nil, the board is not available yet.
	Load        func(level int) *spec.Level
	Lines       []string // text about the selected level
	LastIsError bool     // the last line explains why the selected level is locked
	Footer      string
}

// A MapWorld is a world on a LevelMap. render.View sets Color and Background.
type MapWorld struct {
	Name       string
	Note       string     // condition that opens the world; "" if it is open
	Color      cell.Color // color of the name
	Background cell.Color // background of the pictures
	First      int        // index of the first level in its pack, for the numbers of the levels
	Levels     []MapLevel
}

// A MapLevel is a level on a LevelMap.
type MapLevel struct {
	Name     string
	Board    *spec.Level // bricks of the picture; nil for an empty picture
	Unlocked bool        // the level can be played
	Earned   engine.Stars
	All      engine.Stars // stars that the level offers
}

// hasBoss reports whether the level has a boss.
func (l *MapLevel) hasBoss() bool { return l.Board != nil && l.Board.Boss.Kind != spec.NoBoss }

// A size is a width and a height in cells.
type size struct{ w, h int }

// Each level is a tile with three parts: a row with number and stars, a picture, and a row with the name. The gaps next
// to the selected tile are highlighted.
const (
	tileRows        = 2  // rows in addition to the picture
	tileGap         = 2  // columns
	minPicture      = 11 // minimum width of a picture in columns
	minNamedPicture = 14 // minimum width of a picture with enough columns for level names below it
	maxPicture      = 28
	maxColumns      = 10 // maximum number of tiles in a line
	halfColumns     = 5  // number of tiles in a line that contains half of a world
)

// pictureSize returns the size of a picture with w columns. It has the proportions of the part of the field that
// contains bricks.
func pictureSize(w int) size { return size{w, max((31*w+50)/100, 3)} }

// A mapLayout contains the positions of the parts of a map.
type mapLayout struct {
	frame     size
	picture   size
	columns   int // tiles in a line
	gap       int // blank rows above each world except the first
	x, y      int // position of the first visible row
	rows      int // number of visible rows with worlds and tiles
	top       int // first visible row, counted from the top of the map
	textRow   int // row of the text about the selected level
	footerRow int // row of the footer
	worlds    int // number of worlds

	places []tilePlace // places by level index
}

// A tilePlace is the position of a level. Rows are counted from the top of the map.
type tilePlace struct{ world, line, column, row int }

// tileSize returns the size of a tile including its gap.
func (k *mapLayout) tileSize() size { return size{k.picture.w + tileGap, k.picture.h + tileRows} }

// fit computes the layout. It selects the largest pictures with which ten levels fit in a line. If ten levels do not
// fit, it tries five, and then fewer.
func (k *mapLayout) fit(f *cell.Frame, m *LevelMap) {
	widest := 1
	for _, w := range m.Worlds {
		widest = max(widest, len(w.Levels))
	}
	k.frame, k.gap, k.top, k.worlds = size{f.W, f.H}, 0, 0, len(m.Worlds)
	k.y, k.footerRow = 1, f.H-1
	k.textRow = k.footerRow - len(m.Lines)
	k.rows = k.textRow - k.y
	if f.H >= 20 {
		k.rows-- // for a blank row above the text
	}

	k.chooseSize(f.W, widest)
	all := k.totalRows(m)
	for k.gap < 1 && all+k.worlds-1 <= k.rows {
		k.gap++
		all = k.totalRows(m)
	}
	if all < k.rows {
		k.y += (k.rows - all) / 2
	}
	k.x = max((f.W-k.columns*k.tileSize().w+tileGap)/2, 1)

	k.setPlaces(m)
	if all > k.rows && m.Selected < len(k.places) {
		k.scroll(all, m.Selected)
	}
}

// chooseSize sets the size of the pictures and their number in a line.
func (k *mapLayout) chooseSize(w, widest int) {
	for _, k.columns = range [...]int{maxColumns, halfColumns} {
		k.columns = min(k.columns, widest)
		for n := maxPicture; n >= minNamedPicture; n-- {
			k.picture = pictureSize(n)
			lines := (widest + k.columns - 1) / k.columns
			if k.columns*k.tileSize().w-tileGap+2 <= w && 1+min(lines, 2)*k.tileSize().h <= k.rows {
				return
			}
		}
	}
	n := minNamedPicture
	if (w-2+tileGap)/(n+tileGap) < 3 || 1+2*(pictureSize(n).h+tileRows) > k.rows {
		n = minPicture
	}
	k.picture = pictureSize(n)
	for k.picture.h > 1 && 1+k.tileSize().h > k.rows {
		k.picture.h--
	}
	k.columns = max(min((w-2+tileGap)/k.tileSize().w, widest, halfColumns), 1)
}

// totalRows returns the number of rows of all worlds, including their names and blank rows.
func (k *mapLayout) totalRows(m *LevelMap) int {
	n := k.gap * (len(m.Worlds) - 1)
	for _, w := range m.Worlds {
		n += 1 + k.tileSize().h*((len(w.Levels)+k.columns-1)/k.columns)
	}
	return n
}

// setPlaces sets the position of each level.
func (k *mapLayout) setPlaces(m *LevelMap) {
	k.places = k.places[:0]
	at := tilePlace{}
	for w := range m.Worlds {
		n := len(m.Worlds[w].Levels)
		at.row++ // leave a row for the world's name
		for i := range n {
			k.places = append(k.places, tilePlace{
				w, at.line + i/k.columns, i % k.columns,
				at.row + i/k.columns*k.tileSize().h,
			})
		}
		lines := (n + k.columns - 1) / k.columns
		at.line += lines
		at.row += lines*k.tileSize().h + k.gap
	}
}

// scroll sets the first visible row so that the selected level is visible. The name of its world is also visible if
// there is room for both.
func (k *mapLayout) scroll(all, selected int) {
	at := &k.places[selected]
	first := at.row - 1
	for i := selected; i >= 0 && k.places[i].world == at.world; i-- {
		if at.row+k.tileSize().h-(k.places[i].row-1) <= k.rows {
			first = k.places[i].row - 1
		}
	}
	k.top = min(max(first, 0), all-k.rows)
	if at.row < k.top {
		k.top = at.row
	}
}

// corner returns the upper left corner of a level's tile, which may be scrolled off.
func (k *mapLayout) corner(i int) (x, y int) {
	at := &k.places[i]
	return k.x + at.column*k.tileSize().w, k.y + at.row - k.top
}

// rowsVisible reports whether the h rows from row y are all visible.
func (k *mapLayout) rowsVisible(y, h int) bool { return y >= k.y && y+h <= k.y+k.rows }

// At returns the index of the level at a cell of the last drawn map, or −1 if there is none.
func (c *MapView) At(f *cell.Frame, m *LevelMap, col, row int) int {
	k := c.currentLayout(f, m)
	for i := range k.places {
		if x, y := k.corner(i); k.rowsVisible(row, 1) && col >= x && col < x+k.picture.w && row >= y &&
			row < y+k.tileSize().h {
			return i
		}
	}
	return -1
}

// Step returns the index of the level dx levels after the selected level. If dy is not 0, it returns the index of the
// level dy lines below the selected level instead. If there is no such level, Step returns the nearest one.
func (c *MapView) Step(f *cell.Frame, m *LevelMap, dx, dy int) int {
	k := c.currentLayout(f, m)
	if dy == 0 || m.Selected >= len(k.places) {
		return min(max(m.Selected+dx, 0), len(k.places)-1)
	}
	selected, best := k.places[m.Selected], m.Selected
	for i, at := range k.places {
		if at.line == selected.line+dy && at.column <= selected.column {
			best = i
		}
	}
	return best
}

// currentLayout returns the layout of the last map. It computes a new layout if the size of the frame or the number
// of levels has changed.
func (c *MapView) currentLayout(f *cell.Frame, m *LevelMap) *mapLayout {
	n := 0
	for _, w := range m.Worlds {
		n += len(w.Levels)
	}
	if c.layout.frame != (size{f.W, f.H}) || n != len(c.layout.places) {
		c.layout.fit(f, m)
	}
	return &c.layout
}
