package levels

import (
	_ "embed"
	"fmt"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
)

// labText is a level with all kinds of motion and with emitters. It is not shipped.
//
//go:embed testdata/lab.level
var labText string

func lab(t testing.TB) Pack {
	t.Helper()
	p, err := Parse("lab.level", []byte(labText))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// kindsText is a level with all kinds of bricks, for docs/pictures.
//
//go:embed testdata/kinds.level
var kindsText string

func TestKindsLevelHasAllKinds(t *testing.T) {
	p, err := Parse("kinds.level", []byte(kindsText))
	if err != nil {
		t.Fatal(err)
	}
	var count [spec.NumPlacedKinds]int
	for _, b := range p.Levels[0].Bricks {
		count[b.Kind]++
	}
	for k, n := range count {
		if n == 0 {
			t.Errorf("the lab has no brick of the kind %s, want all kinds", spec.Kinds[k].Name)
		}
	}
}

func TestLabHasAllMotionAndEmitters(t *testing.T) {
	l := lab(t).Levels[0]
	var spins, drifts, turns, blinks int
	for _, b := range l.Bricks {
		if b.Motion.Spin != 0 {
			spins++
		}
		if b.Motion.Lap != 0 {
			drifts++
		}
	}
	for _, e := range l.Emitters {
		if e.Spin != 0 {
			turns++
		}
		if e.On != 0 {
			blinks++
		}
	}
	if spins < 2 || drifts < 1 || turns < 1 || blinks < 1 || l.Shots != 10 {
		t.Errorf("the lab has %d spinning and %d drifting bricks, %d turning and %d blinking emitters, %d shots",
			spins, drifts, turns, blinks, l.Shots)
	}
	checkLevel(t, l)
}

// TestBotClearsTheLab lets the bot play the lab until it is cleared, with and without shots, and
// checks the invariants after each tick.
func TestBotClearsTheLab(t *testing.T) {
	const limit = 5 * 60 * engine.TicksPerSecond
	for _, shoots := range []bool{false, true} {
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("shoots %v/%d", shoots, seed+1), func(t *testing.T) {
				t.Parallel()
				g, events := labGame(t, seed+1, shoots, limit)
				t.Logf("%.0f s, %d lives, %d bricks left, %d shots fired, %d stuns",
					float64(g.Tick)/engine.TicksPerSecond, g.Lives, g.BricksLeft,
					events[engine.ShotFired], events[engine.PaddleStunned])
				if g.Phase != engine.Clear {
					t.Errorf("phase %s with %d bricks left after %d ticks, want clear", g.Phase, g.BricksLeft, g.Tick)
				}
				if fired := events[engine.ShotFired]; shoots != (fired > 0) || fired > 10 {
					t.Errorf("the bot fired %d shots, want at most 10, and at least one if it shoots", fired)
				}
			})
		}
	}
}

// labGame plays the lab and counts the events of each kind.
func labGame(t *testing.T, seed uint64, shoots bool, limit uint64) (*engine.Game, map[engine.EventKind]int) {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: seed}, Levels: lab(t).Levels})
	if err != nil {
		t.Fatal(err)
	}
	bot, events := bot.New(seed), map[engine.EventKind]int{}
	for g.Tick < limit && !g.Phase.Ended() && g.Phase != engine.Clear {
		c := bot.Play(g)
		if !shoots && g.Phase == engine.Play && !g.CanRecall {
			c.Buttons = 0
		}
		g.Step(engine.Input{c, engine.Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
		for _, e := range g.Events {
			events[e.Kind]++
		}
	}
	return g, events
}
