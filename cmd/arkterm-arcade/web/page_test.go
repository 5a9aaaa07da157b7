package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm/testenv"
)

// maliciousName is a name that contains HTML elements, control characters and an HTML attribute.
const maliciousName = "<script>alert(1)</script>\x1b]0;x\a\u202e\" onload='x'"

// A fakeArcade provides leaderboards, recordings and games in progress.
type fakeArcade struct {
	err       error        // returned by Rows
	packets   chan Packet  // packets of the game in progress; closed when the game has ended
	watching  atomic.Int64 // number of open streams
	converted atomic.Int64 // number of converted recordings
}

func (f *fakeArcade) Boards() ([]Board, error) {
	periods := []Period{{"today", "Today"}, {"ever", maliciousName}}
	return []Board{{"campaign", "Campaign", periods}, {"all", maliciousName, periods}}, nil
}

func (f *fakeArcade) Rows(_, _ string, limit int) (rows []Row, err error) {
	for i := range min(limit, 7) {
		rows = append(rows, Row{
			Player: maliciousName, Heading: maliciousName, Score: fmt.Sprint(1000 - i), Note: "Level 3",
			Ended: time.Unix(0, 0), Replay: "r1",
		})
	}
	return rows, f.err
}

func (f *fakeArcade) Replay(id string) (Replay, error) {
	if id[0] != 'r' {
		return Replay{}, fs.ErrNotExist
	}
	return Replay{Title: maliciousName, Ark: []byte("ark " + id)}, nil
}

func (f *fakeArcade) Games() []Game {
	return []Game{{ID: "g1", Title: maliciousName, Note: "12,345 points", NumSpectators: int(f.watching.Load())}}
}

func (f *fakeArcade) Watch(id string) (*Stream, error) {
	if id != "g1" {
		return nil, fs.ErrNotExist
	}
	f.watching.Add(1)
	return &Stream{f.Next, f.Close}, nil
}

func (f *fakeArcade) Next(ctx context.Context) (Packet, error) {
	select {
	case p, ok := <-f.packets:
		if !ok {
			return p, io.EOF
		}
		return p, nil
	case <-ctx.Done():
		return Packet{}, ctx.Err()
	}
}

func (f *fakeArcade) Close() { f.watching.Add(-1) }

func newTestPage(f *fakeArcade) *Page {
	return &Page{
		Name: "Test & Play", JoinCommand: "ssh localhost",
		Keys: []HostKey{
			{"SHA256:abc (ED25519)", "localhost ssh-ed25519 AAAA"},
			{"SHA256:def (ECDSA)", "localhost ecdsa BBBB"},
		}, Version: "1",
		Boards: f.Boards, Rows: f.Rows, Replay: f.Replay, Games: f.Games, Watch: f.Watch, MaxWatching: 3,
		MaxWatchingPerNetwork: 2, Log: slog.New(slog.DiscardHandler), Count: new(Counts),
		ConvertToCast: func(w io.Writer, ark []byte) error {
			f.converted.Add(1)
			_, err := fmt.Fprintf(w, "cast of %s", ark)
			return err
		},
	}
}

// startServer runs a server until end is called. It returns a function that creates a client, which connects from an
// address.
func startServer(t *testing.T, h http.Handler, limits connlimit.Limits,
	refused func(),
) (client func(from string) *http.Client, end func()) {
	l := testenv.NewListener()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	s := &Server{
		Handler: h, ConnectionLimiter: connlimit.New(limits, func() float64 { return 0 }),
		RequestLimiter: connlimit.New(RequestLimits(), func() float64 { return 0 }),
		Trusted:        connlimit.Networks{netip.MustParsePrefix("10.0.0.0/8")},
		Refused:        refused, Log: slog.New(slog.DiscardHandler),
	}
	go func() { ended <- s.Serve(ctx, l) }()
	var all []*http.Transport
	client = func(from string) *http.Client {
		tr := &http.Transport{
			DisableCompression: true,
			DialContext: func(context.Context, string, string) (net.Conn,
				error,
			) {
				return l.Dial(netip.MustParseAddr(from))
			},
		}
		all = append(all, tr)
		return &http.Client{Transport: tr}
	}
	return client, func() {
		t.Helper()
		for _, tr := range all {
			tr.CloseIdleConnections()
		}
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Serve: error %v, want nil", err)
		}
	}
}

const baseURL = "http://arcade.test"

