package world

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// millShapes returns hexagons, triangles and squares that turn and drift, far enough apart that they never meet each
// other or a wall.
func millShapes() (shapes []geom.Polygon, motions []Motion) {
	for row := range 3 {
		for col := range 5 {
			k := row*5 + col
			m := Motion{Spin: []float64{0, 30, -200, MaxSpin}[k%4]}
			if k%3 == 0 {
				m.Path, m.Lap = at(3, 2), 240+31*k
			}
			shapes = append(shapes, geom.Regular(3+k%6, at(7+12*float64(col), 8+12*float64(row)), 2.5, 30))
			motions = append(motions, m)
		}
	}
	return shapes, motions
}

// millWorld returns a world with the shapes of millShapes and balls between them.
func millWorld(n int, r, speed float64, seed uint64) *World {
	shapes, motions := millShapes()
	w := closedBox(fieldW, fieldH, nil, scatter(fieldW, fieldH, shapes, n, r, speed, seed))
	for k := range shapes {
		w.AddMover(Obstacle{Shape: new(shapes[k])}, motions[k])
	}
	return w
}

func TestStormAmongMoversNeverOverlaps(t *testing.T) {
	if testing.Short() { // slow, because it simulates a long time
		return
	}
	for seed := range uint64(4) {
		for _, speed := range []float64{5, 60, 270} {
			w := millWorld(24, ballR, speed, seed)
			if contacts := len(play(t, w, 20*TicksPerSecond)); contacts < 500 {
				t.Errorf("seed %d, speed %g: %d contacts, want at least 500", seed, speed, contacts)
			}
		}
	}
}

// oneMover returns a field with one disc and one moving obstacle.
func oneMover(d Disc, shape geom.Polygon, m Motion) *World {
	w := closedBox(fieldW, fieldH, nil, []Disc{d})
	w.AddMover(Obstacle{Shape: new(shape)}, m)
	return w
}

// A drifting square hits a disc at rest, which leaves at twice the speed of the square.
func TestDriftingSquareStrikesADiscAtRest(t *testing.T) {
	w := oneMover(Disc{From: at(40, 20), R: ballR}, geom.Regular(4, at(20, 20), 3, 45),
		Motion{Path: at(30, 0), Lap: 20 * TicksPerSecond}) // 3 units/s
	play(t, w, 8*TicksPerSecond)
	if v := w.Discs[0].V; math.Abs(v.X-6) > 1e-9 || math.Abs(v.Y) > 1e-9 {
		t.Errorf("velocity of the disc after the contact = %v, want (6, 0)", v)
	}
}

// A square that turns around its center hits a touching disc. The disc leaves at twice the normal velocity of the point
// of contact.
func TestTurningSquareHitsDisc(t *testing.T) {
	w := oneMover(Disc{From: at(33, 16.55), R: ballR}, geom.Regular(4, at(32, 20), 3, 45), Motion{Spin: -90})
	for range TicksPerSecond {
		end := w.Begin()
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			arm := w.At(0).Along(c.N, -ballR).Sub(at(32, 20))
			w.Bounce(c)
			u := at(math.Pi/2*arm.Y, -math.Pi/2*arm.X)
			if want := c.N.Mul(2 * u.Dot(c.N)); c.Kind != AtMover || w.Discs[0].V.Sub(want).Norm() > 1e-6 {
				t.Errorf("contact %+v: velocity after it is %v, want a contact with a mover and %v", c, w.Discs[0].V,
					want)
			}
			return
		}
	}
	t.Fatal("the square does not touch the disc within 1 s")
}

// A disc between a closing mover and a wall cannot escape, so the mover stops.
func TestSqueezedDiscStopsTheMover(t *testing.T) {
	if testing.Short() { // slow, because it simulates a long time
		return
	}
	w := oneMover(Disc{From: at(63, 20), V: at(1, 0), R: ballR}, geom.Regular(4, at(40, 20), 6, 45),
		Motion{Path: at(19.7, 0), Lap: 4 * TicksPerSecond})
	wedged := false
	for _, c := range play(t, w, 10*TicksPerSecond) { // play checks every tick
		wedged = wedged || c.Wedged
	}
	if v := w.Discs[0].V; !v.Finite() || !wedged {
		t.Errorf("velocity of the disc = %v, wedged = %v; want a finite velocity and true", v, wedged)
	}
}

func TestMoverReturnsToStart(t *testing.T) {
	w := millWorld(1, 0.1, 0, 1)
	shapes, motions := millShapes()
	play(t, w, 7*motions[0].Lap)
	if d := w.ShapeOf(0).Corner(0).Sub(shapes[0].Corner(0)).Norm(); d > 1e-9 {
		t.Errorf("after 7 laps, the mover is %g units from its start, want at most 1e-9", d)
	}
}

