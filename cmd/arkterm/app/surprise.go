package app

import (
	"fmt"
	"strconv"
	"time"

	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine/bot"
	"arkterm/levels"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file implements the dialog that generates a level of a chosen difficulty.

// surpriseTicks is the number of ticks that the bots play in each call of searchSurprise. These ticks take several
// milliseconds.
const surpriseTicks = 3000

// A surpriseState is the state of the dialog that generates a level.
type surpriseState struct {
	difficultyOffset int // difficulty of the level, relative to defaultSurprise
	request          levels.Request
	search           *bot.Search // nil before the player has chosen the difficulty
}

// defaultSurprise is the difficulty that the dialog offers first.
const defaultSurprise = 4

// surpriseMenu fills in the dialog. While bots play, it shows the progress.
func (s *Session) surpriseMenu(m *ui.Menu) {
	q := &s.surprise
	m.Title, m.Centered, m.Stacked = text.Surprise.Title, true, true
	if q.search != nil {
		m.Lines = []string{fmt.Sprintf(text.Surprise.Progress, q.search.Progress())}
		m.AddButton(text.PastedCode.Cancel, s.Back)
		return
	}
	m.AddButton(text.Surprise.Start, s.startSurprise)
	m.Add(ui.Button{
		Name: text.Surprise.Difficulty,
		Label: fmt.Sprintf("%s ◂ %*d%s%d ▸", text.Surprise.Difficulty, len(strconv.Itoa(levels.MaxDifficulty)),
			defaultSurprise+q.difficultyOffset, text.Tally.Of, levels.MaxDifficulty),
		Turn: func(d int, _ time.Duration) {
			q.difficultyOffset = widget.WrapIndex(defaultSurprise+q.difficultyOffset-1+d, levels.MaxDifficulty) +
				1 - defaultSurprise
			s.Rebuild()
		},
	})
	m.AddButton(text.Menu.Back, s.Back)
	m.Footer = text.Menu.FooterValues
	m.Lines = widget.WrapText(text.Surprise.Help, s.View.DialogColumns(&s.Frame))
}

// beginSurprise discards an earlier search, so that the player can choose the difficulty.
func (s *Session) beginSurprise(time.Duration) { s.surprise.search = nil }

// startSurprise starts the search for a level of the chosen difficulty. Bots play generated levels to find one.
func (s *Session) startSurprise(time.Duration) {
	q := &s.surprise
	q.request = levels.Request{Seed: s.set.Seed(), Difficulty: defaultSurprise + q.difficultyOffset}
	q.search = bot.NewSearch(q.request.TargetRating(), q.request.Level)
	s.Rebuild()
}

// nextSearch returns when searchSurprise must be called. During a search, this is now. Otherwise, it is Never.
func (s *Session) nextSearch(now time.Duration) time.Duration {
	if s.surprise.search == nil {
		return ui.Never
	}
	return now
}

// searchSurprise continues the search. When it has found a level, it opens the dialog that offers to play and to save
// the level.
func (s *Session) searchSurprise(now time.Duration) {
	q := &s.surprise
	if q.search == nil {
		return
	}
	before := q.search.Progress()
	if !q.search.Step(surpriseTicks) {
		if q.search.Progress() > before {
			s.Rebuild()
		}
		return
	}
	try, speed, rating, err := q.search.Result()
	s.must(err)
	q.search = nil
	p := pastedState{title: text.Surprise.Title, share: new(replay.Share)}
	p.pack, err = levels.FromSources(rating.Name, []levels.Source{{
		Name: levels.Slug(rating.Name) + levels.Suffix,
		Text: q.request.Text(try, speed, levels.Par{Seconds: rating.ParTime, Points: rating.ParScore}),
	}})
	s.must(err)
	p.share.AddLevels(p.pack)
	s.pasted = p
	s.Detour(pastedScreen, now)
	s.IgnoreInputBriefly(now)
}
