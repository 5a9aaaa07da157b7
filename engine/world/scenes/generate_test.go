package scenes

import (
	"math"
	"reflect"
	"testing"
)

func TestScenesAreReproducible(t *testing.T) {
	for _, w := range All[:5] {
		if a, b := w.Scene(), w.Scene(); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: two calls of Scene return different scenes", w.Name)
		}
	}
}

func TestScenesHaveTheirSizes(t *testing.T) {
	for name, want := range map[string]struct {
		hexes, balls int
		w, h         float64
		paddles      int
	}{
		"w1":       {60, 3, 40, 30, 1},
		"w1s":      {60, 3, 40, 30, 1},
		"w2":       {60, 200, 40, 30, 0},
		"w3":       {500, 5000, 114.41, 85.81, 0},
		"w4-250":   {25, 250, 25.58, 19.19, 0},
		"w4-1000":  {100, 1000, 51.17, 38.37, 0},
		"w4-4000":  {400, 4000, 102.33, 76.75, 0},
		"w4-16000": {1600, 16000, 204.67, 153.50, 0},
	} {
		s := NamedWorkload(name).Scene()
		if len(s.Hexes) != want.hexes || len(s.Balls) != want.balls || len(s.Paddles) != want.paddles {
			t.Errorf("%s: %d hexagons, %d balls and %d paddles, want %d, %d and %d", name,
				len(s.Hexes), len(s.Balls), len(s.Paddles), want.hexes, want.balls, want.paddles)
		}
		if math.Abs(s.W-want.w) > 0.01 || math.Abs(s.H-want.h) > 0.01 {
			t.Errorf("%s: the field is %g × %g units, want %g × %g", name, s.W, s.H, want.w, want.h)
		}
	}
}

// TestDensityDoesNotDependOnSize checks that in the gas scenes of all sizes, balls cover a tenth of the area and
// outnumber the hexagons ten to one, so the number of neighbors does not depend on the size.
func TestDensityDoesNotDependOnSize(t *testing.T) {
	for _, w := range All[3:] {
		s := w.Scene()
		covered := 0.0
		for _, b := range s.Balls {
			covered += math.Pi * b.R * b.R
		}
		if share := covered / (s.W * s.H); math.Abs(share-0.1) > 1e-9 {
			t.Errorf("%s: balls cover %g of the area, want 0.1", w.Name, share)
		}
		if len(s.Balls) != 10*len(s.Hexes) {
			t.Errorf("%s: %d balls and %d hexagons, want ten balls per hexagon", w.Name, len(s.Balls), len(s.Hexes))
		}
	}
}

func TestNothingOverlapsAndBallsHaveTheirSpeed(t *testing.T) {
	for _, w := range All[:6] {
		s := w.Scene()
		for i, b := range s.Balls {
			if speed := math.Hypot(b.VX, b.VY); math.Abs(speed-20) > 1e-12 {
				t.Errorf("%s: ball %d moves at %g units/s, want 20", w.Name, i, speed)
			}
			if b.X < b.R || b.X > s.W-b.R || b.Y < b.R || b.Y > s.H-b.R {
				t.Errorf("%s: ball %d is in a wall", w.Name, i)
			}
			for j, o := range s.Balls[:i] {
				if math.Hypot(b.X-o.X, b.Y-o.Y) <= b.R+o.R {
					t.Errorf("%s: balls %d and %d overlap", w.Name, j, i)
				}
			}
			for j, h := range s.Hexes {
				if math.Hypot(b.X-h.X, b.Y-h.Y) <= b.R+h.R {
					t.Errorf("%s: ball %d is in hexagon %d", w.Name, i, j)
				}
			}
		}
		for i, h := range s.Hexes {
			for j, o := range s.Hexes[:i] {
				if math.Hypot(h.X-o.X, h.Y-o.Y) < h.R+o.R+2*BallR {
					t.Errorf("%s: hexagons %d and %d are too close for a ball", w.Name, j, i)
				}
			}
		}
	}
}

func TestDirectionsAreUniform(t *testing.T) {
	s := NamedWorkload("w3").Scene()
	var x, y float64
	for _, b := range s.Balls {
		x, y = x+b.VX/20, y+b.VY/20
	}
	// The standard deviation of each sum is √(n/2) = 50.
	if math.Hypot(x, y) > 250 {
		t.Errorf("the directions have the sum (%g, %g), want a length of at most 250", x, y)
	}
}

func TestOtherScenesAreValid(t *testing.T) {
	for _, w := range Others {
		s := w.Scene()
		run, err := s.Begin()
		if err != nil {
			t.Fatalf("%s: %v", w.Name, err)
		}
		if len(s.Balls) > 1000 {
			continue // Check is slow
		}
		for range 10 {
			run.Step()
		}
		if err := run.World.Check(); err != nil {
			t.Errorf("%s: %v", w.Name, err)
		}
	}
}
