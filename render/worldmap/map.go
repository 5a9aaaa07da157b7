package worldmap

import (
	"strconv"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// A Look is how a Chart draws: the glyph set and the colours of a tier.
type Look struct {
	Glyphs cell.Glyphs
	Tier   cell.Tier

	Back, Text, Soft, Accent, Chosen, Alarm cell.Color

	Steel cell.Color
	Hues  [spec.Hues]cell.Color

	Star, Hollow, Next rune
}

// A Chart draws maps. It keeps the layout of the last one, and the pictures of its levels.
type Chart struct {
	look     Look
	blocks   []rune
	l        layout
	pictures []picturesOf // by level
}

// SetLook sets the look of the maps from now on.
func (c *Chart) SetLook(look Look) {
	if look == c.look && c.blocks != nil {
		return
	}
	c.look, c.blocks = look, look.Glyphs.Blocks()
	c.pictures = nil
}

// Draw draws m over all of f.
func (c *Chart) Draw(f *cell.Frame, m *Map) {
	t, k := &c.look, &c.l
	k.fit(f, m)
	f.Fill(0, 0, f.W, f.H, ' ', c.of(t.Text, 0))
	c.centred(f, 0, m.Title, c.of(t.Accent, cell.Bold))

	row, i := k.y-k.top, 0
	for w := range m.Worlds {
		world := &m.Worlds[w]
		if k.shows(row, 1) {
			c.drawWorld(f, world, row)
		}
		for n := range world.Levels {
			if x, y := k.corner(i); y < k.y+k.rows && y+k.tile().h > k.y {
				c.drawLevel(f, world, &world.Levels[n], tile{i, x, y, i == m.Selected})
			}
			i++
		}
		row += 1 + k.tile().h*((len(world.Levels)+k.across-1)/k.across) + k.gap
	}

	for i, s := range m.Lines {
		st := c.of(t.Text, 0)
		switch {
		case i == 0:
			st = c.of(t.Accent, cell.Bold)
		case m.Refused && i == len(m.Lines)-1:
			st = c.of(t.Alarm, cell.Bold)
		}
		c.centred(f, k.said+i, s, st)
	}
	c.centred(f, k.foot, m.Foot, c.of(t.Soft, 0))
}

// of returns a style on the ground of the map.
func (c *Chart) of(ink cell.Color, a cell.Attr) cell.Style {
	return cell.Style{Fg: ink, Bg: c.look.Back, Attr: a}
}

// centred writes s in the middle of a row.
func (c *Chart) centred(f *cell.Frame, y int, s string, st cell.Style) {
	c.text(f, max((f.W-cell.Width(s))/2, 0), y, f.W, s, st)
}

// text writes s from column x, at most w columns of it, and returns the column after it.
func (c *Chart) text(f *cell.Frame, x, y, w int, s string, st cell.Style) int {
	return f.Text(x, y, cell.Cut(s, w), st)
}

// put sets a cell of the lines, unless its row is scrolled off.
func (c *Chart) put(f *cell.Frame, x, y int, glyph rune, st cell.Style) {
	if c.l.shows(y, 1) {
		f.Set(x, y, glyph, st)
	}
}

// line is text in a row of the lines.
func (c *Chart) line(f *cell.Frame, x, y, w int, s string, st cell.Style) int {
	if !c.l.shows(y, 1) {
		return x + min(cell.Width(s), w)
	}
	return c.text(f, x, y, w, s, st)
}

// drawWorld writes a world's name, and the number of its earned stars.
func (c *Chart) drawWorld(f *cell.Frame, world *World, y int) {
	t, k := &c.look, &c.l
	earned, all := 0, 0
	for i := range world.Levels {
		earned += world.Levels[i].Earned.Count()
		all += world.Levels[i].All.Count()
	}
	right := min(k.x+k.across*k.tile().w-tileGap, f.W)
	count := strconv.Itoa(earned) + "/" + strconv.Itoa(all) + " " + string(t.Star)
	rule := '─'
	if t.Glyphs == cell.ASCII {
		rule = '-'
	}

	f.Fill(k.x, y, max(right-k.x, 0), 1, rule, c.of(cell.Mix(t.Back, world.Ink, 6), 0))
	x := c.text(f, k.x, y, max(right-k.x-cell.Width(count)-1, 0), world.Name, c.of(world.Ink, cell.Bold))
	f.Set(x, y, ' ', c.of(world.Ink, 0))
	f.Set(right-cell.Width(count)-1, y, ' ', c.of(world.Ink, 0))
	c.text(f, right-cell.Width(count), y, cell.Width(count), count, c.of(t.Soft, 0))
}

// A tile is a level and the place of its upper left corner.
type tile struct {
	level    int
	x, y     int
	selected bool
}

// drawLevel draws a level: a row with its number and stars, its picture and its name.
func (c *Chart) drawLevel(f *cell.Frame, world *World, l *Level, at tile) {
	t, k := &c.look, &c.l
	w, h := k.picture.w, k.picture.h
	st := c.of(t.Soft, 0)
	if l.Open {
		st = c.of(t.Text, cell.Bold)
	} else if t.Tier == cell.Mono {
		st.Attr = cell.Dim
	}
	stars := c.of(t.Accent, cell.Bold)
	if at.selected {
		st = cell.Style{Fg: t.Chosen, Bg: t.Accent}
		if t.Tier == cell.Mono {
			st = c.of(t.Text, cell.Bold|cell.Reverse)
		}
		stars = st
		for j := range k.tile().h {
			c.put(f, at.x-1, at.y+j, ' ', st)
			c.put(f, at.x+w, at.y+j, ' ', st)
		}
		c.put(f, at.x-1, at.y, t.Next, st)
		f.Cursor = cell.Cursor{X: at.x - 1, Y: at.y, Placed: true}
	}
	for i := range w {
		c.put(f, at.x+i, at.y, ' ', st)
		c.put(f, at.x+i, at.y+h+1, ' ', st)
	}

	x := c.line(f, at.x, at.y, w, number(at.level), st)
	if l.boss() && x+len(" BOSS ")+l.All.Count() <= at.x+w {
		boss := c.of(t.Alarm, cell.Bold)
		if at.selected {
			boss = st
		}
		c.line(f, x+1, at.y, w, "BOSS", boss)
	}
	if l.Open || l.Earned != 0 {
		c.drawStars(f, at.x+w-l.All.Count(), at.y, l, stars)
	} else {
		c.line(f, at.x+w-len("locked"), at.y, w, "locked", st)
	}

	c.drawPicture(f, world, l, at)
	name := min(cell.Width(l.Name), w+tileGap)
	c.line(f, at.x+(w-name)/2, at.y+h+1, w+tileGap, l.Name, st)
}

// starOrder is the order in which stars are drawn.
var starOrder = [...]engine.Stars{engine.StarCleared, engine.StarTime, engine.StarClean, engine.StarScore}

// drawStars writes the earned stars of a level, and the others hollow.
func (c *Chart) drawStars(f *cell.Frame, x, y int, l *Level, st cell.Style) {
	for _, s := range starOrder {
		switch {
		case l.Earned&s != 0:
			c.put(f, x, y, c.look.Star, st)
		case l.All&s != 0:
			c.put(f, x, y, c.look.Hollow, st)
		default:
			continue
		}
		x++
	}
}
