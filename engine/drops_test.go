package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

func TestEveryDropHasARow(t *testing.T) {
	names, letters := map[string]bool{}, map[rune]bool{}
	for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
		row := &spec.Drops[k]
		if row.Name == "" || row.Letter == 0 || row.Help == "" || names[row.Name] || letters[row.Letter] {
			t.Errorf("Drops[%d] = %+v, want a Help text and a unique name and letter", k, row)
		}
		names[row.Name], letters[row.Letter] = true, true
	}
	for d := range Difficulties {
		if r := &Difficulties[d]; r.MaxDrops >= maxDrops || r.MaxLives > LivesLimit ||
			r.MinHalfWidth <= spec.PaddleHalfHeight || r.Name == "" {
			t.Errorf("Difficulties[%d] is invalid: %+v", d, r)
		}
	}
}

// levelWithDrops returns the bricks of zoo, with a drop in each brick that can hold one. Kinds are
// assigned in order, starting at first.
func levelWithDrops(first uint64) spec.Level {
	l := zoo()
	d := spec.DropKind(first % uint64(spec.NumDrops-1))
	for k := range l.Bricks {
		if row := &spec.Kinds[l.Bricks[k].Kind]; row.Breakable || row.StrongOnly {
			d = d%(spec.NumDrops-1) + 1
			l.Bricks[k].Drop = d
		}
	}
	l.Drops = 100
	return l
}

func TestAllDropsKeepTheInvariants(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	caught := [spec.NumDrops]int{}
	for seed := range uint64(24) {
		g, err := New(Config{
			Setup:  Setup{Seed: seed, Difficulty: Difficulty(seed % uint64(len(Difficulties)))},
			Levels: []spec.Level{levelWithDrops(7 * seed)},
		})
		if err != nil {
			t.Fatal(err)
		}

		player, w := newKeeper(seed), &wild{rng: Random(seed)}
		for !g.Phase.Ended() && g.Phase != Clear && g.Tick < 2*60*TicksPerSecond {
			in := player.Play(g)
			switch {
			case len(g.Drops) > 0 && g.Drops[0].At.Y > 30: // move to the drop
				in.Target = int16(max(0, g.Drops[0].At.X*64))
			case g.Tick%(8*TicksPerSecond) < 2*TicksPerSecond:
				in = w.play()
			}

			g.Step(Input{in, Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}

			for _, e := range g.Events {
				if e.Kind == DropCaught {
					caught[e.Value]++
				}
			}

			if len(g.Drops) > g.difficultyRow().MaxDrops {
				t.Fatalf("seed %d: %d drops are falling, want at most %d", seed, len(g.Drops),
					g.difficultyRow().MaxDrops)
			}
		}
	}

	for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
		if caught[k] == 0 && spec.Drops[k].Traits&spec.VersusOnly == 0 {
			t.Errorf("the drop %s was never caught, want at least once", spec.Drops[k].Name)
		}
	}
}

