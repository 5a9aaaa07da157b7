package app

import (
	"fmt"
	"sync"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/text"
)

// This file counts the stars of the shipped campaign, which unlock ranks, looks and sets of challenges. A star that was
// earned at several difficulties counts once.

// campaignKeys returns the keys of the levels of the shipped campaign, without a difficulty.
var campaignKeys = sync.OnceValue(func() []progress.LevelKey {
	pack := levels.Shipped()
	keys := make([]progress.LevelKey, len(pack.Levels))
	for i := range keys {
		keys[i] = progress.LevelKeyOf(pack.Levels[i : i+1])
	}
	return keys
})

// countStars recounts the stars of the campaign. It adds newly unlocked ranks, looks and challenges to the news.
func (s *Session) countStars() {
	b, n := &s.achievements, 0
	for _, key := range campaignKeys() {
		var all engine.Stars
		for key.Difficulty = engine.Kids; int(key.Difficulty) < len(engine.Difficulties); key.Difficulty++ {
			all |= b.byLevel[key].Stars
		}
		n += all.Count()
	}
	before := b.stars
	b.stars = n
	if !b.read || n == before {
		return
	}
	if rank := progress.Rank(n); rank != progress.Rank(before) {
		s.announce(fmt.Sprintf(text.Rank.New, rank))
	}
	for i := range render.Looks {
		if k := &render.Looks[i]; k.Stars > before && k.Stars <= n {
			s.announce(fmt.Sprintf(text.Rank.NewLook, text.Translate(k.Name)))
		}
	}
	for _, set := range progress.NewChallenges(before, n) {
		s.announce(fmt.Sprintf(text.Rank.NewChallenges, set))
	}
}

// announce adds a line to the news, and narrates it.
func (s *Session) announce(line string) {
	s.achievements.news = append(s.achievements.news, line)
	s.narrator.Announce(line)
}

// starsForLook returns the number of stars that the chosen look needs if it is still locked, otherwise 0.
func (s *Session) starsForLook() int {
	look, _ := render.ParseLook(s.set.Choices.Get(settings.Look)) // only valid names are accepted
	if n := render.Looks[look].Stars; n > s.achievements.stars {
		return n
	}
	return 0
}

// unlockedLook returns the chosen look if it is unlocked, otherwise the default look.
func (s *Session) unlockedLook() (look render.Look) {
	if s.starsForLook() == 0 {
		look, _ = render.ParseLook(s.set.Choices.Get(settings.Look))
	}
	return look
}

// rank returns the player's rank and stars as text, or "" without stars.
func (s *Session) rank() string {
	if s.achievements.stars == 0 {
		return ""
	}
	return fmt.Sprintf(text.Rank.Stars, progress.Rank(s.achievements.stars), s.achievements.stars)
}

// newsTicks is the number of ticks for which the news is shown, the time after a cleared level.
const newsTicks = 5 * engine.TicksPerSecond / 2

// levelEnd returns the headline after a cleared level. If there is news, it returns the lines of the news one after the
// other.
func (s *Session) levelEnd() string {
	g, news := s.round.game, s.achievements.news
	if len(news) == 0 || !s.round.scored {
		return replay.LevelEnd(g)
	}
	return news[min(int(g.Tick-g.PhaseBegan)*len(news)/newsTicks, len(news)-1)]
}
