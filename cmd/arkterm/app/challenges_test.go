package app

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
)

// atChallenges returns a session on the challenges screen. Its player has all stars.
func atChallenges(t *testing.T) *testSession {
	p := newSession(t)
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earned(2 * len(campaignKeys()))})
	p.choose("Modes", "Challenges")
	p.wantScreen(challengesScreen)
	return p
}

// At every size, the screen shows each challenge with its rule and the requirements of its medals, and each can be
// played.
func TestChallengesScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {render.MinW, render.MinH}, {120, 40}} {
		p := atChallenges(t)
		p.resize(size[0], size[1])
		for i, l := range levels.Challenges().Levels {
			p.wait(time.Second)
			rule := spec.Measures[l.Challenge.Measure].Help
			if l.Challenge.Twist != spec.NoTwist {
				rule = spec.Twists[l.Challenge.Twist].Help
			}
			picture := p.s.Frame.String()
			if !strings.Contains(picture, l.Name) || !strings.Contains(picture, rule[:min(len(rule), 30)]) ||
				!strings.Contains(picture, "★★★") {
				t.Fatalf("%v: the screen does not show challenge %d, %s, with the rule %q:\n%s", size, i+1, l.Name,
					rule, picture)
			}
			p.keys("right")
		}
		p.keys("left enter")
		p.wantScreen(playingScreen)
		if g := p.s.round.game; g.Mode != engine.Challenges || g.Level != 22 {
			t.Errorf("%v: Enter starts game %d of %s, want challenge 23", size, g.Level+1, g.Mode)
		}
	}
}

// setOf returns the index of the first challenge of set n, and the number of stars that opens the set.
func setOf(t *testing.T, n int) (first, stars int) {
	t.Helper()
	w := levels.Challenges().Worlds()[n]
	return w.First, progress.ChallengeStars(w.Name)
}

// A set of challenges opens at exactly its number of stars. Until then, the map shows the condition at each size, and
// Enter does not start a challenge. More than half of the challenges are open from the start.
func TestChallengeSetsOpenByStars(t *testing.T) {
	first, stars := setOf(t, 2)
	if n := len(levels.Challenges().Levels); first <= n/2 || stars <= 0 {
		t.Fatalf("%d of %d challenges are open from the start, then %d stars are needed", first, n, stars)
	}
	for _, size := range [][2]int{{80, 24}, {render.MinW, render.MinH}, {60, 20}, {120, 40}} {
		for n, open := range map[int]bool{0: false, stars - 2: false, stars: true} {
			p := newSession(t)
			p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earned(n)})
			p.resize(size[0], size[1])
			p.choose("Modes", "Challenges")
			for range first {
				p.key("right")
			}
			p.wait(time.Second)
			condition := "opens at " + strconv.Itoa(stars) + " stars; you have " + strconv.Itoa(n)
			picture := p.s.Frame.String()
			if strings.Contains(picture, condition) == open || !strings.Contains(picture, "★★★") {
				t.Errorf("%v, %d stars: condition shown %v, want %v:\n%s", size, n, open, !open, picture)
			}
			p.keys("enter")
			if started := p.s.ID() == playingScreen; started != open {
				t.Errorf("%v, %d stars: after Enter, the screen is %v", size, n, p.s.ID())
			}
		}
	}
}

// A challenge with a medal is open even without stars. The dialog at its end offers the next level only if that is
// open.
func TestMedalKeepsAChallengeOpen(t *testing.T) {
	first, _ := setOf(t, 2)
	key := progress.LevelKeyOf(levels.Challenges().Levels[first : first+1])
	key.Difficulty = engine.Kids
	p := newSession(t)
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: []progress.Achievement{{LevelKey: key, Stars: 1}}})
	p.choose("Modes", "Challenges")
	for range first - 1 {
		p.key("right")
	}
	p.keys("enter")
	clearChallenge(p)
	if label := p.s.offers()[0].Label; label != "Next level: "+key.Name {
		t.Errorf("the first offer is %q, want the next level", label)
	}
	p.keys("1")
	p.wantScreen(playingScreen)
	clearChallenge(p)
	if label := p.s.offers()[0].Label; label != "Retry" {
		t.Errorf("before a closed challenge, the first offer is %q, want Retry", label)
	}
	p.keys("1")
	p.wantScreen(playingScreen)
}

