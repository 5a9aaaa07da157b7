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

// This file implements the question about another way to steer. If the terminal does not report key releases, the
// paddle reacts late to a held key. After several early defeats on such a terminal, a dialog offers other ways to
// steer. The answer is saved like a setting in the menu, so the question appears only once.

const (
	// earlyDefeat is the maximum duration of a lost game that counts as an early defeat, in ticks: 3 minutes.
	earlyDefeat = 3 * 60 * engine.TicksPerSecond

	// maxEarlyDefeats is the number of early defeats after which the question appears.
	maxEarlyDefeats = 2

	// steeringWidth is the maximum width of the question's lines, in columns.
	steeringWidth = 50
)

// steeringChoices are the possible answers. The first answer is the default. With this answer, single taps and held
// keys work as before the question.
var steeringChoices = [...]struct {
	steer              input.Steer
	label, description *string
}{
	{input.DoubleTap, &text.Steer.DoubleTap, &text.Steer.DoubleTapText},
	{input.Mouse, &text.Steer.Mouse, &text.Steer.MouseText},
	{input.Toggle, &text.Steer.Toggle, &text.Steer.ToggleText},
	{input.Hold, &text.Steer.Keep, &text.Steer.KeepText},
}

// defeats counts consecutive defeats on the same level in the same mode.
type defeats struct {
	mode  engine.Mode
	board *spec.Level
	count int
}

// countDefeat updates the number of consecutive defeats after a game. If the player steers with keys on a terminal that
// does not report key releases, countDefeat also counts early defeats.
func (s *Session) countDefeat() {
	r := &s.round
	if r.bot != nil || r.won() {
		s.defeats = defeats{}
		return
	}
	at := defeats{r.config.Mode, &r.pack.Levels[r.game.Level], 1}
	if was := s.defeats; was.mode == at.mode && was.board == at.board {
		at.count += was.count
	}
	s.defeats = at
	if engine.Modes[r.config.Mode].Paddles == 1 && r.game.Tick <= earlyDefeat && !s.Keys.ReportsReleases() &&
		!s.Keys.MouseSteers() {
		s.earlyDefeats++
	}
}

// asksSteering reports whether to ask the player, before the next game, how to steer.
func (s *Session) asksSteering() bool {
	return s.earlyDefeats >= maxEarlyDefeats && s.lessons.watch != nil && !s.Text.GamesNarrated &&
		!s.Keys.ReportsReleases() && s.set.Choices.SourceOf(settings.Steer) == settings.ByDefault
}

// steeringMenu fills in the dialog that asks how to steer. The dialog describes the selected answer.
func (s *Session) steeringMenu(m *ui.Menu) {
	m.Stacked, m.Numbered, m.Centered = true, true, true
	for _, c := range steeringChoices {
		m.AddButton(*c.label, func(now time.Duration) { s.chooseSteering(c.steer, now) })
	}
	width := min(steeringWidth, s.View.DialogColumns(&s.Frame))
	m.Title, m.Footer = text.Steer.Title, text.Menu.FooterNumbers
	m.Lines = append([]string{text.Steer.Question, ""}, widget.WrapText(text.Steer.Why, width)...)
	m.Notes = make([]string, steeringNotes)
	copy(m.Notes, widget.WrapText(*steeringChoices[min(m.Selected, len(steeringChoices)-1)].description, width))
}

// steeringNotes is the number of rows for the description of an answer.
const steeringNotes = 2

// chooseSteering saves an answer and starts the game.
func (s *Session) chooseSteering(steer input.Steer, now time.Duration) {
	s.SetOption(settings.Steer, steer.String())
	s.must(s.play(now))
}

// keepSteering answers the question with the current way to steer.
func (s *Session) keepSteering(now time.Duration) { s.chooseSteering(input.Hold, now) }
