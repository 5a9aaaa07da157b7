package raster

import (
	"math"

	"arkterm/engine/geom"
)

// A moving brick has the same sub-cells in two frames only if its position relative to the sub-cells is the same. So
// each moving brick is drawn at the nearest corner of a sub-cell and at the nearest of a few angles.

// Snapped returns p with its middle moved to the nearest corner of a sub-cell, and rotated to the nearest of a few
// angles. Between two consecutive angles, the corners move by about a sub-cell.
func (r *Grid) Snapped(p *geom.Polygon) geom.Polygon {
	center, radius := p.Circle()
	to := geom.Vec{X: float64(Nearest(center.X/r.UnitX)) * r.UnitX, Y: float64(Nearest(center.Y/r.UnitY)) * r.UnitY}
	step := 30 / math.Ceil(30*math.Pi/180*radius/(minSnapStep*math.Sqrt(r.UnitX*r.UnitY)))
	n := p.Normal(longestSide(p))
	angle := math.Atan2(n.Y, n.X) * 180 / math.Pi
	return p.Moved(geom.Mover{
		Pivot: center, V: to.Sub(center),
		Spin: (math.Round(angle/step)*step - angle) * math.Pi / 180,
	}, 1)
}

// minSnapStep is the minimum distance between the positions of a corner at two consecutive angles, in sub-cells.
const minSnapStep = 1.0

// longestSide returns the index of the longest side of p, or of the first if there are several.
func longestSide(p *geom.Polygon) (side int) {
	maxLength := 0.0
	for k := range p.N() {
		if d := p.Corner((k + 1) % p.N()).Sub(p.Corner(k)).Norm(); d > maxLength+1e-6 {
			side, maxLength = k, d
		}
	}
	return side
}
