package engine

import (
	"math"
	"strings"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// inPlay returns a game in Play on the given level, with ball 0 at the given position and velocity.
func inPlay(t testing.TB, l spec.Level, from, v geom.Vec) *Game {
	t.Helper()
	g, err := New(Config{Setup: Setup{Seed: 1}, Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	if g.Phase != Play {
		t.Fatalf("phase after Fire = %s, want play", g.Phase)
	}
	put(g, 0, from, v)
	return g
}

// oneBrick returns a level with a single brick of the given kind, far from the ball.
func oneBrick(k spec.Kind, center geom.Vec, radius float64) spec.Level {
	return spec.Level{Bricks: []spec.BrickSpec{{Kind: k, Shape: geom.Regular(6, center, radius, 30)}}}
}

// step plays ticks without input and returns all their events.
func step(t testing.TB, g *Game, ticks int) (all []Event) {
	t.Helper()
	for range ticks {
		g.Step(Input{Idle, Idle})
		all = append(all, g.Events...)
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func count(events []Event, k EventKind) (n int) {
	for _, e := range events {
		if e.Kind == k {
			n++
		}
	}
	return n
}

var far = oneBrick(spec.Triple, at(6, 6), 2)

func TestAimFollowsTheOffset(t *testing.T) {
	degrees := func(d geom.Vec) float64 { return math.Atan2(d.X, -d.Y) * 180 / math.Pi }
	for _, o := range []float64{0, 0.1, 0.25, 0.5, 0.75, 1} {
		want := 60 * math.Pow(o, 1.2)
		if got := degrees(Aim(o)); math.Abs(got-want) > 2 {
			t.Errorf("Aim(%g) is %.1f° from vertical, want %.1f°", o, got, want)
		}
		if l, r := Aim(-o), Aim(o); l.X != -r.X || l.Y != r.Y {
			t.Errorf("Aim(−%g) is not the mirror image of Aim(%g)", o, o)
		}
	}

	for o := -1.0; o <= 1; o += 0.01 {
		for carry := -3.0; carry <= 3; carry += 0.1 {
			d := ClampAim(Aim(o).Add(geom.Vec{X: carry}), 1)
			if a := math.Abs(degrees(d)); a < 5-1e-9 || a > 70+1e-9 || math.Abs(d.Norm()-1) > 1e-12 {
				t.Fatalf(
					"ClampAim() at offset %g with carry %g = %v, %.2f° from vertical; want a unit vector at 5° to 70°",
					o, carry, d, a)
			}
		}
	}
}

func TestPaddleMotionChangesTheAim(t *testing.T) {
	var vx [3]float64
	for k, move := range []int8{-MoveFull, 0, MoveFull} {
		g := inPlay(t, far, at(32, 40), geom.Vec{Y: 27})
		in := Input{{Move: move, Target: NoTarget}, Idle}
		// Start with a contact at the center of the paddle, 3.6 units lower and 32 ticks later.
		c := g.Clone()
		for range 32 {
			c.Step(in)
		}

		g.Capsule(0).X -= c.Capsule(0).X - 32
		for g.Disc(0).V.Y > 0 {
			g.Step(in)
		}

		vx[k] = g.Disc(0).V.X
		if s := g.Disc(0).V.Norm(); math.Abs(s-g.Speed) > 1e-9 {
			t.Errorf("paddle motion %d: ball speed after the return = %g, want %g", move, s, g.Speed)
		}
	}

	if !(vx[0] < -5 && math.Abs(vx[1]) < 3 && vx[2] > 5) {
		t.Errorf(
			"horizontal ball velocities for a paddle moving left, resting and moving right = %.2f, want them to differ",
			vx)
	}
}

func TestCornerSendsTheBallBackAlongItsLine(t *testing.T) {
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Triple, Shape: geom.Regular(6, at(32, 20), 3, 90)},
		far.Bricks[0],
	}}
	g := inPlay(t, l, at(32, 30), geom.Vec{Y: -27})
	step(t, g, 80)
	if v := g.Disc(0).V; v.X != 0 || v.Y != 27 {
		t.Errorf("velocity after the lower corner = %v, want (0, 27)", v)
	}
}

func TestSpeedIsNotRaisedNearThePaddle(t *testing.T) {
	g := inPlay(t, far, at(58, 26), geom.Vec{X: 20, Y: 18})
	g.Speed = 40
	step(t, g, 80) // bounces off the right wall, falling in the lower half
	if s := g.Disc(0).V.Norm(); g.Disc(0).V.X > 0 || s > 27 {
		t.Errorf("velocity in the lower half = %v, want leftward at no more than 27 units/s", g.Disc(0).V)
	}
	g = inPlay(t, far, at(58, 10), geom.Vec{X: 20, Y: 5})
	g.Speed = 40
	step(t, g, 80) // bounces off the right wall in the upper half
	if s := g.Disc(0).V.Norm(); math.Abs(s-40) > 1e-9 {
		t.Errorf("speed in the upper half = %g, want 40", s)
	}
}

// lids returns a level with two horizontal sides, 12 units apart around the center of the field. A
// ball between them cannot reach the level's other brick.
func lids(t *testing.T) spec.Level {
	return spec.Level{Bricks: append(slot(t, 12, 20, 0), far.Bricks...)}
}

func TestBallInALoopIsNudged(t *testing.T) {
	g := inPlay(t, lids(t), at(32, 20), geom.Vec{Y: 27}) // vertical, so that it never leaves
	events := step(t, g, nudgeDistance/27*TicksPerSecond+200)
	if count(events, BallNudged) == 0 {
		t.Fatal("the vertical course of the ball is not nudged")
	}
	v := g.Disc(0).V
	if a := math.Abs(math.Atan2(v.X, math.Abs(v.Y))) * 180 / math.Pi; a < minNudge || a > minNudge+nudgeSpread {
		t.Errorf("the ball is nudged by %.1f°, want %g° to %g°", a, float64(minNudge), float64(minNudge+nudgeSpread))
	}
}

func TestStuckBallCanBeRecalled(t *testing.T) {
	for _, speed := range []float64{10, 27, 40} { // the distance counts, not the time
		g := inPlay(t, lids(t), at(32, 20), geom.Vec{Y: speed})
		g.Speed = speed
		g.Balls[0].lastNudge = math.Inf(1) // prevents nudges
		var events []Event
		for range int(math.Ceil(recallDistance/speed*TicksPerSecond)) - 10 {
			events = append(events, step(t, g, 1)...)
			g.ticksSinceHit = 0 // prevents bursting
		}

		if g.CanRecall || count(events, RecallReady) != 0 {
			t.Fatal("Recall is set too early, want it after the full time without a brick hit")
		}

		events = step(t, g, 20)
		if !g.CanRecall || count(events, RecallReady) != 1 {
			t.Fatal("Recall is not set, or RecallReady is not emitted once")
		}

		g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
		if g.Phase != Serve || !g.Disc(0).Held || g.Lives != StartLives || g.CanRecall {
			t.Errorf("after Fire: phase %s, %d lives, Held %v; want serve, %d and true", g.Phase, g.Lives,
				g.Disc(0).Held,
				StartLives)
		}
	}
}

func TestScoreEarnsLives(t *testing.T) {
	g := inPlay(t, far, at(32, 30), geom.Vec{X: 27})
	for _, tt := range []struct{ points, lives int }{
		{9_999, 5}, {1, 6}, {19_999, 6}, {1, 7}, {100_000, 7},
	} {
		g.addPoints(tt.points)
		if g.Lives != tt.lives {
			t.Errorf("Lives at %d points = %d, want %d", g.Score, g.Lives, tt.lives)
		}
	}
	if next := NextLife(120_000); next != 200_000 {
		t.Errorf("NextLife(120,000) = %d, want 200,000", next)
	}
}

func TestSlowedBallKeepsMoving(t *testing.T) {
	l := far
	l.Balls = 2
	g := inPlay(t, l, at(20, 20), geom.Vec{X: 27})
	put(g, 1, at(30, 20), geom.Vec{X: 1e-3})
	events := step(t, g, 120)
	if count(events, BallHit) != 1 {
		t.Fatalf("the balls collide %d times, want once", count(events, BallHit))
	}
	for i := range g.Balls {
		if s := g.Disc(i).V.Norm(); s < minSpeedShare*StartSpeed-1e-9 {
			t.Errorf("speed of ball %d after the collision = %g, want at least %g", i, s, minSpeedShare*StartSpeed)
		}
	}
}

// The walls limit the paddle's course.
func TestPaddleNeverLeavesTheField(t *testing.T) {
	g, err := New(Config{Levels: []spec.Level{far}})
	if err != nil {
		t.Fatal(err)
	}

	p := g.Capsule(0)
	for _, tt := range []struct {
		c    Control
		want float64
	}{
		{Control{Move: -MoveFull, Target: NoTarget}, p.Half},
		{Control{Move: MoveFull, Target: NoTarget}, spec.FieldW - p.Half},
		{Control{Target: 0}, p.Half},
		{Control{Target: 1<<15 - 1}, spec.FieldW - p.Half},
		{Control{Target: 30 * 64}, 30},
	} {
		for range 2 * TicksPerSecond {
			g.Step(Input{tt.c, Idle})
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
		}

		if p.X != tt.want {
			t.Errorf("input %+v: the paddle ends at %v, want %v", tt.c, p.X, tt.want)
		}
	}
}

func TestCheckFindsViolations(t *testing.T) {
	for want, violate := range map[string]func(*Game){
		"disc 0":                func(g *Game) { g.Disc(0).From.X = -3 }, // the position in the world
		"its obstacle has Gone": func(g *Game) { g.Bricks[0].Hits = 0 },
		"but BricksLeft is":     func(g *Game) { g.BricksLeft++ },
		"hits left":             func(g *Game) { g.Bricks[0].Hits = 4 },
		"lives":                 func(g *Game) { g.Lives = -1 },
		"want 2 (balls), 1 (bricks) and 1 (paddles)": func(g *Game) { g.Balls = append(g.Balls, g.Balls[0]) },
	} {
		g := inPlay(t, far, at(40, 20), geom.Vec{X: 3, Y: 26})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}

		violate(g)
		if err := g.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check() = %v, want an error with %q", err, want)
		}
	}
}

