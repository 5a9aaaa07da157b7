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

// The stars of the shipped campaign unlock ranks, looks and sets of challenges. They are derived from the achievements. A star counts once,
// at any difficulty.

// campaignKeys returns the keys of the levels of the shipped campaign, without a difficulty.
var campaignKeys = sync.OnceValue(func() []progress.LevelKey {
	pack := levels.Shipped()
	keys := make([]progress.LevelKey, len(pack.Levels))
	for i := range keys {
		keys[i] = progress.LevelKeyOf(pack.Levels[i : i+1])
	}
	return keys
})

// countStars counts the stars of the campaign again. If they are more than before, it adds the unlocked ranks,
// looks and challenges to the news.
func (s *Session) countStars() {
	b, n := &s.achievements, 0
	for _, key := range campaignKeys() {
		var all engine.Stars
		for key.Difficulty = engine.Kids; int(key.Difficulty) < len(engine.Difficulties); key.Difficulty++ {
			all |= b.of[key].Stars
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

// lookLocked returns the number of stars that the chosen look needs if the player has fewer, otherwise 0.
func (s *Session) lookLocked() int {
	look, _ := render.ParseLook(s.set.Choices.Get(settings.Look)) // only valid names are accepted
	if n := render.Looks[look].Stars; n > s.achievements.stars {
		return n
	}
	return 0
}

// lookOf returns the look of pictures: the chosen one if it is unlocked.
func (s *Session) lookOf() (look render.Look) {
	if s.lookLocked() == 0 {
		look, _ = render.ParseLook(s.set.Choices.Get(settings.Look))
	}
	return look
}

// rank returns the player's rank for a title, or "" without stars.
func (s *Session) rank() string {
	if s.achievements.stars == 0 {
		return ""
	}
	return fmt.Sprintf(text.Rank.Stars, progress.Rank(s.achievements.stars), s.achievements.stars)
}

// newsTicks is how long the news are shown: the time after a cleared level.
const newsTicks = 5 * engine.TicksPerSecond / 2

// levelEnd returns the headline after a cleared level: the news in turn, if there are any.
func (s *Session) levelEnd() string {
	g, news := s.round.game, s.achievements.news
	if len(news) == 0 || !s.round.scored {
		return replay.LevelEnd(g)
	}
	return news[min(int(g.Tick-g.PhaseBegan)*len(news)/newsTicks, len(news)-1)]
}
