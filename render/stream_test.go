package render

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/render/cell"
)

// TestStreamShowsTheFrames: a terminal that is sent the parts shows each frame, on every rung and
// in every tier, also one that begins in the middle of a mess, and after a change of size.
func TestStreamShowsTheFrames(t *testing.T) {
	for _, o := range allOptions() {
		g, v := after(t, o, 300)
		s := NewStream(o.Tier)
		screen := newVT(80, 24)
		screen.Write([]byte("\x1b[31;7mrubbish\x1b[12;40Hhere"))
		var f cell.Frame
		for k := range 60 {
			if k == 40 {
				screen = newVT(100, 30)
			}
			f.Resize(screen.w, screen.h)
			v.Draw(&f, g)
			part := s.Frame(&f)
			if !utf8.Valid(part) {
				t.Fatalf("%v %v: %q ends within a rune", o.Glyphs, o.Tier, part)
			}
			clears := bytes.Contains(part, []byte("\x1b[2J"))
			if want := k == 0 || k == 40; clears != want {
				t.Fatalf("%v %v: frame %d clears the screen: %v", o.Glyphs, o.Tier, k, clears)
			}
			screen.Write(part)
			for i, c := range f.Cells {
				want := max(s.painter.plain(c).Glyph, ' ')
				if got := screen.cells[i].r; got != want {
					t.Fatalf("%v %v: frame %d: %q at %d, %d, want %q", o.Glyphs, o.Tier, k, got, i%f.W, i/f.W, want)
				}
			}
			if again := s.Frame(&f); len(again) != 0 {
				t.Fatalf("%v %v: the same frame again is %q", o.Glyphs, o.Tier, again)
			}
			for range 8 {
				g.Step(engine.Input{hand(g), engine.Idle})
				v.Observe(g.Events)
			}
		}
	}
}

// TestStreamAllocatesNothing once it is warm.
func TestStreamAllocatesNothing(t *testing.T) {
	g, v := after(t, Options{}, 300)
	s := NewStream(cell.Truecolor)
	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	s.Frame(&f)
	if n := testing.AllocsPerRun(100, func() { s.Forget(); s.Frame(&f) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