func TestCloneIsIndependent(t *testing.T) {
	g := inPlay(t, honeycomb(), at(32, 40), geom.Vec{X: 9, Y: -25})
	step(t, g, 500)
	c := g.Clone()
	before := c.Hash()
	step(t, g, 500)
	if c.Hash() != before {
		t.Fatal("Step changes a copy of the game")
	}
	step(t, c, 500)
	if c.Hash() != g.Hash() {
		t.Error("after the same ticks, the copy differs from the game")
	}
}

func TestHashSeesEveryInput(t *testing.T) {
	play := func(c Control) uint64 {
		g := inPlay(t, honeycomb(), at(32, 40), geom.Vec{X: 9, Y: -25})
		g.Step(Input{c, Idle})
		return g.Hash()
	}

	seen := map[uint64]Control{}
	for _, c := range []Control{
		Idle,
		{Move: 1, Target: NoTarget},
		{Move: -64, Target: NoTarget},
		{Target: 7},
		{Target: NoTarget, Buttons: Fire},
	} {
		h := play(c)
		if other, ok := seen[h]; ok {
			t.Errorf("%+v and %+v have equal hashes", c, other)
		}
		seen[h] = c
	}
}

func TestConfigErrors(t *testing.T) {
	ok := []spec.Level{far}
	for want, c := range map[string]Config{
		"no levels":       {},
		"first level":     {Setup: Setup{First: 1}, Levels: ok},
		"lives":           {Setup: Setup{Lives: 99}, Levels: ok},
		"field of":        {Levels: ok, W: 3},
		"balls per serve": {Levels: []spec.Level{{Balls: 9}}},
		"brick 1":         {Levels: []spec.Level{{Bricks: []spec.BrickSpec{{Kind: 99}}}}},
	} {
		if _, err := New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New() error = %v, want an error with %q", err, want)
		}
	}
}

