package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// duelBoard returns three hexagons in the middle of the field. Some of them hold drops.
func duelBoard() spec.Level {
	var l spec.Level
	for _, x := range [...]float64{20, 32, 44} {
		l.Bricks = append(l.Bricks, spec.BrickSpec{Kind: spec.Triple, Shape: geom.Regular(6, at(x, 24), 2, 30)})
	}
	for _, x := range [...]float64{8, 26, 38, 56} {
		l.Bricks = append(l.Bricks, spec.BrickSpec{Kind: spec.Plain, Shape: geom.Regular(6, at(x, 19), 2, 30)})
		l.Bricks = append(l.Bricks, spec.BrickSpec{
			Kind:  spec.Plain,
			Shape: geom.Regular(6, at(spec.FieldW-x, 29), 2, 30),
		})
	}
	l.Drops = 60
	return l
}

// TestTopPaddleMirrorsTheBottomOne checks that a match and its vertically mirrored copy stay mirror
// images.
func TestTopPaddleMirrorsTheBottomOne(t *testing.T) {
	for o := -1.25; o <= 1.25; o += 0.125 {
		var v [2]geom.Vec
		for k := range v {
			c := Config{
				Setup: Setup{Mode: Arkanong},
				Levels: []spec.Level{{Bricks: []spec.BrickSpec{{
					Kind:  spec.Wall,
					Shape: geom.Regular(6, at(3, 24), 1, 0),
				}}}},
			}

			g, err := New(c)
			if err != nil {
				t.Fatal(err)
			}

			g.enterPhase(Play)
			p := g.Capsule(k)
			put(g, 0, at(p.X+o*p.Half, 24), g.Paddles[k].Orient(geom.Vec{X: 1, Y: 20}))
			for g.Match.Rally == 0 && g.Phase == Play {
				g.Step(Input{{Move: 1, Target: NoTarget}, {Move: 1, Target: NoTarget}})
			}
			if len(g.Balls) > 0 {
				v[k] = g.Disc(0).V
			}
		}

		if v[0].X != v[1].X || v[0].Y != -v[1].Y {
			t.Errorf("offset %g: velocity after the lower paddle %v, after the upper paddle %v; want mirror images", o,
				v[0], v[1])
		}
	}
}

// TestPaddlesSideBySideStopAtEachOther checks that paddles do not push each other, and that
// approaching paddles meet in the middle.
func TestPaddlesSideBySideStopAtEachOther(t *testing.T) {
	right, left, rest := Control{Move: MoveFull, Target: NoTarget}, Control{Move: -MoveFull, Target: NoTarget}, Idle
	for _, c := range []struct {
		what string
		in   Input
		p, q float64
	}{
		{"the left one runs into the right one", Input{right, rest}, 45.75 - 8.4, 45.75},
		{"the right one runs into the left one", Input{rest, left}, 15.25, 15.25 + 8.4},
		{"they meet", Input{right, left}, 30.5 - 4.2, 30.5 + 4.2},
		{"both to the right", Input{right, right}, 61 - 3*4.2, 61 - 4.2},
		{"both to the left", Input{left, left}, 4.2, 3 * 4.2},
		{"each to where the other one is", Input{{Target: 50 * 64}, {Target: 10 * 64}}, 30.5 - 4.2, 30.5 + 4.2},
	} {
		g, err := New(Config{Setup: Setup{Mode: Coop}, Levels: []spec.Level{duelBoard()}})
		if err != nil {
			t.Fatal(err)
		}

		for range 2 * TicksPerSecond {
			g.Step(c.in)
			if err := g.Check(); err != nil {
				t.Fatalf("%s: %v", c.what, err)
			}
		}

		if p, q := g.Capsule(0).X, g.Capsule(1).X; p-c.p > 1e-9 || c.p-p > 1e-9 || q-c.q > 1e-9 || c.q-q > 1e-9 {
			t.Errorf("%s: paddles at %v and %v, want %v and %v", c.what, p, q, c.p, c.q)
		}
	}
}

// TestBallBetweenPaddlesGetsOut checks that two closing paddles do not trap a ball.
func TestBallBetweenPaddlesGetsOut(t *testing.T) {
	for _, y := range []float64{spec.PaddleY - 1.2, spec.PaddleY - 0.1, spec.PaddleY, spec.PaddleY + 0.1} {
		for _, v := range []geom.Vec{{}, {Y: 27}, {X: 27}, {X: -20, Y: 5}} {
			g, err := New(Config{Setup: Setup{Mode: Coop}, Levels: []spec.Level{duelBoard()}})
			if err != nil {
				t.Fatal(err)
			}

			g.enterPhase(Play)
			g.Capsule(0).X, g.Capsule(1).X = 27, 37
			g.Disc(0).Held = false
			put(g, 0, at(32, y), v)
			out := false
			for range TicksPerSecond {
				g.Step(Input{{Move: MoveFull, Target: NoTarget}, {Move: -MoveFull, Target: NoTarget}})
				if err := g.Check(); err != nil {
					t.Fatal(err)
				}
				out = out || len(g.Balls) == 0 || g.BallAt(0).Y < spec.PaddleY-3 || g.BallAt(0).Y > spec.PaddleY+1
			}

			if !out && v != (geom.Vec{}) {
				t.Errorf("from y %g with velocity %v: ball stays at %v with velocity %v", y, v, g.BallAt(0),
					g.Disc(0).V)
			}
		}
	}
}

