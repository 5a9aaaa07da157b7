package app

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render"
)

// earned returns achievements with at least n stars of the shipped campaign.
func earned(n int) (all []progress.Achievement) {
	for _, key := range campaignKeys() {
		if n <= 0 {
			break
		}
		key.Difficulty = engine.Easy
		all = append(all, progress.Achievement{LevelKey: key, Stars: engine.StarCleared | engine.StarTime})
		n -= 2
	}
	return all
}

// The title and the map show the rank, which does not count a star again at another difficulty.
func TestRankOnTheTitle(t *testing.T) {
	p := sit(t)
	all := earned(26)
	again := all[0]
	again.Difficulty = engine.Hard
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: append(all, again)})
	p.wait(time.Second)
	if s := p.s.Frame.String(); !strings.Contains(s, "World map · Triangle ★ 26") {
		t.Errorf("the title:\n%s", s)
	}
	p.choose("World map")
	p.wait(time.Second)
	if s := p.s.Frame.String(); !strings.Contains(s, "Triangle ★ 26") {
		t.Errorf("the map:\n%s", s)
	}
}

// A locked look shows the stars that it needs, and pictures have the default look until these are earned.
func TestLockedLook(t *testing.T) {
	p := sit(t, func(set *Setup) { set.Choices.Set[settings.Look][settings.ByMenu] = "ember" })
	p.choose("Options")
	p.moveTo("Look")
	p.wait(time.Second)
	if l := p.s.Menu.Current().Label; !strings.Contains(l, "15 stars") || p.s.set.Render.Look != 0 {
		t.Errorf("without stars the row is %q, and the look is %v", l, p.s.set.Render.Look)
	}
	if s := p.s.Frame.String(); !strings.Contains(s, "ember: 15 stars unlock it") {
		t.Errorf("no description:\n%s", s)
	}
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earned(15)})
	if l := p.s.Menu.Current().Label; !strings.Contains(l, "ember") || p.s.View.Options().Look.String() != "ember" {
		t.Errorf("with 16 stars the row is %q, and the look is %v", l, p.s.View.Options().Look)
	}
}

// The end of a level announces what its stars unlock, once.
func TestUnlocksAreAnnounced(t *testing.T) {
	p := sit(t)
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earned(14)})
	p.walk("Play")
	p.s.beginAt(20)
	p.s.must(p.s.play(p.now))
	clear := func() {
		p.s.round.game.Events = append(p.s.round.game.Events[:0], engine.Event{Kind: engine.LevelClear})
		p.s.round.game.Phase, p.s.round.game.BricksLeft = engine.Clear, 0
		p.s.achieve()
	}
	clear()
	if got := p.s.levelEnd(); got != "NEW LOOK: ember" {
		t.Errorf("the headline is %q", got)
	}
	p.s.round.game.Events = append(p.s.round.game.Events[:0], engine.Event{Kind: engine.LevelStarted})
	p.s.achieve()
	clear()
	if got := p.s.levelEnd(); got != "LEVEL CLEAR" {
		t.Errorf("the second time, the headline is %q", got)
	}
}

// The stars that open a set of challenges announce it, after the other news.
func TestNewChallengesAreAnnounced(t *testing.T) {
	_, stars := setOf(t, 2)
	p := sit(t)
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earned(stars - 2)})
	p.walk("Play")
	p.s.beginAt(40)
	p.s.must(p.s.play(p.now))
	p.s.round.game.Events = []engine.Event{{Kind: engine.LevelClear}}
	p.s.round.game.Phase, p.s.round.game.BricksLeft = engine.Clear, 0
	p.s.achieve()
	p.s.round.game.PhaseBegan, p.s.round.game.Tick = 0, newsTicks-1
	if got := p.s.levelEnd(); got != "NEW CHALLENGES: Bated Breath" {
		t.Errorf("the last headline is %q", got)
	}
}

// Every look can be reached with the stars of the shipped campaign.
func TestLooksCanBeReached(t *testing.T) {
	p := sit(t)
	most := p.s.totalOf(p.s.set.Pack, engine.Medium, engine.LevelStars).maxStars
	for i, k := range render.Looks {
		if k.Stars > most || i > 0 && k.Stars <= render.Looks[i-1].Stars {
			t.Errorf("%s needs %d of %d stars", k.Name, k.Stars, most)
		}
	}
	for _, l := range levels.Challenges().Levels {
		if n := progress.ChallengeStars(l.World); n > most {
			t.Errorf("%s needs %d of %d stars", l.World, n, most)
		}
	}
	if progress.RankText(most) != "Circle ★ "+strconv.Itoa(most) {
		t.Errorf("the highest rank is %s", progress.RankText(most))
	}
}
