package spec

import (
	"arkterm/engine/geom"
)

// Digest returns a digest of all properties of the levels that affect the game. Recordings store
// it, so that they are not played back on other levels.
func Digest(levels []Level) uint64 {
	d := NewHasher()
	for _, l := range levels {
		d.Int(max(1, l.Balls))
		d.Int(l.Shots)
		if l.Drops > 0 {
			d.Int(l.Drops)
		}
		if l.Speed > 0 {
			d.Int(-l.Speed) // negative, so that it cannot equal a percentage of drops
		}
		if l.ParTime > 0 { // ParTime changes the points; ParScore does not
			d.Int(-l.ParTime)
		}

		if c := &l.Challenge; c.Twist != NoTwist || c.Limit > 0 { // medals do not affect the game
			d.Word(uint64(c.Twist)<<32 | uint64(c.Limit))
		}

		l.digestEnemies(&d)
		d.Int(len(l.Bricks))
		d.Int(len(l.Emitters))
		for _, e := range l.Emitters {
			for _, x := range [...]float64{e.At.X, e.At.Y, e.Degrees, e.Spin} {
				d.Float(x)
			}

			d.Int(e.On)
			d.Int(e.Off)
			d.Int(e.Elapsed)
		}

		for k := range l.Bricks {
			b := &l.Bricks[k]
			d.Word(uint64(b.Kind))
			if b.Hits|b.Pair|uint8(b.Drop) > 0 || b.Dormant {
				d.Word(Bit(b.Dormant)<<32 | uint64(b.Drop)<<24 | uint64(b.Hits)<<16 | uint64(b.Pair)<<8)
			}
			if b.PassDir != (geom.Vec{}) {
				d.Float(b.PassDir.X)
				d.Float(b.PassDir.Y)
			}

			if m := &b.Motion; m.Moves() {
				d.Float(m.Path.X)
				d.Float(m.Path.Y)
				d.Int(m.Lap)
				d.Float(m.Spin)
			}

			for j := range b.Shape.N() {
				d.Float(b.Shape.Corner(j).X)
				d.Float(b.Shape.Corner(j).Y)
			}
		}
	}

	return uint64(d)
}
