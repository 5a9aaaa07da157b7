package scenes

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// A Run simulates a scene with package world. A step of the scene consists of two ticks of the world.
//
// The world's y axis points down, so the scene is flipped vertically. The walls are the borders of the world and have
// no thickness. The paddle is not a box, but a capsule of the same width and height, so its ends are round.
type Run struct {
	World    *world.World
	Contacts int       // number of contacts so far
	height   float64   // height of the scene, for flipping y
	targets  []float64 // position of the paddle after each tick of one period; nil without a paddle
	next     int       // index of the next target
}

// ticksPerStep is the number of ticks of the world in a step of a scene.
const ticksPerStep = 2

// Begin returns s in its initial state. It returns an error if a step of s is not two ticks, or if the paddle's period
// is not a whole number of steps.
func (s *Scene) Begin() (*Run, error) {
	if math.Abs(float64(s.Dt*world.TicksPerSecond)-ticksPerStep) > 1e-9 {
		return nil, fmt.Errorf("a step of %g s, want %d ticks of 1/%d s", s.Dt, ticksPerStep, world.TicksPerSecond)
	}
	r := &Run{World: world.New(s.W, s.H), height: s.H}
	if s.Periodic {
		r.World.Wrap(true, true)
	}
	for k := range s.Paddles {
		p := &s.Paddles[k]
		course, err := p.Course(s.Dt / ticksPerStep)
		if err != nil {
			return nil, err
		}
		r.World.AddCapsule(world.Capsule{X: p.X, Y: s.H - p.Y, Half: p.HW, R: p.HH})
		for k := range course { // target at the end of the tick
			r.targets = append(r.targets, course[(k+1)%len(course)])
		}
	}
	for _, h := range s.Hexes {
		shape := geom.Regular(6, geom.Vec{X: h.X, Y: s.H - h.Y}, h.R, -h.Angle*180/math.Pi)
		r.World.AddObstacle(world.Obstacle{Shape: new(shape)})
	}
	for k := range s.Bricks {
		b := &s.Bricks[k]
		if b.Motion.Moves() {
			r.World.AddMover(world.Obstacle{Shape: &b.Shape}, b.Motion)
		} else {
			r.World.AddObstacle(world.Obstacle{Shape: &b.Shape})
		}
	}
	for _, b := range s.Balls {
		r.World.AddDisc(world.Disc{From: geom.Vec{X: b.X, Y: s.H - b.Y}, V: geom.Vec{X: b.VX, Y: -b.VY}, R: b.R})
	}
	return r, nil
}

// Step advances the scene by Dt.
func (r *Run) Step() {
	for range ticksPerStep {
		r.Contacts += r.Tick()
	}
}

// Tick simulates a tick with elastic contacts, and returns the number of contacts.
func (r *Run) Tick() (contacts int) {
	if len(r.targets) > 0 {
		r.World.SetTarget(0, r.targets[r.next])
		if r.next++; r.next == len(r.targets) {
			r.next = 0
		}
	}
	end := r.World.Begin()
	if r.World.Coast(end) {
		return 0
	}
	for {
		c, ok := r.World.Next(end)
		if !ok {
			return contacts
		}
		r.World.Bounce(c)
		contacts++
	}
}

// Ball returns the position and velocity of ball i in the scene's coordinates, with y upward.
func (r *Run) Ball(i int) (x, y, vx, vy float64) {
	at, v := r.World.At(i), r.World.Discs[i].V
	return at.X, r.height - at.Y, v.X, -v.Y
}
