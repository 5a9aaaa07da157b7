package bot

import (
	"arkterm/engine"
	"arkterm/engine/spec"
)

// A farmer deliberately prolongs a level, better than any player could. It always reaches the ball
// in time, avoids breaking required bricks, and hits targets that score repeatedly. Before each
// return, it tries several offsets on copies of the game and chooses the offset with the highest
// score until the ball returns.
type farmer struct {
	offset  float64 // from the ball to the center of the paddle, for this return
	decided bool
}

// Parameters of the farmer.
const (
	farmOffsets    = 5                          // number of offsets tried, over four fifths of the paddle
	farmAhead      = 4 * engine.TicksPerSecond  // maximum number of predicted ticks
	farmDecisionY  = spec.PaddleY - 8           // y at which the farmer decides on the return of a falling ball
	farmBrickCost  = 20_000                     // cost in points of breaking a brick or hitting the boss
	farmBallCost   = 200_000                    // cost in points of losing a ball
	farmPressTicks = engine.TicksPerSecond / 20 // duration of one press of Fire in ticks
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

// best returns the offset with the highest returnValue.
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

// returnValue returns the points scored until the ball returns again, minus the costs of bricks and balls, if the
// paddle returns the ball at the given offset.
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
	bricks, balls := g.BricksLeft-c.BricksLeft+boss-hurt, len(g.Balls)-len(c.Balls)+g.Lives-c.Lives
	return c.Score - g.Score - farmBrickCost*bricks - farmBallCost*balls
}

// lowest returns the index of the lowest falling ball, or −1.
func lowest(g *engine.Game) int {
	low := -1
	for i := range g.Balls {
		if d := g.Disc(i); !d.Held && d.V.Y > 0 && (low < 0 || g.BallAt(i).Y > g.BallAt(low).Y) {
			low = i
		}
	}
	return low
}

// follow returns the input that moves the center of the paddle below ball i, shifted by offset.
func follow(g *engine.Game, i int, offset float64) engine.Control {
	c := engine.Idle
	x := max(0, min(spec.FieldW, g.BallAt(i).X+offset))
	c.Target = int16(x * 64)
	return c
}
