package app

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestDebugOverlayStepsAndSlowsDown(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	p.keys(". ,") // no effect without the overlay
	if p.s.debug.halted || p.s.Schedule.Clock.Slow != 0 || p.s.round.recording.Assisted {
		t.Fatal("without the overlay, its keys have an effect")
	}
	p.keys("f12")
	p.wait(time.Second / 30)
	if !strings.Contains(p.s.Frame.String(), "bytes/s") {
		t.Errorf("F12 does not show the overlay:\n%s", p.s.Frame.String())
	}
	if p.s.round.recording.Assisted {
		t.Error("opening the overlay marks the game as assisted")
	}
	p.keys(".")
	tick := p.s.round.game.Tick
	p.keys(". . .")
	if n := p.s.round.game.Tick - tick; n != 3 {
		t.Errorf("three steps play %d ticks, want 3", n)
	}
	p.wantIdle()
	p.keys(", ,") // continue in slow motion
	p.wait(time.Second / 2)
	tick = p.s.round.game.Tick
	p.wait(4 * time.Second)
	if n := p.s.round.game.Tick - tick; n < 236 || n > 244 {
		t.Errorf("%d ticks in four slow seconds, want 240", n)
	}
	p.keys("f12")
	p.wait(time.Second / 30)
	if p.s.debug.on || p.s.Schedule.Clock.Slow != 0 {
		t.Error("closing the overlay does not end slow motion")
	}
	text, _, _ := p.s.Recording()
	if !p.s.round.recording.Assisted || !bytes.Contains(text, []byte("\nassisted\n")) {
		t.Error("the recording is not marked as assisted")
	}
	if !strings.Contains(p.s.Frame.String(), "assisted") || !strings.Contains(strings.Join(p.s.endLines(), "\n"),
		"Assisted") {
		t.Error("the screen does not show that the game is assisted")
	}
	p.keys("f12 , r r") // start again during slow motion
	if p.s.round.recording.Assisted || p.s.Schedule.Clock.Slow != 0 {
		t.Errorf("the next game is marked as assisted: %v, slow motion: %d; want false, 0",
			p.s.round.recording.Assisted, p.s.Schedule.Clock.Slow)
	}
}

func TestDebugOverlayShowsFaults(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.Debug = true })
	p.keys("enter space")
	p.wait(time.Second)
	if fault := p.s.Figures().Fault; fault != "" {
		t.Fatalf("the overlay reports a fault in a valid game: %s", fault)
	}
	p.s.round.game.BricksLeft++
	p.wait(time.Second)
	if !strings.Contains(p.s.Frame.String(), "but BricksLeft is") {
		t.Errorf("the overlay does not show the fault:\n%s", p.s.Frame.String())
	}
}
