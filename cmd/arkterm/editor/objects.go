package editor

import (
	"math"
	"slices"
	"strconv"
	"time"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/text"
)

// An object is a part of a level that is not in a cell of a drawing: a free brick, an emitter, the drones or the boss.
type object struct {
	kind  *objectKind
	index int // index among the objects of its kind
}

// An objectKind describes a kind of object. Each object has handles, which are points in the field that the player can
// move. Moving the first handle moves the whole object.
type objectKind struct {
	name    *string
	count   func(l *levels.DocumentLevel) int
	handles func(l *levels.DocumentLevel, i int) []geom.Vec
	move    func(e *Editor, i, handle int, to geom.Vec) levels.Edit
	add     func(e *Editor, at geom.Vec) levels.Edit
	remove  func(e *Editor, i int) levels.Edit
	rows    func(e *Editor, i int) []row // rows of its dialog
	max     int                          // maximum number in a level; 0 means no limit
}

// The kinds of objects. Hexagons and polygons are in the same list of the document.
var objectKinds [5]objectKind

func init() { // because the functions refer to the table
	objectKinds = [...]objectKind{
		{
			name: &text.Workshop.Hexagon, add: newHexagon,
			count:   func(l *levels.DocumentLevel) int { return len(l.Free) },
			handles: func(l *levels.DocumentLevel, i int) []geom.Vec { return freeHandles(&l.Free[i]) },
			move:    moveFree,
			remove:  func(e *Editor, i int) levels.Edit { return levels.RemoveFree{Level: e.level, Index: i} },
			rows:    (*Editor).freeRows,
		},
		{name: &text.Workshop.Polygon, add: newPolygon},
		{
			name: &text.Workshop.Emitter, add: newEmitter, max: spec.MaxEmitters,
			count:   func(l *levels.DocumentLevel) int { return len(l.Level.Emitters) },
			handles: emitterHandles, move: moveEmitter,
			remove: func(e *Editor, i int) levels.Edit { return levels.RemoveEmitter{Level: e.level, Index: i} },
			rows:   (*Editor).emitterRows,
		},
		{
			name: &text.Workshop.Drones, add: newDrones, max: 1,
			count: func(l *levels.DocumentLevel) int { return min(l.Level.Drones.Max, 1) },
			handles: func(l *levels.DocumentLevel, _ int) (all []geom.Vec) {
				for _, x := range l.Level.Drones.Gates {
					all = append(all, geom.Vec{X: x, Y: 0.5})
				}
				return all
			},
			move: func(e *Editor, _, handle int, to geom.Vec) levels.Edit {
				d := e.drones()
				d.Gates[handle] = to.X
				return e.setDrones(d)
			},
			remove: func(e *Editor, _ int) levels.Edit { return levels.SetKey{Level: e.level, Key: "drones"} },
			rows:   (*Editor).droneRows,
		},
		{
			name: &text.Workshop.Boss, add: newBoss, max: 1,
			count:   func(l *levels.DocumentLevel) int { return min(int(l.Level.Boss.Kind), 1) },
			handles: func(l *levels.DocumentLevel, _ int) []geom.Vec { return []geom.Vec{l.Level.Boss.At} },
			move: func(e *Editor, _, _ int, to geom.Vec) levels.Edit {
				b := e.current.Level.Boss
				b.At = to
				return e.setBoss(b)
			},
			remove: func(e *Editor, _ int) levels.Edit { return levels.SetKey{Level: e.level, Key: "boss"} },
			rows:   (*Editor).bossRows,
		},
	}
}

// listObjects lists the objects of the level.
func (e *Editor) listObjects() {
	e.objects = e.objects[:0]
	for k := range objectKinds {
		kind := &objectKinds[k]
		if kind.count == nil {
			continue
		}
		for i := range kind.count(e.current) {
			e.objects = append(e.objects, object{kind, i})
		}
	}
	if e.selectedObject >= len(e.objects) {
		e.selectedObject = -1
	}
	if e.selectedObject >= 0 {
		e.selectedHandle = min(e.selectedHandle, len(e.handles(e.objects[e.selectedObject]))-1)
	}
}

// handles returns the handles of an object.
//
//go:noinline // would be copied into many callers
func (e *Editor) handles(o object) []geom.Vec { return o.kind.handles(e.current, o.index) }

