package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"arkterm/cmd/arkterm/words"
	"arkterm/input"
	"arkterm/render"
)

// A scoreboard is what a session knows of scores: it counts the game that is played, asks the
// keeper, and holds what was answered. It knows no database.
type scoreboard struct {
	game int // number of the last game that was kept

	// The game that was left for the title. It is kept when another one takes its place: until then the
	// player may go on with it.
	shelved *score

	// Of the last game that was kept.
	table  scoreTable
	placed placing
	known  bool // placed counts
	lost   bool // it could not be kept

	ended bool // the game that has just ended is the last one that was kept

	// What the scores' screen shows.
	unread error // why they could not be read
	read   bool  // the rest counts
	pages  []scorePage
	page   int // len(pages) is the statistics
	stats  statistics

	entry nameEntry
}

// endScore has the game kept, if it counts.
func (s *session) endScore(how outcome) {
	b := &s.scores
	b.known, b.lost = false, false
	b.ended = s.round.scored
	s.shelveScore(how)
	s.keepShelved()
}

// leaveScore has the game kept that is given up for another one, if it has not ended.
func (s *session) leaveScore() { s.endScore(outcomeLeft) }

// shelveScore closes the count of the game, if it counts. One that is given up before anything
// happened is none. What was shelved before was the same game, at an earlier time.
func (s *session) shelveScore(how outcome) {
	r := &s.round
	if !r.scored {
		return
	}
	r.scored, s.scores.shelved = false, nil
	if how == outcomeLeft && r.tally == (tally{}) {
		return
	}
	config := r.config
	config.Difficulty = r.game.Easiest()
	table := tableOf(r.pack, &config, r.recording.Assisted)
	result := scoreOf(table, r.game, r.config.Seed, how, r.tally)
	s.scores.shelved = &result
}

// keepShelved has what was shelved kept.
func (s *session) keepShelved() {
	b := &s.scores
	if b.shelved == nil {
		return
	}
	b.game++
	b.table = b.shelved.scoreTable
	s.ask(addScore{b.game, *b.shelved})
	b.shelved = nil
}

// scoresNotKept begins the notice of a game that could not be kept.
const scoresNotKept = "scores not kept: "

// Answer takes an answer to a question that the session has asked of the table of scores.
func (s *session) Answer(now time.Duration, answer scoreAnswer) {
	b := &s.scores
	switch a := answer.(type) {
	case scoreNotice:
		s.Notice(a.text)
	case featsRead:
		for _, f := range a.feats {
			s.feats.add(f)
		}
		s.schedule.redraw()
	case tablesRead:
		b.takeTables(&a, s.tableAhead())
	case scorePlaced:
		if a.game != b.game {
			return // of an earlier game
		}
		b.placed, b.known = a.placed, true
	case scoreFailed:
		s.scoreFailed(&a)
	}
	if answered := s.row().answered; answered != nil {
		answered(s, now)
	}
}

// inviteName asks for a name at the end of a game, if the player should be asked.
func (s *session) inviteName(now time.Duration) {
	if s.scores.invites() {
		s.askName(now)
		return
	}
	s.rebuild()
}

// showAnswer shows the tables that have come.
func (s *session) showAnswer(time.Duration) { s.rebuild() }

// scoreFailed tells the player what could not be kept or read.
func (s *session) scoreFailed(failed *scoreFailed) {
	b := &s.scores
	switch q := failed.question.(type) {
	case saveFeat, readFeats:
		s.Notice(featNotice + failed.err.Error())
	case readTables:
		s.Notice("scores not read: " + failed.err.Error())
		b.unread = failed.err
	case renameScore:
		s.Notice("name not kept: " + failed.err.Error())
	case addScore:
		s.Notice(scoresNotKept + failed.err.Error())
		b.lost = q.game == b.game
	}
}

// invites reports whether the player should be asked for a name: for the first time, when there
// is a place for it.
func (b *scoreboard) invites() bool { return b.placeable() && b.placed.name == nil }

