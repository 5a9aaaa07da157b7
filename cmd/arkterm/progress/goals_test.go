package progress

import (
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
)

// newRound returns a round with a new game in a mode on the shipped levels, at the level with index first.
func newRound(t *testing.T, m engine.Mode, first int) Round {
	t.Helper()
	pack := levels.PackFor(m, 20261122, levels.Shipped())
	config := engine.Config{Setup: engine.Setup{Mode: m, First: first, Seed: 1}, Levels: pack.Levels}
	if engine.Modes[m].Dated {
		config.Day = 20261122
	}
	g, err := engine.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return Round{Game: g, Pack: pack, First: first}
}

// joinGoals returns goals as one text.
func joinGoals(lines []Goal) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// wantWords fails unless the text contains all of the words.
func wantWords(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in\n%s", w, text)
		}
	}
}

func TestInPlay(t *testing.T) {
	r := newRound(t, engine.Campaign, 2)
	g := r.Game
	g.Score, g.BricksLeft = 1_200, 3
	g.Tally.Ticks, g.Tally.Par = 60*engine.TicksPerSecond, 50*engine.TicksPerSecond
	r.Best = Best{13_000, Achievement{Ticks: 52 * engine.TicksPerSecond, Points: 9_000}}
	ghost := newRound(t, engine.Campaign, 2)
	ghost.Game.BricksLeft = 8
	r.Ghost = ghost.Game
	wantWords(t, r.ModeAndLevel(), "Level 3 · "+r.Pack.Levels[2].Name)
	wantWords(t, joinGoals(r.InPlayRows()),
		"☆ Cleared    3 bricks left", "× Time       1:00 of 0:50", "☆ Balls      none lost",
		"Score      1,200: 11,800 below your best", "Your best  0:52", "Ghost      5 bricks behind")
	g.Score = 13_000
	wantWords(t, joinGoals(r.InPlayRows()), "13,000: equals your best")
	g.Score = 13_500
	wantWords(t, joinGoals(r.InPlayRows()), "13,500: new best, by 500")

	boss := newRound(t, engine.BossRush, 1)
	wantWords(t, boss.ModeAndLevel(), "Boss rush · Boss 2 of 3 · "+boss.Pack.Levels[1].Name)
}

// Every mode has rows during a game and at the end, and offers a retry.
func TestEveryModeHasGoalsAndOffers(t *testing.T) {
	for m := range engine.Modes {
		r := newRound(t, engine.Mode(m), 0)
		for _, phase := range []engine.Phase{engine.Play, engine.Over, engine.Won} {
			r.Game.Phase = phase
			if len(r.InPlayRows()) == 0 || len(r.EndRows()) == 0 || r.ModeAndLevel() == "" {
				t.Errorf("mode %s has no rows or place in phase %d", engine.Mode(m), phase)
			}
			all := r.Offers(bot.Casual.String())
			if len(all) == 0 || all[0].Label != "Retry" || all[0].Terms != r.Game.Terms() || all[0].Help != "" {
				t.Errorf("mode %s in phase %d: Offers() = %+v, want a retry first", engine.Mode(m), phase, all)
			}
			for _, o := range all[1:] {
				if o.Help == "" && o.Level == r.First {
					t.Errorf("mode %s: the offer %+v has no help", engine.Mode(m), o)
				}
			}
		}
	}
}

func TestAtEnd(t *testing.T) {
	r := newRound(t, engine.Campaign, 0)
	g := r.Game
	g.Phase, g.Score, g.BestCombo = engine.Over, engine.NextLife(0)-660, 7
	g.BricksLeft = g.BricksNeeded() / 4
	wantWords(t, joinGoals(r.EndRows()), "━━━━━━━━━━━━────", "bricks left", "Next life  in 660 points", "Best combo 7")
	g.Score = engine.NextLife(0) - 5_000
	if s := joinGoals(r.EndRows()); strings.Contains(s, "Next life") {
		t.Errorf("with 5,000 missing points, the end mentions the next life:\n%s", s)
	}
	g.Phase = engine.Won
	if s := joinGoals(r.EndRows()); strings.Contains(s, "left") {
		t.Errorf("the end of a won game shows progress:\n%s", s)
	}

	boss := newRound(t, engine.Campaign, 19)
	boss.Game.Phase = engine.Over
	wantWords(t, joinGoals(boss.EndRows()), "hits left")
}