// objectName returns the name of an object.
func (e *Editor) objectName(o object) string {
	name := *o.kind.name
	if o.kind == &objectKinds[0] && e.current.Free[o.index].Radius == 0 {
		name = labels.Polygon
	}
	if o.kind.max != 1 {
		name += " " + strconv.Itoa(o.index+1)
	}
	return name
}

// turnObject selects the next object, or the previous object if d is −1. After the last object, no object is selected.
func (e *Editor) turnObject(d int) {
	n := len(e.objects) + 1
	if n == 1 {
		e.say(labels.NoObjects, false)
		return
	}
	e.selectedObject, e.selectedHandle, e.anchored = (e.selectedObject+1+d+n)%n-1, 0, false
}

// turnHandle selects the next handle of the selected object, or the previous handle if d is −1.
func (e *Editor) turnHandle(d int) {
	if e.selectedObject < 0 {
		e.say(labels.NoObject, false)
		return
	}
	n := len(e.handles(e.objects[e.selectedObject]))
	e.selectedHandle = (e.selectedHandle + d + n) % n
}

// addObject adds an object of a kind at the cursor, and selects it.
func (e *Editor) addObject(k *objectKind) {
	at := geom.Vec{X: snap(e.cursorPoint().X, 0.5), Y: snap(e.cursorPoint().Y, 0.5)}
	if !e.apply(k.add(e, at)) {
		return
	}
	for i := range e.objects {
		if o := &e.objects[i]; o.kind == k || k.count == nil && o.kind == &objectKinds[0] {
			e.selectedObject, e.selectedHandle = i, 0 // the last object of the kind is the new one
		}
	}
	e.say(labels.Added, false)
}

// removeObject removes the selected object.
func (e *Editor) removeObject() {
	o := e.objects[e.selectedObject]
	e.selectedObject = -1
	e.apply(o.kind.remove(e, o.index))
}

// The duration of a new drift in seconds, and the maximum radius of a hexagon in units.
const defaultDriftSeconds, maxRadius = 4, 10

// fineStep is the distance by which an arrow key with Shift moves a handle, in units.
const fineStep = 0.1

// snap rounds x to a multiple of step.
func snap(x, step float64) float64 { return math.Round(math.Round(x/step)*step*1e4) / 1e4 }

// moveHandle moves the selected handle by v.
func (e *Editor) moveHandle(v geom.Vec) {
	o := e.objects[e.selectedObject]
	at := e.handles(o)[e.selectedHandle]
	e.moveHandleTo(geom.Vec{X: snap(at.X+v.X, fineStep), Y: snap(at.Y+v.Y, fineStep)})
}

// moveHandleTo moves the selected handle to a point.
func (e *Editor) moveHandleTo(target geom.Vec) {
	o := e.objects[e.selectedObject]
	target = geom.Vec{X: max(0, min(target.X, spec.FieldW)), Y: max(0, min(target.Y, spec.LowestBrick))}
	e.apply(o.kind.move(e, o.index, e.selectedHandle, target))
}

// selectedFree returns the selected free brick and its index in the level. ok is false if no free brick is selected.
func (e *Editor) selectedFree() (f levels.FreeBrick, index int, ok bool) {
	if e.selectedObject < 0 || e.objects[e.selectedObject].kind != &objectKinds[0] {
		return f, 0, false
	}
	index = e.objects[e.selectedObject].index
	return e.current.Free[index], index, true
}

// changeFree calls change with a copy of the selected free brick, and stores the result in the level.
func (e *Editor) changeFree(change func(f *levels.FreeBrick)) {
	f, i, ok := e.selectedFree()
	if !ok {
		e.say(labels.NoObject, false)
		return
	}
	change(&f)
	e.apply(levels.SetFree{Level: e.level, Index: i, Brick: f})
}

// resize makes the selected free brick larger by d steps, or smaller if d is negative.
func (e *Editor) resize(d int) {
	e.changeFree(func(f *levels.FreeBrick) {
		if f.Radius > 0 {
			f.Radius = snap(max(0.5, min(f.Radius+float64(d)*0.5, maxRadius)), 0.1)
			return
		}
		c := freeHandles(f)[0]
		for i := range f.NumCorners {
			v := f.Corners[i].Sub(c)
			f.Corners[i] = geom.Vec{X: snap(c.X+v.X*(1+0.1*float64(d)), 0.1), Y: snap(c.Y+v.Y*(1+0.1*float64(d)), 0.1)}
		}
	})
}

