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

// A scoringSession is a test session with a score store in memory, which answers requests immediately.
type scoringSession struct {
	*testSession
	scores memoryStore
	added  []progress.Score // scores that the session has added
}

// withScores adds a score store to a test session.
func withScores(p *testSession) *scoringSession {
	return &scoringSession{testSession: p}
}

// answer executes all requests for scores and passes the results to the session.
func (c *scoringSession) answer() {
	for _, a := range requests[ScoreRequest](c.testSession) {
		if add, ok := a.Request.(progress.Add); ok {
			c.added = append(c.added, add.Score)
		}
		c.event(func() { c.s.ReceiveResult(c.now, c.do(a.Request)) })
	}
}

// do executes a request.
func (c *scoringSession) do(q progress.Request) progress.Result {
	c.Helper()
	return progress.Do(&c.scores, "", q)
}

// lose plays until the game is lost.
func (c *scoringSession) lose() {
	c.Helper()
	for c.s.ID() == playingScreen && c.now < time.Hour {
		c.wait(300 * time.Millisecond)
		c.key("space")
	}
	c.wantScreen(endedScreen)
}

// picture returns the text of the current frame.
func (c *scoringSession) picture() string {
	c.wait(time.Second)
	return c.s.Frame.String()
}

// shows fails unless the picture contains all of the words.
func (c *scoringSession) shows(words ...string) {
	c.Helper()
	picture := c.picture()
	for _, w := range words {
		if !strings.Contains(picture, w) {
			c.Errorf("no %q in\n%s", w, picture)
		}
	}
}

// lostGame returns a session whose game was lost with points. The request to save the score has not been answered.
func lostGame(t *testing.T, change ...func(*Setup)) *scoringSession {
	t.Helper()
	c := withScores(newSession(t, change...))
	c.keys("enter")
	c.s.round.counts.BricksBroken = 1
	c.lose()
	c.changePoints(func(before int) int { return before + 1000 }) // a game without moving the paddle may score 0
	return c
}

// changePoints changes the points in the pending requests to add scores.
func (c *scoringSession) changePoints(change func(before int) int) {
	c.takeRequests()
	for i, r := range c.pending {
		if request, ok := r.(ScoreRequest); ok {
			if add, ok := request.Request.(progress.Add); ok {
				add.Score.Score = change(add.Score.Score)
				c.pending[i] = ScoreRequest{add}
			}
		}
	}
}

// atNameDialog returns a session with a lost game, on the dialog for the name.
func atNameDialog(t *testing.T, change ...func(*Setup)) *scoringSession {
	t.Helper()
	c := lostGame(t, change...)
	c.answer()
	c.wait(time.Second)
	c.click("Enter your name")
	c.wantScreen(nameScreen)
	return c
}

func TestNameIsAskedForAfterTheGame(t *testing.T) {
	c := lostGame(t)
	c.answer()
	c.shows("G A M E   O V E R", "Place      1 of 1 · personal best")
	c.keys("1")
	c.wantScreen(nameScreen)
	c.key("x")
	if n := len(c.s.scores.entry.Text); n != 0 {
		t.Error("the dialog handles a key that was meant for the game")
	}
	c.shows("Place       1 of 1 · personal best", "Name        _", "[✓]")
	c.keys("A d a enter")
	c.wantScreen(playingScreen) // after the dialog for the name
	c.answer()
	if name := c.s.scores.placed.Name; name == nil || *name != "Ada" {
		t.Errorf("the name is %v, want Ada", name)
	}
	c.lose()
	c.changePoints(func(int) int { return 1 })
	c.answer()
	c.shows("Place      2 of 2", "Enter your name", "High scores")
	if got := *c.s.scores.placed.Name; got != "Ada" || c.s.scores.placed.Best {
		t.Errorf("the second game belongs to %q, best %v", got, c.s.scores.placed.Best)
	}
	c.click("High scores")
	c.wantScreen(scoresScreen)
	c.answer()
	c.shows("Starting at level 1 · 0% drops · Honeycomb", "▸ 2  Ada", "1* Ada")
	c.keys("enter")
	c.wantScreen(endedScreen)
	c.keys("1")
	c.wantScreen(playingScreen) // without the dialog, because the name is known
}

// Every command that leaves the end of a game first opens the dialog for the name. The command is then
// executed, even if the player enters no name.
func TestLeavingTheEndAsksForTheName(t *testing.T) {
	for label, want := range map[string]ui.ID{"Retry": playingScreen, "easy": playingScreen, "Main menu": TitleScreen} {
		for _, key := range []string{"esc", "enter"} {
			c := lostGame(t)
			c.answer()
			c.wait(time.Second)
			c.click(label)
			c.wantScreen(nameScreen)
			c.wait(time.Second)
			c.keys(key)
			if c.wantScreen(want); c.s.round.game.Difficulty == engine.Easy != (label == "easy") {
				t.Errorf("%s, %s: the game has difficulty %d", label, key, c.s.round.game.Difficulty)
			}
		}
	}
}

