package arcade

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"sync"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm-arcade/web"
	"arkterm/cmd/arkterm/store"
)

// Addresses are where an arcade listens.
type Addresses struct {
	SSH     string
	HTTP    string             // the page; "": there is none
	Metrics string             // numbers and health, for who runs the server; "": nowhere
	Proxies connlimit.Networks // of TCP proxies, which have to say by the PROXY protocol whom they speak for
	Public  string             // the host and port by which players reach it, as the page says; "": this machine's name, and SSH's port
}

// The maximum number of browsers that watch running games.
const (
	maxWatching           = 200
	maxWatchingPerNetwork = 16
)

// Serve opens an arcade at its addresses, and returns when the context has ended and the last visitor has gone, five
// seconds later at most. An error says why it could not open, or is that of a listener. A folder has one server at a
// time: another one would take the guests' folders for those of a killed server.
func Serve(ctx context.Context, at Addresses, limits connlimit.Limits, o Options) error {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return err
	}
	lock, err := store.Lock(filepath.Join(o.Dir, "lock"))
	if err != nil {
		return err
	}
	defer lock.Close()
	a, err := New(o)
	if err != nil {
		return err
	}
	defer func() {
		if err := a.Close(); err != nil {
			o.Log.Error("database not closed", "error", withoutPaths(err))
		}
	}()
	keys, made, err := sshd.HostKeys(o.Dir)
	if err != nil {
		return err
	}
	a.applyBlocklist()
	s := &server{Arcade: a, webCounts: new(web.Counts)}
	s.ssh = &sshd.Server{Keys: keys, Version: o.Version, Limiter: connlimit.New(limits, rand.Float64), Log: o.Log, Count: new(sshd.Counts), Handle: a.Handle, Proxies: at.Proxies, Blocked: a.blocked.Address}

	h := &web.Server{
		Limiter: connlimit.New(web.Limits(), rand.Float64), Trusted: at.Proxies, Blocked: a.blocked.Address,
		Refused: func() { s.webCounts.Refused.Add(1) }, Log: o.Log,
	}
	a.blocked.evict = []func(){s.ssh.Evict, h.Evict}

	// All listen before any serves: so an address that is taken is an error before anybody has come in.
	var services []service
	defer func() {
		for _, p := range services {
			p.listener.Close()
		}
	}()
	for _, l := range []struct {
		address, name string
		serve         func(ctx context.Context, l net.Listener) error
	}{
		{at.SSH, "ssh", s.ssh.Serve},
		{at.HTTP, "page", func(ctx context.Context, l net.Listener) error {
			h.Handler = s.newPage(at).Handler()
			return h.Serve(ctx, l)
		}},
		{at.Metrics, "metrics", func(ctx context.Context, l net.Listener) error {
			h := web.Server{Handler: web.Operations(s.metrics, func() error { return s.checkHealth(ctx) }), Log: o.Log}
			return h.Serve(ctx, l)
		}},
	} {
		if l.address == "" {
			continue
		}
		listener, err := net.Listen("tcp", l.address)
		if err != nil {
			return fmt.Errorf("listen: %s: %w", l.name, err)
		}
		services = append(services, service{listener, l.serve})
		if l.name != "ssh" {
			o.Log.Info("open", l.name, listener.Addr().String())
		}
	}
	kept, stop := context.WithCancel(ctx)
	var house sync.WaitGroup
	defer house.Wait()
	defer stop()
	house.Go(func() { a.maintain(kept) })
	house.Go(func() { a.watchBlocklist(kept) })
	house.Go(func() { a.lateness.measure(kept) })
	s.address = services[0].listener.Addr()
	a.sshCommand = s.sshCommandFor(at, " -t")
	for _, k := range keys {
		o.Log.Info("host key", "fingerprint", sshd.Fingerprint(k))
	}
	o.Log.Info("open", "address", s.address.String(), "new", made)
	defer o.Log.Info("closed")
	return serveAll(ctx, services)
}

// A service is what listens at one address.
type service struct {
	listener net.Listener
	serve    func(ctx context.Context, l net.Listener) error
}

// serveAll serves all services until the context ends, or one has failed: then all end. The error is that of the first that
// failed.
func serveAll(ctx context.Context, services []service) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var all sync.WaitGroup
	var once sync.Once
	var first error
	for _, p := range services {
		all.Go(func() {
			if err := p.serve(ctx, p.listener); err != nil {
				once.Do(func() { first = err })
				end(sshd.ErrClosing)
			}
		})
	}
	all.Wait()
	return first
}

// A server is an arcade with what stands in front of it.
type server struct {
	*Arcade
	ssh       *sshd.Server
	webCounts *web.Counts
	address   net.Addr // of the door
}

// healthy returns why the server does not do what it is there for; nil: it does.
func (s *server) checkHealth(ctx context.Context) error {
	if ctx.Err() != nil {
		return sshd.ErrClosing
	}
	if n, _, err := s.writeQueue.Status(); err != nil {
		return fmt.Errorf("%d finished games cannot be written: %w", n, withoutPaths(err))
	}
	return nil
}

// newPage returns the page.
func (s *server) newPage(at Addresses) *web.Page {
	host, port := s.publicAddress(at)
	boards := &boardCache{boards: s.boards}
	var keys []web.HostKey
	for _, k := range s.ssh.Keys {
		keys = append(keys, web.HostKey{Fingerprint: sshd.Fingerprint(k), KnownHosts: sshd.KnownHosts(k, host, port)})
	}
	return &web.Page{
		Name: "arkterm arcade", Join: s.sshCommandFor(at, ""), Keys: keys, Version: s.Version,
		MaxWatching: maxWatching, MaxWatchingPerNetwork: maxWatchingPerNetwork, Log: s.Log, Count: s.webCounts,
		Boards: boards.Boards, Rows: boards.Rows, Replay: boards.Replay, Games: s.liveGames, Watch: s.watchLive, Cast: drawCast,
	}
}

// sshTo returns how a client is called that comes here, with more flags.
func (s *server) sshCommandFor(at Addresses, flags string) string {
	host, port := s.publicAddress(at)
	if port != "22" {
		flags += " -p " + port
	}
	return "ssh" + flags + " " + host
}

// reached returns where players reach the server.
func (s *server) publicAddress(at Addresses) (host, port string) {
	port = "22"
	if a, ok := s.address.(*net.TCPAddr); ok {
		port = fmt.Sprint(a.Port)
	}
	host = at.Public
	if h, p, err := net.SplitHostPort(host); err == nil {
		host, port = h, p
	}
	if host == "" {
		host, _ = os.Hostname()
	}
	if host == "" {
		host = "localhost"
	}
	return host, port
}
