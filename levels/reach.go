package levels

import (
	"fmt"
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file finds the bricks that no ball can ever touch, as far as that is cheap: where it
// is not sure, a ball gets through. What it reports can never be hit; what it lets pass may
// still be hard to hit.

// checkPortals reports portals whose number is not shared by exactly two.
func (p *parser) checkPortals(b *levelBuilder) {
	var ends [spec.MaxPairs + 1]int
	for i := range b.bricks {
		ends[b.bricks[i].Pair]++
	}
	for i := range b.bricks {
		q := &b.bricks[i]
		n := ends[q.Pair]
		if q.Pair == 0 || n == 2 {
			continue
		}
		ends[q.Pair] = 2 // once is enough
		if n == 1 {
			p.fail(q.at, "the portal leads nowhere: no other one has the number %d", q.Pair)
		} else {
			p.fail(q.at, "%d portals have the number %d: two lead to each other", n, q.Pair)
		}
	}
}

// reachCell is the side of the squares that the search goes through. The middle of a ball
// is never farther from that of its square than half a diagonal, so a square is shut only
// if no ball at all can have its middle there.
const reachCell = 0.25

// A reach is the squares that balls can come to.
type reachSearch struct {
	radius  float64 // of the ball
	nx, ny  int
	blocked []bool // something unbreakable is too near
	reached []bool
	pending []int // squares whose neighbours were not looked at yet
}

// checkReach reports a level in which bricks that must be broken are walled in, once.
// Bricks that can be broken, gates and bricks that move are no walls. If something in the
// level breaks walls, nothing is.
func (p *parser) checkReach(b *levelBuilder) {
	if !b.hasWalls() || b.opensWalls() {
		return
	}
	r := searchReach(b.bricks, b.level.Shots, IsWall)
	if s := &b.level.Boss; s.Kind != spec.NoBoss && !r.touchesBoss(s) {
		p.fail(b.boss, "no ball can ever reach the %s: what never breaks is all around it", spec.Bosses[s.Kind].Name)
		return
	}
	far := r.unreached(b.bricks)
	if len(far) == 0 {
		return
	}
	others := ""
	if len(far) > 1 {
		others = fmt.Sprintf(" (and %d more)", len(far)-1)
	}
	p.fail(b.bricks[far[0]].at, "no ball can ever reach this brick%s: what never breaks is all around it", others)
}

// Unreached returns the indices of the bricks that must be broken and that no ball can touch. isWall reports which bricks
// block balls forever. It is usually [IsWall].
func Unreached(bricks []spec.BrickSpec, isWall func(*spec.BrickSpec) bool) []int {
	all := make([]placedBrick, len(bricks))
	for i := range bricks {
		all[i].BrickSpec = bricks[i]
	}
	return searchReach(all, 0, isWall).unreached(all)
}

// flooded returns where balls get to.
func searchReach(bricks []placedBrick, shots int, isWall func(*spec.BrickSpec) bool) *reachSearch {
	radius := engine.BallRadius
	if shots > 0 {
		radius = 0 // a shot gets through gaps that no ball does
	}
	r := newReach(bricks, radius, isWall)
	r.visit(int(spec.PaddleY/reachCell)*r.nx + r.nx/2)
	r.flood()
	for r.throughPortals(bricks) {
		r.flood()
	}
	return r
}

func (r *reachSearch) unreached(bricks []placedBrick) (far []int) {
	reached := make([]bool, len(bricks))
	for i := range bricks {
		reached[i] = r.touches(&bricks[i])
	}
	addBombTargets(bricks, reached)
	for i := range bricks {
		if !reached[i] && bricks[i].required() {
			far = append(far, i)
		}
	}
	return far
}

// IsWall reports whether a brick blocks balls forever: it does not break, move or let balls through.
func IsWall(b *spec.BrickSpec) bool {
	row := &spec.Kinds[b.Kind]
	return !row.Breakable && row.Opening != spec.OneWay && b.Motion == spec.Motion{}
}

func (b *levelBuilder) hasWalls() bool {
	for i := range b.bricks {
		if IsWall(&b.bricks[i].BrickSpec) {
			return true
		}
	}
	return false
}

// opensWalls reports whether something in the level may break what never breaks.
func (b *levelBuilder) opensWalls() bool {
	if b.level.Drops > 0 {
		return true
	}
	for i := range b.bricks {
		switch b.bricks[i].Holds {
		case spec.DropZap, spec.DropEnergy, spec.DropChance:
			return true
		}
	}
	return false
}

func newReach(bricks []placedBrick, radius float64, isWall func(*spec.BrickSpec) bool) *reachSearch {
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

// near returns the rectangle of squares within about far of a brick: its first column and
// row, and its last.
func (r *reachSearch) nearRect(q *placedBrick, far float64) (x0, y0, x1, y1 int) {
	lo, hi := q.bounds()
	column := func(x float64) int { return max(0, min(r.nx-1, int(x/reachCell))) }
	row := func(y float64) int { return max(0, min(r.ny-1, int(y/reachCell))) }
	return column(lo.X - far), row(lo.Y - far), column(hi.X + far), row(hi.Y + far)
}

// middle returns the middle of a square.
func middle(x, y int) geom.Vec {
	return geom.Vec{X: (float64(x) + 0.5) * reachCell, Y: (float64(y) + 0.5) * reachCell}
}

// around calls f with the squares that are within about far of a brick, and how
// far their middles are from it.
func (r *reachSearch) eachNear(q *placedBrick, far float64, f func(cell int, gap float64)) {
	x0, y0, x1, y1 := r.nearRect(q, far)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			f(y*r.nx+x, q.distance(middle(x, y)))
		}
	}
}

func (r *reachSearch) visit(cell int) {
	if !r.blocked[cell] && !r.reached[cell] {
		r.reached[cell] = true
		r.pending = append(r.pending, cell)
	}
}

// flood goes from square to square, across corners too.
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

// touches reports whether a ball in one of the squares may touch the brick.
func (r *reachSearch) touches(q *placedBrick) bool {
	far := r.radius + reachCell*math.Sqrt2
	x0, y0, x1, y1 := r.nearRect(q, far)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if r.reached[y*r.nx+x] && q.distance(middle(x, y)) <= far {
				return true
			}
		}
	}
	return false
}

// touchesBoss reports whether a ball in one of the squares may touch the boss.
func (r *reachSearch) touchesBoss(s *spec.BossSpec) bool {
	lo, hi := s.Room()
	shape, err := geom.NewPolygon(lo, geom.Vec{X: hi.X, Y: lo.Y}, hi, geom.Vec{X: lo.X, Y: hi.Y})
	if err != nil {
		return true
	}
	return r.touches(&placedBrick{BrickSpec: spec.BrickSpec{Shape: shape}})
}

// throughPortals begins at the other end of every portal that is reached, and
// reports whether that leads anywhere new.
func (r *reachSearch) throughPortals(bricks []placedBrick) bool {
	for i := range bricks {
		if bricks[i].Pair == 0 || !r.touches(&bricks[i]) {
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

// blasts adds the bricks that bombs break, those that bombs among these break, and so on.
func addBombTargets(bricks []placedBrick, reached []bool) {
	for again := true; again; {
		again = false
		for i := range bricks {
			if !reached[i] || spec.Kinds[bricks[i].Kind].FuseTicks == 0 {
				continue
			}
			for j := range bricks {
				if !reached[j] && engine.Neighbors(&bricks[i].Shape, &bricks[j].Shape) {
					reached[j], again = true, true
				}
			}
		}
	}
}
