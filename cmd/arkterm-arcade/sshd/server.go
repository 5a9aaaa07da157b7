// Package sshd lets people in by SSH. It speaks the protocol, says who somebody is, and gives each visit a terminal; what
// happens during a visit is its caller's affair. It opens no file but the host key's, and runs no program.
//
// Of the protocol's many parts it has one: a session with a terminal, or with a few words in place of one. There are no
// shells, no files, no forwarding, no agents.
package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm/worker"
)

// Times that a client has, and that the door takes.
const (
	versionTime   = 20 * time.Second  // to send the protocol's version, which needs no person
	handshakeTime = 120 * time.Second // to be authenticated: people compare a fingerprint and type a passphrase, as with OpenSSH's LoginGraceTime
	sessionTime   = 10 * time.Second  // to begin a visit after that
	keepAlive     = 15 * time.Second  // between two questions whether it is still there
	quietAfter    = 60 * time.Second  // without a byte from it, it is gone
	stuckAfter    = 30 * time.Second  // without reading what it is sent, the same
	closeTime     = 4 * time.Second   // to end a visit when the server ends
	goodbyeTime   = 2 * time.Second   // to take the end of a visit
)

// Texts for clients that are sent away.
const (
	blockedText = "Connections from your network are blocked."
	closingText = "The server is closing. Please try again later."
	lateText    = "You have not signed in within two minutes. Please connect again."
	evictedText = "Too many visitors are signing in. Please connect again."
	idleText    = "You have not started a game. This server has games only, no tunnels (ssh -N) and no files: connect with ssh without -N."
	filesText   = "This server has games only, no files (sftp, scp): connect with ssh."
)

// ErrClosing is the cause of the end of a visit's context when the server ends.
var ErrClosing = errors.New("the server is closing")

// A Server lets people in. Set its fields before Serve and do not change them afterwards.
type Server struct {
	Keys    []ssh.Signer // the host keys, of different types
	Version string       // of the program, shown in the handshake
	Limiter *connlimit.Limiter
	Log     *slog.Logger
	Count   *Counts

	Proxies connlimit.Networks // trusted proxies, whose connections have to begin with a PROXY header

	// Blocked reports whether nobody may connect from an address. It may be nil.
	Blocked func(from netip.Addr) bool

	// Handle is called for each visit in a goroutine of its own, and returns the exit status that the client gets. The
	// context ends when the connection does, or the server; the connection is closed when Handle has returned.
	Handle func(ctx context.Context, v *Conn) (status int)

	running   sync.WaitGroup
	headers   chan struct{} // holds a token for each pending PROXY header
	lingering chan struct{} // holds a token for each refused client that is reading the reason
	mu        sync.Mutex
	conns     map[*limitedConn]bool
}

// Counts are what a door has counted since it was opened.
type Counts struct {
	Refused   [connlimit.NumRefusals]atomic.Int64 // connections, by reason
	Unproxied atomic.Int64                        // connections of proxies without a valid PROXY header
	Failed    atomic.Int64                        // connections that were not authenticated
	Guests    atomic.Int64                        // connections without a key
	Keys      atomic.Int64                        // connections with one
	Visits    atomic.Int64                        // visits that have begun
	Denied    atomic.Int64                        // channels and requests that were refused
	Faults    atomic.Int64                        // connections closed since they misbehaved
	Panics    atomic.Int64                        // visits that ended by a panic
	Dropped   atomic.Int64                        // bytes from clients that came too fast
	Sent      atomic.Int64                        // bytes to clients, encrypted
	Received  atomic.Int64                        // bytes from clients, encrypted
}

// A Conn is a client that is in.
type Conn struct {
	Key      string       // SHA-256 of the public key in hexadecimal; "" for a guest
	Network  netip.Prefix // the network that it comes from
	Terminal *Terminal    // its terminal; nil: it asked for none

	Args    []string // the command, if Command
	Command bool     // it asked for a command, not for the game

	io.Writer           // to the client, where there is no terminal
	Errors    io.Writer // to its standard error, or to its terminal

	env    map[string]string
	in     io.Reader     // what the client of a command without a terminal sends; nil: there is none
	grant  func(n int64) // lets it send so many bytes faster than others may
	hangUp func()        // ends the connection
}

// ReadAll returns what the client of a command sends until it sends no more. It is an error if that is more than limit bytes;
// the connection ends if it takes longer than within.
func (v *Conn) ReadAll(limit int64, within time.Duration) ([]byte, error) {
	if v.in == nil {
		return nil, errors.New("nothing is sent")
	}
	late := time.AfterFunc(within, v.hangUp)
	defer late.Stop()
	v.grant(limit)
	data, err := io.ReadAll(io.LimitReader(v.in, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("more than %d bytes", limit)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Env returns a variable of the client's environment, of which TERM is one.
func (v *Conn) Env(name string) string { return v.env[name] }

// Serve lets people in until the context ends, and returns when the last visit has ended. It closes the listener. Its
// error is that of the listener.
func (d *Server) Serve(ctx context.Context, l net.Listener) error {
	d.conns, d.lingering = make(map[*limitedConn]bool), make(chan struct{}, maxLingering)
	d.headers = make(chan struct{}, maxHeaders)
	defer d.running.Wait()
	stop := context.AfterFunc(ctx, func() {
		l.Close()
		time.AfterFunc(closeTime, d.closeAll)
	})
	defer stop()
	defer l.Close()

	pause := time.Duration(0) // after a failure: too many open files, say
	for {
		conn, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				d.refuse(conn, byApplication, closingText)
			}
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil:
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			d.Log.Warn("accept failed", "error", err, "again in", pause)
			select {
			case <-time.After(pause):
			case <-ctx.Done():
			}
			continue
		}
		pause = 0
		if d.Proxies.Contains(addressOf(conn)) {
			d.admitProxied(ctx, conn)
		} else {
			d.admit(ctx, conn)
		}
	}
}

// closeAll closes all connections.
func (d *Server) closeAll() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for conn := range d.conns {
		_ = conn.cut()
	}
}