// A player who keeps pressing fire neither enters a name nor starts a game.
func TestRepeatedFireIsIgnored(t *testing.T) {
	c := lostGame(t)
	c.answer()
	for range 30 {
		c.wait(200 * time.Millisecond)
		c.key("space")
	}
	c.wantScreen(endedScreen)
	c.wait(500 * time.Millisecond)
	c.key("space")
	c.wantScreen(nameScreen)
	for range 20 {
		c.wait(200 * time.Millisecond)
		c.key("space")
	}
	c.wantScreen(nameScreen)
	if c.s.scores.placed.Name != nil {
		t.Error("fire has entered a name")
	}
}

// A name can be pasted. Characters that names cannot contain are removed. If the rest is too long, the dialog shows the
// limit. On other screens a paste has no effect.
func TestNameIsPasted(t *testing.T) {
	c := atNameDialog(t)
	c.event(func() { c.s.Paste(c.now, "\u202eAda日 of Lovelace") })
	c.shows("Name        Ada日 of Lov", "12 of 12 columns, no room for more")
	c.keys("enter")
	if got := *c.s.scores.placed.Name; got != "Ada日 of Lov" {
		t.Errorf("the name is %q, want Ada日 of Lov", got)
	}
	c.wantScreen(endedScreen)
	c.event(func() { c.s.Paste(c.now, "r 1 q") })
	c.wantScreen(endedScreen)
}

// After a player has skipped the dialog for a name, the next game does not show it.
func TestNameIsAskedForOnce(t *testing.T) {
	c := lostGame(t)
	for _, want := range []ui.ID{nameScreen, playingScreen} {
		c.answer()
		c.wait(2 * time.Second)
		c.key("1")
		c.wantScreen(want)
		if want == nameScreen {
			c.wait(2 * time.Second)
			c.keys("esc")
		}
		c.wantScreen(playingScreen)
		c.s.round.counts.BricksBroken = 1
		c.lose()
		c.changePoints(func(before int) int { return before + 1000 })
	}
}

// Space serves the ball, so players press it repeatedly. It must not enter an empty name.
func TestEmptyNameIsRefused(t *testing.T) {
	for _, end := range []string{"enter", "esc"} {
		c := atNameDialog(t)
		for range 20 {
			c.wait(2 * time.Second)
			c.key("space")
		}
		c.wantScreen(nameScreen)
		c.shows("Skip")
		c.keys(end)
		c.wantScreen(endedScreen)
		if c.s.scores.placed.Name != nil {
			t.Errorf("%s: the name is %q, want none", end, *c.s.scores.placed.Name)
		}
	}
	c := lostGame(t)
	empty := ""
	c.answer()
	c.s.scores.placed.Name = &empty // saved by an earlier version
	c.wait(time.Second)
	c.click("Retry")
	c.wantScreen(nameScreen)
}

func TestNameIsEnteredWithThreeKeys(t *testing.T) {
	c := atNameDialog(t)
	c.keys("right space right right space left left left space")
	if c.s.ID() != endedScreen { // the keys enter A and C, and then turn the wheel back to its end
		t.Fatalf("screen %v, name %q", c.s.ID(), c.s.scores.entry.Text)
	}
	c.answer()
	if got := *c.s.scores.placed.Name; got != "AC" {
		t.Errorf("the name is %q, want AC", got)
	}
}

func TestNameIsEnteredByMouse(t *testing.T) {
	c := atNameDialog(t)
	c.click("→")
	c.click("→")
	c.click("Add B")
	c.click("←")
	c.click("←")
	c.click("Done")
	c.wantScreen(endedScreen)
	c.answer()
	if got := *c.s.scores.placed.Name; got != "B" {
		t.Errorf("the name is %q, want B", got)
	}
}

func TestEscKeepsTheName(t *testing.T) {
	c := atNameDialog(t)
	c.keys("a b esc")
	c.wantScreen(endedScreen)
	if c.s.scores.placed.Name != nil || len(requests[ScoreRequest](c.testSession)) != 0 {
		t.Error("Esc saves the name")
	}
}

