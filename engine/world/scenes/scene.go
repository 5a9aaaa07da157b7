// Package scenes contains example worlds for benchmarks, for comparisons with other engines, and for tests. A [Scene]
// is a description that any engine can build. [Scene.Begin] builds it with package world. [Gallery] returns these
// scenes, and worlds that demonstrate other features: gates, movers, filters and an open floor.
//
// Scenes are bit-identical on every processor, because they are generated from fixed seeds and only with functions
// whose results do not depend on the processor.
package scenes

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// A Scene is an initial state that every engine can simulate: a closed box with hexagons, balls and at most one paddle.
// Lengths are in units, times in seconds, and y grows upward. There is no gravity and no friction, the restitution is 1
// and every ball has mass 1.
type Scene struct {
	W, H float64 // the interior is [0, W] × [0, H]
	Wall float64 // thickness of the four walls around the interior
	Dt   float64 // duration of one step

	Hexes   []Hex
	Paddles []Paddle // at most one
	Balls   []Ball

	// A scene file has no lines for the following fields.
	Bricks   []Brick
	Periodic bool // opposite edges of the field are joined, in engines that can do this
}

// A Brick is a convex polygon at rest or in motion. Unlike other objects, it is in the coordinates of package world,
// with y downward.
type Brick struct {
	Shape  geom.Polygon
	Motion world.Motion
}

// A Hex is a regular hexagon whose corner k is at Angle + 60°·k (radians).
type Hex struct{ X, Y, R, Angle float64 }

// A Paddle is a box whose half width is HW and half height is HH. Its center swings horizontally around X with the
// amplitude Amp and the frequency Freq, in Hz.
type Paddle struct{ X, Y, HW, HH, Amp, Freq float64 }

// At returns the x of the paddle's center at time t.
func (p *Paddle) At(t float64) float64 {
	return p.X + float64(p.Amp*geom.Direction(float64(360*p.Freq*t)).Y)
}

// A Ball is a disc of radius R with the velocity VX, VY.
type Ball struct{ X, Y, VX, VY, R float64 }

// Course returns a table of the x of the paddle's center for one period: at the start, and after each following step of
// dt seconds. A benchmark uses the table, so that it does not measure the computation of sines. Course returns an error
// if a period is not a whole number of steps.
func (p *Paddle) Course(dt float64) ([]float64, error) {
	if p.Amp == 0 {
		return []float64{p.X}, nil
	}
	n := math.Round(1 / (p.Freq * dt))
	if !(n >= 1 && n < 1e6) || math.Abs(float64(n*p.Freq*dt)-1) > 1e-9 {
		return nil, fmt.Errorf("the period of a paddle at %g Hz is not a whole number of steps of %g s", p.Freq, dt)
	}
	course := make([]float64, int(n))
	for k := range course {
		course[k] = p.At(float64(k) * dt)
	}
	return course, nil
}

// statements describes the lines of a scene file. The key is the first word of a line, numbers contains the names of
// the numbers after it, and add adds the object with these numbers to the scene.
var statements = map[string]struct {
	numbers string
	add     func(s *Scene, f []float64)
}{
	"world": {"W H wall dt", func(s *Scene, f []float64) { s.W, s.H, s.Wall, s.Dt = f[0], f[1], f[2], f[3] }},
	"hex":   {"cx cy R angle", func(s *Scene, f []float64) { s.Hexes = append(s.Hexes, Hex{f[0], f[1], f[2], f[3]}) }},
	"paddle": {"cx cy hw hh amp freq", func(s *Scene, f []float64) {
		s.Paddles = append(s.Paddles, Paddle{f[0], f[1], f[2], f[3], f[4], f[5]})
	}},
	"ball": {"x y vx vy r", func(s *Scene, f []float64) {
		s.Balls = append(s.Balls, Ball{f[0], f[1], f[2], f[3], f[4]})
	}},
}

// Parse reads a scene file, which has one object per line. It ignores empty lines, and comments that start with #. Its
// errors contain the name of the file and the line.
func Parse(name string, r io.Reader) (Scene, error) {
	var s Scene
	in := bufio.NewScanner(r)
	for line := 1; in.Scan(); line++ {
		text, _, _ := strings.Cut(in.Text(), "#")
		if err := s.parseLine(strings.Fields(text)); err != nil {
			return Scene{}, fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	if err := in.Err(); err != nil {
		return Scene{}, fmt.Errorf("read %s: %w", name, err)
	}
	if s.W == 0 {
		return Scene{}, fmt.Errorf("%s: no world line, want one in the first line", name)
	}
	return s, nil
}

// parseLine adds the object that a line describes to s. It ignores a line without words.
func (s *Scene) parseLine(words []string) error {
	if len(words) == 0 {
		return nil
	}
	statement, ok := statements[words[0]]
	if !ok {
		return fmt.Errorf("unknown object %q (want world, hex, paddle or ball)", words[0])
	}
	if (words[0] == "world") != (s.W == 0) {
		return fmt.Errorf("%s: want exactly one world, in the first line", words[0])
	}
	if n := len(strings.Fields(statement.numbers)); len(words)-1 != n {
		return fmt.Errorf("%s: %d numbers, want %d: %s", words[0], len(words)-1, n, statement.numbers)
	}
	var numbers []float64
	for _, w := range words[1:] {
		f, err := strconv.ParseFloat(w, 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return fmt.Errorf("%s: %q is not a finite number", words[0], w)
		}
		numbers = append(numbers, f)
	}
	statement.add(s, numbers)
	return s.check(words[0])
}

// check returns an error if the object that was added last is invalid.
func (s *Scene) check(kind string) error {
	valid := true
	switch kind {
	case "world":
		valid = s.W > 0 && s.H > 0 && s.Wall > 0 && s.Dt > 0
	case "hex":
		valid = s.Hexes[len(s.Hexes)-1].R > 0
	case "ball":
		b := &s.Balls[len(s.Balls)-1]
		if valid = b.R > 0; valid && !s.accepts(b) {
			return fmt.Errorf("ball: outside of the world, or radius or speed out of range")
		}
	case "paddle":
		if len(s.Paddles) > 1 {
			return fmt.Errorf("paddle: a scene has at most one paddle")
		}
		valid = s.Paddles[0].HW > 0 && s.Paddles[0].HH > 0
	}
	if !valid {
		return fmt.Errorf("%s: all sizes must be greater than 0", kind)
	}
	return nil
}

// accepts reports whether a world accepts b, which must be inside the field and within the limits of a disc.
func (s *Scene) accepts(b *Ball) bool {
	y := s.H - b.Y // in the world's coordinates
	return b.X >= b.R && b.X <= s.W-b.R && y >= b.R && y <= s.H-b.R &&
		b.R >= world.MinRadius && math.Abs(b.VX) <= world.MaxDiscSpeed && math.Abs(b.VY) <= world.MaxDiscSpeed
}
