package levels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

func TestMotionErrors(t *testing.T) {
	const slow = "hexagon: plain at 30 20, radius 2"
	tests := []struct {
		name, text string
		want       []string
	}{
		{
			"drift without every", slow + ", drift 3 0\n",
			[]string{`6:36: "drift" needs "every": drift DX DY every SECONDS`},
		},
		{
			"every without drift", slow + ", every 3\n",
			[]string{`6:36: "every" needs "drift": drift DX DY every SECONDS`},
		},
		{
			"drift short", slow + ", drift 3 every 3\n",
			[]string{`6:44: missing number, want 2 numbers from -61 to 61 after "drift"`},
		},
		{
			"drift wide", slow + ", drift 65 0 every 3\n",
			[]string{`6:42: "65" is out of range, want 2 numbers from -61 to 61 after "drift"`},
		},
		{"drift twice", slow + ", drift 3 0 every 3 drift 1 1\n", []string{`6:54: "drift" is given twice`}},
		{
			"drift misspelt", slow + ", dirft 3 0 every 3\n",
			[]string{`6:36: unknown word "dirft", did you mean "drift"?`},
		},
		{"drift to nowhere", slow + ", drift 0 0 every 3\n", []string{"6:36: drift of 0 units, want at least 0.1"}},
		{"drift a little", slow + ", drift 0.05 0 every 3\n", []string{"6:36: drift of 0.05 units, want at least 0.1"}},
		{
			"less than a tick", slow + ", drift 3 0 every 0.001\n",
			[]string{`6:52: "0.001" is out of range, want 1 number from 0.01 to 3600 after "every"`},
		},
		{
			"for ever", slow + ", drift 3 0 every 3601\n",
			[]string{`6:52: "3601" is out of range, want 1 number from 0.01 to 3600 after "every"`},
		},
		{
			"every nan", slow + ", drift 3 0 every nan\n",
			[]string{`6:52: "nan" is not a number, want 1 number from 0.01 to 3600 after "every"`},
		},
		{
			"too fast", slow + ", drift 6 8 every 0.3\n",
			[]string{"6:36: drift of 10 units there and back in 0.3 s is 66.67 units/s, want at most 60"},
		},
		{
			"spin too fast", slow + ", spin -721\n",
			[]string{`6:41: "-721" is out of range, want 1 number from -720 to 720 after "spin"`},
		},
		{
			"spin short", slow + ", spin\n",
			[]string{`6:40: missing number, want 1 number from -720 to 720 after "spin"`},
		},
		{"a polygon too", "polygon: wall at 30 20, 34 20, 34 22, drift 3 0, spin 721\n", []string{
			`6:55: "721" is out of range, want 1 number from -720 to 720 after "spin"`,
		}},
		{
			"a polygon's drift", "polygon: wall at 30 20, 34 20, 34 22, drift 3 0\n",
			[]string{`6:39: "drift" needs "every": drift DX DY every SECONDS`},
		},

		{
			"drifts out at the left", slow + ", drift -30 0 every 9\n",
			[]string{"6:10: the path of the brick extends past the left edge of the field by 2"},
		},
		{
			"drifts out at the right", slow + ", drift 33 0 every 9\n",
			[]string{"6:10: the path of the brick extends past the right edge of the field by 4 (width 61)"},
		},
		{
			"drifts out at the top", slow + ", drift 0 -19 every 9\n",
			[]string{"6:10: the path of the brick extends past the top edge of the field by 1"},
		},
		{
			"drifts too low", slow + ", drift 1 17 every 9\n",
			[]string{"6:10: the path of the brick reaches down to 39, want at most 38.2"},
		},
		{
			"spins out", "hexagon: plain at 1.8 20, radius 2, spin 9\n",
			[]string{"6:10: the path of the brick extends past the left edge of the field by 0.2"},
		},

		{
			"spins into one", slow + ", spin 9\nhexagon: plain at 33.6 20, radius 2\n",
			[]string{"7:10: the brick overlaps the path of the brick at 6:10"},
		},
		{
			"spins close to one", slow + "\nhexagon: plain at 33.8 20, radius 2, spin 9\n",
			[]string{"7:10: the path of the brick is closer than 0.1 to the brick at 6:10"},
		},
		{
			"drifts into one", slow + "\nhexagon: plain at 30 10, radius 2, drift 0 7 every 5\n",
			[]string{"7:10: the path of the brick overlaps the brick at 6:10"},
		},
		{
			"drifts past one", slow + "\nhexagon: plain at 20 14, radius 2, drift 20 6 every 5\n",
			[]string{"7:10: the path of the brick overlaps the brick at 6:10"},
		},
		{
			"paths cross", slow + ", drift 10 0 every 5\nhexagon: plain at 36 10, radius 2, drift 0 20 every 5\n",
			[]string{"7:10: the path of the brick overlaps the path of the brick at 6:10"},
		},
		{
			"paths are close", slow + ", drift 10 0 every 5\nhexagon: plain at 36 15.95, radius 2, spin 1\n",
			[]string{"7:10: the path of the brick is closer than 0.1 to the path of the brick at 6:10"},
		},
		{
			"in a row", slow + ", drift 2 0 every 5\nhexagon: plain at 36.05 20, radius 2, drift 2 0 every 5\n",
			[]string{"7:10: the path of the brick is closer than 0.1 to the path of the brick at 6:10"},
		},
		{
			"into a drawing", slow + ", drift 0 -10 every 5\nrows:\n  o o\n\n  o o\n",
			[]string{"10:3: the brick overlaps the path of the brick at 6:10"},
		},
		{
			"both lines", slow + ", spin 1\n" + slow + ", drift 9 0 every 5\n",
			[]string{"7:10: the path of the brick overlaps the path of the brick at 6:10"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { wantErrors(t, top+test.text, test.want) })
	}
}

// wantErrors checks that parsing text returns exactly the errors in want.
func wantErrors(t *testing.T, text string, want []string) {
	t.Helper()
	_, err := Parse("f.level", []byte(text))
	if want := "f.level:" + strings.Join(want, "\nf.level:"); err == nil || err.Error() != want {
		t.Errorf("Parse() error:\n%v\nwant:\n%s", err, want)
	}
}

func TestParseMotion(t *testing.T) {
	for text, want := range map[string]spec.Motion{
		"":                                   {},
		", spin 0":                           {},
		", spin -12.5":                       {Spin: -12.5},
		", drift 3 -4 every 2":               {Path: geom.Vec{X: 3, Y: -4}, Lap: 480},
		", every 1.001 drift 1 0":            {Path: geom.Vec{X: 1}, Lap: 240}, // 240.24
		", every 0.01 drift 0.1 0":           {Path: geom.Vec{X: 0.1}, Lap: 2},
		", drift 3 4 every 1, spin 720":      {Path: geom.Vec{X: 3, Y: 4}, Lap: 240, Spin: 720},
		", drift 6 8 every 0.3333":           {Path: geom.Vec{X: 6, Y: 8}, Lap: 80}, // 60 units/s
		", spin 1\tdrift .5,.5,every 3600, ": {Path: geom.Vec{X: 0.5, Y: 0.5}, Lap: 864000, Spin: 1},
	} {
		for _, brick := range []string{"hexagon: plain at 30 20, radius 2", "polygon: plain at 30 20, 34 20, 32 24"} {
			p := mustParse(t, top+brick+text+"\n")
			if got := p.Levels[0].Bricks[0].Motion; got != want {
				t.Errorf("Parse(%q) = motion %+v, want %+v", text, got, want)
			}
			if _, err := engine.New(engine.Config{Levels: p.Levels}); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

// TestPathsMayTouchTheWalls checks that spinning bricks may touch the walls in spite of rounding.
func TestPathsMayTouchTheWalls(t *testing.T) {
	for _, r := range []float64{0.3, 1.1, 2, 2.7, 3.3, 10} {
		for _, at := range []geom.Vec{{X: r, Y: r}, {X: spec.FieldW - r, Y: spec.LowestBrick - r}} {
			mustParse(t, top+fmt.Sprintf("hexagon: plain at %v %v, radius %v, turn 17, spin 3\n", at.X, at.Y, r))
		}
	}
}

// placedAt returns brick b at the given part of its drift, 0 to 1, rotated by degrees.
func placedAt(b spec.BrickSpec, part, degrees float64) geom.Polygon {
	center, _ := b.Shape.Circle()
	m := geom.Mover{Pivot: center, V: b.Motion.Path.Mul(part)}
	if b.Motion.Spin != 0 {
		m.Spin = degrees * math.Pi / 180
	}
	return b.Shape.Moved(m, 1)
}

// TestGapIsSmallestDistance compares the gap of two bricks with their distance in many positions. The gap is at most
// the distance. For discs, which are larger than the outlines, it is almost equal to the smallest distance.
func TestGapIsSmallestDistance(t *testing.T) {
	if testing.Short() { // slow, because it tests many positions of pairs of bricks
		return
	}
	rng := rand.New(rand.NewPCG(5, 6))
	shape := func() placedBrick {
		at := geom.Vec{X: 30 * rng.Float64(), Y: 30 * rng.Float64()}
		shape := geom.Regular(3+rng.IntN(6), at, 0.5+2*rng.Float64(), 360*rng.Float64())
		q := placedBrick{BrickSpec: spec.BrickSpec{Shape: shape}}
		if rng.IntN(3) > 0 {
			q.Motion.Path, q.Motion.Lap = geom.Direction(360*rng.Float64()).Mul(0.1+15*rng.Float64()), 240
		}
		if rng.IntN(3) > 0 {
			q.Motion.Spin = 10
		}
		return q
	}
	for range 500 {
		a, b := shape(), shape()
		got, back := a.gap(&b), b.gap(&a)
		if math.Abs(got-back) > 1e-9 {
			t.Fatalf("a.gap(b) = %v, but b.gap(a) = %v: %+v, %+v", got, back, a.BrickSpec, b.BrickSpec)
		}
		if got <= 0 {
			continue
		}
		smallest := math.Inf(1)
		for range 100 {
			p := placedAt(a.BrickSpec, rng.Float64(), 360*rng.Float64())
			q := placedAt(b.BrickSpec, rng.Float64(), 360*rng.Float64())
			d := polygonGap(p, q)
			if d < got-1e-9 {
				t.Fatalf("a.gap(b) = %v, but the polygons have a distance of %v: %+v, %+v", got, d, a.BrickSpec,
					b.BrickSpec)
			}
		}
		// Compare with a grid of positions of both centers.
		for i := range 41 {
			for j := range 41 {
				smallest = min(smallest, discs(&a, &b, float64(i)/40, float64(j)/40))
			}
		}
		if smallest > got+0.6 || smallest < got-1e-9 {
			t.Fatalf("a.gap(b) = %v, but the smallest distance of the discs is %v: %+v, %+v",
				got, smallest, a.BrickSpec, b.BrickSpec)
		}
	}
}

// discs returns the distance of two bricks at the given parts of their drifts. Moving bricks are replaced by their
// circumscribed discs.
func discs(a, b *placedBrick, s, u float64) float64 {
	disc := func(q *placedBrick, part float64) (geom.Vec, float64) {
		c, r := q.Shape.Circle()
		return c.Along(q.Motion.Path, part), r
	}
	ca, ra := disc(a, s)
	cb, rb := disc(b, u)
	switch {
	case a.moves() && b.moves():
		return cb.Sub(ca).Norm() - ra - rb
	case a.moves():
		return b.Shape.Distance(ca) - ra
	case b.moves():
		return a.Shape.Distance(cb) - rb
	}
	return polygonGap(a.Shape, b.Shape)
}