// FuzzTwoPaddles plays random inputs of two players in both modes with two paddles. Random drops
// are caught by either paddle at random times. It checks the invariants in every tick.
func FuzzTwoPaddles(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(30), true)
	f.Add(uint64(2), uint8(1), uint8(3), false)
	f.Add(uint64(3), uint8(5), uint8(100), true)
	f.Fuzz(func(t *testing.T, seed uint64, difficulty, every uint8, match bool) {
		c := Config{Setup: Setup{Mode: Coop, Seed: seed, Difficulty: Difficulty(int(difficulty) % len(Difficulties))}}
		c.Levels = []spec.Level{levelWithDrops(seed)}
		if match {
			c.Mode, c.WinPoints, c.Levels[0] = Arkanong, 1+int(seed%MaxWinPoints), duelBoard()
		}

		g, err := New(c)
		if err != nil {
			t.Fatal(err)
		}

		rng, one, two := Random(seed+7), &wild{rng: Random(seed)}, &wild{rng: Random(seed + 99)}
		for range 5 * TicksPerSecond {
			k := spec.NoDrop + 1 + spec.DropKind(rng.Below(int(spec.NumDrops-1)))
			if g.Phase == Play && rng.Below(1+int(every)) == 0 && g.AllowsDrop(k) {
				g.applyDrop(k, rng.Below(2))
			}
			g.Step(Input{one.play(), two.play()})
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestTwoPaddlesAllocateNothing checks that a tick does not allocate after the first ticks.
func TestTwoPaddlesAllocateNothing(t *testing.T) {
	for _, mode := range []Mode{Arkanong, Coop} {
		g, err := New(Config{Setup: Setup{
			Mode: mode, WinPoints: map[Mode]int{Arkanong: MaxWinPoints}[mode],
			Lives: MaxLives,
		}, Levels: []spec.Level{duelBoard()}})
		if err != nil {
			t.Fatal(err)
		}

		one, two := &wild{rng: Random(1)}, &wild{rng: Random(2)}
		step := func() { g.Step(Input{one.play(), two.play()}) }
		for range 10 * TicksPerSecond {
			step()
		}
		if allocs := testing.AllocsPerRun(2*TicksPerSecond, step); allocs > 0 {
			t.Errorf("%s: Step allocates %v times per tick, want 0", mode, allocs)
		}
	}
}

// In a match, drops that harm a paddle help the player who catches them. Drops for matches fall
// only in matches.
func TestHarmfulDropsAffectTheOpponent(t *testing.T) {
	for _, mode := range [...]Mode{Campaign, Coop, Arkanong} {
		g, err := New(Config{Setup: Setup{Mode: mode}, Levels: []spec.Level{duelBoard()}})
		if err != nil {
			t.Fatal(err)
		}

		for k := spec.NoDrop + 1; k < spec.NumDrops; k++ {
			row := &spec.Drops[k]
			sent := mode == Arkanong && row.Traits&spec.SentToOpponent != 0
			if want := row.Benefit; sent && g.BenefitOf(k) != spec.Good || !sent && g.BenefitOf(k) != want {
				t.Errorf("%s: BenefitOf(%s) = %d, want %d, or good if sent to the opponent", mode, row.Name,
					g.BenefitOf(k), want)
			}
			if row.Traits&spec.VersusOnly != 0 && g.AllowsDrop(k) != (mode == Arkanong) {
				t.Errorf("%s: AllowsDrop(%s) = %v, want %v", mode, row.Name, g.AllowsDrop(k), mode == Arkanong)
			}
			if row.Traits&spec.SentToOpponent == 0 || mode != Arkanong || row.Seconds == 0 {
				continue
			}

			g.applyDrop(k, 0)
			if g.RunsFor(k, 0) || !g.RunsFor(k, 1) || count(g.Events, DropSent) == 0 {
				t.Errorf("%s caught by player 1: EffectPaddle() = %d, want 1 and a DropSent event", row.Name,
					g.EffectPaddle(k))
			}
		}
	}
}
