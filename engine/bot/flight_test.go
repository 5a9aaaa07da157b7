package bot

import (
	"math"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A remembered flight ends like a new prediction, also after bricks have changed.
func TestRememberedFlightsAreCurrent(t *testing.T) {
	hidden := honeycomb()
	for k := range hidden.Bricks {
		hidden.Bricks[k].Kind = spec.Hidden
		hidden.Bricks[k].Drop = []spec.DropKind{spec.DropZap, spec.DropSplit}[k%2]
	}
	for _, c := range []struct {
		name   string
		mode   engine.Mode
		levels []spec.Level
	}{
		{"hidden bricks", engine.Campaign, []spec.Level{hidden}},
		{"regrowing bricks", engine.Campaign, levels.Shipped().Levels[18:]},
		{"moving bricks", engine.Campaign, levels.Shipped().Levels[30:]},
		{"endless", engine.Endless, levels.Endless().Levels},
		{"match", engine.Arkanong, levels.Arkanong().Levels},
	} {
		setup := engine.Setup{Mode: c.mode, Seed: 2, Lives: engine.MaxLives}
		g, err := engine.New(engine.Config{Setup: setup, Levels: c.levels})
		if err != nil {
			t.Fatal(err)
		}
		bots := [2]*Bot{OfStrength(Skilled, 1), OfStrength(Skilled, 2)}
		compared := 0
		for g.Tick < 30*engine.TicksPerSecond && !g.Phase.Ended() {
			in := engine.Input{engine.Idle, engine.Idle}
			for k := range g.Paddles {
				in[k] = bots[k].PlayFor(g, k)
				p := &paddle{&g.Paddles[k], g.Capsule(k), k}
				for i := range g.Balls {
					fresh := OfStrength(Skilled, 1)
					fresh.paddle = k
					x, seconds, clear := bots[k].landing(g, p, i)
					wantX, want, wantClear := fresh.landing(g, p, i)
					if math.Abs(x-wantX) > 1e-6 || clear != wantClear ||
						seconds != want && !(math.Abs(seconds-want) < 1e-6) {
						t.Fatalf("%s, tick %d: ball %d lands at %g in %g s, clear %v; want %g, %g, %v", c.name,
							g.Tick, i, x, seconds, clear, wantX, want, wantClear)
					}
					if want != never {
						compared++
					}
				}
			}
			g.Step(in)
		}
		if compared < 1000 {
			t.Errorf("%s: compared %d flights, want at least 1000", c.name, compared)
		}
	}
}