// Evict closes the connections of those who are blocked now. Visits that end by themselves until then have closeTime to be told why.
func (d *Server) Evict() {
	time.AfterFunc(closeTime, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		for conn := range d.conns {
			if d.Blocked(addressOf(conn)) {
				_ = conn.cut()
			}
		}
	})
}

// note notes that a connection is open, or no longer.
func (d *Server) track(conn *limitedConn, open bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if open {
		d.conns[conn] = true
	} else {
		delete(d.conns, conn)
	}
}

// versionRune drops what the protocol's version line cannot hold.
func versionRune(r rune) rune {
	if r <= ' ' || r > '~' || r == '-' {
		return '_'
	}
	return r
}

// version returns the protocol's version line, without its end.
func (d *Server) version() string { return "SSH-2.0-arkterm_" + strings.Map(versionRune, d.Version) }

// admit serves or refuses a connection in a goroutine, as the gate decides.
func (d *Server) admit(ctx context.Context, raw net.Conn) {
	from := addressOf(raw)
	if d.Blocked != nil && d.Blocked(from) {
		d.refuse(raw, notAllowed, blockedText)
		return
	}
	conn := newLimitedConn(raw, d.Count)
	pass, why := d.Limiter.Admit(time.Now(), from, func() { go conn.disconnect(tooManyConnections, evictedText) })
	d.Count.Refused[why].Add(1)
	if why != connlimit.Admitted {
		d.refuse(raw, tooManyConnections, why.Text())
		return
	}
	d.track(conn, true)
	d.running.Go(func() {
		fault := connlimit.NoFault
		defer func() {
			if err := worker.Caught(recover()); err != nil {
				d.panicked(err)
			}
			conn.Close()
			d.track(conn, false)
			pass.Release(time.Now(), fault)
		}()
		fault = d.serve(ctx, conn, from, pass)
	})
}

// addressOf returns the address that a connection comes from.
func addressOf(conn net.Conn) netip.Addr {
	if a, err := netip.ParseAddrPort(conn.RemoteAddr().String()); err == nil {
		return a.Addr()
	}
	return netip.Addr{}
}

// panicked logs a panic, which ends one visit only.
func (d *Server) panicked(err error) {
	d.Count.Panics.Add(1)
	stack := ""
	if p, ok := errors.AsType[*worker.Panic](err); ok {
		stack = string(p.Stack)
	}
	d.Log.Error("a visit has failed", "error", err, "stack", stack)
}

// serve serves a connection, and returns what it did wrong.
func (d *Server) serve(ctx context.Context, conn *limitedConn, from netip.Addr, pass *connlimit.Admission) connlimit.Fault {
	log := d.Log.With("from", loggedNetwork(from))
	_ = conn.SetDeadline(conn.opened.Add(versionTime)) // later once the version is there
	late := time.AfterFunc(handshakeTime, func() { conn.disconnect(byApplication, lateText) })
	defer late.Stop()
	closing := context.AfterFunc(ctx, func() { conn.disconnect(byApplication, closingText) })
	config := newConfig(hostKeys(d.Keys, conn), d.version())
	config.PreAuthConnCallback = conn.beginAuth
	defer conn.drain()
	client, channels, global, err := ssh.NewServerConn(conn, config)
	closing()
	late.Stop()
	if err != nil {
		d.Count.Failed.Add(1)
		log.Info("not authenticated", "error", nameless(err))
		return faultOf(err)
	}
	defer client.Close()
	_ = conn.SetDeadline(time.Time{})

	visit := &Conn{Key: client.Permissions.Extensions[keyExtension], Network: connlimit.Network(from)}
	c := &connection{
		server: d, conn: conn, client: client, log: log, user: visit,
		requestLimit: rate.NewLimiter(requestsRate, requestsRate), hungUp: make(chan struct{}),
	}
	conn.misbehaves = c.misbehaves
	conn.authenticated.Store(true)
	if visit.Key == "" {
		d.Count.Guests.Add(1)
	} else {
		d.Count.Keys.Add(1)
	}

	ctx, c.end = context.WithCancelCause(ctx)
	defer c.end(nil)

	closing = context.AfterFunc(ctx, func() { c.dismiss(byApplication, closingText) })
	defer closing()
	if why := pass.Authenticate(); why != connlimit.Admitted {
		d.Count.Refused[why].Add(1)
		c.dismiss(tooManyConnections, why.Text())
	}
	idle := time.AfterFunc(sessionTime, func() {
		if c.stage.Load() == arrived {
			log.Info("closed", "reason", "no visit has begun")
		}
		c.dismiss(byApplication, idleText)
	})
	defer idle.Stop()
	c.serve(ctx, channels, global)
	return c.faulted()
}

// faultOf returns the fault of a connection that was not authenticated. Leaving or being slow is not a fault.
func faultOf(err error) connlimit.Fault {
	if auth, ok := errors.AsType[*ssh.ServerAuthError](err); ok && len(auth.Errors) > 1 {
		return connlimit.BadAuth
	}
	return connlimit.NoFault
}

// loggedNetwork returns the network of an address as it is logged: a /24 or a /48, which is enough to see where a flood
// comes from, and names nobody.
func loggedNetwork(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	bits := 24
	if a.Is6() {
		bits = 48
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return "unknown"
	}
	return p.String()
}

// nameless returns an error of a connection without the client's address.
func nameless(err error) error {
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return fmt.Errorf("%s: %w", op.Op, op.Err)
	}
	return err
}
