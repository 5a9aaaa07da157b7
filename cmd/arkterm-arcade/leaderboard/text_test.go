package leaderboard

import (
	"path/filepath"
	"testing"
)

// Leaderboards and histories show each entry as texts, which depend on its measure.
func TestEntryTexts(t *testing.T) {
	ann, bob := parseName(t, "ann"), parseName(t, "bob")
	base := Entry{ID: 42, Place: 7, Name: ann, Score: 12345, LastLevel: 9, Ticks: 18043, Ended: testNow}
	edited := func(edit func(*Entry)) Entry {
		e := base
		edit(&e)
		return e
	}
	for _, c := range []struct {
		entry               Entry
		row, short, summary string
	}{
		{
			base,
			"  7  ann            12,345   9    1:15  2026-11-23  42",
			" 7 ann             12,345  level 9",
			"ann, 12,345 points, to level 9",
		},
		{
			edited(func(e *Entry) { e.Measure, e.Other = ByTime, bob }),
			"  7  ann & bob     1:15.17   9    1:15  2026-11-23  42",
			" 7 ann & bob      1:15.17  12,345 points",
			"ann & bob in 1:15.17",
		},
		{
			edited(func(e *Entry) { e.WithGuest = true }),
			"  7  ann & a guest   12,345   9    1:15  2026-11-23  42",
			" 7 ann & a guest    12,345  level 9",
			"ann & a guest, 12,345 points, to level 9",
		},
		{
			edited(func(e *Entry) { e.Measure, e.Other, e.Rating, e.Won, e.Lost = ByRating, bob, 1516, 3, 2 }),
			"  7  ann             1,516      3–2  2026-11-23  42",
			" 7 ann              1,516  3–2",
			"ann against bob",
		},
		{
			edited(func(e *Entry) { e.Measure, e.Rating, e.Won, e.Lost = ByRating, 1516, 3, 2 }),
			"  7  ann             1,516      3–2  2026-11-23  42",
			" 7 ann              1,516  3–2",
			"ann against a deleted player",
		},
	} {
		if got := c.entry.TableRow(); got != c.row {
			t.Errorf("TableRow() = %q, want %q", got, c.row)
		}
		if got := c.entry.ShortRow(); got != c.short {
			t.Errorf("ShortRow() = %q, want %q", got, c.short)
		}
		if got := c.entry.Summary(); got != c.summary {
			t.Errorf("Summary() = %q, want %q", got, c.summary)
		}
	}
	for by, want := range map[Measure]string{
		ByPoints: "  #  name            score  to    time  date        game",
		ByRating: "  #  name           rating won–lost  date        game",
	} {
		if got := TableHeading(by); got != want {
			t.Errorf("TableHeading(%d) = %q, want %q", by, got, want)
		}
	}
}

// The title of a leaderboard names everything in which its table differs from the default.
func TestBoardTitles(t *testing.T) {
	campaign := testTable
	campaign.Mode, campaign.Difficulty = "campaign", "hard"
	custom := campaign
	custom.FirstLevel, custom.Assisted, custom.DropPercent = 2, true, 50
	match := campaign
	match.SetName = "Co-op"
	for _, c := range []struct {
		board Board
		want  string
	}{
		{Board{Table: campaign, Period: AllTime}, "Campaign, hard · All time"},
		{
			Board{Table: custom, Source: Submitted},
			"Campaign, hard, from level 2, assisted, 50% drops, submitted · Today",
		},
		{Board{Table: match, Source: Matches, Period: Week}, "Co-op, hard, matches · This week"},
	} {
		if got := c.board.Title(); got != c.want {
			t.Errorf("Title() = %q, want %q", got, c.want)
		}
	}
}

// A player sees the place in each period. A period whose place is the same in the next longer period is omitted.
func TestPlacingText(t *testing.T) {
	for places, want := range map[[NumPeriods]int]string{
		{}:         "",
		{1, 1, 1}:  "1 all time",
		{3, 3, 12}: "3 this week, 12 all time",
		{2, 5, 5}:  "2 today, 5 all time",
		{1, 2, 0}:  "1 today, 2 this week",
	} {
		if got := (Placing{Places: places}).String(); got != want {
			t.Errorf("String() of the places %v = %q, want %q", places, got, want)
		}
	}
}

// Add reports places up to MaxReportedPlace.
func TestMaxReportedPlace(t *testing.T) {
	s := openTestDB(t, filepath.Join(t.TempDir(), "arcade.db"))
	ann := signIn(t, s, "ann")
	addGame(t, s, testGame(ann.ID, 1, 900, testNow.AddDate(0, 0, -30)))
	const copyStanding = `INSERT INTO standings (board, team, period, start, merit, game)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 998)
		SELECT board, team || i, period, start, merit, game FROM standings, n WHERE period = 2`
	if _, err := s.writer.Exec(copyStanding); err != nil {
		t.Fatal(err)
	}
	if p := addGame(t, s, testGame(signIn(t, s, "bob").ID, 2, 800, testNow)); p.Places != [NumPeriods]int{1, 1, 1000} {
		t.Errorf("Add of a game with 999 better ones: places %v, want 1, 1, 1000", p.Places)
	}
	if p := addGame(t, s, testGame(signIn(t, s, "cat").ID, 3, 700, testNow)); p.Places != [NumPeriods]int{2, 2, 0} {
		t.Errorf("Add of a game with 1000 better ones: places %v, want 2, 2, 0", p.Places)
	}
}
