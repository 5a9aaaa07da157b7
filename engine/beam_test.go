package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

func TestBeamStopsAtBricksAndCrossesTheRest(t *testing.T) {
	l := oneBrick(spec.Wall, at(50, 20), 3)
	l.Bricks = append(l.Bricks, far.Bricks[0])
	g := inPlay(t, l, at(30, 20), geom.Vec{})
	g.removeBalls()
	for _, d := range []world.Disc{
		{From: at(30, 20), R: 1},
		{From: at(20, 20.5), R: 2},
		{From: at(58, 20), R: 1},
		{From: at(40, 21), R: 1},
	} {
		g.addBall(Ball{}, d)
	}

	b, on := g.TraceBeam(at(19, 20), geom.Vec{X: 1}, nil)
	side := 50 - 3*math.Sqrt(3)/2
	if b.Brick != 0 || math.Abs(b.End().X-side) > 1e-12 || b.N.Sub(geom.Vec{X: -1}).Norm() > 1e-12 {
		t.Errorf("TraceBeam() ends at %v on brick %d with normal %v, want x = %g on brick 0", b.End(), b.Brick, b.N,
			side)
	}

	// The beam starts inside ball 1, passes through ball 0 and touches ball 3. A brick stops it
	// before ball 2.
	want := []struct {
		ball, points int
		in           float64
	}{{1, 1, 0}, {0, 2, 10}, {3, 1, 21}}

	if len(on) != len(want) {
		t.Fatalf("TraceBeam() crosses %d objects, want %d: %+v", len(on), len(want), on)
	}

	for k, w := range want {
		n, _ := on[k].Points()
		if on[k].Paddle || on[k].Index != w.ball || n != w.points || math.Abs(on[k].In-w.in) > 1e-9 {
			t.Errorf("crossing %d = %+v, want ball %d from %g with %d points", k, on[k], w.ball, w.in, w.points)
		}
	}

	if on[0].FromInside != true || on[1].FromInside {
		t.Error("FromInside is not true for the first crossing only")
	}
}

func TestBeamCrossesThePaddleAndEndsAtTheFloor(t *testing.T) {
	g, err := New(Config{Levels: []spec.Level{far}})
	if err != nil {
		t.Fatal(err)
	}

	b, on := g.TraceBeam(at(28, 20), geom.Vec{Y: 1}, nil)
	if b.Brick != -1 || b.End() != at(28, 48) {
		t.Errorf("TraceBeam() ends at %v on brick %d, want (28, 48) and no brick", b.End(), b.Brick)
	}
	if len(on) != 1 || !on[0].Paddle || math.Abs(on[0].In-(spec.PaddleY-spec.PaddleHalfHeight-20)) > 1e-12 ||
		math.Abs(on[0].Out-on[0].In-2*spec.PaddleHalfHeight) > 1e-12 {
		t.Errorf("TraceBeam crosses %+v, want the paddle over its whole height", on)
	}

	if b, _ := g.TraceBeam(at(6, 6), geom.Vec{Y: 1}, nil); b.Length != 0 || b.Brick != 0 {
		t.Errorf("TraceBeam() from inside brick 0 = %+v, want length 0 on that brick", b)
	}
}