// The ball flies straight into the right-angled notch between two diamonds, and touches both sides
// at the same time.
func TestBallInANotchReturns(t *testing.T) {
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Wall, Shape: geom.Regular(4, at(32-2.7, 20), 3, 90)},
		{Kind: spec.Wall, Shape: geom.Regular(4, at(32+2.7, 20), 3, 90)},
		far.Bricks[0],
	}}
	g := inPlay(t, l, at(32, 30), geom.Vec{Y: -27})
	step(t, g, 150)
	if v := g.Disc(0).V; math.Abs(v.X) > 1e-9 || math.Abs(v.Y-27) > 1e-9 {
		t.Errorf("velocity of the ball after 150 ticks = %v, want (0, 27)", v)
	}
}

// A level can make its balls slower or faster. The growth of the speed does not change.
func TestLevelSpeed(t *testing.T) {
	l := far
	l.Speed = 80
	g := inPlay(t, l, at(32, 30), geom.Vec{X: 27})
	if slow := mediumRow.StartSpeed; g.Speed != slow || g.BallSpeed() != 0.8*slow {
		t.Errorf("BallSpeed() = %g, Speed = %g, want %g and %g", g.BallSpeed(), g.Speed, 0.8*slow, slow)
	}

	for _, speed := range []int{1, spec.MinSpeed - 1, spec.MaxSpeed + 1, -100} {
		l.Speed = speed
		if l.Check(spec.FieldW, spec.FieldH) == nil {
			t.Errorf("Check accepts a speed of %d %%, want an error", speed)
		}
	}

	l.Speed = 80
	if spec.Digest([]spec.Level{l}) == spec.Digest([]spec.Level{far}) {
		t.Error("Digest does not depend on the speed, want a different digest")
	}
}
