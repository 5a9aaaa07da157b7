package render

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"testing"

	"arkterm/engine"
	"arkterm/render/cell"
)

// TestPartitionIsTheBest compares partition with every way to part a cell: none
// has a smaller squared error.
func TestPartitionIsTheBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		n := 2 + 2*rng.IntN(4)
		p := make([]pixel, n)
		few := [3]cell.Color{cell.Color(rng.IntN(1 << 24)), cell.Color(rng.IntN(1 << 24)), cell.Color(rng.IntN(1 << 24))}
		for i := range p {
			p[i] = newPixel(few[rng.IntN(3)], uint8(rng.IntN(2)*255))
		}
		s := partition(p)
		best := math.Inf(1)
		for m := range 1 << n {
			best = min(best, splitError(p, m))
		}
		got := 0.0
		for i, q := range p {
			c := s.bg
			if s.mask>>i&1 != 0 {
				c = s.fg
			}
			got += float64(cell.Dist2(c, q.color()))
		}
		// Means are rounded, and colours that are hardly apart are one.
		if got > best+plain*float64(n)+40*float64(n) {
			t.Fatalf("%x: error %v, the best is %v", p, got, best)
		}
		if s.mask != 0 && s.mask != 1<<n-1 && inkOf(p, s.mask) < inkOf(p, 1<<n-1-s.mask) {
			t.Fatalf("%x: the foreground has less ink", p)
		}
	}
}

func inkOf(p []pixel, mask int) float64 {
	sum := 0.0
	for i, q := range p {
		if mask>>i&1 != 0 {
			sum += float64(q.ink())
		}
	}
	return sum / float64(bits.OnesCount(uint(mask)))
}

// splitError is the squared error of a mask with the means of both parts.
func splitError(p []pixel, mask int) float64 {
	sum := 0.0
	for part := range 2 {
		var mean [3]float64
		n := 0.0
		for i, q := range p {
			if mask>>i&1 == part {
				r, g, b := q.color().RGB()
				mean[0], mean[1], mean[2], n = mean[0]+float64(r), mean[1]+float64(g), mean[2]+float64(b), n+1
			}
		}
		for i, q := range p {
			if mask>>i&1 == part {
				r, g, b := q.color().RGB()
				dr, dg, db := float64(r)-mean[0]/n, float64(g)-mean[1]/n, float64(b)-mean[2]/n
				sum += 3*dr*dr + 4*dg*dg + 2*db*db
			}
		}
	}
	return sum
}

func TestRunsTakeTheMajority(t *testing.T) {
	l := layout{cols: 4, rows: 4, fw: 8, fh: 8}
	var r raster
	r.resize(&l, 2, 2)
	red, blue := newPixel(0xff0000, 255), newPixel(0x0000ff, 255)
	r.runs(r.all(), r.all(), func(x, y float64) (pixel, bool) {
		if y > 3.7 && y < 5 {
			return blue, x > 2
		}
		return red, x > 2
	}, func(y, x0 int, run []pixel) { copy(r.pix[y*r.w+x0:], run) })
	for y := range r.h {
		for x := range r.w {
			want := red
			switch {
			case x < 2:
				want = 0
			case y == 4:
				want = blue
			}
			if got := r.pix[y*r.w+x]; got != want {
				t.Errorf("%d, %d: %x, want %x", x, y, got, want)
			}
		}
	}
}

func TestLayout(t *testing.T) {
	tests := []struct {
		w, h       int
		strip      bool
		x, y       int
		cols, rows int
	}{
		{80, 24, false, 0, 0, 64, 24},
		{120, 40, false, 0, 0, 104, 39},
		{41, 17, true, 0, 1, 41, 15},
		{40, 16, true, 0, 1, 40, 15},
		{200, 60, false, 12, 0, 160, 60},
		{300, 100, false, 9, 0, 266, 100},
		{60, 40, true, 0, 9, 60, 22},
	}
	for _, tt := range tests {
		l := newLayout(tt.w, tt.h, engine.FieldW, engine.FieldH, 0.5)
		if l.strip != tt.strip || l.x != tt.x || l.y != tt.y || l.cols != tt.cols || l.rows != tt.rows {
			t.Errorf("%d×%d: %+v", tt.w, tt.h, l)
		}
	}
}

// TestLayoutFits: the parts lie inside of the frame and beside each other, and a
// unit is as high as wide to within a cell, for any aspect.
func TestLayoutFits(t *testing.T) {
	for _, aspect := range []float64{0.35, 0.45, 0.5, 0.6, 0.75} {
		for w := MinW; w < 320; w += 7 {
			for h := MinH; h < 110; h += 3 {
				l := newLayout(w, h, engine.FieldW, engine.FieldH, aspect)
				if l.x < 0 || l.y < 0 || l.x+l.cols > w || l.y+l.rows > h || l.hx < 0 || l.hy < 0 || l.hx+l.hw > w || l.hy+l.hh > h {
					t.Fatalf("%d×%d at %v: %+v", w, h, aspect, l)
				}
				if l.strip && l.hy >= l.y || !l.strip && l.hx < l.x+l.cols {
					t.Fatalf("%d×%d at %v: the HUD covers the field: %+v", w, h, aspect, l)
				}
				ideal := float64(l.cols) * engine.FieldH / engine.FieldW * aspect
				if d := float64(l.rows) - ideal; d > 1 || d < -1.5 {
					t.Fatalf("%d×%d at %v: %d rows, want %.1f", w, h, aspect, l.rows, ideal)
				}
			}
		}
	}
}

// BenchmarkPartition parts cells of more than two colours: the others take no search.
func BenchmarkPartition(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{2, 4, 6, 8} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			p := make([]pixel, 64*n)
			for i := range p {
				p[i] = newPixel(cell.Color(rng.IntN(1<<24)), inkFace)
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				partition(p[i%64*n:][:n])
				i++
			}
		})
	}
}

// BenchmarkPalettes finds colours among the 256 and the 16.
func BenchmarkPalettes(b *testing.B) {
	for i, find := range []func(cell.Color) int{cell.Index256, cell.Index16} {
		b.Run([]string{"256", "16"}[i], func(b *testing.B) {
			c := cell.Color(0)
			for b.Loop() {
				find(c)
				c = (c + 0x03a7f1) & 0xffffff
			}
		})
	}
}
