package world

import (
	"math"
	"slices"
	"testing"

	"arkterm/engine/geom"
)

// An encounter identifies the bodies of a contact for comparison. For two balls, ball is the lower index.
type encounter struct {
	kind        Kind
	ball, other int
}

// encounterOf returns the bodies of c.
func encounterOf(c Contact) encounter {
	m := encounter{c.Kind, c.Disc, c.Other}
	if c.Kind == AtDisc {
		m.ball, m.other = min(c.Disc, c.Other), max(c.Disc, c.Other)
	}
	return m
}

// meetings simulates seconds and returns all contacts in order, and their times.
func meetings(g *World, seconds int) (all []encounter, when []float64) {
	second := float64(g.tick / TicksPerSecond)
	observe(g, seconds, 1, func() { second++ }, func(c Contact, _ geom.Vec) {
		all, when = append(all, encounterOf(c)), append(when, second+g.now)
	})
	return all, when
}

// mapHexes applies f to all corners.
func mapHexes(hexes []geom.Polygon, f func(geom.Vec) geom.Vec) (mapped []geom.Polygon) {
	for k := range hexes {
		var corners []geom.Vec
		for j := range hexes[k].N() {
			corners = append(corners, f(hexes[k].Corner(j)))
		}
		p, err := geom.NewPolygon(corners...)
		if err != nil {
			panic(err) // a mapped hexagon remains convex
		}
		mapped = append(mapped, p)
	}
	return mapped
}

// growth returns the distance between a world and its twin after n ticks, if all balls of the twin start one ulp of the
// field away in random directions. Chaos amplifies even the smallest error to this distance. With 200 balls, it is
// about 1e-9 after half a second.
func growth(t *testing.T, hexes []geom.Polygon, balls []Disc, n int) (worst float64) {
	const ulp = 7.1e-15 // of 40
	rng := newSource(1)
	twin := slices.Clone(balls)
	for i := range twin {
		twin[i].From = twin[i].From.Along(geom.Direction(360*rng.Float64()), ulp)
	}
	g, h := closedBox(boardW, boardH, hexes, balls), closedBox(boardW, boardH, hexes, twin)
	ticks(g, n)
	ticks(h, n)
	for i := range g.Discs {
		worst = max(worst, g.At(i).Sub(h.At(i)).Norm())
	}
	return worst
}

// maxGrowth is the maximum error of a rounded path, as a multiple of growth. Each contact adds a rounding error in
// another direction.
const maxGrowth = 10

// TestMirrorImage simulates 200 balls on the board of W2 and its mirror images for half a second at the speed of the
// game. The 480 contacts must be in the same order. Mirroring rounds W − x, and chaos amplifies that error.
func TestMirrorImage(t *testing.T) {
	hexes := boardRows()
	balls := scatter(boardW, boardH, hexes, 200, discR, 10, 7) // 1 s at half the speed
	flips := []struct {
		name string
		flip func(p, size geom.Vec) geom.Vec
	}{
		{"sideways", func(p, size geom.Vec) geom.Vec { return at(size.X-p.X, p.Y) }},
		{"upside", func(p, size geom.Vec) geom.Vec { return at(p.X, size.Y-p.Y) }},
		{"both", func(p, size geom.Vec) geom.Vec { return size.Sub(p) }},
	}
	size := at(boardW, boardH)
	limit := maxGrowth * growth(t, hexes, balls, TicksPerSecond)
	for _, tt := range flips {
		name, flip := tt.name, tt.flip
		mirrored := slices.Clone(balls)
		for i := range mirrored {
			mirrored[i].From = flip(balls[i].From, size)
			mirrored[i].V = flip(balls[i].V, geom.Vec{})
		}
		g := closedBox(boardW, boardH, hexes, balls)
		m := closedBox(boardW, boardH, mapHexes(hexes, func(p geom.Vec) geom.Vec { return flip(p, size) }), mirrored)
		want, _ := meetings(g, 1)
		got, _ := meetings(m, 1)
		worst := 0.0
		for i := range g.Discs {
			worst = max(worst, flip(m.At(i), size).Sub(g.At(i)).Norm())
		}
		t.Logf("%s: %d contacts, error %.1e, want at most %.1e", name, len(want), worst, limit)
		if worst > min(limit, 1e-6) || !slices.Equal(got, want) || len(want) < 400 {
			t.Errorf("%s: %d contacts (want at least 400), error %.1e (want at most %.1e), same order = %v (want true)",
				name, len(want), worst, min(limit, 1e-6), slices.Equal(got, want))
		}
	}
}

// TestOrderOfBallsDoesNotMatter shuffles the indices of balls of two sizes and masses. Every path must remain
// bit-identical.
func TestOrderOfBallsDoesNotMatter(t *testing.T) {
	hexes := boardRows()
	balls := scatter(boardW, boardH, hexes, 200, discR, 40, 8)
	for i := range balls {
		if i%3 == 0 {
			balls[i].R, balls[i].Mass = 0.2, 0.6
		}
	}
	// 77 and 200 are coprime, so k → 77k mod 200 is a permutation.
	const stride = 77
	shuffled := make([]Disc, len(balls))
	for i := range balls {
		shuffled[i*stride%len(balls)] = balls[i]
	}
	g, s := closedBox(boardW, boardH, hexes, balls), closedBox(boardW, boardH, hexes, shuffled)
	contacts := 0
	for range shorter(10, 3) {
		contacts += ticks(g, TicksPerSecond)
		ticks(s, TicksPerSecond)
		for i := range g.Discs {
			a, b := &g.Discs[i], &s.Discs[i*stride%len(balls)]
			if a.From != b.From || a.V != b.V || a.Since != b.Since {
				t.Fatalf("tick %d, ball %d: course starts at %v, but with shuffled balls at %v", g.tick, i, a.From,
					b.From)
			}
		}
	}
	t.Logf("%d contacts", contacts)
}

