package engine

import (
	"math"
	"slices"
	"testing"

	"arkterm/engine/geom"
)

// The files oracle_*_test.go hold the engine against what textbooks and papers
// know of hard discs and of billiards. This one has what they share: scenes, a
// way to see each contact, and the statistics.
//
// What is random is random by fixed seeds: a test that passes, passes always. A
// statistical one compares a mean with its exact value and allows maxSigma
// standard errors, so that one seed in about 1,000 would fail by bad luck, and
// it demands that the standard error is small enough to mean something.
const maxSigma = 4

// The peers' board (W2 of the workloads): 40 × 30, balls of radius 0.25.
const (
	boardW    = 40.0
	boardH    = 30.0
	discR     = 0.25
	hexRadius = 0.5
)

// boardRows is W2's board: 60 hexagons in staggered rows.
func boardRows() []geom.Polygon {
	return hexRows(at(4.8, 14), 3.2, 2.2, 10, 6)
}

// boardTight is 60 hexagons whose sides are gap apart, in the middle of the
// board: a lattice of corners and slots.
func boardTight(gap float64) []geom.Polygon {
	across := 2*hexRadius*math.Sqrt(3)/2 + gap // between parallel sides
	// Corners point right, so neighbours stand above and below, and columns are
	// half a step apart.
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

func hexRows(first geom.Vec, dx, dy float64, columns, rows int) (hexes []geom.Polygon) {
	for row := range rows {
		for col := range columns {
			x := first.X + dx*(float64(col)+float64(row%2)/2)
			hexes = append(hexes, geom.Regular(6, at(x, first.Y+dy*float64(row)), hexRadius, 0))
		}
	}
	return hexes
}

// closedBox returns a game without rules or paddle in a closed box.
func closedBox(t testing.TB, w, h float64, hexes []geom.Polygon, balls []NewBall) *Game {
	t.Helper()
	var l Level
	for _, h := range hexes {
		l.Bricks = append(l.Bricks, BrickSpec{Kind: Wall, Shape: h})
	}
	g, err := New(Config{Levels: []Level{l}, Free: true, Floor: true, NoPaddle: true, W: w, H: h, Balls: balls})
	if err != nil {
		t.Fatal(err)
	}
	// Storms have more contacts in a tick than the game keeps for effects; here
	// each of them counts.
	g.Events = make([]Event, 0, 1<<14)
	return g
}

// scatter finds free places for n balls of radius r, all with the same speed in
// Directions all around.
func scatter(w, h float64, hexes []geom.Polygon, n int, r, speed float64, seed uint64) (balls []NewBall) {
	rng := Random(seed)
	for len(balls) < n {
		p := freePlace(&rng, w, h, hexes, r)
		if !slices.ContainsFunc(balls, func(b NewBall) bool { return p.Sub(b.At).Norm() <= r+b.R }) {
			balls = append(balls, NewBall{At: p, V: rng.Direction().Mul(speed), R: r})
		}
	}
	return balls
}

// freePlace returns a point, all of them equally likely, where a disc of radius
// r touches neither wall nor hexagon.
func freePlace(rng *Random, w, h float64, hexes []geom.Polygon, r float64) geom.Vec {
	for {
		p := at(r+(w-2*r)*rng.unit(), r+(h-2*r)*rng.unit())
		if !slices.ContainsFunc(hexes, func(x geom.Polygon) bool { return x.Distance(p) <= r }) {
			return p
		}
	}
}

// unit returns a number in [0, 1).
func (r *Random) unit() float64 { return float64(r.Next()>>11) / (1 << 53) }

// ticks plays n ticks and returns how many contacts there were. A tick with
// more than Events holds fails the test.
func ticks(t testing.TB, g *Game, n int) (contacts int) {
	t.Helper()
	for range n {
		g.Step(Input{Idle, Idle})
		if len(g.Events) == cap(g.Events) {
			t.Fatalf("tick %d: more than %d contacts", g.Tick, cap(g.Events))
		}
		contacts += len(g.Events)
	}
	return contacts
}

// observe plays seconds as Step does, but with a sub-step that ends at each
// contact: it calls see with the ball, what it met, and its velocity before.
// samples times a second, evenly, it calls sample. A ball meets another at
// g.now, and only one of the two is reported.
//
// A game without paddles has the same bits either way; see
// TestObservingDoesNotDisturb.
func observe(g *Game, seconds, samples int, sample func(), see func(i int, c contact, before geom.Vec)) {
	for range seconds {
		if g.Tick > 0 {
			g.shiftEpoch()
		}
		for k := range samples {
			observeUntil(g, float64(k+1)/float64(samples), see)
			sample()
		}
		g.Tick += TicksPerSecond
	}
}

func observeUntil(g *Game, end float64, see func(i int, c contact, before geom.Vec)) {
	for {
		i, t := g.queue.first()
		if t > end {
			break
		}
		b, c := &g.Balls[i], g.tracks[i].hit
		course, before := b.course, b.V
		g.end = t
		g.run()
		if b.course != course {
			see(i, c, before)
		}
	}
	g.end = end
	g.run()
}

func TestObservingDoesNotDisturb(t *testing.T) {
	hexes := boardRows()
	balls := scatter(boardW, boardH, hexes, 50, discR, 20, 1)
	plain := closedBox(t, boardW, boardH, hexes, balls)
	want := ticks(t, plain, 5*TicksPerSecond)
	seen, samples := 0, 0
	g := closedBox(t, boardW, boardH, hexes, balls)
	observe(g, 5, 7, func() { samples++ }, func(int, contact, geom.Vec) { seen++ })
	if g.Hash() != plain.Hash() || seen != want || samples != 35 {
		t.Errorf("hash %016x, %d contacts, %d samples; want %016x, %d, 35", g.Hash(), seen, samples, plain.Hash(), want)
	}
}

// batches are means over stretches of time, each much longer than the gas
// remembers, so that they are independent; or over independent runs.
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

// expect fails unless the mean of the batches is want to maxSigma standard
// errors, and a standard error is at most the given share of want.
func (b batches) expect(t *testing.T, what string, want, share float64) {
	t.Helper()
	mean, se := b.mean()
	sigma := (mean - want) / se
	t.Logf("%s: %.6g ± %.2g, want %.6g: %+.1f standard errors, %+.2f %%", what, mean, se, want, sigma, (mean/want-1)*100)
	if math.Abs(sigma) > maxSigma {
		t.Errorf("%s: off by %.1f standard errors", what, sigma)
	}
	if se > share*want {
		t.Errorf("%s: the standard error is %.2g, more than %g %%: the test is not sharp", what, se, share*100)
	}
}

// kolmogorov returns the largest distance between the distribution of the
// samples and cdf, times the root of their number. It sorts the samples. Of
// independent ones it exceeds 1.95 once in 1,000 times.
func kolmogorov(samples []float64, cdf func(x float64) float64) float64 {
	slices.Sort(samples)
	worst, n := 0.0, float64(len(samples))
	for k, x := range samples {
		f := cdf(x)
		worst = max(worst, float64(k+1)/n-f, f-float64(k)/n)
	}
	return worst * math.Sqrt(n)
}

// maxKolmogorov is what kolmogorov exceeds once in 1,000 times:
// √(ln(2/0.001)/2).
const maxKolmogorov = 1.95

// shorter returns short with -short, else long.
func shorter(long, short int) int {
	if testing.Short() {
		return short
	}
	return long
}

func kineticEnergy(g *Game) (sum float64) {
	for i := range g.Balls {
		sum += g.Balls[i].kinetic()
	}
	return sum
}
