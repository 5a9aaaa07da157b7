package arcadeui

import (
	"strings"
	"testing"
)

// A change of the period keeps the selected leaderboard.
func TestPeriodKeepsTheBoard(t *testing.T) {
	v, f := connectPlayer(t, newTestLobby())
	f.player.NameChosen = true
	v.enterArcade()
	v.choose("Leaderboards")
	v.checkScreen(boardsScreen)
	v.answerRequests(f)
	v.press("right")
	v.answerRequests(f)
	v.moveTo("Time")
	v.press("right")
	v.answerRequests(f)
	if screen := v.text(); !strings.Contains(screen, "hard") || !strings.Contains(screen, " 1 bob ") {
		t.Errorf("after a change of the period, the screen does not show the leaderboard for hard:%s", screen)
	}
}

// If the leaderboards could not be read, a change of the period requests them again.
func TestPeriodRequestsMissingBoards(t *testing.T) {
	v, f := connectPlayer(t, newTestLobby())
	f.player.NameChosen, f.failing = true, true
	v.enterArcade()
	v.choose("Leaderboards")
	v.checkScreen(boardsScreen)
	v.answerRequests(f)
	f.failing = false
	v.moveTo("Time")
	v.press("right")
	v.answerRequests(f)
	if screen := v.text(); !strings.Contains(screen, "easy") {
		t.Errorf("after the second request, the screen does not show the leaderboards:%s", screen)
	}
}
