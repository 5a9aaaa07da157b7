package engine

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
)

// tolerance is what rounding may add up to: in units for overlaps, relative for
// energies.
const tolerance = 1e-9

// Check returns an error that says which invariant does not hold, or nil: every
// number is finite, nothing overlaps or is outside of the field, the kinetic
// energy is what bounces and rules have left, and the counts are right. It is
// slow and shares nothing with the code that finds contacts.
func (g *Game) Check() error {
	checks := [...]func() error{g.checkBalls, g.checkOverlaps, g.checkPaddles, g.checkPlayers, g.checkEnergy, g.checkCounts, g.checkMode, g.checkDrops, g.checkFoes}
	for _, check := range checks {
		if err := check(); err != nil {
			return fmt.Errorf("tick %d: %w", g.Tick, err)
		}
	}
	return nil
}

func (g *Game) checkBalls() error {
	for i := range g.Balls {
		b, at := &g.Balls[i], g.BallAt(i)
		if !at.Finite() || !b.V.Finite() {
			return fmt.Errorf("ball %d at %v with velocity %v", i, at, b.V)
		}
		out := max(b.R-at.X, at.X-(g.W-b.R), -b.R-at.Y)
		if g.roof {
			out = max(out, b.R-at.Y)
		}
		if g.closed {
			out = max(out, at.Y-(g.H-b.R))
		} else {
			out = max(out, at.Y-(g.H+b.R))
		}
		if out > tolerance {
			return fmt.Errorf("ball %d at %v is %g outside of the field", i, at, out)
		}
		for k := range g.Bricks {
			if depth := g.sunk(&g.Bricks[k], at, b.R); depth > tolerance && !(g.Bricks[k].Way != geom.Vec{} && g.Bricks[k].lets(b)) {
				return fmt.Errorf("ball %d at %v is %g inside brick %d", i, at, depth, k)
			}
		}
	}
	return nil
}

// sunk returns how far a disc reaches into brick b, or 0.
func (g *Game) sunk(b *Brick, at geom.Vec, r float64) float64 {
	if b.Hits == 0 {
		return 0
	}
	center, radius := b.Shape.Circle()
	reach := radius + r
	if at.Sub(center).Norm2() > float64(reach*reach) {
		return 0
	}
	return r - b.Shape.Distance(at)
}

func (g *Game) checkOverlaps() error {
	for i := range g.Balls {
		a, at := &g.Balls[i], g.BallAt(i)
		for j := range i {
			b := &g.Balls[j]
			if a.Held || b.Held {
				continue // what is held touches nothing
			}
			reach := a.R + b.R
			d := at.Sub(g.BallAt(j))
			if d.Norm2() >= float64(reach*reach) {
				continue
			}
			if depth := reach - d.Norm(); depth > tolerance {
				return fmt.Errorf("balls %d and %d overlap by %g", j, i, depth)
			}
		}
	}
	return nil
}

func (g *Game) checkPaddles() error {
	for k := range g.Paddles {
		p := &g.Paddles[k]
		if !(p.X >= p.Half && p.X <= g.W-p.Half) {
			return fmt.Errorf("paddle %d at %g is outside of the field", k, p.X)
		}
		for i := range g.Balls {
			at := g.BallAt(i)
			d := g.shape[k].Distance(at.Sub(geom.Vec{X: p.X, Y: p.Y}))
			if depth := g.Balls[i].R + p.R - d; depth > tolerance {
				return fmt.Errorf("ball %d at %v is %g inside paddle %d at %g", i, at, depth, k, p.X)
			}
		}
	}
	return nil
}

// checkPlayers checks that paddles side by side do not overlap, and that nothing belongs to
// a paddle that there is not.
func (g *Game) checkPlayers() error {
	if g.Beside() {
		if depth := g.apart() - (g.Paddles[1].X - g.Paddles[0].X); depth > tolerance {
			return fmt.Errorf("the paddles at %g and %g overlap by %g", g.Paddles[0].X, g.Paddles[1].X, depth)
		}
	}
	players := max(1, len(g.Paddles))
	for i := range g.Balls {
		if by := int(g.Balls[i].by); by >= players {
			return fmt.Errorf("ball %d belongs to paddle %d", i, by)
		}
	}
	if g.Server < 0 || g.Server >= players {
		return fmt.Errorf("paddle %d serves", g.Server)
	}
	return nil
}