// get returns a response and its body.
func get(t *testing.T, c *http.Client, path string) (*http.Response, string) {
	t.Helper()
	response, err := c.Get(baseURL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func TestPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, end := startServer(t, newTestPage(&fakeArcade{}).Handler(), ConnectionLimits(), nil)
		defer end()
		c := client("192.0.2.7")
		for _, want := range []struct {
			path        string
			status      int
			contentType string
			contains    string
		}{
			{"/", 200, "text/html", "<kbd>ssh localhost</kbd>"},
			{"/", 200, "text/html", "SHA256:abc (ED25519)\nSHA256:def (ECDSA)"},
			{"/", 200, "text/html", "localhost ssh-ed25519 AAAA\nlocalhost ecdsa BBBB"},
			{"/", 200, "text/html", "Test &amp; Play"},
			{"/", 200, "text/html", `<a href="/watch/g1" aria-label="watch &lt;script`},
			{"/", 200, "text/html", `<a href="/board/campaign/today" aria-label="Today, Campaign">Today</a>`},
			{"/games", 200, "text/html", "12,345 points"},
			{"/board/campaign", 200, "text/html", "<td>7</td>"},
			{"/board/campaign", 200, "text/html", "<b aria-current=\"page\">&lt;script"},
			{"/board/campaign/today", 200, "text/html", "<b aria-current=\"page\">Today</b>"},
			{"/board/campaign/none", 404, "text/html", "does not exist"},
			{"/board/none", 404, "text/html", "does not exist"},
			{"/watch/g1", 200, "text/html", `data-live="/live/g1"`},
			{"/watch/g2", 404, "text/html", "does not exist"},
			{"/replay/r1", 200, "text/html", `data-cast="/replay/r1/cast"`},
			{"/replay/r1/ark", 200, "application/octet-stream", "ark r1"},
			{"/replay/r1/cast", 200, "application/x-asciicast", "cast of ark r1"},
			{"/replay/x", 404, "text/html", "does not exist"},
			{"/replay/..%2f..%2fetc", 404, "text/html", "does not exist"},
			{"/replay/r%00", 404, "text/html", "does not exist"},
			{"/replay/r" + strings.Repeat("1", maxIDLength), 404, "text/html", "does not exist"},
			{"/asset/page.js", 200, "text/javascript", "AsciinemaPlayer"},
			{"/asset/licence.txt", 200, "text/plain", "Apache License"},
			{"/asset/asciinema-player.css", 200, "text/css", "ap-player"},
			{"/asset/LICENSE", 404, "text/html", ""},
			{"/live/g1", 426, "text/plain", ""}, // not a WebSocket
			{"/health", 200, "text/plain", "ok"},
			{"/metrics", 404, "text/html", "does not exist"},
			{"/none", 404, "text/html", "<title>Not Found · Test &amp; Play</title>"},
			{"/none/of/these", 404, "text/html", "does not exist"},
		} {
			response, body := get(t, c, want.path)
			if response.StatusCode != want.status ||
				!strings.HasPrefix(response.Header.Get("Content-Type"), want.contentType) ||
				!strings.Contains(body, want.contains) {
				t.Errorf("GET %s: status %s, type %s; want %d, %s, and %q in\n%s", want.path, response.Status,
					response.Header.Get("Content-Type"), want.status, want.contentType, want.contains, body)
			}

			if strings.Contains(body, "<script>") || strings.ContainsAny(body, "\x1b\a\u202e") &&
				!strings.HasPrefix(want.path, "/asset/") {
				t.Errorf("GET %s: a name is not escaped in\n%s", want.path, body)
			}
			for _, h := range headers {
				if response.Header.Get(h[0]) == "" {
					t.Errorf("GET %s: the response has no header %s", want.path, h[0])
				}
			}
			if response.Header.Get("Set-Cookie") != "" {
				t.Errorf("GET %s: the response sets a cookie", want.path)
			}
		}
	})
}

// A row has a link to its recording if the recording exists.
func TestRowsLinkRecordings(t *testing.T) {
	var b htmlWriter
	writeTable(&b, "all", []Row{{Player: "Ann", Replay: "r1"}, {Player: "Bob"}, {Player: "Cat", Replay: "r3"}})
	for _, want := range []string{
		`<a href="/replay/r1" aria-label="watch the game of Ann">watch</a>`,
		`<a href="/replay/r3" aria-label="watch the game of Cat">watch</a>`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("writeTable does not write %s:\n%s", want, b.String())
		}
	}
	if n := strings.Count(b.String(), "<a "); n != 2 {
		t.Errorf("writeTable writes %d links, want 2:\n%s", n, b.String())
	}
}

func TestPeriods(t *testing.T) {
	var b htmlWriter
	periods := []Period{{"day", "Today"}, {"week", "This week"}, {"ever", "Ever"}}
	writePeriods(&b, Board{ID: "all", Title: "All", Periods: periods}, "week")
	want := `<ul class="periods" role="list"><li><a href="/board/all/day" aria-label="Today, All">Today</a></li>` +
		`<li><b aria-current="page">This week</b></li>` +
		`<li><a href="/board/all/ever" aria-label="Ever, All">Ever</a></li></ul>` + "\n"
	if got := b.String(); got != want {
		t.Errorf("writePeriods writes\n%s\nwant\n%s", got, want)
	}
}

