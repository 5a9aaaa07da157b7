package raster

import (
	"math"

	"arkterm/engine/geom"
)

// An Armor is a large convex polygon with a rim, such as a boss. Each of its sides is hard or weak.
type Armor struct {
	Face, Hard, Weak Pixel // colors of the inside, of hard sides and of weak sides
	Dashed           bool  // weak sides are dashed, for terminals on which the colors cannot distinguish them

	n    int                                       // number of sides
	weak uint8                                     // bit k is set if side k is weak
	rim  float64                                   // width of the rim in units
	side [geom.MaxCorners]struct{ at, n geom.Vec } // a corner and the outward normal
}

// armorDash is the length, in units, of each dash of a weak side and of each gap between dashes.
const armorDash = 0.9

// NewArmor returns the armor of a polygon with a rim of the given width in units. Side k is weak if bit k of weak
// is set.
func NewArmor(p *geom.Polygon, weak uint8, rim float64) Armor {
	a := Armor{n: p.N(), weak: weak, rim: rim}
	for i := range a.n {
		a.side[i].at, a.side[i].n = p.Corner(i), p.Normal(i)
	}
	return a
}

// A Zone is a part of an armor.
type Zone uint8

// The zones: outside the armor, inside the rim, and on a hard or a weak side.
const (
	Outside Zone = iota
	OnFace
	OnHard
	OnWeak
)

// ZoneAt returns the zone of a point. Gaps between dashes belong to the face.
func (a *Armor) ZoneAt(x, y float64) Zone {
	depth, side, along := math.Inf(1), 0, 0.0
	for i := range a.n {
		s := &a.side[i]
		dx, dy := x-s.at.X, y-s.at.Y
		if d := -(dx*s.n.X + dy*s.n.Y); d < depth {
			depth, side, along = d, i, dy*s.n.X-dx*s.n.Y
		}
	}
	switch {
	case depth < 0:
		return Outside
	case depth >= a.rim:
		return OnFace
	case a.weak>>side&1 == 0:
		return OnHard
	case a.Dashed && int(math.Abs(along)/armorDash)%2 == 1:
		return OnFace
	}
	return OnWeak
}

// pixelIn returns the pixel of a zone, which must not be Outside.
func (a *Armor) pixelIn(z Zone) Pixel {
	switch z {
	case OnFace:
		return a.Face
	case OnHard:
		return a.Hard
	}
	return a.Weak
}

// Armor paints the sub-cells of b whose middles are in a. It takes only one sample per sub-cell, which suffices for
// large shapes.
func (o *Overlay) Armor(b Box, a *Armor) {
	for y := b.Y0; y < b.Y1; y++ {
		touched := 0 // first column whose cell is not yet touched
		for x := b.X0; x < b.X1; x++ {
			if p := a.ZoneAt((float64(x)+0.5)*o.UnitX, (float64(y)+0.5)*o.UnitY); p != Outside {
				if x >= touched {
					o.touch(x/o.SubX, y/o.SubY)
					touched = (x/o.SubX + 1) * o.SubX
				}
				o.pix[y*o.W+x] = a.pixelIn(p)
			}
		}
	}
}

// faceCrackLines are the paths of the cracks in a large face, in radii from its middle. They run from the rim inward.
var faceCrackLines = [...][4]geom.Vec{
	{{X: 0.66, Y: -0.62}, {X: 0.5, Y: -0.5}, {X: 0.58, Y: -0.36}, {X: 0.38, Y: -0.3}},
	{{X: -0.86, Y: 0.1}, {X: -0.68, Y: 0.18}, {X: -0.66, Y: 0.34}, {X: -0.48, Y: 0.38}},
	{{X: 0.3, Y: 0.8}, {X: 0.36, Y: 0.64}, {X: 0.56, Y: 0.56}, {X: 0.6, Y: 0.36}},
	{{X: -0.48, Y: -0.74}, {X: -0.44, Y: -0.54}, {X: -0.62, Y: -0.44}, {X: -0.56, Y: -0.3}},
	{{X: 0.88, Y: 0.12}, {X: 0.72, Y: 0.06}, {X: 0.7, Y: 0.2}, {X: 0.56, Y: 0.14}},
	{{X: -0.32, Y: 0.82}, {X: -0.2, Y: 0.7}, {X: -0.34, Y: 0.58}, {X: -0.16, Y: 0.52}},
}

// FaceCracks draws the first n cracks over a large face with the given middle and radius, at most NumFaceCracks. turn
// is the rotation of the face as a unit vector.
func (o *Overlay) FaceCracks(center geom.Vec, radius float64, turn geom.Vec, n int, p Pixel) {
	for i := range min(n, len(faceCrackLines)) {
		line := &faceCrackLines[i]
		for j := range line[1:] {
			a, b := center.Along(line[j].Turn(turn), radius), center.Along(line[j+1].Turn(turn), radius)
			WalkLine(a, b, o.UnitX, o.UnitY, func(x, y int) {
				at := Box{x, y, x + 1, y + 1}.And(o.All())
				if !at.Empty() && o.isTouched[y/o.SubY*o.Cols+x/o.SubX] && o.pix[y*o.W+x].ink() > 0 {
					o.Fill(at, p)
				}
			})
		}
	}
}

// NumFaceCracks is the maximum number of cracks of a large face.
const NumFaceCracks = len(faceCrackLines)

// Circle draws a circle in the empty sub-cells. The radius is in units.
func (o *Overlay) Circle(center geom.Vec, radius float64, p Pixel) {
	const parts = 48
	a := center.Along(geom.Direction(0), radius)
	for i := range parts {
		b := center.Along(geom.Direction(360*float64(i+1)/parts), radius)
		o.Line(a, b, p)
		a = b
	}
}
