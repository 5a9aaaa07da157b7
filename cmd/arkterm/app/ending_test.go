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

// lastLevel ends a new game of p's pack as if its last level had been cleared.
func (p *sitting) lastLevel() {
	p.Helper()
	p.walk("Play")
	p.s.round.game.Level = len(p.s.round.pack.Levels) - 1
	end := p.s.round.game
	end.Phase = engine.Won
	p.s.endRound(p.now)
	p.on(endingScreen)
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
	begin := func() *sitting {
		p := sit(t, threeWorlds)
		p.s.ReceiveResult(p.now, progress.AchievementsRead{All: all})
		p.lastLevel()
		return p
	}

	p := begin()
	p.s.ReceiveResult(p.now, progress.TablesRead{Stats: progress.Statistics{Ticks: 65 * engine.TicksPerSecond}})
	words := p.s.Words()
	if got := words.Title + "\n" + strings.Join(words.Lines, "\n"); !strings.Contains(got, "CAMPAIGN COMPLETE") ||
		!strings.Contains(got, "on medium") || !strings.Contains(got, "9 of 24") || !strings.Contains(got, "3 of 6") ||
		!strings.Contains(got, "0:30") || !strings.Contains(got, "1:05") {
		t.Errorf("the ending is\n%s", got)
	}
	for _, size := range [][2]int{{80, 24}, {60, 20}, {40, 16}} {
		p.s.Resize(size[0], size[1], p.now)
		p.wait(time.Second)
		if s := p.s.Frame.String(); !strings.Contains(s, "9 of 24") || !strings.Contains(s, "Results") {
			t.Errorf("at %v:\n%s", size, s)
		}
	}
	p.choose("Results")
	p.on(endedScreen)

	p = begin()
	p.choose("Missing star: level 2 B")
	p.on(playingScreen)
	if g := p.s.round.game; g.Level != 1 || g.Difficulty != engine.Medium {
		t.Errorf("level %d on %s begins", g.Level+1, g.Difficulty)
	}
	p = begin()
	p.choose("Campaign on hard")
	p.on(playingScreen)
	if g := p.s.round.game; g.Level != 0 || g.Difficulty != engine.Hard {
		t.Errorf("level %d on %s begins", g.Level+1, g.Difficulty)
	}
	p = begin()
	p.choose("Challenges: 0 of")
	p.on(challengesScreen)
}

// A set of levels in a single world, and the other modes, have no ending.
func TestNoEnding(t *testing.T) {
	p := sit(t, oneBrick)
	end(p, engine.Won)
	p.on(endedScreen)
	p = sit(t, threeWorlds)
	end(p, engine.Over)
	p.on(endedScreen)
}

// The credits name the libraries that go.mod requires, except those of the arcade, of documents and of tests.
func TestCreditsNameLibraries(t *testing.T) {
	mod, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	credits := strings.ToLower(text.English.Ending.Credits)
	others := regexp.MustCompile(`websocket|md2man|pty|proxyproto|tview|go-internal|crypto|sqlite`)
	direct, _, _ := strings.Cut(string(mod), ")")
	for _, path := range regexp.MustCompile(`\t(\S+) v`).FindAllStringSubmatch(direct, -1) {
		name := regexp.MustCompile(`/v\d+$`).ReplaceAllString(path[1], "")
		if !strings.HasPrefix(name, "golang.org/x/") {
			name = name[strings.LastIndex(name, "/")+1:]
		} else {
			name = "golang.org/x"
		}
		if !others.MatchString(path[1]) && !strings.Contains(credits, name) {
			t.Errorf("the credits do not name %s", path[1])
		}
	}
}

// The totals count the stars that a level has.
func TestTotals(t *testing.T) {
	p := sit(t)
	p.s.achievements.add(progress.Achievement{
		LevelKey: progress.LevelKey{
			Board: spec.Digest(levels.Shipped().Levels[:1]), Name: levels.Shipped().Levels[0].Name,
			Difficulty: engine.Medium,
		},
		Stars: engine.AllStars, Ticks: 7,
	})
	got := p.s.totalOf(levels.Shipped(), engine.Medium, engine.LevelStars)
	if got.stars != 4 || got.maxStars < 200 || got.cleared != 1 || got.ticks != 7 || got.open != 1 {
		t.Errorf("%+v", got)
	}
}