// labels returns the labels of the offers, separated by semicolons.
func labels(r *Round, opponent string) string {
	var all []string
	for _, o := range r.Offers(opponent) {
		all = append(all, o.Label)
	}
	return strings.Join(all, "; ")
}

func TestOffers(t *testing.T) {
	r := newRound(t, engine.Campaign, 0)
	lost := func(level int, phase engine.Phase, terms engine.Terms) *Round {
		g := r.Game.Clone()
		g.Change(terms)
		g.Level, g.Phase = level, phase
		return &Round{Game: g, Pack: r.Pack}
	}
	normal := r.Game.Terms()
	kids := engine.Terms{Difficulty: engine.Kids, Assists: engine.AssistAim | engine.AssistWide, Speed: 100}
	hard := engine.Terms{Difficulty: engine.Hard, Speed: 100}
	for _, c := range []struct {
		r    *Round
		want string
	}{
		{lost(0, engine.Over, normal), "Retry; Retry on easy; Retry with aim line"},
		{
			lost(2, engine.Over, normal),
			"Retry level 3; Start at level 1; Retry level 3 on easy; Retry level 3 with aim line",
		},
		{lost(2, engine.Over, kids), "Retry level 3; Start at level 1; Retry level 3 with slow near paddle"},
		{lost(59, engine.Won, normal), "Retry; Retry on hard"},
		{lost(59, engine.Won, hard), "Retry"},
	} {
		if got := labels(c.r, ""); got != c.want {
			t.Errorf("the labels of the offers are %q, want %q", got, c.want)
		}
	}

	again := lost(0, engine.Over, hard)
	again.Defeats = manyDefeats
	if got := labels(again, ""); got != "Retry; Retry on very easy; Retry with aim line" {
		t.Errorf("after %d defeats, the labels of the offers are %q", manyDefeats, got)
	}

	easy := lost(0, engine.Over, normal).Offers("")[1]
	wantWords(t, easy.Help, "slower balls", "a wider paddle", "6 lives")
	if want := (engine.Terms{Difficulty: engine.Easy, Speed: 100}); easy.Terms != want {
		t.Errorf("the offered terms are %v, want %v", easy.Terms, want)
	}
}

func TestDailyGameOffersOnlyRetry(t *testing.T) {
	for _, m := range []engine.Mode{engine.Daily, engine.TimeAttack} {
		r := newRound(t, m, 0)
		r.Game.Phase, r.Game.Level = engine.Over, 2
		if got := strings.Split(labels(&r, ""), "; "); got[0] != "Retry" && len(got) > 1 {
			t.Errorf("mode %s: the labels of the offers are %q, want only Retry", m, got)
		}
	}
}

func TestMatchOffersOpponent(t *testing.T) {
	r := newRound(t, engine.Arkanong, 0)
	for _, c := range []struct {
		phase    engine.Phase
		opponent string
		want     string
	}{
		{engine.Over, "able", "Retry; Play against casual"},
		{engine.Over, "beginner", "Retry; Play against novice"},
		{engine.Over, "novice", "Retry"},
		{engine.Won, "able", "Retry; Play against skilled"},
		{engine.Won, "master", "Retry"},
		{engine.Won, "human", "Retry"},
	} {
		if r.Game.Phase = c.phase; labels(&r, c.opponent) != c.want {
			t.Errorf("against %s, the labels of the offers are %q, want %q", c.opponent, labels(&r, c.opponent), c.want)
		}
	}
}

func TestLeadText(t *testing.T) {
	for _, c := range []struct {
		lead engine.Lead
		want string
	}{
		{engine.Lead{}, "even with you"},
		{engine.Lead{Levels: 1, Points: -5}, "1 level ahead"},
		{engine.Lead{Bricks: -3, Points: 5}, "3 bricks behind"},
		{engine.Lead{Points: 1}, "1 point ahead"},
	} {
		if got := LeadText(c.lead); got != c.want {
			t.Errorf("LeadText(%+v) = %q, want %q", c.lead, got, c.want)
		}
	}
}