func TestSubstepsDoNotMatterFarFromMovers(t *testing.T) {
	wall, err := geom.NewPolygon(at(0, 40), at(64, 40), at(64, 41), at(0, 41))
	if err != nil {
		t.Fatal(err)
	}
	var want [2]geom.Vec
	for _, n := range []int{1, 2, 3, 8} {
		// A wall separates the discs from the mover.
		w := closedBox(fieldW, fieldH, append(honeycomb(), wall), []Disc{
			{From: at(32, 34), V: at(31, 11), R: ballR}, {From: at(12, 34), V: at(-7, 39), R: ballR},
		})
		w.AddMover(Obstacle{Shape: new(geom.Regular(6, at(32, 44), 1, 0))}, Motion{Spin: 77})
		w.Substeps = n
		play(t, w, 10*TicksPerSecond)
		got := [2]geom.Vec{w.At(0), w.At(1)}
		if n == 1 {
			want = got
		} else if got != want {
			t.Errorf("%d sub-steps: discs at %v, want %v as with 1", n, got, want)
		}
	}
}

func TestMotionLimits(t *testing.T) {
	for _, m := range []Motion{
		{Spin: MaxSpin + 1},
		{Spin: math.NaN()},
		{Lap: -1},
		{Path: at(1, 0)},
		{Path: at(100, 0), Lap: 10},
		{Path: at(math.Inf(1), 0), Lap: 1000},
	} {
		if m.Valid() {
			t.Errorf("%+v.Valid() = true, want false", m)
		}
	}
	if m := (Motion{Path: at(3, 4), Lap: 240, Spin: -90}); !m.Valid() || !m.Moves() {
		t.Errorf("%+v: Valid() = %v, Moves() = %v; want true for both", m, m.Valid(), m.Moves())
	}
}

// The parts of a body that are steered equally stay together, including gone parts. A restored part is at the correct
// position.
func TestBodyMovesAsOne(t *testing.T) {
	w := closedBox(fieldW, fieldH, nil, []Disc{{From: at(60, 40), R: ballR}})
	core := w.AddBody(Obstacle{Shape: new(geom.Regular(6, geom.Vec{}, 2, 0)), Follows: true}, 1, at(20, 20))
	arm := w.AddBody(Obstacle{Shape: new(geom.Regular(4, at(4, 0), 1, 0)), Follows: true, Gone: true}, 1, at(20, 20))
	for _, m := range []int{core, arm} {
		w.Steer(m, at(3, 1), math.Pi/2)
	}
	play(t, w, TicksPerSecond)
	a, b := w.Pose(core), w.Pose(arm)
	if a.At.Sub(at(23, 21)).Norm() > 1e-9 || math.Abs(a.Angle-math.Pi/2) > 1e-9 || b.At != a.At || b.Angle != a.Angle {
		t.Errorf("Pose() = %v, angle %g for the core and %v, angle %g for the arm; want (23, 21) and π/2 for both",
			a.At, a.Angle, b.At, b.Angle)
	}
	w.RestoreObstacle(b.Obstacle)
	c, _ := w.ShapeOf(b.Obstacle).Circle()
	if want := at(23, 25); c.Sub(want).Norm() > 1e-9 {
		t.Errorf("center of the arm at %v, want %v", c, want)
	}
	w.PlaceBody(core, at(40, 10), 0)
	if now := w.ShapeNow(core); now.Corner(0).Sub(at(42, 10)).Norm() > 1e-12 {
		t.Errorf("after PlaceBody, the first corner is at %v, want (42, 10)", now.Corner(0))
	}
}

// A mover added within a coasting tick takes part in it immediately. Discs meet it, and it moves from the next sub-step
// on.
func TestAddMoverWithinTick(t *testing.T) {
	for _, capsules := range []int{0, 1} {
		w := closedBox(fieldW, fieldH, nil, []Disc{
			{From: at(20, 10), V: at(900, 0), R: ballR},
			{From: at(50, 40), V: at(0, 5), R: ballR},
		})
		w.Substeps = 8
		for range capsules {
			w.AddCapsule(Capsule{X: 20, Y: 44, Half: 4, R: 0.4})
		}
		ticks(w, 2)
		end := w.Begin()
		half := (w.Now() + end) / 2
		if _, ok := w.Next(half); ok {
			t.Fatal("Next reports a contact before the mover is added")
		}
		ahead := w.At(0).X + ballR + 0.01
		shape := geom.Regular(4, at(ahead+2, 10), 2, 0)
		k := w.AddMover(Obstacle{Shape: &shape}, Motion{Path: at(5, 0), Lap: TicksPerSecond})
		met := 0
		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
			if c.Kind == AtMover && c.Other == k {
				met++
			}
			w.Bounce(c)
		}
		if met != 1 {
			t.Errorf("%d capsules: %d contacts with the mover, want 1", capsules, met)
		}
		if p := w.Pose(0).Progress; p < 0.3 || p > 0.5 {
			t.Errorf("%d capsules: Progress = %g ticks for a mover added in mid-tick, want 0.3 to 0.5", capsules, p)
		}
		if err := w.Check(); err != nil {
			t.Error(err)
		}
	}
}
