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
	if g.Phase == Lost && (g.Lives != StartLives-1 || g.Swarm != Swarm{}) {
		t.Errorf("%d lives, %+v after the last ball was lost", g.Lives, g.Swarm)
	}
}

func TestABrokenBrickBringsABallOfTheStormBack(t *testing.T) {
	g := aStorm(t, 40)
	for i := range 5 {
		g.launch(i, geom.Vec{X: 10 + 2*float64(i), Y: 30}, geom.Vec{Y: 27})
		g.Swarm.Waiting--
		g.Swarm.Flying++
	}
	g.world.Rebuild()
	for i := range 5 {
		g.loseOne(i)
	}
	g.enterPhase(Play)
	g.damage(0, 4, Event{Ball: -1})
	if want := (Swarm{Waiting: 36}); g.Swarm != want {
		t.Errorf("%+v, want %+v", g.Swarm, want)
	}
	if err := g.checkStorm(); err != nil {
		t.Error(err)
	}
}

// Whatever is left of a storm goes along, and a quarter at least.
func TestAStormGoesAlong(t *testing.T) {
	for left, want := range map[int]int{40: 40, 25: 25, 3: 10} {
		g := aStorm(t, 40)
		g.Swarm.Waiting = left
		g.seatBalls()
		g.nextLevel()
		if g.Swarm.Waiting != want || len(g.Balls) != want {
			t.Errorf("of 40 balls %d are left: %+v, want %d", left, g.Swarm, want)
		}
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
