package ansi

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"arkterm/render/cell"
)

// TestEncoderSendsOnlyChanges checks the sequences of common changes. Each sequence is the shortest one for its
// change.
func TestEncoderSendsOnlyChanges(t *testing.T) {
	const red, blue, green, rgb = 0xcd0000, 0x0000ee, 0x00cd00, 0x010203
	plain := cell.Style{Fg: red, Bg: blue}
	for _, c := range []struct {
		name   string
		tier   cell.Tier
		before func(f *cell.Frame)
		after  func(f *cell.Frame)
		want   string
	}{
		{"no change", cell.Colors16, nil, nil, ""},
		{"one glyph", cell.Colors16, nil, func(f *cell.Frame) { f.Set(4, 2, 'x', plain) }, "\x1b[3;5H\x1b[31mx"},
		{
			"a glyph in the next cell", cell.Colors16, func(f *cell.Frame) { f.Set(4, 2, 'x', plain) },
			func(f *cell.Frame) { f.Set(5, 2, 'y', plain) }, "y",
		},
		{
			"another foreground", cell.Truecolor, func(f *cell.Frame) { f.Set(4, 2, 'x', plain) },
			func(f *cell.Frame) { f.Set(5, 2, 'y', cell.Style{Fg: rgb, Bg: blue}) }, "\x1b[38;2;1;2;3my",
		},
		{
			"bold is turned off", cell.Truecolor, func(f *cell.Frame) {
				f.Set(4, 2, 'x',
					cell.Style{Fg: rgb, Bg: rgb + 1, Attr: cell.Bold})
			},
			func(f *cell.Frame) { f.Set(5, 2, 'y', cell.Style{Fg: rgb, Bg: rgb + 1}) }, "\x1b[22my",
		},
		{
			"a reset is shorter", cell.Mono, func(f *cell.Frame) {
				f.Set(4, 2, 'x',
					cell.Style{Attr: cell.Bold | cell.Reverse})
			},
			func(f *cell.Frame) { f.Set(5, 2, 'y', cell.Style{}) }, "\x1b[my",
		},
		{
			"black is not bold", cell.Colors16, func(f *cell.Frame) {
				f.Set(4, 2, 'x',
					cell.Style{Fg: red, Bg: blue, Attr: cell.Bold})
			},
			func(f *cell.Frame) { f.Set(5, 2, 'y', cell.Style{Bg: blue, Attr: cell.Bold}) }, "\x1b[22;30my",
		},
		{
			"move to the right", cell.Colors16, func(f *cell.Frame) { f.Set(0, 0, 'x', plain) },
			func(f *cell.Frame) { f.Set(9, 0, 'y', plain) }, "\x1b[8Cy",
		},
		{
			"an unchanged frame", cell.Colors16,
			func(f *cell.Frame) { f.Set(2, 0, 'z', plain); f.Set(0, 0, 'x', plain) },
			nil,
			"",
		},
		{
			"move over a blank", cell.Colors16, func(f *cell.Frame) { f.Set(0, 0, 'x', plain) },
			func(f *cell.Frame) { f.Set(2, 0, 'y', plain) }, " y",
		},
		{
			"move over two blanks", cell.Colors16, func(f *cell.Frame) { f.Set(0, 0, 'x', plain) },
			func(f *cell.Frame) { f.Set(3, 0, 'y', plain) }, "  y",
		},
		{
			"no move over another style", cell.Colors16,
			func(f *cell.Frame) { f.Set(1, 0, 'z', cell.Style{Fg: green, Bg: blue}); f.Set(19, 3, 'x', plain) },
			func(f *cell.Frame) { f.Set(0, 0, 'a', plain); f.Set(2, 0, 'y', plain) }, "\r\x1b[31ma\x1b[Cy",
		},
		{
			"move to the left", cell.Colors16, func(f *cell.Frame) { f.Set(19, 2, 'x', plain) },
			func(f *cell.Frame) { f.Set(3, 2, 'y', plain) }, "\x1b[4Gy",
		},
		{
			"move to the start of the row", cell.Colors16, func(f *cell.Frame) { f.Set(9, 2, 'x', plain) },
			func(f *cell.Frame) { f.Set(0, 2, 'y', plain) }, "\ry",
		},
		{
			"move down", cell.Colors16, func(f *cell.Frame) { f.Set(8, 1, 'x', plain) },
			func(f *cell.Frame) { f.Set(9, 3, 'y', plain) }, "\x1b[2By",
		},
		{
			"move up", cell.Colors16, func(f *cell.Frame) { f.Set(8, 3, 'x', plain) },
			func(f *cell.Frame) { f.Set(9, 2, 'y', plain) }, "\x1b[Ay",
		},
		{
			"move to the next row of a shape", cell.Colors16, func(f *cell.Frame) { f.Set(18, 3, 'x', plain) },
			func(f *cell.Frame) { f.Set(17, 1, 'y', plain); f.Set(17, 2, 'y', plain) }, "\x1b[2A\b\by\x1b[B\by",
		},
		{
			"a blank needs no foreground", cell.Colors16,
			func(f *cell.Frame) { f.Set(4, 2, 'x', plain); f.Set(5, 2, 'x', plain); f.Set(4, 2, 'y', plain) },
			func(f *cell.Frame) { f.Set(5, 2, ' ', cell.Style{Fg: green, Bg: blue}) }, "\b ",
		},
		{
			"a blank needs its background", cell.Colors16, func(f *cell.Frame) { f.Set(4, 2, 'x', plain) },
			func(f *cell.Frame) { f.Set(5, 2, ' ', cell.Style{Fg: red, Bg: green}) }, "\x1b[42m ",
		},
		{
			"a blank needs its reverse attribute", cell.Mono, func(f *cell.Frame) { f.Set(4, 2, 'x', plain) },
			func(f *cell.Frame) { f.Set(5, 2, ' ', cell.Style{Attr: cell.Reverse}) }, "\x1b[7m ",
		},
		{
			"colors that are equal in the tier", cell.Colors16, nil,
			func(f *cell.Frame) { f.Fill(0, 0, 20, 4, ' ', cell.Style{Bg: blue + 1}) }, "",
		},
		{
			"a control character", cell.Colors16, nil, func(f *cell.Frame) { f.Set(4, 2, '\x1b', plain) },
			"\x1b[3;5H\x1b[31m?",
		},
		{"a wide glyph", cell.Colors16, nil, func(f *cell.Frame) { f.Set(4, 2, '世', plain) }, "\x1b[3;5H\x1b[31m?"},
	} {
		var e Encoder
		e.SetTier(c.tier)
		var f cell.Frame
		f.Resize(20, 4)
		f.Fill(0, 0, 20, 4, ' ', plain)
		e.Frame(nil, &f)

		if c.before != nil {
			c.before(&f)
			e.Frame(nil, &f)
		}
		if c.after != nil {
			c.after(&f)
		}
		if got := string(e.Frame(nil, &f)); got != c.want {
			t.Errorf("%s: sent %q, want %q", c.name, got, c.want)
		}
	}
}

