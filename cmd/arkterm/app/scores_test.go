package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
)

// A clerk stores the scores of a sitting in memory. It answers immediately.
type clerk struct {
	*sitting
	scores memoryStore
	added  []progress.Score
}

// withScores adds a score store to a sitting.
func withScores(p *sitting) *clerk {
	return &clerk{sitting: p}
}

// answer answers all requests.
func (c *clerk) answer() {
	for _, a := range requests[ScoreRequest](c.sitting) {
		if add, ok := a.Request.(progress.Add); ok {
			c.added = append(c.added, add.Score)
		}
		c.event(func() { c.s.ReceiveResult(c.now, c.do(a.Request)) })
	}
}

// do executes a request.
func (c *clerk) do(q progress.Request) progress.Result {
	c.Helper()
	return progress.Do(&c.scores, "", q)
}

// lose plays until the game is lost.
func (c *clerk) lose() {
	c.Helper()
	for c.s.ID() == playingScreen && c.now < time.Hour {
		c.wait(300 * time.Millisecond)
		c.key("space")
	}
	c.on(endedScreen)
}

// picture returns the current screen.
func (c *clerk) picture() string {
	c.wait(time.Second)
	return c.s.Frame.String()
}

func (c *clerk) shows(words ...string) {
	c.Helper()
	picture := c.picture()
	for _, w := range words {
		if !strings.Contains(picture, w) {
			c.Errorf("no %q in\n%s", w, picture)
		}
	}
}

// scored starts with a game that the bot has lost with points. There is no dialog yet.
func scored(t *testing.T, change ...func(*Setup)) *clerk {
	t.Helper()
	c := withScores(sit(t, change...))
	c.keys("enter")
	c.s.round.tally.Bricks = 1
	c.lose()
	c.points(func(before int) int { return before + 1000 }) // a player who only serves may score 0
	return c
}

// points changes the points of the games that are added.
func (c *clerk) points(change func(before int) int) {
	c.hear()
	for i, r := range c.asked {
		if ask, ok := r.(ScoreRequest); ok {
			if add, ok := ask.Request.(progress.Add); ok {
				add.Score.Score = change(add.Score.Score)
				c.asked[i] = ScoreRequest{add}
			}
		}
	}
}

// named starts with a lost game with points and its dialog for a name.
func named(t *testing.T, change ...func(*Setup)) *clerk {
	t.Helper()
	c := scored(t, change...)
	c.answer()
	c.wait(time.Second)
	c.click("Enter your name")
	c.on(nameScreen)
	return c
}

func TestNameIsAskedForAfterTheGame(t *testing.T) {
	c := scored(t)
	c.answer()
	c.shows("G A M E   O V E R", "Place      1 of 1 · personal best")
	c.keys("1")
	c.on(nameScreen)
	c.key("x")
	if n := len(c.s.scores.entry.Text); n != 0 {
		t.Error("the dialog takes a key that was meant for the game")
	}
	c.shows("Place       1 of 1 · personal best", "Name        _", "[✓]")
	c.keys("A d a enter")
	c.on(playingScreen) // after the dialog for the name
	c.answer()
	if name := c.s.scores.placed.Name; name == nil || *name != "Ada" {
		t.Errorf("the name is %v", name)
	}
	c.lose()
	c.points(func(int) int { return 1 })
	c.answer()
	c.shows("Place      2 of 2", "Enter your name", "High scores")
	if got := *c.s.scores.placed.Name; got != "Ada" || c.s.scores.placed.Best {
		t.Errorf("the second game belongs to %q, best %v", got, c.s.scores.placed.Best)
	}
	c.click("High scores")
	c.on(scoresScreen)
	c.answer()
	c.shows("Starting at level 1 · 0% drops · Honeycomb", "▸ 2  Ada", "1* Ada")
	c.keys("enter")
	c.on(endedScreen)
	c.keys("1")
	c.on(playingScreen) // the name is known now
}

// Leaving the end of a game opens the dialog for the name first, in every way of leaving, and continues without a name
// too.
func TestLeavingTheEndAsksForTheName(t *testing.T) {
	for label, want := range map[string]ui.ID{"Retry": playingScreen, "easy": playingScreen, "Main menu": TitleScreen} {
		for _, way := range []string{"esc", "enter"} {
			c := scored(t)
			c.answer()
			c.wait(time.Second)
			c.click(label)
			c.on(nameScreen)
			c.wait(time.Second)
			c.keys(way)
			if c.on(want); c.s.round.game.Difficulty == engine.Easy != (label == "easy") {
				t.Errorf("%s, %s: at difficulty %d", label, way, c.s.round.game.Difficulty)
			}
		}
	}
}

