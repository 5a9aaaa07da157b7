package render

import (
	"math/rand/v2"
	"testing"

	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/raster"
	"arkterm/render/theme"
)

// TestMemoIsExact compares a view that remembers painted and resolved cells with a view that remembers nothing.
// They must draw the same frames when bricks, theme or size change, and when the game goes back in time.
func TestMemoIsExact(t *testing.T) {
	if testing.Short() { // levels drawn again and again, in one goroutine
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
			sure, v := NewView(o), NewView(o)
			var want, got cell.Frame
			var before *engine.Game
			w, h := 100, 30
			for n := range 250 {
				for range 8 {
					tick()
					sure.Observe(g.Events)
					v.Observe(g.Events)
				}

				switch rng.IntN(20) {
				case 0:
					o.Theme = theme.All[rng.IntN(len(theme.All))]
					sure.SetOptions(o)
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

				sure.l = layout{}
				sure.Draw(&want, g)
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

// TestRepaintForgetsPaintedCells checks that a cell is resolved again after its bricks are painted, even if its
// sub-cells are unchanged, because its outlines may differ. This is rare in games, so the test falsifies the
// remembered cells.
func TestRepaintForgetsPaintedCells(t *testing.T) {
	g, tick := shippedScene(33)(t)
	for range 240 {
		tick()
	}
	var want, got cell.Frame
	want.Resize(100, 30)
	got.Resize(100, 30)
	sure, v := NewView(Options{Glyphs: cell.Mosaic}), NewView(Options{Glyphs: cell.Mosaic})
	sure.Draw(&want, g)
	v.Draw(&got, g)

	wrong := 0
	v.overlay.Begin(&v.board.Grid, &v.movers)
	v.overlay.Touch(raster.Rect(0, 0, v.board.Cols, v.board.Rows))
	for i := range v.board.cells {
		x, y := i%v.l.cols, i/v.l.cols
		var buf [cell.MaxSubCells]raster.Pixel
		v.overlay.Gather(&buf, x, y)
		if c, known := v.cellMemo.Lookup(x, y, &buf); known {
			*c = cell.Cell{Glyph: '?'}
			wrong++
		}
	}
	v.overlay.End()
	v.repaint(raster.Rect(0, 0, v.board.Cols, v.board.Rows))
	v.Draw(&got, g)
	if wrong < 100 {
		t.Fatalf("only %d cells are remembered", wrong)
	}
	for i := range want.Cells {
		if got.Cells[i] != want.Cells[i] {
			t.Fatalf("%v in column %d of row %d, want %v", got.Cells[i], i%100, i/100, want.Cells[i])
		}
	}
}
