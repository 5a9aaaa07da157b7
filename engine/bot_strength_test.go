package engine

import (
	"testing"

	"arkterm/engine/geom"
)

// lostBy lets a bot of the given strength play a level for a minute at most, once
// for each of some seeds, and returns how many balls it loses, in how many ticks.
func lostBy(t *testing.T, s Strength, l Level, seeds int) (lost, ticks int) {
	t.Helper()
	for seed := range uint64(seeds) {
		g, err := New(Config{Seed: seed, Levels: []Level{l}})
		if err != nil {
			t.Fatal(err)
		}
		bot := NewBotOf(s, seed)
		for !g.Phase.Ended() && g.Phase != Clear && g.Tick < 60*TicksPerSecond {
			g.Step(Input{bot.Play(g), Idle})
		}
		lost += StartLives - g.Lives
		ticks += int(g.Tick)
	}
	return lost, ticks
}

// Each bot loses fewer balls in the same time than the one before it, the best one none.
func TestBotsAreOrderedByStrength(t *testing.T) {
	const seeds = 4
	lostBefore, ticksBefore := 0, 0
	for s := range Strengths {
		lost, ticks := lostBy(t, Strength(s), honeycomb(), seeds)
		t.Logf("%-8s loses %d balls in %d s", Strength(s), lost, ticks/TicksPerSecond)
		if s > 0 && lost*ticksBefore >= lostBefore*ticks {
			t.Errorf("%s loses as many as %s", Strength(s), Strength(s-1))
		}
		lostBefore, ticksBefore = lost, ticks
	}
	if lostBefore > 0 {
		t.Errorf("the best bot loses %d", lostBefore)
	}
}

func TestStrengthsHaveNames(t *testing.T) {
	for s := range Strengths {
		got, err := StrengthNamed(Strength(s).String())
		if err != nil || got != Strength(s) || Strengths[s].Says == "" {
			t.Errorf("%s is %v, %v", Strength(s), got, err)
		}
	}
	if _, err := StrengthNamed("best"); err == nil {
		t.Error("there is a strength of any name")
	}
}

// In a rain of drops the best bot catches good ones, and few bad ones.
func TestMasterChoosesItsDrops(t *testing.T) {
	good, bad := 0, 0
	for seed := range uint64(6) {
		g, err := New(Config{Seed: seed, Levels: []Level{rain(seed)}})
		if err != nil {
			t.Fatal(err)
		}
		bot := NewBotOf(Master, seed)
		for !g.Phase.Ended() && g.Phase != Clear && g.Tick < 2*60*TicksPerSecond {
			g.Step(Input{bot.Play(g), Idle})
			for _, e := range g.Events {
				switch {
				case e.Kind == DropCaught && Drops[e.Value].Side == Bad:
					bad++
				case e.Kind == DropCaught && Drops[e.Value].Side == Good:
					good++
				}
			}
		}
	}
	if good < 20 || bad*5 > good {
		t.Errorf("%d good drops caught, %d bad ones", good, bad)
	}
}

// Of two balls that come down one after the other, far apart, it gets both.
func TestMasterTakesTheMostUrgentBallFirst(t *testing.T) {
	l := far
	l.Balls = 2
	g := inPlay(t, l, at(8, 30), geom.Vec{Y: 30})
	g.setCourse(1, at(58, 22), geom.Vec{Y: 30}, g.now)
	g.rebuild()
	bot := NewBotOf(Master, 1)
	for range TicksPerSecond {
		g.Step(Input{bot.Play(g), Idle})
	}
	if len(g.Balls) != 2 {
		t.Errorf("%d balls are left", len(g.Balls))
	}
}
