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

// earned returns achievements with n stars of the shipped campaign, or n+1 if n is odd.
func earned(n int) []progress.Achievement { return earnedIn(campaignKeys(), n) }

// earnedIn is like earned, for the levels with the given keys.
func earnedIn(keys []progress.LevelKey, n int) (all []progress.Achievement) {
	for _, key := range keys {
		if n <= 0 {
			break
		}
		key.Difficulty = engine.Easy
		all = append(all, progress.Achievement{LevelKey: key, Stars: engine.StarCleared | engine.StarTime})
		n -= 2
	}
	return all
}

// The title and the map show the rank. A star counts once, even if it was earned at two difficulties.
func TestRankOnTheTitle(t *testing.T) {
	p := newSession(t)
	all := earned(26)
	again := all[0]
	again.Difficulty = engine.Hard
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: append(all, again)})
	p.wait(time.Second)
	if s := p.s.Frame.String(); !strings.Contains(s, "World map · Triangle ★ 26") {
		t.Errorf("the title does not show the rank:\n%s", s)
	}
	p.choose("World map")
	p.wait(time.Second)
	if s := p.s.Frame.String(); !strings.Contains(s, "Triangle ★ 26") {
		t.Errorf("the map does not show the rank:\n%s", s)
	}
}

// The row of a locked look shows the stars that it needs. Pictures have the default look until it is unlocked.
func TestLockedLook(t *testing.T) {
	p := newSession(t, func(set *Setup) { set.Choices.Values[settings.Look][settings.ByMenu] = "ember" })
	p.choose("Options")
	p.moveTo("Look")
	p.wait(time.Second)
	if l := p.s.Menu.Current().Label; !strings.Contains(l, "15 stars") || p.s.set.Render.Look != 0 {
		t.Errorf("without stars, the row is %q, and the look is %v", l, p.s.set.Render.Look)
	}
	if s := p.s.Frame.String(); !strings.Contains(s, "ember: 15 stars unlock it") {
		t.Errorf("the options do not describe the locked look:\n%s", s)
	}
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earned(15)})
	if l := p.s.Menu.Current().Label; !strings.Contains(l, "ember") || p.s.View.Options().Look.String() != "ember" {
		t.Errorf("with 16 stars, the row is %q, and the look is %v", l, p.s.View.Options().Look)
	}
}

// The end of a level announces, once, the looks and ranks that its stars unlock.
func TestUnlocksAreAnnounced(t *testing.T) {
	p := newSession(t)
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earned(14)})
	p.walk("Play")
	p.s.setFirstLevel(20)
	p.s.must(p.s.play(p.now))
	clear := func() {
		p.s.round.game.Events = append(p.s.round.game.Events[:0], engine.Event{Kind: engine.LevelClear})
		p.s.round.game.Phase, p.s.round.game.BricksLeft = engine.Clear, 0
		p.s.recordProgress()
	}
	clear()
	if got := p.s.levelEnd(); got != "NEW LOOK: ember" {
		t.Errorf("levelEnd() = %q, want NEW LOOK: ember", got)
	}
	p.s.round.game.Events = append(p.s.round.game.Events[:0], engine.Event{Kind: engine.LevelStarted})
	p.s.recordProgress()
	clear()
	if got := p.s.levelEnd(); got != "LEVEL CLEAR" {
		t.Errorf("levelEnd() = %q the second time, want LEVEL CLEAR", got)
	}
}

// The stars that open a set of challenges announce it, after the other news.
func TestNewChallengesAreAnnounced(t *testing.T) {
	_, stars := setOf(t, 2)
	p := newSession(t)
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earned(stars - 2)})
	p.walk("Play")
	p.s.setFirstLevel(40)
	p.s.must(p.s.play(p.now))
	p.s.round.game.Events = []engine.Event{{Kind: engine.LevelClear}}
	p.s.round.game.Phase, p.s.round.game.BricksLeft = engine.Clear, 0
	p.s.recordProgress()
	p.s.round.game.PhaseBegan, p.s.round.game.Tick = 0, newsTicks-1
	if got := p.s.levelEnd(); got != "NEW CHALLENGES: Bated Breath" {
		t.Errorf("levelEnd() = %q in the last tick, want NEW CHALLENGES: Bated Breath", got)
	}
}

// The stars of the shipped campaign suffice to unlock every look and every set of challenges.
func TestCampaignUnlocksEverything(t *testing.T) {
	p := newSession(t)
	maxStars := p.s.totalOf(p.s.set.Pack, engine.Medium, engine.LevelStars).maxStars
	for i, k := range render.Looks {
		if k.Stars > maxStars || i > 0 && k.Stars <= render.Looks[i-1].Stars {
			t.Errorf("look %s needs %d stars of %d, in ascending order", k.Name, k.Stars, maxStars)
		}
	}
	for _, l := range levels.Challenges().Levels {
		if n := progress.ChallengeStars(l.World); n > maxStars {
			t.Errorf("the challenges %s need %d stars of %d", l.World, n, maxStars)
		}
	}
	if progress.RankText(maxStars) != "Circle ★ "+strconv.Itoa(maxStars) {
		t.Errorf("RankText(%d) = %s, want Circle", maxStars, progress.RankText(maxStars))
	}
}
