package record

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
)

// TestTwoPaddlesKeepInvariants lets two random players play both modes with two paddles. It checks the invariants in
// every tick, and plays the recording of each game.
func TestTwoPaddlesKeepInvariants(t *testing.T) {
	for _, mode := range []engine.Mode{engine.Arkanong, engine.Coop} {
		for seed := range uint64(6) {
			levels := levels.Arkanong().Levels[:2]
			setup := engine.Setup{Mode: mode, Seed: seed, Difficulty: engine.Difficulty(seed)}
			playWildly(t, engine.Config{Setup: setup, Levels: levels}, 20*engine.TicksPerSecond)
		}
	}
}

// TestCoopLevelStarts checks that the start of a level contains all state that the level needs, with paddles of any
// width.
func TestCoopLevelStarts(t *testing.T) {
	for _, c := range []engine.Config{
		{Setup: engine.Setup{Seed: 1043, Difficulty: engine.Kids}}, // cleared by a ball of the second player
		{Setup: engine.Setup{Seed: 1003, Difficulty: engine.Hard}},
		{Setup: engine.Setup{Seed: 1001, Difficulty: engine.Kids, Assists: engine.AssistWide}},
	} {
		c.Mode, c.Drops = engine.Coop, 80
		c.Levels = levels.Shipped().Levels[c.Seed-1000:][:2]
		playWildly(t, c, 30*engine.TicksPerSecond)
	}
}

// playWildly records a game of two random players, checks the invariants in every tick, and plays the recording.
func playWildly(t *testing.T, c engine.Config, ticks int) {
	t.Helper()
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r := New(c, "Two")
	one, two := &wildPlayer{rng: engine.Random(c.Seed)}, &wildPlayer{rng: engine.Random(c.Seed + 99)}
	for range ticks {
		in := engine.Input{one.play(), two.play()}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
		if err := g.Check(); err != nil {
			t.Fatalf("%s, seed %d: %v", c.Mode, c.Seed, err)
		}
	}
	r.Close(g)
	back, err := Parse("again", r.Text())
	if err != nil {
		t.Fatal(err)
	}
	again, err := back.Play(c.Levels, nil)
	if err != nil || again.Hash() != g.Hash() {
		t.Errorf("%s, seed %d: Play() ends differently than the game, error %v", c.Mode, c.Seed, err)
	}
	for i, link := range back.SplitLevels() {
		if _, err := link.Play(c.Levels, nil); err != nil {
			t.Errorf("%s, seed %d: level %d: %v", c.Mode, c.Seed, i, err)
		}
	}
}

// TestMovesOfTwoMice checks that moves of both players' targets share a line.
func TestMovesOfTwoMice(t *testing.T) {
	r := New(engine.Config{Setup: engine.Setup{Mode: engine.Arkanong}, Levels: levels.Arkanong().Levels[:1]}, "")
	for _, at := range [][2]int16{{9, 9}, {12, 9}, {12, 5}, {13, 4}, {13, 4}} {
		r.Add(engine.Input{{Target: at[0]}, {Target: at[1]}})
	}
	_, play, _ := strings.Cut(string(r.Text()), "play\n")
	if want := "1 at 9 | at 9\n1+3+0|-4 2+1|-1\n"; play != want {
		t.Errorf("Text() of the moves:\n%swant\n%s", play, want)
	}
}

// TestMatchPointBookmarks checks that a seeker finds a bookmark before each point of a match, in order.
func TestMatchPointBookmarks(t *testing.T) {
	setup := engine.Setup{Mode: engine.Arkanong, Seed: 1, WinPoints: 3}
	c := engine.Config{Setup: setup, Levels: levels.Arkanong().Levels[:1]}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r, one, two := New(c, ""), bot.OfStrength(bot.Beginner, 1), bot.OfStrength(bot.Casual, 2)
	for !g.Phase.Ended() {
		in := engine.Input{one.PlayFor(g, 0), two.PlayFor(g, 1)}
		r.Add(in)
		g.Step(in)
	}
	p, err := r.Begin(c.Levels)
	if err != nil {
		t.Fatal(err)
	}
	seeker := NewSeeker(p, 1<<20)
	for !seeker.Scout(g.Tick, 1<<20) {
	}
	points, last := 0, uint64(0)
	for i, p := range seeker.Bookmarks() {
		if p.Tick < last || i > 0 && p.Tick == last {
			t.Errorf("bookmark %d is at tick %d, want it after the previous one at %d", i, p.Tick, last)
		}
		last = p.Tick
		points = max(points, p.Points[0]+p.Points[1])
		seeker.Seek(p.Tick, Unlimited)
		if m := seeker.Game().Match.Points; m[0]+m[1] >= p.Points[0]+p.Points[1] && p.Points != [2]int{} {
			t.Errorf("bookmark %d: the points are already %v, want less than %v", i, m, p.Points)
		}
	}
	if m := g.Match.Points; points != m[0]+m[1] {
		t.Errorf("Bookmarks() has the points %d, want the sum of %v", points, m)
	}
}
