package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
)

// mill is a board of hexagons, triangles and squares that turn and drift, far
// enough apart that they never meet each other or a wall.
func mill() Level {
	var l Level
	for row := range 3 {
		for col := range 5 {
			k := row*5 + col
			m := Motion{Spin: []float64{0, 30, -200, MaxSpin}[k%4]}
			if k%3 == 0 {
				m.Path, m.Lap = geom.Vec{X: 3, Y: 2}, 240+31*k
			}
			l.Bricks = append(l.Bricks, BrickSpec{
				Kind:   Triple,
				Shape:  geom.Regular(3+k%6, at(7+12*float64(col), 8+12*float64(row)), 2.5, 30),
				Motion: m,
			})
		}
	}
	return l
}

func TestStormAmongMoversNeverOverlaps(t *testing.T) {
	for seed := range uint64(4) {
		for _, speed := range []float64{5, 60, 270} {
			g := storm(t, mill(), 24, BallRadius, speed, seed)
			contacts := 0
			for range 20 * TicksPerSecond {
				g.Step(Input{Idle, Idle})
				contacts += len(g.Events)
				if err := g.Check(); err != nil {
					t.Fatalf("seed %d, speed %g: %v", seed, speed, err)
				}
			}
			if contacts < 500 {
				t.Errorf("seed %d, speed %g: only %d contacts", seed, speed, contacts)
			}
		}
	}
}

func TestGameAmongMovers(t *testing.T) {
	for seed := range uint64(6) {
		l := mill()
		l.Balls = 1 + int(seed%MaxServed)
		g, err := New(Config{Setup: Setup{Seed: seed}, Levels: []Level{l}})
		if err != nil {
			t.Fatal(err)
		}
		player := newKeeper(seed)
		for !g.Phase.Ended() && g.Phase != Clear && g.Tick < 5*60*TicksPerSecond {
			g.Step(Input{player.Play(g), Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for i := range g.Balls {
				if s := g.Balls[i].V.Norm(); s > 2*TopSpeed {
					t.Fatalf("seed %d, tick %d: a ball at %g units/s", seed, g.Tick, s)
				}
			}
		}
		if g.Phase != Clear {
			t.Errorf("seed %d: %s with %d bricks left", seed, g.Phase, g.Left)
		}
	}
}

// A ball that rests is struck by a hexagon that drifts, and leaves twice as fast
// as it came, in the frame of the hexagon.
func TestDriftingHexagonStrikesABallAtRest(t *testing.T) {
	g, err := New(Config{
		Free: true, Floor: true, NoPaddle: true, Balls: []NewBall{{At: at(40, 20)}},
		Levels: []Level{{Bricks: []BrickSpec{{
			Kind: Wall, Shape: geom.Regular(4, at(20, 20), 3, 45),
			Motion: Motion{Path: geom.Vec{X: 30}, Lap: 20 * TicksPerSecond}, // 3 units/s
		}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	step(t, g, 8*TicksPerSecond)
	if v := g.Balls[0].V; math.Abs(v.X-6) > 1e-9 || math.Abs(v.Y) > 1e-9 {
		t.Errorf("velocity %v, want (6, 0)", v)
	}
}

// A hexagon that turns around its middle throws a ball that touches its side off
// by twice the speed of the point that it touches.
func TestTurningSquareThrowsTheBall(t *testing.T) {
	g, err := New(Config{
		Free: true, Floor: true, NoPaddle: true, Balls: []NewBall{{At: at(33, 16.55)}},
		Levels: []Level{{Bricks: []BrickSpec{{
			Kind: Wall, Shape: geom.Regular(4, at(32, 20), 3, 45), Motion: Motion{Spin: -90},
		}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	g.Step(Input{Idle, Idle})
	for range TicksPerSecond {
		if len(g.Events) > 0 {
			break
		}
		step(t, g, 1)
	}
	if len(g.Events) == 0 {
		t.Fatal("the square does not meet the ball")
	}
	e := g.Events[0]
	arm := e.At.Sub(at(32, 20))
	u := geom.Vec{X: math.Pi / 2 * arm.Y, Y: -math.Pi / 2 * arm.X}
	if want := e.N.Mul(2 * u.Dot(e.N)); g.Balls[0].V.Sub(want).Norm() > 1e-6 {
		t.Errorf("velocity %v, want %v", g.Balls[0].V, want)
	}
}

// A ball between a closing mover and a wall has no way out. What moves waits.
func TestSqueezedBallStopsTheMover(t *testing.T) {
	g, err := New(Config{
		Free: true, Floor: true, NoPaddle: true, Balls: []NewBall{{At: at(63, 20), V: geom.Vec{X: 1}}},
		Levels: []Level{{Bricks: []BrickSpec{{
			Kind: Wall, Shape: geom.Regular(4, at(40, 20), 6, 45),
			Motion: Motion{Path: geom.Vec{X: 19.7}, Lap: 4 * TicksPerSecond},
		}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	step(t, g, 10*TicksPerSecond) // step checks every tick
	if v := g.Balls[0].V; !v.Finite() {
		t.Errorf("velocity %v", v)
	}
}

func TestMoverComesBackToWhereItSetOut(t *testing.T) {
	l := mill()
	g := storm(t, l, 1, 0.1, 0, 1)
	lap := l.Bricks[0].Motion.Lap
	step(t, g, 7*lap)
	if d := g.Bricks[0].Shape.Corner(0).Sub(l.Bricks[0].Shape.Corner(0)).Norm(); d > 1e-9 {
		t.Errorf("after 7 laps it is %g off", d)
	}
}

func TestSubstepsDoNotMatterFarFromMovers(t *testing.T) {
	// The balls are walled off from the mover, which moves all the same.
	l := honeycomb()
	l.Bricks = append(l.Bricks, BrickSpec{Kind: Wall, Shape: geom.Regular(6, at(32, 44), 1, 0), Motion: Motion{Spin: 77}})
	wall, err := geom.NewPolygon(at(0, 40), at(64, 40), at(64, 41), at(0, 41))
	if err != nil {
		t.Fatal(err)
	}
	l.Bricks = append(l.Bricks, BrickSpec{Kind: Wall, Shape: wall})
	var want [2]geom.Vec
	for _, n := range []int{1, 2, 3, 8} {
		g, err := New(Config{
			Levels: []Level{l}, Free: true, Floor: true, NoPaddle: true, Substeps: n,
			Balls: []NewBall{{At: at(32, 34), V: geom.Vec{X: 31, Y: 11}}, {At: at(12, 34), V: geom.Vec{X: -7, Y: 40}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		step(t, g, 10*TicksPerSecond)
		got := [2]geom.Vec{g.BallAt(0), g.BallAt(1)}
		if n == 1 {
			want = got
		} else if got != want {
			t.Errorf("%d sub-steps: %v, with 1 %v", n, got, want)
		}
	}
}

func TestMotionLimits(t *testing.T) {
	for _, m := range []Motion{
		{Spin: MaxSpin + 1},
		{Spin: math.NaN()},
		{Lap: -1},
		{Path: geom.Vec{X: 1}},
		{Path: geom.Vec{X: 100}, Lap: 10},
		{Path: geom.Vec{X: math.Inf(1)}, Lap: 1000},
	} {
		l := oneBrick(Plain, at(20, 20), 2)
		l.Bricks[0].Motion = m
		if _, err := New(Config{Levels: []Level{l}}); err == nil {
			t.Errorf("%+v is accepted", m)
		}
	}
}