// A lockProbe is a response writer whose Write checks that the lock of frontCache is free.
type lockProbe struct {
	http.ResponseWriter
	page *Page
	free bool
}

func (p *lockProbe) Write(b []byte) (int, error) {
	if p.free = p.page.frontCache.mu.TryLock(); p.free {
		p.page.frontCache.mu.Unlock()
	}
	return p.ResponseWriter.Write(b)
}

// A client that reads the front page slowly does not block other clients, even after an error.
func TestFrontPageIsSentWithoutLock(t *testing.T) {
	for _, err := range []error{nil, errors.New("no boards")} {
		p := newTestPage(&fakeArcade{err: err})
		w := &lockProbe{httptest.NewRecorder(), p, false}
		p.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		if !w.free {
			t.Errorf("if Rows returns error %v, the lock is held while the page is sent", err)
		}
	}
}

// The page of an arcade without games shows how to connect.
func TestEmptyArcade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTestPage(&fakeArcade{})
		p.Boards, p.Games = func() ([]Board, error) { return nil, nil }, func() []Game { return nil }
		client, end := startServer(t, p.Handler(), ConnectionLimits(), nil)
		defer end()
		c := client("192.0.2.7")
		for path, status := range map[string]int{
			"/": 200, "/games": 200, "/board/campaign": 404, "/watch/g1": 404,
			"/replay/x1": 404, "/replay/x1/cast": 404,
		} {
			response, body := get(t, c, path)
			if response.StatusCode != status {
				t.Errorf("GET %s: status %s, want %d", path, response.Status, status)
			}
			if none := "No finished games yet."; path == "/" && !strings.Contains(body, none) {
				t.Errorf("the page of an empty arcade does not contain %q:\n%s", none, body)
			}
		}
	})
}

// Only GET and HEAD requests are allowed. Large and slow requests are refused.
func TestRequestsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTestPage(&fakeArcade{})
		client, end := startServer(t, p.Handler(), ConnectionLimits(), nil)
		defer end()
		c := client("192.0.2.7")
		response, err := c.Post(baseURL+"/", "text/plain", strings.NewReader(strings.Repeat("x", 1<<20)))
		if err == nil {
			response.Body.Close()
			if response.StatusCode != http.StatusMethodNotAllowed {
				t.Errorf("POST: status %s, want 405", response.Status)
			}
		}
		long, _ := http.NewRequest("GET", baseURL+"/", nil)
		long.Header.Set("Cookie", strings.Repeat("x", 64<<10))
		if response, err := c.Do(long); err == nil {
			response.Body.Close()
			if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
				t.Errorf("request of 64 KB: status %s, want 431", response.Status)
			}
		}

		conn, err := c.Transport.(*http.Transport).DialContext(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		fmt.Fprint(conn, "GET / HTTP/1.1\r\n")
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("a slow request: read error %v, want the end of the stream", err)
		}
		if elapsed := time.Since(start); elapsed > headerTimeout+time.Second {
			t.Errorf("the connection of a slow request was closed after %v, want %v", elapsed, headerTimeout)
		}
	})
}

// The rate of requests on one connection is limited.
func TestRequestRateIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := newTestPage(&fakeArcade{})
		client, end := startServer(t, page.Handler(), ConnectionLimits(), nil)
		defer end()
		c := client("192.0.2.7")
		status := func() int {
			response, _ := get(t, c, "/")
			return response.StatusCode
		}
		for i := range requestBurst {
			if got := status(); got != 200 {
				t.Fatalf("request %d: status %d, want 200", i, got)
			}
		}
		if got := status(); got != http.StatusTooManyRequests {
			t.Errorf("request beyond the burst: status %d, want 429", got)
		}
		if n := page.Count.Requests[2].Load(); n != 1 {
			t.Errorf("%d requests with a status of the class %s are counted, want 1", n, StatusClasses()[2])
		}
		time.Sleep(time.Second)
		if got := status(); got != 200 {
			t.Errorf("request one second later: status %d, want 200", got)
		}
	})
}

func TestConnectionsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := ConnectionLimits()
		limits.MaxPerSource = 2
		var refused atomic.Int64
		client, end := startServer(t, newTestPage(&fakeArcade{}).Handler(), limits, func() { refused.Add(1) })
		defer end()
		dial := func(from string) net.Conn {
			conn, err := client(from).Transport.(*http.Transport).DialContext(t.Context(), "", "")
			if err != nil {
				t.Fatal(err)
			}
			return conn
		}
		first, second := dial("192.0.2.7"), dial("192.0.2.7")
		third := dial("192.0.2.7")
		if _, err := third.Read(make([]byte, 1)); err == nil || refused.Load() != 1 {
			t.Errorf("third connection from a network: error %v, %d connections refused; want an error, and 1", err,
				refused.Load())
		}
		if response, _ := get(t, client("192.0.2.8"), "/"); response.StatusCode != 200 {
			t.Error("a connection from another network was refused")
		}
		for range 5 { // a proxy opens connections for many clients
			if response, _ := get(t, client("10.0.0.1"), "/"); response.StatusCode != 200 {
				t.Error("a connection from a proxy was refused")
			}
		}
		first.Close()
		second.Close()
		synctest.Wait()
		if response, _ := get(t, client("192.0.2.7"), "/"); response.StatusCode != 200 {
			t.Error("after two connections were closed, a new one was refused")
		}
	})
}

// Requests that a proxy forwards are limited by the networks of the clients. A client cannot choose its address.
func TestForwardedRequestsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var refused atomic.Int64
		client, end := startServer(t, newTestPage(&fakeArcade{}).Handler(), ConnectionLimits(),
			func() { refused.Add(1) })
		defer end()
		proxy := client("10.0.0.1")
		status := func(c *http.Client, forwarded ...string) int {
			r, err := http.NewRequest(http.MethodGet, baseURL+"/", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header["X-Forwarded-For"] = forwarded
			response, err := c.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			_, _ = io.Copy(io.Discard, response.Body)
			return response.StatusCode
		}
		for i := range RequestLimits().BurstPerSource {
			if got := status(proxy, fmt.Sprintf("198.51.100.%d, 192.0.2.7", i)); got != 200 {
				t.Fatalf("request %d: status %d, want 200", i, got)
			}
		}
		if got := status(proxy, "198.51.100.1", "192.0.2.7, 10.0.0.2"); got != http.StatusTooManyRequests ||
			refused.Load() != 1 {
			t.Errorf("request beyond the burst: status %d, %d refused; want 429, and 1", got, refused.Load())
		}
		if got := status(proxy, "192.0.2.7, 198.51.100.1"); got != 200 {
			t.Errorf("request from another network: status %d, want 200", got)
		}
		if got := status(client("198.51.100.1"), "192.0.2.7"); got != 200 {
			t.Errorf("request from an untrusted address with a header: status %d, want 200", got)
		}
		for i := range RequestLimits().BurstPerSource {
			if got := status(proxy, []string{"", "unknown"}[i%2]); got != 200 {
				t.Fatalf("request %d without a valid header: status %d, want 200", i, got)
			}
		}
		if got := status(proxy); got != http.StatusTooManyRequests {
			t.Errorf("request beyond the burst without a header: status %d, want 429", got)
		}
		time.Sleep(time.Second)
		if got := status(proxy, "192.0.2.7"); got != 200 {
			t.Errorf("request one second later: status %d, want 200", got)
		}
	})
}

// The connections of a blocked network are closed immediately, even during a response. Other connections stay open.
func TestEvictBlockedConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeArcade{packets: make(chan Packet)}
		p := newTestPage(f)
		l := testenv.NewListener()
		ctx, cancel := context.WithCancel(t.Context())
		network := netip.MustParsePrefix("192.0.2.0/24")
		blocked := false
		s := &Server{
			Handler: p.Handler(), ConnectionLimiter: connlimit.New(ConnectionLimits(), func() float64 { return 0 }),
			RequestLimiter: connlimit.New(RequestLimits(), func() float64 { return 0 }),
			Trusted:        connlimit.Networks{netip.MustParsePrefix("10.0.0.0/8")},
			Refused:        func() {},
			Log:            slog.New(slog.DiscardHandler),
			Blocked:        func(a netip.Addr) bool { return blocked && network.Contains(a) },
		}

		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx, l) }()
		watch := func(from string, forwarded ...string) *websocket.Conn {
			tr := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn,
				error,
			) {
				return l.Dial(netip.MustParseAddr(from))
			}}
			conn, _, err := websocket.Dial(t.Context(), baseURL+"/live/g1",
				&websocket.DialOptions{
					HTTPClient: &http.Client{Transport: tr}, Subprotocols: []string{alisProtocol},
					HTTPHeader: http.Header{"X-Forwarded-For": forwarded},
				})
			if err != nil {
				t.Fatal(err)
			}
			if got := string((messageReader{t, conn}).readMessage()); got != alisMagic {
				t.Errorf("the first message is %q, want %q", got, alisMagic)
			}
			return conn
		}

		blockedConn, otherConn := watch("192.0.2.7"), watch("198.51.100.7")
		forwardedConn := watch("10.0.0.1", "192.0.2.7")
		silent, err := l.Dial(netip.MustParseAddr("192.0.2.8")) // has not sent a request
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()

		blocked = true
		s.EvictBlocked()
		synctest.Wait()
		for _, conn := range []*websocket.Conn{blockedConn, forwardedConn} {
			if _, _, err := conn.Read(t.Context()); err == nil {
				t.Error("a blocked spectator still receives packets")
			}
		}
		if _, err := silent.Read(make([]byte, 1)); err == nil {
			t.Error("a blocked connection without a request is still open")
		}
		open := func() (n int) {
			s.peers.Range(func(_, _ any) bool { n++; return true })
			return n
		}
		if n, open := f.watching.Load(), open(); n != 1 || open != 1 {
			t.Errorf("after Evict, %d spectators and %d connections are left, want 1 and 1", n, open)
		}

		otherConn.CloseNow()
		cancel()
		if err := <-ended; err != nil || open() != 0 {
			t.Errorf("Serve: error %v, and %d connections are left; want nil and 0", err, open())
		}
	})
}

