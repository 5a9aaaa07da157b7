package app

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file applies the options. Difficulty, speed and assists are the terms of a game, see engine.Terms. If the player
// changes one of them while a game is paused, the change also applies to that game from its next tick on.

// inGame reports whether the player has a game in progress.
func (s *Session) inGame() bool { return s.round.saving.active }

// value returns the value of option i to show in the menu. During a game, it returns the difficulty, assists and speed
// of this game. Over SSH, the option Sound is either bell or off.
func (s *Session) value(i int) string {
	if i == settings.Sound && s.set.Remote && s.set.Choices.Get(i) != settings.SoundBell {
		return settings.SoundOff
	}
	if s.inGame() {
		switch i {
		case settings.Difficulty:
			return engine.Difficulties[s.round.terms.Difficulty].Name
		case settings.Assist:
			return s.round.terms.Assists.String()
		case settings.Speed:
			return strconv.Itoa(s.round.terms.Speed)
		}
	}
	return s.set.Choices.Get(i)
}

// updateTerm changes one term of the game in progress, if any, to the chosen value of the given option. It does nothing
// for options that are not terms.
func (s *Session) updateTerm(option int) {
	if !s.inGame() {
		return
	}
	switch chosen := s.set.Choices.Terms(); option {
	case settings.Difficulty:
		s.round.terms.Difficulty = chosen.Difficulty
	case settings.Assist:
		s.round.terms.Assists = chosen.Assists
	case settings.Speed:
		s.round.terms.Speed = chosen.Speed
	}
}

// speedPercent returns the speed at which ticks are played, in percent of normal speed.
func (s *Session) speedPercent() int {
	rate := 100 // the viewer applies the speed of a replay
	if s.viewer == nil {
		rate = s.round.game.Rate()
	}
	if s.set.Narrate {
		rate = max(rate*ui.NarrationRate/100, 1)
	}
	return rate
}

// assistsMenu fills in the dialog of assists.
func (s *Session) assistsMenu(c *ui.Menu) {
	for i := range settings.AssistChoices {
		c.Add(ui.Button{
			Name: engine.Assists[i].Title, Label: s.assistLabel(i),
			Turn: func(int, time.Duration) { s.toggleAssist(i) },
		})
	}
	speed := s.optionButton(settings.Speed)
	speed.Label = s.speedLabel()
	c.Add(speed)
	c.AddButton(text.Menu.Back, s.Back)
	c.Title, c.Lines, c.Footer, c.Centered, c.Stacked = text.Options.AssistsTitle, s.assistLines(),
		text.Menu.FooterValues, true, true
}

// toggleAssist turns an assist on or off.
func (s *Session) toggleAssist(i int) {
	a, _ := engine.ParseAssists(s.value(settings.Assist))
	s.SetOption(settings.Assist, (a ^ settings.AssistChoices[i]).String())
}

// SetOption sets option i as if the player had chosen the value in the menu.
func (s *Session) SetOption(i int, value string) {
	s.set.Choices.SetFromMenu(i, value)
	s.updateTerm(i)
	s.applyChoice()
}

// assistLabel returns the label of an assist's row.
func (s *Session) assistLabel(i int) string {
	a, _ := engine.ParseAssists(s.value(settings.Assist))
	state := text.Options.Off
	if a&settings.AssistChoices[i] != 0 {
		state = text.Options.On
	}
	return fmt.Sprintf("%-*s ◂ %-*s ▸", assistWidth(), text.Translate(engine.Assists[i].Title), speedWidth, state)
}

// speedLabel returns the label of the speed's row.
func (s *Session) speedLabel() string {
	return fmt.Sprintf("%-*s ◂ %*s %% ▸", assistWidth(), *settings.Options[settings.Speed].Title, speedWidth-2,
		s.value(settings.Speed))
}

// usedAssists describes the assists used in an assisted game, for the dialog at the end of the game. It returns "yes"
// if the player only had other help, such as slow motion.
func (s *Session) usedAssists() string {
	if s.round.game.UsedAssists == 0 {
		return text.Options.Yes
	}
	return strings.ReplaceAll(s.round.game.UsedAssists.String(), ",", ", ")
}

// Widths of the dialog of assists, in columns.
const (
	speedWidth      = 5  // value of a row
	assistTextWidth = 36 // text above the rows
)

// assistWidth returns the width of the widest title of an assist, in columns.
func assistWidth() (w int) {
	for i := range engine.Assists {
		w = max(w, text.Widest(text.Translate(engine.Assists[i].Title)))
	}
	return w
}

// assistLines returns the text of the dialog of assists.
func (s *Session) assistLines() []string {
	if s.inGame() && s.round.game.UsedAssists != 0 || s.round.recording.Assisted && s.inGame() {
		return []string{text.Options.AssistedGame}
	}
	return widget.WrapText(text.Options.AssistsNote, assistTextWidth)
}

// showOptions shows the options, next to a sample of the level that Play starts with.
func (s *Session) showOptions(now time.Duration) {
	config := engine.Config{Levels: s.set.Pack.Levels[s.level : s.level+1]}
	config.Seed = sampleSeed
	s.set.Choices.ApplyToGame(&config)
	s.sample.begin(config, s.set.Render)
	s.Detour(optionsScreen, now)
}

// playSample plays n ticks of the sample. In the sound dialog, it also plays the sounds of the sample.
func (s *Session) playSample(n int) {
	for range n {
		s.sample.play(1)
		if s.ID() == soundScreen {
			s.band.Observe(s.sample.game)
		}
	}
}

// drawSample draws the sample to the right of the dialog. If the sample does not fit there, drawSample draws the
// current game behind the dialog.
func (s *Session) drawSample(time.Duration) {
	x, fits := s.View.ColumnAfterDialog(&s.Frame, s.Menu.Dialog)
	if !fits {
		s.View.Draw(&s.Frame, s.round.game)
		return
	}
	p := &s.sample
	p.frame.Resize(s.Frame.W-x, s.Frame.H)
	p.view.Draw(&p.frame, p.game)
	text, back := p.view.TextColors() // colors of the sample's world
	s.Frame.Fill(0, 0, x, s.Frame.H, ' ', cell.Style{Fg: text, Bg: back})
	for y := range p.frame.H {
		copy(s.Frame.Cells[y*s.Frame.W+x:], p.frame.Cells[y*p.frame.W:][:p.frame.W])
	}
}
