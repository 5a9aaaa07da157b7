package arcade

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
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
//
// A running server can be upgraded, see RequestUpgrade. Then Serve stops accepting connections and returns when all
// visits have ended.
func Serve(ctx context.Context, at Addresses, limits connlimit.Limits, o Options) (err error) {
	files := inheritedFiles()
	ready, reports := takeFile(files, readyPipeName), takeFile(files, reportsPipeName)
	defer func() {
		if err != nil && ready != nil {
			fmt.Fprintln(ready, err)
		}
	}()
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return err
	}
	lock := takeFile(files, lockFileName)
	if lock == nil {
		if lock, err = store.Lock(filepath.Join(o.Dir, lockFileName)); err != nil {
			return err
		}
	}
	defer lock.Close()
	o.isSuccessor = ready != nil
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
	s := &server{Arcade: a, webCounts: new(web.Counts), lock: lock}
	ctx, s.cancel = context.WithCancelCause(ctx)
	defer s.cancel(nil)
	s.ssh = &sshd.Server{
		Keys: keys, Version: o.Version, Limiter: connlimit.New(limits, rand.Float64), Log: o.Log,
		Count: new(sshd.Counts), Handle: a.Handle, Proxies: at.Proxies, Blocked: a.blocklist.BlocksAddress,
		IsKnown: a.hasPlayed,
	}

	if a.node != nil {
		a.limiter.Store(s.ssh.Limiter)
		s.ssh.Limiter.OnPenalty(a.node.SharePenalty)
	}

	h := &web.Server{
		ConnectionLimiter: connlimit.New(web.ConnectionLimits(), rand.Float64),
		RequestLimiter:    connlimit.New(web.RequestLimits(), rand.Float64),
		Trusted:           at.Proxies, Blocked: a.blocklist.BlocksAddress,
		Refused: func() { s.webCounts.Refused.Add(1) }, Log: o.Log,
	}
	a.blocklist.evict = []func(){s.ssh.EvictBlocked, h.EvictBlocked}

	// Listen on all addresses before serving any, so that an error is reported before the first visitor connects.
	defer func() {
		for _, service := range s.services {
			service.listener.Close()
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
				Handler: web.OperatorHandler(s.metrics, func() (warning, err error) { return s.checkHealth(ctx) }),
				Log:     o.Log,
			}
			return h.Serve(ctx, l)
		}},
	} {
		if l.address == "" {
			continue
		}
		listener, err := listen(files, l.name, "tcp", l.address)
		if err != nil {
			return fmt.Errorf("listen: %s: %w", l.name, err)
		}
		s.services = append(s.services, service{l.name, listener, l.serve})
		if l.name != "ssh" {
			o.Log.Info("listening", l.name, listener.Addr().String())
		}
	}

	if o.StartProcess != nil {
		listener, err := listenForControl(files, filepath.Join(o.Dir, ControlFile))
		if err != nil {
			o.Log.Warn("upgrades are not possible", "error", withoutPaths(err))
		} else {
			s.services = append(s.services, service{ControlFile, listener, s.serveControl})
		}
	}
	closeAll(slices.Collect(maps.Values(files))) // sockets that are no longer used
	s.takeOver(ctx, ready, reports)

	background, stop := context.WithCancel(ctx)
	maintenance, stopMaintenance := context.WithCancel(background)
	s.stopMaintenance = stopMaintenance
	defer s.background.Wait()
	defer stop()
	s.background.Go(func() { a.maintain(maintenance) })
	s.background.Go(func() { s.writeStatus(maintenance) })
	s.background.Go(func() { a.watchBlocklist(background) })
	s.background.Go(func() { a.schedDelay.measure(background) })
	if a.node != nil {
		s.background.Go(func() { a.node.Run(background) })
	}
	if a.sharedFiles != nil {
		s.background.Go(func() { a.sharedFiles.saveRegularly(background) })
	}

	s.address = s.services[0].listener.Addr()
	a.sshCommand = s.sshCommandFor(at, " -t")
	for _, k := range keys {
		o.Log.Info("host key", "fingerprint", sshd.Fingerprint(k))
	}
	o.Log.Info("listening", "address", s.address.String(), "new_host_keys", created)
	defer o.Log.Info("server closed")
	return serveAll(ctx, s.services)
}

// A service is a listener with the function that serves its connections.
type service struct {
	name     string // also the name of its socket, see inheritedFiles
	listener net.Listener
	serve    func(ctx context.Context, l net.Listener) error
}

// serveAll runs all services until the context is canceled, or until their listeners are closed and their connections
// have ended. If one service fails, all services end, and serveAll returns its error.
func serveAll(ctx context.Context, services []service) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	var once sync.Once
	var firstErr error
	for _, s := range services {
		all.Go(func() {
			if err := s.serve(ctx, s.listener); err != nil && !errors.Is(err, net.ErrClosed) {
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

	services        []service
	lock            *os.File                // lock file, which contains the ID of the newest server's process
	cancel          context.CancelCauseFunc // ends the server
	stopMaintenance func()                  // stops work that only one server may do
	background      sync.WaitGroup          // goroutines that do not serve listeners
}

// checkHealth returns an error if the server is closing or cannot write finished games to the database. A missing
// connection to NATS is only a warning, because visitors can play without NATS. If it were an error on all servers, a
// proxy would send visitors to none of them.
func (s *server) checkHealth(ctx context.Context) (warning, err error) {
	if s.bus != nil {
		if err := s.bus.Status(); err != nil {
			warning = fmt.Errorf("connect to NATS: %w", err)
		}
	}
	if ctx.Err() != nil {
		return warning, sshd.ErrClosing
	}
	if n, _, err := s.writeQueue.Status(); err != nil {
		return warning, fmt.Errorf("write %d finished games to the database: %w", n, withoutPaths(err))
	}
	if err := s.store.Ping(ctx); err != nil {
		return warning, fmt.Errorf("connect to the database: %w", withoutPaths(err))
	}
	return warning, nil
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
