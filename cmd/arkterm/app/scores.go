package app

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/scores"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render/format"
	"arkterm/render/widget"
)

// A leaderboard is a session's state of scores: it counts the game being played, makes requests, and holds
// their results. It uses no database.
type leaderboard struct {
	game int // number of the last game whose score was saved

	// The score of a game left for the title. It is saved when another game replaces that one: until then
	// the player may continue.
	deferred *scores.Score

	// Of the last game whose score was saved.
	table  scores.Table
	placed scores.Placing
	known  bool // placed is valid
	lost   bool // it could not be saved

	elsewhere string // what it has come to elsewhere, see Placed

	ended bool // these are of the game that has just ended

	// The contents of the screen of scores.
	unread error // the error of reading them
	read   bool  // the fields below are valid
	pages  []scores.Page
	page   int // len(pages) is the statistics
	stats  scores.Statistics

	entry nameEntry
	after command // put off until the name is known; doNothing: none
}

// saveScore requests that the game's score be saved, if it counts.
func (s *Session) saveScore(how scores.Outcome) {
	b := &s.scores
	b.known, b.lost, b.elsewhere = false, false, ""
	b.ended = s.round.scored
	s.deferScore(how)
	s.saveDeferred()
}

// Placed says what the game that has just ended has come to on others' boards than the session's own.
func (s *Session) Placed(text string) {
	s.scores.elsewhere = text
	s.rebuild()
}

// saveLeftScore saves the score of a game that another one replaces, if it has not ended.
func (s *Session) saveLeftScore() { s.saveScore(scores.OutcomeLeft) }

// deferScore keeps the score of the game, if it counts, for saveDeferred. A game left before anything
// happened has none. A score deferred before was of the same game, at an earlier time.
func (s *Session) deferScore(how scores.Outcome) {
	r := &s.round
	if !r.scored {
		return
	}
	if r.tried {
		s.writeTry()
	}
	r.scored, s.scores.deferred = false, nil
	if how == scores.OutcomeLeft && r.tally == (scores.Counts{}) {
		return
	}
	result := scores.Of(r.tableNow(), r.game, r.config.Seed, how, r.tally)
	s.scores.deferred = &result
}

// saveDeferred requests that the deferred score be saved.
func (s *Session) saveDeferred() {
	b := &s.scores
	if b.deferred == nil {
		return
	}
	b.game++
	b.table = b.deferred.Table
	s.ask(scores.Add{Game: b.game, Score: *b.deferred})
	b.deferred = nil
}

// ScoresNotSaved begins the notice of a game that could not be saved.
const ScoresNotSaved = "scores not saved: "

// Answer takes the result of a request to the scores.
func (s *Session) Answer(now time.Duration, answer scores.Result) {
	b := &s.scores
	switch a := answer.(type) {
	case scores.Notice:
		s.Notice(a.Text)
	case scores.AchievementsRead:
		for _, f := range a.All {
			s.achievements.add(f)
		}
		s.lookUpBest()
		s.schedule.redraw()
	case scores.BestRead:
		if a.Table.Same(s.round.table) {
			s.round.best = a.Score
		}
	case scores.TablesRead:
		b.takeTables(&a, s.tableAhead())
	case scores.Placed:
		if a.Game != b.game {
			return // of an earlier game
		}
		b.placed, b.known = a.Placed, true
	case scores.Failed:
		s.scoreFailed(&a)
	}
	if answered := s.row().answered; answered != nil {
		answered(s, now)
	}
}

// showAnswer shows what was read or saved.
func (s *Session) showAnswer(time.Duration) { s.rebuild() }

// scoreFailed shows the error of saving or reading scores.
func (s *Session) scoreFailed(failed *scores.Failed) {
	b := &s.scores
	switch q := failed.Request.(type) {
	case scores.SaveAchievement, scores.ReadAchievements:
		s.Notice(achievementsNotSaved + failed.Err.Error())
	case scores.ReadBest: // the game goes on without
	case scores.ReadTables:
		s.Notice("scores not read: " + failed.Err.Error())
		b.unread = failed.Err
	case scores.Rename:
		s.Notice("name not saved: " + failed.Err.Error())
	case scores.Add:
		s.Notice(ScoresNotSaved + failed.Err.Error())
		b.lost = q.Game == b.game
	}
}

