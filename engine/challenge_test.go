package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// startChallenge returns a game of the challenge in level l.
func startChallenge(t *testing.T, l spec.Level, c spec.Challenge, s Setup) *Game {
	t.Helper()
	l.Challenge, s.Mode = c, Challenges
	g, err := New(Config{Setup: s, Levels: []spec.Level{l}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// For some measures, lower values are better, and a medal requires a cleared level. For others,
// higher values are better.
func TestMedals(t *testing.T) {
	for _, tt := range []struct {
		measure spec.Measure
		medals  [spec.NumMedals]int
		value   int
		cleared bool
		want    spec.Medal
	}{
		{spec.ByReturns, [...]int{9, 6, 3}, 3, true, spec.Gold},
		{spec.ByReturns, [...]int{9, 6, 3}, 4, true, spec.Silver},
		{spec.ByReturns, [...]int{9, 6, 3}, 9, true, spec.Bronze},
		{spec.ByReturns, [...]int{9, 6, 3}, 10, true, spec.NoMedal},
		{spec.ByReturns, [...]int{9, 6, 3}, 1, false, spec.NoMedal},
		{spec.ByBricks, [...]int{3, 6, 9}, 2, false, spec.NoMedal},
		{spec.ByBricks, [...]int{3, 6, 9}, 3, false, spec.Bronze},
		{spec.ByBricks, [...]int{3, 6, 9}, 8, true, spec.Silver},
		{spec.ByBricks, [...]int{3, 6, 9}, 9, false, spec.Gold},
		{spec.ByBricks, [spec.NumMedals]int{}, 9, true, spec.NoMedal},
	} {
		g := startChallenge(t, far, spec.Challenge{Measure: tt.measure, Medals: tt.medals}, Setup{})
		g.ChallengeState.Returns, g.Tally.Bricks = tt.value, tt.value
		if tt.cleared {
			g.BricksLeft = 0
		}
		if got := g.Medal(); got != tt.want {
			t.Errorf("%s: medal for %d of %v is %s, want %s", spec.Measures[tt.measure].Name, tt.value, tt.medals, got,
				tt.want)
		}
	}
}

// With slower balls, medals and limits allow more time. With a lower percentage of points, medals
// require fewer points.
func TestMedalsFollowTheDifficulty(t *testing.T) {
	const second = TicksPerSecond
	timed := spec.Challenge{Medals: [...]int{60 * second, 40 * second, 20 * second}, Limit: 90 * second}
	points := spec.Challenge{Measure: spec.ByPoints, Medals: [...]int{100, 200, 300}}
	for d := range Difficulties {
		row := &Difficulties[d]
		g := startChallenge(t, far, timed, Setup{Difficulty: Difficulty(d)})
		slower := StartSpeed / row.StartSpeed
		if got := g.MedalThresholds(); got[2] != int(20*second*slower) || g.TicksLeft != int(90*second*slower) {
			t.Errorf("%s: medals %v and a limit of %d ticks, want longer times by the factor %g",
				row.Name, got, g.TicksLeft, slower)
		}

		g = startChallenge(t, far, points, Setup{Difficulty: Difficulty(d)})
		if got := g.MedalThresholds(); got[1] != 2*row.PointsPercent {
			t.Errorf("%s: MedalThresholds() = %v, want %d points for the second medal", row.Name, got,
				2*row.PointsPercent)
		}
	}
}

// After a change to an easier difficulty, the thresholds of the harder one still apply.
func TestMedalsUseTheHardestDifficulty(t *testing.T) {
	timed := spec.Challenge{Medals: [...]int{60, 40, 20}}
	g := startChallenge(t, far, timed, Setup{Difficulty: Easy})
	for _, tt := range []struct {
		change, hardest Difficulty
	}{
		{Kids, Easy},
		{Medium, Medium},
		{Hard, Hard},
		{Kids, Hard},
	} {
		terms := g.Terms()
		terms.Difficulty = tt.change
		g.Change(terms)
		g.Phase = Play
		g.runChallenge()
		if got, want := g.MedalThresholds(), MedalThresholdsAt(g.Challenge(), tt.hardest); got != want {
			t.Errorf("after a change to %s: MedalThresholds() = %v, want %v as at the difficulty %s",
				Difficulties[tt.change].Name, got, want, Difficulties[tt.hardest].Name)
		}
	}
}

// In other modes, the challenge of a level has no effect.
func TestTwistsApplyOnlyInChallenges(t *testing.T) {
	l := far
	l.Challenge = spec.Challenge{Twist: spec.TwistThin, Limit: TicksPerSecond}
	g, err := New(Config{Levels: []spec.Level{l}})
	if err != nil || g.Capsule(0).Half != paddleHalf || g.TicksLeft != 0 || g.Medal() != spec.NoMedal {
		t.Errorf("a challenge in the mode campaign changes the paddle width to %g, or the time to %d ticks; error %v",
			2*g.Capsule(0).Half, g.TicksLeft, err)
	}
}

// Twists and limits change the digest of a level. Medals and measures do not.
func TestDigestOfChallenges(t *testing.T) {
	with := func(c spec.Challenge) uint64 {
		l := far
		l.Challenge = c
		return spec.Digest([]spec.Level{l})
	}

	none := with(spec.Challenge{})
	for twist := range spec.Twists {
		if got := with(spec.Challenge{Twist: spec.Twist(twist)}); (got == none) != (twist == 0) {
			t.Errorf("Digest with the twist %s = %016x, without a challenge %016x; want a difference only for a twist",
				spec.Twists[twist].Name, got, none)
		}
	}

	if with(spec.Challenge{Limit: 1}) == none {
		t.Error("Digest does not depend on the time limit, want a different digest")
	}
	if with(spec.Challenge{Measure: spec.ByCombo, Medals: [...]int{1, 2, 3}}) != none {
		t.Error("Digest depends on the medals, want the same digest")
	}
}

// New must reject impossible challenges.
func TestChallengeErrors(t *testing.T) {
	for name, c := range map[string]spec.Challenge{
		"twist":          {Twist: spec.Twist(len(spec.Twists))},
		"measure":        {Measure: spec.Measure(len(spec.Measures))},
		"limit":          {Limit: spec.MaxLimit + 1},
		"no limit":       {Twist: spec.TwistBreath},
		"easier gold":    {Measure: spec.ByBricks, Medals: [...]int{1, 3, 2}},
		"equal":          {Measure: spec.ByReturns, Medals: [...]int{3, 3, 2}},
		"easier by time": {Medals: [...]int{1, 2, 3}},
		"too many":       {Measure: spec.ByPoints, Medals: [...]int{1, 2, spec.MaxMedal + 1}},
	} {
		l := far
		l.Challenge = c
		if l.Check(spec.FieldW, spec.FieldH) == nil {
			t.Errorf("%s: Check accepts %+v, want an error", name, c)
		}
	}
}

// The hash covers the state of a challenge, and a copy continues like the original.
func TestChallengeStateIsHashedAndCopied(t *testing.T) {
	g := inPlay(t, far, at(32, 20), geom.Vec{X: 20, Y: -18})
	g.Mode = Challenges
	hash := g.Hash()
	for name, change := range map[string]func(*Game){
		"returns": func(g *Game) { g.ChallengeState.Returns++ },
		"touches": func(g *Game) { g.ChallengeState.returnsSinceServe++ },
		"failed":  func(g *Game) { g.ChallengeState.failed = true },
		"hardest": func(g *Game) { g.ChallengeState.hardest = Hard },
		"limit":   func(g *Game) { g.TicksLeft++ },
	} {
		c := g.Clone()
		change(c)
		if c.Hash() == hash || g.Hash() != hash {
			t.Errorf("%s: a change does not change the hash, or also changes the clone", name)
		}
	}
}

// With AssistLives, a challenge has four lives, and a broken rule costs one of them.
func TestLivesOfAChallenge(t *testing.T) {
	g := startChallenge(t, far, spec.Challenge{Twist: spec.TwistTouches}, Setup{Assists: AssistLives})
	if g.Lives != 1+extraLives {
		t.Fatalf("lives at the start = %d, want %d", g.Lives, 1+extraLives)
	}

	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	g.failChallenge()
	for range lostTicks + 2 {
		g.Step(Input{Idle, Idle})
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
	}

	if g.Lives != extraLives || g.Phase != Serve || g.ChallengeState.returnsSinceServe != 0 {
		t.Errorf("after the broken rule: %d lives in phase %s, want %d in serve", g.Lives, g.Phase, extraLives)
	}
}