// degreesPerStep is the angle of one rotation step, in degrees.
const degreesPerStep = 15

// rotate turns the selected emitter or free brick by d steps.
func (e *Editor) rotate(d int) {
	if e.selectedObject >= 0 && e.objects[e.selectedObject].kind == emitterKind() {
		i := e.objects[e.selectedObject].index
		s := e.current.Level.Emitters[i]
		s.Degrees = turned(s.Degrees, d)
		e.apply(levels.SetEmitter{Level: e.level, Index: i, Emitter: s})
		return
	}
	e.changeFree(func(f *levels.FreeBrick) {
		if f.Radius > 0 {
			f.Turn = math.Mod(f.Turn+float64(d)*degreesPerStep+60, 60)
			return
		}
		c := freeHandles(f)[0]
		for i := range f.NumCorners {
			v := f.Corners[i].Sub(c)
			sin, cos := math.Sincos(float64(d) * degreesPerStep * math.Pi / 180)
			f.Corners[i] = geom.Vec{X: snap(c.X+v.X*cos-v.Y*sin, 0.01), Y: snap(c.Y+v.X*sin+v.Y*cos, 0.01)}
		}
	})
}

// turned returns the given angle after a rotation by d steps. Angles are in degrees. The result is at least 0 and less
// than 360.
func turned(degrees float64, d int) float64 {
	return math.Mod(degrees+float64(d)*degreesPerStep+360, 360)
}

// toggleDrift starts or stops the drift of the selected free brick.
func (e *Editor) toggleDrift() {
	e.changeFree(func(f *levels.FreeBrick) {
		if f.Drift != (geom.Vec{}) {
			f.Drift, f.Every = geom.Vec{}, 0
			return
		}
		f.Drift, f.Every = geom.Vec{X: 8}, defaultDriftSeconds
		if freeHandles(f)[0].X > spec.FieldW/2 {
			f.Drift.X = -8
		}
	})
}

// freeHandles returns the draggable points of a free brick: first the center, then one corner of a hexagon or all
// corners of a polygon, and last the end of the drift, if any.
func freeHandles(f *levels.FreeBrick) (all []geom.Vec) {
	center := f.Center
	if f.Radius > 0 {
		d := geom.Direction(f.Turn - 90)
		all = append(all, center, geom.Vec{X: center.X + d.X*f.Radius, Y: center.Y + d.Y*f.Radius})
	} else {
		center = geom.Vec{}
		for _, c := range f.Corners[:f.NumCorners] {
			center = geom.Vec{X: center.X + c.X/float64(f.NumCorners), Y: center.Y + c.Y/float64(f.NumCorners)}
		}
		all = append(append(all, center), f.Corners[:f.NumCorners]...)
	}
	if f.Drift != (geom.Vec{}) {
		all = append(all, center.Add(f.Drift))
	}
	return all
}

// moveFree returns the edit that moves a handle of free brick i to the point target.
func moveFree(e *Editor, i, handle int, target geom.Vec) levels.Edit {
	f := e.current.Free[i]
	all := freeHandles(&f)
	switch {
	case handle == 0:
		v := target.Sub(all[0])
		f.Center = target
		for k := range f.NumCorners {
			f.Corners[k] = geom.Vec{X: snap(f.Corners[k].X+v.X, 0.01), Y: snap(f.Corners[k].Y+v.Y, 0.01)}
		}
		if f.Radius == 0 {
			f.Center = geom.Vec{}
		}
	case handle == len(all)-1 && f.Drift != (geom.Vec{}):
		v := target.Sub(all[0])
		f.Drift = geom.Vec{X: snap(v.X, 0.1), Y: snap(v.Y, 0.1)}
	case f.Radius > 0:
		v := target.Sub(f.Center)
		f.Radius = snap(max(0.5, v.Norm()), 0.1)
		f.Turn = math.Mod(snap(math.Atan2(v.Y, v.X)*180/math.Pi+90, 5)+360, 60)
	default:
		f.Corners[handle-1] = target
	}
	return levels.SetFree{Level: e.level, Index: i, Brick: f}
}

// newHexagon returns the edit that adds a hexagon.
func newHexagon(e *Editor, at geom.Vec) levels.Edit {
	f := levels.FreeBrick{Brick: e.freeBrush(), Center: at, Radius: 2.5}
	return levels.SetFree{Level: e.level, Index: len(e.current.Free), Brick: f}
}

