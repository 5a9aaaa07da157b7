package engine

import (
	"math"
	"math/rand/v2"
	"testing"

	"arkterm/engine/geom"
)

// FuzzScene builds a scene out of a seed (balls of any size, mass and speed, still
// and moving polygons, a paddle that is jerked about) and checks the invariants
// in every tick. If special is set, gates, portals and magnets are among them.
// Movers may run through other bricks and walls: a ball between them makes them
// wait.
func FuzzScene(f *testing.F) {
	f.Add(uint64(1), uint8(3), uint8(5), uint8(0), false, false)
	f.Add(uint64(2), uint8(12), uint8(20), uint8(4), true, true)
	f.Add(uint64(3), uint8(1), uint8(0), uint8(8), true, false)
	f.Add(uint64(4), uint8(9), uint8(23), uint8(0), false, true)
	f.Fuzz(func(t *testing.T, seed uint64, balls, bricks, movers uint8, paddle, special bool) {
		rng := rand.New(rand.NewPCG(seed, 0))
		c := Config{Setup: Setup{Seed: seed}, Free: true, Floor: true, NoPaddle: !paddle, Levels: []Level{{}}}
		for range bricks % 24 {
			c.Levels[0].Bricks = append(c.Levels[0].Bricks, randomBrick(rng, false))
		}
		if special {
			addSpecials(rng, &c.Levels[0])
		}
		for range movers % 6 {
			c.Levels[0].Bricks = append(c.Levels[0].Bricks, randomBrick(rng, true))
		}
		for range balls % 16 {
			if b, ok := randomBall(rng, &c); ok {
				c.Balls = append(c.Balls, b)
			}
		}
		g, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		w := &wild{rng: Random(seed)}
		for range 2 * TicksPerSecond {
			g.Step(Input{w.play(), Idle})
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func randomBrick(rng *rand.Rand, moves bool) BrickSpec {
	b := BrickSpec{Kind: Wall}
	r := 0.5 + 3*rng.Float64()
	b.Shape = geom.Regular(3+rng.IntN(6), at(4+56*rng.Float64(), 4+32*rng.Float64()), r, 360*rng.Float64())
	if moves {
		b.Motion.Spin = 300 * (rng.Float64() - 0.5) * float64(rng.IntN(2))
		b.Motion.Lap = TicksPerSecond + rng.IntN(5*TicksPerSecond)
		b.Motion.Path = geom.Direction(360 * rng.Float64()).Mul(8 * rng.Float64())
	}
	return b
}

// randomBall returns a ball that overlaps nothing in c.
func randomBall(rng *rand.Rand, c *Config) (NewBall, bool) {
	b := NewBall{R: 0.1 + 1.2*rng.Float64(), Mass: math.Exp(4 * (rng.Float64() - 0.5))}
	b.V = geom.Direction(360 * rng.Float64()).Mul([]float64{0, 1, 27, 300, 3000}[rng.IntN(5)])
	for range 100 {
		b.At = at(b.R+(FieldW-2*b.R)*rng.Float64(), b.R+(FieldH-2*b.R)*rng.Float64())
		if fits(&b, c) {
			return b, true
		}
	}
	return b, false
}

func fits(b *NewBall, c *Config) bool {
	if !c.NoPaddle && math.Abs(b.At.Y-PaddleY) < b.R+paddleHalfHeight+0.1 {
		return false
	}
	for k := range c.Levels[0].Bricks {
		if c.Levels[0].Bricks[k].Shape.Distance(b.At) < b.R+1e-6 {
			return false
		}
	}
	for _, o := range c.Balls {
		if o.At.Sub(b.At).Norm() < o.R+b.R+1e-6 {
			return false
		}
	}
	return true
}

// addSpecials makes some bricks of l gates, portals, magnets and seeds, as
// random numbers say.
func addSpecials(rng *rand.Rand, l *Level) {
	first := -1
	for k := range l.Bricks {
		b := &l.Bricks[k]
		if b.Motion.moves() {
			continue
		}
		switch rng.IntN(6) {
		case 0:
			b.Kind, b.Way = Gate, geom.Direction(360*rng.Float64())
		case 1:
			b.Kind = Magnet
		case 2:
			if first >= 0 {
				b.Kind, b.Pair = Portal, 1
				l.Bricks[first].Kind, l.Bricks[first].Pair = Portal, 1
				return
			}
			first = k
		}
	}
}

// FuzzDrops plays wildly on a board with every kind of brick, moving ones among
// them, while every drop there is is caught at any time, and checks the invariants
// in every tick.
func FuzzDrops(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(30))
	f.Add(uint64(2), uint8(1), uint8(3))
	f.Add(uint64(3), uint8(5), uint8(200))
	f.Fuzz(func(t *testing.T, seed uint64, difficulty, every uint8) {
		rng := rand.New(rand.NewPCG(seed, 1))
		l := rain(seed)
		l.Balls = 1 + int(seed%MaxServed)
		for k := range l.Bricks {
			if b := &l.Bricks[k]; !Kinds[b.Kind].Rests && rng.IntN(6) == 0 {
				b.Motion.Spin = 300 * (rng.Float64() - 0.5)
			}
		}
		g, err := New(Config{Setup: Setup{Seed: seed, Difficulty: Difficulty(int(difficulty) % len(Difficulties))}, Levels: []Level{l, l}})
		if err != nil {
			t.Fatal(err)
		}
		w := &wild{rng: Random(seed)}
		for range 5 * TicksPerSecond {
			if k := NoDrop + 1 + DropKind(rng.IntN(int(DropKinds-1))); g.Phase == Play && rng.IntN(1+int(every)) == 0 {
				g.take(k, 0)
			}
			g.Step(Input{w.play(), Idle})
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
