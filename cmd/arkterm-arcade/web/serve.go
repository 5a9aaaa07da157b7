package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"arkterm/cmd/arkterm-arcade/connlimit"
)

// Times that a client has.
const (
	headerTime = 5 * time.Second  // to send a request
	answerTime = 60 * time.Second // to take an answer, from the request on
	quietTime  = 30 * time.Second // between two requests
	closeTime  = 2 * time.Second  // to end when the server does
)

// mostHeader is the size of the largest request, in bytes. Requests have no body.
const mostHeader = 8 << 10

// Requests of one connection: a second, and at once. A page with its player is six.
const (
	requestsRate = 5
	requestsMost = 40
)

// clientKey is the key of a connection's context with its *client.
type clientKey struct{}

// A client is who connects. Proxies are none: many browsers are behind one.
type client struct {
	network netip.Prefix
	allowed *rate.Limiter // requests
}

// clientOf returns who sends a request; nil for a proxy.
func clientOf(r *http.Request) *client {
	c, _ := r.Context().Value(clientKey{}).(*client)
	return c
}

// errClosing is the cause of the end of requests' contexts when the server ends.
var errClosing = errors.New("the server is closing")

// Limits are the limits of connections to the page. A page takes some ten connections of a browser.
func Limits() connlimit.Limits {
	return connlimit.Limits{Total: 512, PerSource: 32, Start: 512, Chance: 1, Full: 512, Share: 512, Rate: 4, Burst: 64, Handshakes: 200, Sources: 1 << 14}
}

// A Server serves HTTP.
type Server struct {
	Handler http.Handler
	Gate    *connlimit.Limiter    // who may connect; nil: anybody
	Trusted connlimit.Networks    // proxies: of their networks the gate is not asked, since all who come are behind them
	Blocked func(netip.Addr) bool // nobody may connect from there; nil: anybody may
	Refused func()                // called for each connection that is refused
	Log     *slog.Logger

	mu    sync.Mutex
	conns map[*admitted]bool // that are open
}

// Serve serves at a listener until the context ends, and returns when all that it began has ended. The error is that of
// the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	inner, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	var open sync.WaitGroup // requests: those that took their connection over too
	h := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			open.Add(1)
			defer open.Done()
			r.Body = http.MaxBytesReader(w, r.Body, 0)
			s.Handler.ServeHTTP(w, r)
		}),
		ReadHeaderTimeout: headerTime, ReadTimeout: headerTime, WriteTimeout: answerTime, IdleTimeout: quietTime, MaxHeaderBytes: mostHeader,
		BaseContext: func(net.Listener) context.Context { return inner },
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			a, ok := conn.(*admitted)
			if !ok {
				return ctx
			}
			return context.WithValue(ctx, clientKey{}, &client{connlimit.Network(a.from), rate.NewLimiter(requestsRate, requestsMost)})
		},
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug), // what clients do wrong
	}
	if s.Gate != nil {
		l = &limited{Listener: l, server: s}
	}

	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(closed)
		end(errClosing)
		late, cancel := context.WithTimeout(context.Background(), closeTime)
		defer cancel()
		if h.Shutdown(late) != nil {
			_ = h.Close()
		}
	})
	err := h.Serve(l)
	if stop() { // the listener has failed
		_ = h.Close()
		end(err)
		open.Wait()
		return err
	}
	<-closed
	open.Wait()
	return nil
}

// A limited listener asks a gate.
type limited struct {
	net.Listener
	server *Server
}

// Accept returns the next connection that may come in.
func (l *limited) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := netip.Addr{}
		if a, err := netip.ParseAddrPort(conn.RemoteAddr().String()); err == nil {
			from = a.Addr()
		}
		if l.server.Blocked != nil && l.server.Blocked(from) {
			l.server.Refused()
			conn.Close()
			continue
		}
		if l.server.Trusted.Contains(from) {
			return conn, nil
		}
		pass, why := l.server.Gate.Admit(time.Now(), from, nil)
		if why == connlimit.Admitted {
			pass.Authenticate() // there is nothing to be authenticated
			return l.server.admit(&admitted{Conn: conn, server: l.server, pass: pass, from: from}), nil
		}
		l.server.Refused()
		conn.Close()
	}
}

// An admitted connection leaves the gate when it is closed.
type admitted struct {
	net.Conn
	server *Server
	pass   *connlimit.Admission
	from   netip.Addr
}

func (a *admitted) Close() error {
	a.pass.Release(time.Now(), connlimit.NoFault)
	a.server.mu.Lock()
	delete(a.server.conns, a)
	a.server.mu.Unlock()
	return a.Conn.Close()
}

// admit notes a connection until it is closed.
func (s *Server) admit(a *admitted) *admitted {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conns == nil {
		s.conns = make(map[*admitted]bool)
	}
	s.conns[a] = true
	return a
}

// Evict closes the connections of those who are blocked now, whatever they are being sent. It may be called at any time.
func (s *Server) Evict() {
	s.mu.Lock()
	var gone []*admitted
	for a := range s.conns {
		if s.Blocked(a.from) {
			gone = append(gone, a)
		}
	}
	s.mu.Unlock()
	for _, a := range gone {
		a.Close()
	}
}
