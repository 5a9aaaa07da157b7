package raster

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"testing"

	"arkterm/render/cell"
)

// TestPartitionIsOptimal checks that no possible split has a smaller squared error than Partition.
func TestPartitionIsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		n := 2 + 2*rng.IntN(4)
		p := make([]Pixel, n)
		colors := [3]cell.Color{
			cell.Color(rng.IntN(1 << 24)), cell.Color(rng.IntN(1 << 24)),
			cell.Color(rng.IntN(1 << 24)),
		}
		for i := range p {
			p[i] = NewPixel(colors[rng.IntN(3)], uint8(rng.IntN(2)*255))
		}

		s := Partition(p)
		best := math.Inf(1)
		for m := range 1 << n {
			best = min(best, splitError(p, m))
		}

		got := 0.0
		for i, q := range p {
			c := s.Bg
			if s.Mask>>i&1 != 0 {
				c = s.Fg
			}
			got += float64(cell.Dist2(c, q.Color()))
		}
		// Means are rounded, and nearly equal colors are merged.
		if got > best+minColorDistance*float64(n)+40*float64(n) {
			t.Fatalf("Partition(%x): squared error %v, want nearly %v", p, got, best)
		}
		if s.Mask != 0 && s.Mask != 1<<n-1 && inkOf(p, s.Mask) < inkOf(p, 1<<n-1-s.Mask) {
			t.Fatalf("Partition(%x): the foreground has less ink than the background, want more", p)
		}
	}
}

// inkOf returns the mean ink of the pixels in a mask.
func inkOf(p []Pixel, mask int) float64 {
	sum := 0.0
	for i, q := range p {
		if mask>>i&1 != 0 {
			sum += float64(q.ink())
		}
	}
	return sum / float64(bits.OnesCount(uint(mask)))
}

// splitError returns the squared error of a mask with the means of both parts.
func splitError(p []Pixel, mask int) float64 {
	sum := 0.0
	for part := range 2 {
		var mean [3]float64
		n := 0.0
		for i, q := range p {
			if mask>>i&1 == part {
				r, g, b := q.Color().RGB()
				mean[0], mean[1], mean[2], n = mean[0]+float64(r), mean[1]+float64(g), mean[2]+float64(b), n+1
			}
		}
		for i, q := range p {
			if mask>>i&1 == part {
				r, g, b := q.Color().RGB()
				dr, dg, db := float64(r)-mean[0]/n, float64(g)-mean[1]/n, float64(b)-mean[2]/n
				sum += 3*dr*dr + 4*dg*dg + 2*db*db
			}
		}
	}
	return sum
}

// BenchmarkPartition splits cells with more than two colors, because other cells need no search.
func BenchmarkPartition(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{2, 4, 6, 8} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			p := make([]Pixel, 64*n)
			for i := range p {
				p[i] = NewPixel(cell.Color(rng.IntN(1<<24)), InkFace)
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				Partition(p[i%64*n:][:n])
				i++
			}
		})
	}
}