// asksForName reports whether to ask the player for a name, because a game is in the table and the player has no
// name yet.
func (b *leaderboard) asksForName() bool {
	return b.hasPlace() && (b.placed.Name == nil || *b.placed.Name == "")
}

// hasPlace reports whether the last game is in the table shown on the screen of scores.
func (b *leaderboard) hasPlace() bool {
	return b.known && b.placed.Scored && b.placed.Place <= scores.Top
}

// place returns the last game's place, for the dialog at its end.
func (b *leaderboard) place() string {
	switch {
	case b.lost:
		return "not saved"
	case !b.known || !b.placed.Scored:
		return "-"
	case b.placed.Best:
		return fmt.Sprintf("%d of %d · personal best", b.placed.Place, b.placed.Of)
	}
	return fmt.Sprintf("%d of %d", b.placed.Place, b.placed.Of)
}

// enterName asks for a name before a command is executed. Nobody has asked for that: a key that was meant
// for the command must not answer.
func (s *Session) enterName(next command, now time.Duration) {
	s.scores.entry, s.scores.after = nameEntry{}, next
	s.comeUp(nameScreen, now)
}

// changeName lets the player change the name.
func (s *Session) changeName(now time.Duration) {
	e := &s.scores.entry
	*e, s.scores.after = nameEntry{}, doNothing
	if n := s.scores.placed.Name; n != nil {
		e.name = []rune(*n)
	}
	s.enter(nameScreen, now)
}

// takeName sets the name entered.
func (s *Session) takeName(now time.Duration) {
	b := &s.scores
	name := format.Name(string(b.entry.name))
	b.placed.Name = &name
	s.ask(scores.Rename{Game: b.game, ID: b.placed.ID, Name: name})
	s.leaveName(now)
}

// leaveName executes the command that was put off for the name, or returns to the end of the game.
func (s *Session) leaveName(now time.Duration) {
	if next := s.scores.after; next != doNothing {
		s.execute(next, now)
		return
	}
	s.enter(endedScreen, now)
}

// nameKey takes a key on the screen for the name: characters are typed, arrows turn the wheel, Enter
// and Fire pick from it.
func (s *Session) nameKey(k keyPress) {
	e, a := &s.scores.entry, s.menuAction(k)
	ev, repeat, now := k.ev, k.repeat, k.now
	char := ev.Types()
	switch {
	case ev.Key == tcell.KeyBackspace || ev.Key == tcell.KeyDelete:
		e.delete()
		e.at, e.typed = 0, true
	case char == ' ' && !e.typed && repeat:
		return
	case char == ' ' && e.typed, char != 0 && char != ' ':
		e.typeRune(char)
	case a == input.Left, a == input.Down:
		e.turn(-1)
	case a == input.Right, a == input.Up:
		e.turn(1)
	case a == input.Fire && !repeat:
		if ev.Key == tcell.KeyEnter || !e.atEnd() || !e.empty() { // Space that was meant to serve is not an empty name
			s.execute(doNamePick, now)
		}
		return
	case a == input.Menu && !repeat:
		s.leaveName(now) // the name stays as it was
		return
	}
	s.rebuild()
}

// pasteName types a pasted text.
func (s *Session) pasteName(text string) {
	for _, r := range text {
		if s.scores.entry.typeRune(r); s.scores.entry.full {
			break
		}
	}
	s.rebuild()
}

// nameTurn turns the wheel.
func (s *Session) nameTurn(d int) {
	s.scores.entry.turn(d)
	s.rebuild()
	s.menu.dialog.Selected = middle(s)
}

// namePicked takes the character on the wheel. Without a name, the end of the wheel skips the question.
func (s *Session) namePicked(now time.Duration) {
	e := &s.scores.entry
	switch {
	case !e.pick():
		s.rebuild()
	case e.empty():
		s.leaveName(now)
	default:
		s.takeName(now)
	}
}

// nameLabel returns the text of the button that picks.
func (s *Session) nameLabel(button) string {
	switch r := wheel[s.scores.entry.at]; r {
	case wheelDone:
		if s.scores.entry.empty() {
			return "Skip"
		}
		return "Done"
	case wheelDelete:
		return "Delete"
	case ' ':
		return "Add _"
	default:
		return "Add " + string(r)
	}
}

