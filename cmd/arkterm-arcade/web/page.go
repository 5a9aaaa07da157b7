// Package web serves the arcade's web page: how to connect, games in progress, leaderboards and recordings. The page is
// read-only and uses no cookies. All files are embedded in the program, and the page loads nothing from other hosts.
//
// Without JavaScript, the page is text with links. With JavaScript, asciinema-player shows games in progress and
// recordings. The folder asset contains the player as published on npm.
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
	ID      string // letters, digits and "-"; part of URLs
	Title   string
	Periods []Period // the last one is the default
}

// A Period is a time range of a leaderboard.
type Period struct {
	ID    string // letters, digits and "-"; part of URLs
	Title string
}

// A Row is a row of a leaderboard.
type Row struct {
	Player  string
	Heading string    // heading of the column Score, for example "score", "time" or "rating"; equal in all rows
	Score   string    // value by which the row is ranked, for example "12,300" or "1:04.25"
	Note    string    // additional text, for example the level
	Ended   time.Time // end of the game
	Replay  string    // ID of the recording; "" if it was removed
}

// A Replay is the recording of a finished game.
type Replay struct {
	Title string // names of the player and the mode
	Ark   []byte // recording in arkterm's own format
}

// A Game is a game in progress.
type Game struct {
	ID            string // letters, digits and "-"; part of URLs
	Title         string // name of the player
	Note          string // additional text, for example the current level
	NumSpectators int    // number of spectators
}

// A Stream is a game in progress for one spectator.
type Stream struct {
	// Next waits for the next packet and returns it. The first packet is a key packet. If the spectator is slow, Next
	// skips frames. The error is io.EOF after the end of the game.
	Next func(ctx context.Context) (Packet, error)

	// Close ends the subscription of the spectator.
	Close func()
}

// A Packet is terminal output.
type Packet struct {
	At     time.Duration // time since the start of the game
	Output []byte        // read-only

	// IsKeyPacket marks a key packet, which draws the whole screen on an empty terminal of Cols×Rows cells with the
	// given colors.
	IsKeyPacket bool
	Cols, Rows  int
	Colors      []byte // text, background and 16 palette colors, 3 bytes each; nil for the browser's colors
}

// A HostKey is a key that identifies the server to ssh.
type HostKey struct {
	Fingerprint string
	KnownHosts  string // the key as a line for known_hosts
}

// A Page is the arcade's web page. Its fields must be set before calling Handler, and must not be changed afterwards.
// The functions in its fields return fs.ErrNotExist for unknown IDs.
type Page struct {
	Name        string // name of the arcade
	JoinCommand string // command to connect, for example "ssh -p 2222 play.example.org"
	Keys        []HostKey
	Version     string

	Boards func() ([]Board, error)                              // leaderboards, in the order of the page
	Rows   func(board, period string, limit int) ([]Row, error) // first rows of a leaderboard, best first
	Replay func(id string) (Replay, error)
	Games  func() []Game // games in progress that may be watched
	Watch  func(id string) (*Stream, error)
	// converts a recording to asciicast version 2, and returns the error of a failed write
	ConvertToCast func(w io.Writer, ark []byte) error

	MaxWatching           int // maximum number of browsers that watch games in progress
	MaxWatchingPerNetwork int // maximum number of such browsers of one network
	Log                   *slog.Logger
	Count                 *Counts

	casts      castCache
	frontCache frontCache
	watching   slotLimiter
}

// Counts contains the counters of a page since the start of the server.
type Counts struct {
	Requests [len(statusClasses)]atomic.Int64 // by class of the status, see StatusClasses
	Refused  atomic.Int64                     // refused connections and forwarded requests
	Watching atomic.Int64                     // current spectators of games in progress
	Casts    atomic.Int64                     // recordings that were converted
	Panics   atomic.Int64                     // requests that ended because of a panic
}

// statusClasses contains the names of the classes of HTTP statuses that the page sends.
var statusClasses = [...]string{"2xx", "3xx", "4xx", "5xx"}

// StatusClasses returns the names of the classes in Counts.Requests.
func StatusClasses() []string { return statusClasses[:] }

// A route is a URL path of the page.
type route struct {
	pattern string
	serve   func(p *Page, w http.ResponseWriter, r *http.Request)
}

// routes contains all routes of the page.
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
	{"GET /health", (*Page).serveHealth},
	{"GET /", func(p *Page, w http.ResponseWriter, _ *http.Request) { p.serveError(w, fs.ErrNotExist) }},
}

// headers contains HTTP headers that are sent with every response. They allow only scripts of this page, and the
// WebAssembly of asciinema-player.
var headers = [...][2]string{
	{
		"Content-Security-Policy",
		"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
			"font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	},
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
	{"Referrer-Policy", "no-referrer"},
	{"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Cache-Control", "no-store"},
}

// Handler returns the handler of the page.
func (p *Page) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, rt := range routes {
		mux.HandleFunc(rt.pattern, func(w http.ResponseWriter, r *http.Request) { rt.serve(p, w, r) })
	}
	return http.HandlerFunc(func(raw http.ResponseWriter, r *http.Request) {
		w := &statusRecorder{ResponseWriter: raw, status: http.StatusOK}
		for _, h := range headers {
			w.Header().Set(h[0], h[1])
		}
		if c := clientOf(r); c != nil && c.rateLimiter != nil && !c.rateLimiter.Allow() {
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			w.count(p.Count)
			return
		}
		defer func() {
			if v := recover(); v != nil {
				p.Count.Panics.Add(1)
				p.Log.Error("serve page", "path", shorten(r.URL.Path), "panic", v)
				w.status = http.StatusInternalServerError
				w.count(p.Count)
				panic(http.ErrAbortHandler) // close only this connection, without another log message
			}
			w.count(p.Count)
		}()
		mux.ServeHTTP(w, r)
	})
}

// A statusRecorder records the status of a response.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader records the status.
func (c *statusRecorder) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the underlying writer, for http.ResponseController and for hijacking the connection.
func (c *statusRecorder) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// count counts the response by the class of its status.
func (c *statusRecorder) count(n *Counts) {
	if class := c.status/100 - 2; class >= 0 && class < len(n.Requests) {
		n.Requests[class].Add(1)
	}
}

// maxIDLength is the maximum length of an ID of a game, leaderboard or recording.
const maxIDLength = 80

// requestID returns the ID in the URL of a request. ok is false if the ID is invalid.
func requestID(r *http.Request) (id string, ok bool) {
	id = r.PathValue("id")
	invalid := strings.ContainsFunc(id, func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-')
	})
	return id, id != "" && len(id) <= maxIDLength && !invalid
}

// shorten shortens a text from a client for the log.
func shorten(s string) string {
	const maxBytes = 120
	if len(s) > maxBytes {
		s = s[:maxBytes] + "…"
	}
	return s
}

// serveHealth responds to health checks.
func (p *Page) serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}
