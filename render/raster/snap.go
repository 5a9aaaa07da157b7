package raster

import (
	"math"

	"arkterm/engine/geom"
)

// A moving brick looks the same from frame to frame only if it falls on the same parts of sub-cells: so it is
// drawn at the nearest of few places and angles.

// Snapped returns p with its middle on the nearest corner of sub-cells. If it is turned, it is turned on to the
// nearest angle of a few, at which its corners are about a sub-cell farther.
func (r *Grid) Snapped(p *geom.Polygon) geom.Polygon {
	center, radius := p.Circle()
	to := geom.Vec{X: float64(Nearest(center.X/r.UnitX)) * r.UnitX, Y: float64(Nearest(center.Y/r.UnitY)) * r.UnitY}
	step := 30 / math.Ceil(30*math.Pi/180*radius/(minSnapStep*math.Sqrt(r.UnitX*r.UnitY)))
	n := p.Normal(longestSide(p))
	angle := math.Atan2(n.Y, n.X) * 180 / math.Pi
	return p.Moved(geom.Mover{Pivot: center, V: to.Sub(center), Spin: (math.Round(angle/step)*step - angle) * math.Pi / 180}, 1)
}

// minSnapStep is how far a corner moves from one angle to the next, in sub-cells, at least.
const minSnapStep = 1.0

// longestSide returns the longest side of p, the first one of several.
func longestSide(p *geom.Polygon) (side int) {
	most := 0.0
	for k := range p.N() {
		if d := p.Corner((k + 1) % p.N()).Sub(p.Corner(k)).Norm(); d > most+1e-6 {
			side, most = k, d
		}
	}
	return side
}
