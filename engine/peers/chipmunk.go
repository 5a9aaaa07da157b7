package main

import (
	"math"

	"github.com/jakecoffman/cp/v2"

	"arkterm/engine/world/scenes"
)

// chipmunk runs a scene in github.com/jakecoffman/cp, the Go port of Chipmunk 7, with its default
// settings (10 iterations). Its balls do not rotate, because the scenes have no friction.
type chipmunk struct {
	space  *cp.Space
	balls  []*cp.Body
	paddle *cp.Body  // nil if the scene has no paddle
	course []float64 // x of the paddle after each step of one period
	drifts []drift
	dt     float64 // seconds per step
	steps  int     // number of steps so far
}

// A drift is a brick that drifts.
type drift struct {
	body  *cp.Body
	from  cp.Vector
	brick *scenes.Brick
}

// newChipmunk builds the scene s with cp's default spatial index, a tree of bounding boxes.
func newChipmunk(s *scenes.Scene) (World, error) { return build(cp.NewSpace(), s) }

// newHashed builds the scene s with cp's other spatial index, a hash. Following cp's documentation,
// cells are about as wide as the moving objects (twice the diameter of the first ball), and there
// are about ten times as many cells as objects.
func newHashed(s *scenes.Scene) (World, error) {
	space := cp.NewSpace()
	space.UseSpatialHash(4*s.Balls[0].R, 4*len(s.Balls)+1000)
	return build(space, s)
}

// ticksPerStep is the number of ticks of arkterm in a step.
const ticksPerStep = 2

// build adds the objects of s to an empty space.
func build(space *cp.Space, s *scenes.Scene) (World, error) {
	w := &chipmunk{space: space, dt: s.Dt}
	w.addWalls(s)
	for _, h := range s.Hexes {
		corners := make([]cp.Vector, 6)
		for k := range corners {
			sin, cos := math.Sincos(h.Angle + float64(k)*math.Pi/3)
			corners[k] = cp.Vector{X: h.X + h.R*cos, Y: h.Y + h.R*sin}
		}
		w.add(cp.NewPolyShape(w.space.StaticBody, len(corners), corners, cp.NewTransformIdentity(), 0))
	}

	for k := range s.Bricks {
		w.addBrick(&s.Bricks[k], s.H)
	}

	for _, b := range s.Balls {
		body := w.space.AddBody(cp.NewBody(1, math.Inf(1)))
		body.SetPosition(cp.Vector{X: b.X, Y: b.Y})
		body.SetVelocity(b.VX, b.VY)
		w.add(cp.NewCircle(body, b.R, cp.Vector{}))
		w.balls = append(w.balls, body)
	}

	if len(s.Paddles) > 0 {
		p := &s.Paddles[0]
		var err error
		if w.course, err = p.Course(s.Dt); err != nil {
			return nil, err
		}
		w.paddle = w.space.AddBody(cp.NewKinematicBody())
		w.paddle.SetPosition(cp.Vector{X: p.At(0), Y: p.Y})
		w.add(cp.NewBox(w.paddle, 2*p.HW, 2*p.HH, 0))
	}

	return w, nil
}

// addBrick adds a brick to a field of height h. The y axis of the scene points up.
func (w *chipmunk) addBrick(b *scenes.Brick, h float64) {
	body, center := w.space.StaticBody, cp.Vector{}
	if b.Motion.Moves() {
		at, _ := b.Shape.Circle()
		center = cp.Vector{X: at.X, Y: h - at.Y}
		body = w.space.AddBody(cp.NewKinematicBody())
		body.SetPosition(center)
		body.SetAngularVelocity(-b.Motion.Spin * math.Pi / 180)
	}
	if b.Motion.Lap > 0 {
		w.drifts = append(w.drifts, drift{body, center, b})
	}

	corners := make([]cp.Vector, b.Shape.N())
	for k := range corners {
		c := b.Shape.Corner(k)
		corners[k] = cp.Vector{X: c.X, Y: h - c.Y}.Sub(center)
	}
	w.add(cp.NewPolyShape(body, len(corners), corners, cp.NewTransformIdentity(), 0))
}

// add adds a shape that neither loses energy nor has friction.
func (w *chipmunk) add(shape *cp.Shape) {
	shape.SetElasticity(1)
	shape.SetFriction(0)
	w.space.AddShape(shape)
}

// addWalls puts four boxes around the field. They overlap at the corners.
func (w *chipmunk) addWalls(s *scenes.Scene) {
	t := s.Wall
	for _, bb := range []cp.BB{
		{L: -t, B: -t, R: 0, T: s.H + t},
		{L: s.W, B: -t, R: s.W + t, T: s.H + t},
		{L: -t, B: -t, R: s.W + t, T: 0},
		{L: -t, B: s.H, R: s.W + t, T: s.H + t},
	} {
		w.add(cp.NewBox2(w.space.StaticBody, bb, 0))
	}
}

func (w *chipmunk) Step() {
	w.steps++
	if w.paddle != nil {
		// This velocity moves the paddle to its position at the end of the step.
		x := w.course[w.steps%len(w.course)]
		w.paddle.SetVelocity((x-w.paddle.Position().X)/w.dt, 0)
	}
	for _, d := range w.drifts {
		lap := float64(w.steps*ticksPerStep) / float64(d.brick.Motion.Lap)
		f := 1 - math.Abs(2*(lap-math.Floor(lap))-1)
		path := cp.Vector{X: d.brick.Motion.Path.X, Y: -d.brick.Motion.Path.Y}
		d.body.SetVelocityVector(d.from.Add(path.Mult(f)).Sub(d.body.Position()).Mult(1 / w.dt))
	}
	w.space.Step(w.dt)
}

func (w *chipmunk) Ball(i int) (x, y, vx, vy float64) {
	at, v := w.balls[i].Position(), w.balls[i].Velocity()
	return at.X, at.Y, v.X, v.Y
}
