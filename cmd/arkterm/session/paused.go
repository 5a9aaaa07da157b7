package session

import (
	"fmt"
	"strconv"
	"strings"

	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/words"
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/input"
	"arkterm/render/panel"
)

// The dialog of a pause says what one plays for: the stars of the level, how far one is, what runs, and the
// player's best.

// aboutWidth is the width of the first column.
const aboutWidth = 9

func (s *Session) pausedText(c *panel.Dialog) {
	c.Title, c.Lines, c.Stacked = "PAUSED", s.account(), true
	c.Foot = s.keys.Keymap().Label(input.Help, 1) + ": all keys"
}

// account returns the lines about the game in progress.
func (s *Session) account() []string {
	g := s.round.game
	lines := []string{s.placeText()}
	add := func(mark, label, text string) {
		lines = append(lines, fmt.Sprintf("%s %-*s %s", mark, aboutWidth, label, text))
	}

	switch row := &engine.Modes[g.Mode]; {
	case g.Mode.Faces():
		add(" ", "Points", fmt.Sprintf("%d : %d, first to %d", g.Match.Points[0], g.Match.Points[1], g.Match.To))
	case row.Endless:
		add(" ", "Score", strconv.Itoa(g.Score))
	default:
		s.goalTexts(add)
	}
	if text := runningText(g); text != "" {
		add(" ", "Running", text)
	}
	if best := s.bestHere(); best.Ticks > 0 {
		add(" ", "Your best", strings.TrimPrefix(best.Text(), "best: "))
	}

	m := s.keys.Keymap()
	add(" ", "Keys", pairs(m, input.Left, input.Right, 2)+"  "+m.Label(input.Fire, 1))
	if s.round.twoPeople() {
		add(" ", "Player 2", pairs(m, input.Left2, input.Right2, 2)+"  "+m.Label(input.Fire2, 1))
	}
	return lines
}

// placeText names the mode and the level.
func (s *Session) placeText() string {
	g, row := s.round.game, &engine.Modes[s.round.game.Mode]
	text := fmt.Sprintf("Level %d", g.Level+1)
	if row.Rows {
		text = words.Count(g.Rows.Down(), "row")
	} else if name := s.round.pack.Levels[g.Level].Name; name != "" {
		text += " · " + name
	}
	if !row.Usual {
		text = row.Title + " · " + text
	}
	return text
}

// goalTexts adds a line for each star of the level.
func (s *Session) goalTexts(add func(mark, label, text string)) {
	g, t := s.round.game, &s.round.game.Tally
	bricks := words.Count(g.BricksLeft, "brick") + " to go"
	if _, of := g.BossHits(); of > 0 {
		bricks = "the boss is to be ended"
	}
	add("☆", "Cleared", bricks)

	mark := "☆"
	if t.Ticks > t.Par {
		mark = "×"
	}
	add(mark, "Time", words.PlayTime(uint64(t.Ticks))+" of "+words.PlayTime(uint64(t.Par)))

	mark, lost := "☆", "none lost"
	if t.Lost > 0 {
		mark, lost = "×", words.Count(t.Lost, "ball")+" lost"
	}
	add(mark, "Balls", lost)

	if t.ParScore > 0 {
		mark = "☆"
		if t.Total() >= t.ParScore {
			mark = "★"
		}
		add(mark, "Points", fmt.Sprintf("%d of %d", t.Total(), t.ParScore))
	}
}

// runningText lists what runs, with the seconds that remain.
func runningText(g *engine.Game) string {
	var all []string
	for k := spec.NoDrop + 1; k < spec.DropKinds; k++ {
		if left, _ := g.TimeLeft(k); left > 0 {
			all = append(all, fmt.Sprintf("%s %d s", spec.Drops[k].Word, (left+engine.TicksPerSecond-1)/engine.TicksPerSecond))
		}
	}
	return strings.Join(all, ", ")
}

// bestHere returns the player's best in the level that is played.
func (s *Session) bestHere() scores.Achievement {
	g := s.round.game
	if !engine.Modes[g.Mode].HasMap {
		return scores.Achievement{}
	}
	key := scores.KeyOf(s.round.pack.Levels[g.Level : g.Level+1])
	key.Difficulty = g.Terms().Difficulty
	return s.achievements.of[key]
}
