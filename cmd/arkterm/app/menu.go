package app

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/app/viewer"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/render/widget"
)

// A menu is a dialog with the commands of its buttons.
type menu struct {
	dialog  widget.Dialog
	buttons []button // one for each button of the dialog
}

// A button is a row of a menu.
type button struct {
	label  string
	do     command
	option int // for doOption; the action for doBind
}

// build makes the menu of the current screen.
func (s *Session) build() { s.buildAt(0) }

// buildAt is build with a given button selected.
func (s *Session) buildAt(selected int) {
	s.schedule.redraw()
	m := &s.menu
	*m = menu{dialog: widget.Dialog{Buttons: m.dialog.Buttons[:0], Selected: selected}, buttons: m.buttons[:0]}
	row := s.row()
	m.buttons = append(m.buttons, row.buttons...)
	if row.rows != nil {
		m.buttons = append(m.buttons, row.rows(s)...)
	}
	for i, b := range m.buttons {
		label := s.label(b)
		if row.numbered {
			label = numbered(i, label)
		}
		m.dialog.Buttons = append(m.dialog.Buttons, label)
	}
	if row.text != nil {
		row.text(s, &m.dialog)
	}
	if s.ascii() {
		m.dialog.Plain()
	}
}

// rebuild makes the menu again, with the same button selected.
func (s *Session) rebuild() {
	s.buildAt(s.menu.dialog.Selected)
}

// label returns the text of a button.
func (s *Session) label(b button) string {
	if label := commands[b.do].label; label != nil {
		return label(s, b)
	}
	return b.label
}

// valuesFoot is the line below buttons with values.
const valuesFoot = "↑ ↓ choose · ← → change"

// titleButtons returns the buttons of the title. Continue is left out if there is no saved game, and the way out of the
// session if none is asked for.
func (s *Session) titleButtons() []button {
	all := []button{
		{"Continue", doContinue, 0},
		{"Play", doBegin, 0},
		{"Level", doLevel, 0},
		{"", doOutside, 0},
		{"World map", doMap, 0},
		{"Modes", doModes, 0},
		{"Scores", doScores, 0},
		{"Book", doBook, 0},
		{"Options", doOptions, 0},
		{"Help", doHelp, 0},
		{"Quit", doQuit, 0},
	}
	return slices.DeleteFunc(all, func(b button) bool {
		return b.do == doContinue && s.saved.game == nil || b.do == doOutside && s.set.Outside == ""
	})
}

func (s *Session) titleText(c *widget.Dialog) {
	c.Lines, c.Centred = append([]string{s.nextGame()}, s.notice()...), true
	c.Foot = "↑ ↓ choose · enter"
	if s.menu.selected().do == doLevel {
		c.Foot = "← → level · enter"
	}
}

// The room for a notice in a dialog. What does not fit is printed when the program ends.
const noticeRows, noticeWidth = 3, 54

// notice returns the last notice, if any, in lines. Files are named without their folders.
func (s *Session) notice() []string {
	words := strings.Fields(s.set.Notice)
	for i, w := range words {
		if strings.HasPrefix(w, "/") {
			words[i] = path.Base(w)
		}
	}
	lines := widget.Broken(strings.Join(words, " "), noticeWidth)
	if len(lines) > noticeRows {
		lines = append(lines[:noticeRows-1], lines[noticeRows-1]+" …")
	}
	return lines
}

func (s *Session) drawTitle() { s.view.Title(&s.frame, s.round.game, s.menu.dialog) }

// attracts reports whether the title's bot plays: for attractFor after the last input.
func (s *Session) attracts(now time.Duration) bool { return now-s.lastInput < attractFor }

// beginLabel returns the text of the Play button, with the mode unless it is the default.
func (s *Session) beginLabel(b button) string {
	if row := &engine.Modes[s.mode]; !row.Usual {
		return b.label + " " + row.Title
	}
	return b.label
}

// levelLabel returns the text of the button with the level to begin with.
func (s *Session) levelLabel(b button) string {
	w := len(strconv.Itoa(len(s.set.Pack.Levels)))
	return fmt.Sprintf("%s ◂ %*d ▸", b.label, w, s.level+1)
}

// nextGame describes the game that Play begins.
func (s *Session) nextGame() string {
	if row := &engine.Modes[s.mode]; row.Own {
		return row.Says
	}
	return s.set.Pack.Levels[s.level].Name
}

// optionButtons returns a row for each option in the menu, and the buttons to further screens. Lines of text are for
// devices that show them.
func (s *Session) optionButtons() (all []button) {
	for i := range settings.Options {
		if !settings.Options[i].Aside() && (i != settings.Lines || s.set.Speaks) {
			all = append(all, button{do: doOption, option: i})
		}
	}
	return append(all, button{"Assists", doAssists, 0}, button{"Keys", doKeys, 0}, button{"Back", doBack, 0})
}

