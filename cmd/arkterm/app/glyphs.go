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

// Over a network, and inside tmux or screen, the terminal is unknown unless it reports its version. In that case a
// dialog shows a hexagon in each glyph set once. The choice is saved like a choice in the menu.

// offeredGlyphs are the glyph sets offered, the finest first.
var offeredGlyphs = [...]cell.Glyphs{cell.Mosaic, cell.Sextant, cell.Quadrant, cell.Half, cell.ASCII}

// sampleW is the width of the button below a sample, in columns.
const sampleW = 6

// questionWidth is the width that the question is broken to.
const questionWidth = 34

// mustAskGlyphs reports whether the question has to appear: the terminal is hidden and was queried, and neither TERM,
// its reply nor an earlier choice determines the glyphs. In text mode there is no question.
func (s *Session) mustAskGlyphs() bool {
	return s.capsKnown && s.set.Auto.TerminalUnknown && !s.set.Bot && !s.set.Lines && !s.set.Auto.Sure &&
		s.set.Choices.From(settings.Glyphs) == settings.ByDefault
}

// sampleLines returns the question, and the samples side by side.
func sampleLines() []string {
	question := widget.WrapText(text.First.WhichGlyphs, questionWidth)
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

// glyphsMenu fills in the question, with each sample's number in the middle of its button.
func (s *Session) glyphsMenu(c *ui.Menu) {
	for i := range offeredGlyphs {
		c.AddButton(strconv.Itoa(i+1)+" ", func(now time.Duration) { s.chooseSample(i, now) })
	}
	c.First = s.guessedSample()
	c.Title, c.Lines, c.Centered = text.First.Glyphs, sampleLines(), true
	c.Notes = []string{text.First.ChangeLater}
	c.Footer = text.First.GlyphsFooter
}

// questionBefore returns the screen of the question if it has to appear.
func (s *Session) questionBefore() ui.ID {
	if s.mustAskGlyphs() {
		return glyphsScreen
	}
	return ""
}

// guessedSample returns the index of the sample with the current glyphs.
func (s *Session) guessedSample() int {
	return max(slices.Index(offeredGlyphs[:], s.set.Auto.Glyphs), 0)
}

// glyphsKey selects or accepts a sample. Up and down have no effect, and a digit only selects a sample, because a
// player who was typing when the question appeared must not answer it by accident.
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

// chooseSample sets the glyphs of sample i. If they are coarser than expected, a notice on the title
// explains how to change them.
func (s *Session) chooseSample(i int, now time.Duration) {
	if i > s.guessedSample() {
		s.set.Notice = strings.TrimSpace(s.set.Notice + " " + fmt.Sprintf(text.Notice.Glyphs, offeredGlyphs[i]))
	}
	s.setGlyphs(offeredGlyphs[i].String(), now)
}

// chooseGuess leaves the choice to the program.
func (s *Session) chooseGuess(now time.Duration) {
	s.setGlyphs(settings.Options[settings.Glyphs].Values[0], now)
}

// setGlyphs saves the player's choice, a value of the option, auto included.
func (s *Session) setGlyphs(name string, now time.Duration) {
	s.set.Choices.Set[settings.Glyphs][settings.ByMenu] = name
	s.applyChoice()
	s.Enter(TitleScreen, now)
}
