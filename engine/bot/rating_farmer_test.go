package bot

import (
	"arkterm/engine"
	"arkterm/engine/spec"
)

// A farmer draws a level out on purpose, as well as anybody could: it is always in time, breaks no brick that has to
// be broken if it can do otherwise, and takes what else pays. Before each return it tries several offsets on copies of
// the game, and chooses the one that pays most by the time the ball is back.
type farmer struct {
	offset  float64 // from the ball to the paddle's middle, chosen for this return
	decided bool
}

// What a farmer looks at.
const (
	farmOffsets    = 5                          // that it tries, across four fifths of the paddle
	farmAhead      = 4 * engine.TicksPerSecond  // ticks that it looks ahead at most
	farmDecisionY  = spec.PaddleY - 8           // where a falling ball is when it decides
	farmBrickCost  = 20_000                     // points that a brick not broken, and a hit of the boss, is value to it
	farmBallCost   = 200_000                    // … and a ball that is not lost
	farmPressTicks = engine.TicksPerSecond / 20 // ticks of one press of Fire
)

// play returns the farmer's input.
func (f *farmer) play(g *engine.Game) engine.Control {
	c := engine.Idle
	if g.Phase != engine.Play {
		if g.Tick/farmPressTicks%2 == 0 {
			c.Buttons = engine.Fire
		}
		f.decided = false
		return c
	}

	i := lowest(g)
	switch {
	case i < 0 || g.BallAt(i).Y < farmDecisionY:
		f.decided = false
	case !f.decided:
		f.decided, f.offset = true, f.best(g)
	}
	if i < 0 {
		return c
	}
	return follow(g, i, f.offset)
}

// best returns the offset that pays most.
func (f *farmer) best(g *engine.Game) (offset float64) {
	bestValue, half := 0, g.Capsule(0).Half
	for k := range farmOffsets {
		o := half * 0.8 * (2*float64(k)/(farmOffsets-1) - 1)
		if value := returnValue(g, o); k == 0 || value > bestValue {
			bestValue, offset = value, o
		}
	}
	return offset
}

// ahead returns what a return at an offset is worth.
func returnValue(g *engine.Game, offset float64) int {
	c := g.Clone()
	returned := false
	for range farmAhead {
		i := lowest(c)
		if returned && i >= 0 && c.BallAt(i).Y > farmDecisionY || c.Phase != engine.Play {
			break
		}
		in := engine.Input{engine.Idle, engine.Idle}
		if i >= 0 {
			in[0] = follow(c, i, offset)
		} else {
			returned = true
		}
		c.Step(in)
	}
	boss, _ := g.BossHits()
	hurt, _ := c.BossHits()
	return c.Score - g.Score - farmBrickCost*(g.BricksLeft-c.BricksLeft+boss-hurt) - farmBallCost*(len(g.Balls)-len(c.Balls)+g.Lives-c.Lives)
}

// lowest returns the index of the lowest of the falling balls, or −1.
func lowest(g *engine.Game) int {
	low := -1
	for i := range g.Balls {
		if d := g.Disc(i); !d.Held && d.V.Y > 0 && (low < 0 || g.BallAt(i).Y > g.BallAt(low).Y) {
			low = i
		}
	}
	return low
}

// follow returns the input that keeps the paddle under ball i at an offset.
func follow(g *engine.Game, i int, offset float64) engine.Control {
	c := engine.Idle
	x := max(0, min(spec.FieldW, g.BallAt(i).X+offset))
	c.Target = int16(x * 64)
	return c
}
