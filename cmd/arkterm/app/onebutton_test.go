package app

import (
	"math"
	"testing"
	"time"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/input"
	"arkterm/levels"
)

// A oneButtonPlayer plays with a single button at human speed. It predicts where the ball lands, and presses when the
// paddle moves away from that place, at most five times per second.
type oneButtonPlayer struct {
	keys    input.State
	lastX   float64 // x of the paddle in the previous tick
	pressed time.Duration
}

// tapTime is the minimum time between two presses.
const tapTime = 200 * time.Millisecond

// landing returns the x at which the next falling ball lands, assuming that it hits only the side walls. If no ball
// falls, it returns the x of the last ball, or the middle of the field.
func landing(g *engine.Game) float64 {
	best, x := math.Inf(1), g.W/2
	for i := range g.Balls {
		b, at := g.Disc(i), g.BallAt(i)
		if b.V.Y <= 0 {
			if math.IsInf(best, 1) {
				x = at.X
			}
			continue
		}
		t := (spec.PaddleY - at.Y) / b.V.Y
		if t < best {
			best = t
			x = math.Mod(math.Abs(at.X+b.V.X*t), 2*g.W)
			x = min(x, 2*g.W-x)
		}
	}
	return x
}

// play returns the player's input for the tick at now.
func (p *oneButtonPlayer) play(g *engine.Game, now time.Duration) engine.Input {
	paddle := g.Capsule(0)
	movesAway := (paddle.X-p.lastX)*(landing(g)-paddle.X) < 0 && math.Abs(landing(g)-paddle.X) > 1
	p.lastX = paddle.X
	if now-p.pressed >= tapTime && (movesAway || g.Phase == engine.Serve) {
		p.pressed = now
		p.keys.Key(now, input.Char(' '))
	}
	p.keys.SetPaddle(paddle.X, paddle.Half, g.W-paddle.Half, g.Phase == engine.Serve, g.FireShoves(0))
	return p.keys.Next(now)
}

func TestLevelsCanBePlayedWithOneButton(t *testing.T) {
	for first := range 3 {
		g, err := engine.New(engine.Config{
			Setup:  engine.Setup{First: first, Difficulty: engine.VeryEasy},
			Levels: levels.Shipped().Levels,
		})
		if err != nil {
			t.Fatal(err)
		}
		var p oneButtonPlayer
		p.keys.SetOptions(input.Options{Steer: input.OneButton})
		const minutes = 15
		for g.Level == first && !g.Phase.Ended() && g.Tick < minutes*60*engine.TicksPerSecond {
			g.Step(p.play(g, time.Duration(g.Tick+1)*time.Second/engine.TicksPerSecond))
		}
		if g.Level == first {
			t.Errorf("level %d: %v with %d lives and %d points after %d s",
				first+1, g.Phase, g.Lives, g.Score, g.Tick/engine.TicksPerSecond)
		}
		t.Logf("level %d: %d lives left, %d points, %d s", first+1, g.Lives, g.Score, g.Tick/engine.TicksPerSecond)
	}
}
