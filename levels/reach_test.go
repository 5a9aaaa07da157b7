package levels

import (
	"testing"

	"arkterm/engine/spec"
)

// TestOneWayIntoRingIsEnough puts different objects into one place, x, of a ring of walls.
func TestOneWayIntoRingIsEnough(t *testing.T) {
	const ring = "level: A\nlegend:\n  o plain 1\n  # wall\nrows:\n   # x\n  # o #\n   # #\n" + brick
	for _, tt := range []struct{ name, more string }{
		{"a gate", "legend:\n  x gate way down\n"},
		{"a bomb", "legend:\n  x bomb\n"},
		{"what breaks", "legend:\n  x triple\n"},
		{"a portal that is reached", "legend:\n  x portal pair 1\nhexagon: portal pair 1 at 50 30, radius 2\n"},
	} {
		if _, err := Parse("f.level", []byte("arkterm levels 1\n"+ring+tt.more)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestShotsReachThroughNarrowGaps covers gaps that are too narrow for balls.
func TestShotsReachThroughNarrowGaps(t *testing.T) {
	const cup = "arkterm levels 1\nlevel: A\n" +
		"polygon: plain at 20.2 10, 23.8 10, 23.8 12, 20.2 12\n" +
		"polygon: wall at 19 0, 19.9 0, 19.9 14, 19 14\n" +
		"polygon: wall at 24.1 0, 25 0, 25 14, 24.1 14\n" +
		"polygon: wall at 19.9 14.3, 21.7 14.3, 21.7 15, 19.9 15\n" +
		"polygon: wall at 22.3 14.3, 24.1 14.3, 24.1 15, 22.3 15\n" + brick
	if _, err := Parse("f.level", []byte(cup)); err == nil {
		t.Error("Parse() = nil error for a brick behind a gap of 0.6 units")
	}
	if _, err := Parse("f.level", []byte(cup+"shots: 9\n")); err != nil {
		t.Errorf("Parse() of the same level with shots: error %v, want none", err)
	}
}

// TestWiresReachEnclosedBricks covers bricks that only a trip wire can hit. A wire that no ball can cut does not count.
func TestWiresReachEnclosedBricks(t *testing.T) {
	const box = "arkterm levels 1\nlevel: A\npolygon: plain at 4 4, 8 4, 8 8, 4 8\n" +
		"polygon: wall at 2 2, 10 2, 10 4, 2 4\npolygon: wall at 2 4, 4 4, 4 8, 2 8\n" +
		"polygon: wall at 2 8, 8 8, 8 10, 2 10\nhexagon: plain at 30 30, radius 2\n" +
		"polygon: tripwire pair 1 at 8 4, 10 4, 10 10, 8 10\n"
	if _, err := Parse("f.level", []byte(box+"polygon: tripwire pair 1 at 50 4, 52 4, 52 10, 50 10\n")); err != nil {
		t.Errorf("Parse() of a wire that balls can reach: error %v, want none", err)
	}
	if _, err := Parse("f.level", []byte(box+"polygon: tripwire pair 1 at 12.5 4, 14 4, 14 10, 12.5 10\n"+
		"polygon: wall at 10 2, 14 2, 14 4, 10 4\npolygon: wall at 10 10, 14 10, 14 12, 10 12\n")); err == nil {
		t.Error("Parse() of an enclosed wire returns no error")
	}
}

func TestParseDetailsOfKinds(t *testing.T) {
	p := mustParse(t, `arkterm levels 1
level: A
legend:
  a hidden 3 holds life hits 2
  b portal pair 4
  c gate 1 way up
  d gate way -45
drops: 20
rows:
  a b b c d
hexagon: regrow hits 1 at 5 25, radius 2, spin 10
`)
	b := p.Levels[0].Bricks
	if b[0].Drop != spec.DropLife || p.Levels[0].Drops != 20 {
		t.Errorf("Parse() = drop %d in the first brick, %d %% drops; want DropLife, 20 %%",
			b[0].Drop, p.Levels[0].Drops)
	}
	if b[0].Hits != 2 || b[0].Hue != 3 || b[1].Pair != 4 || b[2].Pair != 4 ||
		b[5].Hits != 1 || b[5].Kind != spec.Regrow {
		t.Errorf("Parse() bricks = %+v, want the hits, hue, pairs and kinds of the text", b)
	}
	if w := b[3].PassDir; w.X != 0 || w.Y != -1 {
		t.Errorf("PassDir of \"up\" = %v, want (0, -1)", w)
	}
	if w := b[4].PassDir; w.X < 0.7 || w.Y > -0.7 {
		t.Errorf("PassDir at -45° = %v, want (0.71, -0.71)", w)
	}
}
