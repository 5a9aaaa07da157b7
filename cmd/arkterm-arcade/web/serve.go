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

// Time limits.
const (
	headerTimeout   = 5 * time.Second  // maximum time for reading a request
	responseTimeout = 60 * time.Second // maximum time for writing a response, from the end of the request's header
	idleTimeout     = 30 * time.Second // maximum time between two requests of a connection
	closeTime       = 2 * time.Second  // maximum time for open requests when the server closes
)

// maxHeaderBytes is the maximum size of a request's header in bytes. Requests have no body.
const maxHeaderBytes = 8 << 10

// Limits of requests on one connection. A page with asciinema-player sends six.
const (
	requestRate  = 5  // requests per second on average
	requestBurst = 40 // requests in one burst
)

// clientKey is the context key of a connection's *client.
type clientKey struct{}

// A client is a client that connects directly, not through a proxy.
type client struct {
	network     netip.Prefix
	rateLimiter *rate.Limiter // limits the rate of requests
}

// clientOf returns the client of a request, or nil if the request comes through a proxy.
func clientOf(r *http.Request) *client {
	c, _ := r.Context().Value(clientKey{}).(*client)
	return c
}

// errClosing is the cause with which the contexts of requests are canceled when the server closes.
var errClosing = errors.New("the server is closing")

// ConnectionLimits returns the limits for connections to the page. A browser opens about ten connections for a page.
func ConnectionLimits() connlimit.Limits {
	return connlimit.Limits{
		Total: 512, PerSource: 32, Start: 512, Chance: 1, Full: 512, Share: 512, Rate: 4, Burst: 64,
		Handshakes: 200, MaxSources: 1 << 14,
	}
}

// A Server serves HTTP and limits connections.
type Server struct {
	Handler http.Handler
	Limiter *connlimit.Limiter    // nil if connections are not limited
	Trusted connlimit.Networks    // networks of proxies, which must limit their clients themselves
	Blocked func(netip.Addr) bool // reports whether an address is blocked; nil if none are
	Refused func()                // called for each refused connection
	Log     *slog.Logger

	conns sync.Map // the open connections: *admittedConn
}

// Serve serves requests until the context is canceled. It returns when all requests have ended. It returns an error if
// the listener fails.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	requestCtx, cancelRequests := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancelRequests(nil)
	var open sync.WaitGroup // open requests, including WebSockets
	h := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			open.Add(1)
			defer open.Done()
			r.Body = http.MaxBytesReader(w, r.Body, 0)
			s.Handler.ServeHTTP(w, r)
		}),
		ReadHeaderTimeout: headerTimeout, ReadTimeout: headerTimeout, WriteTimeout: responseTimeout,
		IdleTimeout:    idleTimeout,
		MaxHeaderBytes: maxHeaderBytes,
		BaseContext:    func(net.Listener) context.Context { return requestCtx },
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			a, ok := conn.(*admittedConn)
			if !ok {
				return ctx
			}
			return context.WithValue(ctx, clientKey{},
				&client{connlimit.Network(a.from), rate.NewLimiter(requestRate, requestBurst)})
		},
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug), // errors caused by clients
	}
	if s.Limiter != nil {
		l = &limitedListener{l, s}
	}

	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(closed)
		cancelRequests(errClosing)
		shutdownCtx, cancel := context.WithTimeout(context.Background(), closeTime)
		defer cancel()
		if h.Shutdown(shutdownCtx) != nil {
			_ = h.Close()
		}
	})
	err := h.Serve(l)
	if stop() { // the listener has failed
		_ = h.Close()
		cancelRequests(err)
		open.Wait()
		return err
	}
	<-closed
	open.Wait()
	return nil
}

// A limitedListener limits the connections that it accepts.
type limitedListener struct {
	net.Listener
	server *Server
}

// Accept returns the next admitted connection.
func (l *limitedListener) Accept() (net.Conn, error) {
	s := l.server
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address, _ := netip.ParseAddrPort(conn.RemoteAddr().String()) // zero if the connection has no address
		from := address.Addr()
		blocked := s.Blocked != nil && s.Blocked(from)
		if !blocked && s.Trusted.Contains(from) {
			return conn, nil
		}
		if !blocked {
			if admission, refusal := s.Limiter.Admit(time.Now(), from, nil); refusal == connlimit.Admitted {
				admission.Authenticate(false) // HTTP needs no authentication
				a := &admittedConn{conn, s, admission, from}
				s.conns.Store(a, nil)
				return a, nil
			}
		}
		s.Refused()
		conn.Close()
	}
}

// An admittedConn is a connection from a limited network. Close releases its admission.
type admittedConn struct {
	net.Conn
	server    *Server
	admission *connlimit.Admission
	from      netip.Addr
}

func (a *admittedConn) Close() error {
	a.admission.Release(time.Now(), connlimit.NoFault)
	a.server.conns.Delete(a)
	return a.Conn.Close()
}

// Evict immediately closes all connections from blocked addresses. It may be called at any time.
func (s *Server) Evict() {
	s.conns.Range(func(conn, _ any) bool {
		if a := conn.(*admittedConn); s.Blocked(a.from) {
			a.Close()
		}
		return true
	})
}