// A messageReader reads ALiS messages like asciinema-player.
type messageReader struct {
	t    *testing.T
	conn *websocket.Conn
}

func (r messageReader) readMessage() []byte {
	r.t.Helper()
	kind, data, err := r.conn.Read(r.t.Context())
	if err != nil || kind != websocket.MessageBinary {
		r.t.Fatalf("Read of a message: type %v, error %v; want a binary message", kind, err)
	}
	return data
}

// readNumbers decodes n numbers at the start of a message.
func readNumbers(data []byte, n int) (numbers []uint64, rest []byte) {
	for range n {
		v, size := binary.Uvarint(data)
		numbers, data = append(numbers, v), data[max(size, 0):]
	}
	return numbers, data
}

func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeArcade{packets: make(chan Packet)}
		p := newTestPage(f)
		client, end := startServer(t, p.Handler(), ConnectionLimits(), nil)
		defer end()
		options := &websocket.DialOptions{HTTPClient: client("192.0.2.7"), Subprotocols: []string{"v1.alis", "raw"}}
		conn, _, err := websocket.Dial(t.Context(), baseURL+"/live/g1", options)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.CloseNow()
		r := messageReader{t, conn}
		if got := string(r.readMessage()); got != "ALiS\x01" {
			t.Fatalf("the first message is %q, want %q", got, alisMagic)
		}

		colors := bytes.Repeat([]byte{1, 2, 3}, 18)
		f.packets <- Packet{
			IsKeyPacket: true, At: 90 * time.Second, Cols: 300, Rows: 24, Output: []byte("screen ▀"),
			Colors: colors,
		}
		got := r.readMessage()
		numbers, rest := readNumbers(got[1:], 4)
		if got[0] != alisReset || fmt.Sprint(numbers) != "[1 90000000 300 24]" || rest[0] != 16 ||
			!bytes.Equal(rest[1:55], colors) || string(rest[56:]) != "screen ▀" {
			t.Errorf("the message for a key packet is % x, want the packet's fields", got)
		}

		f.packets <- Packet{At: 90*time.Second + 33*time.Millisecond, Output: []byte("more")}
		got = r.readMessage()
		numbers, rest = readNumbers(got[1:], 3)
		if got[0] != 'o' || fmt.Sprint(numbers) != "[2 33000 4]" || string(rest) != "more" {
			t.Errorf("the message for a packet is % x, want the packet's fields", got)
		}

		close(f.packets)
		if got := r.readMessage(); got[0] != alisEnd {
			t.Errorf("the message for the end of the stream is % x, want its first byte to be alisEnd", got)
		}
		if _, _, err := conn.Read(t.Context()); websocket.CloseStatus(err) != statusGameOver {
			t.Errorf("the WebSocket is closed with error %v, want status %d", err, statusGameOver)
		}
		synctest.Wait()
		if f.watching.Load() != 0 || p.Count.Watching.Load() != 0 {
			t.Error("after the end of the game, a spectator is still counted")
		}
	})
}

// If the game has ended, the WebSocket is closed with a status that makes asciinema-player stop reconnecting.
func TestWatchEndedGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTestPage(&fakeArcade{})
		client, end := startServer(t, p.Handler(), ConnectionLimits(), nil)
		defer end()
		conn, _, err := websocket.Dial(t.Context(), baseURL+"/live/g2",
			&websocket.DialOptions{HTTPClient: client("192.0.2.7"), Subprotocols: []string{alisProtocol}})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.CloseNow()
		if _, _, err := conn.Read(t.Context()); websocket.CloseStatus(err) != statusGameOver {
			t.Errorf("the WebSocket is closed with error %v, want status %d", err, statusGameOver)
		}
		synctest.Wait()
		if n := p.Count.Watching.Load(); n != 0 {
			t.Errorf("the arcade has counted %d spectators, want 0", n)
		}
	})
}

