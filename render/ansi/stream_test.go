package ansi

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"arkterm/render/cell"
)

// TestStreamShowsTheFrames checks that a terminal that receives the output shows each frame. Before the first frame and
// after a change of size, the terminal shows other text.
func TestStreamShowsTheFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for tier := cell.Truecolor; tier <= cell.Mono; tier++ {
		s := NewStream(tier)
		screen := NewEmulator(80, 24)
		screen.Write([]byte("\x1b[31;7mrubbish\x1b[12;40Hrubbish"))
		var f cell.Frame
		for k := range 60 {
			if k == 40 {
				screen = NewEmulator(100, 30)
			}
			f.Resize(screen.W, screen.H)
			drawRandomCells(rng, &f)

			part := s.Frame(&f)
			if !utf8.Valid(part) {
				t.Fatalf("%v: Frame sends %q, want valid UTF-8", tier, part)
			}
			if clears, want := bytes.Contains(part, []byte("\x1b[2J")), k == 0 || k == 40; clears != want {
				t.Fatalf("%v: frame %d clears the screen: %v, want %v", tier, k, clears, want)
			}
			screen.Write(part)
			if d := screen.Diff(&f, tier); d != "" {
				t.Fatalf("%v: the terminal differs from frame %d: %s", tier, k, d)
			}
			if again := s.Frame(&f); len(again) != 0 {
				t.Fatalf("%v: the same frame sends %q, want nothing", tier, again)
			}
		}
	}
}

func TestStreamDoesNotAllocate(t *testing.T) {
	s := NewStream(cell.Truecolor)
	var f cell.Frame
	f.Resize(80, 24)
	drawRandomCells(rand.New(rand.NewPCG(3, 4)), &f)
	s.Frame(&f)
	if n := testing.AllocsPerRun(100, func() { s.encoder.Forget(); s.Frame(&f) }); n != 0 && !testing.Short() {
		t.Errorf("Frame allocates %v times, want 0", n)
	}
}

// TestTextShowsTheFrame writes each line of Text into its row of a terminal, which must then show the frame.
func TestTextShowsTheFrame(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for tier := cell.Truecolor; tier <= cell.Mono; tier++ {
		var f cell.Frame
		f.Resize(60, 20)
		for range 8 {
			drawRandomCells(rng, &f)
		}
		var b strings.Builder
		if err := Text(&b, &f, tier); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		if len(lines) != 21 || lines[20] != "" {
			t.Fatalf("%v: Text writes %d lines, want 20", tier, len(lines)-1)
		}
		screen := NewEmulator(60, 20)
		for y, line := range lines[:20] {
			if !strings.HasSuffix(line, "\x1b[m") {
				t.Errorf("%v: line %d is %q, want a reset at the end", tier, y, line)
			}
			screen.X, screen.Y, screen.Wrap = 0, y, false
			screen.Write([]byte(line))
		}
		if d := screen.Diff(&f, tier); d != "" {
			t.Errorf("%v: the terminal differs from the frame: %s", tier, d)
		}
	}
}
