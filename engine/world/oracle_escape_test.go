package world

import (
	"fmt"
	"math"
	"testing"

	"arkterm/engine/geom"
)

// escapeBoards are boards with places where a ball touches two bodies at the same time.
var escapeBoards = []struct {
	name  string
	hexes func() []geom.Polygon
}{
	{"rows", boardRows},
	{"0.05 apart", func() []geom.Polygon { return boardTight(0.05) }},
	// Slots with 0.05 to spare, in which a ball bounces back and forth.
	{"slots", func() []geom.Polygon { return boardTight(2*discR + 0.05) }},
}

// TestNothingEscapesAtAnySpeed simulates 100 balls in the box of W2. No ball may be outside, or inside a hexagon or
// another ball, by more than rounding, and the energy must be constant. At 20,000 units/s, a ball crosses the box twice
// per tick. Then 3 s have as many contacts as 10 s at 6,000 units/s.
func TestNothingEscapesAtAnySpeed(t *testing.T) {
	for _, tt := range []struct{ speed, seconds, short int }{
		{20, 10, 5}, {200, 10, 2}, {2000, 10, 1}, {20_000, 3, 0},
	} {
		for _, board := range escapeBoards {
			t.Run(fmt.Sprintf("%d, %s", tt.speed, board.name), func(t *testing.T) {
				hexes := board.hexes()
				g := closedBox(boardW, boardH, hexes, scatter(boardW, boardH, hexes, 100, discR, float64(tt.speed), 2))
				n := max(TicksPerSecond/8, shorter(tt.seconds, tt.short)*TicksPerSecond)
				before, contacts := kineticEnergy(g), 0
				for g.tick < uint64(n) {
					contacts += ticks(g, 5)
					if err := g.Check(); err != nil {
						t.Fatal(err)
					}
				}
				drift := math.Abs(kineticEnergy(g)/before - 1)
				t.Logf("%d contacts in %d ticks, energy drift %.1e", contacts, n, drift)
				if limit := 1e-12 * max(0.1, float64(contacts)/1e6); drift > limit {
					t.Errorf("energy drift %.1e, want at most %.1e", drift, limit)
				}
				if len(g.Discs) != 100 || contacts < n*tt.speed/40 {
					t.Errorf("%d balls and %d contacts after %d ticks, want 100 balls and at least %d contacts",
						len(g.Discs), contacts, n, n*tt.speed/40)
				}
			})
		}
	}
}

// TestEnergyDriftOfAMillionContacts allows a relative drift of 1e-12 in 10⁶ contacts of 100 balls, which is 10⁴
// contacts per ball. Unbiased rounding errors would add up to about 1e-15.
func TestEnergyDriftOfAMillionContacts(t *testing.T) {
	for _, tt := range []struct {
		balls  int
		masses []float64
	}{
		{100, []float64{1}},
		{1, []float64{1}},
		{100, []float64{1, 0.3, 7, 1e3}},
	} {
		hexes := boardRows()
		balls := scatter(boardW, boardH, hexes, tt.balls, discR, 2000, 3)
		for i := range balls {
			balls[i].Mass = tt.masses[i%len(tt.masses)]
		}
		g := closedBox(boardW, boardH, hexes, balls)
		before, contacts := kineticEnergy(g), 0
		for contacts < shorter(1_000_000, 100_000) {
			contacts += ticks(g, 1)
		}
		drift := kineticEnergy(g)/before - 1
		t.Logf("%d balls, masses %g: drift %.1e in %d contacts", tt.balls, tt.masses, drift, contacts)
		if math.Abs(drift) > 1e-12 {
			t.Errorf("%d balls, masses %g: energy drift %.1e in %d contacts, want at most 1e-12",
				tt.balls, tt.masses, drift, contacts)
		}
	}
}