// Only pages of this server can watch a game, with the player's protocol. The number of spectators is limited, and
// spectators who do not read are disconnected.
func TestSpectatorsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeArcade{packets: make(chan Packet)}
		p := newTestPage(f)
		client, end := startServer(t, p.Handler(), ConnectionLimits(), nil)
		from := "192.0.2.7"
		dial := func(header http.Header, protocol string) (*websocket.Conn, int) {
			conn, response, err := websocket.Dial(t.Context(), baseURL+"/live/g1", &websocket.DialOptions{
				HTTPClient: client(from), Subprotocols: []string{protocol}, HTTPHeader: header,
			})
			if err != nil && response == nil {
				t.Fatal(err)
			}
			return conn, response.StatusCode
		}
		if _, status := dial(http.Header{"Origin": {"https://evil.test"}},
			alisProtocol); status != http.StatusForbidden {
			t.Errorf("connection from another site's page: status %d, want 403", status)
		}
		conn, _ := dial(nil, "raw")
		if _, _, err := conn.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusProtocolError {
			t.Errorf("connection with another protocol: error %v, want a protocol error", err)
		}
		synctest.Wait()

		first, _ := dial(nil, alisProtocol)
		second, _ := dial(http.Header{"Origin": {baseURL}}, alisProtocol)
		if _, status := dial(nil, alisProtocol); status != http.StatusServiceUnavailable {
			t.Errorf("spectator beyond the limit of a network: status %d, want 503", status)
		}
		from = "10.0.0.1"
		if _, status := dial(http.Header{"X-Forwarded-For": {"192.0.2.7"}},
			alisProtocol); status != http.StatusServiceUnavailable {
			t.Errorf("spectator beyond the limit of a network, behind a proxy: status %d, want 503", status)
		}
		from = "198.51.100.7"
		third, status := dial(nil, alisProtocol)
		if status != http.StatusSwitchingProtocols {
			t.Fatalf("spectator from another network: status %d, want 101", status)
		}
		from = "203.0.113.7"
		if _, status := dial(nil, alisProtocol); status != http.StatusServiceUnavailable {
			t.Errorf("spectator beyond the limit: status %d, want 503", status)
		}
		first.CloseNow() // without a closing handshake
		third.CloseNow()
		synctest.Wait()
		if len(p.watching.networks) != 1 {
			t.Errorf("the page counts spectators of %d networks, want 1", len(p.watching.networks))
		}
		if n := f.watching.Load(); n != 1 {
			t.Errorf("the arcade has counted %d spectators, want 1", n)
		}

		// The second spectator does not read. The connection is closed once its buffers are full.
		start := time.Now()
		for f.watching.Load() > 0 && time.Since(start) < time.Minute {
			select {
			case f.packets <- Packet{IsKeyPacket: true, Cols: 80, Rows: 24, Output: make([]byte, 32<<10)}:
			case <-time.After(time.Second):
			}
		}
		if elapsed := time.Since(start); elapsed > 2*sendTimeout || f.watching.Load() > 0 {
			t.Errorf("a spectator who does not read was disconnected after %v, want at most %v", elapsed, 2*sendTimeout)
		}
		second.CloseNow()
		end()
	})
}

// When the server ends, spectators are disconnected.
func TestServerEndsWithSpectator(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeArcade{packets: make(chan Packet)}
		client, end := startServer(t, newTestPage(f).Handler(), ConnectionLimits(), nil)
		conn, _, err := websocket.Dial(t.Context(), baseURL+"/live/g1",
			&websocket.DialOptions{HTTPClient: client("192.0.2.7"), Subprotocols: []string{alisProtocol}})
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for {
				if _, _, err := conn.Read(context.WithoutCancel(t.Context())); err != nil {
					conn.CloseNow()
					return
				}
			}
		}()
		synctest.Wait()
		start := time.Now()
		end()
		if elapsed := time.Since(start); elapsed > closeTime+time.Second || f.watching.Load() != 0 {
			t.Errorf("the server has ended after %v with %d spectators, want %v and 0", elapsed, f.watching.Load(),
				closeTime)
		}
	})
}

