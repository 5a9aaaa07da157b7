package arcade

import (
	"errors"
	"io/fs"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
)

// A match is on its leaderboard, and its recording contains the current names of both players.
func TestMatchOnLeaderboard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, t.TempDir())
		defer h.shutDown()
		ids := make([]string, 2)
		for i, player := range []string{"ann", "bob"} {
			h.runCommand(player, "name "+strings.ToUpper(player), "")
			ids[i] = strings.TrimPrefix(playerFolder(player), "players/")
			if text, _ := h.runCommand(player, "export", ""); !strings.Contains(text, `"games": [],`) {
				t.Errorf("before the match, the export of %s is\n%s\nwant no games", player, text)
			}
		}
		ann := h.visit("ann")
		m, r := playArkanong(t, ids)
		h.matchFinished(nil, m, r)
		time.Sleep(time.Second)
		ann.press("\x1b[B", "\x1b[B", "\r", "\x1b[B", "\x1b[B", "\x1b[B", "\x1b[B", "\r") // Arcade, You
		if text := ann.takeOutput(); !strings.Contains(text, "1 game finished") {
			t.Errorf("ann's profile shows %q, want one finished game", text[max(0, len(text)-2000):])
		}
		ann.client.Close()

		winner := []string{"ANN", "BOB"}[r.Game.Paddle]
		if text, _ := h.runCommand("", "scores arkanong", ""); !strings.Contains(text, "rating") ||
			!strings.Contains(text, winner) || !strings.Contains(text, "1,516") ||
			!strings.Contains(text, " rating won–lost  date") || !strings.Contains(text, "  1,516      1–0  ") {
			t.Errorf("the leaderboard is\n%s\nwant the winner with the rating 1,516", text)
		}
		for _, st := range m.Standings(nil) {
			if want := map[bool]string{
				true:  "Rating 1516 (+16)",
				false: "Rating 1484 (-16)",
			}[st.Seat == r.Game.Paddle]; st.Outcome != want {
				t.Errorf("the outcome of seat %d is %q, want %q", st.Seat, st.Outcome, want)
			}
		}
		for _, player := range []string{"ann", "bob"} {
			if text, _ := h.runCommand(player, "export", ""); !strings.Contains(text, `"mode": "arkanong"`) ||
				!strings.Contains(text, `"other": "`) {
				t.Errorf("after the match, the export of %s is\n%s\nwant a match with another player", player, text)
			}
		}
		if text := boardText(t, h.Arcade, lobby.MatchKinds[lobby.Arkanong].Title); text != winner+" rating 1,516 1–0" {
			t.Errorf("the leaderboard on the web page is %q, want the winner", text)
		}
		text, _ := h.runCommand("", "replay 1", "")
		rec, err := record.Parse("replay", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if rec.Player != "ANN" || rec.Opponent != "BOB" || rec.End.Hash != r.Game.State {
			t.Errorf("the recording has the players %q and %q, want ANN and BOB", rec.Player, rec.Opponent)
		}
		// If the loser is deleted, the winner keeps the win, and the recording no longer contains the loser's name.
		loser := map[string]string{"ANN": "bob", "BOB": "ann"}[winner]
		h.runCommand(loser, "delete "+strings.ToUpper(loser), "")
		if text, _ := h.runCommand("", "scores arkanong", ""); !strings.Contains(text, winner) ||
			!strings.Contains(text, "1,516") {
			t.Errorf("after the deletion of %s, the leaderboard is\n%s\nwant the winner", loser, text)
		}
		text, _ = h.runCommand("", "replay 1", "")
		if rec, err = record.Parse("replay", []byte(text)); err != nil ||
			strings.Contains(text, strings.ToUpper(loser)) || rec.Player != "guest" && rec.Opponent != "guest" {
			t.Errorf(
				"after the loser's deletion, the recording has the players %q and %q, error %v; want a guest as the "+
					"loser", rec.Player, rec.Opponent,
				err)
		}
	})
}

// playArkanong plays an Arkanong match of players with the given IDs, who only serve, and returns its result.
func playArkanong(t *testing.T, ids []string) (*lobby.Match, lobby.MatchResult) {
	t.Helper()
	m, err := lobby.NewMatch(lobby.MatchSetup{
		Kind: lobby.Arkanong, Seed: 5, Bots: bot.Able, Pack: levels.Shipped(), ProgramName: "test",
		Names: []string{"ann", "bob"}, PlayerIDs: ids,
	})
	if err != nil {
		t.Fatal(err)
	}
	for seat := range 2 {
		m.TakeSeat(seat, input.Options{}, 0, 0, true)
	}
	for seat := range 2 {
		m.Key(seat, 0, input.Char(' '))
	}
	for now := time.Duration(0); m.Advance(now); now += 50 * time.Millisecond {
	}
	r, _ := m.TakeResult()
	return m, r
}

