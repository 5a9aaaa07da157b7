package app

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/levels"
)

// onDay sets the current day and the day of the player's previous try; tried is 0 if there is none.
func onDay(day, tried engine.Day) func(*Setup) {
	return func(set *Setup) {
		set.Today = func() engine.Day { return day }
		if tried != 0 {
			set.Diary.Add(progress.DailyResult{Day: tried, Score: 12_340, PartsDone: 3})
		}
		set.Choices.Values[settings.Mode][settings.ByFlag] = "daily"
	}
}

const monday, tuesday = engine.Day(20261123), engine.Day(20261124)

// tries returns the number of tries in the diary that was saved last, or −1 if none was saved.
func (p *testSession) tries() int {
	written := requests[WriteDiary](p)
	if len(written) == 0 {
		return -1
	}
	return strings.Count(string(written[len(written)-1].Text), "\n")
}

// A card appears before the daily game. It shows the day, its leaderboard and the previous try.
func TestDailyCard(t *testing.T) {
	p := newSession(t, onDay(tuesday, monday))
	p.keys("enter")
	p.wantScreen(dailyScreen)
	text := p.s.Draw(p.now).String()
	for _, want := range []string{
		"Tuesday, 24 November 2026", levels.Daily(tuesday).Levels[0].Name, "one try",
		"12,340", "1 day",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the card does not show %q:\n%s", want, text)
		}
	}
	p.keys("esc")
	p.wantScreen(TitleScreen)
	if p.tries() != -1 {
		t.Error("opening the card counts as a try")
	}
}

// The one try of a day counts from the first serve. A player who leaves before it keeps the try.
func TestOnlyOneTryPerDayCounts(t *testing.T) {
	p := newSession(t, onDay(tuesday, monday))
	p.keys("enter enter")
	p.wantScreen(playingScreen)
	if p.s.round.config.Day != tuesday || p.s.round.config.Seed != tuesday.Seed() || !p.s.round.savesScore ||
		p.s.round.recording.Assisted {
		t.Errorf("first game of the day: day %s, seed %d, scored %v", p.s.round.config.Day, p.s.round.config.Seed,
			p.s.round.savesScore)
	}
	p.wait(time.Second)
	p.keys("q q")
	p.wantScreen(TitleScreen)
	if p.tries() != -1 {
		t.Error("the try is saved before a serve")
	}

	p.keys("enter enter")
	p.wait(time.Second)
	if !p.s.round.savesScore {
		t.Fatal("after a game without a serve, the next game does not count")
	}
	p.keys("space")
	p.wait(time.Second / 10)
	if n := p.tries(); n != 2 {
		t.Errorf("after the serve the diary has %d tries, want 2", n)
	}
	p.keys("left r r")
	p.wantScreen(playingScreen)
	p.tries() // discards the request of the previous game
	p.keys("space")
	p.wait(time.Second / 10)
	if p.s.round.savesScore || !p.s.round.recording.Assisted || p.tries() != -1 {
		t.Error("the second game of the day counts too")
	}
	if !p.s.round.practising() {
		t.Error("the second game of the day is not practice")
	}
	if p.s.round.game.UsedAssists = 1; p.s.round.practising() {
		t.Error("a game with an assist is practice")
	}
}

// A try that has ended is saved with its score. It can be shared as a text and as a command that plays the same game.
func TestTryIsShared(t *testing.T) {
	p := newSession(t, onDay(tuesday, monday))
	if text := p.s.Farewell(); text != "" {
		t.Errorf("Farewell() = %q before the first try, want none", text)
	}
	p.keys("enter enter")
	p.wait(time.Second)
	for range 200 {
		if p.s.ID() == endedScreen {
			break
		}
		p.keys("space")
		p.wait(2 * time.Second) // without moving the paddle
	}
	p.wantScreen(endedScreen)
	try, _ := p.s.set.Diary.ResultOn(tuesday)
	if try.Score != p.s.round.game.Score {
		t.Errorf("the saved try has %d points, want %d", try.Score, p.s.round.game.Score)
	}
	lines := strings.Split(p.s.Farewell(), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "arkterm daily 24 Nov ⬢") &&
		!strings.HasPrefix(lines[0], "arkterm daily 24 Nov ⬡") || !strings.Contains(lines[0], "2 days in a row") {
		t.Fatalf("Farewell() = %q, want the result and a command", lines)
	}
	share, err := replay.ParseCode(strings.TrimPrefix(lines[1], "arkterm play --code "))
	if err != nil || share.Day != tuesday || share.Score != try.Score || !share.HasGame {
		t.Errorf("the code contains %+v (error %v), want day %v and score %d", share, err, tuesday, try.Score)
	}
}

func TestPastDayIsPractice(t *testing.T) {
	p := newSession(t, onDay(20261124, 0), func(set *Setup) { set.Day = 20261122 })
	p.keys("enter enter")
	if p.s.round.config.Day != 20261122 || p.s.round.savesScore || p.tries() != -1 {
		t.Errorf("the game is of day %s, scored %v; want a past day, unscored",
			p.s.round.config.Day, p.s.round.savesScore)
	}
	if lines := strings.Join(p.s.endLines(), "\n"); !strings.Contains(lines, "2026-11-22") ||
		!strings.Contains(lines, "Practice") {
		t.Errorf("the card shows\n%s", lines)
	}
}

// The title and the end of a game show the weekly goal, if the store counts it and the week has not ended.
func TestWeeklyGoal(t *testing.T) {
	day := tuesday
	c := withScores(newSession(t, func(set *Setup) { set.Today = func() engine.Day { return day } }))
	week := progress.WeekOf(tuesday)
	asked := func() (n int) {
		for _, r := range requests[ScoreRequest](c.testSession) {
			if r.Request == (progress.ReadWeek{Week: week}) {
				n++
			}
		}
		return n
	}
	if n := asked(); n != 1 {
		t.Errorf("the title requests the weekly goal %d times, want once", n)
	}
	border := func() string { return regexp.MustCompile("╭─+╮").FindString(c.picture()) }
	before := border()
	c.shows("This week: " + week.Goal() + "  ")
	c.s.ReceiveResult(c.now, progress.WeekRead{})
	if strings.Contains(c.picture(), "This week") {
		t.Error("the weekly goal is shown although the store does not count it")
	}
	c.s.ReceiveResult(c.now, progress.WeekRead{Week: week, Done: 2, Known: true})
	c.shows("This week: "+week.Text(2), "2 so far")
	if after := border(); after != before || before == "" {
		t.Errorf("border of the title %q, want %q as before the results were read", after, before)
	}
	day = 20261130
	c.s.Rebuild()
	if strings.Contains(c.picture(), "This week") {
		t.Error("the goal of the previous week is shown")
	}

	day = tuesday
	c.keys("enter")
	c.s.round.counts.BricksBroken = 1
	c.lose()
	if n := asked(); n != 1 {
		t.Errorf("the end of a game requests the weekly goal %d times, want once", n)
	}
	c.shows("This week", week.Text(2))
}
