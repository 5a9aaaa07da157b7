package engine

import (
	"fmt"

	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// HashText formats a hash or a digest of levels as 16 hexadecimal digits.
//
//go:noinline // would be copied into many callers
func HashText(h uint64) string { return fmt.Sprintf("%016x", h) }

// Hash returns a hash of all state that affects the future of the game. Given the same inputs, two
// games with equal configurations and hashes continue identically. Predicted contacts are not
// hashed, because they follow from the other state.
func (g *Game) Hash() uint64 {
	d := spec.NewHasher()
	d.Word(g.Tick)
	d.Word(uint64(g.Phase))
	d.Word(g.PhaseBegan)
	d.Int(g.Level)
	d.Int(g.Score)
	d.Int(g.Lives)
	d.Int(g.Combo)
	d.Int(g.Chain)
	d.Int(g.BestCombo)
	d.Float(g.Speed)
	d.Int(g.BricksLeft)
	d.Bool(g.CanRecall)
	d.Word(uint64(g.rng))
	d.Bool(g.fireHeld[0])
	d.Int(g.ticksSinceHit)
	d.Int(int(g.overdueBrick))
	d.Float(g.distanceFlown)
	d.Bool(g.Finale)
	d.Word(g.levelBegan)
	d.Word(g.lastShot[0])
	d.Int(g.Shots)
	d.Float(g.world.Now())

	for i := range g.Balls {
		g.Balls[i].hash(&d, &g.world.Discs[i], g.world.Slides(i))
		if n, kind, other := g.world.MoverTouches(i); n > 0 {
			d.Word(uint64(n)<<40 | uint64(kind)<<32 | uint64(uint32(other)))
		}
	}

	for k := range g.Bricks {
		b := &g.Bricks[k]
		d.Word(uint64(k)<<40 | uint64(b.timer)<<24 | uint64(b.Kind.HashNumber())<<16 | uint64(b.Hits)<<8 |
			uint64(b.regained)<<2 | spec.Bit(b.Hidden) | 2*spec.Bit(b.Lit))
	}

	for _, k := range g.timedBricks {
		d.Word(uint64(k))
	}

	for k, e := range g.effects {
		if e.ticksLeft > 0 {
			d.Word(uint64(e.paddle)<<48 | uint64(k)<<32 | uint64(e.ticksLeft))
		}
	}

	for k := range g.Drops {
		r := &g.Drops[k]
		d.Word(uint64(r.Kind))
		d.Float(r.At.X)
		d.Float(r.At.Y)
	}

	d.Bool(g.FloorClosed)
	if g.Saves > 0 {
		d.Int(g.Saves)
	}
	d.Int(g.Tally.Ticks)
	d.Int(g.Tally.BallsLost)

	if g.easiest != DefaultDifficulty || g.UsedAssists != 0 || g.timeSpeed != DefaultTimeSpeed {
		d.Word(uint64(g.Difficulty.OrMedium())<<8 | uint64(g.easiest))
		d.Word(uint64(g.timeSpeed)<<16 | uint64(g.UsedAssists)<<8 | uint64(g.assists))
	}

	if hash := g.modeRow().hash; hash != nil {
		hash(g, &d)
	}

	for k := range g.world.NumMovers() {
		d.Float(g.world.Pose(k).Progress)
	}

	for k := range g.Paddles {
		p, c := &g.Paddles[k], &g.world.Capsules[k]
		d.Float(c.X)
		d.Float(c.V)
		d.Float(c.Half)
		d.Float(p.targetHalf)
		d.Word(uint64(uint8(p.keyDir))<<16 | uint64(p.keyTicks))
		d.Word(p.StunnedUntil)
	}

	if len(g.Paddles) > 1 {
		g.hashPlayers(&d)
	}

	g.hashWires(&d)
	g.hashShoves(&d)
	g.hashEnemies(&d)
	return uint64(d)
}

// hashPlayers adds to the hash the state that exists only in games with two paddles.
func (g *Game) hashPlayers(d *spec.Hasher) {
	for k := 1; k < len(g.Paddles); k++ {
		d.Bool(g.fireHeld[k])
		d.Word(g.lastShot[k])
	}

	d.Int(g.Server)
	d.Word(uint64(g.lastHitter))
	d.Int(g.Match.WinPoints)
	for _, points := range g.Match.Points {
		d.Int(points)
	}

	d.Bool(g.CeilingClosed)
	for i := range g.Balls {
		d.Word(uint64(g.Balls[i].paddle))
	}

	for k := range g.Drops {
		d.Float(g.Drops[k].V.Y)
	}
}

// hash adds the state of ball b and its disc c to d. The argument slides is the result of
// [world.World.Slides] for the disc.
func (b *Ball) hash(d *spec.Hasher, c *world.Disc, slides bool) {
	d.Float(c.R)
	d.Float(c.Mass)
	d.Float(c.V.X)
	d.Float(c.V.Y)
	d.Word(spec.Bit(c.Held) | 2*spec.Bit(b.Gone) | 4*spec.Bit(b.Returned) | 8*spec.Bit(b.hitPaid) |
		16*spec.Bit(b.Dim))
	d.Float(c.From.X)
	d.Float(c.From.Y)
	d.Float(c.Since)
	d.Float(b.offset)
	d.Int(b.idleContacts)
	d.Word(uint64(b.horizontalTicks))
	d.Float(b.lastUseful)
	d.Float(b.lastNudge)
	d.Bool(b.touchedCeiling)
	d.Word(b.cannonUntil)
	d.Word(uint64(b.kind)<<16 | uint64(b.ticksToLaunch))
	d.Word(b.ChargedUntil)
	if slides {
		d.Word(1)
	}
}
