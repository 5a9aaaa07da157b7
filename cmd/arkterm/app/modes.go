package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// modeLabel returns the label of a row in the dialog of modes. It contains the title and, if the dialog is wide enough,
// the description.
func (s *Session) modeLabel(title, help string) string {
	if !s.modeHelpFits() {
		return title
	}
	return fmt.Sprintf("%-*s  %s", modeTitleWidth(), title, help)
}

// modeTitleWidth returns the width of the widest title of a mode, in columns.
func modeTitleWidth() (w int) {
	for i := range engine.Modes {
		w = max(w, text.Widest(text.Translate(engine.Modes[i].Title)))
	}
	return w
}

// modeHelpFits reports whether the dialog of modes is wide enough for the descriptions of all modes.
func (s *Session) modeHelpFits() bool {
	room := s.View.DialogColumns(&s.Frame) - widget.ButtonPadding - modeTitleWidth() - 2
	return !slices.ContainsFunc(engine.Modes[:],
		func(m engine.ModeRow) bool { return text.Widest(text.Translate(m.Help)) > room })
}

// modesMenu fills in the dialog of modes. If the descriptions of all modes do not fit, it shows only the description of
// the selected mode.
func (s *Session) modesMenu(c *ui.Menu) {
	for i := range engine.Modes {
		m := engine.Mode(i)
		c.Add(ui.Button{
			Name:  engine.Modes[m].Title,
			Label: s.modeLabel(text.Translate(engine.Modes[m].Title), text.Translate(engine.Modes[m].Help)),
			Press: func(now time.Duration) { s.chooseMode(m, now) },
		})
	}
	if s.set.Workshop {
		c.Add(ui.Button{
			Name: text.Surprise.Button, Label: s.modeLabel(text.Surprise.Button, text.Surprise.Short),
			Press: s.DetourFunc(surpriseScreen),
		})
	}
	c.AddButton(text.Menu.Back, s.Back)
	c.InitialButton = int(s.mode)
	c.Title, c.Stacked, c.Footer = text.Mode.Title, true, text.Mode.Footer
	if m := c.Selected; m < len(engine.Modes) && !s.modeHelpFits() {
		c.Lines, c.Centered = []string{text.Translate(engine.Modes[m].Help)}, true
	}
}

// chooseMode selects a mode and starts a game. In a mode with two paddles, the player first chooses the second player.
// In the mode of challenges, the player first chooses the challenge.
func (s *Session) chooseMode(m engine.Mode, now time.Duration) {
	switch {
	case engine.Modes[m].Paddles > 1:
		s.chooseOpponent(m, now)
	case engine.Modes[m].HasChallenges:
		s.showChallenges(now)
	default:
		s.must(s.playMode(m, now))
	}
}

// playMode selects a mode and starts a game, unless another screen must appear first. For a new player, this is the
// choice of the difficulty. For a daily game, it is the dialog before the game. For two people on a terminal that
// reports only one held key at a time, it is the choice of the second player.
func (s *Session) playMode(m engine.Mode, now time.Duration) error {
	s.mode = m
	switch row := &engine.Modes[m]; {
	case s.isNewcomer():
	case row.Dated:
		s.showDaily(now)
		return nil
	case row.Paddles > 1 && s.set.Choices.Get(settings.Opponent) == settings.Human && !s.set.Bot && s.holdsOneKey():
		s.chooseOpponent(m, now)
		return nil
	}
	return s.play(now)
}

// holdsOneKey reports whether two people at this keyboard cannot hold keys at the same time. This is the case if the
// terminal does not report key releases, because only the key pressed last repeats.
func (s *Session) holdsOneKey() bool {
	steer := s.set.Choices.InputOptions(s.set.Auto).Steer
	return !s.Keys.ReportsReleases() && (steer == input.Hold || steer == input.DoubleTap)
}

// The following functions choose the second player, which is a bot or another person at the same keyboard.

