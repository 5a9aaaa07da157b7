package widget

import (
	"strconv"

	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/theme"
)

// A MapView draws maps. It caches the layout of the last map and the pictures of its levels.
type MapView struct {
	look     Look
	theme    theme.Theme // copy of *look.Theme
	layout   mapLayout
	plain    bool           // LevelMap.Plain of the current map
	pictures []levelPicture // pictures by level index
}

// SetLook sets the look of the following maps.
func (c *MapView) SetLook(look Look) {
	if c.look.Theme != nil && c.theme == *look.Theme && c.look.Tier == look.Tier && c.look.Glyphs == look.Glyphs {
		return
	}
	c.look, c.theme = look, *look.Theme
	c.look.Theme, c.pictures = &c.theme, nil
}

// Draw draws m over all of f.
func (c *MapView) Draw(f *cell.Frame, m *LevelMap) {
	t, k := &c.theme, &c.layout
	c.plain = m.Plain
	k.fit(f, m)
	f.Fill(0, 0, f.W, f.H, ' ', t.Style(t.Text, 0))
	c.writeCentered(f, 0, m.Title, t.Style(t.Accent, cell.Bold))

	row, i := k.y-k.top, 0
	for w := range m.Worlds {
		world := &m.Worlds[w]
		if k.rowsVisible(row, 1) {
			c.drawWorld(f, world, row)
		}
		for n := range world.Levels {
			if x, y := k.corner(i); y < k.y+k.rows && y+k.tileSize().h > k.y {
				if l := &world.Levels[n]; l.Board == nil && m.Load != nil {
					l.Board = m.Load(i)
				}
				c.drawLevel(f, world, &world.Levels[n], tile{i, world.First + n + 1, x, y, i == m.Selected})
			}
			i++
		}
		row += 1 + k.tileSize().h*((len(world.Levels)+k.columns-1)/k.columns) + k.gap
	}

	for i, s := range m.Lines {
		st := t.Style(t.Text, 0)
		switch {
		case i == 0:
			st = t.Style(t.Accent, cell.Bold)
		case m.LastIsError && i == len(m.Lines)-1:
			st = t.Style(t.Alarm, cell.Bold)
		}
		c.writeCentered(f, k.textRow+i, s, st)
	}
	c.writeCentered(f, k.footerRow, m.Footer, t.Style(t.Soft, 0))
}

// writeCentered writes s in the middle of a row.
func (c *MapView) writeCentered(f *cell.Frame, y int, s string, st cell.Style) {
	c.write(f, max((f.W-cell.Width(s))/2, 0), y, f.W, s, st)
}

// write writes s starting at column x, cut to w columns, and returns the column after it.
func (c *MapView) write(f *cell.Frame, x, y, w int, s string, st cell.Style) int {
	return f.Text(x, y, cell.Cut(s, w), st)
}

// setCell sets a cell of the map unless its row is scrolled off.
func (c *MapView) setCell(f *cell.Frame, x, y int, glyph rune, st cell.Style) {
	if c.layout.rowsVisible(y, 1) {
		f.Set(x, y, glyph, st)
	}
}

// writeVisible does the same as write, but writes nothing if the row is scrolled off. It returns the same column as
// write.
func (c *MapView) writeVisible(f *cell.Frame, x, y, w int, s string, st cell.Style) int {
	if !c.layout.rowsVisible(y, 1) {
		return x + min(cell.Width(s), w)
	}
	return c.write(f, x, y, w, s, st)
}

// drawWorld writes the name of a world and its number of earned stars.
func (c *MapView) drawWorld(f *cell.Frame, world *MapWorld, y int) {
	t, k := &c.theme, &c.layout
	earned, all := 0, 0
	for i := range world.Levels {
		earned += world.Levels[i].Earned.Count()
		all += world.Levels[i].All.Count()
	}
	right := min(k.x+k.columns*k.tileSize().w-tileGap, f.W)
	count := ""
	if !c.plain {
		count = strconv.Itoa(earned) + "/" + strconv.Itoa(all) + " " + string(Glyphs[c.look.Glyphs].Star)
	}
	rule := '─'
	if c.look.Glyphs == cell.ASCII {
		rule = '-'
	}

	f.Fill(k.x, y, max(right-k.x, 0), 1, rule, t.Style(cell.Mix(t.Back, world.Color, 6), 0))
	x := c.write(f, k.x, y, max(right-k.x-cell.Width(count)-1, 0), world.Name, t.Style(world.Color, cell.Bold))
	f.Set(x, y, ' ', t.Style(world.Color, 0))
	if room := right - cell.Width(count) - x - 3; world.Note != "" && cell.Width(world.Note) <= room {
		x = c.write(f, x+1, y, room, world.Note, t.Style(t.Soft, 0))
		f.Set(x, y, ' ', t.Style(world.Color, 0))
	}
	f.Set(right-cell.Width(count)-1, y, ' ', t.Style(world.Color, 0))
	c.write(f, right-cell.Width(count), y, cell.Width(count), count, t.Style(t.Soft, 0))
}

// A tile is a level at its position on the map.
type tile struct {
	level    int // index of the level on the map
	number   int // number of the level in its pack
	x, y     int
	selected bool
}

// drawLevel draws a level: a row with its number and stars, its picture, and its name.
func (c *MapView) drawLevel(f *cell.Frame, world *MapWorld, l *MapLevel, at tile) {
	t, k := &c.theme, &c.layout
	w, h := k.picture.w, k.picture.h
	st := t.Style(t.Soft, 0)
	if l.Unlocked {
		st = t.Style(t.Text, cell.Bold)
	} else if c.look.Tier == cell.Mono {
		st.Attr = cell.Dim
	}
	stars := t.Style(t.Accent, cell.Bold)
	if at.selected {
		st = cell.Style{Fg: t.Chosen, Bg: t.Accent}
		if c.look.Tier == cell.Mono {
			st = t.Style(t.Text, cell.Bold|cell.Reverse)
		}
		stars = st
		for j := range k.tileSize().h {
			c.setCell(f, at.x-1, at.y+j, ' ', st)
			c.setCell(f, at.x+w, at.y+j, ' ', st)
		}
		c.setCell(f, at.x-1, at.y, Glyphs[c.look.Glyphs].Marker, st)
		f.Cursor = cell.Cursor{X: at.x - 1, Y: at.y, Placed: true}
	}
	for i := range w {
		c.setCell(f, at.x+i, at.y, ' ', st)
		c.setCell(f, at.x+i, at.y+h+1, ' ', st)
	}

	x := at.x
	if !c.plain {
		x = c.writeVisible(f, at.x, at.y, w, strconv.Itoa(at.number), st)
	}
	if l.hasBoss() && x+cell.Width(text.Map.Boss)+2+l.All.Count() <= at.x+w {
		boss := t.Style(t.Alarm, cell.Bold)
		if at.selected {
			boss = st
		}
		c.writeVisible(f, x+1, at.y, w, text.Map.Boss, boss)
	}
	if l.Unlocked || l.Earned != 0 {
		if p := NewPen(f, at.x+w-l.All.Count(), at.y, stars); k.rowsVisible(at.y, 1) {
			p.Stars(&Glyphs[c.look.Glyphs], l.Earned, l.All)
		}
	} else {
		c.writeVisible(f, at.x+w-cell.Width(text.Map.LockMark), at.y, w, text.Map.LockMark, st)
	}

	c.drawPicture(f, world, l, at)
	name := min(cell.Width(l.Name), w+tileGap)
	c.writeVisible(f, at.x+(w-name)/2, at.y+h+1, w+tileGap, l.Name, st)
}
