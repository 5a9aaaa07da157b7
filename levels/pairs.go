package levels

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// minWireLength is the minimum length of the visible part of a trip wire, in units. A ball must fit between its ends.
const minWireLength = 2.0

// checkPairs reports pair numbers that are not used by exactly two bricks of the same kind.
func (p *parser) checkPairs(b *levelBuilder) {
	var ends [spec.MaxPairs + 1]int
	var first [spec.MaxPairs + 1]*placedBrick
	for i := range b.bricks {
		q := &b.bricks[i]
		if q.Pair == 0 {
			continue
		}
		ends[q.Pair]++
		if ends[q.Pair] == 1 {
			first[q.Pair] = q
		}
	}

	for i := range b.bricks {
		q := &b.bricks[i]
		if q.Pair == 0 {
			continue
		}
		n, name := ends[q.Pair], spec.Kinds[q.Kind].Name
		switch other := first[q.Pair]; {
		case other.Kind != q.Kind:
			p.fail(q.at, "%s has the same pair number as the %s at %s", name, spec.Kinds[other.Kind].Name,
				other.position())
		case n == 1:
			p.fail(q.at, "no other %s has the number %d", name, q.Pair)
		case n > 2:
			p.fail(q.at, "%d %ss have the number %d, want 2", n, name, q.Pair)
			ends[q.Pair] = 2 // report it once
		}
	}
}

// eachWire calls f with both bricks of each complete pair of trip wires.
func eachWire(bricks []placedBrick, f func(from, to *placedBrick)) {
	for i := range bricks {
		if !spec.Kinds[bricks[i].Kind].Wired {
			continue
		}
		for j := i + 1; j < len(bricks); j++ {
			if bricks[j].Kind == bricks[i].Kind && bricks[j].Pair == bricks[i].Pair {
				f(&bricks[i], &bricks[j])
				break
			}
		}
	}
}

// checkWires reports trip wires with a beam that is too short. It also reports beams that are blocked by a brick, by
// the path of a brick, or by the area of the boss.
func (p *parser) checkWires(b *levelBuilder) {
	eachWire(b.bricks, func(from, to *placedBrick) {
		if gap := from.Shape.Gap(&to.Shape); gap < minWireLength {
			p.fail(to.at, "the trip wire is %.1f units long, want at least %g", max(0, gap), minWireLength)
			return
		}

		at, _ := from.Shape.Circle()
		end, _ := to.Shape.Circle()
		for k := range b.bricks {
			if q := &b.bricks[k]; q != from && q != to && q.blocks(at, end) {
				p.fail(to.at, "%s blocks the trip wire", q.object())
				return
			}
		}
		if area, ok := b.bossArea(); ok && area.blocks(at, end) {
			p.fail(to.at, "the area of the boss is on the trip wire")
		}
	})
}

// bossArea returns the area in which the boss moves, in the form of a brick. ok is false if the level has no boss.
func (b *levelBuilder) bossArea() (area placedBrick, ok bool) {
	s := &b.level.Boss
	if s.Kind == spec.NoBoss {
		return area, false
	}
	lo, hi := s.Area()
	var err error
	area.Shape, err = geom.NewPolygon(lo, geom.Vec{X: hi.X, Y: lo.Y}, hi, geom.Vec{X: lo.X, Y: hi.Y})
	return area, err == nil
}

// blocks reports whether the brick or its path touches the segment from start to end.
func (q *placedBrick) blocks(start, end geom.Vec) bool {
	if q.moves() {
		c := q.path()
		near, far := geom.ClosestOnSegments(start, end, c.from, c.to)
		return near.Sub(far).Norm() <= c.radius
	}
	hit, ok := q.Shape.Sweep(start, end.Sub(start), 0)
	return ok && hit.T <= 1
}
