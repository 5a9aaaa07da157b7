package levels

import (
	"fmt"
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file finds bricks that no ball can touch. The search is approximate and assumes that balls can pass in doubtful
// cases. Reported bricks are certainly unreachable, but others may still be hard to hit.

// reachCell is the side length of the squares in the search. A ball's center is at most half a diagonal away from the
// center of its square. Therefore a square is blocked only if no ball can have its center there.
const reachCell = 0.25

// A reachSearch searches for the squares that balls can reach.
type reachSearch struct {
	radius  float64 // radius of a ball, or 0 for shots
	nx, ny  int     // numbers of columns and rows of squares
	blocked []bool  // squares that are too close to an unbreakable brick
	reached []bool  // squares that balls can reach
	pending []int   // reached squares whose neighbors have not been visited
}

// checkReach finds the required bricks that are enclosed by walls. It reports them with one error and returns their
// indices. Breakable bricks, gates and moving bricks are not walls. If the level may contain a drop that breaks walls,
// checkReach finds nothing. If walls enclose the boss, it reports only the boss.
func (p *parser) checkReach(b *levelBuilder) (unreached []int) {
	if !b.hasWalls() || b.mayBreakWalls() {
		return nil
	}
	r := searchReach(b.bricks, b.level.Shots, IsWall)
	if area, ok := b.bossArea(); ok && !r.touches(&area) {
		p.fail(b.boss, "no ball can reach the %s, because unbreakable bricks enclose it",
			spec.Bosses[b.level.Boss.Kind].Name)
		return nil
	}
	unreached = r.unreached(b.bricks)
	if len(unreached) == 0 {
		return nil
	}
	others := ""
	if len(unreached) > 1 {
		others = fmt.Sprintf(" (and %d more)", len(unreached)-1)
	}
	p.fail(b.bricks[unreached[0]].at, "no ball can reach this brick%s, because unbreakable bricks enclose it", others)
	return unreached
}

// Unreached returns the indices of the bricks that must be broken and that no ball can touch. isWall reports which
// bricks block balls forever. Callers usually pass [IsWall].
func Unreached(bricks []spec.BrickSpec, isWall func(*spec.BrickSpec) bool) []int {
	all := make([]placedBrick, len(bricks))
	for i := range bricks {
		all[i].BrickSpec = bricks[i]
	}
	return searchReach(all, 0, isWall).unreached(all)
}

// searchReach returns a complete search, in which all squares that balls can reach are marked.
func searchReach(bricks []placedBrick, shots int, isWall func(*spec.BrickSpec) bool) *reachSearch {
	radius := engine.BallRadius
	if shots > 0 {
		radius = 0 // a shot passes through gaps that are too narrow for a ball
	}
	r := newReachSearch(bricks, radius, isWall)
	r.visit(int(spec.PaddleY/reachCell)*r.nx + r.nx/2)
	r.flood()
	for r.visitPortals(bricks) {
		r.flood()
	}
	return r
}

// unreached returns the indices of required bricks that no ball, wire or bomb can hit.
func (r *reachSearch) unreached(bricks []placedBrick) (indices []int) {
	reached := make([]bool, len(bricks))
	for i := range bricks {
		reached[i] = r.touches(&bricks[i])
	}
	r.addWireTargets(bricks, reached)
	addBombTargets(bricks, reached)
	for i := range bricks {
		if !reached[i] && bricks[i].required() {
			indices = append(indices, i)
		}
	}
	return indices
}

// IsWall reports whether a brick blocks balls forever. Such a brick does not break, does not move, and is not a
// gate.
func IsWall(b *spec.BrickSpec) bool {
	row := &spec.Kinds[b.Kind]
	return !row.Breakable && row.Opening != spec.OneWay && b.Motion == spec.Motion{}
}

// hasWalls reports whether the level has a brick that blocks balls forever.
func (b *levelBuilder) hasWalls() bool {
	for i := range b.bricks {
		if IsWall(&b.bricks[i].BrickSpec) {
			return true
		}
	}
	return false
}

// mayBreakWalls reports whether the level may contain drops that break unbreakable bricks.
func (b *levelBuilder) mayBreakWalls() bool {
	if b.level.Drops > 0 {
		return true
	}
	for i := range b.bricks {
		switch b.bricks[i].Drop {
		case spec.DropZap, spec.DropEnergy, spec.DropChance:
			return true
		}
	}
	return false
}

// newReachSearch returns a search in which no square is reached yet.
func newReachSearch(bricks []placedBrick, radius float64, isWall func(*spec.BrickSpec) bool) *reachSearch {
	r := &reachSearch{radius: radius, nx: int(spec.FieldW / reachCell), ny: int(spec.FieldH / reachCell)}
	r.blocked, r.reached = make([]bool, r.nx*r.ny), make([]bool, r.nx*r.ny)
	r.pending = make([]int, 0, r.nx*r.ny/4)
	for i := range bricks {
		q := &bricks[i]
		if !isWall(&q.BrickSpec) {
			continue
		}
		near := max(0, radius-reachCell*math.Sqrt2/2)
		r.eachNear(q, near, func(cell int, gap float64) {
			if gap < near || gap <= 0 {
				r.blocked[cell] = true
			}
		})
	}
	return r
}

// nearRect returns the first column and row, and the last column and row, of the squares within about the given
// distance of a brick.
func (r *reachSearch) nearRect(q *placedBrick, distance float64) (x0, y0, x1, y1 int) {
	lo, hi := q.bounds()
	column := func(x float64) int { return max(0, min(r.nx-1, int(x/reachCell))) }
	row := func(y float64) int { return max(0, min(r.ny-1, int(y/reachCell))) }
	return column(lo.X - distance), row(lo.Y - distance), column(hi.X + distance), row(hi.Y + distance)
}

// cellCenter returns the center of the square in column x and row y.
func cellCenter(x, y int) geom.Vec {
	return geom.Vec{X: (float64(x) + 0.5) * reachCell, Y: (float64(y) + 0.5) * reachCell}
}

// eachNear calls f for the squares within about the given distance of a brick, with the distance of their centers
// from the brick.
func (r *reachSearch) eachNear(q *placedBrick, distance float64, f func(cell int, gap float64)) {
	x0, y0, x1, y1 := r.nearRect(q, distance)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			f(y*r.nx+x, q.distance(cellCenter(x, y)))
		}
	}
}

