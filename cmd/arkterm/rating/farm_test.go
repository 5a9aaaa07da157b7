package rating

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/race"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// later returns the points a minute that a player earns after the first five minutes of a game, for five more; a
// game that is over earns nothing more.
func later(t *testing.T, c engine.Config, play func(*engine.Game) engine.Control) int {
	t.Helper()
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	const minutes = 5
	at := 0
	for range 2 * minutes * 60 * engine.TicksPerSecond {
		if g.Phase.Ended() {
			break
		}
		g.Step(engine.Input{play(g), engine.Idle})
		if g.Tick == minutes*60*engine.TicksPerSecond {
			at = g.Score
		}
	}
	if g.Tick <= minutes*60*engine.TicksPerSecond {
		return 0
	}
	return (g.Score - at) / minutes
}

// tapper never moves the paddle, and taps Fire twice a second.
func tapper(g *engine.Game) engine.Control {
	c := engine.Idle
	if g.Tick%120 < 6 {
		c.Buttons = engine.Fire
	}
	return c
}

// A game that is drawn out on purpose earns less, once five minutes are over, than one that is played on: a storm and
// an endless game of somebody who stands still, and a board of bricks that get their hits back, above a floor that is
// closed, so that no ball is ever lost.
func TestDrawingAGameOutDoesNotPay(t *testing.T) {
	if race.Long(t, "whole games, in one goroutine") {
		return
	}
	regrow := spec.Level{Name: "Farm"}
	for x := range 7 {
		regrow.Bricks = append(regrow.Bricks, spec.BrickSpec{Kind: spec.Regrow, Shape: geom.Regular(6, geom.Vec{X: 6.5 + 8*float64(x), Y: 8}, 3, 0)})
	}
	for _, tt := range []struct {
		name   string
		mode   engine.Mode
		levels []spec.Level // that are drawn out …
		closed bool
		on     []spec.Level // … and played on
	}{
		{"storm", engine.Storm, levels.Storm().Levels, false, levels.Storm().Levels},
		{"endless", engine.Endless, levels.Endless().Levels, false, levels.Endless().Levels},
		{"regrow", engine.Campaign, []spec.Level{regrow}, true, levels.Shipped().Levels},
	} {
		setup := engine.Setup{Mode: tt.mode, Seed: 3, Drops: 15}
		drawn := later(t, engine.Config{Setup: setup, Levels: tt.levels, Floor: tt.closed}, tapper)
		played := later(t, engine.Config{Setup: setup, Levels: tt.on}, bot.OfStrength(bot.Master, 3).Play)
		t.Logf("%s: %d points a minute drawn out, %d played on", tt.name, drawn, played)
		if drawn >= played {
			t.Errorf("%s: %d points a minute drawn out, %d played on", tt.name, drawn, played)
		}
	}
}
