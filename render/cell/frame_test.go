package cell

import "testing"

// TestFramesShareCells checks that borrowed cells are blank, even if other frames have drawn on them, and that a frame
// has no cells after ReturnCells.
func TestFramesShareCells(t *testing.T) {
	var f, g Frame
	f.SetSize(4, 2)
	for range 10 {
		f.BorrowCells()
		for i := range f.Cells {
			if f.Cells[i] != (Cell{}) {
				t.Fatalf("borrowed cell %d is %v, want a blank", i, f.Cells[i])
			}
		}
		f.Fill(0, 0, f.W, f.H, 'x', Style{Fg: 1, Bg: 2, Attr: Bold})
		if f.BorrowCells(); f.At(3, 1).Glyph != 'x' {
			t.Fatal("a second BorrowCells cleared a drawn cell, want no change")
		}
		f.ReturnCells()
		if text := f.String(); text != "" {
			t.Fatalf("String of a frame without cells = %q, want \"\"", text)
		}
		if f.Cells != nil || f.W != 4 || f.H != 2 {
			t.Fatalf("after ReturnCells: %d cells and a size of %d×%d, want 0 cells and 4×2", len(f.Cells), f.W, f.H)
		}
		g.SetSize(3, 3)
		g.BorrowCells()
		g.Fill(0, 0, 3, 3, 'y', Style{})
		g.ReturnCells()
	}

	// Cells allocated by Resize are not shared.
	f.Resize(4, 2)
	f.Fill(0, 0, 4, 2, 'x', Style{})
	if f.ReturnCells(); len(f.Cells) != 8 || f.At(0, 0).Glyph != 'x' {
		t.Error("ReturnCells removed cells that Resize allocated, want no change")
	}
}
