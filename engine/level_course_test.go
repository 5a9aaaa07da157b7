package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// angle returns the angle between the course of ball 0 and horizontal, in degrees, below 0 if it
// flies upward.
func angle(g *Game) float64 {
	v := g.Disc(0).V
	return math.Atan2(v.Y, math.Abs(v.X)) * 180 / math.Pi
}

func TestLevelCourseBends(t *testing.T) {
	for _, tt := range []struct{ degrees, want float64 }{ // want: the sign of the way it bends
		{0, 1}, {0.5, 1}, {-0.5, -1}, {11, 1}, {-11, -1},
	} {
		for _, side := range []float64{1, -1} {
			v := geom.Direction(tt.degrees).Mul(27)
			v.X *= side
			g := inPlay(t, far, at(32, 24), v)
			g.Speed = 27
			events := step(t, g, levelTicks-1)
			if a := angle(g); math.Abs(a-tt.degrees) > 1e-6 || count(events, BallTurned) != 0 {
				t.Fatalf("%v: %.2f° after %d ticks", v, a, levelTicks-1)
			}
			events = step(t, g, 1)
			if count(events, BallTurned) != 1 || !g.IsTurning(0) {
				t.Fatalf("%v: it does not bend", v)
			}
			step(t, g, TicksPerSecond)
			if a := angle(g); math.Abs(a) < 19.9 || math.Abs(a) > 20.6 || a*tt.want < 0 || g.IsTurning(0) {
				t.Errorf("%v: bent to %.2f°", v, a)
			}
			if s := g.Disc(0).V.Norm(); math.Abs(s-27) > 1e-9 {
				t.Errorf("%v: %g units/s after it", v, s)
			}
		}
	}
}

func TestSteepCourseStaysStraight(t *testing.T) {
	g := inPlay(t, far, at(32, 10), geom.Direction(13).Mul(10))
	events := step(t, g, 3*levelTicks)
	if a := angle(g); math.Abs(a-13) > 1e-6 || count(events, BallTurned) != 0 {
		t.Errorf("a course of 13° was bent to %.2f°", a)
	}
}
