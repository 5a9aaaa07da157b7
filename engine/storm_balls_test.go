package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// aStorm returns a storm below one brick that is hard to break.
func aStorm(t *testing.T, n int) *Game {
	t.Helper()
	l := spec.Level{Bricks: []spec.BrickSpec{{Kind: spec.Quad, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 10}, 3, 0)}}}
	g, err := New(Config{Setup: Setup{Mode: Storm, Storm: n}, Levels: []spec.Level{l, l}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestAStormThinsOutAndCostsALife(t *testing.T) {
	g := aStorm(t, 40)
	g.Step(Input{{Target: 0, Buttons: Fire}, Idle})
	for g.Phase == Play {
		g.Step(Input{{Target: 0}, Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
	if g.Phase == Lost && (g.Lives != StartLives-1 || g.StormBalls != StormBalls{}) {
		t.Errorf("%d lives, %+v after the last ball was lost", g.Lives, g.StormBalls)
	}
}

// A brick pays with a ball only if a ball has broken it that the paddle has returned, or what such
// a thing as a bomb has started.
func TestAReturnedBallBringsALostOneBack(t *testing.T) {
	for _, c := range [...]struct {
		by       int
		returned bool
		waiting  int
	}{{6, false, 33}, {6, true, 34}, {-1, false, 34}} {
		g := aStorm(t, 40)
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
			t.Errorf("ball %d, returned %v: %+v, want %+v", c.by, c.returned, g.StormBalls, want)
		}
		if err := g.checkStorm(); err != nil {
			t.Error(err)
		}
	}
}

// What the paddle returns counts until it is lost.
func TestALostBallOfAStormHasToBeReturnedAgain(t *testing.T) {
	g := aStorm(t, 40)
	g.launch(0, geom.Vec{X: 10, Y: 30}, geom.Vec{Y: 27})
	g.countStormReturn(0, 0)
	if !g.Balls[0].Returned {
		t.Error("a ball that the paddle has returned does not say so")
	}
	g.loseStormBall(0)
	if g.Balls[0].Returned {
		t.Error("a lost ball is still said to be returned")
	}
}

// Whatever is left of a storm goes along, and a quarter at least. So begins a storm after one that
// was lost; only the first one of a game has all its balls.
func TestAStormGoesAlong(t *testing.T) {
	waiting := func(g *Game) (n int) {
		for i := range g.Balls {
			if g.isWaiting(i) {
				n++
			}
		}
		return n
	}
	for left, want := range map[int]int{40: 40, 25: 25, 3: 10} {
		g := aStorm(t, 40)
		if waiting(g) != 40 {
			t.Errorf("a storm of 40 begins with %d", waiting(g))
		}
		g.StormBalls.Waiting = left
		g.placeBalls()
		g.nextLevel()
		if g.StormBalls.Waiting != want || waiting(g) != want || len(g.Balls) != 40 {
			t.Errorf("of 40 balls %d are left: %+v, %d wait, want %d", left, g.StormBalls, waiting(g), want)
		}
	}
	g := aStorm(t, 40)
	g.Tick, g.StormBalls = 1, StormBalls{}
	g.placeBalls()
	if g.StormBalls.Waiting != 10 || waiting(g) != 10 {
		t.Errorf("a second storm has %+v, %d wait, want 10", g.StormBalls, waiting(g))
	}
}

func TestAStormDoesNotAllocate(t *testing.T) {
	g := aStorm(t, 500)
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	for range 5 * TicksPerSecond {
		g.Step(Input{Idle, Idle})
	}
	if n := testing.AllocsPerRun(TicksPerSecond, func() { g.Step(Input{Idle, Idle}) }); n > 0 {
		t.Errorf("%v allocations a tick", n)
	}
}
