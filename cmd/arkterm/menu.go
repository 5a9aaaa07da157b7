package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/engine"
	"arkterm/input"
	"arkterm/render"
)

// A menu is a card whose buttons do something.
type menu struct {
	card    render.Card
	buttons []button // one for each of the card's
}

// A button is a row of a menu.
type button struct {
	label  string
	do     command
	option int // for doOption; the action for doBind
}

// menus are the buttons of each screen, the first one selected. Labels with a value in them
// are made when they are shown; the options' screen has a row for each before these.
var menus = [...][]button{
	title:      {{"Continue", doContinue, 0}, {"Play", doPlay, 0}, {"", doLevel, 0}, {"World map", doMap, 0}, {"Modes", doModes, 0}, {"Scores", doScores, 0}, {"Options", doOptions, 0}, {"Help", doHelp, 0}, {"Quit", doQuit, 0}},
	playing:    nil,
	countdown:  nil,
	paused:     {{"Resume", doResume, 0}, {"Options", doOptions, 0}, {"Restart", askRestart, 0}, {"Quit to title", askLeave, 0}},
	opting:     {{"Assists", doAssists, 0}, {"Keys", doKeys, 0}, {"Back", doBack, 0}},
	assisting:  assistButtons(),
	keying:     {{"All as in the key map", doPreset, 0}, {"Back", doBack, 0}},
	helping:    {{"Back", doBack, 0}},
	restarting: {{"Play on", doBack, 0}, {"Restart", doPlay, 0}},
	leaving:    {{"Play on", doBack, 0}, {"Quit to title", doLeave, 0}},
	resuming:   nil,
	ended:      {{"Play again", doPlay, 0}, {"Scores", doScores, 0}, {"Watch", doWatch, 0}, {"Title", doLeave, 0}, {"Quit", doQuit, 0}},
	naming:     {{"◂", doNameBack, 0}, {"Pick", doNamePick, 0}, {"▸", doNameOn, 0}},
	scoring:    {{"◂", doPageBack, 0}, {"Back", doBack, 0}, {"▸", doPageOn, 0}},
	watching:   nil,
	judging:    judgingButtons(),

	choosingMode: modeButtons(),
	matching:     matchButtons(),
	rewinding:    nil,
	mapping:      nil,
}

// build makes the menu of the screen that shows.
func (s *session) build() { s.buildAt(0) }

// buildAt is build with another button selected.
func (s *session) buildAt(selected int) {
	s.dirty = true
	m := &s.menu
	*m = menu{card: render.Card{Buttons: m.card.Buttons[:0], Selected: selected}, buttons: m.buttons[:0]}
	if s.at == opting {
		for i := range options {
			if !options[i].aside() {
				m.buttons = append(m.buttons, button{do: doOption, option: i})
			}
		}
	}
	if s.at == keying {
		for a := input.Left; a < input.NumActions; a++ {
			m.buttons = append(m.buttons, button{do: doBind, option: int(a)})
		}
	}
	rows := menus[s.at]
	if s.at == title && s.keep.kept == nil {
		rows = rows[1:] // nothing to go on with
	}
	if s.at == matching {
		rows = s.matchRows(rows)
	}
	m.buttons = append(m.buttons, rows...)
	if s.at == ended && s.scores.placeable() {
		m.buttons = slices.Insert(m.buttons, 1, button{"Name", doName, 0})
	}
	for _, b := range m.buttons {
		m.card.Buttons = append(m.card.Buttons, s.label(b))
	}
	s.text(&m.card)
	if s.set.ascii {
		plain(&m.card)
	}
}

// rebuild makes the menu again, with the same button selected.
func (s *session) rebuild() {
	s.buildAt(s.menu.card.Selected)
}

// label returns what stands on a button.
func (s *session) label(b button) string {
	switch b.do {
	case doNamePick:
		return s.scores.nameLabel()
	case doLevel:
		return fmt.Sprintf("Level ◂ %d ▸", s.level+1)
	case doAssist:
		return s.assistLabel(b.option)
	case doOption:
		if b.option == optSpeed {
			return s.speedLabel()
		}
		o := &options[b.option]
		return fmt.Sprintf("%-*s ◂ %-*s ▸", titleWidth, o.title, valueWidth(), s.value(b.option))
	case doMode:
		return s.modeLabel(engine.Mode(b.option))
	case doPlay:
		if s.at == title && s.mode != engine.Campaign {
			return b.label + " " + engine.Modes[s.mode].Title
		}
	case doBind:
		return s.keysLabel(input.Action(b.option))
	}
	return b.label
}

// plain puts ASCII in place of the other characters that cards have.
func plain(c *render.Card) {
	c.Lines, c.Foot = plainLines(c.Lines), plainText.Replace(c.Foot)
	c.Buttons = plainLines(c.Buttons)
}

var plainText = strings.NewReplacer("←", "<", "→", ">", "↑", "^", "↓", "v", "◂", "<", "▸", ">", "·", "-", "–", "-", "−", "-", "×", "x", "✓", "=", "⌫", "<")

// plainLines returns lines in ASCII. The ones that it is given may belong to all.
func plainLines(lines []string) []string {
	plain := make([]string, len(lines))
	for i, line := range lines {
		plain[i] = plainText.Replace(line)
	}
	return plain
}

