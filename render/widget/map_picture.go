package widget

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/raster"
)

// A level's picture shows the part of the field that contains bricks. Each sub-cell has the color of the brick that
// covers most of its samples.

// A levelPicture is the picture of a level.
type levelPicture struct {
	board    *spec.Level
	size     size
	unlocked bool
	cells    []cell.Cell
}

const (
	samplesPerSide = 3                                   // columns and rows of samples in a sub-cell
	minVotes       = samplesPerSide * samplesPerSide / 3 // minimum number of samples with bricks in a lit sub-cell
	bossRadius     = 5                                   // radius of the disc that represents a boss, in units
	lockedShare    = 4                                   // share of a brick's color in a locked level, in sixteenths
)

// drawPicture draws the picture of a level below the first row of its tile.
func (c *MapView) drawPicture(f *cell.Frame, world *MapWorld, l *MapLevel, at tile) {
	for at.level >= len(c.pictures) {
		c.pictures = append(c.pictures, levelPicture{})
	}
	p, k := &c.pictures[at.level], c.layout.picture
	if p.board != l.Board || p.size != k || p.unlocked != l.Unlocked || p.cells == nil {
		*p = levelPicture{l.Board, k, l.Unlocked, make([]cell.Cell, k.w*k.h)}
		c.paint(p, c.groundOf(world))
	}
	for y := range k.h {
		if !c.layout.rowsVisible(at.y+1+y, 1) {
			continue
		}
		for x := range k.w {
			if to := f.At(at.x+x, at.y+1+y); to != nil {
				*to = p.cells[y*k.w+x]
			}
		}
	}
}

// groundOf returns the background color of a world's pictures.
func (c *MapView) groundOf(world *MapWorld) cell.Color {
	if c.look.Tier == cell.Mono {
		return c.theme.Back
	}
	return world.Background
}

// A vote contains the numbers of samples of a sub-cell by hue. The last two numbers are for steel and for the boss.
type vote [spec.NumHues + 2]uint8

const (
	steelVote = spec.NumHues
	bossVote  = spec.NumHues + 1
)

// paint draws the cells of a picture.
func (c *MapView) paint(p *levelPicture, ground cell.Color) {
	sub := c.look.Glyphs.SubCells()
	w, h := p.size.w*sub[0], p.size.h*sub[1]
	votes := make([]vote, w*h)
	if p.board != nil {
		for i := range p.board.Bricks {
			b := &p.board.Bricks[i]
			if !b.Dormant {
				hue := int(b.Hue)
				if !spec.Kinds[b.Kind].Breakable {
					hue = steelVote
				}
				lo, hi := b.Shape.Bounds()
				addVotes(votes, w, h, lo, hi, hue, b.Shape.Contains)
			}
		}
		if boss := &p.board.Boss; boss.Kind != spec.NoBoss {
			r := geom.Vec{X: bossRadius, Y: bossRadius}
			addVotes(votes, w, h, boss.At.Sub(r), boss.At.Add(r), bossVote,
				func(q geom.Vec) bool { return q.Sub(boss.At).Norm() <= bossRadius })
		}
	}

	for y := range p.size.h {
		for x := range p.size.w {
			var px [cell.MaxSubCells]raster.Pixel
			for k := range sub[0] * sub[1] {
				px[k] = c.pixel(&votes[(y*sub[1]+k/sub[0])*w+x*sub[0]+k%sub[0]], p.unlocked, ground)
			}
			to := &p.cells[y*p.size.w+x]
			*to = cell.Cell{Glyph: ' ', Fg: ground, Bg: ground}
			if lit := px[:sub[0]*sub[1]]; raster.InkMask(lit) != 0 {
				*to = c.look.cellOf(lit, ground, 0)
			}
			if !p.unlocked && to.Glyph == '#' {
				to.Glyph = ':'
			}
			if !p.unlocked && c.look.Tier == cell.Mono {
				to.Attr = cell.Dim
			}
		}
	}
}

// addVotes adds a vote for each sample between lo and hi that is inside a shape.
func addVotes(votes []vote, w, h int, lo, hi geom.Vec, hue int, contains func(geom.Vec) bool) {
	stepX, stepY := spec.FieldW/float64(w*samplesPerSide), spec.LowestBrick/float64(h*samplesPerSide)
	for j := max(int(lo.Y/stepY), 0); j < min(int(hi.Y/stepY)+1, h*samplesPerSide); j++ {
		for i := max(int(lo.X/stepX), 0); i < min(int(hi.X/stepX)+1, w*samplesPerSide); i++ {
			if contains(geom.Vec{X: (float64(i) + 0.5) * stepX, Y: (float64(j) + 0.5) * stepY}) {
				votes[j/samplesPerSide*w+i/samplesPerSide][hue]++
			}
		}
	}
}

// pixel returns a sub-cell in the color with the most votes. The bricks of a locked level are dim.
func (c *MapView) pixel(v *vote, unlocked bool, ground cell.Color) raster.Pixel {
	best, all := 0, 0
	for hue, n := range v {
		all += int(n)
		if n > v[best] {
			best = hue
		}
	}
	if all < minVotes {
		return raster.NewPixel(ground, 0)
	}
	t := &c.theme
	ink := t.Alarm
	switch {
	case best == steelVote:
		ink = t.Steel
	case best < spec.NumHues:
		ink = t.Hues[best]
	}
	if !unlocked {
		ink = cell.Mix(ground, cell.Mix(ink, t.Soft, 10), lockedShare)
	}
	return raster.NewPixel(ink, 255)
}
