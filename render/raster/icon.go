package raster

import (
	"image"
	"math"
	"strings"

	"arkterm/engine/geom"
)

// An Icon is the picture in the middle of a brick. On a standard brick the box of the icon has iconW×iconH units. At
// 80×24 this box covers three whole columns in both rows of cells. On other bricks, the icon is drawn in the largest
// box of the same proportions that fits.
type Icon struct {
	// Bitmaps contains hand-drawn pictures for small sizes. Each picture lists its rows from top to bottom, separated
	// by vertical bars. A picture is used only for boxes with its number of rows and columns. Each character is a
	// sub-cell:
	//
	//	.      the brick's face
	//	blank  dark
	//	#ox    the brick's inks
	Bitmaps []string

	Parts []Part // shapes that draw the icon in all other sizes; later parts cover earlier ones
	Bold  bool   // the icon is recognizable in fewer sub-cells than other icons
}

// The size of an icon's box in units. The origin of its coordinates is in the middle.
const iconW, iconH = 3, 4

// Minimum sizes, in sub-cells, of an icon without a bitmap, and of a bold icon.
const minIconW, minIconH, minBoldSize = 6, 5, 3

// epsilon is a tolerance in units, larger than rounding errors.
const epsilon = 1e-9

// maxDetailSize is the maximum width and height, in units, of sub-cells in which details are drawn.
const maxDetailSize = 0.3

// A Part is a shape in an icon. Lengths are in units. Lines are at least one sub-cell wide.
type Part struct {
	Shape     PartShape
	Ink       uint8    // 0 is dark; otherwise an ink of the look, starting at 1
	Detail    bool     // drawn only if sub-cells are small; see maxDetailSize
	MinRows   int      // drawn only in boxes with at least this many rows
	BelowRows int      // drawn only in boxes with fewer rows than this, unless it is 0
	A, B      geom.Vec // ends of a line, or two corners of a rectangle; A is the center of a disc or ring
	R, W      float64  // radius; width of a line or ring, or size of the squares of checks
}

// A PartShape is the shape of a part.
type PartShape uint8

// The shapes of parts.
const (
	Rectangle PartShape = iota
	Disc
	Ring
	Line
	Checks // a checkerboard; the inks from Ink on alternate, and every other square is empty
)

// NumInks is the number of inks in a Look.
const NumInks = 3

// IconBox returns the largest box with an icon's proportions around the middle of p, in units.
func IconBox(p *geom.Polygon) (w, h float64) {
	center, _ := p.Circle()
	scale := math.Inf(1)
	for i := range p.N() {
		n := p.Normal(i)
		depth := p.Corner(i).Sub(center).Dot(n)
		scale = min(scale, depth/(iconW/2.*math.Abs(n.X)+iconH/2.*math.Abs(n.Y)))
	}
	return scale * iconW, scale * iconH
}

// HasIcon reports whether p has room for an icon. If bricks use letters, or if there are no shades and sub-cells are as
// wide as a cell, only bold icons can be drawn.
func (r *Grid) HasIcon(p *geom.Polygon, icon *Icon) bool {
	if icon == nil || p.N() < 3 || r.isText() {
		return false
	}
	if !icon.Bold && (r.UsesLetters() || r.Flat && r.SubX == 1) {
		return false
	}
	return icon.fits(r.iconSize(p))
}

// UsesLetters reports whether bricks need letters and digits to show their kind and their hits. Bricks need letters if
// there are no shades and sub-cells are too large for holes.
func (r *Grid) UsesLetters() bool { return r.Flat && r.UnitY > minCoarseHeight }

// fits reports whether the icon is recognizable in a box of w×h sub-cells. An icon with a bitmap of that size is always
// recognizable.
func (n *Icon) fits(w, h int) bool {
	minSize := image.Pt(minIconW, minIconH)
	if n.Bold {
		minSize = image.Pt(minBoldSize, minBoldSize)
	}
	return w >= minSize.X && h >= minSize.Y || n.bitmap(w, h) != ""
}

// bitmap returns the bitmap of w×h sub-cells, or "".
func (n *Icon) bitmap(w, h int) string {
	for _, s := range n.Bitmaps {
		if len(s) == (w+1)*h-1 && strings.IndexByte(s, '|') == w {
			return s
		}
	}
	return ""
}