// TestBleedResendsNeighbors checks that SetBleed makes the Encoder send the neighbors of a changed cell again.
func TestBleedResendsNeighbors(t *testing.T) {
	for _, bleeds := range []bool{false, true} {
		var e Encoder
		e.SetBleed(bleeds)
		var f cell.Frame
		f.Resize(5, 1)
		f.Text(2, 0, "█", cell.Style{Fg: 1})
		screen := NewEmulator(f.W, f.H)
		screen.Write(e.Frame(nil, &f))
		screen.Write([]byte("\x1b[1;2Hx\x1b[1;4Hx")) // the pixels of these glyphs may reach beyond their cells
		e.ForgetCursor()
		f.Text(2, 0, " ", cell.Style{})
		screen.Write(e.Frame(nil, &f))
		if left := screen.Diff(&f, cell.Truecolor); (left == "") != bleeds {
			t.Errorf(
				"SetBleed(%v): difference between terminal and frame is %q, want none with true and one with false",
				bleeds, left)
		}
	}
}

// TestNarrowFrames checks that all cells are sent again when Frame.NoAmbiguousWidth changes. If it is set, characters
// of ambiguous width must become question marks.
func TestNarrowFrames(t *testing.T) {
	var e Encoder
	e.SetTier(cell.Mono)
	var f cell.Frame
	f.Resize(6, 1)
	f.Text(0, 0, "aж▀ñ°▖", cell.Style{})
	for _, c := range []struct {
		narrow bool
		want   string
	}{
		{false, "\x1b[H\x1b[maж▀ñ°▖"},
		{true, "\ra??ñ?▖"},
		{true, ""},
		{false, "\raж▀ñ°▖"},
	} {
		f.NoAmbiguousWidth = c.narrow
		if got := string(e.Frame(nil, &f)); got != c.want {
			t.Errorf("Narrow = %v: sent %q, want %q", c.narrow, got, c.want)
		}
	}
}

