package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// newStormGame returns a storm of n balls below a brick that takes many hits.
func newStormGame(t *testing.T, n int) *Game {
	t.Helper()
	l := spec.Level{Bricks: []spec.BrickSpec{{Kind: spec.Quad, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 10}, 3, 0)}}}
	g, err := New(Config{Setup: Setup{Mode: Storm, Storm: n}, Levels: []spec.Level{l, l}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLostStormCostsALife(t *testing.T) {
	g := newStormGame(t, 40)
	g.Step(Input{{Target: 0, Buttons: Fire}, Idle})
	for g.Phase == Play {
		g.Step(Input{{Target: 0}, Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
	if g.Phase == Lost && (g.Lives != StartLives-1 || g.StormBalls != StormBalls{}) {
		t.Errorf("after the last ball is lost: %d lives and %+v, want %d lives and no balls", g.Lives, g.StormBalls,
			StartLives-1)
	}
}

// All balls of a storm are lost if the paddle does not move for stormRestTicks. Players are warned
// after half of this time.
func TestRestingStormIsLost(t *testing.T) {
	g := newStormGame(t, 40)
	serve, move := Idle, Idle
	serve.Buttons, move.Target = Fire, 10
	g.Step(Input{serve, Idle})
	step(t, g, TicksPerSecond/4)
	for _, c := range []struct {
		rest    uint16 // ticks before this one in which the paddle has not moved
		control Control
		expires bool
		phase   Phase
	}{
		{stormRestTicks/2 - 2, Idle, false, Play},
		{stormRestTicks/2 - 1, Idle, true, Play},
		{stormRestTicks - 1, move, false, Play},
		{stormRestTicks - 2, Idle, true, Play},
		{stormRestTicks - 1, Idle, false, Lost},
	} {
		g.world.Capsules[0].V, g.stormRest = 0, c.rest
		g.Step(Input{c.control, Idle})
		if g.StormExpires() != c.expires || g.Phase != c.phase {
			t.Errorf("after %d ticks at rest: StormExpires() = %v in phase %v, want %v, %v", c.rest+1,
				g.StormExpires(), g.Phase, c.expires, c.phase)
		}
	}
	if g.Lives != StartLives-1 || g.StormBalls != (StormBalls{}) {
		t.Errorf("after the storm was lost: %d lives and %+v, want %d lives and no balls", g.Lives, g.StormBalls,
			StartLives-1)
	}
}

// A broken brick returns a ball only if the paddle has returned the ball that broke it, or if the
// ball acted indirectly, for example through a bomb.
func TestReturnedBallBringsALostOneBack(t *testing.T) {
	for _, c := range [...]struct {
		by       int
		returned bool
		waiting  int
	}{{6, false, 33}, {6, true, 34}, {-1, false, 34}} {
		g := newStormGame(t, 40)
		for i := range 7 {
			g.launch(i, geom.Vec{X: 10 + 2*float64(i), Y: 30}, geom.Vec{Y: 27})
			g.StormBalls.Waiting--
			g.StormBalls.Flying++
		}

		g.world.Rebuild()
		for i := range 5 {
			g.loseStormBall(i)
		}

		g.enterPhase(Play)
		g.Balls[6].Returned = c.returned
		g.damage(0, 4, Event{Ball: c.by})
		if want := (StormBalls{Waiting: c.waiting, Flying: 2}); g.StormBalls != want {
			t.Errorf("hit by ball %d, Returned %v: StormBalls = %+v, want %+v", c.by, c.returned, g.StormBalls, want)
		}
		if err := g.checkStorm(); err != nil {
			t.Error(err)
		}
	}
}

// A ball counts as returned until it is lost. Then it is dim, and its hits do not count until the
// paddle returns it.
func TestLostBallIsDim(t *testing.T) {
	g := newStormGame(t, 40)
	g.launch(0, geom.Vec{X: 10, Y: 30}, geom.Vec{Y: 27})
	g.countStormReturn(0, 0)
	if !g.Balls[0].Returned {
		t.Error("Returned is false for a returned ball, want true")
	}
	g.loseStormBall(0)
	if b := g.Balls[0]; b.Returned || !b.Dim {
		t.Errorf("lost ball: Returned = %v, Dim = %v, want false and true", b.Returned, b.Dim)
	}

	for _, c := range [...]struct {
		dim, energy bool
		hits        uint8
	}{{true, false, 4}, {true, true, 4}, {false, false, 3}, {false, true, 0}} {
		g := newStormGame(t, 40)
		g.enterPhase(Play)
		g.launch(0, geom.Vec{X: 32, Y: 16}, geom.Vec{Y: -27})
		g.Balls[0].Dim = c.dim
		g.StormBalls = StormBalls{Waiting: 39, Flying: 1}
		g.world.Rebuild()
		if c.energy {
			g.startEffect(spec.DropEnergy, 0)
		}
		for range TicksPerSecond / 3 {
			g.Step(Input{Idle, Idle})
		}
		if got := g.Bricks[0].Hits; got != c.hits {
			t.Errorf("hit with dim = %v, energy = %v: the brick has %d hits left, want %d", c.dim, c.energy, got,
				c.hits)
		}
	}
}

// In the next level, a storm continues with its remaining balls, or with a quarter of its initial
// size if fewer remain. A new storm after a lost one starts with this minimum. Only the first storm
// of a game has the full size.
func TestStormContinuesInTheNextLevel(t *testing.T) {
	waiting := func(g *Game) (n int) {
		for i := range g.Balls {
			if g.isWaiting(i) {
				n++
			}
		}
		return n
	}

	for left, want := range map[int]int{40: 40, 25: 25, 3: 10} {
		g := newStormGame(t, 40)
		if waiting(g) != 40 {
			t.Errorf("a storm of 40 balls starts with %d waiting, want 40", waiting(g))
		}
		g.StormBalls.Waiting = left
		g.placeBalls()
		g.nextLevel()
		if g.StormBalls.Waiting != want || waiting(g) != want || len(g.Balls) != 40 {
			t.Errorf("next level with %d of 40 balls left: StormBalls = %+v, %d balls wait, want %d",
				left, g.StormBalls, waiting(g), want)
		}
	}

	g := newStormGame(t, 40)
	g.Tick, g.StormBalls = 1, StormBalls{}
	g.placeBalls()
	if g.StormBalls.Waiting != 10 || waiting(g) != 10 {
		t.Errorf("second storm: StormBalls = %+v, %d balls wait, want 10", g.StormBalls, waiting(g))
	}
}

func TestStormDoesNotAllocate(t *testing.T) {
	g := newStormGame(t, 500)
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	for range 5 * TicksPerSecond {
		g.Step(Input{Idle, Idle})
	}
	if n := testing.AllocsPerRun(TicksPerSecond, func() { g.Step(Input{Idle, Idle}) }); n > 0 {
		t.Errorf("Step allocates %v times per tick, want 0", n)
	}
}
