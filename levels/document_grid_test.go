package levels

import (
	"math"
	"slices"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// testGrids returns grids of several lattices.
func testGrids(t *testing.T) (all []Grid) {
	t.Helper()
	for _, lattice := range []string{
		"pitch 4 4", "pitch 3 2, top 6", "radius 2", "radius 1.5, left 1", "boxes 4 2", "boxes 6 3, left 0",
		"pitch 0.5 0.5",
	} {
		d := ParseDocument("x.level", FirstLine+"\nlattice: "+lattice+"\nlevel: A\n")
		g := d.Level(0).NewGrid()
		if got := g.Lattice(); got != lattice {
			t.Errorf("lattice %q, want %q", got, lattice)
		}
		all = append(all, g)
	}
	return all
}

// eachCell calls f with all cells of a grid.
func eachCell(g Grid, f func(Cell)) {
	for r := range g.Rows {
		for c := range g.Cols {
			if g.Valid(Cell{r, c}) {
				f(Cell{r, c})
			}
		}
	}
}

func TestGridCoversTheField(t *testing.T) {
	for _, g := range testGrids(t) {
		n := 0
		eachCell(g, func(c Cell) {
			n++
			shape, center := g.Shape(c), g.Center(c)
			if at, ok := g.At(center); !ok || at != c {
				t.Fatalf("%s: the center of %v is in %v", g.Lattice(), c, at)
			}
			if mean, _ := shape.Circle(); mean.Sub(center).Norm() > 1e-9 {
				t.Fatalf("%s: center of %v is %v, want %v", g.Lattice(), c, center, mean)
			}
			q := placedBrick{BrickSpec: spec.BrickSpec{Shape: shape}}
			if message := q.outsideError(); message != "" {
				t.Fatalf("%s: the cell %v %s", g.Lattice(), c, message)
			}
			for _, other := range g.Neighbors(c) {
				if gap := polygonGap(shape, g.Shape(other)); math.Abs(gap) > 1e-9 {
					t.Fatalf("%s: the cells %v and %v have a gap of %g", g.Lattice(), c, other, gap)
				}
				if !slices.Contains(g.Neighbors(other), c) {
					t.Fatalf("%s: %v is not a neighbor of %v", g.Lattice(), c, other)
				}
			}
		})
		if _, ok := g.At(geom.Vec{X: -1, Y: 5}); ok || n < 100 && g.Cols > 12 {
			t.Errorf(
				"%s: %d cells, want at least 100 with more than 12 columns; a cell outside of the field: %t, want "+
					"false",
				g.Lattice(), n, ok)
		}
	}
}

func TestNearestIsACell(t *testing.T) {
	for _, g := range testGrids(t) {
		for row := -2; row < g.Rows+2; row++ {
			for col := -2; col < g.Cols+2; col++ {
				c := Cell{row, col}
				if near := g.Nearest(c); !g.Valid(near) || g.Valid(c) && near != c {
					t.Fatalf("%s: the cell near %v is %v", g.Lattice(), c, near)
				}
			}
		}
	}
}

func TestLinesAreConnected(t *testing.T) {
	for _, g := range testGrids(t)[:6] {
		a := g.Middle()
		eachCell(g, func(b Cell) {
			line := g.Line(a, b)
			if line[0] != a || line[len(line)-1] != b {
				t.Fatalf("%s: the line from %v to %v is %v", g.Lattice(), a, b, line)
			}
			for i, c := range line[1:] {
				last := line[i]
				diagonal := g.Boxes && abs(c.Row-last.Row) == 1 && abs(c.Col-last.Col) == 1
				if !diagonal && !slices.Contains(g.Neighbors(last), c) {
					t.Fatalf("%s: the line from %v to %v has a gap after %v", g.Lattice(), a, b, last)
				}
			}
		})
	}
}

func TestAreas(t *testing.T) {
	hexagons, boxes := testGrids(t)[0], testGrids(t)[4]
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"boxes", len(boxes.Rect(Cell{1, 1}, Cell{4, 5})), 20},
		{"frame of boxes", len(boxes.Frame(Cell{4, 5}, Cell{1, 1})), 14},
		{"hexagons", len(hexagons.Rect(Cell{0, 0}, Cell{5, 4})), 15},
		{"frame of hexagons", len(hexagons.Frame(Cell{0, 0}, Cell{5, 4})), 12},
		{"row", len(hexagons.Rect(Cell{0, 0}, Cell{0, 14})), 8},
		{"outside", len(hexagons.Rect(Cell{-2, -2}, Cell{0, 0})), 1},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d cells, want %d", c.name, c.got, c.want)
		}
	}

	wall := hexagons.Line(Cell{0, 6}, Cell{16, 6})
	free := func(c Cell) bool { return !slices.Contains(wall, c) }
	left := hexagons.Fill(Cell{0, 0}, free)
	if slices.ContainsFunc(left, func(c Cell) bool { return c.Col >= 6 }) || len(left) != 51 {
		t.Errorf("the area left of the wall has %d cells, want 51: %v", len(left), left)
	}
}

func TestImagesAreSymmetric(t *testing.T) {
	for _, g := range testGrids(t)[:6] {
		center := g.Middle()
		for s := range Symmetry(NumSymmetries) {
			counts := map[int]int{}
			eachCell(g, func(c Cell) {
				images := g.Images(s, center, c)
				counts[len(images)]++
				if images[0] != c {
					t.Fatalf("%s, symmetry %d: the images of %v are %v", g.Lattice(), s, c, images)
				}
				for _, image := range images {
					back := g.Images(s, center, image)
					for _, other := range images {
						if !slices.Contains(back, other) && len(images) == len(back) {
							t.Fatalf("%s, symmetry %d: the images of %v and %v differ", g.Lattice(), s, c, image)
						}
					}
					// The default hexagons are not regular.
					far := g.Center(image).Sub(g.Center(center)).Norm() / g.Center(c).Sub(g.Center(center)).Norm()
					if c != center && (far < 0.85 || far > 1.18) && g.Lattice() != "pitch 3 2, top 6" {
						t.Fatalf("%s, symmetry %d: %v is %g times as far as %v", g.Lattice(), s, image, far, c)
					}
				}
			})
			want := [NumSymmetries]int{1, 2, 2, 4, 3, 6, 12}[s]
			if g.Boxes && s >= Thirds {
				want = 1
			}
			if counts[want] == 0 && s != Snowflake {
				t.Errorf("%s, symmetry %d: cells have numbers of images %v, want some with %d", g.Lattice(), s, counts,
					want)
			}
		}
	}
}

func TestImagesTurnGates(t *testing.T) {
	g := testGrids(t)[0]
	gate := Dab{Cell: Cell{4, 4}, Brick: Brick{Kind: spec.Gate, Way: geom.Direction(0)}}
	for s, want := range map[Symmetry][]string{
		MirrorX:  {"right", "left"},
		MirrorXY: {"right", "left", "right", "left"},
		Thirds:   {"right", "120", "240"},
	} {
		var got []string
		for _, d := range g.DabImages(s, Cell{8, 6}, gate) {
			got = append(got, wayText(d.Brick.Way))
		}
		if !slices.Equal(got, want) {
			t.Errorf("symmetry %d: directions %q, want %q", s, got, want)
		}
	}
}
