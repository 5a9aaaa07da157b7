package raster

import (
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// The number of hits that a brick still needs is shown inside the brick and never at its outline. A brick that needs
// several hits has a dark area in its middle, the core. The core is darker for more hits. If sub-cells are small
// enough, the core contains a bar for each hit, called a pip. The hits that the brick has taken are shown as cracks.

// CrackLines are the paths of the first and the second crack, in half widths and half heights from the middle of a
// brick. They run from a side inward and do not touch the core.
var CrackLines = [...][4]geom.Vec{
	{{X: 0.45, Y: -1}, {X: 0.25, Y: -0.6}, {X: 0.5, Y: -0.4}, {X: 0.3, Y: -0.1}},
	{{X: -0.5, Y: 1}, {X: -0.25, Y: 0.65}, {X: -0.5, Y: 0.4}, {X: -0.3, Y: 0.1}},
}

// paintHits paints the core, the pips and the cracks of a brick with the stamp s.
func (r *Grid) paintHits(s *Stamp, k *Look, beveled bool, clip Box) {
	switch {
	case k.Flat:
		r.paintHoles(s, k, clip)
	case k.Pips > 1:
		face := *s
		if beveled {
			face = r.stampWithoutBevel(s)
		}
		r.paintCore(&face, k, clip)
	}
	for i := range min(k.Cracks, len(CrackLines)) {
		r.paintCrack(s, k, &CrackLines[i], clip)
	}
}

// stampWithoutBevel returns the stamp of a brick without its bevel. The result is valid until the next call of StampOf.
func (r *Grid) stampWithoutBevel(s *Stamp) Stamp {
	t, n := *s, len(s.From)
	t.From, t.To = r.ends[2*n:3*n], r.ends[3*n:4*n]
	for j := range s.H {
		bevel := int16(r.bevelColumns(s, j))
		t.From[j], t.To[j] = s.From[j]+bevel, s.To[j]-bevel
	}
	return t
}

// Brightness of the core of a brick that needs several hits, in sixteenths of the brightness of the face. It is
// coreLight if the brick needs two hits, coreStep less for each additional hit, and at least minCoreLight. Every core
// is clearly darker than the shaded half of a brick.
const coreLight, coreStep, minCoreLight = 8, 2, 4

// paintCore paints the core of a brick that needs several hits. The core contains pips if there is room. Otherwise the
// shape of the core shows the number of hits, so it can be read on terminals with few colors, too:
//
//   - Two hits: the core fills the upper half of its box.
//   - Three hits: it fills the whole box.
//   - Four hits: it fills the left and the right third of the box.
//
// If there is no room for a core, the lower half of the brick is darker instead.
func (r *Grid) paintCore(s *Stamp, k *Look, clip Box) {
	p := NewPixel(cell.Darken(k.Face.Color(), max(coreLight-coreStep*(k.Pips-2), minCoreLight)), uint8(k.Face.ink()))
	if k.FewShades {
		p = k.Dark
	}

	b := s.innerBox(r.edgeRows())
	if r.tight && k.Pips < 4 && b.X1-b.X0 >= 4 { // no core in the cells at the sides, which have notches
		b.X0, b.X1 = b.X0+1, b.X1-1
	}
	if b.Empty() {
		for j := s.H / 2; j < s.H; j++ {
			r.Fill(Box{int(s.From[j]), s.Y + j, int(s.To[j]), s.Y + j + 1}.And(clip), p)
		}
		return
	}
	switch w, h := b.X1-b.X0, b.Y1-b.Y0; {
	case h >= minPipsHeight:
		r.Fill(b.And(clip), p)
		r.paintPips(b, k, clip)
	case k.Pips == 2:
		r.Fill(Box{b.X0, b.Y0, b.X1, b.Y0 + (h+1)/2}.And(clip), p)
	case k.Pips > 3 && w >= 3:
		r.Fill(Box{b.X0, b.Y0, b.X0 + w/3, b.Y1}.And(clip), p)
		r.Fill(Box{b.X1 - w/3, b.Y0, b.X1, b.Y1}.And(clip), p)
	default:
		r.Fill(b.And(clip), p)
	}
}

// innerBox returns the box for the core of a brick: the largest box around the middle of the stamp that is at least one
// sub-cell away from the outline and does not touch the bands of light and shadow. edge is the height of a band in
// rows. If the space between the bands is higher than maxLowCore, the box is at most two thirds as high as the stamp.
func (s *Stamp) innerBox(edge int) (b Box) {
	maxHeight := s.H - 2*edge
	if maxHeight > maxLowCore {
		maxHeight = min(maxHeight, (2*s.H+1)/3)
	}
	y := s.centroidRow()
	for h := maxHeight; h > 0; h-- {
		y0 := max(y-h/2, edge)
		y1 := min(y0+h, s.H-edge)
		if y0 >= y1 {
			continue
		}
		x0, x1 := max(int(s.From[y0-1]), int(s.From[y1])), min(int(s.To[y0-1]), int(s.To[y1]))
		for j := y0; j < y1; j++ {
			x0, x1 = max(x0, int(s.From[j])+1), min(x1, int(s.To[j])-1)
		}
		if box := (Box{x0, s.Y + y0, x1, s.Y + y1}); box.area() > b.area() {
			b = box
		}
	}
	return b
}

// maxLowCore is the maximum height, in sub-cells, of a core that may fill the space between the bands.
const maxLowCore = 6

// area returns the number of sub-cells of b.
func (b Box) area() int { return max(b.X1-b.X0, 0) * max(b.Y1-b.Y0, 0) }

// centroidRow returns the row that contains the centroid of a stamp.
func (s *Stamp) centroidRow() int {
	sum, n := 0, 0
	for j := range s.H {
		w := int(s.To[j] - s.From[j])
		sum, n = sum+(2*j+1)*w, n+w
	}
	return min(sum/(2*max(n, 1)), s.H-1)
}

// minPipsHeight is the minimum height of a core with pips, in sub-cells.
const minPipsHeight = 7

// paintPips paints a pip for each hit into b. The pips are stacked bars, because pips side by side would look like
// eyes.
func (r *Grid) paintPips(b Box, k *Look, clip Box) {
	w, h, n, p := b.X1-b.X0, b.Y1-b.Y0, k.Pips, k.Lit
	if k.Flat {
		p = k.Hole
	}
	barH, pad := max(1, h/(2*n+1)), w/6
	y := b.Y0 + (h-(2*n-1)*barH)/2
	for i := range n {
		r.Fill(Box{b.X0 + pad, y + 2*i*barH, b.X1 - pad, y + (2*i+1)*barH}.And(clip), p)
	}
}

// paintHoles cuts holes into a brick without edges, as on terminals with few colors. A wall has a slot. Other bricks
// have a pip for each hit that they need:
//
//   - If there is room, the pips are stacked bars.
//   - If the brick is too flat for stacked bars, the bars are side by side, and there is one bar fewer than hits.
//   - If there is no room inside the brick, a notch in its lower side replaces the pips. It is deeper for more hits.
//   - If bricks use letters, a digit shows the hits, so there are no pips.
//
// A wall without room inside is cut in two.
func (r *Grid) paintHoles(s *Stamp, k *Look, clip Box) {
	b := s.innerBox(r.edgeRows())
	w, h, n := b.X1-b.X0, b.Y1-b.Y0, k.Pips
	hole := func(x, y, w, h int) { r.Fill(Box{x, y, x + w, y + h}.And(clip), k.Hole) }
	switch {
	case k.Wall && w >= 2:
		hole(b.X0, (b.Y0+b.Y1-1)/2, w, 1)
	case k.Wall && s.H > 1:
		hole(s.X, s.Y+(s.H-1)/2, s.W, 1)
	case n < 2 || r.UsesLetters():
	case 2*n-1 <= h && w > 0:
		r.paintPips(b, k, clip)
	case 2*n-3 <= w && h > 0:
		barW := max(1, w/(2*n-1))
		x := b.X0 + (w-(2*n-3)*barW)/2
		for i := range n - 1 {
			hole(x+2*i*barW, b.Y0, barW, h)
		}
	default:
		notchW, notchH := 2-s.W%2, min(n-1, s.H)
		if notchW == s.W {
			notchW, notchH = 1, 1
		}
		if notchH < s.H || s.W > 1 {
			hole(s.X+(s.W-notchW)/2, s.Y+s.H-notchH, notchW, notchH)
		}
	}
}

// paintCrack paints a crack in the dark shade of the brick. The crack is one sub-cell wide.
func (r *Grid) paintCrack(s *Stamp, k *Look, line *[4]geom.Vec, clip Box) {
	p := k.Dark
	if k.Flat {
		p = k.Hole
	}
	at := func(v geom.Vec) geom.Vec {
		return geom.Vec{X: float64(s.X) + (1+v.X)*float64(s.W)/2, Y: float64(s.Y) + (1+v.Y)*float64(s.H)/2}
	}
	for j := range line[1:] {
		WalkLine(at(line[j]), at(line[j+1]), 1, 1, func(x, y int) {
			if s.Has(x, y-s.Y) {
				r.Fill(Box{x, y, x + 1, y + 1}.And(clip), p)
			}
		})
	}
}
