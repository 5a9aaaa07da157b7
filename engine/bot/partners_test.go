package bot

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// lostInMode plays some levels of the campaign with bots of one strength, each for at most three minutes. It returns
// the number of lost balls and the ticks in play.
func lostInMode(t *testing.T, mode engine.Mode, s Strength) (lost, ticks int) {
	t.Helper()
	all := levels.Shipped().Levels
	for n := 1; n < 60; n += 6 {
		setup := engine.Setup{Mode: mode, Seed: uint64(n), Lives: 7}
		g, err := engine.New(engine.Config{Setup: setup, Levels: all[n : n+1]})
		if err != nil {
			t.Fatal(err)
		}
		one, two := OfStrength(s, uint64(n)), OfStrength(s, uint64(n)+100)
		for !g.Phase.Ended() && g.Phase != engine.Clear && g.Tick < 3*60*engine.TicksPerSecond {
			g.Step(engine.Input{one.PlayFor(g, 0), two.PlayFor(g, 1)})
			for _, e := range g.Events {
				if e.Kind == engine.BallLost {
					lost++
				}
			}
		}
		ticks += g.Tally.Ticks
	}
	return lost, ticks
}

// Two bots that play together lose fewer balls in the same time than a single bot.
func TestPairLosesFewerBalls(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	type play struct{ lost, ticks int }
	var alone, pair play
	for _, s := range [...]Strength{Casual, Able, Skilled} {
		var one, two play
		one.lost, one.ticks = lostInMode(t, engine.Campaign, s)
		two.lost, two.ticks = lostInMode(t, engine.Coop, s)
		t.Logf("%s: %d balls lost in %d s alone, %d in %d s with a partner", s,
			one.lost, one.ticks/engine.TicksPerSecond, two.lost, two.ticks/engine.TicksPerSecond)
		if two.lost*one.ticks >= one.lost*two.ticks {
			t.Errorf("%s loses %d balls alone and %d with a partner, want fewer in the same time",
				s, one.lost, two.lost)
		}
		alone.lost, alone.ticks = alone.lost+one.lost, alone.ticks+one.ticks
		pair.lost, pair.ticks = pair.lost+two.lost, pair.ticks+two.ticks
	}
	if 4*pair.lost*alone.ticks > 3*alone.lost*pair.ticks {
		t.Errorf("the bots lose %d balls alone and %d with a partner, want at most 75 %% in the same time",
			alone.lost, pair.lost)
	}
}

// A bot stays close to a partner who waits for a ball, and moves away from a partner who touches
// its paddle.
func TestPartnerStaysCloseAndMakesWay(t *testing.T) {
	setup := engine.Setup{Mode: engine.Coop, Seed: 3}
	g, err := engine.New(engine.Config{Setup: setup, Levels: []spec.Level{honeycomb()}})
	if err != nil {
		t.Fatal(err)
	}
	bot, beside, pressed := OfStrength(Master, 1), 0, 0
	for g.Tick < 60*engine.TicksPerSecond && !g.Phase.Ended() {
		person := engine.Control{Target: engine.NoTarget, Buttons: engine.Fire * engine.Button(g.Tick/60%2)}
		if len(g.Balls) > 0 && g.Tick/240%2 == 0 {
			person.Target = int16(g.BallAt(0).X * 64)
		} else {
			person.Move = engine.MoveFull
		}
		at := g.Capsule(0).X
		g.Step(engine.Input{person, bot.PlayFor(g, 1)})
		gap := g.Capsule(1).X - g.Capsule(0).X - g.Capsule(0).Half - g.Capsule(1).Half
		if len(g.Balls) == 0 || g.Phase != engine.Play {
			continue
		}
		if gap < 1 {
			beside++
		}
		if gap < 1e-6 && g.Capsule(0).X > at {
			pressed++
		}
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("close to each other for %d ticks, made way in %d", beside, pressed)
	if beside < engine.TicksPerSecond || pressed == 0 {
		t.Errorf(
			"the paddles were close to each other for %d ticks, and the bot moved away in %d; want at least %d and 1",
			beside, pressed, engine.TicksPerSecond)
	}
}
