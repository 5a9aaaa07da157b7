package render

import (
	"fmt"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// allTiers are the color tiers.
var allTiers = []cell.Tier{cell.Truecolor, cell.Colors256, cell.Colors16, cell.Colors8, cell.Mono}

// isEmpty reports whether a cell of the field contains only the background or a wall.
func (v *View) isEmpty(f *cell.Frame, col, row int) bool {
	return f.Cells[row*f.W+col] == v.emptyCell(col-v.l.x, row-v.l.y)
}

// TestPicturesShowAllObjects checks every size, glyph set and tier. Each brick, each ball and the paddle must be
// drawn at its position, and nothing may be drawn elsewhere.
func TestPicturesShowAllObjects(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	sizes := [][2]int{{80, 24}, {120, 40}, {41, 17}, {40, 16}, {200, 60}, {90, 17}}
	for _, glyphs := range allGlyphs {
		g, _ := gameAfter(t, Options{}, 1500)
		for _, tier := range allTiers {
			for _, size := range sizes {
				v := NewView(Options{Glyphs: glyphs, Tier: tier, Effects: NoEffects, Names: []string{"Honeycomb"}})
				var f cell.Frame
				f.Resize(size[0], size[1])
				v.Draw(&f, g)

				name := fmt.Sprintf("%v %v %dx%d", glyphs, tier, size[0], size[1])
				checkObjectsShown(t, name, &f, v, g)
				checkNothingElse(t, name, &f, v, g)
			}
		}
	}
}

// checkObjectsShown checks that the cells at the centers of balls and paddles are not empty. A brick must be visible in
// at least one cell that it touches. Except in ASCII, most cells inside a brick must not be empty.
func checkObjectsShown(t *testing.T, name string, f *cell.Frame, v *View, g *engine.Game) {
	t.Helper()
	for i := range g.Balls {
		if g.Balls[i].Gone {
			continue
		}
		at := g.BallAt(i)
		if col, row := v.l.cellAt(at.X, at.Y); v.l.contains(col, row) && v.isEmpty(f, col, row) {
			t.Errorf("%s: the cell of ball %d at %v is empty, want a part of the ball:\n%s", name, i, at, f)
		}
	}

	for i := range g.Paddles {
		p := paddleOf(g, i)
		if col, row := v.l.cellAt(p.X, p.Y); v.isEmpty(f, col, row) {
			t.Errorf("%s: the cell at the center of paddle %d is empty, want a part of the paddle:\n%s", name, i, f)
		}
	}

	margin := v.cellSize().Norm() / 2
	for k := range g.Bricks {
		b := &g.Bricks[k]
		if b.Hits == 0 || b.Hidden {
			continue
		}
		shown, missing := 0, 0
		for row := v.l.y; row < v.l.y+v.l.rows; row++ {
			for col := v.l.x; col < v.l.x+v.l.cols; col++ {
				inside := -g.Shape(k).Distance(v.fieldAt(col, row))
				switch {
				case inside > -margin && !v.isEmpty(f, col, row):
					shown++
				case inside > margin:
					missing++
				}
			}
		}
		if shown == 0 || missing > shown/3 && v.opts.Glyphs != cell.ASCII {
			t.Errorf("%s: brick %d has %d drawn cells and %d empty cells, want fewer empty cells:\n%s", name, k, shown,
				missing,
				f)
		}
	}
}

// cellSize returns the size of a cell in units.
func (v *View) cellSize() geom.Vec {
	return geom.Vec{X: v.l.cellW, Y: v.l.cellH}
}

// checkNothingElse checks that cells far from all objects are empty.
func checkNothingElse(t *testing.T, name string, f *cell.Frame, v *View, g *engine.Game) {
	t.Helper()
	margin := v.cellSize().Norm()
	for row := v.l.y; row < v.l.y+v.l.rows; row++ {
		for col := v.l.x; col < v.l.x+v.l.cols; col++ {
			if q := v.fieldAt(col, row); !v.isEmpty(f, col, row) && objectDistance(g, q) > margin {
				t.Errorf("%s: the cell at column %d, row %d shows %q, want an empty cell\n%s", name, col, row,
					f.Cells[row*f.W+col].Glyph, f)
				return
			}
		}
	}
}

// fieldAt returns the position in the field at the center of a cell.
func (v *View) fieldAt(col, row int) geom.Vec {
	return geom.Vec{
		X: (float64(col-v.l.x) + 0.5) * v.l.cellW,
		Y: (float64(row-v.l.y) + 0.5) * v.l.cellH,
	}
}

// objectDistance returns the distance from q to the nearest brick, ball or paddle.
func objectDistance(g *engine.Game, q geom.Vec) float64 {
	nearest := spec.FieldW
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Hits > 0 && !b.Hidden {
			nearest = min(nearest, g.Shape(k).Distance(q))
		}
	}
	for i := range g.Balls {
		if !g.Balls[i].Gone {
			nearest = min(nearest, g.BallAt(i).Sub(q).Norm()-g.Disc(i).R)
		}
	}
	for i := range g.Paddles {
		p := paddleOf(g, i)
		flat := p.Half - p.R
		at, _ := geom.ClosestOnSegment(geom.Vec{X: p.X - flat, Y: p.Y}, geom.Vec{X: p.X + flat, Y: p.Y}, q)
		nearest = min(nearest, at.Sub(q).Norm()-p.R)
	}
	return nearest
}

// showsNear reports whether the cell at the point q or an adjacent cell shows an object.
func (v *View) showsNear(f *cell.Frame, q geom.Vec) bool {
	at, row := v.l.cellAt(q.X, q.Y)
	for _, y := range []int{row, row - 1, row + 1} {
		for _, x := range []int{at, at - 1, at + 1} {
			if v.l.contains(x, y) && !v.isEmpty(f, x, y) {
				return true
			}
		}
	}
	return false
}

// TestBeamsHaveNoGaps checks that beams have no gaps, at many angles and in every glyph set.
func TestBeamsHaveNoGaps(t *testing.T) {
	for _, glyphs := range allGlyphs {
		for degrees := 5.0; degrees < 180; degrees += 12.5 {
			at := geom.Vec{X: 10, Y: 6}
			if degrees > 90 {
				at.X = 54
			}
			l := spec.Level{
				Emitters: []spec.EmitterSpec{{At: at, Degrees: degrees}},
				Bricks:   machinesLevel().Bricks[9:],
			}
			g, v := machinesAfter(t, Options{Glyphs: glyphs, Tier: cell.Mono, Effects: NoEffects}, l, 1)
			var f cell.Frame
			f.Resize(80, 24)
			v.Draw(&f, g)

			beam := g.Emitters[0].Beam
			for s := 2.0; s < beam.Length-1; s += 0.5 {
				if q := beam.From.Along(beam.Dir, s); !v.showsNear(&f, q) {
					t.Errorf("%v: the beam at %v° has a gap after %v units, want no gaps:\n%s", glyphs, degrees, s, &f)
					break
				}
			}
		}
	}
}
