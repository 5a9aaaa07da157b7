package engine

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file implements falling drops.

// A Drop falls from a broken brick. Its velocity is constant within a tick.
type Drop struct {
	Kind spec.DropKind
	At   geom.Vec // center
	V    geom.Vec // units/s
}

// DropRadius is the radius, in units, of the disc that represents a drop in contacts with paddles.
const DropRadius = 1.0

// Parameters of falling.
const (
	dropSpeed = 8.5  // units/s downward; a drop reaches the paddle within 5 s
	dropPull  = 12.0 // maximum speed sideways, units/s, toward a paddle that attracts the drop
)

// releaseDrop releases the drop of the broken brick k, or a random one. If too many drops are
// falling, no drop is released.
func (g *Game) releaseDrop(k int) {
	b := &g.Bricks[k]
	d := b.Drop
	b.Drop = spec.NoDrop
	switch {
	case d != spec.NoDrop:
	case g.Running(spec.DropGold):
		d = spec.Drop1000Points
	case g.dropPercent > 0 && g.rng.Below(100) < g.dropPercent:
		d = g.randomDrop(spec.NoDrop)
	}

	if d == spec.NoDrop || !g.AllowsDrop(d) || g.Phase != Play || len(g.Drops) >= g.difficultyRow().MaxDrops {
		return
	}

	center, _ := g.Shape(k).Circle()
	center.X = max(DropRadius, min(g.W-DropRadius, center.X))
	v := g.Paddles[g.lastHitter].Orient(geom.Vec{Y: dropSpeed})
	g.Drops = append(g.Drops, Drop{Kind: d, At: center, V: v})
	g.emit(Event{Kind: DropReleased, Ball: -1, Brick: k, At: center, Value: int(d)})
}

// AllowsDrop reports whether drops of kind k can fall at the game's difficulty and in its mode.
func (g *Game) AllowsDrop(k spec.DropKind) bool {
	mode, row := g.modeRow(), &spec.Drops[k]
	excluded := mode.ExcludedDrops
	if g.bossAlive() {
		excluded |= spec.ExitsLevel // players cannot avoid a boss
	}
	if !g.Versus() {
		excluded |= spec.VersusOnly
	}
	return row.Traits&excluded == 0 && !(row.Benefit == spec.Bad && (mode.NoBadDrops || g.difficultyRow().NoBadDrops))
}

// BenefitOf returns the benefit of drop k for the player who catches it in this game.
func (g *Game) BenefitOf(k spec.DropKind) spec.Benefit { return spec.Drops[k].BenefitIn(g.Versus()) }

// randomDrop returns a random kind of drop. Only allowed kinds other than excluded count, and their
// weights determine their frequencies.
func (g *Game) randomDrop(excluded spec.DropKind) spec.DropKind {
	sum := 0
	for k := range spec.Drops {
		if k := spec.DropKind(k); k != excluded && g.AllowsDrop(k) {
			sum += spec.Drops[k].Weight
		}
	}

	n := g.rng.Below(sum)
	for k := range spec.Drops {
		if k := spec.DropKind(k); k != excluded && g.AllowsDrop(k) {
			if n -= spec.Drops[k].Weight; n < 0 {
				return k
			}
		}
	}

	return spec.NoDrop
}

// moveDrops moves the drops by one tick, after the paddles have moved. A drop that touches a paddle
// is caught. A drop outside the field is lost.
func (g *Game) moveDrops() {
	if len(g.Drops) == 0 || g.Phase != Play && g.Phase != Serve && g.Phase != Bonus {
		return
	}

	type catch struct {
		kind   spec.DropKind
		paddle int
	}

	n, caught := 0, [maxDrops]catch{} // n drops continue to fall
	numCaught := 0
	for _, d := range g.Drops {
		g.attractDrop(&d)
		from := d.At
		d.At = geom.Vec{X: d.At.X + d.V.X/TicksPerSecond, Y: d.At.Y + d.V.Y/TicksPerSecond}
		g.crossWires(from, d.At, noPaddle)
		switch paddle := g.catchingPaddle(from, d.At); {
		case paddle != noPaddle:
			caught[numCaught] = catch{d.Kind, paddle}
			numCaught++
			g.emit(Event{Kind: DropCaught, Ball: -1, Brick: -1, At: d.At, Value: int(d.Kind)})
		case d.At.Y > g.H+DropRadius || d.At.Y < -DropRadius:
			g.emit(Event{Kind: DropLost, Ball: -1, Brick: -1, At: d.At, Value: int(d.Kind)})
			if missed := g.modeRow().dropMissed; missed != nil {
				missed(g, d.Kind)
			}
		default:
			g.Drops[n] = d
			n++
		}
	}

	g.Drops = g.Drops[:n]
	for _, c := range caught[:numCaught] {
		g.applyDrop(c.kind, c.paddle)
	}
}

// maxDrops is the capacity for falling drops. It exceeds MaxDrops of all difficulties.
const maxDrops = 16

// attractDrop sets the sideways velocity of drop d for this tick. If an active effect attracts the
// drop, it moves toward the center of its target paddle. Otherwise it falls straight.
func (g *Game) attractDrop(d *Drop) {
	benefit := g.BenefitOf(d.Kind)
	d.V.X = 0
	if g.Running(spec.DropAttract) && benefit == spec.Good || g.Running(spec.DropPlague) && benefit == spec.Bad {
		vx := (g.world.Capsules[g.targetPaddle(d)].X - d.At.X) * TicksPerSecond
		d.V.X = geom.Clamp(vx, -dropPull, dropPull)
	}
}

// catchingPaddle returns the first paddle that touches a drop, or noPaddle. The drop moves between
// start and end in this tick.
func (g *Game) catchingPaddle(start, end geom.Vec) int {
	for k := range g.Paddles {
		if g.catches(k, start, end) {
			return k
		}
	}
	return noPaddle
}

// catches reports whether paddle k touches a drop that moves from start to end in this tick. The
// motion of the paddle counts too.
func (g *Game) catches(k int, start, end geom.Vec) bool {
	p := &g.world.Capsules[k]
	return p.Touched(start, end, DropRadius+p.R)
}

// targetPaddle returns the paddle toward which a drop falls. If two paddles are side by side, it
// returns the nearer one.
func (g *Game) targetPaddle(d *Drop) int {
	switch {
	case g.Versus() && d.V.Y < 0:
		return 1
	case g.SideBySide() && d.At.X > float64((g.world.Capsules[0].X+g.world.Capsules[1].X)/2):
		return 1
	}
	return 0
}
