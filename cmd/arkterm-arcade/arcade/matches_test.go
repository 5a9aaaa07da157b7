package arcade

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
)

// A match is on its board, and its recording has the names of both, as they are called then.
func TestAMatchIsOnABoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, t.TempDir())
		defer h.end()
		ids := make([]string, 2)
		for i, who := range []string{"ann", "bob"} {
			h.says(who, "name "+strings.ToUpper(who), "")
			ids[i] = strings.TrimPrefix(folder(who), "players/")
			if text, _ := h.says(who, "export", ""); !strings.Contains(text, `"games": [],`) {
				t.Errorf("export of %s, who has played nothing:\n%s", who, text)
			}
		}
		ann := h.come("ann")
		m, err := lobby.NewMatch(lobby.MatchSetup{
			Kind: lobby.Arkanong, Seed: 5, Bots: bot.Able, Pack: levels.Shipped(), Made: "test", Names: []string{"ann", "bob"}, Players: ids,
		})
		if err != nil {
			t.Fatal(err)
		}
		for seat := range 2 {
			m.TakeSeat(seat, input.Options{}, 0, 0, true)
		}
		for now := time.Duration(0); m.Advance(now); now += 50 * time.Millisecond {
		}
		r, _ := m.TakeResult()
		h.matchFinished(m, r)
		time.Sleep(time.Second)
		ann.press("\x1b[B", "\x1b[B", "\r", "\x1b[B", "\x1b[B", "\x1b[B", "\x1b[B", "\r") // Arcade, You
		if text := ann.sent(); !strings.Contains(text, "1 game finished") {
			t.Errorf("in a visit that goes on, ann reads %q", text[max(0, len(text)-2000):])
		}
		ann.client.Close()

		won := []string{"ANN", "BOB"}[r.Game.Paddle]
		if text, _ := h.says("", "scores arkanong", ""); !strings.Contains(text, "rating") || !strings.Contains(text, won) || !strings.Contains(text, "1,516") || !strings.Contains(text, " rating won–lost  date") || !strings.Contains(text, "  1,516      1–0  ") {
			t.Errorf("the board:\n%s", text)
		}
		for _, st := range m.Standings(nil) {
			if want := map[bool]string{true: "Your rating: 1516, up by 16", false: "Your rating: 1484, down by 16"}[st.Seat == r.Game.Paddle]; st.Outcome != want {
				t.Errorf("seat %d is told %q", st.Seat, st.Outcome)
			}
		}
		for _, who := range []string{"ann", "bob"} { // each has played it
			if text, _ := h.says(who, "export", ""); !strings.Contains(text, `"mode": "arkanong"`) || !strings.Contains(text, `"other": "`) {
				t.Errorf("export of %s:\n%s", who, text)
			}
		}
		if text := shelfText(t, h.Arcade, lobby.MatchKinds[lobby.Arkanong].Title); text != won+" rating 1,516 1–0" {
			t.Errorf("the page has %s", text)
		}
		text, _ := h.says("", "replay 1", "")
		rec, err := record.Parse("replay", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if rec.Player != "ANN" || rec.Opponent != "BOB" || rec.End.Hash != r.Game.State {
			t.Errorf("it is of %q and %q", rec.Player, rec.Opponent)
		}
		// Who has won keeps that when the other one is deleted, whose name is nowhere then.
		lost := map[string]string{"ANN": "bob", "BOB": "ann"}[won]
		h.says(lost, "delete "+strings.ToUpper(lost), "")
		if text, _ := h.says("", "scores arkanong", ""); !strings.Contains(text, won) || !strings.Contains(text, "1,516") {
			t.Errorf("the board without %s:\n%s", lost, text)
		}
		text, _ = h.says("", "replay 1", "")
		if rec, err = record.Parse("replay", []byte(text)); err != nil || strings.Contains(text, strings.ToUpper(lost)) || rec.Player != "guest" && rec.Opponent != "guest" {
			t.Errorf("it is of %q and %q, %v", rec.Player, rec.Opponent, err)
		}
	})
}

// What a match has come to is said so that it is true for both.
func TestWhatAMatchHasComeTo(t *testing.T) {
	rated := lobby.MatchResult{Game: leaderboard.Game{Measure: leaderboard.ByRating}}
	for _, c := range []struct {
		r     lobby.MatchResult
		p     leaderboard.Placing
		first bool
		want  string
	}{
		{rated, leaderboard.Placing{Ratings: [2]int{1516, 1484}, RatingGain: 16}, true, "Your rating: 1516, up by 16"},
		{rated, leaderboard.Placing{Ratings: [2]int{1516, 1484}, RatingGain: 16}, false, "Your rating: 1484, down by 16"},
		{rated, leaderboard.Placing{Ratings: [2]int{2400, 1500}}, true, "Your rating stays 2400: who has won was far ahead."},
		{rated, leaderboard.Placing{Ratings: [2]int{2400, 1500}}, false, "Your rating stays 1500: who has won was far ahead."},
		{rated, leaderboard.Placing{PlayerDeleted: true}, true, "This match does not count: the other player is deleted."},
		{rated, leaderboard.Placing{}, true, "Your ratings stay: five matches a day count of the same two, and five against new players."},
		{lobby.MatchResult{Game: leaderboard.Game{Measure: leaderboard.Uncounted}, Helped: true}, leaderboard.Placing{}, true, "On no board: a bot has played for a while."},
		{lobby.MatchResult{Game: leaderboard.Game{Measure: leaderboard.Uncounted}}, leaderboard.Placing{}, true, ""},
	} {
		if text := new(Arcade).outcomeText(&c.r, c.p, nil, c.first); text != c.want {
			t.Errorf("%+v: %q", c.p, text)
		}
	}
}

// shelfText returns the rows of a board of the page, as text.
func shelfText(t *testing.T, a *Arcade, title string) (text string) {
	t.Helper()
	s := &boardCache{boards: a.boards}
	all, err := s.Boards()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range all {
		if !strings.HasPrefix(b.Title, title) {
			continue
		}
		rows, err := s.Rows(b.ID, "ever", 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			text += r.Player + " " + r.Heading + " " + r.Score + " " + r.Note
		}
	}
	return text
}
