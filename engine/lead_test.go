package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

func TestLeadOverAnotherGame(t *testing.T) {
	game := func(mode Mode, level, bricks, score int) *Game {
		l := spec.Level{Bricks: []spec.BrickSpec{{
			Kind:  spec.Plain,
			Shape: geom.Regular(6, geom.Vec{X: 32, Y: 12}, 2, 0),
		}}}
		g, err := New(Config{Setup: Setup{Mode: mode}, Levels: []spec.Level{l}})
		if err != nil {
			t.Fatal(err)
		}
		g.Level, g.BricksLeft, g.Score = level, bricks, score
		return g
	}

	for _, c := range []struct {
		what       string
		one, other *Game
		want       Lead
	}{
		{"the same", game(Campaign, 2, 10, 500), game(Campaign, 2, 10, 500), Lead{}},
		{"fewer bricks to go", game(Campaign, 2, 10, 500), game(Campaign, 2, 14, 700), Lead{Bricks: 4, Points: -200}},
		{"another level", game(Campaign, 1, 1, 500), game(Campaign, 2, 60, 700), Lead{Levels: -1, Points: -200}},
		{"rows have no end", game(Endless, 0, 60, 500), game(Endless, 0, 80, 500), Lead{}},
	} {
		if got := c.one.LeadOver(c.other); got != c.want {
			t.Errorf("%s: LeadOver() = %+v, want %+v", c.what, got, c.want)
		}
	}
}
