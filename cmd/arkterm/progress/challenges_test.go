package progress

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

func TestChallengeGoals(t *testing.T) {
	r := newRound(t, engine.Challenges, 2)
	g := r.Game
	c := &r.Pack.Levels[2].Challenge
	c.Measure, c.Medals = spec.ByReturns, [...]int{9, 6, 3}
	g.ChallengeState.Returns = 5
	wantWords(t, r.ModeAndLevel(), "Challenges · 3 Looking Glass")
	wantWords(t, joinGoals(r.InPlayRows()), "left and right are reversed", "Returns    5", "× Gold       3 or less",
		"☆ Silver     6 or less", "☆ Bronze     9 or less")

	g.BricksLeft, g.Phase = 0, engine.Won
	wantWords(t, joinGoals(r.EndRows()), "× Gold", "★ Silver", "★ Bronze")
	all := r.Offers("")
	if all[0].Label != "Next level: Contrarian" || all[0].Level != 3 || all[1].Label != "Retry" || all[1].Level != 2 {
		t.Errorf("Offers() = %+v, want the next level, then a retry", all)
	}
	g.BricksLeft, g.Phase = 1, engine.Over
	if all := r.Offers(""); all[0].Label != "Retry" {
		t.Errorf("Offers() = %+v without a medal, want a retry first", all)
	}
}

// The sets are the worlds of the challenges, in the same order, and need increasing numbers of stars.
func TestChallengeSets(t *testing.T) {
	worlds := levels.Challenges().Worlds()
	if len(worlds) != len(challengeSets) {
		t.Fatalf("the challenges have %d worlds, but challengeSets has %d rows", len(worlds), len(challengeSets))
	}
	for i, k := range challengeSets {
		if k.world != worlds[i].Name || ChallengeStars(k.world) != k.stars ||
			i > 0 && k.stars < challengeSets[i-1].stars {
			t.Errorf("set %d is %+v, want the world %s", i+1, k, worlds[i].Name)
		}
	}
	if got := NewChallenges(39, 40); len(got) != 1 || len(NewChallenges(40, 59)) != 0 {
		t.Errorf("NewChallenges(39, 40) = %q, want one set", got)
	}
}

func TestChallengeLines(t *testing.T) {
	c := &spec.Challenge{
		Twist:  spec.TwistThin,
		Medals: [...]int{90 * engine.TicksPerSecond, 60 * engine.TicksPerSecond, 30 * engine.TicksPerSecond},
	}
	for _, tt := range []struct {
		best Achievement
		want string
	}{
		{Achievement{}, "★ 1:30  ★★ 1:00  ★★★ 0:30 · no medal yet"},
		{Achievement{Ticks: 45 * engine.TicksPerSecond}, "★ 1:30  ★★ 1:00  ★★★ 0:30 · best: 0:45"},
	} {
		got := ChallengeLines(c, engine.Medium, tt.best, 80)
		if len(got) != 2 || got[0] != spec.Twists[spec.TwistThin].Help+" · clear the level quickly" ||
			got[1] != tt.want {
			t.Errorf("ChallengeLines() = %q, want the rules in one line, then %q", got, tt.want)
		}
	}
	got := ChallengeLines(c, engine.Medium, Achievement{}, 40)
	if len(got) != 3 || got[1] != "clear the level quickly" {
		t.Errorf("ChallengeLines() = %q in 40 columns, want three lines", got)
	}
}
