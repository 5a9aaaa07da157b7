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

// This file counts the stars that the player has earned in the shipped campaign. Stars unlock ranks, looks, sets of
// challenges, and second routes. A second route is a set of alternative levels for a part of the campaign.

// campaignKeys returns the keys of all levels of the shipped campaign, followed by the keys for its second routes. The
// keys have no difficulty.
var campaignKeys = sync.OnceValue(func() (keys []progress.LevelKey) {
	add := func(pack levels.Pack, first, n int) {
		for i := first; i < first+n; i++ {
			keys = append(keys, progress.LevelKeyOf(pack.Levels[i:i+1]))
		}
	}
	pack := levels.Shipped()
	add(pack, 0, len(pack.Levels))
	for _, r := range levels.Routes() {
		add(r.Pack(), r.First, r.NumLevels)
	}
	return keys
})

// routeWorlds returns, for each second route, the world of the campaign in which it begins.
var routeWorlds = sync.OnceValue(func() (all []levels.World) {
	for _, r := range levels.Routes() {
		for _, w := range levels.Shipped().Worlds() {
			if w.Contains(r.First) {
				all = append(all, w)
			}
		}
	}
	return all
})

// starsOf returns the number of stars that the player has earned in the levels with the given keys. A star that was
// earned at several difficulties counts once.
func (b *achievements) starsOf(keys []progress.LevelKey) (n int) {
	for _, key := range keys {
		var all engine.Stars
		for key.Difficulty = engine.Kids; int(key.Difficulty) < len(engine.Difficulties); key.Difficulty++ {
			all |= b.byLevel[key].Stars
		}
		n += all.Count()
	}
	return n
}

// routeStars returns the player's stars that count for the second route with index k. These are the stars of the world
// in which the route begins. With enough of them, the route opens.
func (b *achievements) routeStars(k int) int {
	w := routeWorlds()[k]
	return b.starsOf(campaignKeys()[w.First : w.First+w.NumLevels])
}

// countStars updates the number of stars. If the new number unlocks ranks, looks, challenges or routes, countStars
// announces them.
func (s *Session) countStars() {
	b := &s.achievements
	n, before := b.starsOf(campaignKeys()), b.stars
	b.stars = n
	open := b.openRoutes
	b.openRoutes = nil
	for k, r := range levels.Routes() {
		b.openRoutes = append(b.openRoutes, b.routeStars(k) >= r.Stars)
	}
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
	for k, r := range levels.Routes() {
		if b.openRoutes[k] && !open[k] {
			s.announce(fmt.Sprintf(text.Rank.NewRoute, r.Name))
		}
	}
}

// announce adds a line to the news, which is shown after the level, and narrates it.
func (s *Session) announce(line string) {
	s.achievements.news = append(s.achievements.news, line)
	s.narrator.Announce(line)
}

// starsForLook returns the number of stars that the chosen look needs, or 0 if the look is already unlocked.
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
	return fmt.Sprintf(text.Rank.TitleAndStars, progress.Rank(s.achievements.stars), s.achievements.stars)
}

// newsTicks is the number of ticks for which the news is shown. The game waits for the same time after a cleared level.
const newsTicks = 5 * engine.TicksPerSecond / 2

// levelEnd returns the headline after a cleared level. If the level has unlocked anything, levelEnd returns one line of
// the news instead, and successive lines over time.
func (s *Session) levelEnd() string {
	g, news := s.round.game, s.achievements.news
	if len(news) == 0 || !s.round.savesScore {
		return replay.LevelEnd(g)
	}
	return news[min(int(g.Tick-g.PhaseBegan)*len(news)/newsTicks, len(news)-1)]
}
