package app

import (
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/levels"
)

// quitAndSave leaves the game for the title and returns the request to save it.
func (p *testSession) quitAndSave() SaveGame {
	p.Helper()
	p.keys("p q y")
	p.wantScreen(TitleScreen)
	o, due := p.lastSave()
	if !due || o.Recording == nil {
		p.Fatalf("leaving the game does not save it: due %v, %+v", due, o)
	}
	return o
}

// lastSave returns the last request to save a game, and whether there was one since the last call.
func (p *testSession) lastSave() (o SaveGame, due bool) {
	for _, r := range requests[SaveGame](p) {
		o, due = r, true
	}
	return o, due
}

// saveAtExit saves the game as at the end of the program, and returns lastSave.
func (p *testSession) saveAtExit() (o SaveGame, due bool) {
	p.s.SaveNow(p.now)
	return p.lastSave()
}

func TestContinueRestoresTheGame(t *testing.T) {
	p := newSession(t)
	p.keys("enter space left")
	p.wait(11 * time.Second)
	p.key("p")
	hash, tick := p.s.round.game.Hash(), p.s.round.game.Tick
	p.quitAndSave()
	if p.s.Menu.Buttons[0] != "Continue" || p.s.Menu.Selected != 0 {
		t.Errorf("the buttons of the title are %q, want Continue first and selected", p.s.Menu.Buttons)
	}
	p.keys("enter")
	p.waitFor("countdown", func() bool { return p.s.ID() == countdownScreen })
	if p.s.round.game.Hash() != hash || p.s.round.game.Tick != tick {
		t.Errorf("continued at tick %d with hash %016x, want tick %d, hash %016x", p.s.round.game.Tick,
			p.s.round.game.Hash(), tick,
			hash)
	}
	p.wait(2 * time.Second)
	p.wantScreen(playingScreen)
	p.keys("left space")
	p.checkPlayback()
}

// After a continued game, Play starts at the level at which that game started.
func TestPlayStartsAtTheFirstLevelOfTheContinuedGame(t *testing.T) {
	before := newSession(t)
	before.s.setFirstLevel(4)
	before.keys("enter space")
	o := before.quitAndSave()
	p := newSession(t, func(set *Setup) {
		set.Saved, set.SavedID, set.Resume = &replay.Replay{Recording: o.Recording, Pack: before.s.set.Pack}, FirstID,
			true
	})
	p.waitFor("countdown", func() bool { return p.s.ID() == countdownScreen })
	if got := p.s.firstLevel(p.s.mode); got != 4 {
		t.Errorf("the next game starts at level %d, want 4", got)
	}
}

// checkPlayback fails unless the recording plays back as the current game.
func (p *testSession) checkPlayback() {
	p.Helper()
	rec, err := record.Parse("recording", p.s.round.recording.Text())
	if err != nil {
		p.Fatal(err)
	}
	g, err := rec.Play(p.s.set.Pack.Levels, nil)
	if err != nil || g.Hash() != p.s.round.game.Hash() {
		p.Errorf("the recording plays back as a different game: %v", err)
	}
}

// With Setup.SavingDisabled, a game in progress is not saved, but the session can continue a game that the player has
// left.
func TestUnsavedGames(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.SavingDisabled = true })
	p.keys("enter space left")
	p.wait(11 * time.Second)
	if o, due := p.lastSave(); due {
		t.Errorf("the game in progress is saved: %+v", o)
	}
	if o, due := p.saveAtExit(); due {
		t.Errorf("the game is saved at the end of the session: %+v", o)
	}
	p.key("p")
	hash := p.s.round.game.Hash()
	p.quitAndSave()
	p.keys("enter")
	p.waitFor("countdown", func() bool { return p.s.ID() == countdownScreen })
	if p.s.round.game.Hash() != hash {
		t.Error("a different game continues")
	}
}

func TestContinueFromTheStart(t *testing.T) {
	before := newSession(t, oneBrick)
	before.keys("enter space")
	o := before.quitAndSave()
	p := newSession(t, func(set *Setup) {
		set.Saved, set.SavedID, set.Resume = &replay.Replay{Recording: o.Recording, Pack: before.s.set.Pack}, FirstID,
			true
	})
	p.waitFor("countdown", func() bool { return p.s.ID() == countdownScreen })
	if len(p.s.set.Pack.Levels) != 1 || uint64(o.Recording.Ticks()) != p.s.round.game.Tick {
		t.Errorf("continued with %d levels at tick %d, want 1 level, tick %d", len(p.s.set.Pack.Levels),
			p.s.round.game.Tick, o.Recording.Ticks())
	}
}

func TestGamesAreSavedInTime(t *testing.T) {
	p := newSession(t)
	if _, due := p.lastSave(); due {
		t.Error("the title's game is saved")
	}
	p.keys("enter")
	p.wait(20 * time.Second)
	if _, due := p.saveAtExit(); due {
		t.Error("saved before the first serve")
	}
	p.keys("space")
	p.wait(time.Second / 10)
	if _, due := p.lastSave(); !due {
		t.Error("not saved at the serve")
	}
	p.wait(time.Second)
	if _, due := p.lastSave(); due {
		t.Error("saved again after one second")
	}
	p.wait(9 * time.Second)
	if _, due := p.lastSave(); !due {
		t.Error("not saved after eleven seconds")
	}
	if _, due := p.lastSave(); due {
		t.Error("saved twice")
	}
	p.wait(time.Second)
	if _, due := p.saveAtExit(); !due {
		t.Error("not saved at the end of the program")
	}
	p.keys("p")
	if _, due := p.lastSave(); !due {
		t.Error("not saved in a pause")
	}
	p.wait(time.Minute)
	if _, due := p.lastSave(); due {
		t.Error("saved again in a pause")
	}
}

