package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file contains falling drops.

// A Drop falls from a brick that was broken. Within a tick its velocity is constant.
type Drop struct {
	Kind spec.DropKind
	At   geom.Vec // its middle
	V    geom.Vec // units/s
}

// DropRadius is the radius of the disc with which a drop touches paddles.
const DropRadius = 1.0

// How drops fall.
const (
	dropSpeed = 8.5  // units/s downward: up to 5 s to the paddle
	dropPull  = 12.0 // units/s sideways at most, to a paddle that attracts them
)

// release releases the drop of the broken brick k, or a random one. If too many drops fall already,
// it is lost.
func (g *Game) releaseDrop(k int) {
	b := &g.Bricks[k]
	d := b.Holds
	b.Holds = spec.NoDrop
	switch {
	case d != spec.NoDrop:
	case g.Running(spec.DropGold):
		d = spec.Drop1000Points
	case g.dropPercent > 0 && g.rng.Below(100) < g.dropPercent:
		d = g.randomDrop(spec.NoDrop)
	}
	if d == spec.NoDrop || !g.isAllowed(d) || g.Phase != Play || len(g.Drops) >= g.row().MaxDrops {
		return
	}
	center, _ := g.Shape(k).Circle()
	center.X = max(DropRadius, min(g.W-DropRadius, center.X))
	v := g.Paddles[g.lastHitter].Orient(geom.Vec{Y: dropSpeed})
	g.Drops = append(g.Drops, Drop{Kind: d, At: center, V: v})
	g.emit(Event{Kind: DropReleased, Ball: -1, Brick: k, At: center, Value: int(d)})
}

// allowed reports whether drops of kind k may fall at the game's difficulty and in its mode.
func (g *Game) isAllowed(k spec.DropKind) bool {
	mode, row := g.rules(), &spec.Drops[k]
	without := mode.ExcludedDrops
	if g.bossAlive() {
		without |= spec.ExitsLevel // a boss cannot be avoided
	}
	if !g.Versus() {
		without |= spec.VersusOnly
	}
	return row.Traits&without == 0 && !(row.Benefit == spec.Bad && (mode.NoBadDrops || g.row().NoBadDrops))
}

// BenefitOf returns whom a drop of kind k helps, of those who catch it in this game.
func (g *Game) BenefitOf(k spec.DropKind) spec.Benefit { return spec.Drops[k].BenefitIn(g.Versus()) }

// drawDrop draws a kind, by weight, from the allowed ones other than not.
func (g *Game) randomDrop(not spec.DropKind) spec.DropKind {
	sum := 0
	for k := range spec.Drops {
		if k := spec.DropKind(k); k != not && g.isAllowed(k) {
			sum += spec.Drops[k].Weight
		}
	}
	n := g.rng.Below(sum)
	for k := range spec.Drops {
		if k := spec.DropKind(k); k != not && g.isAllowed(k) {
			if n -= spec.Drops[k].Weight; n < 0 {
				return k
			}
		}
	}
	return spec.NoDrop
}

// moveDrops moves the drops by a tick, after the paddles have moved. A drop that touches a paddle
// is caught; one outside of the field is lost.
func (g *Game) moveDrops() {
	if len(g.Drops) == 0 || g.Phase != Play && g.Phase != Serve && g.Phase != Bonus {
		return
	}

	type catch struct {
		kind spec.DropKind
		by   int
	}
	n, caught := 0, [maxDrops]catch{}
	got := 0
	for _, d := range g.Drops {
		g.attractDrop(&d)
		from := d.At
		d.At = geom.Vec{X: d.At.X + d.V.X/TicksPerSecond, Y: d.At.Y + d.V.Y/TicksPerSecond}
		switch by := g.catchingPaddle(from, d.At); {
		case by != noPaddle:
			caught[got] = catch{d.Kind, by}
			got++
			g.emit(Event{Kind: DropCaught, Ball: -1, Brick: -1, At: d.At, Value: int(d.Kind)})
		case d.At.Y > g.H+DropRadius || d.At.Y < -DropRadius:
			g.emit(Event{Kind: DropLost, Ball: -1, Brick: -1, At: d.At, Value: int(d.Kind)})
			if missed := g.rules().dropMissed; missed != nil {
				missed(g, d.Kind)
			}
		default:
			g.Drops[n] = d
			n++
		}
	}

	g.Drops = g.Drops[:n]
	for _, c := range caught[:got] {
		g.applyDrop(c.kind, c.by)
	}
}

// maxDrops is greater than the limit of any difficulty.
const maxDrops = 16

// attract turns a drop toward the middle of the paddle that it falls to, or straight again,
// depending on the running effects.
func (g *Game) attractDrop(d *Drop) {
	benefit := g.BenefitOf(d.Kind)
	d.V.X = 0
	if g.Running(spec.DropAttract) && benefit == spec.Good || g.Running(spec.DropPlague) && benefit == spec.Bad {
		way := (g.world.Capsules[g.targetPaddle(d)].X - d.At.X) * TicksPerSecond
		d.V.X = geom.Clamp(way, -dropPull, dropPull)
	}
}

// catcher returns the first paddle that touches a drop moving from one point to the other in the
// tick, or noPaddle.
func (g *Game) catchingPaddle(from, to geom.Vec) int {
	for k := range g.Paddles {
		if g.catches(k, from, to) {
			return k
		}
	}
	return noPaddle
}

// catches reports whether paddle k touches the drop while both move.
func (g *Game) catches(k int, from, to geom.Vec) bool {
	p := &g.world.Capsules[k]
	return p.Touched(from, to, DropRadius+p.R)
}

// nearest returns the paddle that a drop may reach: the one that it falls to, of two side by side
// the nearer one.
func (g *Game) targetPaddle(d *Drop) int {
	switch {
	case g.Versus() && d.V.Y < 0:
		return 1
	case g.SideBySide() && d.At.X > float64((g.world.Capsules[0].X+g.world.Capsules[1].X)/2):
		return 1
	}
	return 0
}
