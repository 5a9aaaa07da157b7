package engine

import "testing"

// wild plays at random: keys, targets that jump from wall to wall, and Fire.
type wild struct {
	rng random
	c   Control
}

func (w *wild) play() Control {
	if w.rng.below(20) == 0 {
		w.c = Idle
		switch w.rng.below(4) {
		case 0:
			w.c.Move = int8(w.rng.below(2*MoveFull+1) - MoveFull)
		case 1, 2:
			w.c.Target = int16(w.rng.below(int(FieldW) * 64))
		}
		if w.rng.below(3) == 0 {
			w.c.Buttons = Fire
		}
	}
	return w.c
}

func TestWildPlayKeepsTheInvariants(t *testing.T) {
	for seed := range uint64(40) {
		l := honeycomb()
		l.Balls = 1 + int(seed%MaxServed)
		g, err := New(Config{Seed: seed, Levels: []Level{l, l}, Lives: MaxLives})
		if err != nil {
			t.Fatal(err)
		}
		w := &wild{rng: random(seed)}
		for !g.Phase.Ended() && g.Tick < 60*TicksPerSecond {
			g.Step(Input{w.play(), Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

// A keeper keeps the paddle right under the ball, or beside it: it runs into
// balls from every side.
func TestPaddleRunsIntoBallsFromEverySide(t *testing.T) {
	for seed := range uint64(40) {
		g, err := New(Config{Seed: seed, Levels: []Level{honeycomb()}, Lives: MaxLives})
		if err != nil {
			t.Fatal(err)
		}
		rng := random(seed)
		for !g.Phase.Ended() && g.Tick < 60*TicksPerSecond {
			c := Idle
			if g.Phase == Serve {
				c.Buttons = Fire * Button(g.Tick%2)
			} else if len(g.Balls) > 0 {
				at := g.BallAt(0)
				dodge := 0.0
				if at.Y < PaddleY-2 {
					dodge = 9 * rng.sign()
				}
				c.Target = int16(max(0, min(FieldW, at.X+dodge)) * 64)
			}
			g.Step(Input{c, Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

func TestMovingPaddleWithoutRules(t *testing.T) {
	for seed := range uint64(20) {
		rng := random(seed)
		c := Config{Seed: seed, Levels: []Level{honeycomb()}, Free: true, Floor: true}
		for k := range 8 {
			c.Balls = append(c.Balls, NewBall{At: at(3+7*float64(k), 38), V: rng.direction().Mul(40)})
		}
		g, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		w := &wild{rng: rng}
		for range 20 * TicksPerSecond {
			g.Step(Input{w.play(), Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}
