package levels

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// MaxBricks is the most bricks of a level: those of a full drawing.
const MaxBricks = MaxRows * MaxCols

// MinGap is how close two bricks may come, in units, that are not of one drawing and do not
// touch: a tenth of a column. Less would be a line too thin to be seen.
const MinGap = 0.1

// checkField reports bricks that leave the field or come too near to the paddle, one
// error a line: what is wrong with a hexagon of a drawing is wrong with the rest of its
// row too.
func (p *parser) checkField(b *levelBuilder) {
	last := 0
	for i := range b.bricks {
		q := &b.bricks[i]
		what := q.outsideError()
		if what == "" || q.at.line == last {
			continue
		}
		last = q.at.line
		p.fail(q.at, "%s %s", q.subject(), what)
	}
}

// rounding is how far a path may leave the field, and how far apart bricks are that touch:
// the circle around a hexagon that touches a wall is not exact, nor is a slanted side.
const roundingError = 1e-9

// outside says how far a brick or its path leaves the field, or nothing if it does not.
func (q *placedBrick) outsideError() string {
	lo, hi := q.Shape.Bounds()
	if q.moves() {
		l, h := q.bounds()
		lo = geom.Vec{X: min(lo.X, l.X+roundingError), Y: min(lo.Y, l.Y+roundingError)}
		hi = geom.Vec{X: max(hi.X, h.X-roundingError), Y: max(hi.Y, h.Y-roundingError)}
	}
	switch {
	case lo.X < 0:
		return fmt.Sprintf("leaves the field at the left by %.3g", -lo.X)
	case hi.X > spec.FieldW:
		return fmt.Sprintf("leaves the field at the right by %.3g: it is %g wide", hi.X-spec.FieldW, spec.FieldW)
	case lo.Y < 0:
		return fmt.Sprintf("leaves the field at the top by %.3g", -lo.Y)
	case hi.Y > spec.LowestBrick:
		return fmt.Sprintf("reaches down to %.4g, too near to the paddle: %.4g is the lowest", hi.Y, spec.LowestBrick)
	}
	return ""
}

// checkGaps reports bricks that overlap or almost touch, one error for each brick that
// comes too close to an earlier one. Hexagons of the same drawing cannot.
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

// A span is the rectangle around a brick or its path: see [placed.bounds].
type brickRect struct {
	lo, hi geom.Vec
	index  int // of the brick
}

// collisions returns for each brick the index of an earlier one that it comes too close
// to, or −1. It goes from left to right, so that each brick is compared only with those
// that begin before it ends.
func (in *buffers) collisions(bricks []placedBrick) []int {
	in.spans = slices.Grow(in.spans[:0], len(bricks))
	in.collidesWith = slices.Grow(in.collidesWith[:0], len(bricks))
	spans, with := in.spans[:len(bricks)], in.collidesWith[:len(bricks)]
	for i := range bricks {
		lo, hi := bricks[i].bounds()
		spans[i], with[i] = brickRect{lo, hi, i}, -1
	}

	slices.SortStableFunc(spans, func(a, b brickRect) int { return cmp.Compare(a.lo.X, b.lo.X) })
	for k, a := range spans {
		for _, b := range spans[k+1:] {
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

// tooNear reports whether two bricks overlap or almost touch. Those that rest may touch.
func tooClose(q, other *placedBrick) bool {
	gap := q.gap(other)
	touch := math.Abs(gap) <= roundingError && !q.moves() && !other.moves()
	return gap < MinGap && !touch
}

// apart returns the distance of two polygons, or how deep they overlap, measured across
// a side, as a negative number.
func polygonGap(a, b geom.Polygon) float64 {
	gap := max(separation(a, b), separation(b, a))
	if gap <= 0 {
		return gap
	}
	// Apart, the nearest points of two convex polygons are a corner of one and
	// a side or corner of the other.
	best := math.Inf(1)
	for k := range a.N() {
		best = min(best, b.Distance(a.Corner(k)))
	}
	for k := range b.N() {
		best = min(best, a.Distance(b.Corner(k)))
	}
	return best
}

// before returns how far b lies in front of the side of a that it is most in
// front of; not positive when no side of a separates the two.
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
