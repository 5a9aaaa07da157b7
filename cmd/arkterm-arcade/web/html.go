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

// An htmlWriter builds an HTML page.
type htmlWriter struct{ strings.Builder }

// addf appends formatted HTML. It escapes string arguments. Other arguments must be numbers.
func (w *htmlWriter) addf(format string, args ...any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = escapeHTML(s)
		}
	}
	fmt.Fprintf(w, format, args...)
}

// escapeHTML escapes a text for HTML. It removes control characters and characters that change the text direction.
// Recordings from other computers can contain such characters.
func escapeHTML(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, s))
}

// Maximum numbers of rows of a leaderboard.
const (
	frontPageRows = 5   // on the front page
	maxBoardRows  = 100 // on the page of the leaderboard
)

// beginPage writes the beginning of a page. A title of "" means the name of the arcade.
func (p *Page) beginPage(w *htmlWriter, title string) {
	if title == "" {
		title = p.Name
	} else {
		title += " · " + p.Name
	}
	w.addf(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark"><title>%s</title>
<link rel="icon" href="/asset/icon.svg"><link rel="stylesheet" href="%s"></head>
<body><header><a href="/"><img src="/asset/icon.svg" alt="" width="28" height="28">%s</a></header><main>
`, title, assetPath("page.css"), p.Name)
}

// endPage writes the end of a page and sends it.
func (p *Page) endPage(w http.ResponseWriter, b *htmlWriter, status int) {
	b.addf("</main><footer>arkterm %s · no cookies, nothing from other hosts · <a "+
		"href=\"/asset/licence.txt\">license of asciinema-player</a></footer></body></html>\n", p.Version)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(b.String()))
}

// serveError sends an error page: 404 for fs.ErrNotExist, and 503 for other errors, which are logged.
func (p *Page) serveError(w http.ResponseWriter, err error) {
	status, text := http.StatusNotFound, "This page does not exist, or has been removed."
	if !errors.Is(err, fs.ErrNotExist) {
		status, text = http.StatusServiceUnavailable, "The server cannot show this page at the moment. Please try "+
			"again later."
		p.Log.Warn("serve page", "error", err)
	}
	var b htmlWriter
	p.beginPage(&b, http.StatusText(status))
	b.addf("<h1>%s</h1>\n<p><a href=\"/\">To the arcade</a></p>\n", text)
	p.endPage(w, &b, status)
}

// frontMaxAge is the maximum time for which the front page is cached.
const frontMaxAge = 2 * time.Second

// A frontCache caches the front page.
type frontCache struct {
	mu        sync.Mutex
	writtenAt time.Time // time when text was written
	text      string    // the page without its end
}

// serveFront sends the front page: how to connect, the games in progress and the leaderboards.
func (p *Page) serveFront(w http.ResponseWriter, _ *http.Request) {
	b, err := p.cachedFront()
	if err != nil {
		p.serveError(w, err)
		return
	}
	p.endPage(w, b, http.StatusOK) // frontCache is not locked here, because the client may be slow
}

// cachedFront returns the front page without its end.
func (p *Page) cachedFront() (*htmlWriter, error) {
	c, b := &p.frontCache, new(htmlWriter)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.text == "" || time.Since(c.writtenAt) >= frontMaxAge {
		if err := p.writeFront(b); err != nil {
			return nil, err
		}
		c.text, c.writtenAt = b.String(), time.Now()
	} else {
		b.WriteString(c.text)
	}
	return b, nil
}

// writeFront writes the front page without its end.
func (p *Page) writeFront(b *htmlWriter) error {
	p.beginPage(b, "")
	b.addf("<section class=\"in\"><h1>Play in your terminal</h1>\n<pre><kbd>%s</kbd></pre>\n", p.JoinCommand)
	b.addf("<p>You need no account and no installation. The server recognizes you by your SSH key; without a key " +
		"you are a guest.</p>\n")
	b.addf("<p>When you connect for the first time, ssh shows the fingerprint of the server's key. It must match " +
		"one of these:</p>\n<pre class=\"key\">")
	for _, k := range p.Keys {
		b.addf("%s\n", k.Fingerprint)
	}
	b.addf("</pre>\n<details><summary>As lines for ~/.ssh/known_hosts</summary><pre>")
	for _, k := range p.Keys {
		b.addf("%s\n", k.KnownHosts)
	}
	b.addf("</pre></details></section>\n")
	b.addf("<section><h2>Games in progress</h2><div id=\"games\" data-from=\"/games\">")
	p.writeGames(b)
	b.addf("</div></section>\n")
	if err := p.writeBoards(b); err != nil {
		return err
	}
	b.addf("<script src=\"%s\"></script>\n", assetPath("page.js"))
	return nil
}

// writeBoards writes the first rows of each leaderboard.
func (p *Page) writeBoards(b *htmlWriter) error {
	boards, err := p.Boards()
	if err != nil {
		return err
	}
	b.addf("<section><h2>Leaderboards</h2>\n")
	if len(boards) == 0 {
		b.addf("<p class=\"none\">No finished games yet.</p>")
	}
	b.addf("<div class=\"boards\">\n")
	for _, board := range boards {
		period := board.Periods[len(board.Periods)-1]
		rows, err := p.Rows(board.ID, period.ID, frontPageRows)
		if err != nil {
			return err
		}
		b.addf("<div class=\"board\"><h3>%s</h3>\n", board.Title)
		writePeriods(b, board, "")
		writeTable(b, board.Title, rows)
		b.addf("</div>\n")
	}
	b.addf("</div></section>\n")
	return nil
}

// writePeriods writes links to the periods of a leaderboard. The period whose ID is shown has no link.
func writePeriods(b *htmlWriter, board Board, shown string) {
	b.addf("<ul class=\"periods\" role=\"list\">")
	for _, period := range board.Periods {
		if period.ID == shown {
			b.addf("<li><b aria-current=\"page\">%s</b></li>", period.Title)
		} else {
			b.addf("<li><a href=\"/board/%s/%s\" aria-label=\"%s, %s\">%s</a></li>", board.ID, period.ID, period.Title,
				board.Title, period.Title)
		}
	}
	b.addf("</ul>\n")
}

// serveGames sends only the list of games in progress, for updates of the front page.
func (p *Page) serveGames(w http.ResponseWriter, _ *http.Request) {
	var b htmlWriter
	p.writeGames(&b)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(b.String()))
}

// writeGames writes the list of games in progress.
func (p *Page) writeGames(b *htmlWriter) {
	games := p.Games()
	if len(games) == 0 {
		b.addf("<p class=\"none\">No games in progress.</p>")
		return
	}
	b.addf("<ul class=\"games\" role=\"list\">") // without the role, Safari ignores lists without bullets
	for _, g := range games {
		b.addf("<li><a href=\"/watch/%s\" aria-label=\"watch %s\">%s</a> <span>%s</span>", g.ID, g.Title, g.Title,
			g.Note)
		if g.NumSpectators > 0 {
			b.addf(" <span>%d watching</span>", g.NumSpectators)
		}
		b.addf("</li>")
	}
	b.addf("</ul>")
}

// serveBoard sends the page of a leaderboard.
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
	var b htmlWriter
	p.beginPage(&b, board.Title)
	b.addf("<h1>%s</h1>\n", board.Title)
	writePeriods(&b, board, period.ID)
	writeTable(&b, board.Title, rows)
	p.endPage(w, &b, http.StatusOK)
}

// requestedBoard returns the leaderboard and period of a request.
func (p *Page) requestedBoard(r *http.Request) (board Board, period Period, err error) {
	id, ok := requestID(r)
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

// writeTable writes the table of a leaderboard. title is its accessible name.
func writeTable(b *htmlWriter, title string, rows []Row) {
	if len(rows) == 0 {
		b.addf("<p class=\"none\">No entries yet.</p>\n")
		return
	}
	b.addf("<table aria-label=\"%s\"><thead><tr><th scope=\"col\" aria-label=\"place\">#</th><th "+
		"scope=\"col\">Player</th><th scope=\"col\" class=\"head\">%s</th><th scope=\"col\" "+
		"class=\"note\">Game</th><th scope=\"col\" class=\"day\">Day</th><th scope=\"col\">Replay</th></tr></thead>"+
		"<tbody>\n", title, cmp.Or(rows[0].Heading, "score"))
	for i, row := range rows {
		b.addf("<tr><td>%d</td><td>%s</td><td>%s</td><td class=\"note\">%s</td><td "+
			"class=\"day\"><time>%s</time></td><td>", i+1, row.Player,
			row.Score, row.Note, row.Ended.UTC().Format(time.DateOnly))
		if row.Replay != "" {
			b.addf("<a href=\"/replay/%s\" aria-label=\"watch the game of %s\">watch</a>", row.Replay, row.Player)
		}
		b.addf("</td></tr>\n")
	}
	b.addf("</tbody></table>\n")
}

// serveWatch sends the page of a game in progress.
func (p *Page) serveWatch(w http.ResponseWriter, r *http.Request) {
	id, ok := requestID(r)
	games := p.Games()
	i := slices.IndexFunc(games, func(g Game) bool { return g.ID == id })
	if !ok || i < 0 {
		p.serveError(w, fs.ErrNotExist)
		return
	}
	g := &games[i]
	var b htmlWriter
	p.beginPage(&b, g.Title)
	b.addf("<h1>%s</h1>\n<p class=\"none\">%s</p>\n<div id=\"player\" data-live=\"/live/%s\"></div>\n", g.Title, g.Note,
		id)
	b.addf("<p><a href=\"/#games\">Other games in progress</a></p>\n")
	p.writePlayerScripts(&b)
	b.addf("<noscript><p>Watching a game on this page requires JavaScript. In a terminal, use "+
		"<kbd>%s</kbd>.</p></noscript>\n", p.JoinCommand)
	p.endPage(w, &b, http.StatusOK)
}

// writePlayerScripts writes the elements that load asciinema-player.
func (p *Page) writePlayerScripts(b *htmlWriter) {
	b.addf("<link rel=\"stylesheet\" href=\"%s\">\n<script src=\"%s\"></script>\n<script src=\"%s\"></script>\n",
		assetPath("asciinema-player.css"), assetPath("asciinema-player.min.js"), assetPath("page.js"))
}

// serveReplay sends the page of a recording.
func (p *Page) serveReplay(w http.ResponseWriter, r *http.Request) {
	id, rec, err := p.requestedReplay(r)
	if err != nil {
		p.serveError(w, err)
		return
	}
	var b htmlWriter
	p.beginPage(&b, rec.Title)
	b.addf("<h1>%s</h1>\n<div id=\"player\" data-cast=\"/replay/%s/cast\"></div>\n", rec.Title, id)
	b.addf("<p><a href=\"/replay/%s/ark\" download>.ark</a>, for <kbd>arkterm replay</kbd>", id)
	b.addf(" · <a href=\"/replay/%s/cast\" download>.cast</a>, for <kbd>asciinema play</kbd></p>\n", id)
	p.writePlayerScripts(&b)
	p.endPage(w, &b, http.StatusOK)
}

// requestedReplay returns the recording of a request.
func (p *Page) requestedReplay(r *http.Request) (id string, rec Replay, err error) {
	id, ok := requestID(r)
	if !ok {
		return "", rec, fs.ErrNotExist
	}
	rec, err = p.Replay(id)
	return id, rec, err
}