// placeable reports whether the last game is in the table that the scores' screen shows.
func (b *scoreboard) placeable() bool {
	return b.known && b.placed.scored && b.placed.place <= topScores
}

// place says where the last game stands, as a line of the card at its end.
func (b *scoreboard) place() string {
	const label = "Place       "
	switch {
	case b.lost:
		return label + "not kept"
	case !b.known || !b.placed.scored:
		return label + "-"
	case b.placed.best:
		return fmt.Sprintf("%s%d of %d · personal best", label, b.placed.place, b.placed.of)
	}
	return fmt.Sprintf("%s%d of %d", label, b.placed.place, b.placed.of)
}

// askName shows where a name is entered.
func (s *session) askName(now time.Duration) {
	e := &s.scores.entry
	*e = nameEntry{}
	if n := s.scores.placed.name; n != nil {
		e.name = []rune(*n)
	}
	s.enter(naming, now)
}

// rename lets the player change the name, who has asked for it and so is heard at once.
func (s *session) rename(now time.Duration) { s.askName(now - deafTime) }

// nameDone takes the name over.
func (s *session) nameDone(now time.Duration) {
	b := &s.scores
	name := words.Name(string(b.entry.name))
	b.placed.name = &name
	s.ask(renameScore{b.game, b.placed.id, name})
	s.enter(ended, now-deafTime)
}

// nameKey takes a key where a name is entered: characters are typed, arrows turn the wheel, Enter
// and Fire pick from it.
func (s *session) nameKey(k keyPress) {
	e, a := &s.scores.entry, s.menuAction(k)
	ev, repeat, now := k.ev, k.repeat, k.now
	char := ev.Types()
	switch {
	case ev.Key == input.KeyBackspace || ev.Key == input.KeyDelete:
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
		s.do(doNamePick, now)
		return
	case a == input.Menu && !repeat:
		s.enter(ended, now-deafTime) // the name stays as it was
		return
	}
	s.rebuild()
}

// nameTurn turns the wheel.
func (s *session) nameTurn(d int) {
	s.scores.entry.turn(d)
	s.rebuild()
	s.menu.card.Selected = middle(s)
}

// namePicked takes what the wheel shows.
func (s *session) namePicked(now time.Duration) {
	if s.scores.entry.pick() {
		s.nameDone(now)
		return
	}
	s.rebuild()
}

// nameLabel says what picking does.
func (s *session) nameLabel(button) string {
	switch r := wheel[s.scores.entry.at]; r {
	case wheelDone:
		return "Done"
	case wheelDelete:
		return "Delete"
	case ' ':
		return "Add _"
	default:
		return "Add " + string(r)
	}
}

// nameText fills in the card on which a name is entered.
func (s *session) nameText(c *render.Card) {
	b := &s.scores
	c.Title, c.Foot = "YOUR NAME", "type it, or ← → enter"
	c.Lines = []string{b.place(), "Name        " + b.entry.shown(), "", b.entry.around(4)}
}

// showScores asks for the tables, and shows them.
func (s *session) showScores(now time.Duration) {
	b := &s.scores
	b.read, b.unread = false, nil
	s.ask(readTables{})
	s.detour(scoring, now)
}

// tableAhead returns the table of the game that Play would begin.
func (s *session) tableAhead() scoreTable {
	pack, config := s.ahead(s.mode)
	return tableOf(pack, &config, s.set.choices.terms().Assisted())
}

// takeTables takes the tables that were read, and opens the one of the game that has just ended,
// else that of the level that Play begins with, which is there although nobody has a score in it.
func (b *scoreboard) takeTables(told *tablesRead, here scoreTable) {
	b.read, b.pages, b.stats = true, nil, told.stats
	for _, p := range told.pages {
		if p.Hash == here.Hash || p.own() && !p.past(here) {
			b.pages = append(b.pages, p)
		}
	}
	has := func(t scoreTable) int {
		return slices.IndexFunc(b.pages, func(p scorePage) bool { return p.same(t) })
	}
	if has(here) < 0 {
		b.pages = append(b.pages, scorePage{scoreTable: here})
		slices.SortStableFunc(b.pages, func(p, q scorePage) int {
			return cmp.Or(strings.Compare(p.kind(), q.kind()), cmp.Compare(p.First, q.First))
		})
	}
	b.page = has(here)
	if i := has(b.table); b.game > 0 && i >= 0 && b.table.First == here.First {
		b.page = i
	}
}

