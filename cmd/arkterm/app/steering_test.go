package app

import (
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/input"
)

// defeat ends the player's game as lost, and starts another one.
func (p *testSession) defeat() {
	p.s.round.game.Phase = engine.Over
	p.s.endRound(p.now)
	p.wait(2 * time.Second)
	p.keys("r")
	p.wait(2 * time.Second)
}

// After two early defeats without key releases, a question appears. Its answer is saved and starts the next game. After
// any answer, the question does not appear again.
func TestSteeringIsAskedOnce(t *testing.T) {
	for key, want := range map[string]input.Steer{
		"enter": input.DoubleTap, "2": input.Mouse, "3": input.Toggle, "esc": input.Hold,
	} {
		p := newSession(t, withFieldGuide, onEasy)
		p.keys("enter")
		p.defeat()
		p.wantScreen(playingScreen)
		p.defeat()
		p.wantScreen(steeringScreen)
		if !p.shows("The paddle stops and starts?") || !p.shows("Tap twice: the paddle") {
			t.Fatalf("the question is incomplete:\n%s", &p.s.Frame)
		}
		p.keys(key)
		p.wantScreen(playingScreen)
		if got := p.s.Keys.Options().Steer; got != want {
			t.Errorf("the key %s selects %v, want %v", key, got, want)
		}
		if text := p.settings(); !strings.Contains(text, `steer = "`+want.String()+`"`) {
			t.Errorf("the key %s saves the settings %q, want steer %v", key, text, want)
		}
		p.wait(2 * time.Second)
		p.defeat()
		p.wantScreen(playingScreen)
	}
}

// The question does not appear for key releases, the mouse, later defeats or an option that was set.
func TestNoSteeringQuestion(t *testing.T) {
	for name, change := range map[string]func(p *testSession){
		"key releases": func(p *testSession) { p.s.Keys.ExpectReleases() },
		"mouse":        func(p *testSession) { p.s.Keys.SetTarget(20) },
		"late defeat":  func(p *testSession) { p.s.round.game.Tick += earlyDefeat },
		"option":       func(p *testSession) { p.s.SetOption(settings.Steer, "hold") },
	} {
		p := newSession(t, withFieldGuide, onEasy)
		p.keys("enter")
		for range 3 {
			change(p)
			p.defeat()
			if p.s.ID() != playingScreen {
				t.Errorf("%s: the screen is %v, want %v", name, p.s.ID(), playingScreen)
				break
			}
		}
	}
}

// After two defeats on the same level, the dialog offers Very easy. After a victory it no longer does.
func TestDefeatsOfferVeryEasy(t *testing.T) {
	p := newSession(t)
	offered := func(difficulty engine.Difficulty) {
		t.Helper()
		for _, o := range p.s.offers() {
			if o.Terms.Difficulty == difficulty {
				return
			}
		}
		t.Errorf("no game on %s is among the offers %+v", engine.Difficulties[difficulty].Name, p.s.offers())
	}
	lose := func(level int, phase engine.Phase) {
		p.s.must(p.s.play(p.now))
		p.s.round.game.Level, p.s.round.game.Phase = level, phase
		p.s.endRound(p.now)
	}
	lose(3, engine.Over)
	offered(engine.Easy)
	lose(3, engine.Over)
	offered(engine.VeryEasy)
	lose(4, engine.Over)
	offered(engine.Easy)
	lose(4, engine.Won)
	lose(4, engine.Over)
	offered(engine.Easy)
}
