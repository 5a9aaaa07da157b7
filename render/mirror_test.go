package render

import (
	"testing"

	"arkterm/render/cell"
)

// TestFlipTwice checks that every glyph has an upside-down counterpart in its set, and that flipping it twice
// returns the original.
func TestFlipTwice(t *testing.T) {
	for g := range cell.Diagonal + 1 {
		table := newMirror(g, false)
		check := func(r rune) {
			c := cell.Cell{Glyph: r, Fg: 1, Bg: 2}
			flipped := c
			table.flipCell(&flipped)
			if to := table.entry(r); to == nil || to.glyph == 0 {
				t.Errorf("%s: %c has no upside-down counterpart, want one", g, r)
			}
			if table.flipCell(&flipped); flipped != c && r != ' ' {
				t.Errorf("%s: %c flipped twice is %c, want no change", g, r, flipped.Glyph)
			}
		}
		for _, r := range g.Blocks() {
			check(r)
		}
		for _, s := range g.Shapes() {
			if s.Glyph != 0 {
				check(s.Glyph)
			}
		}
	}
}

// TestFlip checks that glyphs, parts and the cursor are flipped.
func TestFlip(t *testing.T) {
	for g, want := range map[cell.Glyphs]string{
		cell.Quadrant: "5 /\n▄▚X\n▘█▜\n", cell.Half: "5 /\n▄▞X\n▖█▟\n",
	} {
		f := &cell.Frame{}
		f.Resize(4, 4)
		for y, line := range []string{"▖█▟", "▀▞X", "5 \\"} {
			f.Text(1, y, line, cell.Style{})
		}
		f.Urgent = append(f.Urgent, cell.Part{X: 1, Y: 0, W: 1, H: 2, ID: 7})
		f.Cursor = cell.Cursor{X: 2, Y: 2, Placed: true}
		newMirror(g, false).flip(f, 1, 0, 3, 3)
		got := ""
		for y := range 3 {
			for x := 1; x < 4; x++ {
				got += string(max(f.At(x, y).Glyph, ' '))
			}
			got += "\n"
		}
		if got != want {
			t.Errorf("%s: the flipped frame is\n%swant\n%s", g, got, want)
		}
		if p := f.Urgent[0]; p.Y != 1 || p.H != 2 || f.Cursor.Y != 0 {
			t.Errorf("urgent part in row %d, cursor in row %d; want rows 1 and 0", p.Y, f.Cursor.Y)
		}
	}
}

// TestFlipSwapsColors checks a glyph whose counterpart is an inverse glyph that fonts lack. It is drawn with swapped
// colors, or with the reverse attribute if there are no colors.
func TestFlipSwapsColors(t *testing.T) {
	for mono, want := range map[bool]cell.Cell{
		false: {Glyph: '▆', Fg: 2, Bg: 1},
		true:  {Glyph: '▆', Fg: 1, Bg: 2, Attr: cell.Reverse},
	} {
		c := cell.Cell{Glyph: '▂', Fg: 1, Bg: 2}
		if newMirror(cell.Quadrant, mono).flipCell(&c); c != want {
			t.Errorf("mono %v: flipCell(▂) = %+v, want %+v", mono, c, want)
		}
	}
}

func BenchmarkFlip(b *testing.B) {
	f := &cell.Frame{}
	f.Resize(80, 24)
	f.Fill(0, 0, 80, 24, '▞', cell.Style{})
	t := newMirror(cell.Mosaic, false)
	for b.Loop() {
		t.flip(f, 1, 0, 61, 24)
	}
}