// SecondBot returns the bot that plays the second paddle. opponent is the name of the bot, as in recordings. SecondBot
// returns nil if a person plays the second paddle, or if the mode has only one paddle.
func SecondBot(c *engine.Config, opponent string) *bot.Bot {
	strength, err := bot.ParseStrength(opponent)
	if engine.Modes[c.Mode].Paddles < 2 || err != nil {
		return nil
	}
	return bot.OfStrength(strength, c.Seed+1)
}

// MatchBoard returns the index of the board on which a match with the given seed is played.
func MatchBoard(seed uint64, boards levels.Pack) int { return int(seed % uint64(len(boards.Levels))) }

// setOpponent sets the player of the second paddle in a new game, and the key map for one person or two.
func (s *Session) setOpponent(opponent string) {
	s.round.secondBot = SecondBot(&s.round.config, opponent)
	if opponent != s.seriesOpponent {
		s.series, s.seriesOpponent = progress.Series{}, opponent
	}
	if engine.Modes[s.round.config.Mode].Paddles > 1 {
		s.round.recording.Opponent = opponent
	}
	s.Keys.SetOptions(s.inputOptions())
}

// opponentFor returns the player of the second paddle for a game that continues a recording. This is the recorded
// player. If this version does not know that player, it is the player that the option Opponent selects.
func (s *Session) opponentFor(recorded string) string {
	if slices.Contains(settings.OpponentNames(), recorded) {
		return recorded
	}
	return s.set.Choices.Get(settings.Opponent)
}

// inputOptions returns the input options of the current game. If two people play and the key map has no keys for the
// second player, inputOptions uses the preset for two players.
func (s *Session) inputOptions() input.Options {
	o := s.set.Choices.InputOptions(s.set.Auto)
	if s.round.game != nil && s.round.twoPeople() && !hasKeysForTwo(o.Keys) {
		two, err := input.Preset("two")
		s.must(err)
		o.Keys = &two
	}
	return o
}

// hasKeysForTwo reports whether a key map has keys for all actions of a second player.
func hasKeysForTwo(m *input.Keymap) bool {
	return len(m.Keys(input.Left2)) > 0 && len(m.Keys(input.Right2)) > 0 && len(m.Keys(input.Fire2)) > 0
}

// playerNames returns the names of the players of a match, starting with the lower paddle. For a name that is "", the
// HUD uses its default.
func (s *Session) playerNames() (names [2]string) {
	switch {
	case !s.round.config.Mode.Versus() || s.round.recording.Opponent == "":
	case s.round.recording.Opponent == settings.Human:
		names = [2]string{text.Mode.Player1, text.Mode.Player2}
	default:
		names = [2]string{text.Mode.You, strings.ToUpper(text.Translate(s.round.recording.Opponent))}
	}
	switch {
	case s.viewer != nil:
		names[0] = strings.ToUpper(s.round.recording.Player)
	case s.round.bot != nil:
		names[0] = "" // the player does not steer this paddle
	}
	return names
}

// opponentTitle returns the role of the second player in the chosen mode: opponent or partner.
func (s *Session) opponentTitle() string {
	if s.mode.Versus() {
		return *settings.Options[settings.Opponent].Title
	}
	return text.Mode.Partner
}

// opponentMenu fills in the dialog for the choice of the second player. In co-op it has no row for points.
func (s *Session) opponentMenu(c *ui.Menu) {
	c.AddButton(text.Menu.Play, s.playAgain)
	c.Add(s.optionButton(settings.Opponent))
	if s.mode.Versus() {
		c.Add(s.optionButton(settings.Points))
	}
	people := s.set.Choices.Get(settings.Opponent) == settings.Human
	if people && !s.Keys.ReportsReleases() {
		c.Add(s.optionButton(settings.Steer))
	}
	c.AddButton(text.Menu.Back, s.Back)
	row := &engine.Modes[s.mode]
	c.Title, c.Stacked, c.Footer = strings.ToUpper(text.Translate(row.Title)), true, text.Menu.FooterValues
	if !people {
		strength, _ := bot.ParseStrength(s.set.Choices.Get(settings.Opponent))
		c.Lines, c.Centered = widget.WrapText(text.Translate(bot.Strengths[strength].Help),
			s.View.DialogColumns(&s.Frame)), true
		return
	}

	keys := s.set.Choices.InputOptions(s.set.Auto).Keys
	if !hasKeysForTwo(keys) {
		two, err := input.Preset("two")
		s.must(err)
		keys = &two
	}

	c.Lines = []string{
		fmt.Sprintf(text.Mode.Player1Keys, keys.Label(input.Left, 1)+"  "+keys.Label(input.Right, 1),
			keys.Label(input.Fire, 1)),
		fmt.Sprintf(text.Mode.Player2Keys, keys.Label(input.Left2, 1)+"  "+keys.Label(input.Right2, 1),
			keys.Label(input.Fire2, 1)),
	}
	if s.holdsOneKey() {
		c.Lines = append(append(c.Lines, ""), widget.WrapText(text.Mode.OneHeldKey,
			min(steeringWidth, s.View.DialogColumns(&s.Frame)))...)
	}
}

