package session

import (
	"slices"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
)

// onDay has the session believe that it is a day, of which the player has had the try before or not.
func onDay(day, tried engine.Day) func(*Setup) {
	return func(set *Setup) {
		set.Today = func() engine.Day { return day }
		set.Tried = tried
		set.Choices.Set[settings.Mode][settings.ByFlag] = "daily"
	}
}

func TestOneTryADayCounts(t *testing.T) {
	const monday, tuesday = engine.Day(20261123), engine.Day(20261124)
	p := sit(t, onDay(tuesday, monday))
	p.keys("enter")
	if p.s.round.config.Day != tuesday || p.s.round.config.Seed != tuesday.Seed() || !p.s.round.scored || p.s.round.recording.Assisted {
		t.Errorf("the first game of the day: %s, seed %d, counts %v", p.s.round.config.Day, p.s.round.config.Seed, p.s.round.scored)
	}
	if tries := requests[NoteTry](p); !slices.Equal(tries, []NoteTry{{tuesday}}) {
		t.Errorf("to be written: %v, want the try, once", tries)
	}
	p.keys("space left r r")
	p.on(playingScreen)
	if p.s.round.scored || !p.s.round.recording.Assisted || len(requests[NoteTry](p)) != 0 {
		t.Error("the second one counts, too")
	}
}

func TestADayThatIsOverIsPractice(t *testing.T) {
	p := sit(t, onDay(20261124, 0), func(set *Setup) { set.Day = 20261122 })
	p.keys("enter")
	if p.s.round.config.Day != 20261122 || p.s.round.scored || len(requests[NoteTry](p)) != 0 {
		t.Errorf("day %s, counts %v", p.s.round.config.Day, p.s.round.scored)
	}
	if lines := strings.Join(p.s.endLines(), "\n"); !strings.Contains(lines, "2026-11-22") || !strings.Contains(lines, "Practice") {
		t.Errorf("the card says\n%s", lines)
	}
}
