package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// With the mirror drop, the key for left moves the paddle to the right, and the mouse is mirrored
// at the middle.
func TestMirrorReversesKeysAndMouse(t *testing.T) {
	for _, mirrored := range []bool{false, true} {
		g := inPlay(t, far, at(30, 20), geom.Vec{Y: -20})
		if mirrored {
			g.applyDrop(spec.DropMirror, 0)
		}
		before := g.Capsule(0).X
		for range 24 {
			g.Step(Input{{Target: NoTarget, Move: -MoveFull}, Idle})
		}
		if moved := g.Capsule(0).X - before; moved == 0 || (moved > 0) != mirrored {
			t.Errorf("mirrored %v: the key for left moves the paddle by %g", mirrored, moved)
		}

		for range 240 {
			g.Step(Input{{Target: 20 * 64}, Idle})
		}
		want := 20.0
		if mirrored {
			want = g.W - 20
		}
		if x := g.Capsule(0).X; x < want-0.1 || x > want+0.1 {
			t.Errorf("mirrored %v: the target 20 moves the paddle to %g, want %g", mirrored, x, want)
		}
	}
}

// Fire starts a storm: the phase is Play, and balls are launched one after another.
func TestFireStartsTheStorm(t *testing.T) {
	g := newStormGame(t, 40)
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	if g.Phase != Play {
		t.Fatalf("phase after Fire = %s, want play", g.Phase)
	}
	step(t, g, TicksPerSecond)
	if g.StormBalls.Flying < 2 || g.StormBalls.Waiting+g.StormBalls.Flying != 40 {
		t.Errorf("StormBalls after 1 s = %+v, want several flying and 40 in total", g.StormBalls)
	}
}

// In storms and in zen, only the star for clearing a level is available.
func TestStarsOfModes(t *testing.T) {
	for mode, want := range map[Mode]Stars{Campaign: AllStars &^ StarScore, Storm: StarCleared, Zen: StarCleared} {
		g, err := New(Config{Setup: Setup{Mode: mode}, Levels: []spec.Level{far}})
		if err != nil {
			t.Fatal(err)
		}
		if got := g.AvailableStars(); got != want {
			t.Errorf("%s: AvailableStars() = %04b, want %04b", Modes[mode].Name, got, want)
		}
	}
}

// Storms pay a tenth of the points of other modes.
func TestStormsPayATenth(t *testing.T) {
	campaign := inPlay(t, far, at(30, 20), geom.Vec{Y: -20})
	storm := newStormGame(t, 40)
	if a, b := campaign.scalePoints(1000), storm.scalePoints(1000); a == 0 || b != a/10 {
		t.Errorf("1,000 points pay %d in the campaign and %d in a storm, want a tenth", a, b)
	}
}

// A challenge with a maximum number of returns fails with the next return.
func TestTooManyReturnsFailTheChallenge(t *testing.T) {
	g := startChallenge(t, far, spec.Challenge{Twist: spec.TwistTouches}, Setup{})
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	maxReturns := g.twistRow().MaxReturns
	if g.Phase != Play || maxReturns == 0 {
		t.Fatalf("phase %s, at most %d returns; want play and a maximum", g.Phase, maxReturns)
	}
	for n := range maxReturns {
		if g.countChallengeReturn(0, 0); g.ChallengeState.failed {
			t.Fatalf("return %d fails the challenge, want %d allowed returns", n+1, maxReturns)
		}
	}
	g.Events = nil
	g.countChallengeReturn(0, 0)
	if !g.ChallengeState.failed || count(g.Events, ChallengeFailed) != 1 {
		t.Errorf("return %d does not fail the challenge", maxReturns+1)
	}
}

// Time slows down only before the last brick of a level that had enough bricks for a finale.
func TestTimeSlowsOnlyBeforeTheLastBrick(t *testing.T) {
	for _, others := range []int{1, 2 * finaleBricks} {
		l := oneBrick(spec.Plain, at(32, 16), 2)
		for i := range others {
			l.Bricks = append(l.Bricks, oneBrick(spec.Plain, at(4+4*float64(i), 3), 1).Bricks...)
		}
		g := inPlay(t, l, at(32, 22), geom.Vec{Y: -20})
		for k := range others {
			if speed := g.lastBrickTimeSpeed(); speed != DefaultTimeSpeed {
				t.Errorf("lastBrickTimeSpeed() with %d bricks left = %d %%, want %d %%", g.BricksLeft, speed,
					DefaultTimeSpeed)
			}
			g.damage(1+k, 1, Event{Ball: 0})
		}
		speed := g.lastBrickTimeSpeed()
		if slow := speed < DefaultTimeSpeed; g.BricksLeft != 1 || slow != (others > 1) {
			t.Errorf("level of %d bricks: lastBrickTimeSpeed() with %d left = %d %%, want slow time: %v",
				1+others, g.BricksLeft, speed, others > 1)
		}
	}
}

// A brick below the ball prevents a landing without bounces, even if it is the first brick of the
// level.
func TestBrickPreventsLanding(t *testing.T) {
	g := inPlay(t, oneBrick(spec.Triple, at(32, 20), 3), at(32, 10), geom.Vec{Y: 20})
	if l, ok := g.NextLanding(0, 0); ok {
		t.Errorf("NextLanding() of a ball above a brick = %+v, want none", l)
	}
	put(g, 0, at(10, 10), geom.Vec{Y: 20})
	if l, ok := g.NextLanding(0, 0); !ok || l.X != 10 {
		t.Errorf("NextLanding() of a ball that passes the brick = %+v, %v, want X = 10", l, ok)
	}
}