// A player who keeps pressing fire neither enters a name nor starts a game.
func TestFireThatWasMeantForTheGame(t *testing.T) {
	c := scored(t)
	c.answer()
	for range 30 {
		c.wait(200 * time.Millisecond)
		c.key("space")
	}
	c.on(endedScreen)
	c.wait(500 * time.Millisecond)
	c.key("space")
	c.on(nameScreen)
	for range 20 {
		c.wait(200 * time.Millisecond)
		c.key("space")
	}
	c.on(nameScreen)
	if c.s.scores.placed.Name != nil {
		t.Error("fire has entered a name")
	}
}

// A name can be pasted. Characters that names cannot contain are removed. If the rest is too long, the dialog shows the
// limit. On other screens a paste has no effect.
func TestNameIsPasted(t *testing.T) {
	c := named(t)
	c.event(func() { c.s.Paste(c.now, "\u202eAda日 of Lovelace") })
	c.shows("Name        Ada日 of Lov", "12 of 12 columns, no room for more")
	c.keys("enter")
	if got := *c.s.scores.placed.Name; got != "Ada日 of Lov" {
		t.Errorf("the name is %q", got)
	}
	c.on(endedScreen)
	c.event(func() { c.s.Paste(c.now, "r 1 q") })
	c.on(endedScreen)
}

// Space serves the ball, so players press it repeatedly. It must not enter an empty name.
func TestEmptyNameIsRefused(t *testing.T) {
	for _, end := range []string{"enter", "esc"} {
		c := named(t)
		for range 20 {
			c.wait(2 * time.Second)
			c.key("space")
		}
		c.on(nameScreen)
		c.shows("Skip")
		c.keys(end)
		c.on(endedScreen)
		if c.s.scores.placed.Name != nil {
			t.Errorf("%s: the name is %q", end, *c.s.scores.placed.Name)
		}
	}
	c := scored(t)
	empty := ""
	c.answer()
	c.s.scores.placed.Name = &empty // saved by an earlier version
	c.wait(time.Second)
	c.click("Retry")
	c.on(nameScreen)
}

func TestNameIsEnteredWithThreeKeys(t *testing.T) {
	c := named(t)
	c.keys("right space right right space left left left space")
	if c.s.ID() != endedScreen { // A, C, and the wheel is back at the end
		t.Fatalf("screen %v, name %q", c.s.ID(), c.s.scores.entry.Text)
	}
	c.answer()
	if got := *c.s.scores.placed.Name; got != "AC" {
		t.Errorf("the name is %q, want AC", got)
	}
}

func TestNameIsEnteredByMouse(t *testing.T) {
	c := named(t)
	c.click("→")
	c.click("→")
	c.click("Add B")
	c.click("←")
	c.click("←")
	c.click("Done")
	c.on(endedScreen)
	c.answer()
	if got := *c.s.scores.placed.Name; got != "B" {
		t.Errorf("the name is %q, want B", got)
	}
}

func TestEscKeepsTheName(t *testing.T) {
	c := named(t)
	c.keys("a b esc")
	c.on(endedScreen)
	if c.s.scores.placed.Name != nil || len(requests[ScoreRequest](c.sitting)) != 0 {
		t.Error("the name was taken")
	}
}

func TestEveryLetterCanBeTyped(t *testing.T) {
	c := named(t)
	for _, r := range "adhlpqrws?" { // shortcuts in menus
		c.key(string(r))
	}
	c.key("space")
	c.key("k")
	if got := c.s.scores.entry.Text; got != "adhlpqrws? k" {
		t.Errorf("the name is %q", got)
	}
	c.event(func() { c.s.Key(c.now, input.Keystroke{Key: tcell.KeyBackspace}) })
	if got := c.s.scores.entry.Text; got != "adhlpqrws? " {
		t.Errorf("the name is %q", got)
	}
}

func TestFailedScoreShowsANotice(t *testing.T) {
	c := scored(t)
	c.event(func() {
		for _, r := range requests[ScoreRequest](c.sitting) {
			if add, ok := r.Request.(progress.Add); ok {
				c.s.ReceiveResult(c.now, progress.Failed{Request: add, Err: errors.New("disk is full")})
			}
		}
	})
	c.on(endedScreen)
	c.shows("Place      not saved")
	if want := "scores not saved: disk is full"; c.s.set.Notice != want {
		t.Errorf("notice %q, want %q", c.s.set.Notice, want)
	}
}

