package cell

import "testing"

// A frame that is opened is blank, whatever others have drawn on its cells, and has none when it is closed.
func TestFramesShareCells(t *testing.T) {
	var f, g Frame
	f.SetSize(4, 2)
	for range 10 {
		f.BorrowCells()
		for i := range f.Cells {
			if f.Cells[i] != (Cell{}) {
				t.Fatalf("cell %d was drawn before: %v", i, f.Cells[i])
			}
		}
		f.Fill(0, 0, f.W, f.H, 'x', Style{Fg: 1, Bg: 2, Attr: Bold})
		if f.BorrowCells(); f.At(3, 1).Glyph != 'x' {
			t.Fatal("what was drawn is gone, and the frame is still open")
		}
		f.ReturnCells()
		if text := f.String(); text != "" {
			t.Fatalf("a closed frame says %q", text)
		}
		if f.Cells != nil || f.W != 4 || f.H != 2 {
			t.Fatalf("a closed frame has %d cells, and a size of %d×%d", len(f.Cells), f.W, f.H)
		}
		g.SetSize(3, 3)
		g.BorrowCells()
		g.Fill(0, 0, 3, 3, 'y', Style{})
		g.ReturnCells()
	}

	// What Resize has made is not shared.
	f.Resize(4, 2)
	f.Fill(0, 0, 4, 2, 'x', Style{})
	if f.ReturnCells(); len(f.Cells) != 8 || f.At(0, 0).Glyph != 'x' {
		t.Error("a frame with cells of its own has lost them")
	}
}
