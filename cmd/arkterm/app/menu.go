package app

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// levelButton is the name of the button for the level on the title.
const levelButton = "level"

// titleMenu fills in the menu of the title.
func (s *Session) titleMenu(m *ui.Menu) {
	if s.saved.game != nil {
		m.AddButton(text.Menu.Continue, s.resume)
		setup := &s.saved.game.Recording.Setup
		if s.set.Choices.Values[settings.Mode][settings.ByFlag] != "" && setup.Mode != s.mode ||
			s.set.FirstLevel > 0 && setup.First != s.set.FirstLevel {
			m.InitialButton = 1 // a flag selects another mode or level
		}
	}
	m.AddButton(s.playLabel(), s.playChosen)
	if !engine.Modes[s.mode].OwnLevels {
		m.Add(ui.Button{Name: levelButton, Label: s.levelLabel(), Press: s.playAgain, Turn: s.chooseLevel})
	}
	if s.titleButton.label != "" {
		m.AddButton(s.titleButton.label, s.titleButton.press)
	}
	m.Add(ui.Button{Name: text.Menu.Map, Label: s.mapLabel(), Press: s.showMap})
	m.AddButton(text.Menu.Modes, s.DetourFunc(modesScreen))
	m.AddButton(text.Menu.Scores, s.showScores)
	m.AddButton(text.Menu.Guide, s.showGuide)
	if s.set.Workshop {
		m.AddButton(text.Workshop.Title, s.showWorkshop)
	}
	m.AddButton(text.Menu.Options, s.showOptions)
	m.AddButton(text.Menu.Help, s.DetourFunc(helpScreen))
	m.AddButton(text.Menu.Quit, s.quit)

	m.Lines, m.Centered = []string{s.nextGameText()}, true
	if row := s.weeklyRow(); row != "" && s.Frame.H >= weeklyRows {
		m.Lines = append(m.Lines, row)
	}
	m.Lines = append(m.Lines, s.notice()...)
	m.Footer = text.Menu.Footer
	if m.Current().Name == levelButton {
		m.Footer = text.Menu.FooterLevel
	}
}

// weeklyRows is the minimum number of frame rows for showing the weekly goal on the title.
const weeklyRows = 20

// A titleButton is an additional button of the title menu, for a screen of another package.
type titleButton struct {
	label string                  // "" if there is no button
	press func(now time.Duration) // shows the screen
}

// AddTitleButton adds a button to the title menu. There is only one such button, so a later call replaces the earlier
// button. press must show a screen of the caller.
func (s *Session) AddTitleButton(label string, press func(now time.Duration)) {
	s.titleButton = titleButton{label, press}
	s.Rebuild()
}

// noticeRows and noticeWidth are the maximum size of a notice in a dialog, in rows and columns. The program prints
// longer notices again when it ends.
const noticeRows, noticeWidth = 3, 54

// notice returns the lines of the last notice, or nil if there is none. It shortens paths to file names.
func (s *Session) notice() []string {
	words := strings.Fields(s.set.Notice)
	for i, w := range words {
		if strings.HasPrefix(w, "/") {
			words[i] = path.Base(w)
		}
	}
	lines := widget.WrapText(strings.Join(words, " "), noticeWidth)
	if len(lines) > noticeRows {
		lines = append(lines[:noticeRows-1], lines[noticeRows-1]+" …")
	}
	return lines
}

func (s *Session) drawTitle(time.Duration) { s.View.DrawTitle(&s.Frame, s.round.game, s.Menu.Dialog) }

// inAttractMode reports whether the demonstration game behind the title runs at the time now. The game stops
// attractTime after the player's last input.
func (s *Session) inAttractMode(now time.Duration) bool {
	return now-s.LastInput() < attractTime && !s.debug.halted
}

// quit requests that the program end.
func (s *Session) quit(time.Duration) { s.request(Quit{}) }

