package app

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file fills in the dialogs of a paused game and of a game that has ended. Both dialogs show the player's goals.
// The dialog at the end of a game also offers games to play next.

// roundResults returns the current game together with the results to which it is compared.
func (s *Session) roundResults() progress.Round {
	r := &s.round
	return progress.Round{
		Game: r.game, Pack: r.pack, First: r.config.First, Best: s.bestResults(), Ghost: r.ghostGame(),
		Defeats: s.defeats.count,
		ChallengeOpen: func(i int) bool {
			return s.challengeOpen(&r.pack.Levels[i], progress.LevelKeyOf(r.pack.Levels[i:i+1]))
		},
	}
}

// bestResults returns the best results that the player had before this game.
func (s *Session) bestResults() progress.Best {
	return progress.Best{Score: s.round.bestScore(), Level: s.round.levelBest}
}

// readBest requests the player's earlier results, for a comparison with the game. These are the best score in the
// game's table, and the achievements.
func (s *Session) readBest() {
	r := &s.round
	if !r.savesScore {
		return
	}
	s.readAchievements()
	s.lookUpBest()
	r.table, r.tableBest = r.tableNow(), 0
	s.requestScores(progress.ReadBest{Table: r.table})
}

// tableNow returns the score table in which the game would be listed if it ended now. The table depends on whether the
// player has used assists, and on the easiest difficulty so far.
func (r *round) tableNow() progress.Table {
	config := r.config
	config.Difficulty = r.game.Easiest()
	return progress.TableOf(r.pack, &config, r.recording.Assisted)
}

// bestScore returns the player's best score in the table of the game. It returns 0 if there is no best score, or if the
// game now belongs to another table than at its start.
func (r *round) bestScore() int {
	if r.table.Difficulty != engine.Difficulties[r.game.Easiest()].Name || r.table.Assisted != r.recording.Assisted {
		return 0
	}
	return r.tableBest
}

// lookUpBest sets levelBest to the player's achievement in the current level.
func (s *Session) lookUpBest() {
	r := &s.round
	if r.levelBest = (progress.Achievement{}); !r.savesScore || !engine.Modes[r.game.Mode].HasMap {
		return
	}
	key := progress.LevelKeyOf(r.pack.Levels[r.game.Level : r.game.Level+1])
	key.Difficulty = r.game.Easiest()
	r.levelBest = s.achievements.byLevel[key]
}

// pausedMenu fills in the dialog of a paused game.
func (s *Session) pausedMenu(c *ui.Menu) {
	c.AddButton(text.Menu.Resume, s.EnterFunc(countdownScreen))
	c.AddButton(text.Menu.Options, s.showOptions)
	c.AddButton(text.Menu.Restart, s.DetourFunc(restartScreen))
	c.AddButton(text.Ask.ToTitle, s.DetourFunc(leaveScreen))
	c.Title, c.Stacked = text.Goal.Paused, true
	c.Footer = fmt.Sprintf(text.Goal.AllKeys, s.Keys.Keymap().Label(input.Help, 1))

	r, m := s.roundResults(), s.Keys.Keymap()
	lines := append(r.InPlayRows(), progress.Goal{
		Label: text.Goal.Keys,
		Text:  keyPairs(m, input.Left, input.Right, 2) + "  " + m.Label(input.Fire, 1),
	})
	if s.round.twoPeople() {
		lines = append(lines, progress.Goal{
			Label: text.Goal.Player2,
			Text:  keyPairs(m, input.Left2, input.Right2, 2) + "  " + m.Label(input.Fire2, 1),
		})
	}
	c.Lines = append([]string{r.ModeAndLevel()}, goalLines(lines)...)
}

// goalLines converts goals to lines of text.
func goalLines(goals []progress.Goal) (lines []string) {
	for _, g := range goals {
		lines = append(lines, g.String())
	}
	return lines
}

// endedButtons adds the buttons of the dialog at the end of a game. Buttons for offers come first. If the table lists
// the score, another button changes the player's name.
func (s *Session) endedButtons(m *ui.Menu) {
	m.Numbered, m.Bounded = true, true
	for _, o := range s.offers() {
		m.AddButton(o.Label, func(now time.Duration) { s.takeOffer(o, now) })
	}
	if s.scores.hasPlace() && !s.set.NameManaged {
		m.AddButton(text.Goal.Name, s.changeName)
	}
	if engine.Modes[s.round.config.Mode].HasChallenges {
		m.AddButton(text.Menu.Challenges, s.showChallenges)
	} else {
		m.AddButton(text.Menu.Scores, s.showScores)
	}
	m.AddButton(text.Goal.Watch, s.showEndedReplay)
	if s.round.bot == nil {
		m.AddButton(text.Share.Share, s.showShare)
	}
	m.AddButton(text.Goal.ToTitle, s.afterName(s.leave))
	m.AddButton(text.Menu.Quit, s.afterName(s.quit))
}

