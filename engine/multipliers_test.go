package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// The bonus of a multiplier is the bonus of its last reached step. The factor is 1 plus the sum of
// the bonuses.
func TestMultiplierAddsUp(t *testing.T) {
	g := inPlay(t, far, at(32, 30), geom.Vec{Y: 27})
	for _, tt := range []struct {
		combo, chain, balls, left int // left: remaining bricks in the finale; 0 means no finale
		want                      int
	}{
		{0, 0, 1, 0, 4},
		{3, 1, 1, 0, 4},
		{4, 0, 1, 0, 6},
		{8, 0, 1, 0, 8},
		{99, 0, 1, 0, 12},
		{0, 2, 1, 0, 5},
		{0, 7, 1, 0, 7},
		{0, 99, 1, 0, 8},
		{0, 0, 2, 0, 5},
		{0, 0, 9, 0, 7},
		{0, 0, 1, 3, 6},
		{0, 0, 1, 2, 8},
		{0, 0, 1, 1, 12},
		{16, 8, 4, 1, 27},
	} {
		g.Combo, g.Chain, g.Finale, g.BricksLeft = tt.combo, tt.chain, tt.left > 0, tt.left
		g.Balls = make([]Ball, tt.balls)
		if got := g.Multiplier(); got != tt.want {
			t.Errorf("%+v: Multiplier() = %d quarters, want %d", tt, got, tt.want)
		}
	}

	g.Mode, g.Combo, g.Chain, g.Finale = Storm, 0, 0, false
	if got := g.Multiplier(); got != UnitMultiplier {
		t.Errorf("Multiplier() in a storm of nine balls = %d quarters, want %d", got, UnitMultiplier)
	}

	for _, row := range Multipliers {
		for i := 1; i < len(row.Steps); i++ {
			if a, b := row.Steps[i-1], row.Steps[i]; a.From >= b.From || a.Quarters >= b.Quarters {
				t.Errorf("%s: the steps %+v are not in ascending order", row.Name, row.Steps)
			}
		}
	}
}

// A return after a hit that paid points extends the chain. A return without such a hit, and the end
// of a serve, end it.
func TestChainCountsReturnsWithHits(t *testing.T) {
	l := oneBrick(spec.Triple, at(32, 20), 3)
	l.Bricks = append(l.Bricks, far.Bricks[0])
	g := inPlay(t, l, at(32, 30), geom.Vec{Y: -27})
	for n := range 3 {
		g.damage(0, 1, Event{Ball: 0})
		g.afterPaddle(0, 0, geom.Vec{Y: -1})
		if g.Chain != n+1 || g.Tally.BestChain != n+1 {
			t.Fatalf("after %[1]d returns with hits: chain %[2]d, best chain %[3]d, want %[1]d", n+1, g.Chain,
				g.Tally.BestChain)
		}
	}

	g.afterPaddle(0, 0, geom.Vec{Y: -1})
	if g.Chain != 0 || g.Tally.BestChain != 3 {
		t.Errorf("after a return without a hit: chain %d, best chain %d, want 0 and 3", g.Chain, g.Tally.BestChain)
	}

	g.Chain = 5
	g.placeBalls()
	if g.Chain != 0 {
		t.Errorf("chain at the serve = %d, want 0", g.Chain)
	}
}

// Half the time pays twice the points, up to three times. The bonus never becomes zero.
func TestSpeedBonus(t *testing.T) {
	for _, tt := range []struct{ par, ticks, want int }{
		{1000, 1000, 10_000},
		{1000, 500, 20_000},
		{1000, 334, 29_940},
		{1000, 333, 30_000},
		{1000, 1, 30_000},
		{1000, 2000, 5000},
		{1000, 100_000, 100},
	} {
		if got := SpeedBonus(tt.par, tt.ticks); got != tt.want {
			t.Errorf("SpeedBonus(%d, %d) = %d, want %d", tt.par, tt.ticks, got, tt.want)
		}
	}
}
