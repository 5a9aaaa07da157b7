package engine

import (
	"math"
	"strings"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// zoo returns a board with all kinds of bricks, most of them at least twice.
func zoo() spec.Level {
	var l spec.Level
	for row := range 5 {
		for col := range 9 {
			x := 5 + 6*float64(col) + 3*float64(row%2)
			b := spec.BrickSpec{
				Kind: spec.Kind((row*9 + col) % spec.NumPlacedKinds), Hue: uint8(col % spec.NumHues),
				Shape: geom.Regular(6, at(x, 6+5*float64(row)), 2.4, 30),
			}

			switch of := &spec.Kinds[b.Kind]; {
			case of.Wired:
				b.Pair = 2
			case of.Paired():
				b.Pair = 1
			case of.Opening == spec.OneWay:
				b.PassDir = geom.Direction(float64(270 + 60*row))
			}

			l.Bricks = append(l.Bricks, b)
		}
	}

	keepTwoOfEachPair(&l)
	return l
}

// keepTwoOfEachPair replaces all portals and trip wires except two of each pair.
func keepTwoOfEachPair(l *spec.Level) {
	var ends [spec.MaxPairs + 1]int
	for k := range l.Bricks {
		if b := &l.Bricks[k]; b.Pair > 0 {
			if ends[b.Pair]++; ends[b.Pair] > 2 {
				b.Kind, b.Pair = spec.Plain, 0
			}
		}
	}
}

func TestGameWithEveryKind(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	for seed := range uint64(8) {
		g, err := New(Config{Setup: Setup{Seed: seed}, Levels: []spec.Level{zoo()}})
		if err != nil {
			t.Fatal(err)
		}

		player, w := newKeeper(seed), &wild{rng: Random(seed)}
		for !g.Phase.Ended() && g.Phase != Clear && g.Tick < 5*60*TicksPerSecond {
			in := player.Play(g)
			if seed%2 == 1 && g.Tick%(8*TicksPerSecond) < TicksPerSecond {
				in = w.play()
			}
			g.Step(Input{in, Idle})
			if err := g.Check(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}

		t.Logf("seed %d: %s after %d s, %d bricks left, %d lives",
			seed, g.Phase, g.Tick/TicksPerSecond, g.BricksLeft, g.Lives)
	}
}

func TestPortalKeepsTheLine(t *testing.T) {
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Portal, Pair: 1, Shape: geom.Regular(6, at(20, 20), 3, 30)},
		{Kind: spec.Portal, Pair: 1, Shape: geom.Regular(6, at(44, 14), 3, 30)},
		far.Bricks[0],
	}}

	g := inPlay(t, l, at(18, 30), geom.Vec{X: 4, Y: -26})
	events := step(t, g, 100)
	if count(events, BallTeleported) != 1 {
		t.Fatal("the ball passes no portal within 100 ticks, want one BallTeleported")
	}

	// The ball continues straight, as if the second portal were at the position of the first one.
	seen := g.BallAt(0).Sub(at(24, -6))
	line := seen.Sub(at(18, 30)).Cross(geom.Vec{X: 4, Y: -26})
	if turned := g.Disc(0).V.Cross(geom.Vec{X: 4, Y: -26}); math.Abs(line) > 1e-9 || math.Abs(turned) > 1e-9 {
		t.Errorf("the ball at %v with velocity %v is not on the line through the portals", g.BallAt(0), g.Disc(0).V)
	}
}

func TestBlockedPortalIsAWall(t *testing.T) {
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Portal, Pair: 1, Shape: geom.Regular(6, at(20, 20), 3, 30)},
		{Kind: spec.Portal, Pair: 1, Shape: geom.Regular(6, at(44, 20), 3, 30)},
		{Kind: spec.Wall, Shape: geom.Regular(6, at(44, 14.5), 2, 30)},
		far.Bricks[0],
	}}
	g := inPlay(t, l, at(20.5, 30), geom.Vec{Y: -27})
	events := step(t, g, 100)
	if count(events, BallTeleported) != 0 || g.Disc(0).V.Y <= 0 {
		t.Errorf("velocity at a portal with a blocked exit = %v, want a bounce", g.Disc(0).V)
	}
}