// If a network has stored too much, a match still counts for the ratings, but has no recording.
func TestMatchWithoutRecording(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, t.TempDir())
		defer h.shutDown()
		ids := []string{playerID("ann"), playerID("bob")}
		for _, player := range []string{"ann", "bob"} {
			h.runCommand(player, "name", "")
		}
		limiter := connlimit.New(connlimit.Defaults, func() float64 { return 1 })
		customer, _ := limiter.Admit(time.Now(), netip.MustParseAddr("198.51.100.7"), nil)
		for customer.ChargeStorage(time.Now(), 100_000) {
		}
		m, r := playArkanong(t, ids)
		h.matchFinished(customer, m, r)
		time.Sleep(time.Second)
		for _, st := range m.Standings(nil) {
			if !strings.HasPrefix(st.Outcome, "Rating 1") {
				t.Errorf("the outcome of seat %d is %q, want a rating", st.Seat, st.Outcome)
			}
		}
		if text, status := h.runCommand("", "replay 1", ""); status != 1 ||
			!strings.Contains(text, leaderboard.ErrNoRecording.Error()) {
			t.Errorf("replay: status %d, output %q; want 1 and ErrNoRecording", status, text)
		}
		if _, err := (&boardCache{store: h.store}).Replay("1"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Replay on the web page: error %v, want fs.ErrNotExist", err)
		}
	})
}

// The text about the outcome of a match is correct for both players.
func TestOutcomeText(t *testing.T) {
	rated := lobby.MatchResult{Game: leaderboard.Game{Measure: leaderboard.ByRating}}
	for _, c := range []struct {
		r         lobby.MatchResult
		p         leaderboard.Placing
		forPlayer bool
		want      string
	}{
		{rated, leaderboard.Placing{Ratings: [2]int{1516, 1484}, RatingGain: 16}, true, "Rating 1516 (+16)"},
		{rated, leaderboard.Placing{Ratings: [2]int{1516, 1484}, RatingGain: 16}, false, "Rating 1484 (-16)"},
		{
			rated,
			leaderboard.Placing{Ratings: [2]int{2400, 1500}},
			true,
			"Rating 2400 (unchanged, because the winner was rated much higher)",
		},
		{
			rated,
			leaderboard.Placing{Ratings: [2]int{2400, 1500}},
			false,
			"Rating 1500 (unchanged, because the winner was rated much higher)",
		},
		{
			rated,
			leaderboard.Placing{PlayerDeleted: true},
			true,
			"This match does not count, because the other player has been deleted.",
		},
		{
			rated,
			leaderboard.Placing{},
			true,
			"Ratings are unchanged, because only five matches per day count between the same players, and only " +
				"five against new players.",
		},
		{
			lobby.MatchResult{Game: leaderboard.Game{Measure: leaderboard.StoredOnly}, BotHelped: true},
			leaderboard.Placing{},
			true, "Not ranked, because a bot has played for some time.",
		},
		{
			lobby.MatchResult{Game: leaderboard.Game{Measure: leaderboard.StoredOnly}, WinnerIdle: true},
			leaderboard.Placing{},
			false, "This match does not count, because the winner has not pressed a key.",
		},
		{
			lobby.MatchResult{Game: leaderboard.Game{Measure: leaderboard.StoredOnly}, Slow: true},
			leaderboard.Placing{},
			true, "Not ranked, because the match was narrated.",
		},
		{lobby.MatchResult{Game: leaderboard.Game{Measure: leaderboard.StoredOnly}}, leaderboard.Placing{}, true, ""},
	} {
		if text := new(Arcade).outcomeText(&c.r, c.p, nil, c.forPlayer); text != c.want {
			t.Errorf("outcomeText(%+v, %+v, %v) = %q, want %q", c.r, c.p, c.forPlayer, text, c.want)
		}
	}
}

// boardText returns the rows of a leaderboard of the web page as text.
func boardText(t *testing.T, a *Arcade, title string) (text string) {
	t.Helper()
	s := &boardCache{store: a.store}
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
