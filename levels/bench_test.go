package levels

import (
	"slices"
	"testing"
	"time"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// BenchmarkShippedLevels measures the cost of a tick on the shipped levels during play: the average of all levels, and
// the slowest level with its name. The result for a level is the median of its intervals, to exclude the effect of
// other processes.
//
//	go test ./levels -run '^$' -bench ShippedLevels
func BenchmarkShippedLevels(b *testing.B) {
	const interval = engine.TicksPerSecond / 10 // ticks per interval, about 10 times the cost of reading the clock
	all := Shipped().Levels
	games := make([]*engine.Game, len(all))
	durations := make([][]time.Duration, len(all))
	for k := range games {
		games[k] = startedGame(b, all[k:k+1])
	}
	for b.Loop() {
		for k, g := range games {
			if g.Phase.Ended() || g.Phase == engine.Clear {
				games[k] = startedGame(b, all[k:k+1])
				g = games[k]
			}
			from := time.Now()
			for range interval {
				g.Step(follow(g))
			}
			if d := time.Since(from); len(durations[k]) < 4096 {
				durations[k] = append(durations[k], d)
			}
		}
	}
	worst, maxTime, sum := 0, 0.0, 0.0
	for k, sample := range durations {
		slices.Sort(sample)
		tick := float64(sample[len(sample)/2]) / interval
		sum += tick
		if tick > maxTime {
			worst, maxTime = k, tick
		}
	}
	b.ReportMetric(sum/float64(len(all)), "ns/tick")
	b.ReportMetric(maxTime, "worst-ns/tick")
	b.Logf("slowest: level %d, %s", worst+1, all[worst].Name)
}

// startedGame returns a game with drops on the first level, some seconds after the first serve.
func startedGame(tb testing.TB, l []spec.Level) *engine.Game {
	setup := engine.Setup{Seed: 1, Drops: 30, Difficulty: engine.Kids, Lives: 12}
	g, err := engine.New(engine.Config{Setup: setup, Levels: l})
	if err != nil {
		tb.Fatal(err)
	}
	for range 3 * engine.TicksPerSecond {
		g.Step(follow(g))
	}
	return g
}

// follow returns the input that serves, shoots and keeps the paddle near the lowest ball. It takes less time than a
// tick.
func follow(g *engine.Game) engine.Input {
	in := engine.Input{{Target: engine.NoTarget}, engine.Idle}
	if g.Tick%16 == 0 {
		in[0].Buttons = engine.Fire
	}
	low := 0.0
	for i := range g.Balls {
		if at := g.BallAt(i); at.Y > low {
			low = at.Y
			in[0].Target = int16(max(0, 64*(at.X+float64(g.Tick/60%8)-3.5)))
		}
	}
	return in
}
