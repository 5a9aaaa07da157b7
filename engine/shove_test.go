package engine

import (
	"math"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// newShoveGame returns a game in an empty field with full meters and one ball of player 0. The ball
// flies to the right, at the given angle above horizontal in degrees.
func newShoveGame(t *testing.T, mode Mode, degrees float64) *Game {
	t.Helper()
	level := oneBrick(spec.Plain, geom.Vec{X: 3, Y: 20}, 2)
	g, err := New(Config{Setup: Setup{Mode: mode, Seed: 1}, Levels: []spec.Level{level}})
	if err != nil {
		t.Fatal(err)
	}

	g.removeBalls()
	v := geom.Direction(degrees).Mul(g.BallSpeed())
	v.Y = -v.Y
	g.addBall(Ball{}, world.Disc{R: BallRadius, Mass: 1, From: geom.Vec{X: 30.5, Y: 24}, V: v})
	g.world.Rebuild()
	g.enterPhase(Play)
	for k := range g.Paddles {
		g.Shoves[k].Meter = ShoveFull
	}
	return g
}

// press plays a tick in which player k presses the buttons, and a tick without input.
func press(t *testing.T, g *Game, k int, b Button) {
	t.Helper()
	in := Input{Idle, Idle}
	in[k].Buttons = b
	g.Step(in)
	step(t, g, 1)
}

// slope returns the angle of ball 0 above horizontal, −90 to 90 degrees.
func slope(g *Game) float64 {
	v := g.Disc(0).V
	return math.Atan2(-v.Y, math.Abs(v.X)) * 180 / math.Pi
}

func TestShovesTurnBallsAndKeepSpeeds(t *testing.T) {
	for _, c := range []struct {
		button   Button
		from, to float64
	}{
		{Fire, 30, 30 + shoveAngle},
		{Fire, -30, -30 - shoveAngle},
		{Up, 30, 30 + shoveAngle},
		{Up, -40, -40 + shoveAngle},
		{Up, -90, -90 + shoveAngle},
		{Down, 40, 40 - shoveAngle},
		{Down, -30, -30 - shoveAngle},
		{Down, 90, 90 - shoveAngle},
		{Fire, 80, 85},
		{Fire, -84, -85},
		{Up, 88, 88},
	} {
		g := newShoveGame(t, Campaign, c.from)
		want := g.Disc(0).V.Norm()
		press(t, g, 0, c.button)
		for range ShoveTicks {
			step(t, g, 1)
			if speed := g.Disc(0).V.Norm(); math.Abs(speed-want) > 1e-9 {
				t.Fatalf("%+v: ball speed during the shove = %g, want %g", c, speed, want)
			}
		}

		const off = shoveAngle*shoveStep/ShoveTicks + 1e-9
		if got := slope(g); math.Abs(got-c.to) > off {
			t.Errorf("%+v: angle after the shove = %g°, want %g°", c, got, c.to)
		}
	}
}

func TestNoShoveEndsNearlyHorizontal(t *testing.T) {
	for degrees := -60.0; degrees <= 60; degrees++ {
		for _, b := range []Button{Fire, Up, Down} {
			g := newShoveGame(t, Campaign, degrees)
			press(t, g, 0, b)
			step(t, g, ShoveTicks+extraShoveTicks)
			if isNearlyHorizontal(g.Disc(0).V) {
				t.Errorf("shove with button %b from %g° ends at %g°, want no nearly horizontal course", b, degrees,
					slope(g))
			}
		}
	}
}

func TestTwoShovesStartSlowMotion(t *testing.T) {
	g := newShoveGame(t, Campaign, 40)
	press(t, g, 0, Up)
	if g.Rate() != 100 || g.PaddleSpeedFactor(0) != 1 {
		t.Errorf("after one shove: Rate() = %d %%, PaddleSpeedFactor() = %g, want 100 %% and 1",
			g.Rate(), g.PaddleSpeedFactor(0))
	}

	press(t, g, 0, Fire)
	if !g.TimeIsSlow() {
		t.Error("a second shove does not slow time")
	}

	slow := 0
	for ; g.TimeIsSlow(); slow++ {
		if g.Rate() != slowPercent || g.PaddleSpeedFactor(0) != 2 {
			t.Fatalf("in slow time: Rate() = %d %%, PaddleSpeedFactor() = %g, want %d %% and 2",
				g.Rate(), g.PaddleSpeedFactor(0), slowPercent)
		}
		step(t, g, 1)
	}

	if slow < SlowTicks-2 || slow > SlowTicks {
		t.Errorf("time is slow for %d ticks, want %d", slow, SlowTicks)
	}
	if got := g.Shoves[0].Meter; got != ShoveFull-2*ShoveCost {
		t.Errorf("meter after two shoves = %d, want %d", got, ShoveFull-2*ShoveCost)
	}
}

func TestTheMeterFillsByHitsAndReturns(t *testing.T) {
	g := newShoveGame(t, Campaign, 40)
	g.Shoves[0].Meter = ShoveCost - 1
	press(t, g, 0, Fire)
	if s := g.Shoves[0]; s.Kind != NoShove || s.Meter != ShoveCost-1 {
		t.Errorf("Fire without enough charge: shove state %+v, want no shove and %d", s, ShoveCost-1)
	}

	g.chargeMeter(0, hitCharge)
	if e := g.Events[len(g.Events)-1]; e.Kind != ShoveReady || e.Value != 0 {
		t.Errorf("last event after charging = %+v, want ShoveReady of player 0", e)
	}

	for range 50 {
		g.chargeMeter(0, returnCharge)
	}
	if got := g.Shoves[0].Meter; got != ShoveFull {
		t.Errorf("meter after 50 returns = %d, want %d", got, ShoveFull)
	}
}

// Other functions of Fire take precedence over the shove.
func TestFireShovesOnlyWithoutOtherFunction(t *testing.T) {
	for name, prepare := range map[string]func(g *Game){
		"recall": func(g *Game) { g.CanRecall = true },
		"launch": func(g *Game) { g.addHeld(normalBall, 0) },
		"shots":  func(g *Game) { g.Shots = 2 },
		"weapon": func(g *Game) { g.applyDrop(spec.DropWeapon, 0) },
	} {
		g := newShoveGame(t, Campaign, 40)
		prepare(g)
		if g.FireShoves(0) {
			t.Errorf("%s: FireShoves() = true, want false", name)
		}

		full := g.Shoves[0].Meter
		press(t, g, 0, Fire)
		if g.Shoves[0].Kind != NoShove || g.Shoves[0].Meter != full {
			t.Errorf("%s: Fire starts a shove: %+v, want none and a full meter", name, g.Shoves[0])
		}
	}

	if g := newShoveGame(t, Campaign, 40); !g.FireShoves(0) {
		t.Error("FireShoves() in normal play = false, want true")
	}
}

// Up and Down always shove, once per press.
func TestHeldButtonIsOneShove(t *testing.T) {
	g := newShoveGame(t, Campaign, 40)
	g.Shots = 1
	c := Idle
	c.Buttons = Down
	for range ShoveTicks + 10 {
		g.Step(Input{c, Idle})
	}
	if got := g.Shoves[0].Meter; got != ShoveFull-ShoveCost {
		t.Errorf("meter after a held button = %d, want %d", got, ShoveFull-ShoveCost)
	}
}

func TestPlayersShoveTheirOwnBalls(t *testing.T) {
	for _, mode := range []Mode{Arkanong, Coop} {
		g := newShoveGame(t, mode, 40)
		press(t, g, 1, Fire)
		if g.Shoves[1] != (ShoveState{Meter: ShoveFull}) {
			t.Errorf("%s: Fire of a player without a ball: shove state %+v, want no shove", mode, g.Shoves[1])
		}
		was := g.Disc(0).V
		g.Shoves[1].Kind, g.Shoves[1].Began = ShoveUp, g.Tick
		step(t, g, 1)
		if g.Disc(0).V != was {
			t.Errorf("%s: a player's shove turns the other player's ball", mode)
		}
	}
}

// In a match, slow motion does not slow the paddle of the player who started it. It slows the
// opponent's paddle.
func TestSlowMotionSlowsTheOpponent(t *testing.T) {
	for mode, want := range map[Mode]float64{Arkanong: 1, Coop: 2} {
		g := newShoveGame(t, mode, 40)
		press(t, g, 0, Fire)
		press(t, g, 0, Fire)
		if own, other := g.PaddleSpeedFactor(0), g.PaddleSpeedFactor(1); own != 2 || other != want {
			t.Errorf("%s: PaddleSpeedFactor() = %g for the player who slowed time, %g for the other", mode, own, other)
		}
	}
}

func TestShovesDoNotAllocate(t *testing.T) {
	g := newShoveGame(t, Campaign, 40)
	g.floorAlwaysClosed, g.world.Floor = true, true
	c := Idle
	n := testing.AllocsPerRun(4*TicksPerSecond, func() {
		g.Shoves[0].Meter = ShoveFull
		c.Buttons ^= Fire | Up
		g.Step(Input{c, Idle})
	})
	if n > 0 {
		t.Errorf("Step allocates %v times per tick, want 0", n)
	}
}