// leave returns to the title.
func (s *Session) leave(now time.Duration) { s.must(s.toTitle(now)) }

// playAgain starts a game in the chosen mode at the chosen level.
func (s *Session) playAgain(now time.Duration) { s.must(s.play(now)) }

// playChosen starts a game in the chosen mode, or first opens a screen that the mode needs.
func (s *Session) playChosen(now time.Duration) { s.must(s.playMode(s.mode, now)) }

// playLabel returns the label of the Play button, with the mode unless it is the default.
func (s *Session) playLabel() string {
	if row := &engine.Modes[s.mode]; !row.Default {
		return fmt.Sprintf(text.Menu.PlayMode, text.Translate(row.Title))
	}
	return text.Menu.Play
}

// mapLabel returns the label of the button for the world map, with the player's rank.
func (s *Session) mapLabel() string {
	if rank := s.rank(); rank != "" {
		return text.Menu.Map + " · " + rank
	}
	return text.Menu.Map
}

// levelLabel returns the label of the button that chooses the first level.
func (s *Session) levelLabel() string {
	w := len(strconv.Itoa(len(s.set.Pack.Levels)))
	return fmt.Sprintf("%s ◂ %*d ▸", text.Menu.Level, w, s.level+1)
}

// nextGameText describes the game that Play starts.
func (s *Session) nextGameText() string {
	if row := &engine.Modes[s.mode]; row.OwnLevels {
		return text.Translate(row.Help)
	}
	return s.set.Pack.Levels[s.level].Name
}

// optionsMenu fills in the options dialog. Over SSH, only the bell can be heard. Therefore, a row for the bell then
// replaces the button for the sound dialog.
func (s *Session) optionsMenu(m *ui.Menu) {
	sound := ui.Button{Label: text.Options.Sound, Press: s.DetourFunc(soundScreen)}
	if s.set.Remote {
		sound = s.optionButton(settings.Sound)
	}
	s.optionRows(m, settings.InOptions, text.Options.Title, sound,
		ui.Button{Label: text.Options.Accessibility, Press: s.DetourFunc(accessScreen)},
		ui.Button{Label: text.Options.Assists, Press: s.DetourFunc(assistsScreen)},
		ui.Button{Label: text.Options.Keys, Press: s.DetourFunc(keysScreen)})
}

// soundMenu fills in the dialog of options about sound.
func (s *Session) soundMenu(m *ui.Menu) {
	s.optionRows(m, settings.InSound, strings.ToUpper(text.Options.Sound))
}

// accessMenu fills in the dialog of options about accessibility.
func (s *Session) accessMenu(m *ui.Menu) {
	s.optionRows(m, settings.InAccessibility, strings.ToUpper(text.Options.Accessibility))
}

// optionRows fills in the dialog d with a row for each of its options, followed by the buttons in others. It omits the
// option Lines if no device can display lines.
func (s *Session) optionRows(m *ui.Menu, d settings.Dialog, title string, others ...ui.Button) {
	for i := range settings.Options {
		if settings.Options[i].InMenu(d) && (i != settings.Lines || s.Text.Device != nil) {
			m.Add(s.optionButton(i))
		}
	}
	m.Add(others...)
	m.AddButton(text.Menu.Back, s.Back)

	m.Title, m.Stacked, m.AtLeft, m.Footer = title, true, true, text.Menu.FooterValues
	m.Lines = s.notice()
	m.Notes = make([]string, helpRows)
	if i, ok := s.optionSelected(); ok {
		help := *settings.Options[i].MenuHelp
		if i == settings.Glyphs && s.set.Auto.WideAmbiguous {
			help = text.Options.OnlyASCII
		}
		if n := s.starsForLook(); n > 0 && i == settings.Look {
			help = fmt.Sprintf(text.Rank.LookLocked, text.Translate(s.value(i)), n, s.achievements.stars)
		}
		copy(m.Notes, widget.WrapText(help, min(helpWidth, s.View.DialogColumns(&s.Frame))))
	}
}