// The flag --level starts a closed challenge, and Retry plays it again.
func TestFlagStartsAClosedChallenge(t *testing.T) {
	p := newSession(t, func(set *Setup) {
		set.Choices.Values[settings.Mode][settings.ByFlag] = engine.Challenges.String()
		set.Challenge, _ = setOf(t, 3)
	})
	p.keys("enter")
	p.wantScreen(playingScreen)
	clearChallenge(p)
	p.keys("1")
	p.wantScreen(playingScreen)
}

// Text mode lists closed challenges with their condition. Choosing one displays the condition.
func TestClosedChallengesInTextMode(t *testing.T) {
	first, stars := setOf(t, 2)
	name := levels.Challenges().Levels[first].Name
	opens := "opens at " + strconv.Itoa(stars) + " stars"
	for _, narrate := range []bool{false, true} {
		r := newTextSession(t, narrate)
		r.choose("Modes")
		r.choose("Challenges")
		r.choose(name + ", " + opens)
		r.wantLines(opens + "; you have 0")
		r.wantScreen(challengesScreen)
		r.s.ReceiveResult(r.now, progress.AchievementsRead{All: earned(stars)})
		r.choose(name)
		r.wantScreen(playingScreen)
	}
}

// clearChallenge breaks the bricks of the challenge and plays to its end.
func clearChallenge(p *testSession) {
	p.keys("space")
	g := p.s.round.game
	for g.Phase != engine.Play {
		p.wait(100 * time.Millisecond)
	}
	g.BricksLeft = 0
	for range 20 {
		p.wait(500 * time.Millisecond)
		if p.s.ID() == endedScreen {
			return
		}
	}
	p.Fatalf("the screen is %v", p.s.ID())
}

// A medal is saved, is shown on the map and at the end, and unlocks the next challenge.
func TestMedalsAreSaved(t *testing.T) {
	p := atChallenges(t)
	p.keys("enter")
	clearChallenge(p)
	p.wait(2 * time.Second)
	if s := p.s.Frame.String(); !strings.Contains(s, "G O L D") || !strings.Contains(s, "Next level: Icicles") {
		t.Errorf("the end shows\n%s", s)
	}
	key := progress.LevelKeyOf(levels.Challenges().Levels[:1])
	key.Difficulty = engine.Medium
	if f := p.s.achievements.byLevel[key]; f.Stars != starsOfMedal(spec.Gold) || f.Ticks == 0 || f.Points != 0 {
		t.Errorf("saved achievement %+v, want gold with a time", f)
	}
	p.keys("1")
	p.wantScreen(playingScreen)
	if g := p.s.round.game; g.Mode != engine.Challenges || g.Level != 1 || p.s.level != 0 {
		t.Errorf("the next game is %d of %s, want challenge 2; the campaign starts at level %d, want 1", g.Level+1,
			g.Mode, p.s.level+1)
	}
}

// With assists, or with more drops than usual, a challenge earns at most bronze.
func TestMedalsOfEasierGames(t *testing.T) {
	for option, value := range map[int]string{settings.Assist: "aim", settings.Drops: "100"} {
		p := newSession(t, func(set *Setup) {
			set.Choices.Values[settings.Mode][settings.ByFlag] = engine.Challenges.String()
			set.Choices.Values[option][settings.ByFlag] = value
		})
		p.keys("enter")
		p.wantScreen(playingScreen)
		clearChallenge(p)
		key := progress.LevelKeyOf(levels.Challenges().Levels[:1])
		key.Difficulty = engine.Medium
		if f := p.s.achievements.byLevel[key]; f.Stars != starsOfMedal(spec.Bronze) {
			t.Errorf("%s: saved achievement %+v, want bronze", value, f)
		}
		if m := p.s.round.medal(); m != spec.Bronze {
			t.Errorf("%s: medal %v, want bronze", value, m)
		}
	}
}

