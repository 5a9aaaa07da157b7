package engine_test

import (
	"math"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
)

// In levels of the campaign, balls fly within 12° of horizontal for at most 2.5 s without touching
// a brick or a paddle. This holds for all difficulties, bots and modes.
func TestNoBallFliesHorizontallyForLong(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}

	const limit = 5 * engine.TicksPerSecond / 2
	slope := math.Sin(12 * math.Pi / 180)
	all, longest, n := levels.Shipped().Levels, 0, 0
	for _, mode := range []engine.Mode{engine.Campaign, engine.Zen, engine.Coop, engine.TimeAttack} {
		for d := engine.Kids; int(d) < len(engine.Difficulties); d++ {
			for s := range bot.Strengths {
				n++
				c := engine.Config{Setup: engine.Setup{
					Mode: mode, Seed: uint64(n), Difficulty: d, First: n * 7 % len(all),
					Drops: 15,
				}, Levels: all}
				g, err := engine.New(c)
				if err != nil {
					t.Fatal(err)
				}
				bots := [2]*bot.Bot{
					bot.OfStrength(bot.Strength(s), uint64(n)),
					bot.OfStrength(bot.Strength(s), uint64(n+1)),
				}
				flat := flights{}
				for g.Tick < 45*engine.TicksPerSecond && !g.Phase.Ended() {
					in := engine.Input{engine.Idle, engine.Idle}
					for k := range g.Paddles {
						in[k] = bots[k].PlayFor(g, k)
					}
					g.Step(in)
					if ticks := flat.advance(g, slope); ticks > limit {
						t.Fatalf("%s, level %d, %s, seed %d: horizontal flight for %d ticks at tick %d",
							mode, g.Level+1, g.Terms(), n, ticks, g.Tick)
					} else {
						longest = max(longest, ticks)
					}
				}
			}
		}
	}

	t.Logf("longest horizontal flight in %d games: %.2f s", n, float64(longest)/engine.TicksPerSecond)
}

// flights maps balls to the ticks for which they have flown horizontally without a contact.
type flights map[int]int

// advance counts one tick. It returns the maximum of all balls. If the number of balls changes, the
// count starts again.
func (f flights) advance(g *engine.Game, slope float64) (longest int) {
	for _, e := range g.Events {
		switch e.Kind {
		case engine.PaddleHit, engine.BrickHit, engine.BrickBroken:
			delete(f, e.Ball)
		case engine.BallLost, engine.BallServed, engine.BucketPaid:
			clear(f)
		}
	}

	for i := range g.Balls {
		d := g.Disc(i)
		if d.Held || g.Phase != engine.Play || math.Abs(d.V.Y) >= slope*d.V.Norm() {
			delete(f, i)
			continue
		}
		f[i]++
		longest = max(longest, f[i])
	}

	return longest
}