// helpRows and helpWidth are the size of the description of an option, in rows and columns. The size is fixed, so the
// dialog keeps its size.
const helpRows, helpWidth = 2, 37

// optionButton returns the row of an option.
func (s *Session) optionButton(i int) ui.Button {
	return ui.Button{
		Name: settings.Options[i].Name, Label: s.optionLabel(i),
		Turn: func(d int, now time.Duration) { s.chooseOption(i, d, now) },
	}
}

// optionSelected returns the index of the option whose row is selected. ok is false if another button is selected.
func (s *Session) optionSelected() (i int, ok bool) {
	for i := range settings.Options {
		if name := settings.Options[i].Name; name == s.Menu.Current().Name {
			return i, true
		}
	}
	return 0, false
}

// optionLabel returns the label of an option's row. It contains the title and the value of the option.
func (s *Session) optionLabel(i int) string {
	title := *settings.Options[i].Title
	switch {
	case i == settings.Opponent:
		title = s.opponentTitle()
	case i == settings.Sound && s.set.Remote:
		title = text.Options.Sound
	}
	value := text.Translate(s.value(i))
	if n := s.starsForLook(); n > 0 && i == settings.Look {
		value = fmt.Sprintf(text.Rank.LookStars, n)
	}
	return fmt.Sprintf("%-*s ◂ %-*s ▸", settings.TitleWidth(), title, settings.ValueWidth(), value)
}

// helpKeys returns the lines of the help about keys. They describe the keys of a replay while a replay is shown, and
// otherwise the keys of a game.
func (s *Session) helpKeys() []string {
	if s.viewer != nil {
		return ViewerHelp(false)
	}
	return s.allKeys()
}

// A confirmation is a question that a key opens. The same key or Y confirms the question. N, P, Esc and Q cancel it,
// unless Q has opened it.
type confirmation struct {
	title, message            string
	cancelLabel, confirmLabel string // labels of the buttons
}

// confirmScreen returns the screen of the question q. key is the action that opens and confirms the question. The
// screen calls do when the player confirms.
func (s *Session) confirmScreen(q confirmation, key input.Action, do func(now time.Duration)) ui.Screen {
	keys := ui.Keys{ui.Yes: do, ui.No: s.Back, input.Menu: s.Back, input.Pause: s.Back, input.Quit: s.Back}
	keys[key] = do
	return ui.Screen{Keys: keys, Menu: func(m *ui.Menu) {
		m.AddButton(q.cancelLabel, s.Back)
		m.AddButton(q.confirmLabel, do)
		m.Title, m.Lines, m.Centered = q.title, []string{q.message}, true
	}}
}

// resumingMenu fills in the dialog that is shown while a saved game is restored.
func resumingMenu(m *ui.Menu) {
	m.Title, m.Lines = text.Ask.Continue, []string{text.Ask.Continuing}
}

// chooseLevel moves the level at which Play starts by d levels, wrapping around. The bot behind the title then plays
// the new level.
func (s *Session) chooseLevel(d int, now time.Duration) {
	s.level = widget.WrapIndex(s.level+d, len(s.set.Pack.Levels))
	s.must(s.setUpDemo(s.nextGameConfig(engine.Campaign, 0)))
	s.Schedule.Stop()
	s.Touch(now)
}

// themePause is the minimum time between two theme changes. Without this pause, a held key could switch between dark
// and light more than three times per second, which can cause seizures.
const themePause = time.Second / 3

// nextTheme selects the next theme.
func (s *Session) nextTheme(now time.Duration) { s.chooseOption(settings.Theme, 1, now) }

