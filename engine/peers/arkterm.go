package main

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// ours is a scene in arkterm's world. A step is two ticks with their sub-steps.
//
// It differs from the scene in three ways. Our y points down, so the scene is
// turned upside down. Our walls are borders without a thickness. And the ends of
// our paddle are round: a capsule where the scene has a box of the same width
// and height.
type ours struct {
	world  world.World
	height float64
	goals  []float64 // of one period of the paddle, from the start; none without a paddle
	next   int       // index of the next goal
}

// ticks of the world in a step of a scene.
const ticks = 2

func newArkterm(s *Scene) (World, error) {
	if math.Abs(s.Dt*world.TicksPerSecond-ticks) > 1e-9 {
		return nil, fmt.Errorf("a step of %g s, want %d ticks of 1/%d s", s.Dt, ticks, world.TicksPerSecond)
	}
	w := &ours{world: world.New(s.W, s.H), height: s.H}
	for k := range s.Paddles {
		p := &s.Paddles[k]
		course, err := p.Course(s.Dt / ticks)
		if err != nil {
			return nil, err
		}
		w.world.AddCapsule(world.Capsule{X: p.X, Y: s.H - p.Y, Half: p.HW, R: p.HH})
		for k := range course { // where it is to be at the end of the tick
			w.goals = append(w.goals, course[(k+1)%len(course)])
		}
	}
	for _, h := range s.Hexes {
		shape := geom.Regular(6, geom.Vec{X: h.X, Y: s.H - h.Y}, h.R, -h.Angle*180/math.Pi)
		w.world.AddObstacle(world.Obstacle{Shape: shape})
	}
	for _, b := range s.Balls {
		w.world.AddDisc(world.Disc{From: geom.Vec{X: b.X, Y: s.H - b.Y}, V: geom.Vec{X: b.VX, Y: -b.VY}, R: b.R})
	}
	return w, nil
}

func (w *ours) Step() {
	for range ticks {
		w.tick()
	}
}

// tick plays a tick in which everything bounces, and returns how many contacts there
// were.
func (w *ours) tick() (contacts int) {
	if len(w.goals) > 0 {
		w.world.SetGoal(0, w.goals[w.next])
		w.next = (w.next + 1) % len(w.goals)
	}
	end := w.world.Begin()
	for c, ok := w.world.Next(end); ok; c, ok = w.world.Next(end) {
		w.world.Bounce(c)
		contacts++
	}
	return contacts
}

func (w *ours) Ball(i int) (x, y, vx, vy float64) {
	at, v := w.world.At(i), w.world.Discs[i].V
	return at.X, w.height - at.Y, v.X, -v.Y
}