func TestEveryLetterCanBeTyped(t *testing.T) {
	c := atNameDialog(t)
	for _, r := range "adhlpqrws?" { // shortcuts in menus
		c.key(string(r))
	}
	c.key("space")
	c.key("k")
	if got := c.s.scores.entry.Text; got != "adhlpqrws? k" {
		t.Errorf("the name is %q, want adhlpqrws? k", got)
	}
	c.event(func() { c.s.Key(c.now, input.Keystroke{Key: tcell.KeyBackspace}) })
	if got := c.s.scores.entry.Text; got != "adhlpqrws? " {
		t.Errorf("after backspace, the name is %q, want %q", got, "adhlpqrws? ")
	}
}

func TestFailedScoreShowsANotice(t *testing.T) {
	c := lostGame(t)
	c.event(func() {
		for _, r := range requests[ScoreRequest](c.testSession) {
			if add, ok := r.Request.(progress.Add); ok {
				c.s.ReceiveResult(c.now, progress.Failed{Request: add, Err: errors.New("disk is full")})
			}
		}
	})
	c.wantScreen(endedScreen)
	c.shows("Place      not saved")
	if want := "scores not saved: disk is full"; c.s.set.Notice != want {
		t.Errorf("notice %q, want %q", c.s.set.Notice, want)
	}
}

func TestGamesOfTheBotAreNotScored(t *testing.T) {
	p := newSession(t, oneBrick, withBot)
	p.waitFor("end", func() bool { return p.s.ID() == endedScreen })
	if len(requests[ScoreRequest](p)) != 0 {
		t.Error("the bot's game is scored")
	}
	p = newSession(t) // shows the title
	p.wait(3 * time.Minute)
	if len(p.added()) != 0 {
		t.Error("the title's game is scored")
	}
}

// added returns the scores that were added since the last call.
func (p *testSession) added() (all []progress.Score) {
	for _, a := range requests[ScoreRequest](p) {
		if add, ok := a.Request.(progress.Add); ok {
			all = append(all, add.Score)
		}
	}
	return all
}

func TestLeftGamesAreScored(t *testing.T) {
	for _, keys := range []string{"q q down enter", "r r"} {
		p := newSession(t)
		p.keys("enter space")
		p.wait(3 * time.Second)
		p.keys(keys)
		added := p.added()
		if len(added) != 1 || added[0].Outcome != progress.OutcomeLeft || added[0].Ticks < 700 {
			t.Errorf("%s: added scores %+v, want one that was left", keys, added)
		}
	}
	p := newSession(t)
	p.keys("enter space")
	p.wait(3 * time.Second)
	p.keys("q q")
	if added := p.added(); len(added) != 0 {
		t.Errorf("a score is added before another game replaces the game: %+v", added)
	}
	p = newSession(t)
	p.keys("enter r r")
	if added := p.added(); len(added) != 0 {
		t.Errorf("the score of a game without a serve is added: %+v", added)
	}
}

func TestAssistedGamesHaveTheirOwnTable(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	p.wait(3 * time.Second)
	p.s.markAssisted()
	p.keys("r r")
	if added := p.added(); len(added) != 1 || !added[0].Assisted {
		t.Errorf("added scores %+v, want an assisted one", added)
	}
}

// pastGame returns a game of an earlier day.
func pastGame(points int) progress.Score {
	return progress.Score{
		Ended: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Outcome: progress.OutcomeOver, Score: points,
		LastLevel: 2, Ticks: 2400, BestCombo: 5, Seed: 1<<64 - 1, Counts: progress.Counts{WallHits: 1, BallsLost: 3},
	}
}

// addGames adds 36 games of three levels to the store.
func (c *scoringSession) addGames() {
	c.Helper()
	for i := range 36 {
		g := pastGame(1234567 - 100*i)
		config := c.s.round.config
		config.First, config.Drops = i%3, c.s.nextTable().DropPercent
		g.Table = progress.TableOf(c.s.set.Pack, &config, i%3 == 2)
		g.LevelsCleared, g.LastLevel = i%9, 12
		for bin := range g.BallsLostAt {
			g.BallsLostAt[bin] = (bin - 7) * (bin - 7)
		}
		placed, ok := c.do(progress.Add{Score: g}).(progress.Placed)
		if !ok {
			c.Fatal("the store does not add a score")
		}
		name := fmt.Sprintf("Ada Lovel %c", 'A'+i%26)
		if _, ok := c.do(progress.Rename{ID: placed.Placing.ID, Name: name}).(progress.Placed); !ok {
			c.Fatal("the store does not rename a score")
		}
	}
}

func TestPagesOfTheScores(t *testing.T) {
	for _, size := range [][2]int{{render.MinW, render.MinH}, {41, 17}, {80, 24}, {120, 40}, {200, 18}} {
		c := withScores(newSession(t, func(set *Setup) { set.Choices.Values[settings.Drops][settings.ByFlag] = "" }))
		c.addGames()
		c.resize(size[0], size[1])
		c.choose("High scores")
		c.wantScreen(scoresScreen)
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
		c.keys("q") // not Enter, because the mouse has selected the button that turns pages
		c.wantScreen(TitleScreen)
	}
}