// nameText fills in the dialog for the name.
func (s *Session) nameText(c *widget.Dialog) {
	b := &s.scores
	c.Title, c.Foot = "YOUR NAME", "type it, or ← → enter"
	c.Lines = []string{
		"Place       " + b.place(), "Name        " + b.entry.shown(),
		"            " + b.entry.used(), b.entry.around(4),
	}
}

// nameWords returns the dialog for the name in words, without the wheel.
func (s *Session) nameWords() Words {
	b := &s.scores
	return Words{Title: "YOUR NAME", Lines: []string{
		"Place " + b.place(), "Type a name, then Enter. Backspace deletes a letter, Escape keeps the old name.", "Name: " + strings.TrimSuffix(b.entry.shown(), "_") + ", " + b.entry.used(),
	}}
}

// showScores requests the tables and shows the screen of scores.
func (s *Session) showScores(now time.Duration) {
	b := &s.scores
	b.read, b.unread = false, nil
	s.ask(scores.ReadTables{})
	s.detour(scoresScreen, now)
}

// tableAhead returns the table of the game that Play would begin.
func (s *Session) tableAhead() scores.Table {
	if engine.Modes[s.mode].Mixed { // its levels do not matter, and to draw them takes a while
		config := engine.Config{Setup: engine.Setup{Mode: s.mode}}
		s.set.Choices.Game(&config)
		return scores.TableOf(levels.Pack{}, &config, s.set.Choices.Terms().Assisted())
	}
	pack, config := s.ahead(s.mode, 0)
	return scores.TableOf(pack, &config, s.set.Choices.Terms().Assisted())
}

// takeTables takes the tables that were read, and opens the one of the game that has just ended, or else
// that of the game that Play begins, which is listed even if empty.
func (b *leaderboard) takeTables(told *scores.TablesRead, here scores.Table) {
	b.read, b.pages, b.stats = true, nil, told.Stats
	for _, p := range told.Pages {
		if p.Hash == here.Hash || p.Own() && !p.Past(here) {
			b.pages = append(b.pages, p)
		}
	}
	has := func(t scores.Table) int {
		return slices.IndexFunc(b.pages, func(p scores.Page) bool { return p.Same(t) })
	}
	if has(here) < 0 {
		b.pages = append(b.pages, scores.Page{Table: here})
		slices.SortStableFunc(b.pages, func(p, q scores.Page) int {
			return cmp.Or(strings.Compare(p.Kind(), q.Kind()), cmp.Compare(p.First, q.First))
		})
	}
	b.page = has(here)
	if i := has(b.table); b.game > 0 && i >= 0 && b.table.First == here.First {
		b.page = i
	}
}

// turnPage moves by d pages of the scores, wrapping around.
func (s *Session) turnPage(d int) {
	b := &s.scores
	if !b.read {
		return
	}
	b.page = widget.Wrap(b.page+d, len(b.pages)+1)
	s.rebuild()
	s.menu.dialog.Selected = middle(s)
}

// scoresKey turns the pages, or presses the button.
func (s *Session) scoresKey(k keyPress) {
	switch s.menuAction(k) {
	case input.Left, input.Up:
		s.turnPage(-1)
	case input.Right, input.Down:
		s.turnPage(1)
	default:
		s.menuKey(k)
	}
}

// scoresText fills in the dialog of the scores.
func (s *Session) scoresText(c *widget.Dialog) {
	b := &s.scores
	c.Title, c.Foot = "SCORES", "enter"
	switch {
	case b.unread != nil:
		_, what, _ := strings.Cut(b.unread.Error(), "scores.jsonl: ") // the notice has the file's name
		c.Lines = []string{"These cannot be read:", what}
		return
	case !b.read:
		return
	}
	c.Foot = fmt.Sprintf("← → page %d of %d · enter", b.page+1, len(b.pages)+1)
	if b.page == len(b.pages) {
		c.Title, c.Lines = "STATISTICS", append(b.stats.Lines(), b.stats.Chart(s.ascii())...)
		return
	}
	mine := int64(0)
	if b.known {
		mine = b.placed.ID
	}
	c.Lines = b.pages[b.page].Text(s.view.DialogRoom(&s.frame), mine)
}
