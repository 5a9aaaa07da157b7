package world

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"arkterm/engine/geom"
)

// The tests in oracle_*_test.go compare the world with results for hard discs and billiards from textbooks and papers.
// This file contains their scenes, a function to observe contacts, and statistics.
//
// Random numbers have fixed seeds, so results are reproducible. A statistical test compares a mean with its exact value
// and allows maxSigma standard errors, which about one seed in 1,000 would exceed. It also requires a sufficiently
// small standard error.
const maxSigma = 4

// The board of the peers (scene W2) is 40 × 30 with balls of radius 0.25.
const (
	boardW    = 40.0
	boardH    = 30.0
	discR     = 0.25
	hexRadius = 0.5
)

// boardRows returns the 60 hexagons of W2 in staggered rows.
func boardRows() []geom.Polygon {
	return hexRows(at(4.8, 14), 3.2, 2.2, 10, 6)
}

// boardTight returns 60 hexagons with a distance of gap between their sides, in the middle of the board. They form a
// lattice of corners and slots.
func boardTight(gap float64) []geom.Polygon {
	across := 2*hexRadius*math.Sqrt(3)/2 + gap // distance between parallel sides
	// Corners point right, so neighbors are above and below, and columns are offset by half a step.
	column := across * math.Sqrt(3) / 2
	var hexes []geom.Polygon
	for col := range 10 {
		for row := range 6 {
			y := 12 + across*(float64(row)+float64(col%2)/2)
			hexes = append(hexes, geom.Regular(6, at(15+column*float64(col), y), hexRadius, 0))
		}
	}
	return hexes
}

// hexRows returns rows of hexagons with the distances dx and dy. The first hexagon is at the point first.
func hexRows(first geom.Vec, dx, dy float64, columns, rows int) (hexes []geom.Polygon) {
	for row := range rows {
		for col := range columns {
			x := first.X + dx*(float64(col)+float64(row%2)/2)
			hexes = append(hexes, geom.Regular(6, at(x, first.Y+dy*float64(row)), hexRadius, 0))
		}
	}
	return hexes
}

// at returns a point.
func at(x, y float64) geom.Vec { return geom.Vec{X: x, Y: y} }

// closedBox returns a world with walls on all sides.
func closedBox(w, h float64, hexes []geom.Polygon, balls []Disc) *World {
	box := New(w, h)
	for _, h := range hexes {
		box.AddObstacle(Obstacle{Shape: new(h)})
	}
	for _, b := range balls {
		box.AddDisc(b)
	}
	return box
}

// A source is a random number generator for scenes.
type source struct{ *rand.Rand }

func newSource(seed uint64) source { return source{rand.New(rand.NewPCG(seed, 0))} }

// direction returns a random unit vector.
func (s source) direction() geom.Vec { return geom.Direction(360 * s.Float64()) }

// scatter returns n balls of radius r at free places, all with the same speed in random directions.
func scatter(w, h float64, hexes []geom.Polygon, n int, r, speed float64, seed uint64) (balls []Disc) {
	rng := newSource(seed)
	for len(balls) < n {
		p := freePlace(rng, w, h, hexes, r)
		if !slices.ContainsFunc(balls, func(b Disc) bool { return p.Sub(b.From).Norm() <= r+b.R }) {
			balls = append(balls, Disc{From: p, V: rng.direction().Mul(speed), R: r})
		}
	}
	return balls
}

// freePlace returns a uniformly distributed point where a disc of radius r touches neither a wall nor a hexagon.
func freePlace(rng source, w, h float64, hexes []geom.Polygon, r float64) geom.Vec {
	for {
		p := at(r+(w-2*r)*rng.Float64(), r+(h-2*r)*rng.Float64())
		if !slices.ContainsFunc(hexes, func(x geom.Polygon) bool { return x.Distance(p) <= r }) {
			return p
		}
	}
}

// tick simulates a tick in which all contacts bounce, and returns the number of contacts.
func tick(w *World) (contacts int) {
	end := w.Begin()
	for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
		w.Bounce(c)
		contacts++
	}
	return contacts
}

// ticks simulates n ticks and returns the number of contacts.
func ticks(w *World, n int) (contacts int) {
	for range n {
		contacts += tick(w)
	}
	return contacts
}