func (s *Session) optionsText(c *widget.Dialog) {
	c.Title, c.Stacked, c.Aside, c.Foot = "OPTIONS", true, true, valuesFoot
	c.Lines = s.notice()
	c.Notes = make([]string, saysRows)
	if b := s.menu.selected(); b.do == doOption {
		says := settings.Options[b.option].Says
		if b.option == settings.Glyphs && s.set.Auto.Wide {
			says = "Only ASCII fits this terminal: the others take two columns."
		}
		copy(c.Notes, widget.Broken(says, saysWidth))
	}
}

// The room for what an option says: rows, so that the dialog does not change its size, and columns.
const saysRows, saysWidth = 2, 32

func (s *Session) optionLabel(b button) string {
	if b.option == settings.Speed {
		return s.speedLabel()
	}
	title := settings.Options[b.option].Title
	if b.option == settings.Opponent {
		title = s.opponentTitle()
	}
	return fmt.Sprintf("%-*s ◂ %-*s ▸", settings.TitleWidth, title, settings.ValueWidth(), s.value(b.option))
}

// helpKeys returns the lines about the keys, those of a replay while one is shown.
func (s *Session) helpKeys() []string {
	if s.viewer != nil {
		return viewer.Help(false)
	}
	return s.allKeys()
}

func restartText(_ *Session, c *widget.Dialog) {
	c.Title, c.Lines, c.Centred = "RESTART?", []string{"The new game takes the place of this one."}, true
}

func leaveText(_ *Session, c *widget.Dialog) {
	c.Title, c.Lines = "QUIT?", []string{"Continue it later from the title."}
}

func quitText(_ *Session, c *widget.Dialog) {
	c.Title, c.Lines, c.Centred = "QUIT?", []string{"Leave arkterm?"}, true
}

func resumingText(_ *Session, c *widget.Dialog) {
	c.Title, c.Lines = "CONTINUE", []string{"The game is played again, up to where it was."}
}

// chooseLevel moves the chosen level by d, wrapping around, and lets the bot play it.
func (s *Session) chooseLevel(_ button, d int, now time.Duration) {
	n := len(s.set.Pack.Levels)
	s.level = widget.Wrap(s.level+d, n)
	s.must(s.playDemoOn(s.ahead(engine.Campaign, 0)))
	s.schedule.stop()
	s.lastInput = now
	s.rebuild()
}

// themePause is the least time between two themes. A held key would otherwise switch between dark and
// light more than three times a second, which can cause a seizure.
const themePause = time.Second / 3

// chooseOption changes an option by d values.
func (s *Session) chooseOption(i, d int, now time.Duration) {
	if i == settings.Theme {
		if now < s.themeChangedAt+themePause && s.themeChangedAt > 0 {
			return
		}
		s.themeChangedAt = now
	}
	var own []string
	if settings.Options[i].Own {
		own = s.set.Themes.Names()
	}
	s.setOption(i, settings.Options[i].After(s.value(i), d, own...))
	if i == settings.Theme {
		s.noticeMissingTheme(s.set.Choices.Get(i))
		s.rebuild()
	}
}

// applyChoice applies and saves the player's choices.
func (s *Session) applyChoice() {
	s.settingsChanged = true
	s.applySettings()
	s.rebuild()
}

// noticeMissingTheme shows the error of a player's theme; the colours stay as they were.
func (s *Session) noticeMissingTheme(theme string) {
	s.set.Notice = ""
	if _, err := s.set.Themes.Find(theme); err != nil {
		s.set.Notice = err.Error()
	}
}

// turnValue changes the value of the selected button by d.
func (s *Session) turnValue(d int, now time.Duration) {
	b := s.menu.selected()
	if turn := commands[b.do].turn; turn != nil {
		turn(s, b, d, now)
	}
}

func (s *Session) turnOption(b button, d int, now time.Duration) { s.chooseOption(b.option, d, now) }

// nextButton moves on from a button that has nothing but a value: with left, right and fire alone one gets
// everywhere.
func (s *Session) nextButton(time.Duration) { s.selectButton(1, false) }

// selected returns the selected button, or one without a command.
func (m *menu) selected() button {
	if i := m.dialog.Selected; i < len(m.buttons) {
		return m.buttons[i]
	}
	return button{}
}

// selectButton moves the selection by d buttons. It wraps around, but not where it is bounded, and not by a key that
// is held.
func (s *Session) selectButton(d int, held bool) {
	n := len(s.menu.buttons)
	to := s.menu.dialog.Selected + d
	if n == 0 || (held || s.row().bounded) && (to < 0 || to >= n) {
		return
	}
	s.menu.dialog.Selected = widget.Wrap(to, n)
	s.rebuild() // the text may depend on the selected button
}
