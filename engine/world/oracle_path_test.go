package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// TestMeanFreePath sends one disc through the board of scene W2. By Santaló's formula (Chernov, J. Stat. Phys. 88
// (1997) 1), its contact rate is v·P/(π·A), where A and P are the area and perimeter of the region available to its
// center.
//
// The starting positions and directions are uniformly distributed, and the motion preserves this distribution.
// Therefore the mean is exact for every length of run, and the runs are independent.
func TestMeanFreePath(t *testing.T) {
	if testing.Short() { // slow, because it simulates a long time
		return
	}
	const speed, seconds = 20.0, 25
	hexes := boardRows()
	w, h, n := boardW-2*discR, boardH-2*discR, float64(len(hexes))
	side := hexRadius // of a regular hexagon
	hexagon := 3 * math.Sqrt(3) / 2 * side * side
	area := w*h - n*(hexagon+6*side*discR+math.Pi*discR*discR)
	onHexes := n * (6*side + 2*math.Pi*discR)
	onWalls := 2 * (w + h)
	want := speed * (onWalls + onHexes) / (math.Pi * area)
	if math.Abs(want-2.453909) > 1e-6 || math.Abs(onHexes/(onWalls+onHexes)-0.66525) > 1e-5 {
		t.Fatalf("theory gives %v contacts per second, fraction %v on hexagons; this is not the board of W2",
			want, onHexes/(onWalls+onHexes))
	}
	rng := newSource(6)
	g := closedBox(boardW, boardH, hexes, []Disc{{From: at(1, 1), R: discR}})
	var walls, bricks, both batches
	for range shorter(30_000, 4000) {
		start := freePlace(rng, boardW, boardH, hexes, discR)
		g.Launch(0, start, geom.Direction(360*rng.Float64()).Mul(speed))
		g.Rebuild()
		wall, brick := 0.0, 0.0
		observe(g, seconds, 1, func() {}, func(c Contact, _ geom.Vec) {
			if c.Kind == AtObstacle {
				brick++
			} else {
				wall++
			}
		})
		walls, bricks = append(walls, wall/seconds), append(bricks, brick/seconds)
		both = append(both, (wall+brick)/seconds)
	}
	sharp := float64(shorter(3, 8)) / 1000
	both.expect(t, "contacts per second", want, sharp)
	bricks.expect(t, "contacts with hexagons", want*onHexes/(onWalls+onHexes), sharp)
	walls.expect(t, "contacts with walls", want*onWalls/(onWalls+onHexes), sharp)
}

// TestTwoPosts bounces a ball between two round posts, which is the shortest unstable orbit of the two-disc billiard
// (Cvitanović et al., ChaosBook.org). In each bounce, a tiny angle grows by the factor
//
//	Λ = R/a − 1 + (R/a)·√(1 − 2a/R)
//
// for posts of radius a with centers R apart. The posts are balls at rest with 10¹² times the mass, so the line between
// them remains exactly on the symmetry axis. Here a is the sum of both radii.
//
// The ratio of successive angles is evaluated between 1e-7 and 1e-4. For smaller angles, rounding errors of the height
// (4e-15) and the rest of the shrinking direction matter, and for larger ones the square of the angle.
func TestTwoPosts(t *testing.T) {
	const post, small = 4.0, 0.5
	const a = post + small
	for _, tt := range []struct{ ratio, want float64 }{
		{2.5, 2.618034}, {3, 3.732051}, {6, 6 - 1 + 6*0.816496580927726},
	} {
		apart := tt.ratio * a
		g := closedBox(64, 48, nil, []Disc{
			{From: at(10, 24), R: post, Mass: 1e12},
			{From: at(10+apart, 24), R: post, Mass: 1e12},
			{From: at(10+apart/2, 24+1e-11), R: small, V: geom.Vec{X: 27}},
		})
		last, measured, worst := 0.0, 0, 0.0
		for range 30 * TicksPerSecond {
			if tick(g) == 0 {
				continue
			}
			angle := math.Abs(g.Discs[2].V.Y / g.Discs[2].V.X)
			if angle > 1e-4 {
				break
			}
			if last > 1e-7 {
				measured++
				worst = max(worst, math.Abs(angle/last-tt.want))
			}
			last = angle
		}
		t.Logf("R/a = %g: Λ = %.6f to %.1e in each of %d bounces", tt.ratio, tt.want, worst, measured)
		if measured < 2 || worst > 1e-6 {
			t.Errorf("R/a = %g: Λ is off by up to %.1e in %d bounces, want at most 1e-6 in at least 2",
				tt.ratio, worst, measured)
		}
	}
}
