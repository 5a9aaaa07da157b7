package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// angle returns the angle between the course of ball 0 and horizontal, in degrees. Negative angles
// point upward.
func angle(g *Game) float64 {
	v := g.Disc(0).V
	return math.Atan2(v.Y, math.Abs(v.X)) * 180 / math.Pi
}

func TestHorizontalBallTurns(t *testing.T) {
	for _, tt := range []struct{ degrees, want float64 }{ // the sign of want is the direction of the turn
		{0, 1}, {0.5, 1}, {-0.5, -1}, {11, 1}, {-11, -1},
	} {
		for _, side := range []float64{1, -1} {
			v := geom.Direction(tt.degrees).Mul(27)
			v.X *= side
			g := inPlay(t, far, at(32, 24), v)
			g.Speed = 27
			events := step(t, g, maxHorizontalTicks-1)
			if a := angle(g); math.Abs(a-tt.degrees) > 1e-6 || count(events, BallTurned) != 0 {
				t.Fatalf("velocity %v: the ball turns to %.2f° within %d ticks, want %.2f°", v, a, maxHorizontalTicks-1,
					tt.degrees)
			}

			events = step(t, g, 1)
			if count(events, BallTurned) != 1 || !g.IsTurning(0) {
				t.Fatalf("velocity %v: the ball does not turn after %d ticks", v, maxHorizontalTicks)
			}

			step(t, g, TicksPerSecond)
			if a := angle(g); math.Abs(a) < 19.9 || math.Abs(a) > 20.6 || a*tt.want < 0 || g.IsTurning(0) {
				t.Errorf("velocity %v: the ball turns to %.2f°, want about ±20°", v, a)
			}
			if s := g.Disc(0).V.Norm(); math.Abs(s-27) > 1e-9 {
				t.Errorf("velocity %v: speed after the turn = %g, want 27", v, s)
			}
		}
	}
}

func TestSteepBallFliesStraight(t *testing.T) {
	g := inPlay(t, far, at(32, 10), geom.Direction(13).Mul(10))
	events := step(t, g, 3*maxHorizontalTicks)
	if a := angle(g); math.Abs(a-13) > 1e-6 || count(events, BallTurned) != 0 {
		t.Errorf("a course of 13° is turned to %.2f°, want no turn", a)
	}
}
