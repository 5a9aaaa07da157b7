package ansi

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"arkterm/render/cell"
)

// A bruteEncoder is a simple and slow Encoder. It sends the cells row by row. It tries every pair of cursor moves and
// both ways to change the style, and uses the shortest. It assumes that the terminal has w columns.
type bruteEncoder struct {
	w, h       int
	x, y       int // cursor; x is w after a glyph in the last column
	posKnown   bool
	look       bruteLook
	styleKnown bool
}

// A bruteLook is a style in the form in which it is sent: attributes and the parameters of its colors.
type bruteLook struct {
	fg, bg string
	attr   cell.Attr
}

// bruteLookOf returns the style of a cell in a tier.
func bruteLookOf(c cell.Cell, tier cell.Tier) bruteLook {
	param := func(c cell.Color, base int) string {
		v := ColorParams(c, tier)
		n, err := strconv.Atoi(v)
		switch {
		case err != nil: // an RGB color
			return fmt.Sprintf("%d;2;%s", base+8, strings.ReplaceAll(v, ",", ";"))
		case n < 8:
			return fmt.Sprint(base + n)
		case n < 16:
			return fmt.Sprint(base + 52 + n)
		}
		return fmt.Sprintf("%d;5;%d", base+8, n)
	}
	return bruteLook{param(c.Fg, 30), param(c.Bg, 40), c.Attr}
}

// encode returns the sequences that change the terminal from one frame to the next.
func (e *bruteEncoder) encode(from, to *cell.Frame, tier cell.Tier) (out string) {
	for i, c := range to.Cells {
		if from != nil && from.Cells[i] == c {
			continue
		}
		out += e.moveTo(i%to.W, i/to.W)
		l := bruteLookOf(c, tier)
		if c.Glyph == ' ' && e.styleKnown && (l.attr|e.look.attr)&cell.Reverse == 0 {
			l.fg, l.attr = e.look.fg, e.look.attr
		}
		out += e.restyle(l) + string(c.Glyph)
		e.x++
	}
	return out
}

// cursorMoves returns the sequences that move the cursor from x, y to wantX, wantY, or into its row or column. The
// values are the positions after the moves.
func (e *bruteEncoder) cursorMoves(x, y, wantX, wantY int) map[string][2]int {
	all := map[string][2]int{fmt.Sprintf("\x1b[%d;%dH", wantY+1, wantX+1): {wantX, wantY}}
	if wantX == 0 {
		all[fmt.Sprintf("\x1b[%dH", wantY+1)] = [2]int{0, wantY}
	}
	if !e.posKnown {
		return all
	}
	number := func(n int) string {
		if n == 1 {
			return ""
		}
		return fmt.Sprint(n)
	}
	all["\r"] = [2]int{0, y}
	all["\x1b["+number(wantX+1)+"G"] = [2]int{wantX, y}
	all["\x1b["+number(wantY+1)+"d"] = [2]int{x, wantY}
	switch {
	case wantY > y:
		all["\x1b["+number(wantY-y)+"B"] = [2]int{x, wantY}
	case wantY < y:
		all["\x1b["+number(y-wantY)+"A"] = [2]int{x, wantY}
	}
	switch {
	case wantX > x:
		all["\x1b["+number(wantX-x)+"C"] = [2]int{wantX, y}
	case wantX < x && x < e.w:
		all["\x1b["+number(x-wantX)+"D"] = [2]int{wantX, y}
		back := ""
		for n := x; n > wantX; n-- {
			back += "\b"
		}
		all[back] = [2]int{wantX, y}
	}
	return all
}

// moveTo returns the shortest sequence of one or two cursor moves to column x of row y.
func (e *bruteEncoder) moveTo(x, y int) string {
	if e.posKnown && e.x == x && e.y == y {
		return ""
	}
	best := fmt.Sprintf("\x1b[%d;%dH", y+1, x+1)
	for first, at := range e.cursorMoves(e.x, e.y, x, y) {
		if at == [2]int{x, y} && len(first) < len(best) {
			best = first
			continue
		}
		for second, at := range e.cursorMoves(at[0], at[1], x, y) {
			if at == [2]int{x, y} && len(first+second) < len(best) {
				best = first + second
			}
		}
	}
	e.x, e.y, e.posKnown = x, y, true
	return best
}

// restyle returns the shorter of two sequences that set the style l. One of them first resets the style.
func (e *bruteEncoder) restyle(l bruteLook) string {
	if e.styleKnown && l == e.look {
		return ""
	}
	full, add := "\x1b[;"+l.fg+";"+l.bg, "\x1b["
	attrs := []struct {
		bit cell.Attr
		on  string
		off string
	}{{cell.Bold, "1", "22"}, {cell.Dim, "2", "22"}, {cell.Reverse, "7", "27"}}
	for _, a := range attrs {
		switch {
		case l.attr&a.bit != 0:
			full += ";" + a.on
			add += a.on + ";"
		case e.look.attr&a.bit != 0:
			add = "\x1b[" + a.off + ";" + add[2:]
		}
	}
	if e.look.fg != l.fg {
		add += l.fg + ";"
	}
	if e.look.bg != l.bg {
		add += l.bg + ";"
	}
	full, add = full+"m", add[:len(add)-1]+"m"
	styled := e.styleKnown
	e.look, e.styleKnown = l, true
	if !styled || len(full) < len(add) {
		return full
	}
	return add
}

