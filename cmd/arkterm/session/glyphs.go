package session

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/render"
	"arkterm/render/cell"
)

// Over a link nothing tells which glyphs the font at its other end has, unless the terminal does.
// So the player is asked, once: a dialog shows a hexagon in each set of them, and the one that is
// taken is saved as if it had been chosen in the menu.

// samples are the sets that the dialog offers, the finest first.
var samples = [...]cell.Glyphs{cell.Sextant, cell.Quadrant, cell.Half, cell.ASCII}

// sampleW is how many columns the button below a sample has.
const sampleW = 7

// mustAskGlyphs reports whether the player is to be asked: the terminal is at the other end of a
// link, was asked, and neither TERM nor its answer says which glyphs it draws, nor has the
// player ever.
func (s *Session) mustAskGlyphs() bool {
	return s.capsKnown && s.set.Link && !s.set.Bot && !s.set.Auto.Sure && s.set.Choices.From(settings.Glyphs) == settings.ByDefault
}

// sampleButtons are the samples' numbers. A label fills the middle of its button.
func sampleButtons() (all []button) {
	for i := range samples {
		all = append(all, button{strconv.Itoa(i+1) + "  ", doGlyphs, i})
	}
	return all
}

// sampleLines are the question, and the samples side by side.
func sampleLines() []string {
	lines := make([]string, 3+cell.SampleH)
	lines[0], lines[1] = "Which is the first hexagon", "that is smooth, without gaps?"
	for i, g := range samples {
		for j, row := range g.Sample() {
			if i > 0 {
				lines[3+j] += " "
			}
			lines[3+j] += row + strings.Repeat(" ", sampleW-cell.SampleW)
		}
	}
	return lines
}

func glyphsText(_ *Session, c *render.Dialog) {
	c.Title, c.Lines, c.Centred = "GLYPHS", sampleLines(), true
	c.Foot = choosingFoot
}

// questionBefore returns the screen with the question where the player is to be asked.
func (s *Session) questionBefore() screen {
	if s.mustAskGlyphs() {
		return glyphsScreen
	}
	return noScreen
}

// guessedSample returns the index of the sample that is drawn with already.
func (s *Session) guessedSample() int {
	return max(slices.Index(samples[:], s.set.Auto.Glyphs), 0)
}

// chooseSample takes the glyphs of the selected sample, takeGuess those that were guessed.
func (s *Session) chooseSample(now time.Duration) {
	s.setGlyphs(samples[s.menu.selected().option].String(), now)
}

func (s *Session) chooseGuess(now time.Duration) {
	s.setGlyphs(settings.Options[settings.Glyphs].Values[0], now)
}

// setGlyphs keeps what the player has taken; a value of the option, auto included.
func (s *Session) setGlyphs(name string, now time.Duration) {
	s.set.Choices.Set[settings.Glyphs][settings.ByMenu] = name
	s.applyChoice()
	s.enter(titleScreen, now)
}