// newPolygon returns the edit that adds a polygon with four corners.
func newPolygon(e *Editor, at geom.Vec) levels.Edit {
	f := levels.FreeBrick{Brick: e.freeBrush(), NumCorners: 4}
	for i, d := range [4]geom.Vec{{X: -3, Y: -1}, {X: 3, Y: -1}, {X: 3, Y: 1}, {X: -3, Y: 1}} {
		f.Corners[i] = at.Add(d)
	}
	return levels.SetFree{Level: e.level, Index: len(e.current.Free), Brick: f}
}

// freeBrush returns the brush as a free brick, with a direction and a pair number if its kind needs them.
func (e *Editor) freeBrush() levels.Brick {
	b := e.brush
	b.Way, b.Pair = e.brushDirection(), e.brushPair(levels.Cell{Row: -1}, nil)
	return b
}

// emitterKind returns the kind of emitters.
func emitterKind() *objectKind { return &objectKinds[2] }

// handleLength is the distance between an emitter and the handle that sets its angle, in units.
const handleLength = 6

func newEmitter(e *Editor, at geom.Vec) levels.Edit {
	s := spec.EmitterSpec{At: at, Degrees: 90}
	return levels.SetEmitter{Level: e.level, Index: len(e.current.Level.Emitters), Emitter: s}
}

func emitterHandles(l *levels.DocumentLevel, i int) []geom.Vec {
	s := &l.Level.Emitters[i]
	d := geom.Direction(s.Degrees)
	return []geom.Vec{s.At, {X: s.At.X + d.X*handleLength, Y: s.At.Y + d.Y*handleLength}}
}

func moveEmitter(e *Editor, i, handle int, to geom.Vec) levels.Edit {
	s := e.current.Level.Emitters[i]
	if handle == 0 {
		s.At = to
	} else if v := to.Sub(s.At); v != (geom.Vec{}) {
		s.Degrees = math.Mod(snap(math.Atan2(v.Y, v.X)*180/math.Pi, 1)+360, 360)
	}
	return levels.SetEmitter{Level: e.level, Index: i, Emitter: s}
}

// drones returns a copy of the level's drones.
func (e *Editor) drones() spec.DroneSpec {
	d := e.current.Level.Drones
	d.Gates, d.Kinds = slices.Clone(d.Gates), slices.Clone(d.Kinds)
	return d
}

func (e *Editor) setDrones(d spec.DroneSpec) levels.Edit {
	return levels.SetKey{Level: e.level, Key: "drones", Value: levels.DronesText(&d)}
}

func newDrones(e *Editor, at geom.Vec) levels.Edit {
	x := max(4, min(at.X, spec.FieldW-4))
	return e.setDrones(spec.DroneSpec{Max: 1, Interval: 10 * engine.TicksPerSecond, Gates: []float64{x}})
}

func (e *Editor) setBoss(b spec.BossSpec) levels.Edit {
	return levels.SetKey{Level: e.level, Key: "boss", Value: levels.BossText(b)}
}

func newBoss(e *Editor, at geom.Vec) levels.Edit {
	b := spec.BossSpec{Kind: spec.NoBoss + 1, At: at}
	b.At = e.bossPlace(b)
	return e.setBoss(b)
}

// bossPlace returns the position of boss b. If the position is not allowed, bossPlace returns the nearest allowed
// position.
func (e *Editor) bossPlace(b spec.BossSpec) geom.Vec {
	lo, hi := b.Area()
	least, most := b.AllowedMin(), b.AllowedMax()
	return geom.Vec{
		X: b.At.X + max(0, least.X-lo.X) - max(0, hi.X-most.X),
		Y: b.At.Y + max(0, least.Y-lo.Y) - max(0, hi.Y-most.Y),
	}
}

// escape cancels a line or rectangle that has no second point. Otherwise, it cancels the selection of cells or of an
// object. If there is nothing to cancel, it shows the menu.
func (e *Editor) escape(now time.Duration) {
	switch {
	case e.anchored:
		e.anchored = false
	case e.hasSelection:
		e.hasSelection = false
	case e.selectedObject >= 0:
		e.selectedObject = -1
	default:
		e.UI.Enter(menuScreen, now)
	}
}
