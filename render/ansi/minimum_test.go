package ansi

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"arkterm/render/ansi/ansitest"
	"arkterm/render/cell"
)

// A leastEncoder is an Encoder that is obvious and slow: it goes row by row, tries every pair of moves and every way
// to change the style, and takes what is shortest. It knows the width of the terminal.
type leastEncoder struct {
	w, h   int
	x, y   int // x is w after the last column
	placed bool
	look   leastLook
	styled bool
}

// A leastLook is a cell's style as the terminal is told it: the parameters of its colours.
type leastLook struct {
	fg, bg string
	attr   cell.Attr
}

func leastLookOf(c cell.Cell, tier cell.Tier) leastLook {
	name := func(c cell.Color, base int) string {
		v := ansitest.ColorParams(c, tier)
		n, err := strconv.Atoi(v)
		switch {
		case err != nil: // three channels
			return fmt.Sprintf("%d;2;%s", base+8, strings.ReplaceAll(v, ",", ";"))
		case n < 8:
			return fmt.Sprint(base + n)
		case n < 16:
			return fmt.Sprint(base + 52 + n)
		}
		return fmt.Sprintf("%d;5;%d", base+8, n)
	}
	return leastLook{name(c.Fg, 30), name(c.Bg, 40), c.Attr}
}

// encode returns what takes a terminal from one frame to the next.
func (e *leastEncoder) encode(from, to *cell.Frame, tier cell.Tier) (out string) {
	for i, c := range to.Cells {
		if from != nil && from.Cells[i] == c {
			continue
		}
		out += e.moveTo(i%to.W, i/to.W)
		l := leastLookOf(c, tier)
		if c.Glyph == ' ' && e.styled && (l.attr|e.look.attr)&cell.Reverse == 0 {
			l.fg, l.attr = e.look.fg, e.look.attr
		}
		out += e.restyle(l) + string(c.Glyph)
		e.x++
	}
	return out
}

// hops returns every single move of the cursor that ends in the screen, with where it ends.
func (e *leastEncoder) hops(x, y, wantX, wantY int) map[string][2]int {
	all := map[string][2]int{fmt.Sprintf("\x1b[%d;%dH", wantY+1, wantX+1): {wantX, wantY}}
	if wantX == 0 {
		all[fmt.Sprintf("\x1b[%dH", wantY+1)] = [2]int{0, wantY}
	}
	if !e.placed {
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

func (e *leastEncoder) moveTo(x, y int) string {
	if e.placed && e.x == x && e.y == y {
		return ""
	}
	best := fmt.Sprintf("\x1b[%d;%dH", y+1, x+1)
	for first, at := range e.hops(e.x, e.y, x, y) {
		if at == [2]int{x, y} && len(first) < len(best) {
			best = first
			continue
		}
		for second, at := range e.hops(at[0], at[1], x, y) {
			if at == [2]int{x, y} && len(first+second) < len(best) {
				best = first + second
			}
		}
	}
	e.x, e.y, e.placed = x, y, true
	return best
}

// restyle returns the shorter of what adds to the style and what begins anew.
func (e *leastEncoder) restyle(l leastLook) string {
	if e.styled && l == e.look {
		return ""
	}
	anew, add := "\x1b[;"+l.fg+";"+l.bg, "\x1b["
	attrs := []struct {
		bit cell.Attr
		on  string
		off string
	}{{cell.Bold, "1", "22"}, {cell.Dim, "2", "22"}, {cell.Reverse, "7", "27"}}
	for _, a := range attrs {
		switch {
		case l.attr&a.bit != 0:
			anew += ";" + a.on
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
	anew, add = anew+"m", add[:len(add)-1]+"m"
	styled := e.styled
	e.look, e.styled = l, true
	if !styled || len(anew) < len(add) {
		return anew
	}
	return add
}

// A change is a way in which frames follow each other.
type change struct {
	name string
	do   func(*rand.Rand, *cell.Frame)
}

func randomColor(rng *rand.Rand) cell.Color { return cell.Color(rng.IntN(1 << 24)) }

// scatter returns a change of n cells anywhere, in any colours.
func scatter(n int) func(*rand.Rand, *cell.Frame) {
	return func(rng *rand.Rand, f *cell.Frame) {
		for range n {
			f.Cells[rng.IntN(len(f.Cells))] = cell.Cell{Glyph: rune(0x2580 + rng.IntN(32)), Fg: randomColor(rng), Bg: randomColor(rng), Attr: 0}
		}
	}
}

// thirtyBalls moves thirty balls of two cells by two over a plain ground, in three colours.
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

func everything(rng *rand.Rand, f *cell.Frame) {
	for i := range f.Cells {
		f.Cells[i] = cell.Cell{Glyph: rune(0x2580 + rng.IntN(32)), Fg: randomColor(rng), Bg: randomColor(rng), Attr: 0}
	}
}

// changes are the cases of which it is known what a frame must cost.
var changes = []change{
	{"5 scattered cells", scatter(5)},
	{"50 scattered cells", scatter(50)},
	{"30 balls anywhere", thirtyBalls},
	{"everything", everything},
}

// wireCost returns what frames cost, in bytes each, and what they cost at least.
func wireCost(tier cell.Tier, c change, frames int) (got, least float64) {
	rng := rand.New(rand.NewPCG(7, 11))
	var e Encoder
	e.SetTier(tier)
	slow := leastEncoder{w: 80, h: 24}
	var now, last cell.Frame
	now.Resize(80, 24)
	last.Resize(80, 24)
	now.Fill(0, 0, 80, 24, ' ', cell.Style{Fg: 0xffffff, Bg: 0x101020})
	e.Frame(nil, &now)
	slow.encode(nil, &now, tier)
	var buf []byte
	for range frames {
		copy(last.Cells, now.Cells)
		c.do(rng, &now)
		buf = e.Frame(buf[:0], &now)
		got += float64(len(buf))
		least += float64(len(slow.encode(&last, &now, tier)))
	}
	return got / float64(frames), least / float64(frames)
}

// TestWireIsNearTheLeast holds that a frame costs at most a tenth more than what is
// needed row by row. TestOrderIsNearTheBest compares it with other orders.
func TestWireIsNearTheLeast(t *testing.T) {
	if testing.Short() { // every way to encode many frames, in one goroutine
		return
	}
	for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256} {
		for _, c := range changes {
			got, least := wireCost(tier, c, 5)
			t.Logf("%-9v %-18s %8.0f bytes a frame, row by row %8.0f: %.3f", tier, c.name, got, least, got/least)
			if got > 1.1*least {
				t.Errorf("%v, %s: %.0f bytes, want at most a tenth above %.0f", tier, c.name, got, least)
			}
		}
	}
}

func BenchmarkWire(b *testing.B) {
	for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256} {
		for _, c := range changes {
			b.Run(fmt.Sprintf("%v/%s", tier, c.name), func(b *testing.B) {
				got, least := 0.0, 0.0
				for b.Loop() {
					got, least = wireCost(tier, c, 3)
				}
				b.ReportMetric(got, "B/frame")
				b.ReportMetric(least, "least-B/frame")
			})
		}
	}
}
