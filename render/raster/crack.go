package raster

import (
	"arkterm/engine/geom"
)

// A damaged brick shows holes for the hits that it still takes, and cracks for those it has taken.

// CrackLines are the courses of the first and the second crack, in radii from the middle of a brick. They
// run from a side inward, clear of the pips.
var CrackLines = [...][4]geom.Vec{
	{{X: 0.45, Y: -0.78}, {X: 0.2, Y: -0.55}, {X: 0.42, Y: -0.4}, {X: 0.25, Y: -0.25}},
	{{X: -0.5, Y: 0.75}, {X: -0.22, Y: 0.6}, {X: -0.45, Y: 0.42}, {X: -0.2, Y: 0.28}},
}

// Crack draws the cracks of p in the sub-cells of clip: dark lines one sub-cell wide.
func (r *Grid) Crack(p *geom.Polygon, k Look, clip Box) {
	center, radius := p.Circle()
	for i := range min(k.Cracks, len(CrackLines)) {
		line := &CrackLines[i]
		for j := range line[1:] {
			Along(center.Along(line[j], radius), center.Along(line[j+1], radius), r.UnitX, r.UnitY, func(x, y int) {
				r.Fill(Box{x, y, x + 1, y + 1}.And(clip).And(r.All()), k.Hole)
			})
		}
	}
}

// chip cuts a notch into a stamp, in its upper side at the first hit and in its lower side at the second.
// In so few sub-cells a line would look like a letter; at the ends of a row, in cells shared with
// neighbours, a third colour would not show.
func (r *Grid) chip(s *Stamp, k Look, clip Box) {
	deep := max(1, s.H/4)
	if s.H < 3 {
		return
	}
	notch := func(j, w int) {
		x := s.X + (s.W-w+1)/2
		r.Fill(Box{x, s.Y + j, x + w, s.Y + j + 1}.And(clip), k.Hole)
	}
	for i := range deep {
		w := max(1, s.W/8) + 2*(deep-1-i)
		if k.Cracks > 0 {
			notch(i, w)
		}
		if k.Cracks > 1 {
			notch(s.H-1-i, w)
		}
	}
}
