package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A wild player gives random inputs: keys, targets anywhere between the walls, and Fire.
type wild struct {
	rng Random
	c   Control
}

func (w *wild) play() Control {
	if w.rng.Below(20) == 0 {
		w.c = Idle
		switch w.rng.Below(4) {
		case 0:
			w.c.Move = int8(w.rng.Below(2*MoveFull+1) - MoveFull)
		case 1, 2:
			w.c.Target = int16(w.rng.Below(int(spec.FieldW) * 64))
		}
		if w.rng.Below(3) == 0 {
			w.c.Buttons = [...]Button{Fire, Up, Down, Fire | Up}[w.rng.Below(4)]
		}
	}
	return w.c
}

// A keeper moves to the first landing of a ball, and returns the ball with a different part of the
// paddle each time.
type keeper struct {
	rng    Random
	offset float64 // of the ball from the paddle's center, relative to half the paddle's width
}

func newKeeper(seed uint64) *keeper { return &keeper{rng: Random(seed)} }

func (k *keeper) Play(g *Game) Control {
	c := Idle
	if g.Tick%24 == 0 && (g.Phase != Play || g.CanRecall || g.Shots > 0 || g.HoldsBall(0)) {
		c.Buttons = Fire
	}
	if count(g.Events, PaddleHit) > 0 {
		k.offset = 1.6*float64(k.rng.Below(1000))/1000 - 0.8
	}

	p, i := g.Capsule(0), g.firstFallingBall()
	if i < 0 {
		return c
	}

	b, at := g.Disc(i), g.BallAt(i)
	x := fold(at.X+b.V.X*(p.Y-p.R-b.R-at.Y)/b.V.Y, b.R, g.W-b.R)
	c.Target = int16(64 * geom.Clamp(x-k.offset*p.Half, 0, g.W))
	return c
}

// fold returns the end of a straight path to x that is reflected at lo and hi.
func fold(x, lo, hi float64) float64 {
	w := hi - lo
	x = math.Mod(x-lo, 2*w)
	if x < 0 {
		x += 2 * w
	}
	return lo + min(x, 2*w-x)
}

func TestWildPlayKeepsTheInvariants(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	for seed := range uint64(40) {
		l := honeycomb()
		l.Balls = 1 + int(seed%spec.MaxServeBalls)
		g, err := New(Config{Setup: Setup{Seed: seed, Lives: MaxLives}, Levels: []spec.Level{l, l}})
		if err != nil {
			t.Fatal(err)
		}

		w := &wild{rng: Random(seed)}
		for !g.Phase.Ended() && g.Tick < 60*TicksPerSecond {
			g.Step(Input{w.play(), Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

// A keeper keeps the paddle below or next to the ball, so that the paddle runs into balls from all
// sides.
func TestPaddleRunsIntoBallsFromEverySide(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	for seed := range uint64(40) {
		g, err := New(Config{Setup: Setup{Seed: seed, Lives: MaxLives}, Levels: []spec.Level{honeycomb()}})
		if err != nil {
			t.Fatal(err)
		}

		rng := Random(seed)
		for !g.Phase.Ended() && g.Tick < 60*TicksPerSecond {
			c := Idle
			if g.Phase == Serve {
				c.Buttons = Fire * Button(g.Tick%2)
			} else if len(g.Balls) > 0 {
				at := g.BallAt(0)
				offset := 0.0
				if at.Y < spec.PaddleY-2 {
					offset = 9 * rng.Sign()
				}
				c.Target = int16(max(0, min(spec.FieldW, at.X+offset)) * 64)
			}

			g.Step(Input{c, Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}
