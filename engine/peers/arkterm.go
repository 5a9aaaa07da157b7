package main

import (
	"fmt"
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
)

// ours is a scene in arkterm's engine. A step is two ticks with their sub-steps.
//
// It differs from the scene in three ways. Our y points down, so the scene is
// turned upside down. Our walls are borders without a thickness. And the ends of
// our paddle are round: a capsule where the scene has a box of the same width
// and height.
type ours struct {
	game   *engine.Game
	height float64
	inputs []engine.Input // of one period of the paddle, from the start
	tick   int            // index of the next input
}

// ticks of the engine in a step of a scene.
const ticks = 2

func newArkterm(s *Scene) (World, error) {
	if math.Abs(s.Dt*engine.TicksPerSecond-ticks) > 1e-9 {
		return nil, fmt.Errorf("a step of %g s, want %d ticks of 1/%d s", s.Dt, ticks, engine.TicksPerSecond)
	}
	w := &ours{height: s.H, inputs: []engine.Input{{engine.Idle, engine.Idle}}}
	config := engine.Config{W: s.W, H: s.H, Free: true, Floor: true, NoPaddle: len(s.Paddles) == 0}
	if !config.NoPaddle {
		p := &s.Paddles[0]
		config.PaddleHalf, config.PaddleR, config.PaddleY = p.HW, p.HH, s.H-p.Y
		course, err := p.Course(s.Dt / ticks)
		if err != nil {
			return nil, err
		}
		w.inputs = w.inputs[:0]
		for k := range course {
			// Where the paddle is to be at the end of the tick, to 1/64 unit.
			in := engine.Input{engine.Idle, engine.Idle}
			in[0].Target = int16(math.Round(64 * course[(k+1)%len(course)]))
			w.inputs = append(w.inputs, in)
		}
	}
	var level engine.Level
	for _, h := range s.Hexes {
		shape := geom.Regular(6, geom.Vec{X: h.X, Y: s.H - h.Y}, h.R, -h.Angle*180/math.Pi)
		level.Bricks = append(level.Bricks, engine.BrickSpec{Kind: engine.Wall, Shape: shape})
	}
	config.Levels = []engine.Level{level}
	for _, b := range s.Balls {
		config.Balls = append(config.Balls, engine.NewBall{
			At: geom.Vec{X: b.X, Y: s.H - b.Y}, V: geom.Vec{X: b.VX, Y: -b.VY}, R: b.R,
		})
	}
	var err error
	w.game, err = engine.New(config)
	return w, err
}

func (w *ours) Step() {
	for range ticks {
		w.game.Step(w.inputs[w.tick])
		if w.tick++; w.tick == len(w.inputs) {
			w.tick = 0
		}
	}
}

func (w *ours) Ball(i int) (x, y, vx, vy float64) {
	at, v := w.game.BallAt(i), w.game.Balls[i].V
	return at.X, w.height - at.Y, v.X, -v.Y
}
