package session

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/render"
)

// What a player may change while playing: the difficulty, the speed, and what helps. They are options
// as the others are, for the next game; chosen while one plays, they count in that game too, from the
// tick on in which it goes on.

// assistsFoot is what the dialog of the assists says below.
const assistsFoot = "enter: on, off · esc"

// assistButtons are the buttons of the dialog of the assists.
func assistButtons() (rows []button) {
	for i := range settings.AssistChoices {
		rows = append(rows, button{engine.Assists[i].Title, doAssist, i})
	}
	return append(rows, button{settings.Options[settings.Speed].Title, doOption, settings.Speed}, button{"Back", doBack, 0})
}

// inGame reports whether the player has a game that goes on.
func (s *Session) inGame() bool { return s.round.saving.on }

// value returns the value of an option that the menu shows: in a game, what that is played by.
func (s *Session) value(i int) string {
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

// setTerms has what was chosen of the terms count in the game that goes on.
func (s *Session) setTerms(i int) {
	if !s.inGame() {
		return
	}
	switch chosen := s.set.Choices.Terms(); i {
	case settings.Difficulty:
		s.round.terms.Difficulty = chosen.Difficulty
	case settings.Assist:
		s.round.terms.Assists = chosen.Assists
	case settings.Speed:
		s.round.terms.Speed = chosen.Speed
	}
}

// rate returns how fast the game's time should pass, in percent.
func (s *Session) rate() int {
	if s.viewer != nil {
		return 100 // a replay has its own speeds
	}
	return s.round.game.Rate()
}

func (s *Session) assistsText(c *render.Dialog) {
	c.Title, c.Lines, c.Foot, c.Centred = "ASSISTS", s.assistLines(), assistsFoot, true
	if s.choosing {
		c.Foot = choosingFoot
	}
}

// pressAssist turns the assist of the selected button on or off, and so does turnAssist.
func (s *Session) pressAssist(time.Duration) { s.toggleAssist(s.menu.selected().option) }

func (s *Session) turnAssist(b button, _ int, _ time.Duration) { s.toggleAssist(b.option) }

// toggleAssist turns an assist on or off.
func (s *Session) toggleAssist(i int) {
	a, _ := engine.AssistsNamed(s.value(settings.Assist))
	s.setOption(settings.Assist, (a ^ settings.AssistChoices[i]).String())
}

// setOption sets an option as the menu does.
func (s *Session) setOption(i int, value string) {
	s.set.Choices.Put(i, value)
	s.setTerms(i)
	s.applyChoice()
}

// assistLabel returns the row of an assist.
func (s *Session) assistLabel(b button) string {
	i := b.option
	a, _ := engine.AssistsNamed(s.value(settings.Assist))
	state := "off"
	if a&settings.AssistChoices[i] != 0 {
		state = "on"
	}
	return fmt.Sprintf("%-*s ◂ %-*s ▸", assistWidth, engine.Assists[i].Title, speedWidth, state)
}

// speedLabel returns the row of the speed.
func (s *Session) speedLabel() string {
	return fmt.Sprintf("%-*s ◂ %*s %% ▸", assistWidth, settings.Options[settings.Speed].Title, speedWidth-2, s.value(settings.Speed))
}

// assisted says on the dialog at the end what has helped. Slow motion is not among the assists.
func (s *Session) assisted() string {
	if s.round.game.Used == 0 {
		return "Assisted"
	}
	return "Assisted    " + strings.ReplaceAll(s.round.game.Used.String(), ",", ", ")
}

// The widths of the rows' parts.
const (
	assistWidth = 16
	speedWidth  = 5
)

// assistLines is what the dialog of the assists says.
func (s *Session) assistLines() []string {
	if s.inGame() && s.round.game.Used != 0 || s.round.recording.Assisted && s.inGame() {
		return []string{"This game counts as assisted."}
	}
	return []string{"With any of these, or at less than", "100 %, a game counts as assisted."}
}
