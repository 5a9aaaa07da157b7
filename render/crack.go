package render

import (
	"arkterm/engine"
	"arkterm/engine/geom"
)

// A brick that has been hit and stands shows it: marks count the hits that it still
// takes, cracks those that it has taken.

// crackLines are the ways of a first and of a second crack, in radii from the middle of a
// brick: from a side inward, clear of the marks.
var crackLines = [...][4]geom.Vec{
	{{X: 0.45, Y: -0.78}, {X: 0.2, Y: -0.55}, {X: 0.42, Y: -0.4}, {X: 0.25, Y: -0.25}},
	{{X: -0.5, Y: 0.75}, {X: -0.22, Y: 0.6}, {X: -0.45, Y: 0.42}, {X: -0.2, Y: 0.28}},
}

// crack draws the cracks of b in the sub-cells of clip: dark lines one sub-cell wide.
func (r *raster) crack(b *engine.Brick, k look, clip box) {
	center, radius := b.Shape.Circle()
	for i := range min(k.cracks, len(crackLines)) {
		line := &crackLines[i]
		for j := range line[1:] {
			along(center.Along(line[j], radius), center.Along(line[j+1], radius), r.ux, r.uy, func(x, y int) {
				r.fill(box{x, y, x + 1, y + 1}.and(clip).and(r.all()), k.hole)
			})
		}
	}
}

// chip breaks a notch into a stamp: into its upper side at the first hit, into its lower one at
// the second. In so few sub-cells a line would be taken for a mark; and at the
// ends of a row, in cells that are shared with neighbours, a third colour would not show.
func (r *raster) chip(s *stamp, k look, clip box) {
	deep := max(1, s.h/4)
	if s.h < 3 {
		return
	}
	notch := func(j, w int) {
		x := s.x + (s.w-w+1)/2
		r.fill(box{x, s.y + j, x + w, s.y + j + 1}.and(clip), k.hole)
	}
	for i := range deep {
		w := max(1, s.w/8) + 2*(deep-1-i)
		if k.cracks > 0 {
			notch(i, w)
		}
		if k.cracks > 1 {
			notch(s.h-1-i, w)
		}
	}
}
