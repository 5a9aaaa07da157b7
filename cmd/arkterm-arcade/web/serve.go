package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
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

// A client is the sender of a request.
type client struct {
	network     netip.Prefix
	rateLimiter *rate.Limiter // limits the requests on the connection; nil for forwarded requests, see admitForwarded
}

// clientOf returns the client of a request, or nil if the client is not limited.
func clientOf(r *http.Request) *client {
	c, _ := r.Context().Value(clientKey{}).(*client)
	return c
}

// errClosing is the cause with which the contexts of requests are canceled when the server closes.
var errClosing = errors.New("the server is closing")

// ConnectionLimits returns the limits for connections to the page. A browser opens about ten connections to load the
// page.
func ConnectionLimits() connlimit.Limits {
	return connlimit.Limits{
		MaxConnections: 512, MaxPerSource: 32, PendingStart: 512, PendingChance: 1, MaxPending: 512,
		MaxPendingPerSource: 512, RatePerSource: 4, BurstPerSource: 64, HandshakeRate: 200, MaxSources: 1 << 14,
	}
}

// RequestLimits returns the limits for forwarded requests. They are higher than those for connections, because a
// browser sends many requests on a connection.
func RequestLimits() connlimit.Limits {
	limits := ConnectionLimits()
	limits.RatePerSource, limits.BurstPerSource, limits.HandshakeRate = 20, 200, 1000
	return limits
}

// A Server serves HTTP and limits connections and forwarded requests.
type Server struct {
	Handler           http.Handler
	ConnectionLimiter *connlimit.Limiter    // limits connections; if nil, connections and requests are not limited
	RequestLimiter    *connlimit.Limiter    // limits the requests that proxies forward
	Trusted           connlimit.Networks    // networks of proxies, which send the client's address in X-Forwarded-For
	Blocked           func(netip.Addr) bool // reports whether an address is blocked; nil if none are
	Refused           func()                // called for each refused connection and forwarded request
	Log               *slog.Logger

	peers sync.Map // open connections and forwarded requests: from *admittedConn or *client to peer
}

// A peer is a client's address, with a function that closes its connection or ends its request.
type peer struct {
	from  netip.Addr
	close func()
}

// Serve serves requests until the context is canceled or the caller closes the listener. It returns when all requests
// have ended. The error is nil, unless the listener fails.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	requestCtx, cancelRequests := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancelRequests(nil)
	var open sync.WaitGroup // open requests, including WebSockets
	h := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			open.Add(1)
			defer open.Done()
			r.Body = http.MaxBytesReader(w, r.Body, 0)
			if s.ConnectionLimiter != nil && clientOf(r) == nil {
				var release func()
				if r, release = s.admitForwarded(w, r); release == nil {
					return
				}
				defer release()
			}
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
	if s.ConnectionLimiter != nil {
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
	if errors.Is(err, net.ErrClosed) {
		_ = h.Shutdown(ctx) // closes idle connections
		open.Wait()
		err = nil
	}
	if stop() { // the listener has failed or is closed
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
			if admission, refusal := s.ConnectionLimiter.Admit(time.Now(), from, nil); refusal == connlimit.Admitted {
				admission.Authenticate(false) // HTTP needs no authentication
				a := &admittedConn{conn, s, admission, from}
				s.peers.Store(a, peer{from, func() { a.Close() }})
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
	a.server.peers.Delete(a)
	return a.Conn.Close()
}

// admitForwarded limits a request that a proxy has forwarded. Each request counts as a connection from the network of
// its client, because proxies send the requests of many clients on one connection. admitForwarded returns the request
// with its client, and a function that must be called when the request has ended. If admitForwarded refuses the
// request, it sends a response, and the function is nil.
func (s *Server) admitForwarded(w http.ResponseWriter, r *http.Request) (admitted *http.Request, release func()) {
	from, status := s.forwardedFrom(r), http.StatusForbidden
	if s.Blocked == nil || !s.Blocked(from) {
		status = http.StatusTooManyRequests
		if admission, refusal := s.RequestLimiter.Admit(time.Now(), from, nil); refusal == connlimit.Admitted {
			admission.Authenticate(false) // HTTP needs no authentication
			c := &client{network: connlimit.Network(from)}
			ctx, cancel := context.WithCancel(context.WithValue(r.Context(), clientKey{}, c))
			s.peers.Store(c, peer{from, cancel})
			return r.WithContext(ctx), func() {
				s.peers.Delete(c)
				cancel()
				admission.Release(time.Now(), connlimit.NoFault)
			}
		}
	}
	s.Refused()
	w.Header().Set("Retry-After", "1")
	http.Error(w, http.StatusText(status), status)
	return nil, nil
}

// forwardedFrom returns the address of the client whose request a proxy has forwarded. It is the last address in
// X-Forwarded-For that does not belong to a proxy, because the client may have sent the addresses before it. Without a
// valid header, forwardedFrom returns the proxy's address, so that all such requests share the limits of one network.
func (s *Server) forwardedFrom(r *http.Request) netip.Addr {
	remote, _ := netip.ParseAddrPort(r.RemoteAddr) // zero if the connection has no address
	from := remote.Addr()
	all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(all) {
		a, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil || !s.Trusted.Contains(from) {
			break
		}
		from = a.Unmap()
	}
	return from
}

// EvictBlocked immediately closes all connections and ends all forwarded requests from blocked addresses. It may be
// called at any time. Blocked must not be nil.
func (s *Server) EvictBlocked() {
	s.peers.Range(func(_, value any) bool {
		if p := value.(peer); s.Blocked(p.from) {
			p.close()
		}
		return true
	})
}
