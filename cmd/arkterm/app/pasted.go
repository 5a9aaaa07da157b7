package app

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/editor"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file implements the dialog that offers to play a pasted share code. It also implements games on levels that are
// not in the pack of the title.

// A pastedState is the state of the dialog for a pasted share code.
type pastedState struct {
	title           string // title of the dialog; "" means the title for share codes
	share           *replay.Share
	pack            levels.Pack
	err             error  // the reason why the code cannot be played; nil if it can
	saveRequested   bool   // saving the levels was requested
	returnsToEditor bool   // the editor is open, and appears again after the game
	status          string // result of saving
}

// pasteCode opens the dialog for a share code if the pasted text contains one. It pauses a game in progress.
func (s *Session) pasteCode(pastedText string, now time.Duration) {
	if !replay.ContainsCode(pastedText) || s.bindingAction != input.None {
		return
	}
	p := pastedState{returnsToEditor: s.ID() == editor.Screen || s.round.testing}
	if p.share, p.err = replay.ParseCode(pastedText); p.err == nil {
		p.pack, p.err = p.share.Open()
	}
	s.pasted = p
	switch s.ID() {
	case playingScreen, countdownScreen, rewindScreen:
		s.Enter(pausedScreen, now)
	}
	s.Detour(pastedScreen, now)
	s.IgnoreInputBriefly(now)
}

// pastedMenu fills in the dialog for a pasted share code.
func (s *Session) pastedMenu(m *ui.Menu) {
	p := &s.pasted
	m.Title, m.Centered = cmp.Or(p.title, text.PastedCode.Title), true
	room := s.View.DialogColumns(&s.Frame)
	switch {
	case p.share == nil && p.err == nil: // before the first paste
	case p.err != nil:
		m.Lines = widget.WrapText(fmt.Sprintf(text.PastedCode.Invalid, p.err), room)
	default:
		m.Lines = s.pastedLines()
		if !s.set.Workshop {
			m.Lines = append(append(m.Lines, ""), widget.WrapText(text.PastedCode.Refused, room)...)
			break
		}
		m.AddButton(text.Menu.Play, s.afterName(s.playPasted))
		if len(p.share.Files) > 0 && !p.saveRequested {
			m.AddButton(text.PastedCode.Keep, s.savePasted)
		}
	}
	if p.status != "" {
		m.Lines = append(append(m.Lines, ""), widget.WrapText(p.status, room)...)
	}
	m.AddButton(text.PastedCode.Cancel, s.Back)
}

// pastedLines returns the lines that describe the pasted levels or the pasted game.
func (s *Session) pastedLines() []string {
	p := &s.pasted
	first := &p.pack.Levels[p.share.First]
	lines := []string{first.Name}
	if n := len(p.pack.Levels); n > 1 {
		lines[0] = fmt.Sprintf(text.PastedCode.Pack, p.pack.Name, text.Count.Levels.Of(n))
	}
	if first.Author != "" {
		lines = append(lines, fmt.Sprintf(text.PastedCode.Author, first.Author))
	}
	bricks := 0
	for i := range p.pack.Levels {
		bricks += len(p.pack.Levels[i].Bricks)
	}
	lines = append(lines, text.Count.Bricks.Of(bricks))
	if p.share.HasGame {
		row := &engine.Modes[p.share.Mode]
		lines = append(lines, strings.Join([]string{
			text.Translate(row.Title),
			text.Translate(engine.Difficulties[p.share.Difficulty.OrMedium()].Name),
		}, " · "))
	}
	if toBeat := p.share.ToBeat(); toBeat != "" {
		lines = append(lines, toBeat)
	}
	return lines
}

// savePasted requests that the pasted levels be saved in the folder of the player's levels.
func (s *Session) savePasted(time.Duration) {
	s.pasted.saveRequested = true
	s.request(SaveLevels{Pack: s.pasted.pack})
}

// LevelsSaved receives the result of a SaveLevels. name is the name of the new file or folder.
func (s *Session) LevelsSaved(name string, err error) {
	status := fmt.Sprintf(text.PastedCode.Kept, name)
	if err != nil {
		status = err.Error()
	}
	if g := &s.gallery; s.ID() == galleryLevelScreen {
		g.status = status
		if err == nil && g.editsCopy {
			s.request(OpenLevelFile{name})
		}
	} else {
		s.pasted.saveRequested, s.pasted.status = err == nil, status
	}
	s.Rebuild()
}

// playPasted plays the pasted levels or the pasted game.
func (s *Session) playPasted(now time.Duration) {
	p := &s.pasted
	back := TitleScreen
	if p.returnsToEditor {
		back = editor.Screen
	}
	s.playOther(otherGame{pack: p.pack, level: p.share.First, share: p.share}, s.EnterFunc(back), now)
}

// An otherGame is a game on levels that are not in the title's pack, for example pasted levels.
type otherGame struct {
	pack  levels.Pack
	level int           // index of the first level
	share *replay.Share // shared game with its setup, or nil
	setup engine.Setup  // copy of the share's setup; the player may change the difficulty
}

// A titleChoice contains the choices on the title that an otherGame replaces. endOther restores these choices.
type titleChoice struct {
	pack             levels.Pack
	level, challenge int
	mode             engine.Mode
	ghost            Ghost
	shared           *replay.Share
}

// playOther leaves the current game and starts a game on other levels. The new game is not saved for Continue, because
// its save would replace the saved game. When the player quits the new game, the session calls back.
func (s *Session) playOther(o otherGame, back func(now time.Duration), now time.Duration) {
	s.must(s.toTitle(now))
	s.titleChoice = titleChoice{s.set.Pack, s.level, s.challenge, s.mode, s.ghost, s.set.Shared}
	s.ghost, s.returnTo, s.set.Pack, s.mode, s.other = Ghost{}, back, o.pack, engine.Campaign, &o
	if o.share != nil && o.share.HasGame {
		o.setup, s.set.Shared, s.mode = o.share.Setup, o.share, o.share.Mode
	} else {
		o.share = nil
	}
	s.setFirstLevel(o.level)
	s.must(s.play(now))
}

// endOther ends a game on other levels, if any, and restores the choices on the title.
func (s *Session) endOther() {
	if s.other == nil {
		return
	}
	c := &s.titleChoice
	s.set.Pack, s.level, s.challenge, s.mode = c.pack, c.level, c.challenge, c.mode
	s.ghost, s.set.Shared = c.ghost, c.shared
	s.other, s.titleChoice = nil, titleChoice{}
}

// applyOther copies the levels and the setup of a shared game to pack and c. It does nothing if the player does not
// play a shared game.
func (s *Session) applyOther(pack *levels.Pack, c *engine.Config) {
	if s.other == nil || s.other.share == nil {
		return
	}
	from := &s.other.setup
	c.Seed, c.Difficulty, c.Drops, c.Day, c.Storm = from.Seed, from.Difficulty, from.Drops, from.Day, from.Storm
	*pack = s.other.pack
}