func TestGamesOfTheBotAreNotScored(t *testing.T) {
	p := sit(t, oneBrick, withBot)
	p.waitFor("end", func() bool { return p.s.ID() == endedScreen })
	if len(requests[ScoreRequest](p)) != 0 {
		t.Error("the bot's game is scored")
	}
	p = sit(t) // the title's
	p.wait(3 * time.Minute)
	if len(p.added()) != 0 {
		t.Error("the title's game is scored")
	}
}

// added returns the scores that were added since the last call.
func (p *sitting) added() (all []progress.Score) {
	for _, a := range requests[ScoreRequest](p) {
		if add, ok := a.Request.(progress.Add); ok {
			all = append(all, add.Score)
		}
	}
	return all
}

func TestLeftGamesAreScored(t *testing.T) {
	for _, way := range []string{"q q down enter", "r r"} {
		p := sit(t)
		p.keys("enter space")
		p.wait(3 * time.Second)
		p.keys(way)
		asked := p.added()
		if len(asked) != 1 || asked[0].Outcome != progress.OutcomeLeft || asked[0].Ticks < 700 {
			t.Errorf("%s: %+v", way, asked)
		}
	}
	p := sit(t)
	p.keys("enter space")
	p.wait(3 * time.Second)
	p.keys("q q")
	if asked := p.added(); len(asked) != 0 {
		t.Errorf("added before another game replaces it: %+v", asked)
	}
	p = sit(t)
	p.keys("enter r r")
	if asked := p.added(); len(asked) != 0 {
		t.Errorf("a game without a serve is added: %+v", asked)
	}
}

func TestAssistedGamesHaveTheirOwnTable(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	p.wait(3 * time.Second)
	p.s.markAssisted()
	p.keys("r r")
	if asked := p.added(); len(asked) != 1 || !asked[0].Assisted {
		t.Errorf("%+v", asked)
	}
}

// pastGame returns a game of an earlier day.
func pastGame(points int) progress.Score {
	return progress.Score{
		Ended: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Outcome: progress.OutcomeOver, Score: points,
		Last: 2, Ticks: 2400, Combo: 5, Seed: 1<<64 - 1, Counts: progress.Counts{Walls: 1, Lost: 3},
	}
}

// fill adds games of three levels to the store.
func (c *clerk) fill() {
	c.Helper()
	for i := range 36 {
		g := pastGame(1234567 - 100*i)
		config := c.s.round.config
		config.First, config.Drops = i%3, c.s.tableAhead().Drops
		g.Table = progress.TableOf(c.s.set.Pack, &config, i%3 == 2)
		g.Cleared, g.Last = i%9, 12
		for bin := range g.LostAt {
			g.LostAt[bin] = (bin - 7) * (bin - 7)
		}
		placed, ok := c.do(progress.Add{Score: g}).(progress.Placed)
		if !ok {
			c.Fatal("a score is not kept")
		}
		name := fmt.Sprintf("Ada Lovel %c", 'A'+i%26)
		if _, ok := c.do(progress.Rename{ID: placed.Placed.ID, Name: name}).(progress.Placed); !ok {
			c.Fatal("a name is not kept")
		}
	}
}

func TestPagesOfTheScores(t *testing.T) {
	for _, size := range [][2]int{{render.MinW, render.MinH}, {41, 17}, {80, 24}, {120, 40}, {200, 18}} {
		c := withScores(sit(t, func(set *Setup) { set.Choices.Set[settings.Drops][settings.ByFlag] = "" }))
		c.fill()
		c.resize(size[0], size[1])
		c.choose("High scores")
		c.on(scoresScreen)
		c.answer()
		points := "1,234,567"
		if size[0] < 80 {
			points = "1234567" // commas do not fit
		}
		c.shows(points, "Starting at level 1 · Honeycomb", " 1", "Ada Lovel A", "10", "01-02", "←", "Back", "→")
		c.keys("right")
		c.shows("Starting at level 2")
		c.keys("right")
		c.shows("Starting at level 3", "assisted")
		c.keys("right")
		c.shows("Games              36, 0 won", "Balls lost", "█", "left            ")
		c.keys("right")
		c.shows("Starting at level 1")
		c.keys("left")
		c.shows("Games              36")
		c.click("→")
		c.shows("Starting at level 1")
		c.keys("q") // the mouse is over the button that turns pages, so Enter would press it
		c.on(TitleScreen)
	}
}

