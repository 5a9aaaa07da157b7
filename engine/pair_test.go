package engine

import (
	"strings"
	"testing"

	"arkterm/engine/geom"
)

// duelBoard is three hexagons in the middle of the field, and some that hold drops.
func duelBoard() Level {
	var l Level
	for _, x := range [...]float64{20, 32, 44} {
		l.Bricks = append(l.Bricks, BrickSpec{Kind: Triple, Shape: geom.Regular(6, at(x, 24), 2, 30)})
	}
	for _, x := range [...]float64{8, 26, 38, 56} {
		l.Bricks = append(l.Bricks, BrickSpec{Kind: Plain, Shape: geom.Regular(6, at(x, 19), 2, 30)})
		l.Bricks = append(l.Bricks, BrickSpec{Kind: Plain, Shape: geom.Regular(6, at(64-x, 29), 2, 30)})
	}
	l.Drops = 60
	return l
}

// TestTwoPaddlesHoldTheInvariants lets two wild players, who catch any drop at any
// time, play in both modes of two paddles, and checks every tick. It also plays
// each game again from its recording.
func TestTwoPaddlesHoldTheInvariants(t *testing.T) {
	for _, mode := range []Mode{Arkanong, Coop} {
		for seed := range uint64(6) {
			levels := []Level{duelBoard(), duelBoard()}
			playWildly(t, Config{Mode: mode, Seed: seed, Levels: levels, Difficulty: Difficulty(seed)}, 20*TicksPerSecond)
		}
	}
}

// TestCoopIsAChain: what a level begins with is all that the next one needs of the last, with
// paddles of any width.
func TestCoopIsAChain(t *testing.T) {
	for _, c := range []Config{
		{Seed: 1043, Difficulty: Kids}, // cleared by a ball of the second player's
		{Seed: 1003, Difficulty: Hard},
		{Seed: 1001, Difficulty: Kids, Assists: AssistWide},
	} {
		c.Mode, c.Drops = Coop, 80
		c.Levels = []Level{rain(c.Seed - 1000), rain(c.Seed - 999)}
		playWildly(t, c, 30*TicksPerSecond)
	}
}

func playWildly(t *testing.T, c Config, ticks int) {
	t.Helper()
	g, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecording(c, "Two")
	one, two := &wild{rng: random(c.Seed)}, &wild{rng: random(c.Seed + 99)}
	for range ticks {
		in := Input{one.play(), two.play()}
		r.Add(in)
		g.Step(in)
		r.Mark(g)
		if err := g.Check(); err != nil {
			t.Fatalf("%s, seed %d: %v", c.Mode, c.Seed, err)
		}
	}
	r.Close(g)
	back, err := ParseRecording("again", r.Text())
	if err != nil {
		t.Fatal(err)
	}
	again, err := back.Play(c.Levels, nil)
	if err != nil || again.Hash() != g.Hash() {
		t.Errorf("%s, seed %d: played back it differs: %v", c.Mode, c.Seed, err)
	}
	for i, link := range back.Links() {
		if _, err := link.Play(c.Levels, nil); err != nil {
			t.Errorf("%s, seed %d: link %d: %v", c.Mode, c.Seed, i, err)
		}
	}
}

// TestTopPaddleMirrorsTheBottomOne: a match and the same match with both ends
// exchanged are the same, turned upside down.
func TestTopPaddleMirrorsTheBottomOne(t *testing.T) {
	for o := -1.25; o <= 1.25; o += 0.125 {
		var v [2]geom.Vec
		for k := range v {
			c := Config{Mode: Arkanong, Levels: []Level{{Bricks: []BrickSpec{{Kind: Wall, Shape: geom.Regular(6, at(3, 24), 1, 0)}}}}}
			g, err := New(c)
			if err != nil {
				t.Fatal(err)
			}
			g.enterPhase(Play)
			p := &g.Paddles[k]
			b := &g.Balls[0]
			b.Held = false
			g.setCourse(0, at(p.X+o*p.Half, 24), p.away(geom.Vec{X: 1, Y: 20}), g.now)
			g.rebuild()
			for g.Match.Rally == 0 && g.Phase == Play {
				g.Step(Input{{Move: 1, Target: NoTarget}, {Move: 1, Target: NoTarget}})
			}
			if len(g.Balls) > 0 {
				v[k] = g.Balls[0].V
			}
		}
		if v[0].X != v[1].X || v[0].Y != -v[1].Y {
			t.Errorf("offset %g: the lower paddle sends a ball off with %v, the upper one with %v", o, v[0], v[1])
		}
	}
}

