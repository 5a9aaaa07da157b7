package render

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestOutputSendsOnlyWhatDiffers(t *testing.T) {
	tests := []struct {
		name  string
		write []string // one after the other
		want  string   // of the last
	}{
		{"first move and style are whole", []string{"\x1b[3;5H\x1b[m\x1b[38;5;9;48;5;20mx"}, "\x1b[3;5H\x1b[;91;48;5;20mx"},
		{"nothing visible, nothing sent", []string{"\x1b[3;5H\x1b[m\x1b[1m"}, ""},
		{"the same style again", []string{"\x1b[1;1H\x1b[m\x1b[31mx", "\x1b[1;2H\x1b[m\x1b[31my"}, "y"},
		{"only the foreground", []string{"\x1b[1;1H\x1b[m\x1b[38;2;1;2;3m\x1b[48;2;9;9;9mx", "\x1b[m\x1b[38;2;4;5;6m\x1b[48;2;9;9;9my"}, "\x1b[38;2;4;5;6my"},
		{"reset is shorter", []string{"\x1b[1;1H\x1b[m\x1b[1;38;2;1;2;3;48;2;9;9;9mx", "\x1b[my"}, "\x1b[my"},
		{"bold off", []string{"\x1b[1;1H\x1b[m\x1b[1;38;5;77mx", "\x1b[m\x1b[38;5;77my"}, "\x1b[22my"},
		{"forward", []string{"\x1b[1;1H\x1b[mx", "\x1b[1;6Hy"}, "\x1b[4Cy"},
		{"back", []string{"\x1b[4;29H\x1b[mxy", "\x1b[4;3Hy"}, "\x1b[3Gy"},
		{"a little back", []string{"\x1b[4;29H\x1b[mx\x1b[4;3Hx", "\x1b[4;2Hy"}, "\b\by"},
		{"further back", []string{"\x1b[4;99H\x1b[mx\x1b[4;30Hx", "\x1b[4;24Hy"}, "\x1b[7Dy"},
		{"back from what may be the margin", []string{"\x1b[4;80H\x1b[mx", "\x1b[4;79Hy"}, "\x1b[79Gy"},
		{"the next row of a shape", []string{"\x1b[4;80H\x1b[mx\x1b[11;20H\x1b[mxx", "\x1b[12;20Hxx"}, "\x1b[B\b\bxx"},
		{"row start", []string{"\x1b[4;9H\x1b[mx", "\x1b[4;1Hy"}, "\ry"},
		{"down", []string{"\x1b[4;9H\x1b[mx", "\x1b[6;10Hy"}, "\x1b[2By"},
		{"up", []string{"\x1b[4;9H\x1b[mx", "\x1b[3;10Hy"}, "\x1b[Ay"},
		{"blank needs no foreground", []string{"\x1b[1;1H\x1b[m\x1b[31;44mx", "\x1b[m\x1b[32;44m "}, " "},
		{"but its background", []string{"\x1b[1;1H\x1b[m\x1b[31;44mx", "\x1b[m\x1b[32;45m "}, "\x1b[45m "},
		{"and its underline", []string{"\x1b[1;1H\x1b[m\x1b[31;44mx", "\x1b[m\x1b[4;31;44m "}, "\x1b[4m "},
		{"mouse modes change nothing", []string{"\x1b[1;1H\x1b[m\x1b[31mx", "\x1b[?1003h\x1b[1;2H\x1b[m\x1b[31my"}, "\x1b[?1003hy"},
		{"the unknown makes forget", []string{"\x1b[1;1H\x1b[m\x1b[31mx", "\x1b[?1049l\x1b[1;2H\x1b[m\x1b[31my"}, "\x1b[?1049l\x1b[1;2H\x1b[;31my"},
		{"what was held back comes first", []string{"\x1b[1;1H\x1b[m\x1b[31mx", "\x1b[m\x1b[44m\x1b[H\x1b[2J"}, "\r\x1b[;44m\x1b[2J"},
		{"split", []string{"\x1b[1;1H\x1b[mx\x1b[", "3;1", "Hy"}, "\x1b[3Hy"},
		{"a rune split", []string{"\x1b[1;1H\x1b[m\xe2", "\x96", "\x80"}, "\x1b[H\x1b[m▀"},
		{"title", []string{"\x1b]2;arkterm\a"}, "\x1b]2;arkterm\a"},
		{"string broken off", []string{"\x1b[1;1H\x1b[mx", "\x1b]2;ark\x1b[1;2Hy"}, "\x1b]2;ark\x1b[1;2Hy"},
		{"style before any reset", []string{"\x1b[31mx"}, "\x1b[31mx"},
		{"escape twice", []string{"\x1b[1;1H\x1b[mx", "\x1b\x1b[1;2Hy"}, "y"},
		{"wide glyph", []string{"\x1b[1;1H\x1b[m世", "\x1b[1;3Hy"}, "\x1b[1;3Hy"},
	}
	for _, tt := range tests {
		var o Output
		var got []byte
		for _, s := range tt.write {
			got = o.Encode(nil, []byte(s))
		}
		if string(got) != tt.want {
			t.Errorf("%s: sent %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestOutputForgets(t *testing.T) {
	var o Output
	o.Encode(nil, []byte("\x1b[1;1H\x1b[m\x1b[31mx"))
	o.Forget()
	if got, want := string(o.Encode(nil, []byte("\x1b[1;2H\x1b[m\x1b[31my"))), "\x1b[1;2H\x1b[;31my"; got != want {
		t.Errorf("sent %q, want %q", got, want)
	}
}

// tcellStream returns bytes as tcell writes them: frames of moves, whole styles
// and glyphs, now and then a sequence of another kind.
func tcellStream(rng *rand.Rand, w, h int) []byte {
	var b bytes.Buffer
	b.WriteString("\x1b[m\x1b[H\x1b[2J")
	glyphs := []rune(" ▀▄█▌xy#  ")
	for range 1 + rng.IntN(30) {
		x, y := rng.IntN(w), rng.IntN(h)
		fmt.Fprintf(&b, "\x1b[%d;%dH", y+1, x+1)
		for range 1 + rng.IntN(4) {
			if rng.IntN(3) > 0 {
				style(&b, rng)
			}
			for range 1 + rng.IntN(3) {
				if x < w {
					b.WriteRune(glyphs[rng.IntN(len(glyphs))])
				}
				x++
			}
		}
		switch rng.IntN(20) {
		case 0:
			b.WriteString("\x1b[?25l\x1b[5n")
		case 1:
			b.WriteString("\x1b[m\x1b[44m\x1b[H\x1b[2J")
		case 2:
			b.WriteString("\x1b[?1049h")
		}
	}
	return b.Bytes()
}

func style(b *bytes.Buffer, rng *rand.Rand) {
	b.WriteString("\x1b[m")
	for base := 30; base <= 40; base += 10 {
		switch rng.IntN(4) {
		case 0:
			fmt.Fprintf(b, "\x1b[%d;5;%dm", base+8, rng.IntN(20))
		case 1:
			fmt.Fprintf(b, "\x1b[%d;2;%d;0;7m", base+8, rng.IntN(3))
		case 2:
			fmt.Fprintf(b, "\x1b[%dm", base+rng.IntN(8))
		}
	}
	for _, n := range [...]int{1, 2, 4, 7} {
		if rng.IntN(5) == 0 {
			fmt.Fprintf(b, "\x1b[%dm", n)
		}
	}
}

// checkSameScreen compares the screens of two terminals, one of which gets the
// stream through an Output in pieces.
func checkSameScreen(t *testing.T, rng *rand.Rand, stream []byte, w, h int) (sent int) {
	t.Helper()
	plain, behind := newVT(w, h), newVT(w, h)
	plain.Write(stream)
	var o Output
	for rest := stream; len(rest) > 0; {
		n := 1 + rng.IntN(len(rest))
		out := o.Encode(nil, rest[:n])
		sent += len(out)
		behind.Write(out)
		rest = rest[n:]
	}
	for i := range plain.cells {
		if plain.cells[i] != behind.cells[i] {
			t.Fatalf("cell %d,%d: %v, want %v\nstream %q", i%w, i/w, behind.cells[i], plain.cells[i], stream)
		}
	}
	return sent
}

func TestOutputShowsTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	got, all := 0, 0
	for range 2000 {
		stream := tcellStream(rng, 12, 5)
		all += len(stream)
		got += checkSameScreen(t, rng, stream, 12, 5)
	}
	if got >= all {
		t.Errorf("sent %d bytes of %d", got, all)
	}
}

// checkLife compares the screens of two terminals through resizes, and through times in which
// somebody else writes to them. The Output is told, as cursor and style are anybody's then.
func checkLife(t *testing.T, rng *rand.Rand) {
	t.Helper()
	var o Output
	var plain, behind *vt
	for round := range 6 {
		switch change := rng.IntN(3); {
		case round == 0 || change == 0:
			w, h := 1+rng.IntN(40), 1+rng.IntN(12)
			plain, behind = newVT(w, h), newVT(w, h)
			o.Forget()
		case change == 1:
			behind.x, behind.y, behind.wrap = rng.IntN(plain.w), rng.IntN(plain.h), false
			behind.fg, behind.attrs[7] = "1", rng.IntN(2) == 0
			o.Forget()
		}
		stream := tcellStream(rng, plain.w, plain.h)
		if rng.IntN(2) == 0 { // a frame that does not begin with a clear screen
			stream = append([]byte("\x1b[1;1H\x1b[m"), stream[len("\x1b[m\x1b[H\x1b[2J"):]...)
		}
		plain.Write(stream)
		behind.Write(o.Encode(nil, stream))
		for i := range plain.cells {
			if plain.cells[i] != behind.cells[i] {
				t.Fatalf("%d×%d, cell %d,%d: %v, want %v\nstream %q", plain.w, plain.h, i%plain.w, i/plain.w, behind.cells[i], plain.cells[i], stream)
			}
		}
	}
}

func TestOutputShowsTheSameForLife(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 500 {
		checkLife(t, rng)
	}
}

func TestOutputDoesNotDependOnPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		stream := tcellStream(rng, 9, 4)
		var whole, pieces Output
		var out []byte
		for i := range stream {
			out = pieces.Encode(out, stream[i:i+1])
		}
		if want := whole.Encode(nil, stream); !bytes.Equal(out, want) {
			t.Fatalf("%q, want %q\nstream %q", out, want, stream)
		}
	}
}