// visit marks a square as reached unless it is blocked.
func (r *reachSearch) visit(cell int) {
	if !r.blocked[cell] && !r.reached[cell] {
		r.reached[cell] = true
		r.pending = append(r.pending, cell)
	}
}

// flood visits the squares connected to the pending ones, including diagonal neighbors.
func (r *reachSearch) flood() {
	for len(r.pending) > 0 {
		cell := r.pending[len(r.pending)-1]
		r.pending = r.pending[:len(r.pending)-1]
		x, y := cell%r.nx, cell/r.nx
		for v := max(0, y-1); v <= min(r.ny-1, y+1); v++ {
			for u := max(0, x-1); u <= min(r.nx-1, x+1); u++ {
				r.visit(v*r.nx + u)
			}
		}
	}
}

// touches reports whether a ball in a reached square may touch the brick.
func (r *reachSearch) touches(q *placedBrick) bool {
	distance := r.radius + reachCell*math.Sqrt2
	x0, y0, x1, y1 := r.nearRect(q, distance)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if r.reached[y*r.nx+x] && q.distance(cellCenter(x, y)) <= distance {
				return true
			}
		}
	}
	return false
}

// visitPortals continues the search at the other end of every reached portal, and reports whether it reached new
// squares.
func (r *reachSearch) visitPortals(bricks []placedBrick) bool {
	for i := range bricks {
		if spec.Kinds[bricks[i].Kind].Opening != spec.ToPair || !r.touches(&bricks[i]) {
			continue
		}
		for j := range bricks {
			if i != j && bricks[j].Pair == bricks[i].Pair {
				r.eachNear(&bricks[j], r.radius+reachCell, func(cell int, _ float64) { r.visit(cell) })
			}
		}
	}
	return len(r.pending) > 0
}

// addWireTargets adds the bricks next to the ends of wires that a ball can cut.
func (r *reachSearch) addWireTargets(bricks []placedBrick, reached []bool) {
	eachWire(bricks, func(from, to *placedBrick) {
		a, _ := from.Shape.Circle()
		b, _ := to.Shape.Circle()
		steps := int(a.Sub(b).Norm()/reachCell) + 1
		for n := range steps + 1 {
			at := a.Lerp(b, float64(n)/float64(steps))
			if !r.reached[int(at.Y/reachCell)*r.nx+min(int(at.X/reachCell), r.nx-1)] {
				continue
			}
			for i := range bricks {
				s := &bricks[i].Shape
				if !bricks[i].moves() && (engine.AreNeighbors(&from.Shape, s) || engine.AreNeighbors(&to.Shape, s)) {
					reached[i] = true
				}
			}
			return
		}
	})
}

// addBombTargets adds the bricks that reached bombs break. Bombs among these bricks break their neighbors, too.
func addBombTargets(bricks []placedBrick, reached []bool) {
	for changed := true; changed; {
		changed = false
		for i := range bricks {
			if !reached[i] || spec.Kinds[bricks[i].Kind].FuseTicks == 0 {
				continue
			}
			for j := range bricks {
				if !reached[j] && engine.AreNeighbors(&bricks[i].Shape, &bricks[j].Shape) {
					reached[j], changed = true, true
				}
			}
		}
	}
}
