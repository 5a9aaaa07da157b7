package app

import (
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/replay"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/levels"
)

// saved presses some keys, leaves the game for the title and returns the saved game.
func (p *sitting) saved() SaveGame {
	p.Helper()
	p.keys("p q y")
	p.on(TitleScreen)
	o, due := p.save()
	if !due || o.Recording == nil {
		p.Fatalf("nothing is kept: %+v", o)
	}
	return o
}

// save returns the last request to save the game, and whether there was one since the last call.
func (p *sitting) save() (o SaveGame, due bool) {
	for _, r := range requests[SaveGame](p) {
		o, due = r, true
	}
	return o, due
}

// saveNow is like save, at the end of the program.
func (p *sitting) saveNow() (o SaveGame, due bool) {
	p.s.SaveNow(p.now)
	return p.save()
}

func TestContinueRestoresTheGame(t *testing.T) {
	p := sit(t)
	p.keys("enter space left")
	p.wait(11 * time.Second)
	p.key("p")
	hash, tick := p.s.round.game.Hash(), p.s.round.game.Tick
	p.saved()
	if p.s.Menu.Buttons[0] != "Continue" || p.s.Menu.Selected != 0 {
		t.Errorf("the title shows %q", p.s.Menu.Buttons)
	}
	p.keys("enter")
	p.waitFor("countdown", func() bool { return p.s.ID() == countdownScreen })
	if p.s.round.game.Hash() != hash || p.s.round.game.Tick != tick {
		t.Errorf("continued at tick %d with %016x, was %d, %016x", p.s.round.game.Tick, p.s.round.game.Hash(), tick,
			hash)
	}
	p.wait(2 * time.Second)
	p.on(playingScreen)
	p.keys("left space")
	p.playsBack()
}

// playsBack checks that the recording plays back as the game.
func (p *sitting) playsBack() {
	p.Helper()
	rec, err := record.Parse("kept", p.s.round.recording.Text())
	if err != nil {
		p.Fatal(err)
	}
	g, err := rec.Play(p.s.set.Pack.Levels, nil)
	if err != nil || g.Hash() != p.s.round.game.Hash() {
		p.Errorf("played back, the game is another one (%v)", err)
	}
}

// If nothing outlives the session, a game in progress is not saved, but the session can continue a game that was left.
func TestGamesThatAreNotSaved(t *testing.T) {
	p := sit(t, func(set *Setup) { set.Unsaved = true })
	p.keys("enter space left")
	p.wait(11 * time.Second)
	if o, due := p.save(); due {
		t.Errorf("in the game: %+v", o)
	}
	if o, due := p.saveNow(); due {
		t.Errorf("at the end of the session: %+v", o)
	}
	p.key("p")
	hash := p.s.round.game.Hash()
	p.saved()
	p.keys("enter")
	p.waitFor("countdown", func() bool { return p.s.ID() == countdownScreen })
	if p.s.round.game.Hash() != hash {
		t.Error("a different game continues")
	}
}

func TestContinueFromTheStart(t *testing.T) {
	before := sit(t, oneBrick)
	before.keys("enter space")
	o := before.saved()
	p := sit(t, func(set *Setup) {
		set.Saved, set.SavedID, set.Resume = &replay.Replay{Recording: o.Recording, Pack: before.s.set.Pack}, FirstID,
			true
	})
	p.waitFor("countdown", func() bool { return p.s.ID() == countdownScreen })
	if len(p.s.set.Pack.Levels) != 1 || uint64(o.Recording.Ticks()) != p.s.round.game.Tick {
		t.Errorf("continued with %d levels at tick %d", len(p.s.set.Pack.Levels), p.s.round.game.Tick)
	}
}

func TestGamesAreSavedInTime(t *testing.T) {
	p := sit(t)
	if _, due := p.save(); due {
		t.Error("the title's game is saved")
	}
	p.keys("enter")
	p.wait(20 * time.Second)
	if _, due := p.saveNow(); due {
		t.Error("saved before the first serve")
	}
	p.keys("space")
	p.wait(time.Second / 10)
	if _, due := p.save(); !due {
		t.Error("not saved at the serve")
	}
	p.wait(time.Second)
	if _, due := p.save(); due {
		t.Error("saved again after one second")
	}
	p.wait(9 * time.Second)
	if _, due := p.save(); !due {
		t.Error("not saved after eleven seconds")
	}
	if _, due := p.save(); due {
		t.Error("saved twice")
	}
	p.wait(time.Second)
	if _, due := p.saveNow(); !due {
		t.Error("not saved at the end of the program")
	}
	p.keys("p")
	if _, due := p.save(); !due {
		t.Error("not saved in a pause")
	}
	p.wait(time.Minute)
	if _, due := p.save(); due {
		t.Error("saved again in a pause")
	}
}

// A player who starts a game by mistake can still continue the previous one.
func TestGameWithoutAServeReplacesNoSave(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	kept := p.saved()
	p.choose("Play")
	p.on(playingScreen)
	p.wait(time.Second)
	p.keys("p q y")
	p.on(TitleScreen)
	if o, due := p.save(); due {
		t.Errorf("a game without a serve is saved: %+v", o)
	}
	if p.s.saved.game.Recording != kept.Recording {
		t.Error("Continue does not restore the previous game")
	}
}

func TestEachLevelIsSavedAtItsStart(t *testing.T) {
	p := sit(t, func(set *Setup) {
		oneBrick(set)
		set.Pack.Levels = append(set.Pack.Levels, set.Pack.Levels[0])
	})
	p.keys("enter")
	p.s.round.bot = bot.New(1)
	for p.s.round.game.Level == 0 && p.s.ID() == playingScreen {
		p.s.round.saving.at, p.s.round.saving.tick = p.now, 0 // as if just saved
		p.wait(time.Second / 60)
	}
	if _, due := p.save(); !due {
		t.Errorf("level %d is not saved", p.s.round.game.Level+1)
	}
}

func TestEndedGameIsRemoved(t *testing.T) {
	p := sit(t, oneBrick)
	p.keys("enter")
	p.s.round.bot = bot.New(1)
	p.waitFor("win", func() bool { return p.s.ID() == endedScreen })
	if o, due := p.save(); !due || o.Recording != nil {
		t.Errorf("saved %+v, %v; want the game removed", o, due)
	}
	p.wait(time.Second)
	p.click("Main menu")
	if p.s.Menu.Buttons[0] != "Play" {
		t.Errorf("the title shows %q", p.s.Menu.Buttons)
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
		p := sit(t, func(set *Setup) {
			set.Saved, set.SavedID = &replay.Replay{Recording: rec, Pack: levels.Shipped()}, FirstID
		})
		p.keys("enter")
		p.waitFor("title", func() bool { return p.s.ID() == TitleScreen && p.s.saved.game == nil })
		refused := requests[RefuseSave](p)
		if len(refused) != 1 || refused[0].ID != FirstID || refused[0].Reason == nil {
			t.Errorf("%s: refused: %v", name, refused)
		}
		if lines := strings.Join(p.s.Menu.Lines, "\n"); !strings.Contains(lines, "cannot be continued") {
			t.Errorf("%s: the dialog shows %q", name, lines)
		}
	}
}

func TestQuitWhileASaveIsRestored(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	p.wait(3 * time.Minute)
	p.saved()
	p.keys("enter")
	p.on(resumingScreen)
	p.s.Advance(p.now)
	p.key("q")
	p.on(TitleScreen)
	if _, due := p.save(); due || p.s.Menu.Buttons[0] != "Continue" {
		t.Errorf("saved: %v; the title shows %q", due, p.s.Menu.Buttons)
	}
}