func TestGrowingWaitsForTheBall(t *testing.T) {
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Seed, Shape: geom.Regular(6, at(32, 20), 3, 30)},
		far.Bricks[0],
	}}
	g := inPlay(t, l, at(50, 30), geom.Vec{X: 1})
	center, _ := g.Shape(2).Circle()
	g.damage(0, 1, Event{Ball: -1})
	if g.BricksLeft != 1+6 {
		t.Fatalf("BricksLeft while six sprouts grow = %d, want 7", g.BricksLeft)
	}

	put(g, 0, center, geom.Vec{X: 0.01})
	step(t, g, spec.Kinds[spec.Seed].SproutTicks+50)
	if g.Bricks[2].Hits != 0 || g.Bricks[3].Hits == 0 {
		t.Fatal("a sprout grows at the ball, or none grows at a free place")
	}

	put(g, 0, at(50, 36), geom.Vec{X: 1})
	step(t, g, 2)
	if g.Bricks[2].Hits != 1 || g.BricksLeft != 7 {
		t.Errorf("after the ball is gone, the sprout has %d hits, and %d bricks are left; want 1 and 7",
			g.Bricks[2].Hits, g.BricksLeft)
	}
}

// A dormant sprout is absent at first. It grows in one of the seed's places and holds its drop.
func TestDormantSproutsGrow(t *testing.T) {
	home := geom.Regular(6, at(32, 20), 3, 30)
	far := spec.BrickSpec{Kind: spec.Plain, Shape: geom.Regular(6, at(6, 6), 2, 30)}
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Seed, Shape: home},
		{Kind: spec.Sprout, Shape: geom.Regular(6, at(32+5.6, 20), 3, 30), Drop: spec.DropLife, Dormant: true},
		// not next to a seed
		{Kind: spec.Sprout, Shape: geom.Regular(6, at(55, 8), 3, 30), Drop: spec.DropLife, Dormant: true},
		far,
	}}

	plain := l
	plain.Bricks = append([]spec.BrickSpec(nil), l.Bricks...)
	plain.Bricks[1].Dormant = false
	if spec.Digest([]spec.Level{l}) == spec.Digest([]spec.Level{plain}) {
		t.Error("Digest does not depend on Dormant, want a different digest")
	}

	g := inPlay(t, l, at(50, 30), geom.Vec{X: 1})
	if g.BricksLeft != 2 || g.Bricks[1].Hits != 0 || len(g.Bricks) != len(l.Bricks)+5 {
		t.Fatalf("%d of %d bricks are required, and the dormant brick has %d hits; want 2 of %d, and 0 hits",
			g.BricksLeft, len(g.Bricks), g.Bricks[1].Hits, len(l.Bricks)+5)
	}

	g.damage(0, 1, Event{Ball: -1})
	step(t, g, spec.Kinds[spec.Seed].SproutTicks+1)
	if g.Bricks[1].Hits != 1 || g.Bricks[2].Hits != 0 || g.BricksLeft != 1+6 {
		t.Fatalf("%d bricks left, and the sprouts have %d and %d hits; want 7, 1 and 0",
			g.BricksLeft, g.Bricks[1].Hits, g.Bricks[2].Hits)
	}

	g.damage(1, 1, Event{Ball: -1})
	step(t, g, 1)
	if len(g.Drops) != 1 || g.Drops[0].Kind != spec.DropLife {
		t.Errorf("the sprout releases %+v, want DropLife", g.Drops)
	}
	if err := g.Check(); err != nil {
		t.Error(err)
	}

	l.Bricks[3].Dormant = true
	if _, err := New(Config{Levels: []spec.Level{l}}); err == nil {
		t.Error("New accepts a dormant plain brick, want an error")
	}
}

