package engine

import (
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// With the mirror drop, the key for left moves the paddle to the right, and the mouse is mirrored at the middle.
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
	g := aStorm(t, 40)
	g.Step(Input{{Target: NoTarget, Buttons: Fire}, Idle})
	if g.Phase != Play {
		t.Fatalf("the phase is %s after Fire, want play", g.Phase)
	}
	step(t, g, TicksPerSecond)
	if g.StormBalls.Flying < 2 || g.StormBalls.Waiting+g.StormBalls.Flying != 40 {
		t.Errorf("after 1 s: %+v, want several flying and 40 in total", g.StormBalls)
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
			t.Errorf("%s: stars %b are available, want %b", Modes[mode].Name, got, want)
		}
	}
}
