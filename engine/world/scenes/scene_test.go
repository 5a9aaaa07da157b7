package scenes

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	s, err := Parse("x", strings.NewReader(`
# a comment, then the world
world 40 30 0.1 0.0083333333333333332

hex 1 2 0.5 0.25   # the first
paddle 20 2 2 0.25 12 0.5
ball 3 4 -5 6e-1 0.25
ball 3 5 5 0 0.25
`))
	if err != nil {
		t.Fatal(err)
	}
	if s.W != 40 || s.H != 30 || s.Wall != 0.1 || s.Dt != 1.0/120 {
		t.Errorf("Parse() = field %v × %v, walls %v, step %v; want 40 × 30, 0.1 and 1/120", s.W, s.H, s.Wall, s.Dt)
	}
	if want := (Hex{1, 2, 0.5, 0.25}); len(s.Hexes) != 1 || s.Hexes[0] != want {
		t.Errorf("Parse() = hexagons %v, want %v", s.Hexes, want)
	}
	if want := (Paddle{20, 2, 2, 0.25, 12, 0.5}); len(s.Paddles) != 1 || s.Paddles[0] != want {
		t.Errorf("Parse() = paddles %v, want %v", s.Paddles, want)
	}
	if want := (Ball{3, 4, -5, 0.6, 0.25}); len(s.Balls) != 2 || s.Balls[0] != want {
		t.Errorf("Parse() = balls %v, want two, and %v first", s.Balls, want)
	}
}

func TestParseErrors(t *testing.T) {
	const world = "world 40 30 0.1 0.008\n"
	for text, want := range map[string]string{
		"":                                "x: no world line, want one in the first line",
		"ball 1 2 3 4 5":                  "x:1: ball: want exactly one world, in the first line",
		world + world:                     "x:2: world: want exactly one world, in the first line",
		world + "\nbrick 1 2":             `x:3: unknown object "brick" (want world, hex, paddle or ball)`,
		world + "hex 1 2 0.5":             "x:2: hex: 3 numbers, want 4: cx cy R angle",
		world + "hex 1 2 0.5 0 0":         "x:2: hex: 5 numbers, want 4: cx cy R angle",
		world + "hex 1 two 0.5 0":         `x:2: hex: "two" is not a finite number`,
		world + "ball 1 NaN 0 0 1":        `x:2: ball: "NaN" is not a finite number`,
		world + "ball 1 2 -Inf 0 1":       `x:2: ball: "-Inf" is not a finite number`,
		world + "ball 1 2 3 4 0":          "x:2: ball: all sizes must be greater than 0",
		world + "ball 1 2 3 4 1.5":        "x:2: ball: outside of the world, or radius or speed out of range",
		world + "ball 1 30 3 4 1":         "x:2: ball: outside of the world, or radius or speed out of range",
		world + "ball 1 2 1e10 4 1":       "x:2: ball: outside of the world, or radius or speed out of range",
		world + "ball 1 2 3 4 1e-10":      "x:2: ball: outside of the world, or radius or speed out of range",
		world + "hex 1 2 -1 0":            "x:2: hex: all sizes must be greater than 0",
		"world 40 0 0.1 0.008":            "x:1: world: all sizes must be greater than 0",
		world + "paddle 1 2 0 1 0 0":      "x:2: paddle: all sizes must be greater than 0",
		world + dup("paddle 1 2 1 1 0 0"): "x:3: paddle: a scene has at most one paddle",
	} {
		_, err := Parse("x", strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("Parse(%q) error = %v, want %s", text, err, want)
		}
	}
}

func dup(line string) string { return line + "\n" + line + "\n" }