func TestDropsAllocateNothing(t *testing.T) {
	l := levelWithDrops(0)
	l.Balls = spec.MaxServeBalls
	g, err := New(Config{Setup: Setup{Seed: 1, Lives: MaxLives}, Levels: []spec.Level{l, l, l}})
	if err != nil {
		t.Fatal(err)
	}

	play := func() {
		k := spec.NoDrop + 1 + spec.DropKind(g.Tick/97)%(spec.NumDrops-1)
		if g.Tick%97 == 0 && g.Phase == Play && k != spec.DropExit {
			g.applyDrop(k, 0)
		}
		g.Step(Input{{Target: int16(g.Tick*7) & 4095, Buttons: Fire * Button(g.Tick/50%2)}, Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}

	for range 60 * TicksPerSecond { // until the maximum number of balls is reached
		play()
	}

	if n := testing.AllocsPerRun(20*TicksPerSecond, play); n != 0 {
		t.Errorf("Step allocates %g times per tick, want 0", n)
	}
}

// Durations add up, effects end others of the same group, and each effect ends in time.
func TestEffectTimesAddUpAndGroupsExclude(t *testing.T) {
	g := inPlay(t, far, at(32, 30), geom.Vec{X: 20, Y: 18})
	g.applyDrop(spec.DropFast, 0)
	g.applyDrop(spec.DropFast, 0)
	if left, of := g.EffectTicks(spec.DropFast); left != 40*TicksPerSecond || of != left {
		t.Errorf("EffectTicks() after two catches = %d, %d, want %d twice", left, of, 40*TicksPerSecond)
	}

	g.applyDrop(spec.DropSlow, 0)
	if g.Running(spec.DropFast) || !g.Running(spec.DropSlow) {
		t.Error("DropSlow does not end DropFast, or is not active itself")
	}
	if s := g.Disc(0).V.Norm(); math.Abs(s-0.7*StartSpeed) > 1e-9 {
		t.Errorf("ball speed with DropSlow = %g, want %g", s, 0.7*StartSpeed)
	}

	g.applyDrop(spec.DropMoreTime, 0)
	if left, _ := g.EffectTicks(spec.DropSlow); left != 27*TicksPerSecond {
		t.Errorf("EffectTicks() of DropSlow after DropMoreTime = %d, want %d", left, 27*TicksPerSecond)
	}

	g.applyDrop(spec.DropCatch, 0)
	g.applyDrop(spec.DropCancel, 0)
	if g.Running(spec.DropSlow) || g.Running(spec.DropCatch) || math.Abs(g.Disc(0).V.Norm()-StartSpeed) > 1e-9 {
		t.Error("an effect is still active after DropCancel")
	}
}

func TestKidsHaveNoBadDropsAndMoreTime(t *testing.T) {
	g, err := New(Config{Setup: Setup{Difficulty: Kids}, Levels: []spec.Level{far}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2000 {
		if k := g.randomDrop(spec.NoDrop); spec.Drops[k].Benefit == spec.Bad {
			t.Fatalf("randomDrop() at the difficulty kids = %s, want no bad drop", spec.Drops[k].Name)
		}
	}
	g.Phase = Play
	g.applyDrop(spec.DropCatch, 0)
	if left, _ := g.EffectTicks(spec.DropCatch); left != 80*TicksPerSecond {
		t.Errorf("DropCatch lasts %d ticks at difficulty kids, want %d", left, 80*TicksPerSecond)
	}
}

// In a slot that is 10 % wider than the ball, the ball grows by 5 %. After leaving the slot it
// grows to its full size.
func TestBallGrowsIntoFreeSpace(t *testing.T) {
	l := far
	for _, x := range []float64{30 - 0.65 - 1, 30 + 0.65 + 1} {
		wall, err := geom.NewPolygon(at(x-1, 10), at(x+1, 10), at(x+1, 30), at(x-1, 30))
		if err != nil {
			t.Fatal(err)
		}
		l.Bricks = append(l.Bricks[:len(l.Bricks):len(l.Bricks)], spec.BrickSpec{Kind: spec.Wall, Shape: wall})
	}

	g := inPlay(t, l, at(30, 25), geom.Vec{Y: -5})
	g.Speed = 5
	g.applyDrop(spec.DropHuge, 0)
	step(t, g, 2*TicksPerSecond)
	if r := g.Disc(0).R; math.Abs(r-(0.65-clearance)) > 1e-9 {
		t.Errorf("radius of the ball in the slot = %g, want %g", r, 0.65-clearance)
	}

	step(t, g, 2*TicksPerSecond)
	if r := g.Disc(0).R; math.Abs(r-1.6*BallRadius) > 1e-12 {
		t.Errorf("radius of the ball at %v = %g, want %g", g.BallAt(0), r, 1.6*BallRadius)
	}
}

// The paddle grows away from a wall, and waits for a ball next to it.
func TestPaddleGrowsIntoFreeSpace(t *testing.T) {
	g := inPlay(t, far, at(32, 20), geom.Vec{X: 20, Y: -18})
	for g.Capsule(0).X > g.Capsule(0).Half {
		g.Step(Input{{Target: 0}, Idle})
	}

	put(g, 0, at(2*g.Capsule(0).Half+0.7, spec.PaddleY), geom.Vec{Y: 1e-9})
	g.applyDrop(spec.DropExpand, 0)
	step(t, g, 40)
	if h := g.Capsule(0).Half; h > paddleHalf+0.11 {
		t.Errorf("half width of the paddle next to a ball = %g, want at most %g", h, paddleHalf+0.11)
	}

	put(g, 0, at(32, 20), geom.Vec{X: 20, Y: -18})
	step(t, g, 60)
	if p := g.Capsule(0); p.Half != paddleHalf+widthChange || p.X != p.Half {
		t.Errorf("after the ball is gone, the paddle has the half width %g at x %g, want %g for both",
			p.Half, p.X, paddleHalf+widthChange)
	}
}

// The end of the paddle catches drops, at any speed of the paddle.
func TestFastPaddleCatchesADrop(t *testing.T) {
	for _, x := range []float64{20, 44} {
		g := inPlay(t, far, at(32, 10), geom.Vec{X: 20, Y: -18})
		g.Drops = append(g.Drops, Drop{Kind: spec.Drop200Points, At: at(x, spec.PaddleY), V: geom.Vec{Y: dropSpeed}})
		g.Capsule(0).X = 32
		for range 40 {
			g.Step(Input{{Target: int16(64 * (2*x - 32))}, Idle})
		}
		if len(g.Drops) != 0 || g.Score != 200 {
			t.Errorf("paddle at %g: %d drops left, score %d; want no drop and 200", x, len(g.Drops), g.Score)
		}
	}
}

func TestHeldBallWaitsForRoom(t *testing.T) {
	g := inPlay(t, far, at(spec.FieldW/2, spec.PaddleY-spec.PaddleHalfHeight-BallRadius-0.3),
		geom.Vec{X: 1e-6, Y: -1e-6})
	g.applyDrop(spec.DropExtraBall, 0)
	g.launchHeld(0)
	if !g.Disc(1).Held {
		t.Fatal("launchHeld launches a ball into another ball, want it to wait")
	}
	put(g, 0, at(32, 20), geom.Vec{X: 20, Y: -18})
	step(t, g, 2)
	if g.Disc(1).Held || g.Disc(1).V.Y >= 0 {
		t.Errorf("the ball is still held after the other one has left: %+v", g.Balls[1])
	}
}

func TestFloorClosesWhenNoBallIsInIt(t *testing.T) {
	g := inPlay(t, far, at(10, spec.FieldH), geom.Vec{Y: 2})
	g.addBall(Ball{}, world.Disc{R: BallRadius, Mass: 1, Held: true})
	g.world.Rebuild()
	g.applyDrop(spec.DropFloor, 0)
	step(t, g, 20)
	if g.FloorClosed {
		t.Fatal("the floor closes while a ball is in it")
	}

	step(t, g, TicksPerSecond)
	if !g.FloorClosed || len(g.Balls) != 1 {
		t.Errorf("after 1 s: FloorClosed = %v, %d balls; want true and 1", g.FloorClosed, len(g.Balls))
	}

	step(t, g, 11*TicksPerSecond)
	if g.FloorClosed {
		t.Error("the floor is still closed after the end of the effect")
	}
}

func TestLevelBeginsAndLifeEndsWithoutDrops(t *testing.T) {
	g := inPlay(t, far, at(10, 20), geom.Vec{X: 20, Y: -18})
	for _, k := range []spec.DropKind{spec.DropExpand, spec.DropCatch, spec.DropHuge, spec.DropFloor} {
		g.applyDrop(k, 0)
	}

	step(t, g, TicksPerSecond)
	g.Drops = append(g.Drops, Drop{Kind: spec.DropLife, At: at(40, 20)})
	g.removeBalls()
	g.world.Rebuild()
	step(t, g, 1)
	if len(g.Drops) != 0 || g.Running(spec.DropCatch) || g.FloorClosed {
		t.Error("an effect or a drop remains after a lost life")
	}

	step(t, g, 2*TicksPerSecond)
	if g.Capsule(0).Half != paddleHalf || g.Disc(0).R != BallRadius {
		t.Errorf("after a lost life: paddle half width %g, ball radius %g; want %g and %g", g.Capsule(0).Half,
			g.Disc(0).R, paddleHalf, BallRadius)
	}
}

// A drop can be caught in the tick in which the last ball is lost.
func TestDropsAreCaughtWithoutBalls(t *testing.T) {
	for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
		g := inPlay(t, far, at(10, 20), geom.Vec{X: 20, Y: -18})
		g.removeBalls()
		g.world.Rebuild()
		g.applyDrop(k, 0)
		step(t, g, TicksPerSecond)
	}

	g := inPlay(t, far, at(10, 20), geom.Vec{X: 20, Y: -18})
	g.applyDrop(spec.DropExtraBall, 0) // held by the paddle, with a higher index than the ball in flight
	g.Balls[0], g.Balls[1] = g.Balls[1], g.Balls[0]
	g.world.Discs[0], g.world.Discs[1] = g.world.Discs[1], g.world.Discs[0]
	g.world.Rebuild()
	g.applyDrop(spec.DropThreeBalls, 0)
	if len(g.Balls) != 4 {
		t.Errorf("%d balls after DropThreeBalls, want 4: two more for the ball in flight", len(g.Balls))
	}
}
