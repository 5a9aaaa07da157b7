package levels

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
)

// TestLevelsOfChallenges checks that there are 24 levels in four worlds, that each has medals, and
// that all rules are different.
func TestLevelsOfChallenges(t *testing.T) {
	p := Challenges()
	if len(p.Levels) != 24 || len(p.Worlds()) != 4 {
		t.Errorf("Challenges() has %d levels in %d worlds, want 24 in 4", len(p.Levels), len(p.Worlds()))
	}
	type rule struct {
		twist   spec.Twist
		measure spec.Measure
	}
	seen := map[rule]string{}
	for _, l := range p.Levels {
		c := &l.Challenge
		r := rule{c.Twist, c.Measure}
		if c.Twist != spec.NoTwist {
			r.measure = 0 // a twist is a rule on its own
		}
		if other, ok := seen[r]; ok || c.Medals == [spec.NumMedals]int{} {
			t.Errorf("%s: challenge %+v, want medals and another rule than %q", l.Name, *c, other)
		}
		seen[r] = l.Name
	}
}

// TestEveryTwistHasALevel checks that each twist and each measure has a level.
func TestEveryTwistHasALevel(t *testing.T) {
	var twists [len(spec.Twists)]bool
	var measures [len(spec.Measures)]bool
	for _, l := range Challenges().Levels {
		twists[l.Challenge.Twist], measures[l.Challenge.Measure] = true, true
	}
	for i, has := range twists {
		if !has {
			t.Errorf("no challenge has the twist %s", spec.Twists[i].Name)
		}
	}
	for i, has := range measures {
		if !has {
			t.Errorf("no challenge has the measure %s", spec.Measures[i].Name)
		}
	}
}

// TestBotsFinishChallenges checks that games of bots end in each challenge and keep the invariants.
func TestBotsFinishChallenges(t *testing.T) {
	if testing.Short() { // slow, because it plays complete games
		return
	}
	p := Challenges()
	for i := range p.Levels {
		setup := engine.Setup{Mode: engine.Challenges, Seed: 1, First: i}
		g, err := engine.New(engine.Config{Setup: setup, Levels: p.Levels})
		if err != nil {
			t.Fatal(err)
		}
		b := bot.OfStrength(bot.Casual, 1)
		for n := 0; !g.Phase.Ended(); n++ {
			g.Step(engine.Input{b.Play(g), engine.Idle})
			if n%16 == 0 || g.Phase.Ended() {
				if err := g.Check(); err != nil {
					t.Fatalf("%s: %v", p.Levels[i].Name, err)
				}
			}
			if n > 300*engine.TicksPerSecond {
				t.Fatalf("%s: the game has not ended after five minutes", p.Levels[i].Name)
			}
		}
	}
}

// TestMedalsCanBeWon checks that in a few games of each challenge, the second best bot wins a medal, and the best bot
// wins silver or gold. Cannons are excluded, because bots do not aim at balls.
func TestMedalsCanBeWon(t *testing.T) {
	if testing.Short() { // slow, because it plays complete games
		return
	}
	const seeds = 6
	p := Challenges()
	for i := range p.Levels {
		best := func(s bot.Strength) (won spec.Medal) {
			for seed := range uint64(seeds) {
				setup := engine.Setup{Mode: engine.Challenges, Seed: seed, First: i}
				g, err := engine.New(engine.Config{Setup: setup, Levels: p.Levels})
				if err != nil {
					t.Fatal(err)
				}
				b := bot.OfStrength(s, seed)
				for range 180 * engine.TicksPerSecond {
					if g.Phase.Ended() {
						break
					}
					g.Step(engine.Input{b.Play(g), engine.Idle})
				}
				won = max(won, g.Medal())
			}
			return won
		}
		l := &p.Levels[i]
		if won := best(bot.Skilled); won < spec.Bronze && l.Challenge.Measure != spec.ByCannons {
			t.Errorf("%s: the skilled bot wins %s, want at least bronze", l.Name, won)
		}
		if won := best(bot.Master); won < spec.Silver && l.Challenge.Measure != spec.ByCannons {
			t.Errorf("%s: the master bot wins %s, want at least silver", l.Name, won)
		}
	}
}
