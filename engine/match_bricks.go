package engine

import (
	"cmp"
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file implements the return of bricks in matches. A brick returns together with the brick at
// the opposite position, so that both players have the same conditions. Returning bricks are shown
// for a second before they become solid.

// Parameters of the return of bricks. The ticks are of Play or Serve.
const (
	returnTicks   = 4 * TicksPerSecond // time between two announcements
	announceTicks = TicksPerSecond     // time from the announcement of a brick until it is solid
	returnPairs   = 3                  // number of pairs of bricks that return together
	returnDivisor = 2                  // bricks return while less than 1/returnDivisor of them are left
	hurryDivisor  = 4                  // bricks return twice as often while less than 1/hurryDivisor of them are left
)

// boardPoints are the scores at which the match changes to the next board. A board is a level of a
// match. The higher score of the two players counts.
var boardPoints = [...]int{3, 5, 9, 13, 17}

// setUpMatchBoard finds the opposite brick of each brick that returns, and restarts the countdown
// to the next return.
func (g *Game) setUpMatchBoard() {
	g.Match.ticksToReturn = returnTicks
	g.opposites = g.opposites[:0]
	for k := range g.Bricks {
		g.opposites = append(g.opposites, g.findOpposite(k))
	}
}

// findOpposite returns the index of the brick opposite to brick k, at the position of brick k after
// a rotation of the field by 180°. The result is k if there is no such brick, and −1 if brick k
// cannot return.
func (g *Game) findOpposite(k int) int32 {
	if !g.canReturn(k) {
		return -1
	}
	center, _ := g.Shape(k).Circle()
	want := geom.Vec{X: g.W - center.X, Y: g.H - center.Y}
	for j := range g.Bricks {
		if at, _ := g.Shape(j).Circle(); g.canReturn(j) && at.Sub(want).Norm() <= tolerance {
			return int32(j)
		}
	}
	return int32(k)
}

// canReturn reports whether brick k returns after it is broken. Only required bricks at rest
// return. Sprouts and the bodies of enemies do not.
func (g *Game) canReturn(k int) bool {
	l := &g.levels[g.Level]
	return k < len(l.Bricks) && !l.Bricks[k].Dormant && g.Bricks[k].Kind.Needed() && !g.world.Obstacles[k].Moves
}

// runMatchBricks announces returning bricks at intervals while less than half of the bricks are
// left. If no brick is left, it announces them immediately.
func (g *Game) runMatchBricks() {
	m := &g.Match
	if g.Phase != Play && g.Phase != Serve || returnDivisor*g.BricksLeft >= g.bricksNeeded {
		return
	}
	m.ticksToReturn--
	if hurryDivisor*g.BricksLeft < g.bricksNeeded {
		m.ticksToReturn--
	}
	if m.ticksToReturn > 0 && g.BricksLeft > 0 {
		return
	}
	m.ticksToReturn = returnTicks
	for range returnPairs {
		g.returnPair()
	}
}

// returnPair announces the return of a random pair of broken bricks.
func (g *Game) returnPair() {
	n := 0
	for k := range g.Bricks {
		if g.isPairGone(k) {
			n++
		}
	}
	if n == 0 {
		return
	}
	n = g.rng.Below(n)
	for k := range g.Bricks {
		if !g.isPairGone(k) {
			continue
		}
		if n--; n < 0 {
			g.announceBrick(k)
			if j := int(g.opposites[k]); j != k {
				g.announceBrick(j)
			}
			return
		}
	}
}

// isPairGone reports whether brick k and its opposite are broken and neither of them is returning.
// For the second brick of a pair it returns false, so that each pair counts once.
func (g *Game) isPairGone(k int) bool {
	j := int(g.opposites[k])
	if j < k {
		return false
	}
	a, b := &g.Bricks[k], &g.Bricks[j]
	return a.Hits == 0 && b.Hits == 0 && a.timer == 0 && b.timer == 0
}

// announceBrick announces the return of brick k.
func (g *Game) announceBrick(k int) {
	g.Bricks[k].returning = true
	g.setTimer(k, announceTicks)
	g.BricksLeft++
}

// restoreBrick makes the returning brick k solid, with its initial hits and drop.
func (g *Game) restoreBrick(k int) {
	b := &g.Bricks[k]
	b.returning, b.regained, b.Hidden = false, 0, false
	s := &g.levels[g.Level].Bricks[k]
	b.Drop = s.Drop
	g.setHits(k, cmp.Or(s.Hits, spec.Kinds[b.Kind].Hits))
	center, _ := g.Shape(k).Circle()
	g.emit(Event{Kind: BrickGrown, Ball: -1, Brick: k, At: center})
}

// changesBoard reports whether the score requires another change of the board after the rally, and
// updates Match.BoardChanges.
func (g *Game) changesBoard() bool {
	n := 0
	for _, points := range boardPoints {
		if max(g.Match.Points[0], g.Match.Points[1]) >= points {
			n++
		}
	}
	changes := n > g.Match.BoardChanges
	g.Match.BoardChanges = n
	return changes
}

// hashMatch adds the state of boards and returning bricks to the hash.
func (g *Game) hashMatch(d *spec.Hasher) {
	d.Int(g.Match.BoardChanges)
	d.Int(g.Match.ticksToReturn)
	for k := range g.Bricks {
		if g.Bricks[k].returning {
			d.Int(k)
		}
	}
}

// checkReturns checks that both bricks of a pair return at the same time.
func (g *Game) checkReturns() error {
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.returning {
			if o := &g.Bricks[g.opposites[k]]; !o.returning || o.timer != b.timer || b.Hits > 0 {
				return fmt.Errorf("bricks %d and %d return in %d and %d ticks, the first with %d hits; want the "+
					"same time and no hits", k, g.opposites[k], b.timer, o.timer, b.Hits)
			}
		}
	}
	return nil
}
