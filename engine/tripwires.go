package engine

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file implements trip wires. A trip wire is a beam between the centers of two paired bricks.
// A ball, drop, bolt or shot that crosses the beam cuts it. The bricks next to both ends then lose
// a hit, and the beam is off for three seconds.
//
// The path of a ball in a tick consists of straight segments between its contacts. Each segment is
// tested, so no crossing is missed at any speed. A segment includes its end but not its start.
// Therefore a crossing at the point where two segments meet counts once.

// A Wire is the state of a trip wire.
type Wire struct {
	Ends     [2]int      // indices of the bricks at its ends
	At       [2]geom.Vec // centers of these bricks
	OffUntil uint64      // tick until which the beam is off after its last cut, or 0

	targets []int32  // bricks at rest next to the ends
	cut     bool     // whether it was cut in this tick
	cutAt   geom.Vec // point where it was cut
	cutBy   int      // paddle whose shot or ball cut it, or noPaddle for a drop or bolt
}

// WireOffTicks is the number of ticks for which a cut beam is off.
const WireOffTicks = 3 * TicksPerSecond

// setUpWires adds a wire for each pair of trip wire bricks in l.
func (g *Game) setUpWires(l *spec.Level) {
	g.Wires = g.Wires[:0]
	for k := range l.Bricks {
		j := l.FindPair(k)
		if !spec.Kinds[l.Bricks[k].Kind].Wired || j < k {
			continue
		}
		from, _ := l.Bricks[k].Shape.Circle()
		to, _ := l.Bricks[j].Shape.Circle()
		g.Wires = append(g.Wires, Wire{Ends: [2]int{k, j}, At: [2]geom.Vec{from, to}})
	}
}

// findWireTargets finds the bricks next to the ends of all wires.
func (g *Game) findWireTargets() {
	for i := range g.Wires {
		w := &g.Wires[i]
		for k := range g.Bricks {
			if !g.world.Obstacles[k].Moves && (g.areNeighbors(w.Ends[0], k) || g.areNeighbors(w.Ends[1], k)) {
				w.targets = append(w.targets, int32(k))
			}
		}
	}
}

// WireOn reports whether the beam of wire i is on. It is off after a cut, and while it has no
// targets left.
func (g *Game) WireOn(i int) bool { return g.Tick >= g.Wires[i].OffUntil && !g.WireSpent(i) }

// WireSpent reports whether wire i has no targets left. The targets are the breakable bricks next
// to its ends.
func (g *Game) WireSpent(i int) bool {
	for _, k := range g.Wires[i].targets {
		if g.isWireTarget(int(k)) {
			return false
		}
	}
	return true
}

// isWireTarget reports whether brick k can lose a hit when a wire is cut.
func (g *Game) isWireTarget(k int) bool {
	return g.Bricks[k].Hits > 0 && spec.Kinds[g.Bricks[k].Kind].Breakable
}

// startPaths stores the position of each ball in flight as the start of its path in this tick.
func (g *Game) startPaths() {
	if len(g.Wires) == 0 {
		return
	}
	for i := range g.Balls {
		if !g.world.Discs[i].Held {
			g.Balls[i].pathAt = g.BallAt(i)
		}
	}
}

// extendPath cuts the wires that ball i crossed since the last call, and starts the next segment of
// its path. Dim balls cut no wires.
func (g *Game) extendPath(i int) {
	if len(g.Wires) == 0 || g.world.Discs[i].Held {
		return
	}
	b, at := &g.Balls[i], g.BallAt(i)
	if !b.Dim {
		g.crossWires(b.pathAt, at, int(b.paddle))
	}
	b.pathAt = at
}

// extendPaths calls extendPath for all balls.
func (g *Game) extendPaths() {
	if len(g.Wires) == 0 {
		return
	}
	for i := range g.Balls {
		g.extendPath(i)
	}
}

// crossWires cuts the wires that an object crosses on a straight path. If the object is a ball or a
// shot, paddle is the index of its paddle. For drops and bolts, it is noPaddle.
func (g *Game) crossWires(start, end geom.Vec, paddle int) {
	if g.Phase != Play {
		return
	}
	for i := range g.Wires {
		w := &g.Wires[i]
		if w.cut || !g.WireOn(i) {
			continue
		}
		if at, ok := crossing(start, end, w.At); ok {
			w.cut, w.cutAt, w.cutBy = true, at, paddle
		}
	}
}

// crossing returns the point where a path first crosses or touches a beam after its start. ok is
// false if there is none.
func crossing(start, end geom.Vec, beam [2]geom.Vec) (at geom.Vec, ok bool) {
	c := geom.CrossSegments(start, end, beam[0], beam[1])
	return c.P, c.Kind >= geom.Touching && c.S > 0
}

// triggerCutWires turns off the beams of the wires that were cut in this tick, and takes a hit from
// each brick next to their ends.
func (g *Game) triggerCutWires() {
	for i := range g.Wires {
		w := &g.Wires[i]
		if !w.cut {
			continue
		}
		w.cut = false
		if g.Phase != Play {
			continue
		}

		w.OffUntil = g.Tick + WireOffTicks
		if w.cutBy != noPaddle {
			g.lastHitter = uint8(w.cutBy)
		}
		g.emit(Event{Kind: WireCut, Ball: -1, Brick: w.Ends[0], At: w.cutAt, Value: i})
		for _, k := range w.targets {
			if k := int(k); g.isWireTarget(k) {
				at, _ := g.Shape(k).Circle()
				g.damage(k, 1, Event{Ball: -1, At: at})
			}
		}
	}
}

// hashWires adds the wires that are off after a cut to the hash.
func (g *Game) hashWires(d *spec.Hasher) {
	for i := range g.Wires {
		if w := &g.Wires[i]; w.OffUntil > g.Tick {
			d.Word(uint64(i)<<56 | w.OffUntil)
		}
	}
}

// checkWires checks the ends of wires and the times for which they are off.
func (g *Game) checkWires() error {
	for i := range g.Wires {
		w := &g.Wires[i]
		for _, k := range w.Ends {
			if k < 0 || k >= len(g.Bricks) || !spec.Kinds[g.Bricks[k].Kind].Wired {
				return fmt.Errorf("wire %d ends at brick %d, which is not a trip wire", i, k)
			}
		}
		if w.cut {
			return fmt.Errorf("wire %d is still marked as cut after the tick", i)
		}
		if last := g.Tick + WireOffTicks; w.OffUntil > last {
			return fmt.Errorf("wire %d is off until tick %d, want at most %d", i, w.OffUntil, last)
		}
	}
	return nil
}