// observe simulates the given number of seconds, starting at a full second. It calls see after each bounce, with the
// contact and the previous velocity of the disc. It calls sample at samplesPerSecond equally spaced times per second.
func observe(w *World, seconds, samplesPerSecond int, sample func(), see func(c Contact, before geom.Vec)) {
	taken := samplesPerSecond
	for range seconds * TicksPerSecond {
		end := w.Begin()
		if taken == samplesPerSecond {
			taken = 0
		}
		for until := -1.0; until < end; {
			until = min(end, float64(taken+1)/float64(samplesPerSecond))
			for c, ok := w.Next(until); ok; c, ok = w.Next(until) {
				before := w.Discs[c.Disc].V
				w.Bounce(c)
				see(c, before)
			}
			if until == float64(taken+1)/float64(samplesPerSecond) {
				sample()
				taken++
			}
		}
	}
}

// digest returns a hash of the courses of all discs.
func digest(w *World) uint64 {
	h := fnv.New64a()
	for i := range w.Discs {
		d := &w.Discs[i]
		for _, x := range [...]float64{d.From.X, d.From.Y, d.V.X, d.V.Y, d.Since} {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
			h.Write(b[:])
		}
	}
	return h.Sum64()
}

func TestObservingDoesNotDisturb(t *testing.T) {
	hexes := boardRows()
	balls := scatter(boardW, boardH, hexes, 50, discR, 20, 1)
	plain := closedBox(boardW, boardH, hexes, balls)
	want := ticks(plain, 5*TicksPerSecond)
	seen, samples := 0, 0
	w := closedBox(boardW, boardH, hexes, balls)
	observe(w, 5, 7, func() { samples++ }, func(Contact, geom.Vec) { seen++ })
	if digest(w) != digest(plain) || seen != want || samples != 35 {
		t.Errorf("after observe: digest %016x, %d contacts, %d samples; want %016x, %d contacts, 35 samples",
			digest(w), seen, samples, digest(plain), want)
	}
}

// A batches contains means over independent runs, or over periods much longer than the correlation time of a gas.
type batches []float64

// mean returns the mean of the batches and its standard error.
func (b batches) mean() (mean, se float64) {
	for _, x := range b {
		mean += x / float64(len(b))
	}
	for _, x := range b {
		se += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(se / float64(len(b)-1) / float64(len(b)))
}

// expect fails unless the mean of the batches is want to within maxSigma standard errors, and the standard error is at
// most the given share of want.
func (b batches) expect(t *testing.T, name string, want, share float64) {
	t.Helper()
	mean, se := b.mean()
	sigma := (mean - want) / se
	t.Logf("%s: %.6g ± %.2g, want %.6g; off by %+.1f standard errors, %+.2f %%",
		name, mean, se, want, sigma, (mean/want-1)*100)
	if math.Abs(sigma) > maxSigma {
		t.Errorf("%s: mean %g differs from %g by %.1f standard errors, want at most %g",
			name, mean, want, sigma, float64(maxSigma))
	}
	if se > share*want {
		t.Errorf("%s: standard error %.2g, want at most %g %% of the mean", name, se, share*100)
	}
}

// kolmogorov returns the maximum distance between the distribution of the samples and cdf, times the square root of the
// number of samples. It sorts the samples. For independent samples, the result exceeds 1.95 with a probability of
// 1/1,000.
func kolmogorov(samples []float64, cdf func(x float64) float64) float64 {
	slices.Sort(samples)
	worst, n := 0.0, float64(len(samples))
	for k, x := range samples {
		f := cdf(x)
		worst = max(worst, float64(k+1)/n-f, f-float64(k)/n)
	}
	return worst * math.Sqrt(n)
}

// maxKolmogorov is the value that kolmogorov exceeds with a probability of 1/1,000: √(ln(2/0.001)/2).
const maxKolmogorov = 1.95

// shorter returns short if the tests run with the flag -short, otherwise long.
func shorter(long, short int) int {
	if testing.Short() {
		return short
	}
	return long
}

func kineticEnergy(g *World) (sum float64) {
	for i := range g.Discs {
		sum += g.Discs[i].kinetic()
	}
	return sum
}