func TestEmptyTableIsShown(t *testing.T) {
	c := withScores(newSession(t))
	c.moveTo("Level")
	c.keys("right right")
	c.choose("High scores")
	c.wantScreen(scoresScreen)
	c.answer()
	c.shows("Starting at level 3", "no scores yet")
	if !slices.Contains(c.s.Menu.Buttons, "Back") {
		t.Error("the screen has no button Back")
	}
}

func TestASCIIScoresAreASCII(t *testing.T) {
	c := lostGame(t, func(set *Setup) { set.Render.Glyphs = cell.ASCII })
	c.addGames()
	c.changePoints(func(int) int { return 99999999 })
	c.answer()
	c.wait(time.Second)
	pictures := []string{}
	pictures = append(pictures, c.picture())
	c.click("Enter your name")
	c.wantScreen(nameScreen)
	pictures = append(pictures, c.picture())
	c.keys("esc")
	c.click("High scores")
	c.wantScreen(scoresScreen)
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
	c := withScores(newSession(t))
	c.keys("enter space")
	c.wait(3 * time.Second)
	c.keys("q q")
	c.wantScreen(TitleScreen)
	c.click("Continue")
	c.waitFor("game", func() bool { return c.s.ID() == playingScreen })
	ticks := c.s.round.game.Tick
	c.lose()
	c.answer()
	if len(c.added) != 1 || c.added[0].Outcome != progress.OutcomeOver || c.added[0].Ticks <= ticks {
		t.Fatalf("added %+v", c.added)
	}
	if got := c.added[0].BallsLost; got != engine.StartLives {
		t.Errorf("%d balls lost in the statistics, want %d, including those before the game was left", got,
			engine.StartLives)
	}
}

func TestUnreadableScoresShowANotice(t *testing.T) {
	c := withScores(newSession(t))
	c.choose("High scores")
	c.wantScreen(scoresScreen)
	newer := errors.New("/state/scores.jsonl: made by a newer arkterm: version 99 (want at most 1)")
	c.event(func() { c.s.ReceiveResult(c.now, progress.Failed{Request: progress.ReadTables{}, Err: newer}) })
	c.shows("The scores cannot be read:", "made by a newer arkterm: version 99 (want at most 1)")
	c.keys("left enter")
	c.wantScreen(TitleScreen)
	if !strings.Contains(c.s.set.Notice, "scores not read") {
		t.Errorf("notice %q", c.s.set.Notice)
	}
}

// The game shows the best score of the table and the best of the level.
func TestGameShowsTheBestScore(t *testing.T) {
	c := withScores(newSession(t))
	table := c.s.nextTable()
	for _, points := range []int{12_340, 900} {
		g := pastGame(points)
		g.Table = table
		if _, ok := c.do(progress.Add{Score: g}).(progress.Placed); !ok {
			c.Fatal("the store does not add a score")
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
		c.Errorf("the best score is shown in a game that counts for another table:\n%s", s)
	}
}

func TestPlayersHaveTheirOwnBest(t *testing.T) {
	c := withScores(newSession(t))
	g := pastGame(12_340)
	g.Table = c.s.nextTable()
	placed := c.do(progress.Add{Score: g}).(progress.Placed)
	c.do(progress.Rename{ID: placed.Placing.ID, Name: "Ada"})
	for player, want := range map[string]int{"": 12_340, "bert": 0} {
		answer := progress.Do(&c.scores, player, progress.ReadBest{Table: g.Table})
		if best, ok := answer.(progress.BestRead); !ok || best.Score != want {
			t.Errorf("the best score of %q is %+v, want %d", player, answer, want)
		}
	}
}

// A new game has no best score until it is read, even if the previous game had one.
func TestBestScoreIsReadForEachGame(t *testing.T) {
	c := withScores(newSession(t))
	for game := range 2 {
		c.keys("enter")
		if best := c.s.roundResults().Best.Score; best != 0 {
			t.Errorf("game %d: before the reply, the best score is %d, want 0", game, best)
		}
		c.event(func() {
			c.s.ReceiveResult(c.now, progress.BestRead{Table: c.s.round.table, Score: 500})
		})
		if best := c.s.roundResults().Best.Score; best != 500 {
			t.Errorf("game %d: after the reply, the best score is %d, want 500", game, best)
		}
		c.keys("q q")
		c.wantScreen(TitleScreen)
	}
}