func TestEncoderForgets(t *testing.T) {
	var e Encoder
	e.SetTier(cell.Mono)
	var f cell.Frame
	f.Resize(3, 1)
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"the first frame", func() {}, "\x1b[H\x1b[m   "},
		{"the same frame again", func() {}, ""},
		{"Forget", e.Forget, "\x1b[H\x1b[m   "},
		{"ForgetCursor", e.ForgetCursor, ""},
		{"one glyph after ForgetCursor", func() { e.ForgetCursor(); f.Cells[1].Glyph = 'x' }, "\x1b[1;2H\x1b[mx"},
		{"another size", func() { f.Resize(2, 1) }, "\r  "},
		{"SetTier to the same tier", func() { e.SetTier(cell.Mono) }, ""},
		{"SetTier to another tier", func() { e.SetTier(cell.Colors16) }, "\r\x1b[40m  "},
	} {
		c.do()
		if got := string(e.Frame(nil, &f)); got != c.want {
			t.Errorf("%s: sent %q, want %q", c.name, got, c.want)
			e.Forget()
		}
	}
}

// drawRandomCells changes single cells or runs of cells of a frame, and sometimes the whole frame.
func drawRandomCells(rng *rand.Rand, f *cell.Frame) {
	glyphs := []rune(" ▀▄█▌xy#  ╭\x00\x1b世🬞⣿")
	for range 1 + rng.IntN(8) {
		x, y, w, h := rng.IntN(f.W), rng.IntN(f.H), 1+rng.IntN(5), 1
		if rng.IntN(20) == 0 {
			w, h = f.W, f.H
		}
		if rng.IntN(3) == 0 {
			f.Text(x-2, y, specialTexts[rng.IntN(len(specialTexts))], randomStyle(rng, f))
			continue
		}
		f.Fill(x, y, w, h, glyphs[rng.IntN(len(glyphs))], randomStyle(rng, f))
	}
}

// styleColors are the colors of random styles.
var styleColors = []cell.Color{
	0, 0, 0xffffff, 0x5f87af, 0x5f87b0, 0xcd0000, 0x123456, cell.Default, cell.Default,
	cell.Indexed(0), cell.Indexed(9), cell.Indexed(200),
}

// randomStyle returns a random style. Most styles have no attributes.
func randomStyle(rng *rand.Rand, f *cell.Frame) cell.Style {
	color := func() cell.Color { return styleColors[rng.IntN(len(styleColors))] }
	s := cell.Style{Fg: color(), Bg: color()}
	if rng.IntN(4) == 0 {
		s.Attr = cell.Attr(rng.IntN(64))
	}
	if rng.IntN(6) == 0 {
		s.Attr |= cell.Attr(rng.IntN(6)) * cell.Underline
	}
	if rng.IntN(6) == 0 {
		s.Attr |= f.Extra(cell.Extra{Underline: color(), URL: []string{
			"", "https://example.org/",
			"file:///a;b",
		}[rng.IntN(3)], ID: []string{"", "7"}[rng.IntN(2)]})
	}
	return s
}

// scrollRandomRows moves some rows of a frame up or down, and draws something in the exposed rows.
func scrollRandomRows(rng *rand.Rand, f *cell.Frame) {
	top := rng.IntN(f.H)
	rows := 1 + rng.IntN(f.H-top)
	n := rng.IntN(rows)
	band := f.Cells[top*f.W : (top+rows)*f.W]
	exposed := top
	if rng.IntN(2) == 0 {
		copy(band, band[n*f.W:])
		exposed = top + rows - n
	} else {
		copy(band[n*f.W:], band)
	}
	style := randomStyle(rng, f)
	if rng.IntN(2) == 0 {
		style = cell.Style{Fg: cell.Default, Bg: cell.Default}
	}
	f.Fill(0, exposed, f.W, n, ' ', style)
	f.Text(0, exposed, specialTexts[rng.IntN(len(specialTexts))], randomStyle(rng, f))
}

