package engine

import (
	"testing"

	"arkterm/engine/spec"
)

func TestStepAllocatesNothing(t *testing.T) {
	l := honeycomb()
	l.Balls = spec.MaxServeBalls
	for name, play := range map[string]func() func(*Game) Control{
		"keeper": func() func(*Game) Control { return newKeeper(1).Play },
		"wild":   func() func(*Game) Control { w := &wild{rng: 1}; return func(*Game) Control { return w.play() } },
	} {
		g, err := New(Config{Setup: Setup{Seed: 1, Lives: MaxLives}, Levels: []spec.Level{l, l, l, l}})
		if err != nil {
			t.Fatal(err)
		}

		p := play()
		if n := testing.AllocsPerRun(20*TicksPerSecond, func() { g.Step(Input{p(g), Idle}) }); n != 0 {
			t.Errorf("%s: Step allocates %g times per tick, want 0", name, n)
		}
	}
}

// BenchmarkStep measures a typical tick, without the time that the bot needs.
func BenchmarkStep(b *testing.B) {
	g, err := New(Config{Setup: Setup{Seed: 1}, Levels: []spec.Level{honeycomb()}})
	if err != nil {
		b.Fatal(err)
	}

	player := newKeeper(1)
	for g.Phase != Play {
		g.Step(Input{player.Play(g), Idle})
	}

	in := Input{Idle, Idle}
	b.ReportAllocs()
	for b.Loop() {
		c := g.Tick
		in[0].Target = int16(1024 + (c/4)%2048)
		g.Step(in)
		if g.Phase != Play {
			b.StopTimer()
			g, _ = New(Config{Setup: Setup{Seed: 1}, Levels: []spec.Level{honeycomb()}})
			for g.Phase != Play {
				g.Step(Input{player.Play(g), Idle})
			}

			b.StartTimer()
		}
	}
}

// BenchmarkBusy measures the most expensive tick: all kinds of bricks and drops, the maximum
// number of balls, and all effects that can be active together.
func BenchmarkBusy(b *testing.B) {
	g := newBusyGame(b)
	b.ReportAllocs()
	for b.Loop() {
		g.Step(Input{Idle, Idle})
		if g.Tick%(4*TicksPerSecond) == 0 || g.Phase != Play {
			b.StopTimer()
			g = newBusyGame(b)
			b.StartTimer()
		}
	}
}

func newBusyGame(b *testing.B) *Game {
	g, err := New(Config{Levels: []spec.Level{levelWithDrops(0)}})
	if err != nil {
		b.Fatal(err)
	}

	for g.Phase != Play {
		g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	}

	for len(g.Balls) < maxBalls {
		n := len(g.Balls)
		g.applyDrop(spec.DropSplit, 0)
		for range 20 {
			g.Step(Input{Idle, Idle})
		}
		if len(g.Balls) <= n {
			break
		}
	}

	for k := range spec.Drops {
		if spec.Drops[k].Seconds > 0 && spec.DropKind(k) != spec.DropExit {
			g.startEffect(spec.DropKind(k), 0)
		}
	}

	return g
}
