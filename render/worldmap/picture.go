package worldmap

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// A level's picture shows the part of its field that has bricks in it: each sub-cell has the colour of the
// brick that covers most of its samples.

// A picturesOf is the finished picture of a level.
type picturesOf struct {
	board *spec.Level
	size  size
	open  bool
	cells []cell.Cell
}

// samples is the number of samples across and down a sub-cell.
const samples = 3

// bossRadius is that of the disc that stands for a boss, in units.
const bossRadius = 5

// drawPicture draws the picture of a level below the first row of its tile.
func (c *Chart) drawPicture(f *cell.Frame, world *World, l *Level, at tile) {
	for at.level >= len(c.pictures) {
		c.pictures = append(c.pictures, picturesOf{})
	}
	p, k := &c.pictures[at.level], c.l.picture
	if p.board != l.Board || p.size != k || p.open != l.Open || p.cells == nil {
		*p = picturesOf{l.Board, k, l.Open, make([]cell.Cell, k.w*k.h)}
		c.paint(p, c.groundOf(world))
	}
	for y := range k.h {
		if !c.l.shows(at.y+1+y, 1) {
			continue
		}
		for x := range k.w {
			if to := f.At(at.x+x, at.y+1+y); to != nil {
				*to = p.cells[y*k.w+x]
			}
		}
	}
}

// groundOf returns the colour behind a world's pictures.
func (c *Chart) groundOf(world *World) cell.Color {
	if c.look.Tier == cell.Mono {
		return c.look.Back
	}
	return world.Ground
}

// A vote counts the samples of a sub-cell by hue. Those behind the hues are of steel and of the boss.
type vote [spec.Hues + 2]uint8

const (
	ofSteel = spec.Hues
	ofBoss  = spec.Hues + 1
)

// paint draws the cells of a picture.
func (c *Chart) paint(p *picturesOf, ground cell.Color) {
	sub := c.look.Glyphs.SubCells()
	w, h := p.size.w*sub[0], p.size.h*sub[1]
	votes := make([]vote, w*h)
	if p.board != nil {
		for i := range p.board.Bricks {
			b := &p.board.Bricks[i]
			if !b.Later {
				hue := int(b.Hue)
				if !spec.Kinds[b.Kind].Breaks {
					hue = ofSteel
				}
				lo, hi := b.Shape.Bounds()
				sample(votes, w, h, lo, hi, hue, b.Shape.Contains)
			}
		}
		if boss := &p.board.Boss; boss.Kind != spec.NoBoss {
			r := geom.Vec{X: bossRadius, Y: bossRadius}
			sample(votes, w, h, boss.At.Sub(r), boss.At.Add(r), ofBoss, func(q geom.Vec) bool { return q.Sub(boss.At).Norm() <= bossRadius })
		}
	}

	for y := range p.size.h {
		for x := range p.size.w {
			var px [cell.MaxSubCells]raster.Pixel
			for k := range sub[0] * sub[1] {
				px[k] = c.pixel(&votes[(y*sub[1]+k/sub[0])*w+x*sub[0]+k%sub[0]], p.open, ground)
			}
			to := &p.cells[y*p.size.w+x]
			*to = c.cellOf(px[:sub[0]*sub[1]], ground)
			if !p.open && to.Glyph == '#' {
				to.Glyph = ':'
			}
			if !p.open && c.look.Tier == cell.Mono {
				to.Attr = cell.Dim
			}
		}
	}
}

// sample adds a vote for each sample between lo and hi that a shape contains.
func sample(votes []vote, w, h int, lo, hi geom.Vec, hue int, contains func(geom.Vec) bool) {
	stepX, stepY := spec.FieldW/float64(w*samples), spec.LowestBrick/float64(h*samples)
	for j := max(int(lo.Y/stepY), 0); j < min(int(hi.Y/stepY)+1, h*samples); j++ {
		for i := max(int(lo.X/stepX), 0); i < min(int(hi.X/stepX)+1, w*samples); i++ {
			if contains(geom.Vec{X: (float64(i) + 0.5) * stepX, Y: (float64(j) + 0.5) * stepY}) {
				votes[j/samples*w+i/samples][hue]++
			}
		}
	}
}

// least is the number of samples of a sub-cell from which it shows a brick.
const least = samples * samples / 3

// pixel returns the colour of a sub-cell. The bricks of a level that is not open are shadows.
func (c *Chart) pixel(v *vote, open bool, ground cell.Color) raster.Pixel {
	best, all := 0, 0
	for hue, n := range v {
		all += int(n)
		if n > v[best] {
			best = hue
		}
	}
	if all < least {
		return raster.NewPixel(ground, 0)
	}
	t := &c.look
	ink := t.Alarm
	switch {
	case best == ofSteel:
		ink = t.Steel
	case best < spec.Hues:
		ink = t.Hues[best]
	}
	if !open {
		ink = cell.Mix(ground, cell.Mix(ink, t.Soft, 10), shadow)
	}
	return raster.NewPixel(ink, 255)
}

// shadow is the share of their colour in the bricks of a level that is not open, in sixteenths.
const shadow = 4

// cellOf returns the cell that shows some sub-cells.
func (c *Chart) cellOf(p []raster.Pixel, ground cell.Color) cell.Cell {
	t := &c.look
	mask := raster.InkMask(p)
	switch {
	case mask == 0:
		return cell.Cell{Glyph: ' ', Fg: ground, Bg: ground}
	case t.Glyphs == cell.ASCII:
		return cell.Cell{Glyph: '#', Fg: p[0].Color(), Bg: ground}
	case t.Tier == cell.Mono:
		return cell.Cell{Glyph: c.blocks[mask], Fg: t.Text, Bg: ground}
	case t.Glyphs == cell.Braille:
		return cell.Cell{Glyph: c.blocks[mask], Fg: raster.DotColor(p, mask), Bg: ground}
	}
	s := raster.Partition(p)
	return cell.Cell{Glyph: c.blocks[s.Mask], Fg: s.Fg, Bg: s.Bg}
}
