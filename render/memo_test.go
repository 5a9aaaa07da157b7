package render

import (
	"math/rand/v2"
	"testing"

	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// TestCachesAreExact compares a view that caches painted and resolved cells with a view that caches nothing. They must
// draw the same frames when bricks, theme or size change, and when the game returns to an earlier state.
func TestCachesAreExact(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, level := range []int{12, 20, 33} {
		for _, o := range []Options{
			{Glyphs: cell.Mosaic},
			{Glyphs: cell.Sextant},
			{Glyphs: cell.Half, Tier: cell.Colors16},
		} {
			g, tick := shippedScene(level)(t)
			uncached, v := NewView(o), NewView(o)
			var want, got cell.Frame
			var before *engine.Game
			w, h := 100, 30
			for n := range 250 {
				for range 8 {
					tick()
					uncached.Observe(g.Events)
					v.Observe(g.Events)
				}

				switch rng.IntN(20) {
				case 0:
					o.Theme = theme.All[rng.IntN(len(theme.All))]
					uncached.SetOptions(o)
					v.SetOptions(o)
				case 1:
					w, h = 60+rng.IntN(100), 20+rng.IntN(30)
				case 2:
					before = g.Clone()
				case 3:
					if before != nil {
						*g = *before.Clone()
					}
				}
				want.Resize(w, h)
				got.Resize(w, h)

				uncached.l = layout{}
				uncached.Draw(&want, g)
				v.Draw(&got, g)
				for i := range want.Cells {
					if got.Cells[i] != want.Cells[i] {
						t.Fatalf("level %d, %v, frame %d: %v in column %d of row %d, want %v", level, o.Glyphs, n,
							got.Cells[i], i%w, i/w, want.Cells[i])
					}
				}
			}
		}
	}
}

// TestUsedViewDrawsLikeNewView plays levels with slanted or moving bricks. A view that has drawn the game from the
// beginning must draw the same bricks as a new view.
func TestUsedViewDrawsLikeNewView(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	type picture struct {
		glyphs cell.Glyphs
		w, h   int
	}
	for _, s := range []struct{ level, ticks int }{{21, 1000}, {31, 1000}, {53, 3200}} {
		g, tick := shippedScene(s.level)(t)
		used := map[picture]*View{}
		for _, glyphs := range []cell.Glyphs{cell.Quadrant, cell.Sextant, cell.Mosaic, cell.Half} {
			for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
				used[picture{glyphs, size[0], size[1]}] = NewView(Options{Glyphs: glyphs, Effects: NoEffects})
			}
		}
		for n := range s.ticks / 8 {
			for range 8 {
				tick()
			}
			for p, v := range used {
				var f cell.Frame
				f.Resize(p.w, p.h)
				v.Draw(&f, g)
				if n%4 != 0 {
					continue
				}
				fresh := NewView(v.Options())
				fresh.Draw(&f, g)
				for i := range v.l.cols * v.l.rows {
					x, y := i%v.l.cols, i/v.l.cols
					if got, want := v.brickCell(x, y), fresh.brickCell(x, y); got != want {
						t.Fatalf("level %d, %v, %d×%d, tick %d: %v in column %d of row %d, want %v", s.level, p.glyphs,
							p.w, p.h, g.Tick, got, x, y, want)
					}
				}
			}
		}
	}
}

// brickCell returns a cell of the field as drawn without moving objects other than bricks.
func (v *View) brickCell(x, y int) cell.Cell {
	if row := v.movers.Row(y); row != nil {
		return row[x]
	}
	return v.boardCell(x, y)
}

// TestRepaintInvalidatesTheCache checks that a cell is resolved again after its bricks are repainted, even if its
// sub-cells are unchanged, because the outlines may differ. The test replaces all cached cells by question marks, and
// none of them may be drawn.
func TestRepaintInvalidatesTheCache(t *testing.T) {
	g, tick := shippedScene(33)(t)
	for range 240 {
		tick()
	}
	var want, got cell.Frame
	want.Resize(100, 30)
	got.Resize(100, 30)
	uncached, v := NewView(Options{Glyphs: cell.Mosaic}), NewView(Options{Glyphs: cell.Mosaic})
	uncached.Draw(&want, g)
	v.Draw(&got, g)

	cached := 0
	v.overlay.Begin(&v.board.Grid, &v.movers)
	v.overlay.Touch(raster.Rect(0, 0, v.board.Cols, v.board.Rows))
	for i := range v.l.cols * v.l.rows {
		x, y := i%v.l.cols, i/v.l.cols
		var buf [cell.MaxSubCells]raster.Pixel
		v.overlay.Gather(&buf, x, y)
		if c, known := v.cellMemo.Lookup(x, y, &buf); known {
			*c = cell.Cell{Glyph: '?'}
			cached++
		}
	}
	v.overlay.End()
	v.repaint(raster.Rect(0, 0, v.board.Cols, v.board.Rows))
	v.Draw(&got, g)
	if cached < 100 {
		t.Fatalf("%d cells are cached, want at least 100", cached)
	}
	for i := range want.Cells {
		if got.Cells[i] != want.Cells[i] {
			t.Fatalf("the cell in column %[2]d of row %[3]d is %[1]v, want %[4]v", got.Cells[i], i%100, i/100,
				want.Cells[i])
		}
	}
}
