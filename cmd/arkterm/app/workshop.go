package app

import (
	"time"

	"arkterm/cmd/arkterm/editor"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render/text"
)

// This file connects the level editor with the session. It opens level files in the editor, and plays the edited level
// as a test. A test does not affect scores, stars or the saved game.

// A LevelFile is a level file to edit.
type LevelFile struct {
	File   string           // path of the file, or "" for a new one
	OnDisk string           // text of the file, or ""
	Doc    *levels.Document // text to edit

	Recovered bool // Doc has changes that were not saved because of a crash
}

// EditLevel shows a level file in the editor.
func (s *Session) EditLevel(o LevelFile, now time.Duration) {
	if s.editor == nil {
		s.editor = editor.New(editor.Setup{
			UI: &s.UI, Play: s.playTest, Leave: s.leaveEditor,
			Save: func(w editor.SaveRequest) { s.request(WriteLevel{w}) },
			Rate: func(r editor.RateRequest) { s.request(RateLevel{r}) },
		})
		s.Add(func(id ui.ID) (row ui.Screen, ok bool) {
			row, ok = s.editor.FindScreen(id)
			if id == editor.Screen {
				row.Paste = s.pasteCode
			}
			return row, ok
		})
	}
	s.editor.SetRender(s.set.Render)
	s.editor.Open(o.Doc, o.File, o.OnDisk, o.Recovered)
	s.Enter(editor.Screen, now)
}

// LevelWritten receives the result of a WriteLevel: the path of the file, or the reason why it was not written.
func (s *Session) LevelWritten(file string, err error, now time.Duration) {
	s.editor.Saved(file, err, now)
}

// LevelRated receives a result of a RateLevel, which the editor or the gallery has requested.
func (s *Session) LevelRated(r editor.RateResult) {
	if r.Request < 0 { // the numbers of the gallery are negative
		s.galleryRated(r)
		return
	}
	s.editor.Rated(r)
}

// leaveEditor closes the editor. If the program was started to edit a level, leaveEditor ends it.
func (s *Session) leaveEditor(now time.Duration) {
	s.request(DiscardJournal{})
	s.editor.Close()
	if s.set.Edit != nil {
		s.request(Quit{})
		return
	}
	s.returnToGallery(now)
}

// LevelOpened receives the result of an OpenLevelFile.
func (s *Session) LevelOpened(o LevelFile, err error, now time.Duration) {
	if err != nil {
		s.gallery.status = err.Error()
		s.ShowNotice(err.Error())
		return
	}
	s.EditLevel(o, now)
}

// playTest starts a test of the level in pack.
func (s *Session) playTest(pack levels.Pack, now time.Duration) {
	config := engine.Config{Levels: pack.Levels}
	s.set.Choices.ApplyToGame(&config)
	ghost := s.ghost
	s.ghost = Ghost{}
	err := s.setUpLevels(pack, config, s.set.Seed())
	s.ghost = ghost
	if err != nil { // the editor has checked the level, but the engine has further rules
		s.must(s.playDemo())
		s.Enter(editor.Screen, now)
		s.editor.Refused(err)
		return
	}
	s.round.testing = true
	s.View.Observe(s.round.game.Events)
	s.updateSoundAndNarration(s.round.game)
	s.Enter(playingScreen, now)
}

// endTest shows the editor again after a test.
func (s *Session) endTest(now time.Duration) {
	game := s.round.game
	s.must(s.playDemo())
	s.Enter(editor.Screen, now)
	s.editor.Played(game)
}

// testAgain starts the current test again.
func (s *Session) testAgain(now time.Duration) { s.playTest(s.round.pack, now) }

// testKeys changes the shortcuts of a game if the game is a test, and returns the shortcuts. In a test, Esc and Q
// return to the editor immediately.
func (s *Session) testKeys(keys ui.Keys) ui.Keys {
	if s.round.testing {
		keys[input.Menu], keys[input.Quit], keys[input.Restart] = s.endTest, s.endTest, s.testAgain
	}
	return keys
}

// pausedTestMenu fills in the menu of a paused test.
func (s *Session) pausedTestMenu(c *ui.Menu) {
	c.AddButton(text.Menu.Resume, s.EnterFunc(countdownScreen))
	c.AddButton(text.Menu.Restart, s.testAgain)
	c.AddButton(text.Workshop.Continue, s.endTest)
	c.Title, c.Stacked = text.Goal.Paused, true
	c.Lines = goalLines([]progress.Goal{{Label: text.Goal.Keys, Text: text.Workshop.EscReturns}})
}