func TestSproutPlacesAreFree(t *testing.T) {
	l := spec.Level{Bricks: []spec.BrickSpec{
		// in the corner, with two places; one of them is occupied
		{Kind: spec.Seed, Shape: geom.Regular(6, at(3, 3), 2.5, 30)},
		{Kind: spec.Seed, Shape: geom.Regular(6, at(32, 20), 3, 30)},
		{Kind: spec.Plain, Shape: geom.Regular(6, at(38, 20), 3, 30)},
		{
			Kind: spec.Plain, Shape: geom.Regular(6, at(20, 20), 3, 30),
			Motion: spec.Motion{Path: geom.Vec{X: 3}, Lap: 600},
		},
	}}

	g, err := New(Config{Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}

	for k := range g.Bricks {
		for j := range k {
			if g.Shape(k).Overlaps(g.Shape(j)) {
				t.Errorf("brick %d overlaps brick %d", k, j)
			}
		}
	}

	if n := len(g.Bricks) - len(l.Bricks); n != 2+4 {
		t.Errorf("New adds %d places for sprouts, want 2 in the corner and 4 others", n)
	}
}

func TestBombsRunThroughALongRow(t *testing.T) {
	var l spec.Level
	for k := range 10 {
		l.Bricks = append(l.Bricks, spec.BrickSpec{
			Kind:  spec.Bomb,
			Shape: geom.Regular(6, at(5+5*float64(k), 20), 2.7, 30),
		})
	}

	l.Bricks = append(l.Bricks, spec.BrickSpec{Kind: spec.Plain, Shape: geom.Regular(6, at(60, 36), 2, 30)})
	g := inPlay(t, l, at(50, 30), geom.Vec{X: 1})
	g.damage(0, 1, Event{Ball: -1})
	for k := range 9 {
		step(t, g, spec.Kinds[spec.Bomb].FuseTicks)
		if g.Bricks[k+1].Hits != 0 || k < 8 && g.Bricks[k+2].Hits == 0 {
			t.Fatalf("after %d explosions, bomb %d has %d hits, want 0, and a later explosion of the next bomb",
				k+1, k+1, g.Bricks[k+1].Hits)
		}
	}

	if g.BricksLeft != 1 {
		t.Errorf("after the explosions, %d bricks are left, want 1", g.BricksLeft)
	}
}

// A chain of explosions can clear the level while the next ball is on the paddle.
func TestBombClearsTheLevelWhileTheBallIsHeld(t *testing.T) {
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Bomb, Shape: geom.Regular(6, at(20, 20), 2.7, 30)},
		{Kind: spec.Plain, Shape: geom.Regular(6, at(25, 20), 2.7, 30)},
	}}
	g := inPlay(t, l, at(20, 47), geom.Vec{Y: 27})
	g.damage(0, 1, Event{Ball: -1})
	g.placeBalls()
	g.enterPhase(Serve)
	step(t, g, spec.Kinds[spec.Bomb].FuseTicks+1)
	if g.Phase != Clear {
		t.Errorf("phase after the explosion = %s with %d bricks left, want clear", g.Phase, g.BricksLeft)
	}
}

func TestKindErrors(t *testing.T) {
	hex := geom.Regular(6, at(20, 20), 2, 30)
	for want, b := range map[string]spec.BrickSpec{
		"at most 1":          {Kind: spec.Plain, Hits: 2},
		"kind portal with":   {Kind: spec.Portal, Pair: 1},
		"kind tripwire with": {Kind: spec.Tripwire, Pair: 1},
		"pair number 0":      {Kind: spec.Portal},
		"pair number 3":      {Kind: spec.Plain, Pair: 3},
		"cannot move":        {Kind: spec.Gate, PassDir: geom.Vec{X: 1}, Motion: spec.Motion{Spin: 1}},
		"with direction":     {Kind: spec.Gate},
		"unit vector":        {Kind: spec.Gate, PassDir: geom.Vec{X: 2}},
	} {
		b.Shape = hex
		if _, err := New(Config{Levels: []spec.Level{{Bricks: []spec.BrickSpec{b}}}}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("New() error = %v, want an error with %q", err, want)
		}
	}
}

func TestKindsAllocateNothing(t *testing.T) {
	l := zoo()
	l.Balls = spec.MaxServeBalls
	g, err := New(Config{Setup: Setup{Seed: 1, Lives: MaxLives}, Levels: []spec.Level{l, l, l}})
	if err != nil {
		t.Fatal(err)
	}
	player := newKeeper(1)
	if n := testing.AllocsPerRun(20*TicksPerSecond, func() { g.Step(Input{player.Play(g), Idle}) }); n != 0 {
		t.Errorf("Step allocates %g times per tick, want 0", n)
	}
}