// specialTexts contain glyphs of two columns and glyphs with marks.
var specialTexts = []string{"日本の石", "玩家", "a한b글c", "नमस्ते", "हिन्दी", "สวัสดี", "❤️👩‍👩‍👧🇯🇵", "e\u0301x", "か\u3099"}

// checkSession sends frames to a terminal. Between frames the size and the tier change, or another program writes to
// the terminal. After each frame the terminal must show the frame, with the cursor at its position and no open
// hyperlink. Sending the same frame again must take no bytes.
func checkSession(t *testing.T, rng *rand.Rand) {
	t.Helper()
	var e Encoder
	var f cell.Frame
	var screen *Emulator
	tier := cell.Truecolor
	for round := range 12 {
		switch change := rng.IntN(10); {
		case round == 0 || change == 0:
			f.Resize(1+rng.IntN(130), 1+rng.IntN(9))
			screen = NewEmulator(f.W, f.H)
			screen.Write([]byte("\x1b[31;7mrubbish"))
			screen.BCE = rng.IntN(2) == 0
			e.Forget()
			e.SetScroll(rng.IntN(2) == 0)
			screen.Underlines, screen.Links = rng.IntN(2) == 0, rng.IntN(2) == 0
		case change == 1:
			tier = cell.Tier(rng.IntN(4))
			e.SetTier(tier)
			e.SetBleed(rng.IntN(2) == 0)
			screen.Underlines, screen.Links = rng.IntN(2) == 0, rng.IntN(2) == 0
		case change == 2: // a query has changed the cursor and the style
			screen.X, screen.Y, screen.Wrap = rng.IntN(f.W), rng.IntN(f.H), false
			screen.Fg, screen.Attrs[7] = "1", rng.IntN(2) == 0
			e.ForgetCursor()
		case change == 3: // another program has written
			screen.Write([]byte("\x1b[2;3H\x1b[42mrubbish"))
			if screen.Links {
				screen.Write([]byte("\x1b]8;;x\x1b\\rubbish"))
			}
			e.Forget()
		case change == 4: // the numbers of the extras change
			f.ClearExtras()
			f.Fill(0, 0, f.W, f.H, 'x', randomStyle(rng, &f))
		case change >= 6:
			scrollRandomRows(rng, &f)
		}

		e.SetUnderlines(screen.Underlines)
		e.SetLinks(screen.Links)
		if rng.IntN(3) > 0 {
			drawRandomCells(rng, &f)
		}
		f.Cursor = cell.Cursor{X: rng.IntN(f.W), Y: rng.IntN(f.H), Placed: rng.IntN(2) == 0}

		sent := e.Frame(nil, &f)
		screen.Write(sent)
		if c := f.Cursor; c.Placed && (screen.X != c.X || screen.Y != c.Y || screen.Wrap) {
			t.Fatalf("the cursor is in column %d, row %d, pending wrap %v; want %+v", screen.X, screen.Y, screen.Wrap,
				c)
		}
		if d := screen.Diff(&f, tier); d != "" {
			t.Fatalf("%v: the terminal differs from the frame: %s\nsent %q", tier, d, sent)
		}
		if len(screen.Link) > len(";") {
			t.Fatalf("%q leaves a hyperlink open, want it closed", sent)
		}
		if again := e.Frame(nil, &f); len(again) > 0 {
			t.Fatalf("%v: the same frame sends %q, want nothing", tier, again)
		}
	}
}

