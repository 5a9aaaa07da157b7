package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Rows that move down never overlap a ball, and balls bounce off their new positions.
func TestRowsMoveAroundBalls(t *testing.T) {
	for seed := range uint64(4) {
		step(t, newEndlessGame(t, seed), 60*TicksPerSecond)
	}
}

// Drones move after they have entered.
func TestDronesMove(t *testing.T) {
	g, _ := hostileGame(t, spec.NoBoss, 1)
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	path := map[int]float64{}
	for range 30 * TicksPerSecond {
		g.Step(Input{Idle, Idle})
		for i := range g.Drones {
			d := &g.Drones[i]
			if g.Bricks[d.Brick].Hits > 0 {
				at, _ := g.Shape(d.Brick).Circle()
				path[i] = max(path[i], at.Y)
			}
		}
	}
	lowest := 0.0
	for _, y := range path {
		lowest = max(lowest, y)
	}
	if lowest < 4 {
		t.Errorf("in 30 s, no drone gets lower than %g, want at least 4", lowest)
	}
}

// Check reports bolts that have left the field, and bolts without a finite position or velocity.
func TestCheckReportsBadBolts(t *testing.T) {
	g, _ := hostileGame(t, spec.NoBoss, 1)
	ok := Bolt{At: at(30, 20), V: geom.Vec{Y: 10}}
	for name, c := range map[string]struct {
		bolt Bolt
		good bool
	}{
		"valid":              {ok, true},
		"below the field":    {Bolt{At: at(30, g.H+2*BoltRadius), V: ok.V}, false},
		"infinite position":  {Bolt{At: at(math.Inf(1), 20), V: ok.V}, false},
		"undefined velocity": {Bolt{At: ok.At, V: geom.Vec{Y: math.NaN()}}, false},
	} {
		g.Bolts = append(g.Bolts[:0], c.bolt)
		if err := g.Check(); (err == nil) != c.good {
			t.Errorf("%s: Check() = %v, want no error: %v", name, err, c.good)
		}
	}
}