// TestRotatedCage rotates a cage of six hexagons with a seventh hexagon and three balls of different sizes in it. The
// contacts must be the same, in the same order and at the same times. Rounding moves every corner by 1e-15, and errors
// grow by a factor of e every two contacts, so only the first 30 contacts are compared.
func TestRotatedCage(t *testing.T) {
	middle := at(64.0/2, 48.0/2)
	cage := func(turn geom.Vec) *World {
		place := func(p geom.Vec) geom.Vec { return middle.Add(p.Turn(turn)) }
		hexes := []geom.Polygon{geom.Regular(6, at(-1.5, 3), 1.2, 7)}
		for k := range 6 {
			// 0.2 apart, with flat sides toward each other and toward the middle.
			hexes = append(hexes, geom.Regular(6, geom.Direction(60*float64(k)).Mul(12), 6.8, 30))
		}
		balls := []Disc{
			{From: at(0, 0), V: at(21, 5), R: 0.7},
			{From: at(3, 0.4), V: at(-3, 17), R: 0.5, Mass: 2},
			{From: at(-2, -3), V: at(9, -11), R: 0.9, Mass: 0.7},
		}
		for i := range balls {
			balls[i].From, balls[i].V = place(balls[i].From), balls[i].V.Turn(turn)
		}
		return closedBox(64.0, 48.0, mapHexes(hexes, place), balls)
	}
	g := cage(at(1, 0))
	want, when := meetings(g, 5)
	for _, degrees := range []float64{60, 120, 180, 240, 300, 90, 17} {
		m := cage(geom.Direction(degrees))
		got, at := meetings(m, 5)
		n := min(30, len(want), len(got))
		worst := 0.0
		for k := range n {
			worst = max(worst, math.Abs(at[k]-when[k]))
		}
		t.Logf("%g°: %d contacts, time error %.1e s", degrees, n, worst)
		if n < 30 || !slices.Equal(got[:n], want[:n]) || worst > 1e-7 {
			t.Errorf(
				"%g°: %d contacts, same order %v, error of times %.1e s; want at least 30, true and at most 1e-7 s",
				degrees, n, slices.Equal(got[:n], want[:n]), worst)
		}
		for _, c := range got {
			if c.kind < AtObstacle {
				t.Fatalf("%g°: a ball left the cage and touched a wall", degrees)
			}
		}
	}
}

// TestSubstepsDoNotMatterInStorm simulates 1,000 balls among 100 hexagons. The number of sub-steps does not change a
// bit.
func TestSubstepsDoNotMatterInStorm(t *testing.T) {
	const w, h = 80, 60
	hexes := hexRows(at(5, 6), 7, 5, 10, 10)
	balls := scatter(w, h, hexes, 1000, discR, 20, 9)
	var want uint64
	for _, n := range []int{1, 2, 3, 8} {
		g := closedBox(w, h, hexes, balls)
		g.Substeps = n
		contacts := ticks(g, shorter(5, 1)*TicksPerSecond+17)
		if n == 1 {
			want = digest(g)
			t.Logf("%d contacts", contacts)
		} else if got := digest(g); got != want {
			t.Errorf("%d sub-steps: digest %016x, want %016x as with 1", n, got, want)
		}
	}
}

// TestStormIsReversible reverses 200 balls after a third of a second (320 contacts) and checks that they return. After
// two seconds, chaos would make this impossible. The limit is ten times the growth of an initial error of one ulp,
// because rounding the times adds errors at each contact, and some of 200 balls diverge faster than the displaced ball.
func TestStormIsReversible(t *testing.T) {
	const turn, margin = TicksPerSecond / 3, 10
	hexes := boardRows()
	for seed := range uint64(5) {
		balls := scatter(boardW, boardH, hexes, 200, discR, 20, seed+10)
		limit := margin * maxGrowth * growth(t, hexes, balls, turn)
		g := closedBox(boardW, boardH, hexes, balls)
		there := ticks(g, turn)
		for i := range g.Discs {
			g.Turn(i, g.Discs[i].V.Neg())
		}
		back := ticks(g, turn)
		worst := 0.0
		for i := range balls {
			worst = max(worst, g.At(i).Sub(balls[i].From).Norm())
		}
		t.Logf("seed %d: %d contacts, %d in reverse, error %.1e, want at most %.1e", seed, there, back, worst, limit)
		if worst > min(limit, 1e-6) || there != back {
			t.Errorf("seed %d: %d contacts forward, %d in reverse, error %.1e; want equal numbers and at most %.1e",
				seed, there, back, worst, min(limit, 1e-6))
		}
	}
}
