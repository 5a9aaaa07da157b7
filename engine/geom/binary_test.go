package geom

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

func TestPolygonBinaryRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 500 {
		at := Vec{100 * rng.Float64(), 100 * rng.Float64()}
		p := Point(at)
		if n%4 > 0 {
			p = Regular(3+rng.IntN(6), at, 0.1+10*rng.Float64(), 360*rng.Float64())
		}
		p = p.Moved(Mover{Pivot: Vec{1, 2}, V: Vec{3, 4}, Spin: 5}, rng.Float64())
		b, err := p.AppendBinary([]byte("before"))
		if err != nil {
			t.Fatal(err)
		}
		q, rest, err := DecodePolygon(append(b, "after"...)[6:])
		if err != nil || p != q || string(rest) != "after" {
			t.Fatalf("DecodePolygon of the encoding of %+v = %+v, rest %q, error %v; want the rest \"after\"",
				p, q, rest, err)
		}
	}
	var none Polygon
	b, _ := none.AppendBinary(nil)
	if p, rest, err := DecodePolygon(b); err != nil || p != none || len(rest) > 0 {
		t.Errorf("DecodePolygon of the empty polygon's encoding = %+v, rest %v, error %v; want no corners and no rest",
			p, rest, err)
	}
}

func TestDecodePolygonErrors(t *testing.T) {
	p := Regular(6, Vec{10, 10}, 3, 30)
	good, _ := p.AppendBinary(nil)
	for n := range len(good) {
		if _, _, err := DecodePolygon(good[:n]); err == nil {
			t.Errorf("DecodePolygon accepts the first %d of %d bytes, want an error", n, len(good))
		}
	}
	// Replacing a number with another one is an error, unless the new number is nearly equal to the old one.
	for k := 1; k < len(good); k += 8 {
		for _, f := range []float64{0, 1, -1, 1e300, math.Inf(1), math.NaN(), 9.999999} {
			bad := bytes.Clone(good)
			was := math.Float64frombits(binary.LittleEndian.Uint64(bad[k:]))
			binary.LittleEndian.PutUint64(bad[k:], math.Float64bits(f))
			if _, _, err := DecodePolygon(bad); err == nil && !(math.Abs(f-was) < 1e-7) {
				t.Errorf("DecodePolygon accepts %g instead of %g as number %d, want an error", f, was, k/8)
			}
		}
	}
	if _, _, err := DecodePolygon([]byte{9}); err == nil {
		t.Error("DecodePolygon accepts nine corners, want an error")
	}
}
