package app

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/text"
)

// clearLastLevel starts a game of p's pack and ends it as if the last level had been cleared.
func (p *testSession) clearLastLevel() {
	p.Helper()
	p.walk("Play")
	p.s.round.game.Level = len(p.s.round.pack.Levels) - 1
	end := p.s.round.game
	end.Phase = engine.Won
	p.s.endRound(p.now)
	p.wantScreen(endingScreen)
	p.wait(time.Second)
}

// The ending shows the player's totals and starts the next games. The results follow it.
func TestEnding(t *testing.T) {
	var all []progress.Achievement
	for i, stars := range []engine.Stars{engine.AllStars, engine.StarCleared, engine.AllStars} {
		var set Setup
		threeWorlds(&set)
		key := progress.LevelKeyOf(set.Pack.Levels[i : i+1])
		key.Difficulty = engine.Medium
		all = append(all, progress.Achievement{LevelKey: key, Stars: stars, Ticks: 10 * engine.TicksPerSecond})
	}
	begin := func() *testSession {
		p := newSession(t, threeWorlds)
		p.s.ReceiveResult(p.now, progress.AchievementsRead{All: all})
		p.clearLastLevel()
		return p
	}

	p := begin()
	p.s.ReceiveResult(p.now, progress.TablesRead{Stats: progress.Statistics{Ticks: 65 * engine.TicksPerSecond}})
	words := p.s.Words()
	if got := words.Title + "\n" + strings.Join(words.Lines, "\n"); !strings.Contains(got, "CAMPAIGN COMPLETE") ||
		!strings.Contains(got, "on medium") || !strings.Contains(got, "9 of 24") || !strings.Contains(got, "3 of 6") ||
		!strings.Contains(got, "0:30") || !strings.Contains(got, "1:05") {
		t.Errorf("the ending shows\n%s", got)
	}
	for _, size := range [][2]int{{80, 24}, {60, 20}, {40, 16}} {
		p.s.Resize(size[0], size[1], p.now)
		p.wait(time.Second)
		if s := p.s.Frame.String(); !strings.Contains(s, "9 of 24") || !strings.Contains(s, "Results") {
			t.Errorf("at %v:\n%s", size, s)
		}
	}
	p.choose("Results")
	p.wantScreen(endedScreen)

	p = begin()
	p.choose("Missing star: level 2 B")
	p.wantScreen(playingScreen)
	if g := p.s.round.game; g.Level != 1 || g.Difficulty != engine.Medium {
		t.Errorf("the button starts level %d on %s", g.Level+1, g.Difficulty)
	}
	p = begin()
	p.choose("Campaign on hard")
	p.wantScreen(playingScreen)
	if g := p.s.round.game; g.Level != 0 || g.Difficulty != engine.Hard {
		t.Errorf("the button starts level %d on %s", g.Level+1, g.Difficulty)
	}
	p = begin()
	p.choose("Challenges: 0 of")
	p.wantScreen(challengesScreen)
}

// A pack with a single world has no ending, and neither has a lost game.
func TestNoEnding(t *testing.T) {
	p := newSession(t, oneBrick)
	endGame(p, engine.Won)
	p.wantScreen(endedScreen)
	p = newSession(t, threeWorlds)
	endGame(p, engine.Over)
	p.wantScreen(endedScreen)
}

// The credits name the libraries that go.mod requires, except those of the arcade, of documents and of tests.
func TestCreditsNameLibraries(t *testing.T) {
	mod, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	credits := strings.ToLower(text.Ending.Credits)
	uncredited := regexp.MustCompile(`websocket|md2man|pty|proxyproto|tview|go-internal|crypto|sqlite|pgx|nats`)
	direct, _, _ := strings.Cut(string(mod), ")")
	for _, path := range regexp.MustCompile(`\t(\S+) v`).FindAllStringSubmatch(direct, -1) {
		name := regexp.MustCompile(`/v\d+$`).ReplaceAllString(path[1], "")
		if !strings.HasPrefix(name, "golang.org/x/") {
			name = name[strings.LastIndex(name, "/")+1:]
		} else {
			name = "golang.org/x"
		}
		if !uncredited.MatchString(path[1]) && !strings.Contains(credits, name) {
			t.Errorf("the credits do not name %s", path[1])
		}
	}
}

// The totals count only the stars that each level offers.
func TestTotals(t *testing.T) {
	p := newSession(t)
	p.s.achievements.add(progress.Achievement{
		LevelKey: progress.LevelKey{
			Board: spec.Digest(levels.Shipped().Levels[:1]), Name: levels.Shipped().Levels[0].Name,
			Difficulty: engine.Medium,
		},
		Stars: engine.AllStars, Ticks: 7,
	})
	got := p.s.totalOf(levels.Shipped(), engine.Medium, engine.LevelStars)
	if got.stars != 4 || got.maxStars < 200 || got.cleared != 1 || got.ticks != 7 || got.firstOpen != 1 {
		t.Errorf("totalOf() = %+v, want 4 stars of at least 200, 1 level cleared in 7 ticks, and level 1 open", got)
	}
}
