package raster

import (
	"fmt"
	"slices"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// standardAt returns a standard hexagon.
func standardAt(x, y float64) geom.Polygon {
	at := func(dx, dy float64) geom.Vec { return geom.Vec{X: x + dx, Y: y + dy} }
	p, err := geom.NewPolygon(at(1, 0), at(4, 0), at(5, 2), at(4, 4), at(1, 4), at(0, 2))
	if err != nil {
		panic(err)
	}
	return p
}

// boardHexagons returns the standard hexagons of a board with the given number of columns, as levels arrange them.
func boardHexagons(columns int) (all []geom.Polygon) {
	for line := range 16 {
		for column := range columns {
			if (line+column)%2 == 0 {
				all = append(all, standardAt(30-2*float64(columns)+4*float64(column), 2+2*float64(line)))
			}
		}
	}
	return all
}

// shapeOf describes the rows of a stamp relative to its position.
func shapeOf(s *Stamp) string {
	var rows []string
	for j := range s.H {
		rows = append(rows, fmt.Sprintf("%d+%d", int(s.From[j])-s.X, s.To[j]-s.From[j]))
	}
	return fmt.Sprint(rows)
}

// TestStandardHexagonsLookAlike checks the stamps of boards at every size from 60×20 to 200×60, in every glyph set and
// for the cell proportions of common fonts. A board has at most two different stamps. They must be symmetric and cover
// the plane. Without shades there must be gaps between them, also where corners meet. Tight stamps are all the same,
// and no row touches the adjacent column.
func TestStandardHexagonsLookAlike(t *testing.T) {
	var r Grid
	for _, sub := range [][2]int{{1, 1}, {1, 2}, {2, 2}, {2, 3}, {2, 4}} {
		var checked []Scale
		for _, aspect := range []float64{0.4, 0.45, 0.5, 0.55, 0.6} {
			for cols := 40; cols <= 181; cols++ {
				for rows := 18; rows <= 60; rows++ {
					scale, _ := ScaleFor(cols, rows, sub, spec.FieldW, spec.FieldH, aspect)
					if slices.Contains(checked, scale) {
						continue // stamps depend only on the scale
					}
					checked = append(checked, scale)
					w, h := scale.Cell(sub)
					r.Resize(cols, rows, sub, w, h)
					for _, columns := range []int{15, 14} {
						for _, r.Flat = range []bool{true, false} {
							checkBoard(t, &r, columns)
						}
					}
					if t.Failed() {
						t.Fatalf("checkBoard failed in %d×%d cells of %v sub-cells with the scale %+v",
							cols, rows, sub, scale)
					}
				}
			}
		}
	}
}

// TestSmallHexagonsAreNoBoxes checks that the hexagons of a level have slanted sides in the sextants of 60×20.
func TestSmallHexagonsAreNoBoxes(t *testing.T) {
	var r Grid
	sub := [2]int{2, 3}
	scale, _ := ScaleFor(46, 16, sub, spec.FieldW, spec.FieldH, 0.5)
	w, h := scale.Cell(sub)
	r.Resize(46, 16, sub, w, h)
	for _, p := range boardHexagons(15) {
		s := r.StampOf(&p, &Look{})
		if got, want := shapeOf(&s), "[1+4 0+6 0+6 1+4]"; got != want {
			t.Fatalf("a hexagon has the rows %s, want %s", got, want)
		}
	}
}

// checkBoard draws the hexagons of a board with the given number of columns, and checks their stamps and the gaps
// between them.
func checkBoard(t *testing.T, r *Grid, columns int) {
	t.Helper()
	hexagons := boardHexagons(columns)
	owner := make([]int, r.W*r.H)
	var shapes []string
	for i := range hexagons {
		p := &hexagons[i]
		s := r.StampOf(p, &Look{})
		if !r.IsStandard(p) {
			t.Fatalf("IsStandard(hexagon %d) = false, want true", i)
		}
		if shape := shapeOf(&s); !slices.Contains(shapes, shape) {
			shapes = append(shapes, shape)
		}
		checkSymmetric(t, "hexagon", &s)
		if r.isText() && s.H > 1 {
			for j := range s.H {
				s.To[j]-- // the line at the right belongs to a neighbor
			}
		}
		for j := range s.H {
			for x := int(s.From[j]); x < int(s.To[j]); x++ {
				if x < 0 || x >= r.W || s.Y+j < 0 || s.Y+j >= r.H {
					t.Fatalf("hexagon %d contains sub-cell %d, %d, want only sub-cells of the grid", i, x, s.Y+j)
				}
				at := &owner[(s.Y+j)*r.W+x]
				if *at > 0 {
					t.Fatalf("hexagons %d and %d both contain sub-cell %d, %d, want no overlap", i, *at-1, x, s.Y+j)
				}
				*at = i + 1
			}
		}
	}

	flat, tight := r.Flat && !r.isText(), r.tight && !r.Flat
	for y := Nearest(8 / r.UnitY); y < Nearest(28/r.UnitY); y++ {
		for x := Nearest(8 / r.UnitX); x < Nearest((spec.FieldW-8)/r.UnitX); x++ {
			at := owner[y*r.W+x]
			if next := owner[y*r.W+x+1]; tight && r.SubX > 1 && at*next > 0 && at != next {
				t.Fatalf("hexagons %d and %d touch at sub-cell %d, %d, want a gap", at-1, next-1, x, y)
			}
			if at == 0 && !flat && !tight {
				t.Fatalf("sub-cell %d, %d belongs to no hexagon, want no gaps", x, y)
			}
			for _, next := range []int{1, r.W - 1, r.W, r.W + 1} {
				if other := owner[y*r.W+x+next]; flat && r.Scale.Y > 2 && r.Scale.X > 4 && at*other > 0 && at != other {
					t.Fatalf("hexagons %d and %d touch at sub-cell %d, %d, want a gap", at-1, other-1, x, y)
				}
			}
		}
	}
	if len(shapes) > 2 || tight && len(shapes) > 1 {
		t.Errorf("a board of %d columns has the stamps %v, want at most two, or one if they are tight", columns, shapes)
	}
}