// hasSeries reports whether the game counts for a best of three. This is the case for each match that the player plays.
func (s *Session) hasSeries() bool {
	r := &s.round
	return r.config.Mode.Versus() && !r.demo && r.bot == nil && s.viewer == nil
}

// countMatch adds the result of a match that has ended to the best of three.
func (s *Session) countMatch() {
	if w := s.round.game.Winner(); w >= 0 && s.hasSeries() {
		s.series.CountWin(w)
		s.set.Render.Wins = s.series.Wins
		s.View.SetOptions(s.set.Render)
	}
}

// matchTitle returns the headline that names the winner of the game, or of the best of three.
func (s *Session) matchTitle() string {
	title := s.gameTitle()
	if s.series.Decided() && s.hasSeries() {
		return fmt.Sprintf(text.Mode.BestOf, title)
	}
	return title
}

// gameTitle returns the headline that names the winner of the game.
func (s *Session) gameTitle() string {
	switch {
	case s.round.recording.Opponent == settings.Human && s.round.won():
		return text.Mode.Player1Wins
	case s.round.recording.Opponent == settings.Human:
		return text.Mode.Player2Wins
	case s.round.won():
		return text.Goal.YouWin
	}
	return text.Mode.YouLose
}

// matchLines returns the lines about a match that has ended.
func (s *Session) matchLines() []string {
	m := &s.round.game.Match
	var all []keyRow
	if won, total := s.series.Wins, s.series.Total; s.hasSeries() {
		all = append(all, keyRow{text.Mode.Games, fmt.Sprintf(text.Mode.GamesWon, won[0], won[1])})
		if s.series.HasEarlier() {
			all = append(all, keyRow{text.Mode.AllGames, fmt.Sprintf("%d : %d", total[0], total[1])})
		}
	}
	return alignedLines(append(all, []keyRow{
		{text.Mode.Points, fmt.Sprintf("%d : %d", m.Points[0], m.Points[1])},
		{text.Mode.Opponent, text.Translate(s.round.recording.Opponent)},
		{text.Mode.Rally, strconv.Itoa(m.LongestRally)},
		{text.Mode.Returns, fmt.Sprintf("%d : %d", m.Returns[0], m.Returns[1])},
		{text.Mode.Time, text.PlayTime(s.round.game.Tick)},
	}...), "  ")
}

// pointBanner returns the points of a match. They are shown right after a point. At other times, pointBanner returns
// "".
func (s *Session) pointBanner() string {
	if m := &s.round.game.Match; s.round.config.Mode.Versus() && s.round.game.Phase == engine.Lost {
		return strconv.Itoa(m.Points[0]) + " - " + strconv.Itoa(m.Points[1])
	}
	return ""
}

// chooseOpponent opens the choice of the second player of a mode with two paddles.
func (s *Session) chooseOpponent(m engine.Mode, now time.Duration) {
	s.mode = m
	s.Enter(opponentScreen, now)
}

// setBot lets a bot play instead of the player. In modes with two paddles, another bot plays the second paddle.
func (s *Session) setBot(seed uint64) {
	s.round.bot = bot.New(seed)
	if s.round.secondBot == nil && engine.Modes[s.round.config.Mode].Paddles > 1 {
		s.setOpponent(bot.Skilled.String())
	}
	s.newView()
}
