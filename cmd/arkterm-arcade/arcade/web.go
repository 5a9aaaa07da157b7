package arcade

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"sync"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/web"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/theme"
)

// A boardCache reads leaderboards and recordings for the web page. It caches leaderboards and executes only one query
// at a time, so that browsers cannot slow down the database for players.
type boardCache struct {
	store leaderboard.Store

	mu           sync.Mutex
	readAt       time.Time     // time when the leaderboards were read
	readTime     time.Duration // total time of reading the leaderboards and their rows
	cachedBoards []cachedBoard
	rows         map[rowsKey][]web.Row // cached rows of these leaderboards
}

// A cachedBoard is a leaderboard with its ID in web addresses.
type cachedBoard struct {
	boardID string // ID in web addresses
	leaderboard.Board
}

// A rowsKey identifies the rows of a leaderboard.
type rowsKey struct {
	id     string // ID of the leaderboard
	period leaderboard.Period
	limit  int
}

const (
	maxPageBoards  = 12              // maximum number of leaderboards per source
	minCacheAge    = 2 * time.Second // minimum time for which leaderboards are cached
	cacheAgeFactor = 10              // minimum cache time as a multiple of readTime
)

// refresh returns the leaderboards of solo games, matches and submitted games. It reads them from the store if the
// cache is too old. The caller must hold s.mu.
func (s *boardCache) refresh() ([]cachedBoard, error) {
	if !s.readAt.IsZero() && time.Since(s.readAt) < max(minCacheAge, cacheAgeFactor*s.readTime) {
		return s.cachedBoards, nil
	}
	start := time.Now()
	var all []cachedBoard
	for _, source := range []leaderboard.Source{leaderboard.Solo, leaderboard.Matches, leaderboard.Submitted} {
		tables, err := s.store.Tables(source, maxPageBoards)
		if err != nil {
			return nil, err
		}
		for _, t := range tables {
			all = append(all, cachedBoard{boardID(t, source), leaderboard.Board{Table: t, Source: source}})
		}
	}
	s.readAt, s.cachedBoards, s.rows = time.Now(), all, make(map[rowsKey][]web.Row)
	s.readTime = s.readAt.Sub(start)
	return all, nil
}

// boardID returns the ID of a table's leaderboard in web addresses. It depends only on the table and source.
func boardID(t progress.Table, source leaderboard.Source) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v %v", t, leaderboard.Sources[source].Name))
	return hex.EncodeToString(sum[:6])
}

// Boards returns the leaderboards. See [web.Page].
func (s *boardCache) Boards() (all []web.Board, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cached, err := s.refresh()
	if err != nil {
		return nil, err
	}
	var periods []web.Period
	for _, p := range leaderboard.Periods {
		periods = append(periods, web.Period{ID: p.Name, Title: p.Title})
	}
	for i := range cached {
		b := &cached[i]
		all = append(all, web.Board{ID: b.boardID, Title: leaderboard.TableTitle(b.Table, b.Source), Periods: periods})
	}
	return all, nil
}

// Rows returns the first rows of a leaderboard. See [web.Page].
func (s *boardCache) Rows(id, period string, limit int) (rows []web.Row, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cached, err := s.refresh()
	if err != nil {
		return nil, err
	}
	p, err := leaderboard.ParsePeriod(period)
	i := slices.IndexFunc(cached, func(b cachedBoard) bool { return b.boardID == id })
	if err != nil || i < 0 {
		return nil, fs.ErrNotExist
	}

	key := rowsKey{id, p, limit}
	if rows, ok := s.rows[key]; ok {
		return rows, nil
	}
	b := cached[i].Board
	b.Period = p
	start := time.Now()
	entries, err := s.store.Entries(b, start, limit)
	s.readTime += time.Since(start)
	if err != nil {
		return nil, err
	}

	for i := range entries {
		l := &entries[i]
		note := l.Detail()
		if l.Measure != leaderboard.ByRating { // a rating has no single play time
			note += " in " + text.PlayTime(l.Ticks)
		}
		rows = append(rows, web.Row{
			Player: l.Players(), Heading: leaderboard.Measures[l.Measure].Heading,
			Score: l.Result(), Ended: l.Ended, Note: note, Replay: strconv.FormatInt(l.ID, 10),
		})
	}
	s.rows[key] = rows
	return rows, nil
}

// Replay returns a recording. See [web.Page].
func (s *boardCache) Replay(id string) (web.Replay, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n <= 0 {
		return web.Replay{}, fs.ErrNotExist
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	rec, ark, err := s.store.Recording(n)
	if errors.Is(err, leaderboard.ErrNoGame) || errors.Is(err, leaderboard.ErrNoRecording) {
		return web.Replay{}, fs.ErrNotExist
	}
	if err == nil {
		ark, err = recordingOf(&rec, ark)
	}
	if err != nil {
		return web.Replay{}, err
	}
	return web.Replay{
		Title: fmt.Sprintf("%s: %s", rec.Summary(), leaderboard.TableTitle(rec.Table, rec.Source)),
		Ark:   ark,
	}, nil
}

// The format of games on the web page. The browser's player can draw these frames without a special font.
const (
	pageCols, pageRows = 80, 24
	pageFPS            = 30
	longGameFPS        = 15 // frame rate of games longer than longGameTime
	longGameTime       = 10 * time.Minute
)

// pageOptions returns the render options for the web page.
func pageOptions() render.Options {
	return render.Options{Glyphs: cell.Mosaic, Tier: cell.Truecolor, Theme: theme.All[0]}
}

// maxCastWork is the maximum work for simulating a recording for the page. It is enough for about an hour of normal
// play.
const maxCastWork = replay.MaxWork / 4

// convertToCast converts a recording to an asciicast.
func convertToCast(w io.Writer, ark []byte) error {
	r, err := replay.Open("game.ark", ark, nil)
	if err != nil {
		return err
	}
	r.WorkLimit = maxCastWork
	o := pageOptions()
	o.Names = levels.LevelNames(r.Pack)
	rendering, err := replay.NewRendering(r, render.NewView(o), pageCols, pageRows, pageFPS, 0, 0)
	if err != nil {
		return err
	}
	if rendering.Length() > longGameTime {
		rendering.FPS = longGameFPS
	}
	return rendering.Cast(w, replay.CastV2)
}
