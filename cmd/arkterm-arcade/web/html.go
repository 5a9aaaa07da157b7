package web

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

// A writer makes a page of HTML. All that is not in a format's own text is escaped.
type writer struct{ strings.Builder }

// add appends a format's text with its arguments: strings, and numbers.
func (w *writer) add(format string, args ...any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = escaped(s)
		}
	}
	fmt.Fprintf(w, format, args...)
}

// escaped returns a text as it stands in HTML. Controls and what changes the direction of writing are left out: names
// have none, and recordings of others may.
func escaped(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, s))
}

// mostRows is how many rows of a board the front page shows, and mostAll the board's own page.
const (
	frontPageRows = 5
	maxBoardRows  = 100
)

// begin begins a page with a title.
func (p *Page) beginPage(w *writer, title string) {
	if title == "" {
		title = p.Name
	} else {
		title += " · " + p.Name
	}
	w.add(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark"><title>%s</title>
<link rel="icon" href="/asset/icon.svg"><link rel="stylesheet" href="%s"></head>
<body><header><a href="/"><img src="/asset/icon.svg" alt="" width="28" height="28">%s</a></header><main>
`, title, assetPath("page.css"), p.Name)
}

// end ends a page, and sends it.
func (p *Page) endPage(w http.ResponseWriter, b *writer, status int) {
	b.add("</main><footer>arkterm %s · no cookies, nothing from other hosts · <a href=\"/asset/licence.txt\">licence of asciinema-player</a></footer></body></html>\n", p.Version)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(b.String()))
}

// fail answers a request that cannot be met: missing if there is no such thing, else the server's fault, which is logged.
func (p *Page) serveError(w http.ResponseWriter, err error) {
	status, says := http.StatusNotFound, "There is no such page, or no longer."
	if !errors.Is(err, fs.ErrNotExist) {
		status, says = http.StatusServiceUnavailable, "That does not work at the moment. Please try again later."
		p.Log.Warn("a page is not served", "error", err)
	}
	var b writer
	p.beginPage(&b, "")
	b.add("<h1>%s</h1>\n<p><a href=\"/\">To the arcade</a></p>\n", says)
	p.endPage(w, &b, status)
}

// frontAge is the maximum age of the front page. More frequent requests get the same text.
const frontMaxAge = 2 * time.Second

// A frontCache keeps the text of the front page.
type frontCache struct {
	mu   sync.Mutex
	made time.Time
	text string
}

// front shows how to connect, the running games and the leaderboards.
func (p *Page) serveFront(w http.ResponseWriter, _ *http.Request) {
	b, err := p.cachedFront()
	if err != nil {
		p.serveError(w, err)
		return
	}
	p.endPage(w, b, http.StatusOK) // without the lock, because the client may be slow
}

func (p *Page) cachedFront() (*writer, error) {
	c, b := &p.frontCache, new(writer)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.text == "" || time.Since(c.made) >= frontMaxAge {
		if err := p.writeFront(b); err != nil {
			return nil, err
		}
		c.text, c.made = b.String(), time.Now()
	} else {
		b.WriteString(c.text)
	}
	return b, nil
}

// writeFront writes the front page.
func (p *Page) writeFront(b *writer) error {
	p.beginPage(b, "")
	b.add("<section class=\"in\"><h1>Play in your terminal</h1>\n<pre><kbd>%s</kbd></pre>\n", p.Join)
	b.add("<p>There is nothing to install, and no account: your ssh key is who you are. Without one you are a guest.</p>\n")
	b.add("<p>The first time, ssh shows the fingerprint of a key of the server. It has to be one of these:</p>\n<pre class=\"key\">")
	for _, k := range p.Keys {
		b.add("%s\n", k.Fingerprint)
	}
	b.add("</pre>\n<details><summary>As lines for ~/.ssh/known_hosts</summary><pre>")
	for _, k := range p.Keys {
		b.add("%s\n", k.KnownHosts)
	}
	b.add("</pre></details></section>\n")
	b.add("<section><h2>Games in progress</h2><div id=\"games\" data-from=\"/games\" aria-live=\"polite\">")
	p.listGames(b)
	b.add("</div></section>\n")
	if err := p.listBoards(b); err != nil {
		return err
	}
	b.add("<script src=\"%s\"></script>\n", assetPath("page.js"))
	return nil
}

// listBoards writes the best of each board.
func (p *Page) listBoards(b *writer) error {
	boards, err := p.Boards()
	if err != nil {
		return err
	}
	b.add("<section><h2>Boards</h2>\n")
	if len(boards) == 0 {
		b.add("<p class=\"none\">Nobody has finished a game yet.</p>")
	}
	b.add("<div class=\"boards\">\n")
	for _, board := range boards {
		period := board.Periods[len(board.Periods)-1]
		rows, err := p.Rows(board.ID, period.ID, frontPageRows)
		if err != nil {
			return err
		}
		b.add("<div class=\"board\"><h3>%s</h3>\n", board.Title)
		periods(b, board, "")
		table(b, rows)
		b.add("</div>\n")
	}
	b.add("</div></section>\n")
	return nil
}

// periods writes links to a board's periods, but for the one that is shown.
func periods(b *writer, board Board, shown string) {
	b.add("<p class=\"periods\">")
	for i, period := range board.Periods {
		if i > 0 {
			b.add(" · ")
		}
		if period.ID == shown {
			b.add("<b>%s</b>", period.Title)
		} else {
			b.add("<a href=\"/board/%s/%s\">%s</a>", board.ID, period.ID, period.Title)
		}
	}
	b.add("</p>\n")
}

// games sends the list of games alone, with which the front page is kept up to date.
func (p *Page) serveGames(w http.ResponseWriter, _ *http.Request) {
	var b writer
	p.listGames(&b)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(b.String()))
}

func (p *Page) listGames(b *writer) {
	games := p.Games()
	if len(games) == 0 {
		b.add("<p class=\"none\">Nobody plays at the moment.</p>")
		return
	}
	b.add("<ul class=\"games\">")
	for _, g := range games {
		b.add("<li><a href=\"/watch/%s\">%s</a> <span>%s</span>", g.ID, g.Title, g.Note)
		if g.Watching > 0 {
			b.add(" <span>%d watching</span>", g.Watching)
		}
		b.add("</li>")
	}
	b.add("</ul>")
}

// board shows one board.
func (p *Page) serveBoard(w http.ResponseWriter, r *http.Request) {
	board, period, err := p.requestedBoard(r)
	if err != nil {
		p.serveError(w, err)
		return
	}
	rows, err := p.Rows(board.ID, period.ID, maxBoardRows)
	if err != nil {
		p.serveError(w, err)
		return
	}
	var b writer
	p.beginPage(&b, board.Title)
	b.add("<h1>%s</h1>\n", board.Title)
	periods(&b, board, period.ID)
	table(&b, rows)
	p.endPage(w, &b, http.StatusOK)
}

// boardOf returns the board and the period that a request asks for.
func (p *Page) requestedBoard(r *http.Request) (board Board, period Period, err error) {
	id, ok := idOf(r)
	if !ok {
		return board, period, fs.ErrNotExist
	}
	boards, err := p.Boards()
	if err != nil {
		return board, period, err
	}
	i := slices.IndexFunc(boards, func(b Board) bool { return b.ID == id })
	if i < 0 {
		return board, period, fs.ErrNotExist
	}
	board = boards[i]
	period = board.Periods[len(board.Periods)-1]
	if want := r.PathValue("period"); want != "" {
		k := slices.IndexFunc(board.Periods, func(p Period) bool { return p.ID == want })
		if k < 0 {
			return board, period, fs.ErrNotExist
		}
		period = board.Periods[k]
	}
	return board, period, nil
}

// table writes the rows of a board.
func table(b *writer, rows []Row) {
	if len(rows) == 0 {
		b.add("<p class=\"none\">Nobody yet.</p>\n")
		return
	}
	b.add("<table><thead><tr><th>#</th><th>Player</th><th class=\"head\">%s</th><th class=\"note\"></th><th class=\"day\">Day</th><th></th></tr></thead><tbody>\n", cmp.Or(rows[0].Heading, "score"))
	for i, row := range rows {
		b.add("<tr><td>%d</td><td>%s</td><td>%s</td><td class=\"note\">%s</td><td class=\"day\"><time>%s</time></td><td>", i+1, row.Player, row.Score, row.Note, row.When.UTC().Format(time.DateOnly))
		if row.Replay != "" {
			b.add("<a href=\"/replay/%s\" aria-label=\"watch the game of %s\">watch</a>", row.Replay, row.Player)
		}
		b.add("</td></tr>\n")
	}
	b.add("</tbody></table>\n")
}

// watch shows a game in progress.
func (p *Page) serveWatch(w http.ResponseWriter, r *http.Request) {
	id, ok := idOf(r)
	games := p.Games()
	i := slices.IndexFunc(games, func(g Game) bool { return g.ID == id })
	if !ok || i < 0 {
		p.serveError(w, fs.ErrNotExist)
		return
	}
	g := &games[i]
	var b writer
	p.beginPage(&b, g.Title)
	b.add("<h1>%s</h1>\n<p class=\"none\">%s</p>\n<div id=\"player\" data-live=\"/live/%s\"></div>\n", g.Title, g.Note, id)
	b.add("<p><a href=\"/#games\">Other games in progress</a></p>\n")
	p.scripts(&b)
	b.add("<noscript><p>To watch a game here takes JavaScript; <kbd>%s</kbd> does not.</p></noscript>\n", p.Join)
	p.endPage(w, &b, http.StatusOK)
}

// scripts includes asciinema-player.
func (p *Page) scripts(b *writer) {
	b.add("<link rel=\"stylesheet\" href=\"%s\">\n<script src=\"%s\"></script>\n<script src=\"%s\"></script>\n",
		assetPath("asciinema-player.css"), assetPath("asciinema-player.min.js"), assetPath("page.js"))
}

// replay shows a recording.
func (p *Page) serveReplay(w http.ResponseWriter, r *http.Request) {
	id, rec, err := p.requestedReplay(r)
	if err != nil {
		p.serveError(w, err)
		return
	}
	var b writer
	p.beginPage(&b, rec.Title)
	b.add("<h1>%s</h1>\n<div id=\"player\" data-cast=\"/replay/%s/cast\"></div>\n", rec.Title, id)
	b.add("<p><a href=\"/replay/%s/ark\" download>.ark</a>, for <kbd>arkterm replay</kbd>", id)
	b.add(" · <a href=\"/replay/%s/cast\" download>.cast</a>, for <kbd>asciinema play</kbd></p>\n", id)
	p.scripts(&b)
	p.endPage(w, &b, http.StatusOK)
}

// recording returns the recording that a request asks for.
func (p *Page) requestedReplay(r *http.Request) (id string, rec Replay, err error) {
	id, ok := idOf(r)
	if !ok {
		return "", rec, fs.ErrNotExist
	}
	rec, err = p.Replay(id)
	return id, rec, err
}
