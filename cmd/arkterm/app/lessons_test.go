package app

import (
	"testing"
	"time"

	"arkterm/engine"
	"arkterm/levels"
)

// The lesson about shoves is shown only after the player has returned balls, and if the meter pays for a shove. It
// disappears if the player ignores it.
func TestShovingLessonFits(t *testing.T) {
	g, err := engine.New(engine.Config{Levels: levels.Shipped().Levels})
	if err != nil {
		t.Fatal(err)
	}
	g.Step(engine.Input{{Target: engine.NoTarget, Buttons: engine.Fire}, engine.Idle})
	g.Step(engine.Input{engine.Idle, engine.Idle})
	if !g.FireShoves(0) {
		t.Fatalf("FireShoves(0) = false in phase %s", g.Phase)
	}
	w := newGuideWatch(new(FieldGuide))
	for _, c := range []struct {
		returns int
		meter   int
		want    bool
	}{
		{0, engine.ShoveCost, false},
		{lessonReturns - 1, engine.ShoveCost, false},
		{lessonReturns, engine.ShoveCost - 1, false},
		{lessonReturns, engine.ShoveCost, true},
		{maxShoveLessonReturns - 1, engine.ShoveCost + 1, true},
		{maxShoveLessonReturns, engine.ShoveCost + 1, false},
	} {
		w.numReturns = c.returns
		g.Shoves[0].Meter = c.meter
		if got := ruleRows[shovingRule].lessonApplies(w, g); got != c.want {
			t.Errorf("%d returns, meter %d: the lesson fits: %v, want %v", c.returns, c.meter, got, c.want)
		}
	}
}

// While W skips the level, lessons do not offer W to skip them.
func TestLessonsDoNotOfferToSkipTheLevel(t *testing.T) {
	p := newSession(t, withFieldGuide, onEasy)
	p.keys("enter")
	p.wantScreen(playingScreen)
	p.wait(3 * time.Second) // after the card of the level
	if !p.shows("lesson 1 of 5 · W: skip") {
		t.Errorf("no lesson with W: skip")
	}
	g := p.s.round.game
	g.BricksLeft = 1
	if !g.CanWarp() {
		t.Fatal("CanWarp() = false with one brick left")
	}
	if !p.shows("lesson 1 of 5") || p.shows("W: skip") {
		t.Error("the lesson is missing, or W skips it and the level")
	}
}

// A game of the campaign is not recorded as a try at the daily game.
func TestCampaignGameIsNotADailyTry(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	p.wantScreen(playingScreen)
	for range 10 {
		p.key("space")
		p.wait(time.Second)
	}
	if tries := requests[WriteDiary](p); len(tries) != 0 {
		t.Errorf("%d tries at the daily game are recorded, want 0", len(tries))
	}
}