// text fills in what a card says.
func (s *session) text(c *render.Card) {
	switch s.at {
	case title:
		c.Lines, c.Centred = []string{s.playing()}, true
		if s.set.notice != "" {
			c.Lines = append(c.Lines, s.set.notice)
		} else if s.set.probe && s.found != (found{}) {
			c.Lines = append(c.Lines, s.found.line(s.set.term))
		}
		c.Foot = "← ↑ ↓ → choose · enter"
		if s.choosing {
			c.Foot = "← → which level · enter"
		}
	case opting:
		c.Title, c.Foot = "OPTIONS", "enter, then ← → choose"
		if s.set.notice != "" {
			c.Lines = []string{s.set.notice}
		}
		if s.choosing {
			c.Foot = "← → choose · enter"
		}
	case assisting:
		c.Title, c.Lines, c.Foot, c.Centred = "ASSISTS", s.assistLines(), assistsFoot, true
		if s.choosing {
			c.Foot = "← → choose · enter"
		}
	case paused:
		c.Title, c.Lines = "PAUSED", s.reminder()
	case helping:
		c.Title, c.Lines = "KEYS", s.allKeys()
		if s.why == watching {
			c.Lines = viewKeys
		}
	case keying:
		c.Title, c.Foot = "KEYS", s.keysFoot()
	case restarting:
		c.Title, c.Lines, c.Centred = "RESTART?", []string{"The new game takes the place of this one."}, true
	case leaving:
		c.Title, c.Lines = "QUIT?", []string{"Continue on the title goes on with this game."}
	case naming:
		c.Title, c.Lines = "YOUR NAME", s.scores.nameText()
		c.Foot = "type it, or ← → enter"
	case judging:
		c.Title, c.Lines, c.Centred = "GLYPHS", sampleLines(), true
		c.Foot = "← → choose · enter"
	case scoring:
		s.scoresText(c)
	case choosingMode:
		s.modesText(c)
	case matching:
		s.matchText(c)
	case resuming:
		c.Title, c.Lines = "CONTINUE", []string{"The game is played again, up to where it was."}
	case ended:
		c.Title, c.Lines = "GAME OVER", s.account()
		if s.won() {
			c.Title = "YOU WIN"
		}
		if s.config.Mode.Faces() {
			c.Title, c.Lines = s.matchTitle(), s.matchAccount()
		}
	}
}

// playing says what Play begins.
func (s *session) playing() string {
	if row := &engine.Modes[s.mode]; row.Own {
		return row.Says
	}
	return s.set.pack.Levels[s.level].Name
}

// account is what is said of a game that has ended.
func (s *session) account() []string {
	lines := []string{
		"Level       " + strconv.Itoa(s.game.Level+1),
		"Score       " + strconv.Itoa(s.game.Score),
		"Best combo  " + strconv.Itoa(s.game.BestCombo),
		"Seed        " + strconv.FormatUint(s.config.Seed, 10),
	}
	if b := s.set.shared; b != nil && b.score > 0 && b.is(&s.config) {
		lines = append(lines, "To beat     "+strconv.Itoa(b.score))
	}
	if s.config.Day != 0 {
		lines = append(lines, s.dailyAccount()...)
	}
	if s.scores.ended {
		lines = append(lines, s.scores.place())
	}
	if s.tape.Assisted && !s.practising() {
		lines = append(lines, s.assisted())
	}
	return lines
}

// chooseLevel goes d levels on, round and round, and lets the bot show that one.
func (s *session) chooseLevel(d int, now time.Duration) {
	n := len(s.set.pack.Levels)
	s.level = wrap(s.level+d, n)
	s.must(s.show())
	s.ticking = false
	s.heard = now
	s.rebuild()
}

// themePause is the least time from one theme to the next. A held key would go from dark to light
// and back more than three times in a second, which can bring on a seizure.
const themePause = time.Second / 3

// chooseOption chooses the value of an option that is d places further.
func (s *session) chooseOption(i, d int, now time.Duration) {
	if i == optTheme {
		if now < s.themed+themePause && s.themed > 0 {
			return
		}
		s.themed = now
	}
	var own []string
	if options[i].own {
		own = s.set.themes.names()
	}
	s.setOption(i, options[i].after(s.value(i), d, own...))
	if i == optTheme {
		s.missing(s.set.choices.get(i))
		s.rebuild()
	}
}

// chosen has choices count that the player has just made.
func (s *session) chosen() {
	s.settingsChanged = true
	s.apply()
	s.rebuild()
}

// missing tells the player what is wrong with a theme of his own, which leaves the colours as
// they were.
func (s *session) missing(theme string) {
	s.set.notice = ""
	if _, err := s.set.themes.find(theme); err != nil {
		s.set.notice = err.Error()
	}
}

// choose goes d values on for the selected button.
func (s *session) choose(d int, now time.Duration) {
	switch b := s.menu.selected(); b.do {
	case doLevel:
		s.chooseLevel(d, now)
	case doOption:
		s.chooseOption(b.option, d, now)
	case doAssist:
		s.toggleAssist(b.option)
	}
}

// selected returns the selected button, or one that does nothing.
func (m *menu) selected() button {
	if i := m.card.Selected; i < len(m.buttons) {
		return m.buttons[i]
	}
	return button{}
}

// selectButton goes d buttons on, round and round.
func (s *session) selectButton(d int) {
	if n := len(s.menu.buttons); n > 0 {
		s.menu.card.Selected = wrap(s.menu.card.Selected+d, n)
		s.dirty = true
	}
	if s.at == choosingMode {
		s.rebuild()
	}
}