// The levels of a shuffled game depend on its seed. All shuffled games share one high score table.
func TestShuffledGames(t *testing.T) {
	calls := 0 // of Setup.Shuffle
	p := newSession(t, func(set *Setup) {
		set.Choices.Values[settings.Mode][settings.ByFlag] = engine.Shuffle.String()
		set.Shuffle = func(seed uint64) levels.Pack {
			calls++
			return levels.Shuffle(seed, []levels.Set{levels.ShippedSet()})
		}
	})
	var tables [2]progress.Table
	for i := range tables {
		p.keys("enter")
		p.wantScreen(playingScreen)
		r := &p.s.round
		if want := levels.Shuffle(r.config.Seed, []levels.Set{levels.ShippedSet()}); calls == 0 ||
			spec.Digest(r.config.Levels) != spec.Digest(want.Levels) {
			t.Errorf("seed %d: the levels differ from levels.Shuffle", r.config.Seed)
		}
		if len(r.recording.Files) != levels.NumShuffled {
			t.Errorf("the recording has %d files, want %d", len(r.recording.Files), levels.NumShuffled)
		}
		tables[i] = r.tableNow()
		p.keys("q q")
		p.wantScreen(TitleScreen)
	}
	if !tables[0].Same(tables[1]) || !tables[0].Same(p.s.nextTable()) {
		t.Errorf("the tables of two games are %+v and %+v, want equal ones", tables[0], tables[1])
	}
}

// A classic game starts with the first level, whatever level is chosen, and has its own high score table.
func TestClassicGamesStartWithTheFirstLevel(t *testing.T) {
	p := newSession(t, func(set *Setup) {
		set.FirstLevel = 7
		set.Choices.Values[settings.Mode][settings.ByFlag] = engine.Classic.String()
	})
	p.keys("enter")
	p.wantScreen(playingScreen)
	if r := &p.s.round; r.game.Level != 0 || r.game.Lives != 1 || r.tableNow().Mode != "classic" {
		t.Errorf("the game has level %d, %d lives, table %+v; want level 1, 1 life, classic", r.game.Level+1,
			r.game.Lives, r.tableNow())
	}
}

// The player's own levels that are challenges appear on the map like other levels, because there may be more of them
// than the screen of challenges has places.
func TestMapOfAPackWithChallenges(t *testing.T) {
	p := newSession(t, threeWorlds, func(set *Setup) {
		for i := range set.Pack.Levels {
			set.Pack.Levels[i].Challenge.Twist = spec.TwistThin
		}
	})
	p.choose("World map")
	p.wantScreen(mapScreen)
	if p.wait(time.Second); !strings.Contains(p.s.Frame.String(), "W O R L D   M A P") {
		t.Errorf("the screen is not the world map:\n%s", p.s.Frame.String())
	}
	p.keys("enter")
	p.wantScreen(playingScreen)
	if g := p.s.round.game; g.Mode != engine.Campaign || g.BricksNeeded() != 1 {
		t.Errorf("Enter starts %s with %d bricks, want a campaign with 1", g.Mode, g.BricksNeeded())
	}
}

// A challenge that is taken over from a replay earns no medal.
func TestChallengeFromAReplayEarnsNoMedal(t *testing.T) {
	pack := levels.Challenges()
	config := engine.Config{Setup: engine.Setup{Mode: engine.Challenges, Seed: 3}, Levels: pack.Levels}
	g, err := engine.New(config)
	if err != nil {
		t.Fatal(err)
	}
	recording := replay.NewRecording("test", config, pack)
	playBots(g, recording, 2*engine.TicksPerSecond, bot.New(1))
	p := newSession(t, func(set *Setup) {
		set.Watch, set.Pack = &replay.Replay{Name: "challenge.ark", Recording: recording, Pack: pack}, pack
	})
	p.wait(time.Second / 2)
	p.wantScreen(replayScreen)
	p.keys("t")
	p.waitFor("game", func() bool { return p.s.ID() == playingScreen })
	clearChallenge(p)
	if len(p.s.achievements.byLevel) > 0 {
		t.Errorf("saved achievements %+v, want none", p.s.achievements.byLevel)
	}
}
