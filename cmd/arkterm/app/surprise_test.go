package app

import (
	"slices"
	"testing"
	"time"
)

// TestSurpriseGeneratesLevel chooses a difficulty, waits for the bots, keeps the level and plays it.
func TestSurpriseGeneratesLevel(t *testing.T) {
	p := newSession(t, withOwnLevels)
	p.walk("Modes, Surprise me")
	p.wantScreen(surpriseScreen)
	p.keys("down left left left up")
	p.choose("Generate")
	for n := 0; p.s.ID() == surpriseScreen; n++ {
		if n > 10_000 {
			t.Fatal("no level after 10,000 frames")
		}
		p.s.Advance(p.now)
	}
	p.wantScreen(pastedScreen)
	l := p.s.pasted.pack.Levels[0]
	if want := 5 + 5*(defaultSurprise-3); p.s.surprise.request.TargetRating() != want || l.ParTime == 0 {
		t.Errorf("target %d and par time %d, want %d and a par", p.s.surprise.request.TargetRating(), l.ParTime, want)
	}

	p.key("esc")
	p.wantScreen(pastedScreen) // the key is ignored, because it was meant for the search
	p.wait(2 * time.Second)
	p.choose("Keep")
	if !slices.ContainsFunc(p.s.Requests(p.now), func(r Request) bool { _, ok := r.(SaveLevels); return ok }) {
		t.Error("Keep requests no KeepLevels")
	}
	p.choose("Play")
	if p.s.ID() != playingScreen || p.s.round.pack.Levels[0].Name != l.Name {
		t.Errorf("Play shows %v with level %q, want a game on %q", p.s.ID(), p.s.round.pack.Levels[0].Name, l.Name)
	}
}

// TestSurpriseCanBeCanceled checks that Cancel ends the bots' games, and that servers offer no generated levels.
func TestSurpriseCanBeCanceled(t *testing.T) {
	p := newSession(t, withOwnLevels)
	p.walk("Modes, Surprise me, Generate")
	p.s.Advance(p.now)
	p.choose("Cancel")
	p.wantScreen(modesScreen)
	if got := p.s.Menu.Current().Name; got != "Surprise me" {
		t.Errorf("after Cancel, the list of modes selects %q, want Surprise me", got)
	}
	p.walk("Surprise me")
	if p.s.surprise.search != nil {
		t.Error("the bots are still playing after Cancel")
	}

	q := newSession(t)
	q.walk("Modes")
	if slices.Contains(q.s.Menu.Buttons, "Surprise me") {
		t.Error("a session without a workshop offers to generate one")
	}
}
