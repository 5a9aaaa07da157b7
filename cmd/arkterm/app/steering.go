package app

import (
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/input"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// Without key releases, a held key moves the paddle late. After early defeats a question offers other ways to steer,
// once. The answer is saved like a choice in the options.

const (
	// earlyDefeat is the maximum number of ticks of an early defeat: 3 minutes.
	earlyDefeat = 3 * 60 * engine.TicksPerSecond

	// maxEarlyDefeats is the number of early defeats after which the question is due.
	maxEarlyDefeats = 2

	// steeringWidth is the width to which the texts of the question are wrapped.
	steeringWidth = 50
)

// steeringChoices are the answers. The first one is selected, because it does not change taps and holds.
var steeringChoices = [...]struct {
	steer      input.Steer
	label, say *string
}{
	{input.DoubleTap, &text.Steer.DoubleTap, &text.Steer.DoubleTapText},
	{input.Mouse, &text.Steer.Mouse, &text.Steer.MouseText},
	{input.Toggle, &text.Steer.Toggle, &text.Steer.ToggleText},
	{input.Hold, &text.Steer.Keep, &text.Steer.KeepText},
}

// defeats are the consecutive defeats on a level.
type defeats struct {
	mode  engine.Mode
	board *spec.Level
	n     int
}

// countDefeat counts a game that has ended if the player has lost it. It also counts early defeats with the keys of a
// terminal without key releases.
func (s *Session) countDefeat() {
	r := &s.round
	if r.bot != nil || r.won() {
		s.defeats = defeats{}
		return
	}
	at := defeats{r.config.Mode, &r.pack.Levels[r.game.Level], 1}
	if was := s.defeats; was.mode == at.mode && was.board == at.board {
		at.n += was.n
	}
	s.defeats = at
	if engine.Modes[r.config.Mode].Paddles == 1 && r.game.Tick <= earlyDefeat && !s.Keys.ReportsReleases() &&
		!s.Keys.MouseSteers() {
		s.earlyDefeats++
	}
}

// asksSteering reports whether the question is due before the next game.
func (s *Session) asksSteering() bool {
	return s.earlyDefeats >= maxEarlyDefeats && s.lessons.watch != nil && !s.Text.Games && !s.Keys.ReportsReleases() &&
		s.set.Choices.From(settings.Steer) == settings.ByDefault
}

// steeringMenu fills in the question. It describes the selected answer.
func (s *Session) steeringMenu(m *ui.Menu) {
	m.Stacked, m.Numbered, m.Centered = true, true, true
	for _, c := range steeringChoices {
		m.AddButton(*c.label, func(now time.Duration) { s.chooseSteering(c.steer, now) })
	}
	width := min(steeringWidth, s.View.DialogColumns(&s.Frame))
	m.Title, m.Footer = text.Steer.Title, text.Menu.FooterNumbers
	m.Lines = append([]string{text.Steer.Question, ""}, widget.WrapText(text.Steer.Why, width)...)
	m.Notes = make([]string, steeringNotes)
	copy(m.Notes, widget.WrapText(*steeringChoices[min(m.Selected, len(steeringChoices)-1)].say, width))
}

// steeringNotes is the number of rows for the description of an answer.
const steeringNotes = 2

// chooseSteering saves an answer and starts the game.
func (s *Session) chooseSteering(steer input.Steer, now time.Duration) {
	s.SetOption(settings.Steer, steer.String())
	s.must(s.play(now))
}

// keepSteering answers that nothing changes.
func (s *Session) keepSteering(now time.Duration) { s.chooseSteering(input.Hold, now) }
