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

// hexagonKey parses "KIND HUE at X Y, radius R, turn A" and the options of moving bricks. Without a turn, the hexagon
// has a corner at the top. It turns clockwise.
func (p *parser) hexagonKey(v token) {
	if v.text == "" {
		p.fail(v, "want a hexagon \"plain 1 at X Y, radius R, turn A\"")
		return
	}

	w := newWords(p, v)
	given, ok := w.readBrick()
	opts := []option{
		{name: "at", minCount: 2, maxCount: 2, min: 0, max: spec.FieldW, required: true},
		{name: "radius", minCount: 1, maxCount: 1, min: minRadius, max: maxRadius, required: true},
		{name: "turn", minCount: 1, maxCount: 1, min: -360, max: 360},
		driftOption, everyOption, spinOption,
	}
	if !w.readOptions(opts) || !ok {
		return
	}
	motion, ok := p.motion(opts[3:])
	if !ok {
		return
	}

	// A corner at the top is at 30° modulo 60°.
	at, turn := opts[0].numbers, opts[2].number(0)
	given.Shape = geom.Regular(6, geom.Vec{X: at[0], Y: at[1]}, opts[1].number(0), turn-90)
	given.Motion = motion
	p.place(v, given)
}

// polygonKey parses "KIND HUE at X Y, X Y, X Y, …" with three to eight corners of a convex outline, and the options of
// moving bricks.
func (p *parser) polygonKey(v token) {
	if v.text == "" {
		p.fail(v, "want a polygon \"plain 1 at X Y, X Y, X Y\" with 3 to %d corners", geom.MaxCorners)
		return
	}

	w := newWords(p, v)
	given, ok := w.readBrick()
	opts := []option{
		{name: "at", minCount: 6, maxCount: 2 * geom.MaxCorners, min: 0, max: spec.FieldW, required: true},
		driftOption, everyOption, spinOption,
	}
	if !w.readOptions(opts) || !ok {
		return
	}
	motion, ok := p.motion(opts[1:])

	at := opts[0]
	if len(at.numbers)%2 != 0 {
		p.fail(at.at, "the last corner has no y, want \"X Y, X Y, X Y\"")
		return
	}
	corners := make([]geom.Vec, 0, geom.MaxCorners)
	for i := 0; i < len(at.numbers); i += 2 {
		corners = append(corners, geom.Vec{X: at.numbers[i], Y: at.numbers[i+1]})
	}
	shape, err := geom.NewPolygon(corners...)
	if err != nil {
		p.fail(at.at, "not a valid brick: %v", err)
		return
	}
	if shape.Area() < minArea {
		p.fail(at.at, "area of %.2g square units, want at least %g", shape.Area(), minArea)
		return
	}

	if ok {
		given.Shape, given.Motion = shape, motion
		p.place(v, given)
	}
}

// minArea is the minimum area of a polygon in square units. It is the area of the smallest hexagon, 3√3/2 · 0.3²,
// rounded down.
const minArea = 0.2

// place adds a brick outside of drawings to the current level.
func (p *parser) place(at token, given spec.BrickSpec) {
	if row := &spec.Kinds[given.Kind]; row.Immovable && given.Motion != (spec.Motion{}) {
		p.fail(at, "a %s brick cannot drift or spin", row.Name)
		return
	}
	p.add(p.current, placedBrick{given, at, notInDrawing})
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