func (g *Game) checkEnergy() error {
	sum := 0.0
	for i := range g.Balls {
		sum += g.Balls[i].kinetic()
	}
	if math.Abs(sum-g.energy) > tolerance*max(sum, g.energy, 1) { // 1: what subtracting may leave of nothing
		return fmt.Errorf("kinetic energy %v, want %v", sum, g.energy)
	}
	return nil
}

func (g *Game) checkCounts() error {
	left := 0
	for k := range g.Bricks {
		b := &g.Bricks[k]
		if b.Hits > Kinds[b.Kind].Hits {
			return fmt.Errorf("brick %d of kind %s has %d hits left", k, Kinds[b.Kind].Name, b.Hits)
		}
		if b.Lit && (b.Hits > 0 || b.clock == 0) {
			return fmt.Errorf("brick %d is lit, with %d hits left and %d ticks to go", k, b.Hits, b.clock)
		}
		if b.clock > 0 && !g.hasClock(k) {
			return fmt.Errorf("brick %d waits for a clock that does not run", k)
		}
		if growing := b.Hits == 0 && b.clock > 0 && !b.Lit; growing || b.Hits > 0 && b.Kind.Needed() {
			left++
		}
	}
	if left != g.Left {
		return fmt.Errorf("%d bricks left, counted as %d", left, g.Left)
	}
	if g.Lives < 0 || g.Lives > g.easiestRow().mostLives(g.Used) {
		return fmt.Errorf("%d lives", g.Lives)
	}
	if g.Phase == Play && !g.free && g.Left == 0 && !g.rules().Endless {
		return fmt.Errorf("play goes on without bricks")
	}
	return nil
}

// checkMode checks what only the mode has.
func (g *Game) checkMode() error {
	if check := g.rules().check; check != nil {
		return check(g)
	}
	return nil
}

// checkDrops checks what falls and what runs.
func (g *Game) checkDrops() error {
	if most := g.easiestRow().Falling; len(g.Drops) > most {
		return fmt.Errorf("%d drops fall, at most %d may", len(g.Drops), most)
	}
	for k := range g.Drops {
		if d := &g.Drops[k]; !d.At.Finite() || d.At.Y > g.H+DropRadius || d.At.Y < -DropRadius || d.Kind == NoDrop || d.Kind >= DropKinds {
			return fmt.Errorf("drop %d: %+v", k, *d)
		}
	}
	for k, e := range g.effects {
		for j := range k {
			if group := Drops[k].Group; group != Alone && Drops[j].Group == group && e.left > 0 && g.effects[j].left > 0 {
				return fmt.Errorf("%s runs beside %s", Drops[k].Name, Drops[j].Name)
			}
		}
		if e.left > e.of || e.left > 0 && Drops[k].Seconds == 0 {
			return fmt.Errorf("%s runs for %d of %d ticks", Drops[k].Name, e.left, e.of)
		}
	}
	if g.free {
		return nil
	}
	if err := g.checkWidth(); err != nil {
		return err
	}
	for i := range g.Balls {
		b := &g.Balls[i]
		if r := forms[b.form].r; b.R < float64(sizeShare*r)-tolerance || b.R > float64((1+sizeShare)*r)+tolerance || b.Mass != forms[b.form].mass {
			return fmt.Errorf("ball %d has the radius %g and the mass %g", i, b.R, b.Mass)
		}
	}
	return nil
}

// checkWidth checks the paddle's width against what it should be, and that against its limits. After
// other terms it takes a while to get there.
func (g *Game) checkWidth() error {
	for k := range g.Paddles {
		narrow, _, wide := g.widths(k)
		if want := g.slides[k].want; want < narrow-tolerance || want > wide+tolerance {
			return fmt.Errorf("paddle %d should be %g wide, from %g to %g", k, 2*want, 2*narrow, 2*wide)
		}
		if g.easiest != Usual || g.Used&AssistWide != 0 {
			narrow, wide = Difficulties[Hard].Narrow, float64(Difficulties[Kids].Wide*wideShare)
		}
		if half := g.Paddles[k].Half; half < narrow-tolerance || half > wide+tolerance {
			return fmt.Errorf("paddle %d is %g wide", k, 2*half)
		}
	}
	return nil
}