// TestPaddlesSideBySideStopAtEachOther: neither pushes the other, and two that go
// for each other meet half way.
func TestPaddlesSideBySideStopAtEachOther(t *testing.T) {
	right, left, rest := Control{Move: MoveFull, Target: NoTarget}, Control{Move: -MoveFull, Target: NoTarget}, Idle
	for _, c := range []struct {
		what string
		in   Input
		p, q float64
	}{
		{"the left one runs into the right one", Input{right, rest}, 48 - 7.2, 48},
		{"the right one runs into the left one", Input{rest, left}, 16, 16 + 7.2},
		{"they meet", Input{right, left}, 32 - 3.6, 32 + 3.6},
		{"both to the right", Input{right, right}, 64 - 3*3.6, 64 - 3.6},
		{"both to the left", Input{left, left}, 3.6, 3 * 3.6},
		{"each to where the other one is", Input{{Target: 50 * 64}, {Target: 10 * 64}}, 32 - 3.6, 32 + 3.6},
	} {
		g, err := New(Config{Mode: Coop, Levels: []Level{duelBoard()}})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 * TicksPerSecond {
			g.Step(c.in)
			if err := g.Check(); err != nil {
				t.Fatalf("%s: %v", c.what, err)
			}
		}
		if p, q := g.Paddles[0].X, g.Paddles[1].X; p-c.p > 1e-9 || c.p-p > 1e-9 || q-c.q > 1e-9 || c.q-q > 1e-9 {
			t.Errorf("%s: they are at %v and %v, want %v and %v", c.what, p, q, c.p, c.q)
		}
	}
}

// TestBallBetweenPaddlesGetsOut: two paddles that close on a ball do not hold it.
func TestBallBetweenPaddlesGetsOut(t *testing.T) {
	for _, y := range []float64{PaddleY - 1.2, PaddleY - 0.1, PaddleY, PaddleY + 0.1} {
		for _, v := range []geom.Vec{{}, {Y: 27}, {X: 27}, {X: -20, Y: 5}} {
			g, err := New(Config{Mode: Coop, Levels: []Level{duelBoard()}})
			if err != nil {
				t.Fatal(err)
			}
			g.enterPhase(Play)
			g.Paddles[0].X, g.Paddles[1].X = 27, 37
			g.Balls[0].Held = false
			g.setCourse(0, at(32, y), v, g.now)
			g.rebuild()
			out := false
			for range TicksPerSecond {
				g.Step(Input{{Move: MoveFull, Target: NoTarget}, {Move: -MoveFull, Target: NoTarget}})
				if err := g.Check(); err != nil {
					t.Fatal(err)
				}
				out = out || len(g.Balls) == 0 || g.BallAt(0).Y < PaddleY-3 || g.BallAt(0).Y > PaddleY+1
			}
			if !out && v != (geom.Vec{}) {
				t.Errorf("from height %g with %v the ball stays at %v, with %v", y, v, g.BallAt(0), g.Balls[0].V)
			}
		}
	}
}