// A player who starts a game by mistake can still continue the previous one.
func TestGameWithoutAServeReplacesNoSave(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	earlier := p.quitAndSave()
	p.choose("Play")
	p.wantScreen(playingScreen)
	p.wait(time.Second)
	p.keys("p q y")
	p.wantScreen(TitleScreen)
	if o, due := p.lastSave(); due {
		t.Errorf("a game without a serve is saved: %+v", o)
	}
	if p.s.saved.game.Recording != earlier.Recording {
		t.Error("Continue does not restore the previous game")
	}
}

// The title selects a mode or a level that was chosen with a flag, not Continue. Modes with their own levels do not
// offer the levels of the campaign.
func TestTitleSelectsTheModeOfTheFlag(t *testing.T) {
	before := newSession(t)
	before.keys("enter space")
	earlier := before.quitAndSave()
	for mode, want := range map[string]string{"": "Continue", "campaign": "Continue", "storm": "Play Storm"} {
		p := newSession(t, func(set *Setup) {
			set.Choices.Values[settings.Mode][settings.ByFlag] = mode
			set.Saved, set.SavedID = &replay.Replay{Recording: earlier.Recording, Pack: before.s.set.Pack}, FirstID
		})
		if got := p.s.Menu.Current().Label; got != want {
			t.Errorf("--mode %s: the title selects %q, want %q", mode, got, want)
		}
		if got, want := p.shows("Level ◂"), mode != "storm"; got != want {
			t.Errorf("--mode %s: the title offers levels: %v, want %v", mode, got, want)
		}
	}
	p := newSession(t, func(set *Setup) {
		set.FirstLevel = 2
		set.Saved, set.SavedID = &replay.Replay{Recording: earlier.Recording, Pack: before.s.set.Pack}, FirstID
	})
	if got := p.s.Menu.Current().Label; got != "Play" {
		t.Errorf("--level 3: the title selects %q, want Play", got)
	}
}

func TestEachLevelIsSavedAtItsStart(t *testing.T) {
	p := newSession(t, func(set *Setup) {
		oneBrick(set)
		set.Pack.Levels = append(set.Pack.Levels, set.Pack.Levels[0])
	})
	p.keys("enter")
	p.s.round.bot = bot.New(1)
	for p.s.round.game.Level == 0 && p.s.ID() == playingScreen {
		p.s.round.saving.savedAt, p.s.round.saving.tick = p.now, 0 // as if just saved
		p.wait(time.Second / 60)
	}
	if _, due := p.lastSave(); !due {
		t.Errorf("level %d is not saved at its start", p.s.round.game.Level+1)
	}
}

func TestEndedGameIsRemoved(t *testing.T) {
	p := newSession(t, oneBrick)
	p.keys("enter")
	p.s.round.bot = bot.New(1)
	p.waitFor("win", func() bool { return p.s.ID() == endedScreen })
	if o, due := p.lastSave(); !due || o.Recording != nil {
		t.Errorf("last save %+v, due %v; want a request to remove the game", o, due)
	}
	p.wait(time.Second)
	p.click("Main menu")
	if p.s.Menu.Buttons[0] != "Play" {
		t.Errorf("the buttons of the title are %q, want Play first", p.s.Menu.Buttons)
	}
}

func TestSaveThatDoesNotPlayBackIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"hash": "arkterm recording 1\nplay\n10\nmark 0123456789abcdef\n",
	} {
		rec, err := record.Parse(name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		p := newSession(t, func(set *Setup) {
			set.Saved, set.SavedID = &replay.Replay{Recording: rec, Pack: levels.Shipped()}, FirstID
		})
		p.keys("enter")
		p.waitFor("title", func() bool { return p.s.ID() == TitleScreen && p.s.saved.game == nil })
		refused := requests[RejectSavedGame](p)
		if len(refused) != 1 || refused[0].ID != FirstID || refused[0].Reason == nil {
			t.Errorf("%s: refused saves %+v, want one with a reason", name, refused)
		}
		if lines := strings.Join(p.s.Menu.Lines, "\n"); !strings.Contains(lines, "cannot be continued") {
			t.Errorf("%s: the title shows %q, want that the game cannot be continued", name, lines)
		}
	}
}

func TestQuitWhileASaveIsRestored(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	p.wait(3 * time.Minute)
	p.quitAndSave()
	p.keys("enter")
	p.wantScreen(resumingScreen)
	p.s.Advance(p.now)
	p.key("q")
	p.wantScreen(TitleScreen)
	if _, due := p.lastSave(); due || p.s.Menu.Buttons[0] != "Continue" {
		t.Errorf("saved again: %v, the buttons of the title are %q; want false, Continue first", due, p.s.Menu.Buttons)
	}
}