// A change is a way in which a frame differs from the previous frame.
type change struct {
	name  string
	apply func(*rand.Rand, *cell.Frame)
}

// randomColor returns a random sRGB color.
func randomColor(rng *rand.Rand) cell.Color { return cell.Color(rng.IntN(1 << 24)) }

// scatter returns a change of n cells at random positions in random colors.
func scatter(n int) func(*rand.Rand, *cell.Frame) {
	return func(rng *rand.Rand, f *cell.Frame) {
		for range n {
			f.Cells[rng.IntN(len(f.Cells))] = cell.Cell{
				Glyph: rune(0x2580 + rng.IntN(32)), Fg: randomColor(rng),
				Bg: randomColor(rng), Attr: 0,
			}
		}
	}
}

// thirtyBalls moves thirty balls of 2×2 cells in three colors over a plain background.
func thirtyBalls(rng *rand.Rand, f *cell.Frame) {
	ground := cell.Color(0x101020)
	f.Fill(0, 0, f.W, f.H, ' ', cell.Style{Fg: 0xffffff, Bg: ground, Attr: 0})
	for i := range 30 {
		hue := [...]cell.Color{0xf0c34e, 0x56b4e9, 0xd55e00}[i%3]
		x, y := rng.IntN(f.W-1), rng.IntN(f.H-1)
		for k, glyph := range "▗▖▝▘" {
			f.Set(x+k%2, y+k/2, glyph, cell.Style{Fg: hue, Bg: ground, Attr: 0})
		}
	}
}

// changeAllCells gives every cell a random glyph and random colors.
func changeAllCells(rng *rand.Rand, f *cell.Frame) {
	for i := range f.Cells {
		f.Cells[i] = cell.Cell{Glyph: rune(0x2580 + rng.IntN(32)), Fg: randomColor(rng), Bg: randomColor(rng), Attr: 0}
	}
}

// changes are the cases that the tests compare with a bruteEncoder.
var changes = []change{
	{"5 scattered cells", scatter(5)},
	{"50 scattered cells", scatter(50)},
	{"30 balls anywhere", thirtyBalls},
	{"all cells change", changeAllCells},
}

// bytesPerFrame returns the mean number of bytes per frame of an Encoder and of a bruteEncoder.
func bytesPerFrame(tier cell.Tier, c change, frames int) (got, minimum float64) {
	rng := rand.New(rand.NewPCG(7, 11))
	var e Encoder
	e.SetTier(tier)
	slow := bruteEncoder{w: 80, h: 24}
	var now, last cell.Frame
	now.Resize(80, 24)
	last.Resize(80, 24)
	now.Fill(0, 0, 80, 24, ' ', cell.Style{Fg: 0xffffff, Bg: 0x101020})
	e.Frame(nil, &now)
	slow.encode(nil, &now, tier)
	var buf []byte
	for range frames {
		copy(last.Cells, now.Cells)
		c.apply(rng, &now)
		buf = e.Frame(buf[:0], &now)
		got += float64(len(buf))
		minimum += float64(len(slow.encode(&last, &now, tier)))
	}
	return got / float64(frames), minimum / float64(frames)
}

// TestBytesAreNearTheMinimum checks that a frame takes at most 10 % more bytes than a bruteEncoder needs.
// A bruteEncoder sends cells row by row. TestOrderIsNearTheOptimum compares other orders.
func TestBytesAreNearTheMinimum(t *testing.T) {
	if testing.Short() { // the brute-force search is slow
		return
	}
	for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256} {
		for _, c := range changes {
			got, minimum := bytesPerFrame(tier, c, 5)
			t.Logf("%-9v %-18s %8.0f bytes per frame, row by row %8.0f: %.3f", tier, c.name, got, minimum, got/minimum)
			if got > 1.1*minimum {
				t.Errorf("%v, %s: %.0f bytes per frame, want at most 10 %% more than row by row, %.0f", tier, c.name,
					got,
					minimum)
			}
		}
	}
}

// BenchmarkBytes reports the bytes per frame of an Encoder and of a bruteEncoder.
func BenchmarkBytes(b *testing.B) {
	for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256} {
		for _, c := range changes {
			b.Run(fmt.Sprintf("%v/%s", tier, c.name), func(b *testing.B) {
				got, minimum := 0.0, 0.0
				for b.Loop() {
					got, minimum = bytesPerFrame(tier, c, 3)
				}
				b.ReportMetric(got, "B/frame")
				b.ReportMetric(minimum, "min-B/frame")
			})
		}
	}
}