// chooseOption changes the value of option i by d positions, as the player does in the menu.
func (s *Session) chooseOption(i, d int, now time.Duration) {
	if i == settings.Sound && s.set.Remote {
		s.mute(now)
		return
	}
	if i == settings.Theme {
		if now < s.themeChangedAt+themePause && s.themeChangedAt > 0 {
			return
		}
		s.themeChangedAt = now
	}
	var own []string
	if settings.Options[i].HasOwnFiles {
		own = s.set.Themes.Names()
	}
	s.SetOption(i, settings.Options[i].NextValue(s.value(i), d, own...))
	if i == settings.Theme {
		s.noticeMissingTheme(s.set.Choices.Get(i))
		s.Rebuild()
	}
}

// applyChoice applies the choices after a change, and schedules a save of the settings.
func (s *Session) applyChoice() {
	s.settingsChanged = true
	s.applySettings()
	s.Rebuild()
}

// noticeMissingTheme sets the notice to the reason why a theme cannot be read. In this case, the colors do not change.
// If the theme can be read, noticeMissingTheme removes the notice.
func (s *Session) noticeMissingTheme(theme string) {
	s.set.Notice = ""
	if _, err := s.set.Themes.Find(theme); err != nil {
		s.set.Notice = err.Error()
	}
}

// awayFromGame pauses the game if the player leaves the terminal. A game that a bot plays continues.
func (s *Session) awayFromGame(now time.Duration) {
	if !s.set.Bot {
		s.ShowUnrequested(pausedScreen, now)
	}
}

// must panics if err is not nil. Use it only for errors that are impossible, for example because the same game was
// already set up successfully.
func (s *Session) must(err error) {
	if err != nil {
		panic(err)
	}
}

// The countdown after a pause starts at countFrom. Each digit is shown for digitTime.
const (
	countFrom = 3
	digitTime = 600 * time.Millisecond
)

// countdownDigits are the banners of the countdown, by the digit.
var countdownDigits = [countFrom + 1]string{"", "1", "2", "3"}

func (s *Session) beginCountdown(time.Duration) { s.countdownDigit = countFrom }

// countDown shows the digit of the countdown for the time now, and resumes the game at the end.
func (s *Session) countDown(now time.Duration) {
	left := int((s.ShownAt() + countFrom*digitTime - now + digitTime - 1) / digitTime)
	if left <= 0 {
		s.Enter(playingScreen, now)
		return
	}
	if left != s.countdownDigit {
		s.countdownDigit = left
		s.Schedule.Redraw()
	}
}

// nextDigit returns when the next digit is due.
func (s *Session) nextDigit(time.Duration) time.Duration {
	return s.ShownAt() + time.Duration(countFrom-s.countdownDigit+1)*digitTime
}

func (s *Session) drawDigit(time.Duration) {
	s.View.DrawBanner(&s.Frame, countdownDigits[s.countdownDigit])
}

// playKey handles a key during a game: Rewind, and Warp if it skips the lessons. Keys that steer were already passed to
// input.State.
func (s *Session) playKey(k ui.KeyPress) bool {
	if k.Action == input.Rewind {
		s.rewind(k.Now)
		return true
	}
	if k.Repeat {
		return true
	}
	if k.Action != input.None && s.round.bot == nil { // show the effect within about 5 ms
		s.Schedule.AddFrameForKey()
	}
	if k.Action == input.Warp {
		s.skipLessons()
	}
	return true
}

// playMouse handles the mouse during a game. The right button pauses the game. All other events control the player's
// paddle. The next tick shows the effect of a button. The effect of a movement is shown within half the time between
// frames.
func (s *Session) playMouse(m ui.MouseMove) {
	if m.ClickedRight() {
		s.Enter(pausedScreen, m.Now)
		return
	}
	if s.round.bot != nil {
		return
	}
	s.Keys.Mouse(m.Now, m.FieldX(s.View, &s.Frame), m.Held|m.Wheel)
	if m.Pressed|m.Wheel != 0 {
		s.Schedule.AddFrameForKey()
	} else {
		s.Schedule.AddFrameForMouse()
	}
}
