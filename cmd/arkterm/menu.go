package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arkterm/render"
)

// A menu is a card whose buttons do something.
type menu struct {
	card render.Card
	do   []command // one for each button
}

// A button is a row of a menu.
type button struct {
	label string
	do    command
}

// menus are the buttons of each screen, the first one selected. The level's label is
// made for it.
var menus = [...][]button{
	title:      {{"Play", doPlay}, {"", doLevel}, {"Help", doHelp}, {"Quit", doQuit}},
	playing:    nil,
	countdown:  nil,
	paused:     {{"Resume", doResume}, {"Restart", askRestart}, {"Quit to title", askLeave}},
	helping:    {{"Back", doBack}},
	restarting: {{"Play on", doBack}, {"Restart", doPlay}},
	leaving:    {{"Play on", doBack}, {"Quit to title", doLeave}},
	ended:      {{"Play again", doPlay}, {"Title", doLeave}, {"Quit", doQuit}},
}

// The reminder of the pause, and the whole of the help.
var (
	pauseText = []string{
		"← →  A D   move",
		"space      serve",
		"mouse      moves, click serves",
		"P          pause",
		"R          restart",
		"Q          quit",
		"?          help",
	}
	helpText = []string{
		"← →  A D  H L   move",
		"space  enter    serve",
		"mouse           moves the paddle",
		"left click      serves",
		"right click     pause",
		"P  Esc          pause, menu",
		"R               restart",
		"Q               quit",
		"Ctrl-C          quit at once",
	}
)

// build makes the menu of the screen that shows.
func (s *session) build() {
	s.dirty = true
	m := &s.menu
	*m = menu{card: render.Card{Buttons: m.card.Buttons[:0]}, do: m.do[:0]}
	for _, b := range menus[s.at] {
		if b.do == doLevel {
			b.label = s.levelLabel()
			if s.choosing {
				m.card.Selected = len(m.do)
			}
		}
		m.card.Buttons = append(m.card.Buttons, b.label)
		m.do = append(m.do, b.do)
	}
	s.text(&m.card)
	if s.set.ascii {
		plain(&m.card)
	}
}

// plain puts ASCII in place of the other characters that cards have.
func plain(c *render.Card) {
	r := strings.NewReplacer("←", "<", "→", ">", "◂", "<", "▸", ">", "·", "-")
	lines := make([]string, len(c.Lines)) // the ones that c has belong to all
	for i, line := range c.Lines {
		lines[i] = r.Replace(line)
	}
	c.Lines, c.Foot = lines, r.Replace(c.Foot)
	for i, label := range c.Buttons {
		c.Buttons[i] = r.Replace(label)
	}
}

// text fills in what a card says.
func (s *session) text(c *render.Card) {
	switch s.at {
	case title:
		c.Lines = []string{s.set.pack.Levels[s.level].Name}
		c.Foot = "← → choose · enter"
		if s.choosing {
			c.Foot = "← → which level · enter"
		}
	case paused:
		c.Title, c.Lines = "PAUSED", pauseText
	case helping:
		c.Title, c.Lines = "KEYS", helpText
	case restarting:
		c.Title, c.Lines = "RESTART?", []string{"This game is lost then."}
	case leaving:
		c.Title, c.Lines = "QUIT?", []string{"This game is lost then."}
	case ended:
		c.Title, c.Lines = "GAME OVER", s.account()
		if s.won() {
			c.Title = "YOU WIN"
		}
	}
}

// account is what is said of a game that has ended.
func (s *session) account() []string {
	return []string{
		"Level       " + strconv.Itoa(s.game.Level+1),
		"Score       " + strconv.Itoa(s.game.Score),
		"Best combo  " + strconv.Itoa(s.game.BestCombo),
		"Seed        " + strconv.FormatUint(s.config.Seed, 10),
	}
}

// levelLabel is the title's button that chooses the level.
func (s *session) levelLabel() string { return fmt.Sprintf("Level ◂ %d ▸", s.level+1) }

// chooseLevel goes d levels on, round and round, and lets the bot show that one.
func (s *session) chooseLevel(d int, now time.Duration) {
	n := len(s.set.pack.Levels)
	s.level = ((s.level+d)%n + n) % n
	s.must(s.show())
	s.ticking = false
	s.heard = now
	selected := s.menu.card.Selected
	s.build()
	s.menu.card.Selected = selected
}

// selectButton goes d buttons on, round and round.
func (s *session) selectButton(d int) {
	if n := len(s.menu.do); n > 0 {
		s.menu.card.Selected = (s.menu.card.Selected + d + n) % n
		s.dirty = true
	}
}
