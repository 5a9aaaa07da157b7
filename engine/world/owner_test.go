package world

import (
	"testing"

	"arkterm/engine/geom"
)

// Random calls at random times do not panic and preserve all invariants. The calls add, remove, hold, launch, kick and
// steer bodies, between ticks, within a tick, and while a contact is pending.
func TestRandomCalls(t *testing.T) {
	done := map[string]int{}
	for seed := range uint64(150) {
		rng := newSource(seed)
		w := New(fieldW, fieldH)
		if seed%4 == 3 {
			w.Wrap(true, seed%8 == 3)
		}
		o := caller{w: w, rng: rng, done: done}
		for range TicksPerSecond {
			end := w.Begin()
			for {
				until := end
				if rng.IntN(4) == 0 {
					until = w.Now() + (end-w.Now())*rng.Float64()
				}
				c, ok := w.Next(until)
				if !ok && until == end {
					break
				}
				o.actRandomly()
				if ok && w.lastContact.response == pending {
					w.Bounce(c)
				}
				o.actRandomly()
			}
			o.actRandomly()
			if err := w.Check(); err != nil {
				t.Fatalf("seed %d, tick %d: %v", seed, w.tick, err)
			}
		}
	}
	for _, a := range actions {
		if done[a.name] < 20 {
			t.Errorf("action %q was done %d times, want at least 20", a.name, done[a.name])
		}
	}
}

// A caller performs random actions on a world.
type caller struct {
	w    *World
	rng  source
	done map[string]int // number of actions performed, by name
}

// actRandomly sometimes performs several actions in a row.
func (o *caller) actRandomly() {
	if o.rng.IntN(4) > 0 {
		return
	}
	for range 1 + o.rng.IntN(8) {
		a := &actions[o.rng.IntN(len(actions))]
		if a.do(o) {
			o.done[a.name]++
		}
	}
}

// actions are the possible actions. Each reports whether it was possible.
var actions = [...]struct {
	name string
	do   func(o *caller) bool
}{
	{"add a disc", func(o *caller) bool {
		d := Disc{R: 0.2 + o.rng.Float64(), From: o.place(), V: o.rng.direction().Mul(60 * o.rng.Float64())}
		if len(o.w.Discs) > 20 || o.w.Accepts(d, Filter{}) != nil {
			return false
		}
		o.w.AddDisc(d)
		return true
	}},
	{"remove a disc", func(o *caller) bool {
		i, ok := o.disc()
		if ok && len(o.w.Discs) > 6 {
			o.w.RemoveDisc(i)
		}
		return ok
	}},
	{"hold a disc", func(o *caller) bool {
		i, ok := o.disc()
		if ok {
			o.w.Hold(i)
		}
		return ok
	}},
	{"launch a disc", func(o *caller) bool {
		i, ok := o.disc()
		if !ok || !o.w.Discs[i].Held || o.w.hasPendingContact(i) {
			return false
		}
		d := o.w.Discs[i]
		d.From, d.V, d.Held = o.place(), o.rng.direction().Mul(30), false
		if o.w.Accepts(d, Filter{}) != nil {
			return false
		}
		o.w.Launch(i, d.From, d.V)
		return true
	}},
	{"kick a disc", func(o *caller) bool {
		i, ok := o.disc()
		if !ok || o.w.hasPendingContact(i) {
			return false
		}
		o.w.Kick(i, o.rng.direction().Mul(5*o.w.Discs[i].Mass))
		return true
	}},
	{"turn a disc", func(o *caller) bool {
		i, ok := o.disc()
		if !ok || o.w.Discs[i].Held || o.w.hasPendingContact(i) {
			return false
		}
		o.w.Turn(i, o.rng.direction().Mul(30))
		return true
	}},
	{"add an obstacle", func(o *caller) bool {
		shape, ok := o.shape()
		if ok && len(o.w.Obstacles) < 20 {
			o.w.AddObstacle(Obstacle{Shape: new(shape)})
			o.renew()
		}
		return ok
	}},
	{"remove an obstacle", func(o *caller) bool {
		k, ok := o.obstacle()
		if ok {
			o.w.RemoveObstacle(k)
		}
		return ok
	}},
	{"clear the field", func(o *caller) bool {
		if o.w.substepsLeft > 0 || o.rng.IntN(4) > 0 {
			return false
		}
		o.w.ClearObstacles()
		return true
	}},
	{"remove all discs", func(o *caller) bool {
		if o.w.lastContact.response == pending || o.rng.IntN(20) > 0 {
			return false
		}
		o.w.RemoveDiscs()
		return true
	}},
	{"add a mover", func(o *caller) bool {
		shape, ok := o.shape()
		if !ok || len(o.w.movers) > 4 {
			return false
		}
		o.w.AddMover(Obstacle{Shape: new(shape)}, Motion{Spin: 90})
		o.renew()
		return true
	}},
	{"add a body", func(o *caller) bool {
		shape, ok := o.shape()
		if !ok || len(o.w.movers) > 4 {
			return false
		}
		middle, _ := shape.Circle()
		o.w.AddBody(Obstacle{Shape: new(shape.Moved(geom.Mover{V: middle.Neg()}, 1))}, Body(1+o.rng.IntN(3)), middle)
		o.renew()
		return true
	}},
	{"steer a body", func(o *caller) bool {
		n := o.w.NumMovers()
		if n == 0 {
			return false
		}
		k := o.rng.IntN(n)
		if o.w.movers[k].body != 0 {
			o.w.Steer(k, o.rng.direction().Mul(10), o.rng.Float64())
		}
		return true
	}},
	{"add a capsule", func(o *caller) bool {
		y := 44 - 3*float64(len(o.w.Capsules))
		if o.w.wraps() || len(o.w.Capsules) == 2 || o.w.Room(at(32, y), 4, -1, -1) < 3.7 {
			return false
		}
		o.w.AddCapsule(Capsule{X: 32, Y: y, Half: 3.6, R: 0.8})
		o.renew()
		return true
	}},
	{"steer a capsule", func(o *caller) bool {
		if len(o.w.Capsules) == 0 || o.w.substepsLeft > 0 {
			return false
		}
		setRandomTarget(o.w, o.rng.IntN(len(o.w.Capsules)), o.rng)
		return true
	}},
	{"filter a disc", func(o *caller) bool {
		i, ok := o.disc()
		if !ok || o.w.hasPendingContact(i) {
			return false
		}
		o.w.FilterDisc(i, Filter{})
		return true
	}},
}

