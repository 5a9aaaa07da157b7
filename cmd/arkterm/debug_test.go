package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestDebugStepsAndGoesSlower(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	p.keys(". ,") // mean nothing yet
	if p.s.debug.halted || p.s.schedule.clock.slow != 0 || p.s.round.recording.Assisted {
		t.Fatal("slowed down without the overlay")
	}
	p.keys("f12")
	p.wait(time.Second / 30)
	if !strings.Contains(p.s.frame.String(), "bytes/s") {
		t.Errorf("no overlay:\n%s", p.s.frame.String())
	}
	if p.s.round.recording.Assisted {
		t.Error("looking is no help")
	}
	p.keys(".")
	tick := p.s.round.game.Tick
	p.keys(". . .")
	if n := p.s.round.game.Tick - tick; n != 3 {
		t.Errorf("%d ticks by three steps", n)
	}
	p.still()
	p.keys(", ,") // goes on, and slowly
	p.wait(time.Second / 2)
	tick = p.s.round.game.Tick
	p.wait(4 * time.Second)
	if n := p.s.round.game.Tick - tick; n < 236 || n > 244 {
		t.Errorf("%d ticks in four slow seconds, want 240", n)
	}
	p.keys("f12")
	p.wait(time.Second / 30)
	if p.s.debug.on || p.s.schedule.clock.slow != 0 {
		t.Error("still slow without the overlay")
	}
	text, _, _ := p.s.Recording()
	if !p.s.round.recording.Assisted || !bytes.Contains(text, []byte("\nassisted\n")) {
		t.Error("the game does not count as assisted")
	}
	if !strings.Contains(p.s.frame.String(), "assisted") || !strings.Contains(strings.Join(p.s.account(), "\n"), "Assisted") {
		t.Error("the screen does not say so")
	}
	p.keys("r r")
	if p.s.round.recording.Assisted {
		t.Error("the next game counts as assisted, too")
	}
}

func TestDebugTellsWhatDoesNotHold(t *testing.T) {
	p := sit(t, func(set *settings) { set.debug = true })
	p.keys("enter space")
	p.wait(time.Second)
	if fault := p.s.debug.figures.Fault; fault != "" {
		t.Fatalf("a good game: %s", fault)
	}
	p.s.round.game.Left++
	p.wait(time.Second)
	if !strings.Contains(p.s.frame.String(), "counted as") {
		t.Errorf("the overlay does not say it:\n%s", p.s.frame.String())
	}
}

func TestMeter(t *testing.T) {
	var m meter
	var p debugger
	m.Ticks(1000, 0)
	m.Show(&p.figures, time.Second, 500)
	for i := range 30 {
		m.Ticks(uint64(1000+4*(i+1)), 12*time.Microsecond)
		m.Frame(300 * time.Microsecond)
	}
	m.Skip()
	m.Show(&p.figures, time.Second+499*time.Millisecond, 2500)
	if p.figures.FPS != 0 {
		t.Errorf("shown before the window is over: %+v", p.figures)
	}
	m.Show(&p.figures, time.Second+500*time.Millisecond, 2500)
	if f := p.figures; f.TickNanos != 3000 || f.DrawNanos != 300_000 || f.FPS != 60 || f.Bytes != 4000 || f.Skipped != 1 {
		t.Errorf("%+v", f)
	}
	m.Ticks(5, time.Second) // another game
	m.Show(&p.figures, 2*time.Second, 2500)
	if f := p.figures; f.TickNanos != 3000 || f.FPS != 0 || f.Bytes != 0 {
		t.Errorf("later %+v", f)
	}
}
