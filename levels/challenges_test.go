package levels

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
)

// There are 24 rooms in three worlds, each with medals, and no two with the same rule.
func TestRoomsOfChallenges(t *testing.T) {
	p := Challenges()
	if len(p.Levels) != 24 || len(p.Worlds()) != 3 {
		t.Errorf("%d rooms in %d worlds", len(p.Levels), len(p.Worlds()))
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
			r.measure = 0 // a twist is a rule by itself
		}
		if other, ok := seen[r]; ok || c.Medals == [spec.Golds]int{} {
			t.Errorf("%s: %+v, as %q", l.Name, *c, other)
		}
		seen[r] = l.Name
	}
}

// Every twist and every measure has a room.
func TestEveryTwistHasARoom(t *testing.T) {
	var twists [len(spec.Twists)]bool
	var measures [len(spec.Measures)]bool
	for _, l := range Challenges().Levels {
		twists[l.Challenge.Twist], measures[l.Challenge.Measure] = true, true
	}
	for i, has := range twists {
		if !has {
			t.Errorf("no room has the twist %s", spec.Twists[i].Name)
		}
	}
	for i, has := range measures {
		if !has {
			t.Errorf("no room measures %s", spec.Measures[i].Name)
		}
	}
}

// Bots play every room without breaking an invariant, and each room ends.
func TestBotsPlayTheRooms(t *testing.T) {
	p := Challenges()
	for i := range p.Levels {
		g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: engine.Challenges, Seed: 1, First: i}, Levels: p.Levels})
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
				t.Fatalf("%s: no end after five minutes", p.Levels[i].Name)
			}
		}
	}
}