// bandLook returns the look with which the bands of a brick are painted. Bands of light and shadow that share cells
// with the icon's bitmap have the color of the adjacent half. Otherwise such cells would need three colors.
func (r *Grid) bandLook(p *geom.Polygon, k *Look) Look {
	bands := *k
	if !r.HasIcon(p, k.Icon) {
		return bands
	}
	w, h := r.iconSize(p)
	drawn := k.Icon.bitmap(w, h)
	if drawn == "" {
		return bands
	}
	bands.Lit = k.Upper
	if strings.Trim(drawn[len(drawn)/2:], ".|") != "" {
		bands.Dark = k.Lower
	}
	return bands
}

// iconSize returns the size of the box of an icon on p, in sub-cells.
func (r *Grid) iconSize(p *geom.Polygon) (cols, rows int) {
	w, h := IconBox(p)
	return Nearest(w / r.UnitX), Nearest(h / r.UnitY)
}

// drawIcon paints the icon of the look k on a brick with the stamp s, clipped to clip.
func (r *Grid) drawIcon(p *geom.Polygon, s *Stamp, k *Look, clip Box) {
	if !r.HasIcon(p, k.Icon) {
		return
	}
	cols, rows := r.iconSize(p)

	// Center the icon within the stamp, including the gaps between neighbors.
	across, down := int(s.From[s.H/2])+int(s.To[s.H/2]), 2*s.Y+s.H
	if lo, hi := p.Bounds(); r.Flat && (r.IsStandard(p) || r.isAligned(lo, hi)) {
		across, down = across+1, down+1
	}
	if k.Icon.bitmap(cols, rows) == "" {
		cols -= (across - cols) & 1
		rows -= (down - rows) & 1
	}
	x, y := (across-cols)/2, (down-rows)/2
	r.paintIcon(Box{x, y, x + cols, y + rows}, s, k, clip)
}

// Icon paints the icon of the look k without its brick, for example after the brick has broken. p is the shape of the
// brick. Icon reports whether there was room for the icon.
func (o *Overlay) Icon(p *geom.Polygon, k *Look) bool {
	if !o.HasIcon(p, k.Icon) {
		return false
	}
	s := o.StampOf(p, k)
	o.Touch(o.Cells(Box{s.X, s.Y, s.X + s.W, s.Y + s.H}.And(o.All())))
	o.drawIcon(p, &s, k, o.All())
	return true
}

// Border paints the border of a stamp, which is its outermost sub-cells. If dotted is set, it paints only every second
// one. It skips sub-cells that contain other objects.
func (o *Overlay) Border(s *Stamp, p Pixel, dotted bool) {
	all := Box{s.X, s.Y, s.X + s.W, s.Y + s.H}.And(o.All())
	for y := all.Y0; y < all.Y1; y++ {
		for x := all.X0; x < all.X1; x++ {
			j := y - s.Y
			inside := s.Has(x-1, j) && s.Has(x+1, j) && s.Has(x, j-1) && s.Has(x, j+1)
			if s.Has(x, j) && !inside && !(dotted && (x+y)%2 == 0) && o.at(x, y).ink() == 0 {
				o.Touch(Box{x / o.SubX, y / o.SubY, x/o.SubX + 1, y/o.SubY + 1})
				o.pix[y*o.W+x] = p
			}
		}
	}
}

// Halo paints the sub-cells next to a stamp, except sub-cells that contain other objects.
func (o *Overlay) Halo(s *Stamp, p Pixel) {
	around := Box{s.X, s.Y, s.X + s.W, s.Y + s.H}.Grown().And(o.All())
	for y := around.Y0; y < around.Y1; y++ {
		for x := around.X0; x < around.X1; x++ {
			j := y - s.Y
			adjacent := s.Has(x-1, j) || s.Has(x+1, j) || s.Has(x, j-1) || s.Has(x, j+1)
			if adjacent && !s.Has(x, j) && o.at(x, y).ink() == 0 {
				o.Touch(Box{x / o.SubX, y / o.SubY, x/o.SubX + 1, y/o.SubY + 1})
				o.pix[y*o.W+x] = p
			}
		}
	}
}

