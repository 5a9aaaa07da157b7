package arcadeui

import (
	"strings"
	"testing"
)

// A change of the period keeps the selected leaderboard.
func TestPeriodKeepsTheBoard(t *testing.T) {
	v, f := comePlayer(t, newTestLobby())
	f.player.Chosen = true
	v.enterArcade()
	v.choose("Leaderboards")
	v.on(boardsScreen)
	v.answer(f)
	v.press("right")
	v.answer(f)
	v.moveTo("Time")
	v.press("right")
	v.answer(f)
	if screen := v.text(); !strings.Contains(screen, "hard") || !strings.Contains(screen, " 1 bob ") {
		t.Errorf("after a change of the period, the board of the difficulty hard is not shown:%s", screen)
	}
}

// If the leaderboards could not be read, a change of the period requests them again.
func TestPeriodRequestsMissingBoards(t *testing.T) {
	v, f := comePlayer(t, newTestLobby())
	f.player.Chosen, f.broken = true, true
	v.enterArcade()
	v.choose("Leaderboards")
	v.on(boardsScreen)
	v.answer(f)
	f.broken = false
	v.moveTo("Time")
	v.press("right")
	v.answer(f)
	if screen := v.text(); !strings.Contains(screen, "easy") {
		t.Errorf("the leaderboards are not shown after the second request:%s", screen)
	}
}