// offers returns the games to offer at the end of a game. The first offer repeats the game.
func (s *Session) offers() []progress.Offer {
	r := s.roundResults()
	all := r.Offers(s.round.recording.Opponent)
	if s.hasSeries() {
		all[0].Label, all[0].Help = text.Offer.NextGame, fmt.Sprintf(text.Offer.RematchKey,
			s.Keys.Keymap().Label(input.Restart, 1))
		if s.series.Decided() {
			all[0].Label = text.Offer.Rematch
		}
	}
	return all
}

// endedMenu fills in the dialog at the end of a game.
func (s *Session) endedMenu(c *ui.Menu) {
	s.endedButtons(c)
	c.Title, c.Lines, c.Stacked = text.Goal.GameOver, s.endLines(), true
	if s.round.won() {
		c.Title = text.Goal.YouWin
	}
	switch m := s.round.config.Mode; {
	case m.Versus():
		c.Title, c.Lines = s.matchTitle(), s.matchLines()
	case engine.Modes[m].HasChallenges:
		c.Title = progress.MedalTitle(s.round.medal())
	}
	c.Footer = text.Menu.FooterNumbers

	// Notes have the maximum width, so that the dialog does not change its size.
	w := min(endNoteWidth, s.View.DialogColumns(&s.Frame))
	var help []string
	if offers := s.offers(); c.Selected < len(offers) {
		help = widget.WrapText(offers[c.Selected].Help, w)
	}
	c.Notes = make([]string, endNoteRows)
	for i := range c.Notes {
		if i < len(help) {
			c.Notes[i] = help[i]
		}
		left := (w - cell.Width(c.Notes[i])) / 2
		c.Notes[i] = strings.Repeat(" ", left) + c.Notes[i] + strings.Repeat(" ", w-left-cell.Width(c.Notes[i]))
	}
}

// The size of the text that describes an offer, in rows and columns.
const endNoteRows, endNoteWidth = 2, 57

// endLines returns the lines about a game that has ended.
func (s *Session) endLines() []string {
	r := s.roundResults()
	lines := r.EndRows()
	if b := s.set.Shared; b != nil && b.Score > 0 && b.Matches(&s.round.config) {
		lines = append(lines, progress.Goal{Label: text.Goal.ToBeat, Text: text.Number(b.Score)})
	}
	if s.scores.forEndedGame {
		lines = append(lines, progress.Goal{Label: text.Goal.Place, Text: s.scores.placeText()})
	}
	if places := s.scores.boardPlaces; places != "" {
		lines = append(lines, progress.Goal{Label: s.titleButton.label, Text: places})
	}
	if s.round.config.Day != 0 {
		lines = append(lines, s.dailyLines()...)
	}
	if s.round.recording.Assisted && !s.round.practising() {
		lines = append(lines, progress.Goal{Label: text.Goal.Assisted, Text: s.usedAssists()})
	}
	if s.Frame.H >= longEndRows {
		lines = append(lines, s.longTermGoals()...)
	}
	return append([]string{r.ModeAndLevel()}, goalLines(lines)...)
}

// longEndRows is the minimum number of frame rows for showing longTermGoals at the end of a game.
const longEndRows = 24

// longTermGoals returns goals about the player's rank and the weekly goal.
func (s *Session) longTermGoals() (lines []progress.Goal) {
	if engine.Modes[s.round.config.Mode].HasMap && s.achievements.stars > 0 {
		lines = append(lines, progress.Goal{Label: text.Rank.Label, Text: progress.RankText(s.achievements.stars)})
	}
	if goal := s.weeklyGoal(); goal != "" && s.scores.forEndedGame {
		lines = append(lines, progress.Goal{Label: text.Week.Label, Text: goal})
	}
	return lines
}

// playFirstOffer starts the first offer, which is the same game again.
func (s *Session) playFirstOffer(now time.Duration) { s.takeOffer(s.offers()[0], now) }

// takeOffer starts an offered game. From then on, Play also starts at the level of the offer. If the offer has another
// difficulty, assist or opponent than the ended game, takeOffer changes these options as the player could in the menu.
func (s *Session) takeOffer(o progress.Offer, now time.Duration) {
	was := s.round.game.Terms()
	s.setFirstLevel(o.Level)
	if o.Terms.Difficulty != was.Difficulty {
		if s.other != nil {
			s.other.setup.Difficulty = o.Terms.Difficulty
		}
		s.SetOption(settings.Difficulty, engine.Difficulties[o.Terms.Difficulty].Name)
	}
	if o.Terms.Assists != was.Assists {
		s.SetOption(settings.Assist, o.Terms.Assists.String())
	}
	if o.Opponent != s.round.recording.Opponent {
		s.SetOption(settings.Opponent, o.Opponent)
	}
	s.afterName(s.playAgain)(now)
}
