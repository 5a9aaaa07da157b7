package app

import (
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
)

// assistsPath is the path of keys and buttons that opens the assists from a game, see testSession.walk.
const assistsPath = "p, Options, Assists"

// An assist that is chosen during a game applies when the game resumes. It is kept for the next game and marks the
// score.
func TestAssistAppliesToTheRunningGame(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	p.wait(time.Second)
	p.walk(assistsPath)
	p.wantScreen(assistsScreen)
	before := p.s.round.game.Hash()
	p.moveTo("Wide")
	p.keys("right")
	if p.s.round.game.Hash() != before || p.s.round.recording.Assisted {
		t.Error("the paused game has changed")
	}
	p.keys("esc esc esc")
	p.wantScreen(countdownScreen)
	p.wait(4 * time.Second)
	g := p.s.round.game
	if got := g.Terms().Assists; got != engine.AssistWide || g.UsedAssists != engine.AssistWide ||
		!p.s.round.recording.Assisted {
		t.Errorf("assists %s, used %s, recording assisted %v; want wide, wide, true", got, g.UsedAssists,
			p.s.round.recording.Assisted)
	}
	if text := p.settings(); !strings.Contains(text, `assist = "wide"`) {
		t.Errorf("saved settings %q, want wide assists", text)
	}
	p.walk(assistsPath)
	p.moveTo("Wide")
	p.keys("right esc esc esc")
	p.wait(3 * time.Second)
	if g = p.s.round.game; g.Terms().Assists != 0 || g.UsedAssists != engine.AssistWide ||
		!p.s.round.recording.Assisted {
		t.Errorf("after the assist was turned off: terms %+v, used assists %s; want none, wide", g.Terms(),
			g.UsedAssists)
	}
	if said := strings.Join(p.s.endLines(), "\n"); !strings.Contains(said, "Assisted   wide") ||
		!strings.Contains(p.s.Frame.String(), "assisted") {
		t.Errorf("the assist is not shown at the end:\n%s\nor in the game:\n%s", said, p.s.Frame.String())
	}
	end, err := p.s.round.recording.Play(p.s.set.Pack.Levels, nil)
	if err != nil || end.Hash() != g.Hash() {
		t.Errorf("the recording differs from the game: %v", err)
	}
}

// A difficulty that is chosen during a game applies to that game. Its score belongs to the easiest difficulty used.
func TestDifficultyAppliesToTheRunningGame(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.Choices.Values[settings.Difficulty][settings.ByFlag] = "easy" })
	p.keys("enter space")
	p.wait(time.Second)
	p.walk("p, Options")
	p.moveTo("Difficulty")
	p.keys("right esc esc")
	p.wait(3 * time.Second)
	g := p.s.round.game
	if g.Terms().Difficulty == engine.Easy || g.Easiest() > engine.Easy {
		t.Errorf("difficulty %s, easiest %s; want the next harder one, easy",
			engine.Difficulties[g.Terms().Difficulty].Name,
			engine.Difficulties[g.Easiest()].Name)
	}
	p.keys("q q")
	p.wantScreen(TitleScreen)
	if add := p.s.scores.deferred; add == nil || add.Difficulty != engine.Difficulties[g.Easiest()].Name {
		t.Errorf("deferred score %+v, want difficulty %s", add, engine.Difficulties[g.Easiest()].Name)
	}
}

// A game that is continued later keeps its own terms, even if other terms were chosen since then.
func TestContinuedGameKeepsItsTerms(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.Choices.Values[settings.Assist][settings.ByFlag] = "slow" })
	p.keys("enter space")
	p.wait(time.Second)
	p.keys("q q")
	p.wantScreen(TitleScreen)
	p.s.set.Choices.SetFromMenu(settings.Assist, "none")
	p.keys("enter")
	p.wait(4 * time.Second)
	if got := p.s.round.game.Terms().Assists; got != engine.AssistSlow {
		t.Errorf("continued game has assists %s, want slow", got)
	}
}

// At half speed, half as many ticks pass.
func TestSpeedScalesTicks(t *testing.T) {
	for speed, want := range map[string]uint64{"50": 240, "100": 480, "150": 720} {
		p := newSession(t, func(set *Setup) { set.Choices.Values[settings.Speed][settings.ByFlag] = speed })
		p.keys("enter")
		from := p.s.round.game.Tick
		p.wait(2 * time.Second)
		if n := p.s.round.game.Tick - from; n < want-2 || n > want+2 {
			t.Errorf("speed %s %%: %d ticks in two seconds, want %d", speed, n, want)
		}
	}
}

// A game that is rewound to a tick before a change of its terms continues with the latest terms, and its recording
// plays back as the same game.
func TestRewindBeforeATermsChange(t *testing.T) {
	p := practiceSession(t)
	changed := p.s.round.game.Tick
	p.walk(assistsPath)
	p.moveTo("Wide")
	p.keys("right esc esc esc")
	p.wait(4 * time.Second)
	if p.s.round.game.Terms().Assists != engine.AssistWide {
		t.Fatalf("assists %s, want wide", p.s.round.game.Terms().Assists)
	}
	for range 6 {
		p.key("backspace")
		p.wait(200 * time.Millisecond)
	}
	if p.s.round.game.Tick >= changed || p.s.round.game.Terms().Assists != 0 {
		t.Fatalf("after rewinding: tick %d, want less than %d; assists %s, want none", p.s.round.game.Tick, changed,
			p.s.round.game.Terms().Assists)
	}
	p.keys("right")
	p.wait(3 * time.Second)
	g := p.s.round.game
	if g.Terms().Assists != engine.AssistWide || !p.s.round.recording.Assisted {
		t.Errorf("after resuming: assists %s, recording assisted %v; want wide, true", g.Terms().Assists,
			p.s.round.recording.Assisted)
	}
	end, err := p.s.round.recording.Play(p.s.round.pack.Levels, (*engine.Game).Check)
	if err != nil || end.Hash() != g.Hash() {
		t.Errorf("the recording differs from the game: %v", err)
	}
}
