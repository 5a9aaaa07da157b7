package world

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"math"
)

// Hash returns an FNV-1a hash of the state of all moving bodies between two ticks: the courses of all discs, the places
// of obstacles and whether they are gone, the capsules, and the tick number. Worlds with the same history have the same
// hash on every processor.
func (w *World) Hash() uint64 {
	d := digester{Hash64: fnv.New64a()}
	d.add(w.tick, uint64(len(w.Discs)), uint64(len(w.Obstacles)))
	for i := range w.Discs {
		b := &w.Discs[i]
		d.floats(b.From.X, b.From.Y, b.V.X, b.V.Y, b.Since, b.R, b.Mass)
		d.flag(b.Held)
	}
	for k := range w.Obstacles {
		o := &w.Obstacles[k]
		d.flag(o.Gone)
		shape := w.ShapeOf(k)
		for j := range shape.N() {
			c := shape.Corner(j)
			d.floats(c.X, c.Y)
		}
	}
	for k := range w.Capsules {
		c := &w.Capsules[k]
		d.floats(c.X, c.Y, c.Half, c.R)
	}
	return d.Sum64()
}

// A digester adds numbers to a hash.
type digester struct{ hash.Hash64 }

// add adds integers.
func (d digester) add(all ...uint64) {
	for _, x := range all {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], x)
		d.Write(b[:])
	}
}

// floats adds the bits of numbers.
func (d digester) floats(all ...float64) {
	for _, x := range all {
		d.add(math.Float64bits(x))
	}
}

// flag adds 1 if b is true and 0 otherwise.
func (d digester) flag(b bool) {
	if b {
		d.add(1)
	} else {
		d.add(0)
	}
}
