package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file implements the question which glyph set the terminal draws well. Over a network and inside tmux or screen,
// the program knows the terminal only if the terminal reports its version. Otherwise, a dialog before the title shows a
// sample hexagon in each glyph set. The answer is saved like a setting in the menu, so the question appears only once.

// offeredGlyphs are the glyph sets that the question offers, the finest first.
var offeredGlyphs = [...]cell.Glyphs{cell.Mosaic, cell.Sextant, cell.Quadrant, cell.Half, cell.ASCII}

// sampleW is the width of the button below a sample, in columns.
const sampleW = 6

// questionWidth is the width to which the question is wrapped, in columns.
const questionWidth = 34

// mustAskGlyphs reports whether the question must appear, because neither the terminal, the environment nor an earlier
// choice determines the glyphs. The question does not appear for bots and in text mode.
func (s *Session) mustAskGlyphs() bool {
	return s.capsKnown && s.set.Auto.TerminalUnknown && !s.set.Bot && !s.set.MenusAsLines && !s.set.Auto.GlyphsKnown &&
		s.set.Choices.SourceOf(settings.Glyphs) == settings.ByDefault
}

// sampleLines returns the lines of the dialog: the question, and below it the samples side by side.
func sampleLines() []string {
	question := widget.WrapText(text.FirstQuestions.WhichGlyphs, questionWidth)
	lines := make([]string, len(question)+1+cell.PreviewH)
	samplesAt := copy(lines, question) + 1
	for i, g := range offeredGlyphs {
		for j, row := range g.Preview() {
			if i > 0 {
				lines[samplesAt+j] += " "
			}
			lines[samplesAt+j] += row + strings.Repeat(" ", sampleW-cell.PreviewW)
		}
	}
	return lines
}

// glyphsMenu fills in the dialog of the question. The label of each button is the number of the sample above it.
func (s *Session) glyphsMenu(c *ui.Menu) {
	for i := range offeredGlyphs {
		c.AddButton(strconv.Itoa(i+1)+" ", func(now time.Duration) { s.chooseSample(i, now) })
	}
	c.InitialButton = s.guessedSample()
	c.Title, c.Lines, c.Centered = text.FirstQuestions.Glyphs, sampleLines(), true
	c.Notes = []string{text.FirstQuestions.ChangeLater}
	c.Footer = text.FirstQuestions.GlyphsFooter
}

// questionBefore returns the ID of the question's screen if the question must appear before the title, otherwise "".
func (s *Session) questionBefore() ui.ID {
	if s.mustAskGlyphs() {
		return glyphsScreen
	}
	return ""
}

// guessedSample returns the index of the sample with the detected glyphs. It returns 0 if the question does not offer
// them.
func (s *Session) guessedSample() int {
	return max(slices.Index(offeredGlyphs[:], s.set.Auto.Glyphs), 0)
}

// glyphsKey handles a key of the question. A digit only selects a sample, and Up and Down do nothing, because a player
// who was typing when the question appeared must not answer it by accident.
func (s *Session) glyphsKey(k ui.KeyPress) bool {
	n := int(k.Event.Character() - '1')
	switch action := s.MenuAction(k); {
	case n >= 0 && n < len(offeredGlyphs):
		s.Select(n-s.Menu.Selected, false)
	case action != input.Up && action != input.Down:
		return false
	}
	return true
}

// chooseSample selects the glyphs of sample i. If they are coarser than the detected ones, a notice on the title
// explains how to change them.
func (s *Session) chooseSample(i int, now time.Duration) {
	if i > s.guessedSample() {
		s.set.Notice = strings.TrimSpace(s.set.Notice + " " + fmt.Sprintf(text.Notice.Glyphs, offeredGlyphs[i]))
	}
	s.setGlyphs(offeredGlyphs[i].String(), now)
}

// chooseGuess answers the question with "auto", which means that the program uses the detected glyphs.
func (s *Session) chooseGuess(now time.Duration) {
	s.setGlyphs(settings.Options[settings.Glyphs].Values[0], now)
}

// setGlyphs saves the player's choice, which is a value of the option Glyphs, and shows the title.
func (s *Session) setGlyphs(name string, now time.Duration) {
	s.set.Choices.Values[settings.Glyphs][settings.ByMenu] = name
	s.applyChoice()
	s.Enter(TitleScreen, now)
}
