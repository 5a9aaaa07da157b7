package app

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode/utf8"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// A leaderboard contains the results of the session's requests to the score store.
type leaderboard struct {
	lastGame int // number of the last game whose score was saved

	// The score of a game that the player has left for the title; nil if none. The player may continue the game. When
	// another game replaces it, the score is saved.
	deferred *progress.Score

	// Results of the last game whose score was saved.
	table       progress.Table
	placed      progress.Placing
	placedKnown bool // placed is valid
	saveFailed  bool // the score could not be saved

	weeklyProgress progress.WeekRead
	weekRead       bool   // weeklyProgress is the store's result
	boardPlaces    string // places in the arcade's leaderboards, see Session.SetBoardPlaces

	forEndedGame bool // the results belong to the game that has just ended

	// The content of the score screen.
	readErr    error // error of reading the tables
	tablesRead bool  // the following fields are valid
	pages      []progress.Page
	page       int // index of the page that is shown; len(pages) for the statistics
	stats      progress.Statistics

	entry            ui.Entry
	afterEntry       func(now time.Duration) // called after the dialog for the name; may be nil
	nameDialogClosed bool                    // the dialog for the name was closed, with or without a name
}

// saveScore requests that the score of the game be saved, if the game counts.
func (s *Session) saveScore(outcome progress.Outcome) {
	b := &s.scores
	b.placedKnown, b.saveFailed, b.boardPlaces = false, false, ""
	b.forEndedGame = s.round.savesScore
	s.deferScore(outcome)
	s.saveDeferred()
}

// SetBoardPlaces sets the text about the places of the last game in the leaderboards of the arcade server. The server
// calls it if these places become known later than the place in the score table.
func (s *Session) SetBoardPlaces(places string) {
	s.scores.boardPlaces = places
	s.Rebuild()
}

// saveLeftScore saves the score of an unfinished game that the player can no longer continue, because a new game
// replaces it.
func (s *Session) saveLeftScore() { s.saveScore(progress.OutcomeLeft) }

// deferScore keeps the score of the game for saveDeferred, if the game counts. A game without any event has no score.
// The new score replaces an earlier deferred score, which belongs to the same game.
func (s *Session) deferScore(outcome progress.Outcome) {
	r := &s.round
	if !r.savesScore {
		return
	}
	if r.isDailyTry {
		s.writeTry()
	}
	r.savesScore, s.scores.deferred = false, nil
	if outcome == progress.OutcomeLeft && r.counts == (progress.Counts{}) {
		return
	}
	result := progress.ScoreOf(r.tableNow(), r.game, r.config.Seed, outcome, r.counts)
	s.scores.deferred = &result
}

// saveDeferred requests that the deferred score be saved.
func (s *Session) saveDeferred() {
	b := &s.scores
	if b.deferred == nil {
		return
	}
	b.lastGame++
	b.table = b.deferred.Table
	s.requestScores(progress.Add{Game: b.lastGame, Score: *b.deferred})
	s.readWeek()
	b.deferred = nil
}

// ReceiveResult handles the result of a ScoreRequest.
func (s *Session) ReceiveResult(_ time.Duration, answer progress.Result) {
	b := &s.scores
	switch a := answer.(type) {
	case progress.Notice:
		s.ShowNotice(a.Text)
	case progress.AchievementsRead:
		for _, f := range a.All {
			s.achievements.add(f)
		}
		s.countStars()
		s.achievements.read = true
		s.lookUpBest()
		if s.unlockedLook() != s.set.Render.Look {
			s.applySettings()
		}
		s.Rebuild()
	case progress.WeekRead:
		b.weeklyProgress, b.weekRead = a, true
	case progress.BestRead:
		if a.Table.Same(s.round.table) {
			s.round.tableBest = a.Score
		}
	case progress.TablesRead:
		b.setTables(&a, s.nextTable())
	case progress.Placed:
		if a.Game != b.lastGame {
			return // the result is of an earlier game
		}
		b.placed, b.placedKnown, b.boardPlaces = a.Placing, true, a.Placing.BoardPlaces
	case progress.Failed:
		s.scoreFailed(&a)
	}
	s.Rebuild()
}