func TestOutputDoesNotAllocate(t *testing.T) {
	var o Output
	stream := tcellStream(rand.New(rand.NewPCG(5, 6)), 80, 24)
	dst := make([]byte, 0, 1<<16)
	o.Encode(dst, stream)
	if n := testing.AllocsPerRun(20, func() { o.Encode(dst, stream) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzOutput feeds any bytes in pieces: nothing may depend on where they are cut,
// and a frame that follows shows what it should.
func FuzzOutput(f *testing.F) {
	f.Add([]byte("\x1b[1;1H\x1b[38;5;7mx\x1b]2;t\a"), uint64(1))
	f.Add([]byte("\x1b[1;1\x1b[m\x1bP\x1b\\\xe2\x96\x1b[;;m"), uint64(2))
	f.Fuzz(func(t *testing.T, junk []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var whole, pieces Output
		want := whole.Encode(nil, junk)
		var got []byte
		for rest := junk; len(rest) > 0; {
			n := 1 + rng.IntN(len(rest))
			got = pieces.Encode(got, rest[:n])
			rest = rest[n:]
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%q in pieces, %q whole", got, want)
		}
		if len(want) > 2*len(junk)+64 {
			t.Fatalf("%d bytes for %d", len(want), len(junk))
		}
		w, h := 1+rng.IntN(130), 1+rng.IntN(9)
		checkSameScreen(t, rng, tcellStream(rng, w, h), w, h)
		checkLife(t, rng)
	})
}
