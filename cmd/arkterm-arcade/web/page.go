// Package web is the arcade's page for browsers: boards, games in progress, recordings, and how to get in. It only
// shows: nothing that a browser sends changes anything, and there are no cookies. All that it serves is in the program;
// nothing comes from other hosts.
//
// Without JavaScript the page is text with links. With it, games in progress and recordings are played by
// asciinema-player, which is kept in asset as npm has it.
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

// A Board is a table of scores, for each of some periods.
type Board struct {
	ID      string // letters, digits and "-"; in addresses
	Title   string
	Periods []Period // the last one is shown first
}

// A Period is a time that a board is of.
type Period struct {
	ID    string // as that of a board
	Title string
}

// A Row is a row of a board.
type Row struct {
	Player string
	Head   string // the heading of Score, the same in all rows: "score", "time", "rating"
	Score  string // as it is shown, such as "12,300" or "1:04.25"
	Note   string // what else there is to say: level, difficulty
	When   time.Time
	Replay string // the ID of the recording; "": there is none any more
}

// Boards are the tables of scores.
type Boards interface {
	// Boards returns the boards, in the order in which they are shown.
	Boards() ([]Board, error)

	// Rows returns the first rows of a board in a period, the best one first. Its error is fs.ErrNotExist if there is no
	// such board.
	Rows(board, period string, most int) ([]Row, error)
}

// Replays are the recordings of games.
type Replays interface {
	// Replay returns a recording. Its error is fs.ErrNotExist if there is none.
	Replay(id string) (Replay, error)
}

// A Replay is the recording of a game.
type Replay struct {
	Title string // who plays what
	Ark   []byte // the recording in arkterm's own format
}

// A Game is a game in progress.
type Game struct {
	ID       string // letters, digits and "-"; in addresses
	Title    string // who plays what
	Note     string // the score and the like
	Watching int    // how many watch
}

// Live is the games in progress.
type Live interface {
	// Games returns the games that may be watched.
	Games() []Game

	// Watch begins to watch a game. Its error is fs.ErrNotExist if there is no such game any more.
	Watch(ctx context.Context, id string) (Stream, error)
}

// A Stream is a game as it is shown, for one who watches.
type Stream interface {
	// Next waits for the next packet, of which the first is a key. Who is too slow gets a key in place of what they
	// missed. The error is io.EOF when the game is over.
	Next(ctx context.Context) (Packet, error)

	Close()
}

// A Packet is what a terminal is sent at a moment.
type Packet struct {
	At     time.Duration // since the beginning of the game
	Output []byte        // only read

	// A Key shows the whole screen on an empty terminal of this size.
	Key        bool
	Cols, Rows int
	Colors     []byte // text, ground, and 16 colours of the palette, three bytes each; nil: the player's own
}

// A HostKey is a key that identifies the server to ssh.
type HostKey struct {
	Fingerprint string
	KnownHosts  string // the key as a line for known_hosts
}

// A Page is the arcade as browsers see it. Set its fields before Handler and do not change them afterwards. Boards,
// Replays and Live may be nil: then there are none.
type Page struct {
	Name    string // of the arcade
	Join    string // the command that players type, such as "ssh -p 2222 play.example.org"
	Keys    []HostKey
	Version string

	Boards  Boards
	Replays Replays
	Live    Live

	// Cast writes a recording to w as a cast of asciicast's second version. It ends when a write fails.
	Cast func(w io.Writer, ark []byte) error

	MostWatching  int // who may watch games in progress at once
	MostOfNetwork int // … from one network
	Log           *slog.Logger
	Count         *Counts

	casts    castCache
	frontNow frontCache
	watching places
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
	{"GET /{$}", (*Page).front},
	{"GET /games", (*Page).games},
	{"GET /board/{id}", (*Page).board},
	{"GET /board/{id}/{period}", (*Page).board},
	{"GET /watch/{id}", (*Page).watch},
	{"GET /live/{id}", (*Page).live},
	{"GET /replay/{id}", (*Page).replay},
	{"GET /replay/{id}/cast", (*Page).cast},
	{"GET /replay/{id}/ark", (*Page).ark},
	{"GET /asset/{name}", (*Page).asset},
	{"GET /health", (*Page).health},
	{"GET /", func(p *Page, w http.ResponseWriter, _ *http.Request) { p.fail(w, fs.ErrNotExist) }},
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
		w := &counted{ResponseWriter: raw, status: http.StatusOK}
		for _, h := range headers {
			w.Header().Set(h[0], h[1])
		}
		if c := clientOf(r); c != nil && !c.allowed.Allow() {
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			w.note(p.Count)
			return
		}
		defer func() {
			if v := recover(); v != nil {
				p.Count.Panics.Add(1)
				p.Log.Error("a page has failed", "path", clipped(r.URL.Path), "panic", v)
				w.status = http.StatusInternalServerError
				w.note(p.Count)
				panic(http.ErrAbortHandler) // the connection is closed, and nothing else
			}
			w.note(p.Count)
		}()
		mux.ServeHTTP(w, r)
	})
}

// A counted is an answer whose status is counted.
type counted struct {
	http.ResponseWriter
	status int
}

// WriteHeader notes the status.
func (c *counted) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// Unwrap gives what is below to http.ResponseController, and to what takes the connection over.
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *counted) note(n *Counts) {
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