// scoreFailed shows the error of saving or reading scores.
func (s *Session) scoreFailed(failed *progress.Failed) {
	b := &s.scores
	switch q := failed.Request.(type) {
	case progress.ReadAchievements: // requested at the start, which may have a more important notice
		if s.LastNotice() == "" {
			s.ShowNotice(fmt.Sprintf(text.Notice.ProgressNotSaved, failed.Err))
		}
	case progress.SaveAchievement:
		s.ShowNotice(fmt.Sprintf(text.Notice.ProgressNotSaved, failed.Err))
	case progress.ReadBest, progress.ReadWeek: // not worth a notice
	case progress.ReadTables:
		s.ShowNotice(fmt.Sprintf(text.Notice.ScoresNotRead, failed.Err))
		b.readErr = failed.Err
	case progress.Rename:
		s.ShowNotice(fmt.Sprintf(text.Notice.NameNotSaved, failed.Err))
	case progress.Add:
		s.ShowNotice(fmt.Sprintf(text.Notice.ScoresNotSaved, failed.Err))
		b.saveFailed = q.Game == b.lastGame
	}
}

// asksForName reports whether the dialog for the name must appear. It must appear if the score of the last game is in
// the table and has no name. The dialog appears at most once in a session.
func (b *leaderboard) asksForName() bool {
	return !b.nameDialogClosed && b.hasPlace() && (b.placed.Name == nil || *b.placed.Name == "")
}

// hasPlace reports whether the last game is among the scores that dialogs show of its table.
func (b *leaderboard) hasPlace() bool {
	return b.placedKnown && b.placed.Scored && b.placed.Place <= progress.TableSize
}

// placeText describes the last game's place in the table, for the dialog at its end.
func (b *leaderboard) placeText() string {
	switch {
	case b.saveFailed:
		return text.Scores.NotSaved
	case !b.placedKnown || !b.placed.Scored:
		return "-"
	case b.placed.Best:
		return fmt.Sprintf(text.Scores.Best, b.placed.Place, b.placed.NumScores)
	}
	return fmt.Sprintf(text.Scores.PlaceOf, b.placed.Place, b.placed.NumScores)
}

// readWeek requests the progress toward the weekly goal.
func (s *Session) readWeek() {
	if s.set.Today != nil {
		s.requestScores(progress.ReadWeek{Week: progress.WeekOf(s.set.Today())})
	}
}

// weeklyGoal returns the weekly goal with the player's progress, or "" if it is unknown.
func (s *Session) weeklyGoal() string {
	if w := &s.scores.weeklyProgress; s.set.Today != nil && w.Known && w.Week == progress.WeekOf(s.set.Today()) {
		return w.Week.Text(w.Done)
	}
	return ""
}

// weeklyRow returns the row of the title about the weekly goal, or "". Until the progress is known, the row contains
// only the goal. The row then has the same width, so the title does not move.
func (s *Session) weeklyRow() string {
	goal := s.weeklyGoal()
	if goal == "" && !s.scores.weekRead && !s.set.NameManaged && s.set.Today != nil {
		week := progress.WeekOf(s.set.Today())
		goal = fmt.Sprintf("%-*s", utf8.RuneCountInString(week.Text(0)), week.Goal())
	}
	if goal == "" {
		return ""
	}
	return fmt.Sprintf(text.Week.Title, goal)
}

// afterName returns a function that calls do. If the player has no name, the function first shows the dialog for the
// name. The dialog ignores input briefly, so that a key that was meant for do has no effect on the dialog.
func (s *Session) afterName(do func(now time.Duration)) func(now time.Duration) {
	return func(now time.Duration) {
		if !s.scores.asksForName() {
			do(now)
			return
		}
		s.scores.entry, s.scores.afterEntry = s.nameEntry(""), do
		s.ShowUnrequested(nameScreen, now)
	}
}

