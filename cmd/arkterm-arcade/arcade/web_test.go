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
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/levels"
)

// The web page contains the leaderboards and their recordings.
func TestLeaderboardsOnPage(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		store := &countedStore{Store: h.store}
		s := &boardCache{store: store}
		if boards, err := s.Boards(); err != nil || len(boards) != 0 {
			t.Fatalf("Boards() = %v, %v; want none", boards, err)
		}

		game := lostGame(t, engine.Campaign, 0)
		h.runCommand("ann", "name Ann", "")
		if text, status := h.runCommand("ann", "submit", game); status != 0 {
			t.Fatalf("command submit: output %q, want status 0", text)
		}
		time.Sleep(minCacheAge)

		boards, err := s.Boards()
		if err != nil || len(boards) != 1 || !strings.HasSuffix(boards[0].Title, "submitted") ||
			len(boards[0].Periods) != 3 {
			t.Fatalf("Boards() = %v, %v; want one with three periods", boards, err)
		}
		id := ""
		for _, period := range boards[0].Periods {
			rows, err := s.Rows(boards[0].ID, period.ID, 10)
			if err != nil || len(rows) != 1 || rows[0].Player != "Ann" {
				t.Fatalf("Rows of %s = %v, %v; want one of Ann", period.ID, rows, err)
			}
			id = rows[0].Replay
		}

		// The leaderboards are cached.
		before := store.count
		for range 100 { // requests of browsers
			_, _ = s.Boards()
			_, _ = s.Rows(boards[0].ID, "ever", 10)
			_, _ = s.Rows("none", "ever", 10)
		}
		if store.count != before {
			t.Errorf("the store was read %d times while leaderboards are cached, want 0", store.count-before)
		}

		rec, err := s.Replay(id)
		if err != nil || !strings.HasPrefix(rec.Title, "Ann, ") {
			t.Fatalf("Replay(%s) returns the title %q, error %v; want a title with the name Ann", id, rec.Title, err)
		}
		var cast bytes.Buffer
		if err := convertToCast(&cast, rec.Ark); err != nil || !strings.Contains(cast.String(), "LEVEL") {
			t.Errorf("convertToCast writes %d bytes, error %v; want a cast that shows a level", cast.Len(), err)
		}

		for _, id := range []string{"none", "", "-1", "99", "0x1"} {
			if _, err := s.Rows(id, "ever", 1); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("Rows(%q): error %v, want %v", id, err, fs.ErrNotExist)
			}
			if _, err := s.Replay(id); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("Replay(%q): error %v, want %v", id, err, fs.ErrNotExist)
			}
		}
		if _, err := s.Rows(boards[0].ID, "year", 1); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Rows of an unknown period: error %v, want %v", err, fs.ErrNotExist)
		}
	})
}

// A countedStore counts reads of leaderboards.
type countedStore struct {
	leaderboard.Store
	count int
}

func (c *countedStore) Tables(source leaderboard.Source, limit int) ([]progress.Table, error) {
	c.count++
	return c.Store.Tables(source, limit)
}

func (c *countedStore) Entries(b leaderboard.Board, now time.Time, limit int) ([]leaderboard.Entry, error) {
	c.count++
	return c.Store.Entries(b, now, limit)
}

// A browser receives a complete frame first, and then changes until the end of the game.
func TestWatchInBrowser(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()

		ann := h.visit("ann")
		if games := h.liveGames(); len(games) != 0 {
			t.Fatalf("liveGames() = %v before a game, want none", games)
		}
		ann.startGame()
		games := h.liveGames()
		if len(games) != 1 {
			t.Fatalf("liveGames() = %v, want one", games)
		}
		stream, err := h.watchLive(games[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		first, err := stream.Next(t.Context())
		if err != nil || !first.IsKeyPacket || first.Cols != pageCols || first.Rows != pageRows ||
			len(first.Colors) != 18*3 || !bytes.Contains(first.Output, []byte("LEVEL")) ||
			!bytes.HasPrefix(first.Output, []byte("\x1b[?25l")) {
			t.Fatalf("the first packet is %+v, %v; want a key packet", first, err)
		}
		for last := first.At; last < first.At+time.Second; {
			packet, err := stream.Next(t.Context())
			if err != nil || packet.IsKeyPacket || packet.At < last {
				t.Fatalf("a later packet is %+v, %v; want output in order", packet, err)
			}
			last = packet.At
		}
		if n := h.liveGames()[0].NumSpectators; n != 1 {
			t.Errorf("liveGames() reports %d spectators, want 1", n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := stream.Next(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Next with a canceled context: error %v, want context.Canceled", err)
		}

		ann.client.Close()
		start := time.Now()
		for err = nil; err == nil; {
			_, err = stream.Next(t.Context())
		}
		if !errors.Is(err, io.EOF) || time.Since(start) > 10*time.Second {
			t.Errorf("the stream ends with error %v after %v; want %v within 10 s", err, time.Since(start), io.EOF)
		}
		stream.Close()
		if _, err := h.watchLive(games[0].ID); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("watchLive of an ended game: error %v, want %v", err, fs.ErrNotExist)
		}
		if n := h.hub.NumChannels(); n != 0 {
			t.Errorf("after Close, the hub has %d channels, want 0", n)
		}
	})
}

// A match is listed only once, for its first player, with the other player in the note.
func TestMatchIsListedOnce(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		game := lobby.NewGameStream(levels.Arkanong())
		for _, member := range []struct{ name, activity string }{
			{"ann", "Arkanong with bob"},
			{"bob", "Arkanong with ann"},
		} {
			p := h.lobby.Enter(member.name, member.name, 0)
			defer p.Leave(0)
			p.SetStream(game)
			p.SetActivity(member.activity)
		}
		games := h.liveGames()
		if len(games) != 1 || games[0].Note != "Arkanong with "+map[string]string{
			"ann": "bob",
			"bob": "ann",
		}[games[0].Title] {
			t.Errorf("liveGames() = %+v, want one match of ann and bob", games)
		}
	})
}
