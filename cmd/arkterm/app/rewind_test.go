package app

import (
	"testing"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/engine/record"
)

// practising starts a practice game and plays a few seconds of it.
func practising(t *testing.T) *sitting {
	t.Helper()
	p := sit(t, func(set *Setup) { set.Choices.Set[settings.Mode][settings.ByFlag] = "practice" })
	p.keys("enter space")
	p.on(playingScreen)
	for range 12 {
		p.keys("left right")
	}
	return p
}

func TestRewindIsLimitedToTenSeconds(t *testing.T) {
	p := practising(t)
	from := p.s.round.game.Tick
	for back := 1; back <= 12; back++ {
		p.key("backspace")
		p.on(rewindScreen)
		want := from - uint64(min(back, 10))*engine.TicksPerSecond
		if got := p.s.round.game.Tick; got != want {
			t.Fatalf("%d presses rewind from tick %d to %d, want %d", back, from, got, want)
		}
		p.wait(200 * time.Millisecond)
	}
}

// The recording of a rewound game plays back as the game that continues.
func TestRewoundGameVerifies(t *testing.T) {
	p := practising(t)
	for range 3 {
		p.key("backspace")
		p.wait(time.Second)
		p.key("backspace")
		p.wait(time.Second)
		p.keys("left")
		p.on(playingScreen)
		p.keys("right left")
	}
	rec, err := record.Parse("recording", p.s.round.recording.Text())
	if err != nil {
		t.Fatal(err)
	}
	g, err := rec.Play(p.s.round.pack.Levels, nil)
	if err != nil || g.Tick != p.s.round.game.Tick || g.Hash() != p.s.round.game.Hash() {
		t.Errorf("the playback ends at tick %d, the game at %d: %v", g.Tick, p.s.round.game.Tick, err)
	}
}

func TestHeldRewindKeyRewindsASecondPerSecond(t *testing.T) {
	p := practising(t)
	from := p.s.round.game.Tick
	for range 31 {
		p.key("backspace")
		p.wait(33 * time.Millisecond)
	}
	if back := from - p.s.round.game.Tick; back < 7*engine.TicksPerSecond {
		t.Errorf("a key that is held for a second rewinds %d ticks", back)
	}
}

func TestOnlyPracticeCanBeRewound(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	p.wait(3 * time.Second)
	p.key("backspace")
	p.on(playingScreen)
}

func TestRewindStopsAtTheStart(t *testing.T) {
	p := sit(t, func(set *Setup) { set.Choices.Set[settings.Mode][settings.ByFlag] = "practice" })
	p.keys("enter space")
	for range 5 {
		p.key("backspace")
		p.wait(time.Second)
	}
	if p.s.round.game.Tick != 0 || p.s.round.game.Phase != engine.Serve {
		t.Errorf("tick %d, %v", p.s.round.game.Tick, p.s.round.game.Phase)
	}
}