// nameEntry returns an entry for a name. It initially contains the given name.
func (s *Session) nameEntry(name string) ui.Entry {
	e := ui.NewEntry(text.MaxPlayerName, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -.'", acceptForName)
	e.Text, e.Done, e.Leave = name, s.takeName, s.leaveName
	return e
}

// acceptForName appends r to name if names may contain r. Otherwise, it returns name unchanged. A name cannot start
// with a space or contain two spaces in a row.
func acceptForName(name string, r rune) string {
	if r == ' ' {
		if name == "" || strings.HasSuffix(name, " ") {
			return name
		}
		return name + " "
	}
	const room = 4 * text.MaxPlayerName // more than any name has
	if after := text.Clean(name+string(r), room); after != text.Clean(name, room) {
		return after
	}
	return name
}

// changeName opens the dialog for the name.
func (s *Session) changeName(now time.Duration) {
	name := ""
	if n := s.scores.placed.Name; n != nil {
		name = *n
	}
	s.scores.entry, s.scores.afterEntry = s.nameEntry(name), nil
	s.Enter(nameScreen, now)
}

// takeName saves the name that the player has entered, and closes the dialog.
func (s *Session) takeName(now time.Duration) {
	b := &s.scores
	name := text.PlayerName(b.entry.Text)
	b.placed.Name = &name
	s.requestScores(progress.Rename{Game: b.lastGame, ID: b.placed.ID, Name: name})
	s.leaveName(now)
}

// leaveName closes the dialog for the name. Then it calls the function that afterName has postponed, or shows the
// dialog at the end of the game.
func (s *Session) leaveName(now time.Duration) {
	s.scores.nameDialogClosed = true
	if next := s.scores.afterEntry; next != nil {
		next(now)
		return
	}
	s.Enter(endedScreen, now)
}

// nameGap is the space between the two columns of the dialog for the name.
const nameGap = "       "

// nameText fills in the title and the lines of the dialog for the name.
func (s *Session) nameText(m *ui.Menu) {
	b := &s.scores
	m.Title = text.Entry.NameTitle
	m.Lines = alignedLines([]keyRow{
		{text.Goal.Place, b.placeText()},
		{text.Entry.Name, b.entry.WithCursor()},
		{" ", b.entry.UsedText()},
	}, nameGap)
}

// showScores requests the score tables and shows the score screen.
func (s *Session) showScores(now time.Duration) {
	b := &s.scores
	b.tablesRead, b.readErr = false, nil
	s.requestScores(progress.ReadTables{})
	s.Detour(scoresScreen, now)
}

// nextTable returns the table of the game that Play would start.
func (s *Session) nextTable() progress.Table {
	if engine.Modes[s.mode].Mixed { // the levels do not affect the table, and choosing them is slow
		config := engine.Config{Setup: engine.Setup{Mode: s.mode}}
		s.set.Choices.ApplyToGame(&config)
		return progress.TableOf(levels.Pack{}, &config, s.set.Choices.Terms().Assisted())
	}
	pack, config := s.nextGameConfig(s.mode, 0)
	return progress.TableOf(pack, &config, s.set.Choices.Terms().Assisted())
}

// setTables stores the tables that were read. nextTable is the table of the game that Play would start. setTables
// includes this table even if it has no scores. The dialog first shows the table of the last game if that game started
// at the same level, otherwise nextTable.
func (b *leaderboard) setTables(result *progress.TablesRead, nextTable progress.Table) {
	b.tablesRead, b.pages, b.stats = true, nil, result.Stats
	for _, p := range result.Pages {
		if p.Hash == nextTable.Hash || p.HasOwnLevels() && !p.IsOtherDay(nextTable) {
			b.pages = append(b.pages, p)
		}
	}
	index := func(t progress.Table) int {
		return slices.IndexFunc(b.pages, func(p progress.Page) bool { return p.Same(t) })
	}
	if index(nextTable) < 0 {
		b.pages = append(b.pages, progress.Page{Table: nextTable})
		sort.SliceStable(b.pages, func(i, j int) bool {
			p, q := &b.pages[i], &b.pages[j]
			return cmp.Or(strings.Compare(p.Kind(), q.Kind()), cmp.Compare(p.FirstLevel, q.FirstLevel)) < 0
		})
	}
	b.page = index(nextTable)
	if i := index(b.table); b.lastGame > 0 && i >= 0 && b.table.FirstLevel == nextTable.FirstLevel {
		b.page = i
	}
}

// turnPage moves d pages forward in the score screen, wrapping around.
func (s *Session) turnPage(d int) {
	if b := &s.scores; b.tablesRead {
		b.page = widget.WrapIndex(b.page+d, len(b.pages)+1)
	}
}

// scoresMenu fills in the dialog of the scores.
func (s *Session) scoresMenu(c *ui.Menu) {
	b := &s.scores
	c.AddBetween(s.turnPage, text.Menu.Back, s.Back)
	c.Title, c.Footer = text.Scores.Title, text.Menu.FooterEnter
	switch {
	case b.readErr != nil:
		_, reason, _ := strings.Cut(b.readErr.Error(), "scores.jsonl: ") // the notice has the file's name
		c.Lines = []string{text.Scores.Unreadable, reason}
		return
	case !b.tablesRead:
		return
	}
	c.Footer = fmt.Sprintf(text.Scores.Footer, b.page+1, len(b.pages)+1)
	if b.page == len(b.pages) {
		c.Title, c.Lines = text.Scores.Statistics, append(b.stats.Lines(), b.stats.Chart(s.ASCII())...)
		return
	}
	lastGame := int64(0)
	if b.placedKnown {
		lastGame = b.placed.ID
	}
	c.Lines = b.pages[b.page].Text(s.View.DialogColumns(&s.Frame), lastGame)
}