func TestEmptyTableIsShown(t *testing.T) {
	c := withScores(sit(t))
	c.moveTo("Level")
	c.keys("right right")
	c.choose("High scores")
	c.on(scoresScreen)
	c.answer()
	c.shows("Starting at level 3", "no scores yet")
	if !slices.Contains(c.s.Menu.Buttons, "Back") {
		t.Error("no button returns")
	}
}

func TestASCIIScoresAreASCII(t *testing.T) {
	c := scored(t, func(set *Setup) { set.Render.Glyphs = cell.ASCII })
	c.fill()
	c.points(func(int) int { return 99999999 })
	c.answer()
	c.wait(time.Second)
	pictures := []string{}
	pictures = append(pictures, c.picture())
	c.click("Enter your name")
	c.on(nameScreen)
	pictures = append(pictures, c.picture())
	c.keys("esc")
	c.click("High scores")
	c.on(scoresScreen)
	c.answer()
	for range 4 {
		pictures = append(pictures, c.picture())
		c.keys("right")
	}
	for _, picture := range pictures {
		for _, r := range picture {
			if r > '~' {
				t.Errorf("%q in\n%s", r, picture)
				break
			}
		}
	}
}

// A game that is left for the title and continued counts as one game.
func TestContinuedGameIsScoredOnce(t *testing.T) {
	c := withScores(sit(t))
	c.keys("enter space")
	c.wait(3 * time.Second)
	c.keys("q q")
	c.on(TitleScreen)
	c.click("Continue")
	c.waitFor("game", func() bool { return c.s.ID() == playingScreen })
	ticks := c.s.round.game.Tick
	c.lose()
	c.answer()
	if len(c.added) != 1 || c.added[0].Outcome != progress.OutcomeOver || c.added[0].Ticks <= ticks {
		t.Fatalf("added %+v", c.added)
	}
	if got := c.added[0].Lost; got != engine.StartLives {
		t.Errorf("%d balls lost in the statistics, want %d, including those before the game was left", got,
			engine.StartLives)
	}
}

func TestUnreadableScoresShowANotice(t *testing.T) {
	c := withScores(sit(t))
	c.choose("High scores")
	c.on(scoresScreen)
	newer := errors.New("/state/scores.jsonl: made by a newer arkterm (version 99, this one knows 1)")
	c.event(func() { c.s.ReceiveResult(c.now, progress.Failed{Request: progress.ReadTables{}, Err: newer}) })
	c.shows("The scores cannot be read:", "made by a newer arkterm (version 99, this one knows 1)")
	c.keys("left enter")
	c.on(TitleScreen)
	if !strings.Contains(c.s.set.Notice, "scores not read") {
		t.Errorf("notice %q", c.s.set.Notice)
	}
}

// The game shows the best score of the table and the best of the level.
func TestGameShowsTheBestScore(t *testing.T) {
	c := withScores(sit(t))
	table := c.s.tableAhead()
	for _, points := range []int{12_340, 900} {
		g := pastGame(points)
		g.Table = table
		if _, ok := c.do(progress.Add{Score: g}).(progress.Placed); !ok {
			c.Fatal("a score is not kept")
		}
	}
	key := progress.LevelKeyOf(c.s.set.Pack.Levels[:1])
	key.Difficulty = engine.Medium
	c.do(progress.SaveAchievement{Achievement: progress.Achievement{
		LevelKey: key, Ticks: 52 * engine.TicksPerSecond,
		Points: 9_300,
	}})
	c.keys("enter")
	c.answer()
	c.shows("BEST    12,340", "best 0:52")
	c.keys("p")
	c.shows("0: 12,340 below your best", "Your best  0:52, 9,300 points")

	c.s.SetOption(settings.Difficulty, "easy") // another table
	c.keys("p")
	c.wait(3 * time.Second)
	if s := c.picture(); strings.Contains(s, "12,340") {
		c.Errorf("still shown in a game that counts for another table:\n%s", s)
	}
}

func TestPlayersHaveTheirOwnBest(t *testing.T) {
	c := withScores(sit(t))
	g := pastGame(12_340)
	g.Table = c.s.tableAhead()
	placed := c.do(progress.Add{Score: g}).(progress.Placed)
	c.do(progress.Rename{ID: placed.Placed.ID, Name: "Ada"})
	for player, want := range map[string]int{"": 12_340, "bert": 0} {
		answer := progress.Do(&c.scores, player, progress.ReadBest{Table: g.Table})
		if best, ok := answer.(progress.BestRead); !ok || best.Score != want {
			t.Errorf("the best of %q: %+v, want %d", player, answer, want)
		}
	}
}
