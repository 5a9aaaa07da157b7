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
	"arkterm/render/format"
	"arkterm/render/theme"
)

// A boardCache is what the page shows of the arcade's boards. It reads one thing at a time, and boards once in a while: however much
// browsers ask for, the database has time for those who play.
type boardCache struct {
	boards leaderboard.Store

	mu   sync.Mutex
	read time.Time     // when the boards were read
	took time.Duration // to read them, and their rows
	kept []shelved
	rows map[shelfRows][]web.Row // that were read since then
}

// A shelved board is one with its part of an address.
type shelved struct {
	id string
	leaderboard.Board
}

// shelfRows are rows of a board.
type shelfRows struct {
	id     string
	period leaderboard.Period
	most   int
}

const (
	mostShelf  = 12              // boards of each kind
	shelfEvery = 2 * time.Second // how old they may be
	shelfShare = 10              // … or so many times what it took to read them
)

// all returns the boards: those of games played here, of matches, and of games that were handed in. mu is held.
func (s *boardCache) all() ([]shelved, error) {
	if !s.read.IsZero() && time.Since(s.read) < max(shelfEvery, shelfShare*s.took) {
		return s.kept, nil
	}
	begun := time.Now()
	var all []shelved
	for _, of := range []leaderboard.Source{leaderboard.Alone, leaderboard.Matches, leaderboard.Submitted} {
		tables, err := s.boards.Boards(of, mostShelf)
		if err != nil {
			return nil, err
		}
		for _, t := range tables {
			all = append(all, shelved{boardID(t, of), leaderboard.Board{Table: t, Source: of}})
		}
	}
	s.read, s.kept, s.rows = time.Now(), all, make(map[shelfRows][]web.Row)
	s.took = s.read.Sub(begun)
	return all, nil
}

// boardID returns the part of an address that stands for a table. It stays the same as long as the table does.
func boardID(t progress.Table, of leaderboard.Source) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v %v", t, leaderboard.Sources[of].Name))
	return hex.EncodeToString(sum[:6])
}

// Boards implements [web.Boards].
func (s *boardCache) Boards() (all []web.Board, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, err := s.all()
	if err != nil {
		return nil, err
	}
	var periods []web.Period
	for _, p := range leaderboard.Periods {
		periods = append(periods, web.Period{ID: p.Name, Title: p.Title})
	}
	for i := range kept {
		b := &kept[i]
		all = append(all, web.Board{ID: b.id, Title: leaderboard.TitleOf(b.Table, b.Source), Periods: periods})
	}
	return all, nil
}

// Rows implements [web.Boards].
func (s *boardCache) Rows(id, period string, most int) (rows []web.Row, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, err := s.all()
	if err != nil {
		return nil, err
	}
	p, err := leaderboard.ParsePeriod(period)
	i := slices.IndexFunc(kept, func(b shelved) bool { return b.id == id })
	if err != nil || i < 0 {
		return nil, fs.ErrNotExist
	}
	key := shelfRows{id, p, most}
	if rows, ok := s.rows[key]; ok {
		return rows, nil
	}
	b := kept[i].Board
	b.Period = p
	begun := time.Now()
	lines, err := s.boards.Lines(b, begun, most)
	s.took += time.Since(begun)
	if err != nil {
		return nil, err
	}
	for i := range lines {
		l := &lines[i]
		note := l.More()
		if l.Measure != leaderboard.ByRating { // that is of many matches
			note += " in " + format.PlayTime(l.Ticks)
		}
		rows = append(rows, web.Row{Player: l.Who(), Head: leaderboard.Measures[l.Measure].Head, Score: l.Result(), When: l.Ended, Note: note, Replay: strconv.FormatInt(l.ID, 10)})
	}
	s.rows[key] = rows
	return rows, nil
}

// Replay implements [web.Replays].
func (s *boardCache) Replay(id string) (web.Replay, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n <= 0 {
		return web.Replay{}, fs.ErrNotExist
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	rec, ark, err := s.boards.Recording(n)
	if errors.Is(err, leaderboard.ErrNoGame) {
		return web.Replay{}, fs.ErrNotExist
	}
	if err == nil {
		ark, err = recordingOf(&rec, ark)
	}
	if err != nil {
		return web.Replay{}, err
	}
	return web.Replay{Title: fmt.Sprintf("%s: %s", rec.Story(), leaderboard.TitleOf(rec.Table, rec.Source)), Ark: ark}, nil
}

// The page's picture of a game: what asciinema-player draws by itself, without a font.
const (
	pageCols, pageRows = 80, 24
	pageFPS            = 30
	longFPS            = 15 // of a game that is longer than longGame
	longGame           = 10 * time.Minute
)

// pageOptions are the options of that picture.
func pageOptions() render.Options {
	return render.Options{Glyphs: cell.Mosaic, Tier: cell.Truecolor, Theme: theme.All[0]}
}

// mostShown is how much may be done to play a recording for the page: an hour of a usual game.
const mostShown = replay.MaxWork / 4

// drawCast writes a recording as a cast.
func drawCast(w io.Writer, ark []byte) error {
	r, err := replay.Open("game.ark", ark, nil)
	if err != nil {
		return err
	}
	r.MostWork = mostShown
	o := pageOptions()
	o.Names = levels.Names(r.Pack)
	drawn, err := replay.NewRendering(r, render.NewView(o), pageCols, pageRows, pageFPS, 0, 0)
	if err != nil {
		return err
	}
	if drawn.Length() > longGame {
		drawn.FPS = longFPS
	}
	return drawn.Cast(w, replay.CastV2)
}
