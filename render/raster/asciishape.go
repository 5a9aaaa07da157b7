package raster

import (
	"image"
	"math"

	"arkterm/engine/geom"

	"golang.org/x/image/font/basicfont"
)

// ASCII glyphs are chosen by shape. A shape is the amount of ink in six round samples of a cell, in two
// columns of three; the left ones are a little lower, so that strokes that lean left differ from those that
// lean right. The picture is sampled at the same places, and the nearest glyph wins.

// A Shape is the ink in each sample of a cell, 0 to 255.
type Shape [6]uint8

// points are the points of each sample, perSample of them, in widths and heights of the cell. They are less
// than a pixel of the font apart.
var points = func() (p [6][perSample]struct{ x, y float64 }) {
	const (
		step    = 0.12 // of a cell's width
		stagger = 0.04 // of its height
	)
	for k := range p {
		x, y := 0.25+0.5*float64(k%2), 1.0/6+float64(k/2)/3+stagger-2*stagger*float64(k%2)
		n := 0
		for j := -3; j <= 3; j++ {
			for i := -3; i <= 3; i++ {
				if i*i+j*j <= 9 {
					p[k][n].x, p[k][n].y = x+float64(i)*step, y+float64(j)*step/2
					n++
				}
			}
		}
	}
	return p
}()

// perSample is the number of points of a grid in a circle with a radius of three steps.
const perSample = 29

// Sample returns the shape of a cell. ink reports whether a point is inked, in widths and heights of the
// cell.
func Sample(ink func(x, y float64) bool) (s Shape) {
	for k := range points {
		n := 0
		for _, p := range points[k] {
			if ink(p.x, p.y) {
				n++
			}
		}
		s[k] = uint8(n * 255 / perSample)
	}
	return s
}

// Add adds the ink of b to s.
func (s *Shape) Add(b Shape) {
	for k := range s {
		s[k] = max(s[k], b[k])
	}
}

// Contrast clears samples that are faint beside the fullest one, and all of them if even that is faint: the
// rim of a line in the next cell would look like a stroke here.
func (s *Shape) Contrast() {
	most := 0
	for _, v := range s {
		most = max(most, int(v))
	}
	for k, v := range s {
		if most < faintest {
			s[k] = 0
			continue
		}
		s[k] = uint8(int(v) * (most + int(v)) / (2 * most))
	}
}

// faintest is the most ink of a sample that is not drawn as a stroke.
const faintest = 120

// A shaped is a glyph and its shape.
type shaped struct {
	glyph rune
	shape Shape
}

// LineGlyphs are the glyphs for lines. A vertical line also stands for one at the side of a cell, and for one
// that ends in it.
var LineGlyphs = append(shapesOf(" /\\_-.'`,", 0), verticals()...)

func verticals() (all []shaped) {
	const side = 2 // pixels of the font
	for _, shift := range [...]int{-side, 0} {
		bar := shapesOf("|", shift)[0]
		upper, lower := bar, bar
		upper.shape[4], upper.shape[5] = 0, 0
		lower.shape[0], lower.shape[1] = 0, 0
		all = append(all, bar, upper, lower)
	}
	return all
}

// shapesOf measures glyphs in a 7×13 pixel font, shifted to the right, and scales each sample so that a
// line through it is full ink.
func shapesOf(glyphs string, shift int) (all []shaped) {
	face := basicfont.Face7x13
	mask := face.Mask.(*image.Alpha)
	for _, r := range glyphs {
		first := int(r-' ') * face.Height
		s := Sample(func(x, y float64) bool {
			i, j := Floor(x*float64(face.Advance)-0.5)-shift, Floor(y*float64(face.Height))
			if i < 0 || j < 0 || i >= face.Width || j >= face.Height {
				return false
			}
			return mask.AlphaAt(i, first+j).A > 0
		})
		for k, v := range s {
			s[k] = uint8(min(int(v)*fullest, 255))
		}
		all = append(all, shaped{r, s})
	}
	return all
}

// fullest is 255 divided by the ink of a line through the middle of a sample.
const fullest = 2

// NearestGlyph returns the glyph whose shape is nearest to s.
func NearestGlyph(all []shaped, s Shape) rune {
	best, least := ' ', 1<<30
	for i := range all {
		d := 0
		for k, v := range all[i].shape {
			e := int(v) - int(s[k])
			d += e * e
		}
		if d < least {
			best, least = all[i].glyph, d
		}
	}
	return best
}

// strokeHalf is half the width of an outline, in columns. strokeIn is the depth of its middle inside the
// shape: outside it would meet the neighbour's.
const (
	strokeHalf = 0.16
	strokeIn   = -0.16
)

// HighRows reports whether a hexagon has too few rows to sample its outline.
func (r *Grid) HighRows() bool { return r.UnitY > asciiHigh }

// asciiHigh is the height of a row, in units, from which HighRows holds: above that of 120×40.
const asciiHigh = 1.4

// OutlineIn returns the shape of a polygon's outline in the cell in column x of row y.
func (r *Grid) OutlineIn(p *geom.Polygon, x, y int) Shape {
	w, h := r.UnitX*float64(r.SubX), r.UnitY*float64(r.SubY)
	s := Sample(func(px, py float64) bool {
		d := Depth(p, (float64(x)+px)*w, (float64(y)+py)*h) / w
		return math.Abs(d-strokeIn) < strokeHalf
	})
	for k, v := range s {
		s[k] = uint8(min(int(v)*fullest, 255))
	}
	return s
}

// Depth returns how deep inside a shape a point is, in units; negative outside.
func Depth(p *geom.Polygon, x, y float64) float64 {
	d := 1e9
	for i := range p.N() {
		at, n := p.Corner(i), p.Normal(i)
		d = min(d, (at.X-x)*n.X+(at.Y-y)*n.Y)
	}
	return d
}