// TestTwoMicePackWell: moves of either player's target, or of both, share a line.
func TestTwoMicePackWell(t *testing.T) {
	r := NewRecording(Config{Mode: Arkanong, Levels: []Level{duelBoard()}}, "")
	for _, at := range [][2]int16{{9, 9}, {12, 9}, {12, 5}, {13, 4}, {13, 4}} {
		r.Add(Input{{Target: at[0]}, {Target: at[1]}})
	}
	_, play, _ := strings.Cut(string(r.Text()), "play\n")
	if want := "1 at 9 | at 9\n1+3+0|-4 2+1|-1\n"; play != want {
		t.Errorf("two mice are\n%swant\n%s", play, want)
	}
}

// FuzzTwoPaddles lets two wild players play both modes of two paddles, while every
// drop there is is caught by either of them at any time, and checks the invariants
// in every tick.
func FuzzTwoPaddles(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(30), true)
	f.Add(uint64(2), uint8(1), uint8(3), false)
	f.Add(uint64(3), uint8(5), uint8(100), true)
	f.Fuzz(func(t *testing.T, seed uint64, difficulty, every uint8, match bool) {
		c := Config{Mode: Coop, Seed: seed, Difficulty: Difficulty(int(difficulty) % len(Difficulties))}
		c.Levels = []Level{rain(seed)}
		if match {
			c.Mode, c.To, c.Levels[0] = Arkanong, 1+int(seed%MostTo), duelBoard()
		}
		g, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		rng, one, two := random(seed+7), &wild{rng: random(seed)}, &wild{rng: random(seed + 99)}
		for range 5 * TicksPerSecond {
			k := NoDrop + 1 + DropKind(rng.below(int(DropKinds-1)))
			if g.Phase == Play && rng.below(1+int(every)) == 0 && g.allowed(k) {
				g.take(k, rng.below(2))
			}
			g.Step(Input{one.play(), two.play()})
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestTwoPaddlesCostNoMemory: a tick allocates nothing once warm.
func TestTwoPaddlesCostNoMemory(t *testing.T) {
	for _, mode := range []Mode{Arkanong, Coop} {
		g, err := New(Config{Mode: mode, To: map[Mode]int{Arkanong: MostTo}[mode], Levels: []Level{duelBoard()}, Lives: MaxLives})
		if err != nil {
			t.Fatal(err)
		}
		one, two := &wild{rng: random(1)}, &wild{rng: random(2)}
		step := func() { g.Step(Input{one.play(), two.play()}) }
		for range 10 * TicksPerSecond {
			step()
		}
		if allocs := testing.AllocsPerRun(2*TicksPerSecond, step); allocs > 0 {
			t.Errorf("%s: %v allocations a tick", mode, allocs)
		}
	}
}

// TestPointsAreWorthGoingTo: a reel knows a place before each point of a match, in order.
func TestPointsAreWorthGoingTo(t *testing.T) {
	c := Config{Mode: Arkanong, Seed: 1, To: 3, Levels: []Level{duelBoard()}}
	g, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	r, one, two := NewRecording(c, ""), NewBotOf(Beginner, 1), NewBotOf(Casual, 2)
	for !g.Phase.Ended() {
		in := Input{one.PlayFor(g, 0), two.PlayFor(g, 1)}
		r.Add(in)
		g.Step(in)
	}
	p, err := r.Begin(c.Levels)
	if err != nil {
		t.Fatal(err)
	}
	reel := NewReel(p, 1<<20)
	for !reel.Scout(g.Tick, 1<<20) {
	}
	points, last := 0, uint64(0)
	for i, p := range reel.Places() {
		if p.Tick < last || i > 0 && p.Tick == last {
			t.Errorf("place %d is at tick %d, the one before at %d", i, p.Tick, last)
		}
		last = p.Tick
		points = max(points, p.Points[0]+p.Points[1])
		reel.Seek(p.Tick)
		if m := reel.Game().Match.Points; m[0]+m[1] >= p.Points[0]+p.Points[1] && p.Points != [2]int{} {
			t.Errorf("at place %d it stands %v already, and %v after the point", i, m, p.Points)
		}
	}
	if m := g.Match.Points; points != m[0]+m[1] {
		t.Errorf("places of %d points, %v were made", points, m)
	}
}
