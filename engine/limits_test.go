package engine

import (
	"fmt"
	"math"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// stormLimits is the end of the error for an invalid number of balls in a storm.
const stormLimits = ", want 1 to all in a storm, otherwise 0"

// parLimits is the end of the error for an invalid par.
const parLimits = ", want 0 to 3456000 and 0 to 1073741824"

// errorText returns the text of an error, or "".
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestConfigLimits(t *testing.T) {
	many := func(n int) []spec.Level {
		all := make([]spec.Level, n)
		for i := range all {
			all[i] = far
		}

		return all
	}

	par := func(ticks, points int) []spec.Level {
		l := far
		l.ParTime, l.ParScore = ticks, points
		return []spec.Level{far, l}
	}

	for _, c := range []struct {
		what   string
		config Config
		want   string
	}{
		{"no levels", Config{}, "engine: no levels"},
		{"the last mode", Config{Setup: Setup{Mode: Mode(len(Modes) - 1)}, Levels: many(1)}, ""},
		{
			"no mode",
			Config{Setup: Setup{Mode: Mode(len(Modes))}, Levels: many(1)},
			fmt.Sprint("engine: unknown mode ", len(Modes)),
		},
		{"the last level", Config{Setup: Setup{First: 2}, Levels: many(3)}, ""},
		{"after the last level", Config{Setup: Setup{First: 3}, Levels: many(3)}, "engine: first level 3, want 0 to 2"},
		{
			"before the first level",
			Config{Setup: Setup{First: -1}, Levels: many(3)},
			"engine: first level -1, want 0 to 2",
		},
		{"the last difficulty", Config{Setup: Setup{Difficulty: Hard}, Levels: many(1)}, ""},
		{"no difficulty", Config{Setup: Setup{Difficulty: Hard + 1}, Levels: many(1)}, "engine: unknown difficulty 6"},
		{
			"a day of another mode",
			Config{Setup: Setup{Day: 2026_11_22}, Levels: many(1)},
			"engine: invalid day 2026-11-22 in mode campaign",
		},

		{"a leap day", Config{Setup: Setup{Mode: Daily, Day: 2000_02_29}, Levels: many(1)}, ""},
		{
			"no leap day",
			Config{Setup: Setup{Mode: Daily, Day: 1900_02_29}, Levels: many(1)},
			"engine: invalid day 1900-02-29 in mode daily",
		},

		{
			"no day",
			Config{Setup: Setup{Mode: Daily, Day: 2026_04_31}, Levels: many(1)},
			"engine: invalid day 2026-04-31 in mode daily",
		},

		{"the first day", Config{Setup: Setup{Mode: Daily, Day: 1970_01_01}, Levels: many(1)}, ""},
		{
			"before the first day",
			Config{Setup: Setup{Mode: Daily, Day: 1969_12_31}, Levels: many(1)},
			"engine: invalid day 1969-12-31 in mode daily",
		},

		{"the smallest field", Config{Levels: []spec.Level{{}}, W: 16, H: 16}, ""},
		{
			"a narrow field",
			Config{Levels: []spec.Level{{}}, W: 15.9, H: 16},
			"engine: field of 15.9 × 16, want 16 to 511",
		},
		{"a low field", Config{Levels: []spec.Level{{}}, W: 16, H: 15.9}, "engine: field of 16 × 15.9, want 16 to 511"},
		{"the largest field", Config{Levels: []spec.Level{{}}, W: 511, H: 511}, ""},
		{
			"a wide field",
			Config{Levels: []spec.Level{{}}, W: 511.1, H: 511},
			"engine: field of 511.1 × 511, want 16 to 511",
		},
		{
			"a high field",
			Config{Levels: []spec.Level{{}}, W: 511, H: 511.1},
			"engine: field of 511 × 511.1, want 16 to 511",
		},
		{"one life", Config{Setup: Setup{Lives: 1}, Levels: many(1)}, ""},
		{"many lives", Config{Setup: Setup{Lives: MaxLives + 1}, Levels: many(1)}, "engine: 8 lives, want 1 to 7"},
		{
			"a storm in another mode",
			Config{Setup: Setup{Storm: 5}, Levels: many(1)},
			"engine: mode campaign does not allow a storm of 5 balls",
		},

		{
			"points in another mode",
			Config{Setup: Setup{WinPoints: 5}, Levels: many(1)},
			"engine: mode campaign does not allow 5 points that win a match",
		},

		{"the largest pars", Config{Levels: par(MaxTicks, MaxScore)}, ""},
		{
			"a par time",
			Config{Levels: par(MaxTicks+1, 7)},
			"engine: level 2: par of 3456001 ticks and 7 points" + parLimits,
		},
		{
			"a negative par time",
			Config{Levels: par(-1, 7)},
			"engine: level 2: par of -1 ticks and 7 points" + parLimits,
		},
		{
			"a par score",
			Config{Levels: par(7, MaxScore+1)},
			"engine: level 2: par of 7 ticks and 1073741825 points" + parLimits,
		},
		{
			"a negative par score",
			Config{Levels: par(7, -1)},
			"engine: level 2: par of 7 ticks and -1 points" + parLimits,
		},
		{
			"a level that is wrong",
			Config{Levels: []spec.Level{far, {Balls: 9}}},
			"engine: level 2: 9 balls per serve, want 1 to 3",
		},
	} {
		if _, err := New(c.config); errorText(err) != c.want {
			t.Errorf("%s: New() error = %q, want %q", c.what, errorText(err), c.want)
		}
	}
}

func TestStartLimits(t *testing.T) {
	base := func(mode Mode) (Config, *Start) {
		c := Config{Setup: Setup{Mode: mode}, Levels: []spec.Level{far, far}}
		if mode.Versus() {
			c.Levels = []spec.Level{duelBoard()}
		}

		g, err := New(c)
		if err != nil {
			t.Fatal(err)
		}

		s := &Start{Lives: 1, Storm: g.StormBalls.Waiting, TicksLeft: g.TicksLeft}
		for k := range g.Paddles {
			s.Players[k].Paddle = g.Capsule(k).X
		}

		return c, s
	}

	for _, c := range []struct {
		what   string
		mode   Mode
		change func(*Config, *Start)
		want   string
	}{
		{"the same", Campaign, func(*Config, *Start) {}, ""},
		{"the last level", Campaign, func(_ *Config, s *Start) { s.Level = 1 }, ""},
		{
			"after the last level", Campaign, func(_ *Config, s *Start) { s.Level = 2 },
			"engine: start: level 3, want 1 to 2",
		},
		{
			"before the first level", Campaign, func(_ *Config, s *Start) { s.Level = -1 },
			"engine: start: level 0, want 1 to 2",
		},

		{"the last tick", Campaign, func(_ *Config, s *Start) { s.Tick = MaxTicks }, ""},
		{
			"after the last tick", Campaign, func(_ *Config, s *Start) { s.Tick = MaxTicks + 1 },
			"engine: start: tick 3456001, want at most 3456000",
		},

		{"the highest score", Campaign, func(_ *Config, s *Start) { s.Score, s.BestCombo = MaxScore, MaxScore }, ""},
		{
			"a negative score", Campaign, func(_ *Config, s *Start) { s.Score = -1 },
			"engine: start: score -1 and best combo 0, want 0 to 1073741824",
		},

		{
			"a score", Campaign, func(_ *Config, s *Start) { s.Score = MaxScore + 1 },
			"engine: start: score 1073741825 and best combo 0, want 0 to 1073741824",
		},

		{
			"a negative combo", Campaign, func(_ *Config, s *Start) { s.BestCombo = -1 },
			"engine: start: score 0 and best combo -1, want 0 to 1073741824",
		},

		{
			"a combo", Campaign, func(_ *Config, s *Start) { s.BestCombo = MaxScore + 1 },
			"engine: start: score 0 and best combo 1073741825, want 0 to 1073741824",
		},

		{"as easy", Campaign, func(_ *Config, s *Start) { s.Easiest = Medium }, ""},
		{
			"less easy", Campaign, func(_ *Config, s *Start) { s.Easiest = Hard },
			"engine: start: easiest difficulty hard is not easier than medium",
		},

		{"all lives", Campaign, func(_ *Config, s *Start) { s.Lives = MaxLives }, ""},
		{"no lives", Campaign, func(_ *Config, s *Start) { s.Lives = 0 }, "engine: start: 0 lives, want 1 to 7"},
		{
			"many lives", Campaign, func(_ *Config, s *Start) { s.Lives = MaxLives + 1 },
			"engine: start: 8 lives, want 1 to 7",
		},
		{
			"a time limit", Campaign, func(_ *Config, s *Start) { s.TicksLeft = 1 },
			"engine: start: 1 ticks left, which mode campaign does not allow",
		},

		{
			"no time limit", TimeAttack, func(_ *Config, s *Start) { s.TicksLeft = 0 },
			"engine: start: 0 ticks left, which mode time-attack does not allow",
		},

		{
			"a storm", Campaign, func(_ *Config, s *Start) { s.Storm = 1 },
			"engine: start: 1 balls left in a storm of 0 in mode campaign" + stormLimits,
		},
		{"the last ball of a storm", Storm, func(_ *Config, s *Start) { s.Storm = 1 }, ""},
		{
			"a storm without balls", Storm, func(_ *Config, s *Start) { s.Storm = 0 },
			"engine: start: 0 balls left in a storm of 200 in mode storm" + stormLimits,
		},

		{
			"a large storm", Storm, func(_ *Config, s *Start) { s.Storm = DefaultStorm + 1 },
			"engine: start: 201 balls left in a storm of 200 in mode storm" + stormLimits,
		},

		{
			"a mode without it", Arkanong, func(*Config, *Start) {},
			"engine: start: games in mode arkanong cannot continue from a saved state",
		},
		{
			"a second player", Campaign, func(_ *Config, s *Start) { s.Players[1].Fire = true },
			"engine: start: mode campaign has no second paddle",
		},

		{
			"a second server", Campaign, func(_ *Config, s *Start) { s.Server = 1 },
			"engine: start: mode campaign has no second paddle",
		},

		{"the right paddle serves", Coop, func(_ *Config, s *Start) { s.Server = 1 }, ""},
		{
			"a third server", Coop, func(_ *Config, s *Start) { s.Server = 2 },
			"engine: start: serving paddle 3, want 1 to 2",
		},
		{
			"no server", Coop, func(_ *Config, s *Start) { s.Server = -1 },
			"engine: start: serving paddle 0, want 1 to 2",
		},
		{"at the left wall", Campaign, func(c *Config, s *Start) { s.Players[0].Paddle = paddleHalf }, ""},
		{
			"in the left wall", Campaign, func(c *Config, s *Start) { s.Players[0].Paddle = paddleHalf - 0.1 },
			"engine: start: player 1: paddle at x 4.1, want 4.2 to 56.8",
		},

		{
			"in the right wall", Campaign,
			func(c *Config, s *Start) { s.Players[0].Paddle = spec.FieldW - paddleHalf + 0.1 },
			"engine: start: player 1: paddle at x 56.9, want 4.2 to 56.8",
		},

		{
			"paddle too fast", Coop, func(_ *Config, s *Start) { s.Players[1].PaddleV = -1e4 },
			"engine: start: player 2: paddle velocity -10000, want at most 4000 in both directions",
		},

		{"a direction", Campaign, func(_ *Config, s *Start) { s.Players[0].Dir, s.Players[0].Held = -1, KeyRamp }, ""},
		{
			"no direction", Campaign, func(_ *Config, s *Start) { s.Players[0].Dir = 2 },
			"engine: start: player 1: key direction 2 for 0 ticks, want -1 to 1 for at most 36",
		},

		{
			"no direction to the left", Campaign, func(_ *Config, s *Start) { s.Players[0].Dir = -2 },
			"engine: start: player 1: key direction -2 for 0 ticks, want -1 to 1 for at most 36",
		},

		{
			"a long press", Campaign, func(_ *Config, s *Start) { s.Players[0].Held = KeyRamp + 1 },
			"engine: start: player 1: key direction 0 for 37 ticks, want -1 to 1 for at most 36",
		},

		{"a shot now", Campaign, func(_ *Config, s *Start) { s.Tick, s.Players[0].LastShot = 9, 9 }, ""},
		{
			"a later shot", Campaign, func(_ *Config, s *Start) { s.Tick, s.Players[0].LastShot = 9, 10 },
			"engine: start: player 1: last shot at tick 10 and end of the stun at tick 0, want at most 9 and 130",
		},

		{
			"a long stun", Campaign, func(_ *Config, s *Start) { s.Players[0].StunnedUntil = StunTicks + 2 },
			"engine: start: player 1: last shot at tick 0 and end of the stun at tick 122, want at most 0 and 121",
		},

		{
			"paddles in each other", Coop, func(_ *Config, s *Start) { s.Players[1].Paddle = s.Players[0].Paddle + 8 },
			"engine: start: paddles at 15.25 and 23.25 overlap",
		},
	} {
		config, start := base(c.mode)
		c.change(&config, start)
		config.Start = start
		if _, err := New(config); errorText(err) != c.want {
			t.Errorf("%s: New() error = %q, want %q", c.what, errorText(err), c.want)
		}
	}
}

// In a match, DropSteal widens the paddle of the player who catches it, and narrows the opponent's
// by the same amount.
func TestStealMovesWidth(t *testing.T) {
	for by := range 2 {
		g, err := New(Config{Setup: Setup{Mode: Arkanong}, Levels: []spec.Level{duelBoard()}})
		if err != nil {
			t.Fatal(err)
		}
		before := [2]float64{g.Paddles[0].targetHalf, g.Paddles[1].targetHalf}
		g.applyDrop(spec.DropSteal, by)
		if d := g.Paddles[by].targetHalf - before[by]; math.Abs(d-widthChange) > 1e-9 {
			t.Errorf("DropSteal of player %d changes the own half width by %g, want %g", by+1, d, widthChange)
		}
		if d := g.Paddles[1-by].targetHalf - before[1-by]; math.Abs(d+widthChange) > 1e-9 {
			t.Errorf("DropSteal of player %d changes the opponent's half width by %g, want %g", by+1, d, -widthChange)
		}
	}
}

// A storm keeps its waiting and flying balls in the next level. If fewer than a quarter of its initial
// size remain, balls are added up to this number, but to at most 25 balls.
func TestStormKeepsItsBallsInTheNextLevel(t *testing.T) {
	for _, c := range [...]struct{ waiting, flying, want int }{
		{20, 15, 35},
		{0, 12, 12},
		{11, 0, 11},
		{1, 2, 10},
		{0, 0, 10},
	} {
		g := newStormGame(t, 40)
		g.StormBalls = StormBalls{Waiting: c.waiting, Flying: c.flying}
		g.carryStormOver()
		if want := (StormBalls{Waiting: c.want}); g.StormBalls != want {
			t.Errorf("carryStormOver with %d waiting and %d flying balls: StormBalls = %+v, want %+v",
				c.waiting, c.flying, g.StormBalls, want)
		}

		g.placeStormBalls()
		if err := g.checkStorm(); err != nil {
			t.Errorf("%d waiting and %d flying balls: %v", c.waiting, c.flying, err)
		}
	}
}

// In a simultaneous contact with two bricks, the ball hits the first one.
func TestSweepReturnsTheFirstOfTwoBricks(t *testing.T) {
	l := spec.Level{Bricks: []spec.BrickSpec{
		{Kind: spec.Plain, Shape: geom.Regular(4, at(30, 10), 2, 45)},
		{Kind: spec.Plain, Shape: geom.Regular(4, at(30, 10), 2, 45)},
	}}
	g := inPlay(t, l, at(50, 30), geom.Vec{X: 20})
	if hit := g.Sweep(at(30, 30), geom.Vec{Y: -1}, 0.5, -1); hit.Brick != 0 {
		t.Errorf("Sweep() hits brick %d, want 0", hit.Brick)
	}
	if hit := g.Sweep(at(30, 30), geom.Vec{Y: -1}, 0.5, 0); hit.Brick != 1 {
		t.Errorf("Sweep() without brick 0 hits brick %d, want 1", hit.Brick)
	}
}
