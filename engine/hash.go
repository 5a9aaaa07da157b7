package engine

import (
	"fmt"
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// A digest is FNV-1a over 64-bit words instead of bytes, each word mixed once
// more: eight times faster, and still every bit counts.
type digest uint64

func newDigest() digest { return 14695981039346656037 }

func (d *digest) word(x uint64) {
	h := (uint64(*d) ^ x) * 1099511628211
	*d = digest(h ^ h>>32)
}

func (d *digest) float(x float64) { d.word(math.Float64bits(x)) }

func (d *digest) int(x int) { d.word(uint64(x)) }

func (d *digest) bool(x bool) { d.word(flag(x)) }

func flag(x bool) uint64 {
	if x {
		return 1
	}
	return 0
}

// HashText writes a hash, or a Digest of levels, as it stands in files and is shown: 16 hexadecimal
// digits.
func HashText(h uint64) string { return fmt.Sprintf("%016x", h) }

// Hash returns a digest of all state that decides the future. Two games with
// the same configuration and the same hash go on alike, given the same inputs.
// Predictions are left out, since they follow from the rest.
func (g *Game) Hash() uint64 {
	d := newDigest()
	d.word(g.Tick)
	d.word(uint64(g.Phase))
	d.word(g.Since)
	d.int(g.Level)
	d.int(g.Score)
	d.int(g.Lives)
	d.int(g.Combo)
	d.int(g.BestCombo)
	d.float(g.Speed)
	d.int(g.Left)
	d.bool(g.Recall)
	d.word(uint64(g.rng))
	d.bool(g.fire[0])
	d.word(g.damageAt)
	d.word(g.begunAt)
	d.word(g.shotAt[0])
	d.int(g.Shots)
	d.float(g.world.Now())
	for i := range g.Balls {
		g.Balls[i].hash(&d, &g.world.Discs[i])
		if n, kind, other := g.world.Touches(i); n > 0 {
			d.word(uint64(n)<<40 | uint64(kind)<<32 | uint64(uint32(other)))
		}
	}
	for k := range g.Bricks {
		b := &g.Bricks[k]
		d.word(uint64(k)<<40 | uint64(b.clock)<<24 | uint64(b.Kind.hashed())<<16 | uint64(b.Hits)<<8 | flag(b.Unseen) | 2*flag(b.Lit))
	}
	for _, k := range g.clocked {
		d.word(uint64(k))
	}
	for k, e := range g.effects {
		if e.left > 0 {
			d.word(uint64(e.by)<<48 | uint64(k)<<32 | uint64(e.left))
		}
	}
	for k := range g.Drops {
		r := &g.Drops[k]
		d.word(uint64(r.Kind))
		d.float(r.At.X)
		d.float(r.At.Y)
	}
	d.bool(g.FloorClosed)
	d.int(g.Card.Ticks)
	d.int(g.Card.Lost)
	if g.easiest != Usual || g.Used != 0 || g.speed != UsualSpeed {
		d.word(uint64(g.Difficulty.Known())<<8 | uint64(g.easiest))
		d.word(uint64(g.speed)<<16 | uint64(g.Used)<<8 | uint64(g.assists))
	}
	if hash := g.rules().hash; hash != nil {
		hash(g, &d)
	}
	for k := range g.world.Movers() {
		d.float(g.world.Pose(k).Progress)
	}
	for k := range g.Paddles {
		p, c := &g.Paddles[k], &g.world.Capsules[k]
		d.float(c.X)
		d.float(c.V)
		d.float(c.Half)
		d.float(p.want)
		d.word(uint64(uint8(p.dir))<<16 | uint64(p.held))
		d.word(p.StunnedTo)
	}
	if len(g.Paddles) > 1 {
		g.hashPlayers(&d)
	}
	g.hashFoes(&d)
	return uint64(d)
}

// hashPlayers adds what tells two players from each other. What the first one does is in
// the hash of every game, above.
func (g *Game) hashPlayers(d *digest) {
	for k := 1; k < len(g.Paddles); k++ {
		d.bool(g.fire[k])
		d.word(g.shotAt[k])
	}
	d.int(g.Server)
	d.word(uint64(g.hurtBy))
	d.int(g.Match.To)
	for _, points := range g.Match.Points {
		d.int(points)
	}
	d.bool(g.RoofClosed)
	for i := range g.Balls {
		d.word(uint64(g.Balls[i].by))
	}
	for k := range g.Drops {
		d.float(g.Drops[k].V.Y)
	}
}

// hash adds ball b and its disc c.
func (b *Ball) hash(d *digest, c *world.Disc) {
	d.float(c.R)
	d.float(c.Mass)
	d.float(c.V.X)
	d.float(c.V.Y)
	d.word(flag(c.Held) | 2*flag(b.Gone))
	d.float(c.From.X)
	d.float(c.From.Y)
	d.float(c.Since)
	d.float(b.seat)
	d.int(b.fruitless)
	d.word(b.usefulAt)
	d.word(b.nudgedAt)
	d.bool(b.ceiling)
	d.word(b.sentTo)
	d.word(uint64(b.form)<<16 | uint64(b.held))
	d.word(b.ChargedTo)
	if to := c.SlidesTo(); to > 0 {
		d.word(to)
	}
}

// Digest returns a digest of everything about the levels that the game depends
// on. A recording names it, so that it is not played back on other boards.
func Digest(levels []Level) uint64 {
	d := newDigest()
	for _, l := range levels {
		d.int(max(1, l.Balls))
		d.int(l.Shots)
		if l.Drops > 0 {
			d.int(l.Drops)
		}
		if l.ParTime > 0 { // of the pars only this one changes what is paid
			d.int(-l.ParTime)
		}
		l.digestFoes(&d)
		d.int(len(l.Bricks))
		d.int(len(l.Emitters))
		for _, e := range l.Emitters {
			for _, x := range [...]float64{e.At.X, e.At.Y, e.Degrees, e.Spin} {
				d.float(x)
			}
			d.int(e.On)
			d.int(e.Off)
			d.int(e.Elapsed)
		}
		for k := range l.Bricks {
			b := &l.Bricks[k]
			d.word(uint64(b.Kind))
			if b.Hits|b.Pair|uint8(b.Holds) > 0 || b.Later {
				d.word(flag(b.Later)<<32 | uint64(b.Holds)<<24 | uint64(b.Hits)<<16 | uint64(b.Pair)<<8)
			}
			if b.Way != (geom.Vec{}) {
				d.float(b.Way.X)
				d.float(b.Way.Y)
			}
			if m := &b.Motion; m.Moves() {
				d.float(m.Path.X)
				d.float(m.Path.Y)
				d.int(m.Lap)
				d.float(m.Spin)
			}
			for j := range b.Shape.N() {
				d.float(b.Shape.Corner(j).X)
				d.float(b.Shape.Corner(j).Y)
			}
		}
	}
	return uint64(d)
}
