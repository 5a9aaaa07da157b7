package app

import (
	"fmt"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file implements the ending, which is the screen after the last level of a campaign with several worlds. It shows
// totals of the player's results, buttons for further games, and the credits. After the ending, the usual dialog at the
// end of a game appears.

// finishesCampaign reports whether the game has cleared the last level of a campaign with several worlds.
func (r *round) finishesCampaign() bool {
	return r.won() && engine.Modes[r.config.Mode].HasMap && len(r.pack.Worlds()) > 1
}

// beginEnding starts the demonstration game behind the ending, and requests the results that the ending shows.
func (s *Session) beginEnding(time.Duration) {
	s.sample.begin(engine.Config{Levels: levels.Title().Levels}, s.set.Render)
	s.readAchievements()
	s.scores.tablesRead = false
	s.requestScores(progress.ReadTables{})
}

// sampleView returns the view of the demonstration game, which also draws the ending.
func (s *Session) sampleView() *render.View { return s.sample.view }

// drawEnding draws the ending in the style of the title.
func (s *Session) drawEnding(time.Duration) {
	s.sample.view.DrawTitle(&s.Frame, s.sample.game, s.Menu.Dialog)
}

// A total is the sum of a player's achievements in all levels of a pack at one difficulty.
type total struct {
	stars, maxStars int
	cleared         int    // number of cleared levels
	ticks           uint64 // sum of the shortest times of the levels
	firstOpen       int    // index of the first level with a missing star, or −1
}

// totalOf adds up the player's achievements in the levels of a pack at difficulty d. starsOf returns the stars that can
// be earned in a level.
func (s *Session) totalOf(pack levels.Pack, d engine.Difficulty,
	starsOf func(*spec.Level) engine.Stars,
) total {
	s.achievements.setPack(pack)
	t := total{firstOpen: -1}
	for i := range pack.Levels {
		f, stars := s.achievements.achievementAt(i, d), starsOf(&pack.Levels[i])
		f.Stars &= stars
		t.stars, t.maxStars, t.ticks = t.stars+f.Stars.Count(), t.maxStars+stars.Count(), t.ticks+uint64(f.Ticks)
		if f.Stars&engine.StarCleared != 0 {
			t.cleared++
		}
		if f.Stars != stars && t.firstOpen < 0 {
			t.firstOpen = i
		}
	}
	return t
}

// endingMenu fills in the dialog of the ending.
func (s *Session) endingMenu(m *ui.Menu) {
	g, pack := s.round.game, s.round.pack
	d := g.Easiest()
	medals := s.totalOf(levels.Challenges(), d, medalsOf)
	t := s.totalOf(pack, d, engine.LevelStars)
	offer := progress.Offer{Terms: g.Terms(), Opponent: s.round.recording.Opponent}
	play := func(o progress.Offer) func(now time.Duration) {
		return func(now time.Duration) { s.takeOffer(o, now) }
	}

	m.Stacked, m.Bounded = true, true
	if t.firstOpen >= 0 {
		next := offer
		next.Level = t.firstOpen
		m.AddButton(fmt.Sprintf(text.Ending.NextStar, t.firstOpen+1, pack.Levels[t.firstOpen].Name), play(next))
	}
	if harder := d + 1; int(harder) < len(engine.Difficulties) {
		next := offer
		next.Terms.Difficulty = harder
		m.AddButton(fmt.Sprintf(text.Ending.Harder, text.Translate(engine.Difficulties[harder].Name)), play(next))
	}
	m.AddButton(fmt.Sprintf(text.Ending.Challenges, medals.stars, medals.maxStars), s.showChallenges)
	m.AddButton(text.Ending.Results, s.EnterFunc(endedScreen))

	m.Title, m.Notes = text.Ending.Title, widget.WrapText(text.Ending.Credits, min(endNoteWidth,
		widget.DialogColumns(&s.Frame, widget.Area{})))
	lines := []keyRow{
		{text.Ending.Stars, fmt.Sprintf(text.Scores.PlaceOf, t.stars, t.maxStars)},
		{text.Rank.Label, s.rank()},
		{text.Ending.Levels, fmt.Sprintf(text.Scores.PlaceOf, t.cleared, len(pack.Levels))},
		{text.Ending.BestTimes, text.PlayTime(t.ticks)},
	}
	if s.scores.tablesRead {
		all := &s.scores.stats
		lines = append(lines, keyRow{text.Scores.TimePlayed, text.PlayTime(all.Ticks)},
			keyRow{text.Scores.Broken, text.Number(all.BricksBroken)})
	}
	m.Lines = append([]string{fmt.Sprintf(text.Ending.Done, text.Translate(engine.Difficulties[d].Name))},
		alignedLines(lines, "  ")...)
}