// turnPage shows the page of the scores that is d further, round and round.
func (s *session) turnPage(d int) {
	b := &s.scores
	if !b.read {
		return
	}
	b.page = wrap(b.page+d, len(b.pages)+1)
	s.rebuild()
	s.menu.card.Selected = middle(s)
}

// scoresKey turns the pages, or presses the button.
func (s *session) scoresKey(k keyPress) {
	switch s.menuAction(k) {
	case input.Left, input.Up:
		s.turnPage(-1)
	case input.Right, input.Down:
		s.turnPage(1)
	default:
		s.menuKey(k)
	}
}

// scoresText fills in the card that shows the scores.
func (s *session) scoresText(c *render.Card) {
	b := &s.scores
	c.Title, c.Foot = "SCORES", "enter"
	switch {
	case b.unread != nil:
		_, what, _ := strings.Cut(b.unread.Error(), "scores.db: ") // the file is in the notice
		c.Lines = []string{"These cannot be read:", what}
		return
	case !b.read:
		return
	}
	c.Foot = fmt.Sprintf("← → page %d of %d · enter", b.page+1, len(b.pages)+1)
	if b.page == len(b.pages) {
		c.Title, c.Lines = "STATISTICS", append(b.stats.lines(), b.stats.chart(s.set.ascii)...)
		return
	}
	c.Lines = b.pages[b.page].text(s.view.CardRoom(&s.frame), b)
}

// wideScores is how many columns the whole of a row takes.
const wideScores = 58

// text returns a page as lines, each of that many columns at most.
func (p *scorePage) text(columns int, b *scoreboard) []string {
	head := fmt.Sprintf("From level %d", p.First)
	if p.own() {
		head = p.Set
	}
	if k := p.kind(); k != "" {
		head += " · " + k
	}
	if p.FirstName != "" && !p.own() {
		head += " · " + p.FirstName // last: it is what may be cut
	}
	lines := []string{head}
	if columns >= wideScores {
		lines = append(lines, scoreHead)
	} else {
		lines = append(lines, shortHead)
	}
	for i := range p.Scores {
		l := &p.Scores[i]
		row := l.short()
		if columns >= wideScores {
			row = l.row()
		}
		if b.known && l.id == b.placed.id {
			row = "▸" + row[1:] // places of three digits are not shown here
		}
		lines = append(lines, row)
	}
	if len(p.Scores) == 0 {
		lines = append(lines, "", "no scores yet")
	}
	return lines
}

// shortHead stands above the short rows of a table.
const shortHead = "  # name           score  to date"

// short returns a score as a line of 34 columns.
func (l *scoreLine) short() string {
	name := l.Name
	if name == "" {
		name = "-"
	}
	return fmt.Sprintf("%3d %-*s %7d %3d %s", l.Place, words.MaxName, name, l.Score, l.Last, l.Ended[len("2006-"):len(time.DateOnly)])
}

// chart returns a picture of where balls are lost, two columns for each part of the floor, with the
// sides below it.
func (t *statistics) chart(ascii bool) []string {
	ramp := []rune(" ▁▂▃▄▅▆▇█")
	if ascii {
		ramp = []rune(" .:-=+*%#")
	}
	const rows = 2
	full := len(ramp) - 1
	var lines []string
	for row := rows - 1; row >= 0; row-- {
		var b strings.Builder
		for _, n := range t.LostAt {
			level := min(max(barLength(n, &t.LostAt, rows*full)-row*full, 0), full)
			b.WriteRune(ramp[level])
			b.WriteRune(ramp[level])
		}
		lines = append(lines, b.String())
	}
	return append(lines, fmt.Sprintf("%-*s%*s", lostBins, "left", lostBins, "right"))
}
