package arcade

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"time"

	"arkterm/cmd/arkterm/arcade/board"
	"arkterm/cmd/arkterm/arcade/page"
	"arkterm/cmd/arkterm/replays"
	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/words"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// A shelf is what the page shows of the arcade's boards.
type shelf struct{ boards board.Store }

// mostShelf is how many boards of each kind the page has.
const mostShelf = 12

// each calls f for each board: those of games played here, then those of games that were handed in.
func (s shelf) each(f func(id string, b board.Board)) error {
	for _, submitted := range []bool{false, true} {
		tables, err := s.boards.Boards(submitted, mostShelf)
		if err != nil {
			return err
		}
		for _, t := range tables {
			f(boardID(t, submitted), board.Board{Table: t, Submitted: submitted})
		}
	}
	return nil
}

// boardID returns the part of an address that stands for a table. It stays the same as long as the table does.
func boardID(t scores.Table, submitted bool) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v %v", t, submitted))
	return hex.EncodeToString(sum[:6])
}

// Boards implements [page.Boards].
func (s shelf) Boards() (all []page.Board, err error) {
	var periods []page.Period
	for _, p := range board.Periods {
		periods = append(periods, page.Period{ID: p.Name, Title: p.Title})
	}
	err = s.each(func(id string, b board.Board) {
		all = append(all, page.Board{ID: id, Title: board.TitleOf(b.Table, b.Submitted), Periods: periods})
	})
	return all, err
}

// Rows implements [page.Boards].
func (s shelf) Rows(id, period string, most int) (rows []page.Row, err error) {
	p, ok := periodNamed(period)
	var found []board.Board
	if err := s.each(func(i string, b board.Board) {
		if i == id {
			found = append(found, b)
		}
	}); err != nil {
		return nil, err
	}
	if !ok || len(found) == 0 {
		return nil, fs.ErrNotExist
	}
	found[0].Period = p
	lines, err := s.boards.Lines(found[0], time.Now(), most)
	for i := range lines {
		l := &lines[i]
		rows = append(rows, page.Row{
			Player: l.Name.String(), Score: words.Number(l.Score), When: l.Ended,
			Note: fmt.Sprintf("to level %d in %s", l.Last, words.PlayTime(l.Ticks)), Replay: strconv.FormatInt(l.ID, 10),
		})
	}
	return rows, err
}

// Replay implements [page.Replays].
func (s shelf) Replay(id string) (page.Replay, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n <= 0 {
		return page.Replay{}, fs.ErrNotExist
	}
	rec, ark, err := s.boards.Recording(n)
	if errors.Is(err, board.ErrNoGame) {
		return page.Replay{}, fs.ErrNotExist
	}
	if err != nil {
		return page.Replay{}, err
	}
	return page.Replay{Title: fmt.Sprintf("%s: %s, %s", rec.Name, words.Number(rec.Score), board.TitleOf(rec.Table, rec.Submitted)), Ark: ark}, nil
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
const mostShown = replays.MaxWork / 4

// drawCast writes a recording as a cast.
func drawCast(w io.Writer, ark []byte) error {
	r, err := replays.Open("game.ark", ark, nil)
	if err != nil {
		return err
	}
	r.MostWork = mostShown
	o := pageOptions()
	o.Names = levels.Names(r.Pack)
	drawn, err := replays.NewRendering(r, render.NewView(o), pageCols, pageRows, pageFPS, 0, 0)
	if err != nil {
		return err
	}
	if drawn.Length() > longGame {
		drawn.FPS = longFPS
	}
	return drawn.Cast(w, replays.CastV2)
}