func TestCastsAreCached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeArcade{}
		p := newTestPage(f)
		release := make(chan struct{})
		convert := p.ConvertToCast
		p.ConvertToCast = func(w io.Writer, ark []byte) error {
			if bytes.HasSuffix(ark, []byte("slow")) {
				<-release
			}
			return convert(w, ark)
		}
		client, end := startServer(t, p.Handler(), ConnectionLimits(), nil)
		defer end()
		c := client("192.0.2.7")
		for range 3 {
			get(t, c, "/replay/r1/cast")
		}
		if n := f.converted.Load(); n != 1 {
			t.Errorf("the recording was converted %d times, want once", n)
		}

		// One recording is converted at a time. Some requests wait, and others are refused. Requests for the same
		// recording share the result. One network cannot fill the queue.
		statuses := make(chan int, 20)
		for i := range 20 {
			from := "192.0.2.9"
			if i >= 5 {
				from = fmt.Sprint("192.0.2.", 10+i)
			}
			c := client(from)
			go func() {
				response, _ := get(t, c, "/replay/r-slow/cast")
				statuses <- response.StatusCode
			}()
			synctest.Wait()
			if i == 4 && len(statuses) != 5-maxQueuedCastsPerNetwork {
				t.Errorf("%d of 5 requests from one network were refused, want %d", len(statuses),
					5-maxQueuedCastsPerNetwork)
			}
		}
		close(release)
		count := map[int]int{}
		for range 20 {
			count[<-statuses]++
		}
		if count[200] != maxQueuedCasts || count[503] != 20-maxQueuedCasts || f.converted.Load() != 2 {
			t.Errorf(
				"the numbers of responses by status are %v, with %d conversions; want %d with status 200, and 2 "+
					"conversions",
				count, f.converted.Load(), maxQueuedCasts)
		}
	})
}

// A conversion that takes too long is aborted, and not tried again.
func TestSlowCastIsAborted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTestPage(&fakeArcade{})
		attempts := 0
		p.ConvertToCast = func(w io.Writer, _ []byte) error {
			for attempts++; ; time.Sleep(time.Second) {
				if _, err := io.WriteString(w, "more"); err != nil {
					return err
				}
			}
		}
		client, end := startServer(t, p.Handler(), ConnectionLimits(), nil)
		defer end()
		start := time.Now()
		for range 3 { // the later requests fail immediately
			response, _ := get(t, client("192.0.2.7"), "/replay/r1/cast")
			if elapsed := time.Since(start); response.StatusCode != 503 || elapsed > maxCastTime+time.Second ||
				attempts != 1 {
				t.Errorf("request for a slow cast: status %s after %v and %d attempts; want 503 after %v and 1 attempt",
					response.Status,
					elapsed,
					attempts, maxCastTime)
			}
		}
	})
}

// Converting a recording takes at most half a processor.
func TestCastPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTestPage(&fakeArcade{})
		const work = time.Second
		p.ConvertToCast = func(w io.Writer, _ []byte) error {
			for range work / time.Millisecond {
				time.Sleep(time.Millisecond)
				if _, err := io.WriteString(w, "more"); err != nil {
					return err
				}
			}
			return nil
		}
		start := time.Now()
		if _, err := p.cachedCast(t.Context(), nil, "r1", nil); err != nil || time.Since(start) != 2*work {
			t.Errorf("a conversion with one second of work takes %v, error %v; want 2 s", time.Since(start), err)
		}
	})
}

func TestOldCastsAreRemovedFirst(t *testing.T) {
	var c castCache
	c.init()
	for i := range 40 {
		c.put(fmt.Sprint(i), make([]byte, 1<<20))
	}
	isCached := func(id string) bool {
		_, ok := c.get(id)
		return ok
	}
	if c.totalBytes > maxCacheBytes || isCached("0") || !isCached("39") || len(c.casts) != len(c.order) {
		t.Errorf("the cache contains %d bytes and %d casts, want at most %d bytes without the oldest cast",
			c.totalBytes, len(c.casts), maxCacheBytes)
	}
	c.put("huge", make([]byte, maxCacheBytes))
	if isCached("huge") || !isCached("39") {
		t.Error("a huge cast is cached, or has replaced another one")
	}
}

// A panic ends only one request.
func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTestPage(&fakeArcade{})
		p.ConvertToCast = func(io.Writer, []byte) error { panic("test panic") }
		client, end := startServer(t, p.Handler(), ConnectionLimits(), nil)
		defer end()
		c := client("192.0.2.7")
		if response, err := c.Get(baseURL + "/replay/r1/cast"); err == nil {
			response.Body.Close()
			t.Errorf("a request that panics: response %s, want an aborted connection",
				response.Status)
		}
		for range 2 { // later requests work
			if response, _ := get(t, c, "/replay/r1"); response.StatusCode != 200 {
				t.Errorf("request after a panic: status %s, want 200", response.Status)
			}
		}
		if p.Count.Panics.Load() != 1 || len(p.casts.converting) != 0 {
			t.Errorf("the page has counted %d panics, with %d conversions in progress; want 1 and 0",
				p.Count.Panics.Load(),
				len(p.casts.converting))
		}
	})
}

// The page does not show internal errors.
func TestErrorsAreNotShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, end := startServer(t, newTestPage(&fakeArcade{err: errors.New("open /var/lib/secret")}).Handler(),
			ConnectionLimits(),
			nil)
		defer end()
		if response, body := get(t, client("192.0.2.7"), "/"); response.StatusCode != 503 ||
			strings.Contains(body, "secret") {
			t.Errorf("GET / after an error: status %s, want 503 without the error, in\n%s", response.Status, body)
		}
	})
}

