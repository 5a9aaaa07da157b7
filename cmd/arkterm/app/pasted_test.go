package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/editor"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// withOwnLevels allows levels that are not shipped.
func withOwnLevels(set *Setup) { set.Workshop = true }

// hutCode returns the share code of a level.
func hutCode(t *testing.T) string {
	t.Helper()
	pack, err := levels.Read("hut.level",
		[]byte("arkterm levels 1\nlevel: The Hut\nauthor: Ann\nlegend:\n  o plain 1\n"+
			"rows:\n  o . o\n   o o\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := replay.Share{}
	s.AddLevels(pack)
	code, err := s.Code()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// paste pastes a text and waits until the dialog accepts keys.
func (p *testSession) paste(text string) {
	p.s.Paste(p.now, text)
	p.wait(2 * time.Second)
}

// A code that is pasted on any screen offers to play the level. Afterwards the title offers the same game as before,
// and a game that was in progress can be continued.
func TestPasteOffersToPlay(t *testing.T) {
	code := hutCode(t)
	for _, path := range []string{
		"", "Modes", "Options, Sound", "World map", "?", "Play", "Play, p",
		"Play, p, Options",
	} {
		p := newSession(t, withOwnLevels)
		p.walk(path)
		playing := strings.HasPrefix(path, "Play")
		if playing {
			p.s.round.saving.served = true
		}
		p.paste("arkterm play --code " + code[:20] + " " + code[20:] + " see you")
		p.wantScreen(pastedScreen)
		shown := strings.Join(p.s.Menu.Lines, "|")
		if want := "The Hut|by Ann|4 bricks"; shown != want || p.s.Menu.Selected != 0 {
			t.Fatalf("%q: the dialog shows %q, want %q", path, shown, want)
		}
		p.choose("Cancel")
		if p.s.ID() == pastedScreen {
			t.Fatalf("%q: Cancel does not close the dialog", path)
		}

		p.paste(code)
		p.choose("Play")
		p.wantScreen(playingScreen)
		if name := p.s.round.pack.Levels[0].Name; name != "The Hut" || p.s.inGame() != true {
			t.Fatalf("%q: the level is %s, want The Hut", path, name)
		}
		p.wait(time.Second)
		requests[SaveGame](p) // of the game before
		p.keys("space")
		p.wait(10 * time.Second)
		if saves := requests[SaveGame](p); len(saves) > 0 {
			t.Errorf("%q: the game is saved and replaces the saved game", path)
		}
		if p.s.ID() == playingScreen {
			p.keys("q y")
		} else {
			p.keys("q")
		}
		p.wantScreen(TitleScreen)
		p.show()
		if first := p.s.Menu.Buttons[0]; (first == "Continue") != playing || p.s.nextGameText() != "Honeycomb" {
			t.Errorf("%q: the title offers %s and %s, want Continue: %v, and Honeycomb", path, first,
				p.s.nextGameText(),
				playing)
		}
	}
}

// A pasted game has the seed, the difficulty and the score of the code.
func TestPasteOfAGame(t *testing.T) {
	s := replay.Share{
		HasGame: true, Rules: engine.Rules, Digest: spec.Digest(levels.Shipped().Levels), Score: 12_000, Player: "Ann",
		Setup: engine.Setup{Seed: 7, First: 2, Difficulty: engine.Hard, Drops: 25},
	}
	code, err := s.Code()
	if err != nil {
		t.Fatal(err)
	}
	p := newSession(t, withOwnLevels)
	p.paste("· 12,000 points · arkterm play --code " + code)
	if lines := strings.Join(p.s.Menu.Lines, "|"); !strings.Contains(lines, "Campaign · hard") ||
		!strings.Contains(lines, "Ann has 12000 points: beat that.") || slices.Contains(p.s.Menu.Buttons, "Keep") {
		t.Errorf("the dialog shows %q with buttons %q", lines, p.s.Menu.Buttons)
	}
	p.choose("Play")
	c := p.s.round.config
	if got := p.s.round.recording.Setup; got.Seed != 7 || got.First != 2 || got.Difficulty != engine.Hard ||
		got.Drops != 25 || !s.Matches(&c) {
		t.Errorf("the game has the setup %+v, want the setup of the code", got)
	}
}

// Keep requests the levels to be saved, and shows the result.
func TestPastedLevelsAreKept(t *testing.T) {
	p := newSession(t, withOwnLevels)
	p.paste(hutCode(t))
	p.choose("Keep")
	if all := requests[SaveLevels](p); len(all) != 1 || all[0].Pack.Levels[0].Name != "The Hut" {
		t.Fatalf("the requests are %v, want one for The Hut", all)
	}
	p.s.LevelsSaved("the-hut.level", nil)
	if lines := p.s.Menu.Lines; !slices.Contains(lines, "Saved as the-hut.level with your levels.") ||
		slices.Contains(p.s.Menu.Buttons, "Keep") {
		t.Errorf("the dialog shows %q with buttons %q", lines, p.s.Menu.Buttons)
	}
	p.choose("Play")
	p.wantScreen(playingScreen)
}

// A damaged code shows its problem, other texts are ignored, and an arcade accepts no levels.
func TestPasteRejects(t *testing.T) {
	code := hutCode(t)
	p := newSession(t, withOwnLevels)
	p.paste("hello, world")
	p.wantScreen(TitleScreen)
	p.paste(code[:40])
	if lines := strings.Join(p.s.Menu.Lines, " "); !strings.Contains(lines, "the code is incomplete (40 of ") ||
		len(p.s.Menu.Buttons) != 1 {
		t.Errorf("the dialog shows %q with buttons %q", lines, p.s.Menu.Buttons)
	}

	p = newSession(t)
	p.paste(code)
	if lines := strings.Join(p.s.Menu.Lines, " "); len(p.s.Menu.Buttons) != 1 ||
		!strings.Contains(lines, "Shared levels cannot be played on this server.") {
		t.Errorf("without own levels, the dialog shows %q with buttons %q", lines, p.s.Menu.Buttons)
	}
}

// A player who leaves the questions before the first game gets the title back with the game that it offered.
func TestPasteBeforeTheFirstGame(t *testing.T) {
	p := newSession(t, withOwnLevels, func(set *Setup) { set.FieldGuide = new(FieldGuide) })
	p.paste(hutCode(t))
	p.choose("Play")
	p.wantScreen(difficultyScreen)
	p.keys("esc")
	p.wantScreen(TitleScreen)
	if p.s.nextGameText() != "Honeycomb" {
		t.Errorf("the title offers %s, want Honeycomb", p.s.nextGameText())
	}
	p.paste(hutCode(t))
	p.choose("Play")
	p.keys("enter")
	p.wantScreen(playingScreen)
	if name := p.s.round.pack.Levels[0].Name; name != "The Hut" {
		t.Errorf("the level is %s, want The Hut", name)
	}
}

// A code that is pasted into the editor does not change the open document, which appears again after the game.
func TestPasteInTheEditor(t *testing.T) {
	p := newSession(t, withOwnLevels)
	doc := levels.NewDocument("x")
	p.s.EditLevel(LevelFile{Doc: doc}, p.now)
	p.wait(time.Second)
	p.paste(hutCode(t))
	p.choose("Cancel")
	p.wantScreen(editor.Screen)
	p.paste(hutCode(t))
	p.choose("Play")
	p.wantScreen(playingScreen)
	p.keys("q y")
	p.wantScreen(editor.Screen)
	if p.s.editor.Document() != doc || p.s.nextGameText() != "Honeycomb" {
		t.Errorf("the editor has another document, or the title offers %s", p.s.nextGameText())
	}
}