// paintIcon paints an icon in the box b, clipped to the stamp s.
func (r *Grid) paintIcon(b Box, s *Stamp, k *Look, clip Box) {
	clip = clip.And(r.All()).And(b)
	w, h := b.X1-b.X0, b.Y1-b.Y0
	drawn := k.Icon.bitmap(w, h)
	sub := geom.Vec{X: iconW / float64(w), Y: iconH / float64(h)}
	for y := clip.Y0; y < clip.Y1; y++ {
		for x := clip.X0; x < clip.X1; x++ {
			i, j := x-b.X0, y-b.Y0
			if k.FlipX {
				i = w - 1 - i
			}
			if k.FlipY {
				j = h - 1 - j
			}
			ink := -1
			if drawn != "" {
				ink = strings.IndexByte(" #ox", drawn[j*(w+1)+i])
			} else {
				at := geom.Vec{X: (float64(i) + 0.5) * sub.X, Y: (float64(j) + 0.5) * sub.Y}
				ink = k.Icon.inkAt(at.Sub(geom.Vec{X: iconW / 2., Y: iconH / 2.}), sub, h)
			}
			switch {
			case !s.Has(x, y-s.Y):
			case ink == 0:
				r.pix[y*r.W+x] = k.Window
			case ink > 0:
				r.pix[y*r.W+x] = k.Inks[ink-1]
			}
		}
	}
}

// inkAt returns the ink of an icon's parts at a point, or −1 if no part covers the point. sub is the size of a sub-cell
// in units, and rows is the height of the box in sub-cells.
func (n *Icon) inkAt(at, sub geom.Vec, rows int) int {
	for i := len(n.Parts) - 1; i >= 0; i-- {
		m := &n.Parts[i]
		if m.Detail && max(sub.X, sub.Y) > maxDetailSize || rows < m.MinRows || m.BelowRows > 0 && rows >= m.BelowRows {
			continue
		}
		if ink, ok := m.inkAt(at, sub); ok {
			return ink
		}
	}
	return -1
}

// inkAt returns the ink of m at a point. ok is false if m does not cover the point.
func (m *Part) inkAt(at, sub geom.Vec) (ink int, ok bool) {
	ink = int(m.Ink)
	d := at.Sub(m.A)
	switch m.Shape {
	case Rectangle:
		d = at.Sub(m.A.Lerp(m.B, 0.5))
		half := m.B.Sub(m.A).Mul(0.5)
		return ink, math.Abs(d.X) <= max(half.X, sub.X/2)+epsilon && math.Abs(d.Y) <= max(half.Y, sub.Y/2)+epsilon
	case Disc:
		return ink, outerDistance(d, sub) <= m.R
	case Ring:
		far := d.Norm()
		if far == 0 {
			return ink, false
		}
		half := m.halfWidth(d.Mul(1/far), sub.Mul(minRingWidth))
		return ink, far >= m.R-half && outerDistance(d, sub) <= m.R+half
	case Line:
		along := m.B.Sub(m.A)
		length := along.Norm()
		along = along.Mul(1 / length)
		t := min(max(d.Dot(along), 0), length)
		return ink, d.Sub(along.Mul(t)).Norm() <= m.halfWidth(geom.Vec{X: -along.Y, Y: along.X}, sub)
	}
	x, y := Floor((at.X+iconW/2.)/m.W), Floor((at.Y+iconH/2.)/m.W)
	return ink + (x+y/2)/2%(NumInks+1-ink), (x+y)%2 == 0
}

// minRingWidth is the minimum width of a ring in sub-cells. It is greater than one, because the outer edge of a ring is
// measured by outerDistance, which makes rings narrower.
const minRingWidth = 1.4

// outerDistance returns a distance from the origin to a sub-cell whose middle is at d. It measures to the point halfway
// between the middle and the outermost corner. Measuring to the middle would give discs a tip on each side.
func outerDistance(d, sub geom.Vec) float64 {
	return geom.Vec{X: math.Abs(d.X) + sub.X/4, Y: math.Abs(d.Y) + sub.Y/4}.Norm()
}

// halfWidth returns half the width of a line or ring with the normal n. The width is at least about one sub-cell of
// size sub.
func (m *Part) halfWidth(n, sub geom.Vec) float64 {
	return max(m.W, math.Abs(n.X)*sub.X+math.Abs(n.Y)*sub.Y) / 2
}