// TestWideGlyphs checks that a glyph of two columns is sent completely even if only half of it changes. After the
// glyph, the Encoder sends an absolute cursor move.
func TestWideGlyphs(t *testing.T) {
	var e Encoder
	var f cell.Frame
	f.Resize(6, 1)
	st := cell.Style{Fg: 0xffffff}
	screen := NewEmulator(6, 1)
	screen.Write(e.Frame(nil, &f))
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"two wide glyphs", func() { f.Text(1, 0, "日本", st) }, "\x1b[2G\x1b[38;5;231m日\x1b[1;4H本"},
		{"the same frame again", func() {}, ""},
		{"a narrow glyph over the right half of the first", func() { f.Set(2, 0, 'x', st) }, "\x1b[1;2H x"},
		{"a narrow glyph over the left half of the second", func() { f.Set(3, 0, 'y', st) }, "y "},
		{"both wide glyphs again", func() { f.Text(1, 0, "日本", st) }, "\b\b\b\b日\x1b[1;4H本"},
		{"both wide glyphs one column to the right", func() { f.Text(2, 0, "日本", st) }, "\x1b[1;2H 日\x1b[1;5H本"},
		{"a wide glyph cut at the margin", func() { f.Text(5, 0, "日", st) }, "\x1b[1;5H  "},
	} {
		c.do()
		got := string(e.Frame(nil, &f))
		screen.Write([]byte(got))
		if d := screen.Diff(&f, cell.Truecolor); d != "" {
			t.Errorf("%s: the terminal differs from the frame: %s", c.name, d)
		}
		if got != c.want {
			t.Errorf("%s: sent %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTerminalShowsTheFrame(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 500 {
		checkSession(t, rng)
	}
}

// FuzzEncoder draws cells from the input and checks that the terminal shows them.
func FuzzEncoder(f *testing.F) {
	f.Add([]byte("x\x01\x02\x03 random bytes"), uint64(1))
	f.Add(bytes.Repeat([]byte{0x80, 0x1b, 7}, 40), uint64(2))
	f.Add(bytes.Repeat([]byte{1, 2, 'x', 3, 0xff, 0xff, 0}, 20), uint64(0xff))
	f.Fuzz(func(t *testing.T, drawn []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		checkSession(t, rng)

		var e Encoder
		tier := cell.Tier(seed % 4)
		e.SetTier(tier)
		var frame cell.Frame
		frame.Resize(1+rng.IntN(130), 1+rng.IntN(9))
		screen := NewEmulator(frame.W, frame.H)
		screen.Underlines, screen.Links, screen.BCE = seed&4 != 0, seed&8 != 0, seed&16 != 0
		e.SetUnderlines(screen.Underlines)
		e.SetLinks(screen.Links)
		e.SetScroll(seed&32 != 0)

		for len(drawn) >= 6 {
			if drawn[0]%3 == 0 {
				scrollRandomRows(rng, &frame)
			}
			for ; len(drawn) >= 6 && drawn[0] > 0; drawn = drawn[6:] {
				at := (int(drawn[0]) + int(drawn[1])<<8) % len(frame.Cells)
				c := cell.Cell{
					Glyph: rune(drawn[2]) | rune(drawn[5]&0xf0)<<5, Fg: cell.Color(drawn[3]) << 8,
					Bg: cell.Color(drawn[4]), Attr: cell.Attr(drawn[5] & 63),
				}
				if drawn[3]&1 != 0 {
					c.Fg = cell.Indexed(int(drawn[3]))
				}
				if drawn[4]&1 != 0 {
					c.Attr |= randomStyle(rng, &frame).Attr &^ 63
				}
				frame.Cells[at] = c
			}

			sent := e.Frame(nil, &frame)
			screen.Write(sent)
			if d := screen.Diff(&frame, tier); d != "" {
				t.Fatalf("%v: the terminal differs from the frame: %s\nsent %q", tier, d, sent)
			}
			drawn = drawn[min(len(drawn), 1):]
		}
	})
}

func TestEncoderDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for tier := cell.Truecolor; tier <= cell.Mono; tier++ {
		var e Encoder
		e.SetTier(tier)
		var f cell.Frame
		f.Resize(80, 24)
		dst := make([]byte, 0, 1<<17)
		e.Frame(dst, &f)
		if n := testing.AllocsPerRun(100, func() { drawRandomCells(rng, &f); e.Frame(dst, &f) }); n > 0 &&
			!testing.Short() {
			t.Errorf("%v: Frame allocates %v times, want 0", tier, n)
		}
	}
}
