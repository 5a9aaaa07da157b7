package arcade

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/levels"
)

// The web page contains the leaderboards and their recordings.
func TestLeaderboardsOnPage(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		store := &countedStore{Store: h.boards}
		s := &boardCache{boards: store}
		if boards, err := s.Boards(); err != nil || len(boards) != 0 {
			t.Fatal(boards, err)
		}
		game := lostGame(t, engine.Campaign)
		h.runCommand("ann", "name Ann", "")
		if text, status := h.runCommand("ann", "submit", game); status != 0 {
			t.Fatal(text)
		}
		time.Sleep(minCacheAge)
		boards, err := s.Boards()
		if err != nil || len(boards) != 1 || !strings.HasSuffix(boards[0].Title, "submitted") ||
			len(boards[0].Periods) != 3 {
			t.Fatal(boards, err)
		}
		id := ""
		for _, period := range boards[0].Periods {
			rows, err := s.Rows(boards[0].ID, period.ID, 10)
			if err != nil || len(rows) != 1 || rows[0].Player != "Ann" {
				t.Fatal(period, rows, err)
			}
			id = rows[0].Replay
		}
		before := store.count
		for range 100 { // requests of browsers
			_, _ = s.Boards()
			_, _ = s.Rows(boards[0].ID, "ever", 10)
			_, _ = s.Rows("none", "ever", 10)
		}
		if store.count != before {
			t.Errorf("%d reads of cached leaderboards", store.count-before)
		}
		rec, err := s.Replay(id)
		if err != nil || !strings.HasPrefix(rec.Title, "Ann, ") {
			t.Fatal(rec.Title, err)
		}
		var cast bytes.Buffer
		if err := drawCast(&cast, rec.Ark); err != nil || !strings.Contains(cast.String(), "LEVEL") {
			t.Errorf("cast of %d bytes, %v", cast.Len(), err)
		}
		for _, id := range []string{"none", "", "-1", "99", "0x1"} {
			if _, err := s.Rows(id, "ever", 1); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("leaderboard %q: %v", id, err)
			}
			if _, err := s.Replay(id); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("recording %q: %v", id, err)
			}
		}
		if _, err := s.Rows(boards[0].ID, "year", 1); !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	})
}

// A countedStore counts reads of leaderboards.
type countedStore struct {
	leaderboard.Store
	count int
}

func (c *countedStore) Boards(of leaderboard.Source, limit int) ([]progress.Table, error) {
	c.count++
	return c.Store.RecentTables(of, limit)
}

func (c *countedStore) Lines(b leaderboard.Board, now time.Time, limit int) ([]leaderboard.Entry, error) {
	c.count++
	return c.Store.Entries(b, now, limit)
}

// A browser receives a complete frame first, and then changes until the end of the game.
func TestWatchInBrowser(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()

		ann := h.visit("ann")
		if games := h.liveGames(); len(games) != 0 {
			t.Fatal(games)
		}
		ann.play()
		games := h.liveGames()
		if len(games) != 1 {
			t.Fatal(games)
		}
		stream, err := h.watchLive(games[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		first, err := stream.Next(t.Context())
		if err != nil || !first.Key || first.Cols != pageCols || first.Rows != pageRows || len(first.Colors) != 18*3 ||
			!bytes.Contains(first.Output, []byte("LEVEL")) || !bytes.HasPrefix(first.Output, []byte("\x1b[?25l")) {
			t.Fatalf("%+v, %v", first, err)
		}
		for last := first.At; last < first.At+time.Second; {
			packet, err := stream.Next(t.Context())
			if err != nil || packet.Key || packet.At < last {
				t.Fatalf("%+v, %v", packet, err)
			}
			last = packet.At
		}
		if n := h.liveGames()[0].Watching; n != 1 {
			t.Errorf("%d spectators, want 1", n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := stream.Next(ctx); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}

		ann.client.Close()
		begun := time.Now()
		for err = nil; err == nil; {
			_, err = stream.Next(t.Context())
		}
		if !errors.Is(err, io.EOF) || time.Since(begun) > 10*time.Second {
			t.Errorf("the stream ended with error %v after %v", err, time.Since(begun))
		}
		stream.Close()
		if _, err := h.watchLive(games[0].ID); !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
		if n := h.hub.Channels(); n != 0 {
			t.Errorf("%d channels are left", n)
		}
	})
}

// A match is listed once, for its first player, with the other player in the note.
func TestMatchIsListedOnce(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		game := spectate.NewStream(levels.Arkanong())
		for _, one := range []struct{ name, activity string }{
			{"ann", "Arkanong with bob"},
			{"bob", "Arkanong with ann"},
		} {
			p := h.lobby.Enter(one.name, one.name, 0)
			defer p.Leave(0)
			p.SetStream(game)
			p.SetActivity(one.activity)
		}
		games := h.liveGames()
		if len(games) != 1 || games[0].Note != "Arkanong with "+map[string]string{
			"ann": "bob",
			"bob": "ann",
		}[games[0].Title] {
			t.Errorf("games in progress: %+v", games)
		}
	})
}
