package progress

import (
	"strings"
	"testing"
	"time"

	"arkterm/engine"
	"arkterm/levels"
)

func TestWeeksBeginOnMondays(t *testing.T) {
	monday := WeekOf(2026_11_23)
	for day, want := range map[engine.Day]Week{
		2026_11_22: monday - 1, 2026_11_24: monday, 2026_11_29: monday, 2026_11_30: monday + 1, 1970_01_01: 0,
	} {
		if got := WeekOf(day); got != want {
			t.Errorf("WeekOf(%s) = %d, want %d", day, got, want)
		}
	}
}

// The progress toward each goal counts only the player's games of its week.
func TestWeeklyGoals(t *testing.T) {
	pack := levels.Shipped()
	game := Score{
		Table:     Table{SetName: pack.Name, FirstLevel: 1, Mode: "campaign"},
		BestCombo: longCombo, Counts: Counts{BricksBroken: 2000, Combos: 30, LevelsCleared: len(pack.Levels)},
	}
	start := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for i := range weeklyGoals {
		w := WeekOf(2026_11_23) + Week(i)
		from := start.AddDate(0, 0, 7*i)
		var r Results
		for _, at := range []time.Time{from.Add(-time.Second), from.AddDate(0, 0, 7)} {
			game.Ended = at
			r.Apply(r.NewGameRecord("", game))
		}
		goal, _ := w.goal()
		if done := r.Week("", w); done != 0 {
			t.Errorf("goal %s: games of other weeks count as %d, want 0", w.Goal(), done)
		}
		played := game
		if strings.Contains(w.Goal(), "daily") {
			played.Mode = "daily"
		}
		for range 3 {
			played.Ended = from.Add(time.Hour)
			r.Apply(r.NewGameRecord("", played))
		}
		done := r.Week("", w)
		if done < goal.target {
			t.Errorf("goal %s: progress %d after three long games, want at least %d", w.Goal(), done, goal.target)
		}
		if got := w.Text(done); !strings.HasSuffix(got, "done") {
			t.Errorf("Text(%d) = %q, want that the goal is done", done, got)
		}
		if other := r.Week("Ada", w); other != 0 {
			t.Errorf("goal %s: games of another player count as %d, want 0", w.Goal(), other)
		}
	}
}

func TestGoalInAWorld(t *testing.T) {
	w := levels.World{First: 20, NumLevels: 10}
	for _, c := range []struct{ first, cleared, want int }{{1, 20, 0}, {1, 23, 3}, {25, 2, 2}, {29, 5, 2}, {31, 9, 0}} {
		s := Score{
			Table:  Table{SetName: levels.Shipped().Name, FirstLevel: c.first, Mode: "campaign"},
			Counts: Counts{LevelsCleared: c.cleared},
		}
		if got := clearedInWorld(&s, w); got != c.want {
			t.Errorf("clearedInWorld() = %d for %d levels from level %d, want %d", got, c.cleared, c.first, c.want)
		}
	}
}
