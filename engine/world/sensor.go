package world

import (
	"cmp"
	"slices"

	"arkterm/engine/geom"
)

// This file implements sensors, which report discs without affecting them.

// A sensor is the area within radius of a polygon.
type sensor struct {
	shape  *geom.Polygon
	radius float64
	gone   bool
}

// A visit is the state of a disc in relation to a sensor.
type visit struct {
	course uint32 // course on which the disc left the sensor last
	state  visitState
}

// A visitState describes whether a disc is in a sensor.
type visitState uint8

const (
	notVisiting visitState = iota // the disc has not entered since it was added or launched
	visiting                      // the disc is inside
	visited                       // the disc has left
)

// AddSensor adds a sensor and returns its index. A disc enters the sensor when its center comes within radius of the
// polygon, and leaves it when its center is farther away again. Next and Tick report this as contacts of the kinds
// AtEnter and AtLeave, which need no response and do not affect the disc. A sensor of radius 0 is the polygon itself,
// and a sensor around a point is a circle.
//
// A disc that is added or launched inside a sensor enters it immediately. A disc that is held or removed does not
// leave. The time of a prediction is proportional to the number of sensors.
func (w *World) AddSensor(p *geom.Polygon, radius float64) int {
	w.must("AddSensor", cmp.Or(validShape(p), inRange("radius", 0, MaxLength, radius)))

	n := len(w.sensors)
	visits := make([]visit, 0, (n+1)*cap(w.Discs))
	for i := range w.Discs {
		visits = append(append(visits, w.visits[i*n:i*n+n]...), visit{})
	}
	w.sensors, w.visits, w.stale = append(w.sensors, sensor{shape: p, radius: radius}), visits, true
	return n
}

// RemoveSensor removes sensor k. Its index remains in use.
func (w *World) RemoveSensor(k int) {
	w.sensors[k].gone = true
	for i := range w.Discs {
		*w.visit(i, k) = visit{}
	}
}

// IsInside reports whether disc i has entered sensor k and not left it.
func (w *World) IsInside(i, k int) bool { return !w.sensors[k].gone && w.visit(i, k).state == visiting }

// visit returns the state of disc i in relation to sensor k.
func (w *World) visit(i, k int) *visit { return &w.visits[i*len(w.sensors)+k] }

// visitsOf returns the states of disc i in relation to all sensors.
func (w *World) visitsOf(i int) []visit { return w.visits[i*len(w.sensors) : (i+1)*len(w.sensors)] }

// predictSensors predicts when disc i enters and leaves sensors.
func (w *World) predictSensors(i int, d *Disc, tr *track) {
	age := max(0, w.now-d.Since)
	for k := range w.sensors {
		s, v := &w.sensors[k], w.visit(i, k)
		if s.gone {
			continue
		}
		again := v.state == visited && v.course == d.course // a straight course reenters only other images
		kind, dt := AtEnter, never
		if v.state == visiting {
			kind, dt = AtLeave, age
		}
		for m := range image(images) {
			shift, ok := w.imageOffset(m)
			if !ok {
				continue
			}
			c := s.shape.Ray(d.From.Sub(shift), d.V, s.radius)
			switch {
			case c.Kind != geom.Cut || c.Out < age || again && c.In <= age:
			case kind == AtEnter:
				dt = min(dt, max(c.In, age))
			case c.In <= age+timeMargin:
				dt = max(dt, c.Out)
			}
		}
		if dt < never {
			tr.offer(d.Since, dt, kind, int32(k), 0)
		}
	}
}

// confirmSensor is the version of confirm for a sensor. The course of the disc does not change.
func (w *World) confirmSensor(i int, kind Kind, k int, out *Contact) bool {
	if w.sensors[k].gone {
		w.predict(i)
		return false
	}
	v := visit{state: visiting}
	if kind == AtLeave {
		v = visit{state: visited, course: w.Discs[i].course}
	}
	*w.visit(i, k) = v
	w.predict(i)
	*out = Contact{Kind: kind, Disc: i, Other: k}
	return true
}

// removeVisits removes the states of disc i.
func (w *World) removeVisits(i int) {
	w.visits = slices.Delete(w.visits, i*len(w.sensors), (i+1)*len(w.sensors))
}
