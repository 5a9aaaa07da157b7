package record_test

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A controller converts the bot's control to the control of a player with a certain input device.
type controller func(g *engine.Game, c engine.Control) engine.Control

// keys returns a controller that presses and releases two keys with the delay of a human player.
func keys() controller {
	dir := int8(0)
	return func(g *engine.Game, c engine.Control) engine.Control {
		if g.Tick%12 == 0 { // 50 ms
			dir = 0
			if d := float64(c.Target)/64 - g.Capsule(0).X; d > 1.2 {
				dir = engine.MoveFull
			} else if d < -1.2 {
				dir = -engine.MoveFull
			}
		}
		return engine.Control{Move: dir, Target: engine.NoTarget, Buttons: c.Buttons}
	}
}

// mouse returns a controller that simulates a hand with inertia. Its position is reported every 1/60 s, with a
// jitter of one tick and a resolution of 1/64 unit, like in a terminal that reports pixels.
func mouse() controller {
	at, v, next, jitter := 32.0, 0.0, uint64(0), uint64(1)
	c := engine.Idle
	return func(g *engine.Game, want engine.Control) engine.Control {
		pull := float64(want.Target)/64 - at
		v += (pull*90 - v*16) / engine.TicksPerSecond
		at += v / engine.TicksPerSecond
		if g.Tick >= next {
			jitter = jitter*6364136223846793005 + 1442695040888963407
			next = g.Tick + 3 + jitter>>62%3
			c.Target = int16(64 * min(max(at, 0), spec.FieldW))
		}
		c.Buttons = want.Buttons
		return c
	}
}

// trembling returns a controller that simulates a mouse that never rests. Each report differs from the previous one
// by a random amount.
func trembling() controller {
	at, v, next, jitter := 32.0, 0.0, uint64(0), uint64(1)
	chance := func(n uint64) uint64 {
		jitter = jitter*6364136223846793005 + 1442695040888963407
		return jitter >> 33 % n
	}
	c := engine.Idle
	return func(g *engine.Game, want engine.Control) engine.Control {
		pull := float64(want.Target)/64 - at
		v += (pull*90 - v*16) / engine.TicksPerSecond
		at += v / engine.TicksPerSecond
		if g.Tick >= next {
			next = g.Tick + 3 + chance(3)
			c.Target = int16(64*min(max(at, 0), spec.FieldW)) + int16(chance(85)) - 42 // two thirds of a unit
			c.Target = min(max(c.Target, 0), 64*spec.FieldW)
		}
		c.Buttons = want.Buttons
		return c
	}
}

// recordTenMinutes returns a recording of ten minutes over several levels.
func recordTenMinutes(t testing.TB, h controller) *record.Recording {
	t.Helper()
	c := engine.Config{Setup: engine.Setup{Seed: 5}, Levels: levels.Shipped().Levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r, bot := record.New(c, "Shipped"), bot.New(5)
	for range 600 * engine.TicksPerSecond {
		in := engine.Input{h(g, bot.Play(g)), engine.Idle}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
	}
	r.Close(g)
	return r
}

// Ten minutes need at most 20 KB with keys, 60 KB with a mouse, and slightly more with a trembling mouse.
func TestRecordingsAreSmall(t *testing.T) {
	if testing.Short() { // slow, because it plays whole games
		return
	}
	for _, tt := range []struct {
		name  string
		h     controller
		limit int
	}{
		{"keys", keys(), 20_000},
		{"mouse", mouse(), 60_000},
		{"trembling", trembling(), 65_000},
		{"bot", func(_ *engine.Game, c engine.Control) engine.Control { return c }, 60_000},
	} {
		r := recordTenMinutes(t, tt.h)
		text, packed := len(r.Text()), len(r.Packed())
		t.Logf("%s: %d bytes of text, %d packed, result %v", tt.name, text, packed, r.End)
		if packed > tt.limit {
			t.Errorf("%s: the packed recording has %d bytes, want at most %d", tt.name, packed, tt.limit)
		}
	}
}
