package console_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/tty/console"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// rows returns the characters of a screen.
func rows(s *console.Screen) string {
	var b strings.Builder
	for y := range s.H {
		for _, c := range s.Cells[y*s.W:][:s.W] {
			b.WriteRune(rune(c.Unit))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestScreenDraws(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"text without wrap", "abcdefgh", "abcdeh|      |      "},
		{"moves", "\x1b[2;3Ha\x1b[Ab\x1b[2Bc\rd\x1b[5Ge\b\bf\x1b[3Dg\x1b[Ch", "   b  |  a   |dg he "},
		{"line ends", "a\nb\r\nc\n\nd", "c     |      | d    "},
		{"scrolling", "a\r\nb\r\nc\r\nd\r\ne", "c     |d     |e     "},
		{"clearing", "abc\r\nabc\x1b[2D\x1b[K\x1b[1;2H\x1b[X", "a c   |a     |      "},
		{"all", "abc\r\nabc\x1b[2J!", "      |   !  |      "},
		{"what is not drawn", "\x1b[?1049h\x1b]2;title\x1b\\\x1b[22;0;0t\x1b[5n\x1b[>c\x1bPx\x1b\\\x1b7a\a", "a     |      |      "},
		{"characters", "▀é🬂漢", "▀é▒漢  |      |      "},
		{"beyond the edges", "\x1b[99;99Ha\x1b[99D\x1b[99Ab\x1b[1;6Hc\x1b[C\x1b[9999999Gd", "b    d|      |     a"},
	} {
		s := console.NewScreen(6, 3)
		_, _ = s.Write([]byte(c.text))
		if got := strings.ReplaceAll(strings.TrimSuffix(rows(s), "\n"), "\n", "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}

		// The same in pieces.
		pieces := console.NewScreen(6, 3)
		for i := range len(c.text) {
			_, _ = pieces.Write([]byte(c.text[i : i+1]))
		}
		if rows(pieces) != rows(s) || pieces.Col != s.Col || pieces.Row != s.Row {
			t.Errorf("%s: byte by byte %q", c.name, rows(pieces))
		}
	}
}

func TestScreenColors(t *testing.T) {
	const blue, green, red, bright = 1, 2, 4, 8
	for _, c := range []struct {
		text string
		want uint16
	}{
		{"a", 7},
		{"\x1b[31ma", red},
		{"\x1b[94ma", blue | bright},
		{"\x1b[33;44ma", red | green | blue<<4},
		{"\x1b[30;107ma", 0xf0},
		{"\x1b[1ma", 15},
		{"\x1b[7ma", 0x70},
		{"\x1b[1;7;22;27;39;49ma", 7},
		{"\x1b[31;1m\x1b[ma", 7},
		{"\x1b[38;5;9ma", red | bright},
		{"\x1b[38;5;21;48;5;232ma", blue | bright},
		{"\x1b[38;2;250;10;0ma", red | bright},
		{"\x1b[38;2;130;130;120;48;2;0;120;0ma", bright | green<<4},
		{"\x1b[38;2;1ma", 7},
	} {
		s := console.NewScreen(2, 1)
		_, _ = s.Write([]byte(c.text))
		if got := s.Cells[0].Attr; got != c.want {
			t.Errorf("%q: %#x, want %#x", c.text, got, c.want)
		}
	}
}

// A frame looks on the screen as it is, whatever was there before, and only its rows change.
func TestScreenShowsFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const w, h = 30, 9
	s := console.NewScreen(w, h)
	var e ansi.Encoder
	e.SetTier(cell.Colors16)
	var f cell.Frame
	f.Resize(w, h)
	f.Fill(0, 0, w, h, ' ', cell.Style{})
	glyphs := []rune(" ab▀▄█▌─")
	for n := range 200 {
		for range 1 + rng.IntN(60) {
			f.Set(rng.IntN(w), rng.IntN(h), glyphs[rng.IntN(len(glyphs))], cell.Style{Fg: cell.RGB(rng.IntN(256), 200, 0), Bg: cell.RGB(0, 0, rng.IntN(256))})
		}
		_, _ = s.Write(e.Frame(nil, &f))
		var want strings.Builder
		for y := range h {
			for x := range w {
				want.WriteRune(f.At(x, y).Glyph)
			}
			want.WriteByte('\n')
		}
		if got := rows(s); got != want.String() {
			t.Fatalf("frame %d:\n%swant\n%s", n, got, want.String())
		}
	}

	s.Changed()
	f.Set(3, 4, 'x', cell.Style{})
	p := e.Frame(nil, &f)
	if allocs := testing.AllocsPerRun(1, func() { _, _ = s.Write(p) }); allocs > 0 {
		t.Errorf("%.0f allocations", allocs)
	}
	if first, end := s.Changed(); first != 4 || end != 5 {
		t.Errorf("rows %d to %d have changed", first, end)
	}
	if first, end := s.Changed(); first != end {
		t.Errorf("rows %d to %d have changed again", first, end)
	}
}

func TestScreenCursorAndSize(t *testing.T) {
	s := console.NewScreen(10, 4)
	_, _ = s.Write([]byte("\x1b[?25l\x1b[3;7Hab"))
	if !s.Hidden || s.Col != 8 || s.Row != 2 {
		t.Errorf("%v, %d, %d", s.Hidden, s.Col, s.Row)
	}
	s.Resize(5, 2)
	_, _ = s.Write([]byte("\x1b[?25h"))
	if s.Hidden || s.Col != 4 || s.Row != 1 || rows(s) != "     \n     \n" {
		t.Errorf("%v, %d, %d, %q", s.Hidden, s.Col, s.Row, rows(s))
	}
	if first, end := s.Changed(); first != 0 || end != 2 {
		t.Errorf("rows %d to %d are to be shown", first, end)
	}
	s.Resize(0, 0)
	if s.W != 5 {
		t.Errorf("%d columns", s.W)
	}
}

func FuzzScreen(f *testing.F) {
	f.Add("\x1b[31;48;2;1;2;3mab\x1b[2;3H▀\x1b[2J", uint8(5))
	f.Add("\x1b[99999999999;;;;;;;;;;;;;;;;;;;;;;;;9m\x1b]", uint8(0))
	f.Fuzz(func(t *testing.T, text string, size uint8) {
		s := console.NewScreen(1+int(size%20), 1+int(size/20))
		if n, err := s.Write([]byte(text)); n != len(text) || err != nil {
			t.Errorf("%d of %d, %v", n, len(text), err)
		}
		if s.Col < 0 || s.Col >= s.W || s.Row < 0 || s.Row >= s.H {
			t.Errorf("the cursor is at %d, %d", s.Col, s.Row)
		}
		if first, end := s.Changed(); first < 0 || end > s.H {
			t.Errorf("rows %d to %d of %d", first, end, s.H)
		}
	})
}
