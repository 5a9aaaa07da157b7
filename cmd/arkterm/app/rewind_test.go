package app

import (
	"testing"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/engine/record"
)

// practiceSession starts a practice game and plays a few seconds of it.
func practiceSession(t *testing.T) *testSession {
	t.Helper()
	p := newSession(t, func(set *Setup) { set.Choices.Values[settings.Mode][settings.ByFlag] = "practice" })
	p.keys("enter space")
	p.wantScreen(playingScreen)
	for range 12 {
		p.keys("left right")
	}
	return p
}

func TestRewindIsLimitedToTenSeconds(t *testing.T) {
	p := practiceSession(t)
	from := p.s.round.game.Tick
	for presses := 1; presses <= 12; presses++ {
		p.key("backspace")
		p.wantScreen(rewindScreen)
		want := from - uint64(min(presses, 10))*engine.TicksPerSecond
		if got := p.s.round.game.Tick; got != want {
			t.Fatalf("%d presses rewind from tick %d to %d, want %d", presses, from, got, want)
		}
		p.wait(200 * time.Millisecond)
	}
}

// The recording of a rewound game plays back as the game that continues.
func TestRewoundGamePlaysBack(t *testing.T) {
	p := practiceSession(t)
	for range 3 {
		p.key("backspace")
		p.wait(time.Second)
		p.key("backspace")
		p.wait(time.Second)
		p.keys("left")
		p.wantScreen(playingScreen)
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

func TestHeldRewindKey(t *testing.T) {
	p := practiceSession(t)
	from := p.s.round.game.Tick
	for range 31 {
		p.key("backspace")
		p.wait(33 * time.Millisecond)
	}
	if back := from - p.s.round.game.Tick; back < 7*engine.TicksPerSecond {
		t.Errorf("a key that is held for a second rewinds %d ticks, want at least %d", back, 7*engine.TicksPerSecond)
	}
}

func TestOnlyPracticeCanBeRewound(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	p.wait(3 * time.Second)
	p.key("backspace")
	p.wantScreen(playingScreen)
}

func TestRewindStopsAtTheStart(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.Choices.Values[settings.Mode][settings.ByFlag] = "practice" })
	p.keys("enter space")
	for range 5 {
		p.key("backspace")
		p.wait(time.Second)
	}
	if p.s.round.game.Tick != 0 || p.s.round.game.Phase != engine.Serve {
		t.Errorf("rewound to tick %d in phase %v, want 0, serve", p.s.round.game.Tick, p.s.round.game.Phase)
	}
}
