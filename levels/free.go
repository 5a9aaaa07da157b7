package levels

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Limits of a hexagon's radius, from its center to a corner, in units. A smaller hexagon would be invisible, and a
// larger one fills a third of the field.
const (
	minRadius = 0.3
	maxRadius = 10
)

// A FreeBrick is a brick outside of drawings: a hexagon if Radius is positive, and otherwise a polygon.
type FreeBrick struct {
	Brick
	Center       geom.Vec // of a hexagon
	Radius, Turn float64  // of a hexagon; Turn is clockwise, in degrees, and 0 if a corner is at the top

	NumCorners int
	Corners    [geom.MaxCorners]geom.Vec // of a polygon

	Drift geom.Vec // 0, 0 if the brick does not drift
	Every float64  // seconds for the drift and the way back
	Spin  float64  // degrees per second, clockwise
}

// Outline returns the shape of the brick. It returns an error for an invalid polygon.
func (f *FreeBrick) Outline() (geom.Polygon, error) {
	if f.Radius > 0 {
		// geom.Regular measures angles from the right, so −90° puts a corner at the top.
		return geom.Regular(6, f.Center, f.Radius, f.Turn-90), nil
	}
	return geom.NewPolygon(f.Corners[:f.NumCorners]...)
}

// hexagonKey parses "KIND HUE at X Y, radius R, turn A" and the options of moving bricks. Without a turn, the hexagon
// has a corner at the top. A positive turn is clockwise.
func (p *parser) hexagonKey(v token) {
	if f, brick, ok := p.readHexagon(v); ok {
		brick.Shape, _ = f.Outline()
		p.addFree(v, brick)
	}
}

// readHexagon reads the value of the key "hexagon". The result brick has no Shape.
func (p *parser) readHexagon(v token) (f FreeBrick, brick spec.BrickSpec, ok bool) {
	if v.text == "" {
		p.fail(v, "want a hexagon \"plain 1 at X Y, radius R, turn A\"")
		return f, brick, false
	}

	w := newWords(p, v)
	brick, ok = w.readBrick()
	opts := []option{
		{name: "at", minCount: 2, maxCount: 2, min: 0, max: spec.FieldW, required: true},
		{name: "radius", minCount: 1, maxCount: 1, min: minRadius, max: maxRadius, required: true},
		{name: "turn", minCount: 1, maxCount: 1, min: -360, max: 360},
		driftOption, everyOption, spinOption,
	}
	if !w.readOptions(opts) || !ok {
		return f, brick, false
	}
	f.Center = geom.Vec{X: opts[0].number(0), Y: opts[0].number(1)}
	f.Radius, f.Turn = opts[1].number(0), opts[2].number(0)
	return f, brick, p.readMotion(&f, &brick, opts[3:])
}

// readMotion reads the options of a moving brick and completes f.
func (p *parser) readMotion(f *FreeBrick, brick *spec.BrickSpec, opts []option) (ok bool) {
	brick.Motion, ok = p.motion(opts)
	f.Brick = brickOf(brick)
	f.Drift, f.Every, f.Spin = brick.Motion.Path, opts[1].number(0), brick.Motion.Spin
	return ok
}

// polygonKey parses "KIND HUE at X Y, X Y, X Y, …" with three to eight corners of a convex outline, and the options of
// moving bricks.
func (p *parser) polygonKey(v token) {
	if _, brick, ok := p.readPolygon(v); ok {
		p.addFree(v, brick)
	}
}

// readPolygon reads the value of the key "polygon".
func (p *parser) readPolygon(v token) (f FreeBrick, brick spec.BrickSpec, ok bool) {
	if v.text == "" {
		p.fail(v, "want a polygon \"plain 1 at X Y, X Y, X Y\" with 3 to %d corners", geom.MaxCorners)
		return f, brick, false
	}

	w := newWords(p, v)
	brick, ok = w.readBrick()
	opts := []option{
		{name: "at", minCount: 6, maxCount: 2 * geom.MaxCorners, min: 0, max: spec.FieldW, required: true},
		driftOption, everyOption, spinOption,
	}
	if !w.readOptions(opts) || !ok {
		return f, brick, false
	}
	ok = p.readMotion(&f, &brick, opts[1:])

	at := opts[0]
	if len(at.numbers)%2 != 0 {
		p.fail(at.at, "the last corner has no y, want \"X Y, X Y, X Y\"")
		return f, brick, false
	}
	for i := 0; i < len(at.numbers); i += 2 {
		f.Corners[f.NumCorners] = geom.Vec{X: at.numbers[i], Y: at.numbers[i+1]}
		f.NumCorners++
	}
	shape, err := f.Outline()
	if err != nil {
		p.fail(at.at, "not a valid brick: %v", err)
		return f, brick, false
	}
	if shape.Area() < minArea {
		p.fail(at.at, "area of %.2g square units, want at least %g", shape.Area(), minArea)
		return f, brick, false
	}
	brick.Shape = shape
	return f, brick, ok
}

// minArea is the minimum area of a polygon in square units. It is the area of the smallest hexagon, 3√3/2 · 0.3²,
// rounded down.
const minArea = 0.2

// addFree adds a brick outside of drawings to the current level.
func (p *parser) addFree(pos token, brick spec.BrickSpec) {
	if row := &spec.Kinds[brick.Kind]; row.Immovable && brick.Motion != (spec.Motion{}) {
		p.fail(pos, "a %s brick cannot drift or spin", row.Name)
		return
	}
	p.add(p.current, placedBrick{brick, pos, notInDrawing})
}

// add adds a brick to a level unless the level is full.
func (p *parser) add(b *levelBuilder, q placedBrick) {
	if len(b.bricks) == MaxBricks {
		if !b.tooManyBricks {
			p.fail(q.at, "more than %d bricks in a level", MaxBricks)
		}
		b.tooManyBricks = true
		return
	}
	b.bricks = append(b.bricks, q)
}
