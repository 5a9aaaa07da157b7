package levels

import (
	"encoding/binary"
	"hash/fnv"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// The digests below were recorded on one machine. GOARCH=386 and GOAMD64=v3, which could round sums of products
// differently, produce the same digests.
const (
	shapeDigest  = 0x9472c87a55b6a015
	labDigest    = 0xd2c96f7e1e59bf2
	motionDigest = 0xc7dd2f96023aad91
)

// bits returns a digest of all floating-point numbers in levels.
func bits(levels []spec.Level) uint64 {
	digest := fnv.New64a()
	add := func(x ...float64) { binary.Write(digest, binary.LittleEndian, x) }
	for _, l := range levels {
		for _, b := range l.Bricks {
			for k := range b.Shape.N() {
				c := b.Shape.Corner(k)
				add(c.X, c.Y)
			}
			if m := b.Motion; b.Motion != (spec.Motion{}) {
				add(m.Path.X, m.Path.Y, float64(m.Lap), m.Spin)
			}
		}
		for _, e := range l.Emitters {
			add(e.At.X, e.At.Y, e.Degrees, e.Spin, float64(e.On), float64(e.Off), float64(e.Elapsed))
		}
	}
	return digest.Sum64()
}

func TestLevelsHaveTheSameBitsEverywhere(t *testing.T) {
	for _, test := range []struct {
		what      string
		got, want uint64
	}{
		{"shapeDigest", bits(Shipped().Levels), shapeDigest},
		{"labDigest", bits(lab(t).Levels), labDigest},
	} {
		if test.got != test.want {
			t.Errorf("digest = %#x, want %#x; after an intended change of the levels, update %s",
				test.got, test.want, test.what)
		}
	}
}

// TestLabMotionIsTheSameEverywhere checks the positions of moving bricks and the ends of beams
// after 10 seconds of the lab without a serve.
func TestLabMotionIsTheSameEverywhere(t *testing.T) {
	if testing.Short() { // slow, because it plays a game
		return
	}
	g, err := engine.New(engine.Config{Levels: lab(t).Levels})
	if err != nil {
		t.Fatal(err)
	}
	digest := fnv.New64a()
	for range 10 * engine.TicksPerSecond {
		g.Step(engine.Input{engine.Idle, engine.Idle})
		for k := range g.Bricks {
			if c := g.Shape(k).Corner(0); g.Obstacle(k).Moves {
				binary.Write(digest, binary.LittleEndian, []float64{c.X, c.Y})
			}
		}
		for _, e := range g.Emitters {
			if end := e.Beam.End(); e.Lit {
				binary.Write(digest, binary.LittleEndian, []float64{end.X, end.Y})
			}
		}
	}
	if got := digest.Sum64(); got != motionDigest {
		t.Errorf("digest = %#x, want %#x; after an intended change of the lab, update motionDigest",
			got, uint64(motionDigest))
	}
}
