// Package web provides the arcade's web page: leaderboards, running games, recordings, and how to connect. It is read-only. No
// request changes anything, and there are no cookies. All files are in the program; nothing comes from other hosts.
//
// Without JavaScript the page is text with links. With it, asciinema-player shows running games and recordings. The folder asset
// contains the player as published on npm.
package web

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// A Board is a leaderboard, with its periods.
type Board struct {
	ID      string // letters, digits and "-"; in addresses
	Title   string
	Periods []Period // the last one is shown first
}

// A Period is a time range of a leaderboard.
type Period struct {
	ID    string // as that of a board
	Title string
}

// A Row is a row of a leaderboard.
type Row struct {
	Player  string
	Heading string // the heading of Score, the same in all rows: "score", "time", "rating"
	Score   string // as it is shown, such as "12,300" or "1:04.25"
	Note    string // more about the game: level, difficulty
	When    time.Time
	Replay  string // the ID of the recording; "" if it was removed
}

// A Replay is the recording of a game.
type Replay struct {
	Title string // the player and the mode
	Ark   []byte // the recording in arkterm's own format
}

// A Game is a running game.
type Game struct {
	ID       string // letters, digits and "-"; in addresses
	Title    string // the player
	Note     string // for example the score
	Watching int    // spectators
}

// A Stream is the picture of a running game for one spectator.
type Stream struct {
	// Next waits for the next packet. The first one is a key, and so is the packet after those that a slow spectator has
	// missed. The error is io.EOF when the game is over.
	Next func(ctx context.Context) (Packet, error)

	Close func()
}

// A Packet is output for a terminal.
type Packet struct {
	At     time.Duration // since the beginning of the game
	Output []byte        // read-only

	// A key shows the whole screen on an empty terminal of this size.
	Key        bool
	Cols, Rows int
	Colors     []byte // text, background, and 16 colors of the palette, three bytes each; nil for the browser's own
}

// A HostKey is a key that identifies the server to ssh.
type HostKey struct {
	Fingerprint string
	KnownHosts  string // the key as a line for known_hosts
}

// A Page is the arcade's web page. Set its fields before Handler and do not change them afterwards. Errors are fs.ErrNotExist
// for unknown IDs.
type Page struct {
	Name    string // of the arcade
	Join    string // the command that players type, such as "ssh -p 2222 play.example.org"
	Keys    []HostKey
	Version string

	Boards func() ([]Board, error)                              // the leaderboards, in the order of the page
	Rows   func(board, period string, limit int) ([]Row, error) // the first rows of a leaderboard, the best one first
	Replay func(id string) (Replay, error)
	Games  func() []Game // the running games that may be watched
	Watch  func(id string) (*Stream, error)
	Cast   func(w io.Writer, ark []byte) error // converts a recording to asciicast version 2; ends when a write fails

	MaxWatching           int // browsers that watch running games
	MaxWatchingPerNetwork int
	Log                   *slog.Logger
	Count                 *Counts

	casts      castCache
	frontCache frontCache
	watching   places
}

// Counts are what a page has counted since the server began.
type Counts struct {
	Requests [len(statusClasses)]atomic.Int64 // by the class of their status, see StatusClasses
	Refused  atomic.Int64                     // connections
	Watching atomic.Int64                     // who watches a game in progress now
	Casts    atomic.Int64                     // recordings that were drawn
	Panics   atomic.Int64
}

// statusClasses are the classes of HTTP's statuses that the page answers with.
var statusClasses = [...]string{"2xx", "3xx", "4xx", "5xx"}

// StatusClasses returns the names of the classes in Counts.Requests.
func StatusClasses() []string { return statusClasses[:] }

// A route is an address of the page.
type route struct {
	pattern string
	serve   func(p *Page, w http.ResponseWriter, r *http.Request)
}

// routes are all that the page has.
var routes = []route{
	{"GET /{$}", (*Page).serveFront},
	{"GET /games", (*Page).serveGames},
	{"GET /board/{id}", (*Page).serveBoard},
	{"GET /board/{id}/{period}", (*Page).serveBoard},
	{"GET /watch/{id}", (*Page).serveWatch},
	{"GET /live/{id}", (*Page).serveLive},
	{"GET /replay/{id}", (*Page).serveReplay},
	{"GET /replay/{id}/cast", (*Page).serveCast},
	{"GET /replay/{id}/ark", (*Page).serveArk},
	{"GET /asset/{name}", (*Page).serveAsset},
	{"GET /health", (*Page).health},
	{"GET /", func(p *Page, w http.ResponseWriter, _ *http.Request) { p.serveError(w, fs.ErrNotExist) }},
}

// headers are sent with every answer. The page runs its own scripts only, and asciinema-player's WebAssembly.
var headers = [...][2]string{
	{"Content-Security-Policy", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
		"font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
	{"Referrer-Policy", "no-referrer"},
	{"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Cache-Control", "no-store"},
}

// Handler returns the page.
func (p *Page) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, to := range routes {
		mux.HandleFunc(to.pattern, func(w http.ResponseWriter, r *http.Request) { to.serve(p, w, r) })
	}
	return http.HandlerFunc(func(raw http.ResponseWriter, r *http.Request) {
		w := &statusRecorder{ResponseWriter: raw, status: http.StatusOK}
		for _, h := range headers {
			w.Header().Set(h[0], h[1])
		}
		if c := clientOf(r); c != nil && !c.allowed.Allow() {
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			w.count(p.Count)
			return
		}
		defer func() {
			if v := recover(); v != nil {
				p.Count.Panics.Add(1)
				p.Log.Error("a page has failed", "path", clipped(r.URL.Path), "panic", v)
				w.status = http.StatusInternalServerError
				w.count(p.Count)
				panic(http.ErrAbortHandler) // the connection is closed, and nothing else
			}
			w.count(p.Count)
		}()
		mux.ServeHTTP(w, r)
	})
}

// A counted is an answer whose status is counted.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader notes the status.
func (c *statusRecorder) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// Unwrap gives what is below to http.ResponseController, and to what takes the connection over.
func (c *statusRecorder) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *statusRecorder) count(n *Counts) {
	if class := c.status/100 - 2; class >= 0 && class < len(n.Requests) {
		n.Requests[class].Add(1)
	}
}

// mostID is the length of the longest ID of a game, a board or a recording.
const mostID = 80

// idOf returns the ID in the address of a request; ok is false if it is none.
func idOf(r *http.Request) (id string, ok bool) {
	id = r.PathValue("id")
	odd := strings.ContainsFunc(id, func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-')
	})
	return id, id != "" && len(id) <= mostID && !odd
}

// clipped returns a text of a client as it is logged.
func clipped(s string) string {
	const most = 120
	if len(s) > most {
		s = s[:most] + "…"
	}
	return s
}

// health answers who asks whether the server is there.
func (p *Page) health(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}