func TestOperations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var failure, warning atomic.Value
		rows := func() []Metric { return []Metric{{Name: "arkterm_here", Help: "One.", Value: 1}} }
		client, end := startServer(t, OperatorHandler(rows, func() (error, error) {
			warn, _ := warning.Load().(error)
			err, _ := failure.Load().(error)
			return warn, err
		}), ConnectionLimits(), nil)
		defer end()
		c := client("127.0.0.1")
		if response, body := get(t, c, "/metrics"); response.StatusCode != 200 ||
			!strings.Contains(body, "\narkterm_here 1\n") {
			t.Errorf("GET /metrics: status %s, %q; want 200, and the metric", response.Status, body)
		}
		if response, body := get(t, c, "/health"); response.StatusCode != 200 || body != "ok\n" {
			t.Errorf("GET /health: status %s, %q; want 200, ok", response.Status, body)
		}
		warning.Store(errors.New("NATS is missing"))
		if response, body := get(t, c, "/health"); response.StatusCode != 200 || body != "ok, but NATS is missing\n" {
			t.Errorf("GET /health after a warning: status %s, %q; want 200 and the warning", response.Status, body)
		}
		failure.Store(errors.New("the disk is full"))
		if response, body := get(t, c, "/health"); response.StatusCode != 503 || body != "the disk is full\n" {
			t.Errorf("GET /health after an error: status %s, %q; want 503 and the error", response.Status, body)
		}
	})
}

// asciinema-player is unmodified. These are the hashes of version 3.18.0 on npm.
func TestPlayerIsUnmodified(t *testing.T) {
	for name, want := range map[string]string{
		"asciinema-player.min.js": "752c9b528b664f5b16f27c68ba22fc7973d1d6063a1c3e4795a4c8015943acf6",
		"asciinema-player.css":    "981fe7bc6042048b2a373b6da297f747e324e90a8b6264e833e3a92cec22dfb9",
	} {
		packed, err := fs.ReadFile(assets, "asset/asciinema-player/"+name+".gz")
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.New()
		if _, err := io.Copy(sum, z); err != nil {
			t.Fatal(err)
		}
		if got := hex.EncodeToString(sum.Sum(nil)); got != want {
			t.Errorf("the embedded file %s has the hash %s, want %s", name, got, want)
		}
	}
}

// After its listener is closed, the server finishes the requests in progress. Canceling the context ends them.
func TestCloseListener(t *testing.T) {
	for _, cancels := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			l := testenv.NewListener()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			finish, started := make(chan struct{}), make(chan struct{})
			s := &Server{
				Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					close(started)
					select {
					case <-finish:
					case <-r.Context().Done():
					}
				}),
				ConnectionLimiter: connlimit.New(ConnectionLimits(), func() float64 { return 0 }),
				Log:               slog.New(slog.DiscardHandler),
			}
			ended := make(chan error, 1)
			go func() { ended <- s.Serve(ctx, l) }()
			conn, err := l.Dial(netip.MustParseAddr("192.0.2.7"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			go func() { _, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: arcade.test\r\n\r\n") }()
			<-started
			l.Close()
			time.Sleep(time.Minute / 2)
			if len(ended) > 0 {
				t.Error("Serve has returned during a request")
			}
			if cancels {
				cancel()
			} else {
				close(finish)
			}
			if err := <-ended; err != nil {
				t.Errorf("Serve: error %v, want nil", err)
			}
		})
	}
}

// A cast is refused if it exceeds its limit of bytes or time. Its conversion pauses for as long as it has worked.
func TestCastLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		start := time.Now()
		w := &castWriter{
			out: &out, ctx: t.Context(), deadline: start.Add(time.Minute), workingSince: start, bytesLeft: 4,
		}
		if _, err := w.Write([]byte("ab")); err != nil || time.Since(start) > 0 {
			t.Errorf("Write before %v: error %v after %v, want no pause", castWorkTime, err, time.Since(start))
		}
		time.Sleep(castWorkTime)
		if _, err := w.Write([]byte("cd")); err != nil || time.Since(start) != 2*castWorkTime {
			t.Errorf("Write after %v: error %v after %v, want a pause until %v", castWorkTime, err, time.Since(start),
				2*castWorkTime)
		}
		if _, err := w.Write([]byte("e")); err == nil || out.String() != "abcd" {
			t.Errorf("Write beyond the limit: error %v, output %q; want an error, abcd", err, out.String())
		}
		late := &castWriter{out: &out, ctx: t.Context(), deadline: time.Now(), workingSince: time.Now(), bytesLeft: 4}
		time.Sleep(time.Nanosecond)
		if _, err := late.Write([]byte("e")); err == nil || out.String() != "abcd" {
			t.Errorf("Write after the deadline: error %v, output %q; want an error, abcd", err, out.String())
		}
	})
}
