package levels

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// MaxBricks is the maximum number of bricks in a level, which is the number in a full drawing.
const MaxBricks = MaxRows * MaxCols

// MinGap is the minimum distance, in units, of two bricks that do not touch and are not in the same drawing. It is a
// tenth of a column. A smaller gap would be invisible.
const MinGap = 0.1

// checkField reports bricks that extend past the edge of the field or are too close to the paddle. It reports one
// error per line, because the other hexagons in the row of a drawing usually have the same error.
func (p *parser) checkField(b *levelBuilder) {
	last := 0
	for i := range b.bricks {
		q := &b.bricks[i]
		message := q.outsideError()
		if message == "" || q.at.line == last {
			continue
		}
		last = q.at.line
		p.fail(q.at, "%s %s", q.subject(), message)
	}
}

// roundingError is the tolerance for paths at the border of the field and for touching bricks, in units. The circle
// around a hexagon and slanted sides are not exact.
const roundingError = 1e-9

// outsideError returns the error for a brick or path that extends past the edge of the field, without its subject.
// If there is no error, it returns "".
func (q *placedBrick) outsideError() string {
	lo, hi := q.Shape.Bounds()
	if q.moves() {
		l, h := q.bounds()
		lo = geom.Vec{X: min(lo.X, l.X+roundingError), Y: min(lo.Y, l.Y+roundingError)}
		hi = geom.Vec{X: max(hi.X, h.X-roundingError), Y: max(hi.Y, h.Y-roundingError)}
	}
	switch {
	case lo.X < 0:
		return fmt.Sprintf("extends past the left edge of the field by %.3g", -lo.X)
	case hi.X > spec.FieldW:
		return fmt.Sprintf("extends past the right edge of the field by %.3g (width %g)", hi.X-spec.FieldW, spec.FieldW)
	case lo.Y < 0:
		return fmt.Sprintf("extends past the top edge of the field by %.3g", -lo.Y)
	case hi.Y > spec.LowestBrick:
		return fmt.Sprintf("reaches down to %.4g, want at most %.4g", hi.Y, spec.LowestBrick)
	}
	return ""
}

// checkGaps reports bricks that overlap or almost touch, with one error for each brick that is too close to an earlier
// one. Hexagons of the same drawing cannot be too close.
func (p *parser) checkGaps(b *levelBuilder) {
	for i, j := range p.buffers.collisions(b.bricks) {
		if j < 0 {
			continue
		}
		q, other := &b.bricks[i], &b.bricks[j]
		if q.gap(other) <= 0 {
			p.fail(q.at, "%s overlaps %s", q.subject(), other.object())
		} else {
			p.fail(q.at, "%s is closer than %g to %s", q.subject(), MinGap, other.object())
		}
	}
}

// A brickRect is the bounding rectangle of a brick or its path.
type brickRect struct {
	lo, hi geom.Vec
	index  int // index of the brick
}

// collisions returns for each brick the index of an earlier brick that is too close, or −1. It sorts bricks by their
// left edges, so that each brick is only compared with bricks that start before it ends.
func (in *buffers) collisions(bricks []placedBrick) []int {
	in.rects = slices.Grow(in.rects[:0], len(bricks))
	in.collidesWith = slices.Grow(in.collidesWith[:0], len(bricks))
	rects, with := in.rects[:len(bricks)], in.collidesWith[:len(bricks)]
	for i := range bricks {
		lo, hi := bricks[i].bounds()
		rects[i], with[i] = brickRect{lo, hi, i}, -1
	}

	sort.SliceStable(rects, func(i, j int) bool { return rects[i].lo.X < rects[j].lo.X })
	for k, a := range rects {
		for _, b := range rects[k+1:] {
			if b.lo.X > a.hi.X+MinGap {
				break
			}

			i, j := max(a.index, b.index), min(a.index, b.index)
			if with[i] >= 0 || b.lo.Y > a.hi.Y+MinGap || a.lo.Y > b.hi.Y+MinGap {
				continue
			}

			same := bricks[i].drawing == bricks[j].drawing && bricks[i].drawing != notInDrawing
			if !same && tooClose(&bricks[i], &bricks[j]) {
				with[i] = j
			}
		}
	}
	return with
}

// tooClose reports whether two bricks overlap or almost touch. Bricks at rest may touch.
func tooClose(q, other *placedBrick) bool {
	gap := q.gap(other)
	touch := math.Abs(gap) <= roundingError && !q.moves() && !other.moves()
	return gap < MinGap && !touch
}

// polygonGap returns the distance of two polygons. If they overlap, it returns the negative depth of the overlap,
// measured perpendicular to a side.
func polygonGap(a, b geom.Polygon) float64 {
	gap := max(separation(a, b), separation(b, a))
	if gap <= 0 {
		return gap
	}
	// If they are separate, the nearest points of two convex polygons are a corner of one and a side or corner of the
	// other.
	best := math.Inf(1)
	for k := range a.N() {
		best = min(best, b.Distance(a.Corner(k)))
	}
	for k := range b.N() {
		best = min(best, a.Distance(b.Corner(k)))
	}
	return best
}

// separation returns the distance of b from the side of a that separates the polygons best. It is not positive if no
// side of a separates them.
func separation(a, b geom.Polygon) float64 {
	best := math.Inf(-1)
	for k := range a.N() {
		nearest := math.Inf(1)
		for j := range b.N() {
			nearest = min(nearest, b.Corner(j).Sub(a.Corner(k)).Dot(a.Normal(k)))
		}
		best = max(best, nearest)
	}
	return best
}
