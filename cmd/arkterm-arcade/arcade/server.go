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

// Addresses contains the network addresses of a server.
type Addresses struct {
	SSH     string             // address to listen on
	HTTP    string             // address of the web page; "" if there is none
	Metrics string             // address of the pages /metrics and /health for the operator; "" if there is none
	Proxies connlimit.Networks // proxies, which must send the client's address: for SSH in a PROXY header

	// Public is the host and port for players, as shown on the web page. "" means the name of this machine and the SSH
	// port.
	Public string
}

// Maximum numbers of browsers that watch games in progress.
const (
	maxWatching           = 200
	maxWatchingPerNetwork = 16
)

// Serve runs an arcade at its addresses until the context is canceled. Then it ends all visits and returns within five
// seconds. It returns an error if the arcade cannot start or a listener fails. Only one server can use a folder,
// because another server would delete the folders of its guests.
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
			o.Log.Error("close database", "error", withoutPaths(err))
		}
	}()

	keys, created, err := sshd.HostKeys(o.Dir)
	if err != nil {
		return err
	}
	a.applyBlocklist()
	s := &server{Arcade: a, webCounts: new(web.Counts)}
	s.ssh = &sshd.Server{
		Keys: keys, Version: o.Version, Limiter: connlimit.New(limits, rand.Float64), Log: o.Log,
		Count: new(sshd.Counts), Handle: a.Handle, Proxies: at.Proxies, Blocked: a.blocklist.Address,
		IsKnown: a.hasPlayed,
	}

	h := &web.Server{
		Limiter:  connlimit.New(web.ConnectionLimits(), rand.Float64),
		Requests: connlimit.New(web.RequestLimits(), rand.Float64), Trusted: at.Proxies, Blocked: a.blocklist.Address,
		Refused: func() { s.webCounts.Refused.Add(1) }, Log: o.Log,
	}
	a.blocklist.evict = []func(){s.ssh.Evict, h.Evict}

	// Listen on all addresses before serving any, so that an error is reported before the first visitor connects.
	var services []service
	defer func() {
		for _, s := range services {
			s.listener.Close()
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
			h := web.Server{
				Handler: web.OperatorHandler(s.metrics, func() error { return s.checkHealth(ctx) }),
				Log:     o.Log,
			}
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
			o.Log.Info("listening", l.name, listener.Addr().String())
		}
	}

	background, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	workers.Go(func() { a.maintain(background) })
	workers.Go(func() { a.watchBlocklist(background) })
	workers.Go(func() { a.schedDelay.measure(background) })
	workers.Go(func() { s.writeStatus(background) })
	if a.node != nil {
		workers.Go(func() { a.node.Run(background) })
	}
	if a.sharedFiles != nil {
		workers.Go(func() { a.sharedFiles.saveRegularly(background) })
	}

	s.address = services[0].listener.Addr()
	a.sshCommand = s.sshCommandFor(at, " -t")
	for _, k := range keys {
		o.Log.Info("host key", "fingerprint", sshd.Fingerprint(k))
	}
	o.Log.Info("listening", "address", s.address.String(), "new_host_keys", created)
	defer o.Log.Info("server closed")
	return serveAll(ctx, services)
}

// A service is a listener with the function that serves its connections.
type service struct {
	listener net.Listener
	serve    func(ctx context.Context, l net.Listener) error
}

// serveAll runs all services until the context is canceled. If one service fails, all services end, and serveAll
// returns its error.
func serveAll(ctx context.Context, services []service) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	var once sync.Once
	var firstErr error
	for _, s := range services {
		all.Go(func() {
			if err := s.serve(ctx, s.listener); err != nil {
				once.Do(func() { firstErr = err })
				cancel(sshd.ErrClosing)
			}
		})
	}
	all.Wait()
	return firstErr
}

// A server is an arcade with its network services.
type server struct {
	*Arcade
	ssh       *sshd.Server
	webCounts *web.Counts
	address   net.Addr // address of the SSH listener
}

// checkHealth returns an error if the server is closing or cannot write finished games to the database.
func (s *server) checkHealth(ctx context.Context) error {
	if ctx.Err() != nil {
		return sshd.ErrClosing
	}
	if n, _, err := s.writeQueue.Status(); err != nil {
		return fmt.Errorf("write %d finished games: %w", n, withoutPaths(err))
	}
	if err := s.store.Ping(ctx); err != nil {
		return fmt.Errorf("connect to the database: %w", withoutPaths(err))
	}
	if s.bus != nil {
		if err := s.bus.Status(); err != nil {
			return fmt.Errorf("connect to NATS: %w", err)
		}
	}
	return nil
}

// newPage returns the web page.
func (s *server) newPage(at Addresses) *web.Page {
	host, port := s.publicAddress(at)
	boards := &boardCache{store: s.store}
	var keys []web.HostKey
	for _, k := range s.ssh.Keys {
		keys = append(keys, web.HostKey{Fingerprint: sshd.Fingerprint(k), KnownHosts: sshd.KnownHosts(k, host, port)})
	}
	return &web.Page{
		Name: "arkterm arcade", JoinCommand: s.sshCommandFor(at, ""), Keys: keys, Version: s.Version,
		MaxWatching: maxWatching, MaxWatchingPerNetwork: maxWatchingPerNetwork, Log: s.Log, Count: s.webCounts,
		Boards: boards.Boards, Rows: boards.Rows, Replay: boards.Replay, Games: s.liveGames, Watch: s.watchLive,
		ConvertToCast: convertToCast,
	}
}

// sshCommandFor returns the ssh command, with additional flags, that connects to this server.
func (s *server) sshCommandFor(at Addresses, flags string) string {
	host, port := s.publicAddress(at)
	if port != "22" {
		flags += " -p " + port
	}
	return "ssh" + flags + " " + host
}

// publicAddress returns the host and port with which players connect to the server.
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
