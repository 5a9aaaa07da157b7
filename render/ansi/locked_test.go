package ansi

import (
	"math/rand/v2"
	"testing"

	"arkterm/render/cell"
)

// TestLockedCellsAreNotSent checks that an Encoder never writes to a locked cell, even if it sends every cell or could
// move the cursor by writing glyphs again.
func TestLockedCellsAreNotSent(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, bleeds := range []bool{false, true} {
		var e Encoder
		e.SetBleed(bleeds)
		const w, h = 20, 4
		term := NewEmulator(w, h)
		var f cell.Frame
		f.Resize(w, h)
		picture := EmulatorCell{Rune: 'P'} // drawn by another program
		for n := range 3000 {
			for range rng.IntN(6) {
				i := rng.IntN(w * h)
				if f.Cells[i].Glyph == cell.Locked { // the encoder may not know yet that the cell is locked
					e.Forget()
				}
				switch f.Cells[i].Glyph = []rune{'a', ' ', cell.Locked, 'b'}[rng.IntN(4)]; f.Cells[i].Glyph {
				case cell.Locked:
					term.Cells[i] = picture
				default:
					f.Cells[i].Fg, f.Cells[i].Bg = 0xffffff, cell.Color(rng.IntN(2)*0x5f0000)
				}
			}
			if rng.IntN(20) == 0 {
				e.Forget()
			}

			limit := Limit{Bytes: rng.IntN(2) * 60, Now: int64(n)}
			for left := 1; left > 0; left, _ = e.Pending() {
				_, _ = term.Write(e.PartialFrame(nil, &f, limit))
			}

			for i, c := range f.Cells {
				want := EmulatorCellAt(&f, i, cell.Truecolor)
				if c.Glyph == cell.Locked {
					want = picture
				}
				if got := term.Cells[i]; got != want {
					t.Fatalf("SetBleed(%v), frame %d: cell %d shows %v, want %v", bleeds, n, i, got, want)
				}
			}
		}
	}
}