// renew calls Renew unless a contact is pending, because the response to that contact has the same effect.
func (o *caller) renew() {
	if o.w.lastContact.response != pending {
		o.w.Renew()
	}
}

// place returns a random point of the field.
func (o *caller) place() geom.Vec { return at(fieldW*o.rng.Float64(), fieldH*o.rng.Float64()) }

// disc returns the index of a random disc.
func (o *caller) disc() (i int, ok bool) {
	if len(o.w.Discs) == 0 {
		return 0, false
	}
	return o.rng.IntN(len(o.w.Discs)), true
}

// obstacle returns the index of a random obstacle.
func (o *caller) obstacle() (k int, ok bool) {
	if len(o.w.Obstacles) == 0 {
		return 0, false
	}
	return o.rng.IntN(len(o.w.Obstacles)), true
}

// shape returns a random polygon at a free place.
func (o *caller) shape() (geom.Polygon, bool) {
	p, r := o.place(), 0.5+2*o.rng.Float64()
	if o.w.Room(p, r+0.1, -1, -1) < r+0.1 || p.Y > 36 {
		return geom.Polygon{}, false
	}
	return geom.Regular(3+o.rng.IntN(6), p, r, 360*o.rng.Float64()), true
}

// An obstacle at rest shares its shape with copies of the world. A moving or reshaped obstacle has its own shape in
// each world.
func TestChangingShapesAreNotShared(t *testing.T) {
	w := New(64, 48)
	hexagon, row := geom.Regular(6, at(20, 20), 3, 0), geom.Regular(6, at(50, 20), 3, 0)
	before := hexagon
	rests := w.AddObstacle(Obstacle{Shape: &hexagon})
	moves := w.AddMover(Obstacle{Shape: &row}, Motion{Spin: 90})
	placed := w.AddObstacle(Obstacle{Shape: &hexagon})
	w.Reshape(placed, geom.Regular(6, at(30, 30), 3, 0))
	c := w.Clone()
	was := *w.Obstacles[moves].Shape
	c.Reshape(placed, row)
	for range 10 {
		c.Rebuild()
		for end := c.Begin(); ; {
			if _, ok := c.Next(end); !ok {
				break
			}
		}
	}

	switch {
	case hexagon != before || row != geom.Regular(6, at(50, 20), 3, 0):
		t.Error("the world changes a shape that belongs to its caller")
	case c.Obstacles[rests].Shape != w.Obstacles[rests].Shape || !c.Obstacles[rests].Fixed():
		t.Error("a copy does not share the shape of an obstacle at rest")
	case *w.ShapeOf(moves) != was || *c.ShapeOf(moves) == was:
		t.Error("a mover shares its shape with its copy")
	case *w.Obstacles[placed].Shape == row:
		t.Error("reshaping a copy changes the original")
	}
}