func TestEmitterTurnsAndBlinks(t *testing.T) {
	l := far
	l.Emitters = []spec.EmitterSpec{
		{At: at(32, 24), Degrees: 10, Spin: 90},
		{At: at(10, 30), Degrees: 90, On: 100, Off: 50, Elapsed: 20},
	}

	g, err := New(Config{Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}

	for tick := range 4 * TicksPerSecond {
		g.Step(Input{Idle, Idle})
		want := geom.Direction(10 + 90*float64(tick)/TicksPerSecond)
		if d := g.Emitters[0].Beam.Dir.Sub(want).Norm(); d > 1e-12 || !g.Emitters[0].Lit {
			t.Fatalf("tick %d: emitter 0 = %+v, want it lit with the direction %v", tick, g.Emitters[0], want)
		}
		if lit := (tick+20)%150 < 100; g.Emitters[1].Lit != lit {
			t.Fatalf("tick %d: Lit of emitter 1 = %v, want %v", tick, !lit, lit)
		}
	}
}

func TestBeamChargesABall(t *testing.T) {
	l := oneBrick(spec.Triple, at(32, 10), 3)
	l.Emitters = []spec.EmitterSpec{{At: at(2, 20), Degrees: 0}}
	g := inPlay(t, l, at(32, 28), geom.Vec{Y: -27})
	step(t, g, TicksPerSecond)
	if h := g.Bricks[0].Hits; h != 1 {
		t.Errorf("after a charged ball, the brick has %d hits left, want 1", h)
	}
	if g.Score != 200 {
		t.Errorf("score after a charged ball = %d, want 200", g.Score)
	}
}

func TestBeamStunsThePaddle(t *testing.T) {
	l := far
	l.Emitters = []spec.EmitterSpec{{At: at(32, 20), Degrees: 90}}
	g := inPlay(t, l, at(50, 30), geom.Vec{X: 1})
	var stunned, moved int
	for range 4 * TicksPerSecond {
		x := g.Capsule(0).X
		dir := int8(MoveFull)
		if g.Tick%20 < 10 {
			dir = -MoveFull
		}

		g.Step(Input{{Move: dir, Target: NoTarget}, Idle})
		stunned += count(g.Events, PaddleStunned)
		if g.Capsule(0).X != x {
			moved++
		}
	}

	// The first stun is in the tick of the serve, and the second one in the third second.
	if stunned != 1 || moved != 4*TicksPerSecond-2*StunTicks {
		t.Errorf("the paddle was stunned %d times and moved in %d ticks, want 1 and %d",
			stunned, moved, 4*TicksPerSecond-2*StunTicks)
	}
}

func TestShotTakesAHit(t *testing.T) {
	l := oneBrick(spec.Triple, at(32, 10), 3)
	l.Bricks = append(l.Bricks, far.Bricks[0])
	l.Shots = 3
	g := inPlay(t, l, at(50, 30), geom.Vec{X: 1})
	press := func(ticks int) (shots int) {
		g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
		shots = count(g.Events, ShotFired)
		for range ticks {
			g.Step(Input{Idle, Idle})
		}
		return shots
	}

	step(t, g, 1)
	if n := press(10); n != 1 || g.Bricks[0].Hits != 2 || g.Score != 100 || g.Shots != 2 {
		t.Errorf("after the first shot: %d events, %d hits left, score %d, %d shots left; want 1, 2, 100, 2",
			n, g.Bricks[0].Hits, g.Score, g.Shots)
	}
	if n := press(40); n != 0 {
		t.Error("Fire shoots a second time within 150 ms, want no shot")
	}

	press(40)
	if n := press(40); n != 1 || g.Bricks[0].Hits != 0 || g.Shots != 0 {
		t.Errorf("after the third shot: %d events, %d hits left, %d shots left; want 1, 0, 0", n, g.Bricks[0].Hits,
			g.Shots)
	}
	if n := press(40); n != 0 {
		t.Error("Fire shoots although no shots are left")
	}
}

func TestBeamsAllocateNothing(t *testing.T) {
	l := mill()
	l.Balls = spec.MaxServeBalls
	for k := range spec.MaxEmitters {
		l.Emitters = append(l.Emitters,
			spec.EmitterSpec{At: at(4+7*float64(k), 2), Degrees: 90, Spin: 40, On: 50, Off: 10})
	}
	g, err := New(Config{Setup: Setup{Seed: 1, Lives: MaxLives}, Levels: []spec.Level{l, l, l}})
	if err != nil {
		t.Fatal(err)
	}
	player := newKeeper(1)
	if n := testing.AllocsPerRun(20*TicksPerSecond, func() { g.Step(Input{player.Play(g), Idle}) }); n != 0 {
		t.Errorf("Step allocates %g times per tick, want 0", n)
	}
}
