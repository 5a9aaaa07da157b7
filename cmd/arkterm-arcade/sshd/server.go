// Package sshd implements an SSH server for terminal programs. It authenticates clients by their keys, limits their
// resources, and calls a function for each session. It accesses no files except the host keys, and executes no
// programs.
//
// A connection has one session, with a terminal or with a command of a few words. Shells, file transfer, forwarding and
// agents are not supported.
//
// The package uses golang.org/x/crypto/ssh directly. Libraries such as charm.land/ssh do not limit the number of
// environment variables, the size of terminals, or the rates of channels, requests, input and key exchanges. They also
// do not tell a refused client why it was refused. Their idle timeout ends the handshake while a user compares a
// fingerprint, and does not end a session that stops reading its output.
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

// Time limits.
const (
	versionTimeout = 20 * time.Second // maximum time until the client sends its version, without user interaction
	// handshakeTimeout limits the authentication. It equals OpenSSH's LoginGraceTime, because users compare a
	// fingerprint and type a passphrase.
	handshakeTimeout  = 120 * time.Second
	sessionTimeout    = 10 * time.Second // maximum time from the authentication to the start of a session
	keepAliveInterval = 15 * time.Second // time between two keepalive requests
	silentTimeout     = 60 * time.Second // time after which a client that sends no data is disconnected
	writeTimeout      = 30 * time.Second // time after which a client that reads no data is disconnected
	closeTimeout      = 4 * time.Second  // maximum time until a session ends before its connection is closed
	goodbyeTimeout    = 2 * time.Second  // maximum time until the client closes its end after the last message
)

// Reasons for closing a connection, which clients show to their users.
const (
	blockedText   = "Connections from your network are blocked."
	closingText   = "The server is closing. Please try again later."
	timeoutText   = "You have not signed in within two minutes. Please connect again."
	replacedText  = "The arcade is full, and another visitor has taken your place. Please try again in a few minutes."
	evictedText   = "Too many visitors are signing in. Please connect again."
	noSessionText = "You have not started a game. This server has games only, no tunnels (ssh -N) and no files. " +
		"Connect with ssh without -N."
	filesText = "This server has games only, no files (sftp, scp). Connect with ssh."
)

// Causes with which the contexts of sessions are canceled.
var (
	ErrClosing = errors.New("the server is closing")
	// see [connlimit.Admission.Identify]
	ErrReplaced = errors.New("the arcade is full, and another visitor has taken your place")
)

// A Server serves SSH clients. Set its fields before Serve and do not change them afterwards.
type Server struct {
	Keys    []ssh.Signer // host keys, each of a different type
	Version string       // version of the program, which is part of the SSH version
	Limiter *connlimit.Limiter
	Log     *slog.Logger
	Count   *Counts

	Proxies connlimit.Networks         // trusted proxies, whose connections must start with a PROXY header
	Blocked func(from netip.Addr) bool // reports whether an address is blocked; nil means that none is
	IsKnown func(key string) bool      // reports whether a key belongs to a known visitor; nil means that none does

	// Handle is called for each session in a separate goroutine. It returns the exit status for the client. The context
	// is canceled when the connection or the server closes. After Handle has returned, the server closes the
	// connection.
	Handle func(ctx context.Context, v *Conn) (status int)

	goroutines     sync.WaitGroup
	pendingHeaders chan struct{} // holds a token for each connection whose PROXY header has not arrived
	lingering      chan struct{} // holds a token for each refused client that may still be reading the reason
	conns          sync.Map      // the open connections: *limitedConn
}

// Counts contains counters of events since the start of the server.
type Counts struct {
	Decisions        [connlimit.NumRefusals]atomic.Int64 // results of Admit, and refusals by Authenticate
	InvalidHeaders   atomic.Int64                        // connections of proxies without a valid PROXY header
	NotAuthenticated atomic.Int64                        // connections that were not authenticated
	WithoutKey       atomic.Int64                        // connections without a key
	WithKey          atomic.Int64                        // connections with a key
	Visits           atomic.Int64                        // sessions that started, with or without a command
	Denied           atomic.Int64                        // refused channels and requests
	Misbehaved       atomic.Int64                        // connections closed because of misbehavior
	Panics           atomic.Int64                        // connections that ended because of a panic
	DroppedBytes     atomic.Int64                        // input bytes that were dropped because they arrived too fast
	SentBytes        atomic.Int64                        // bytes to clients, encrypted
	ReceivedBytes    atomic.Int64                        // bytes from clients, encrypted
}

// A Conn is an authenticated connection with a running session.
type Conn struct {
	Key       string               // SHA-256 of the public key in hexadecimal; "" for a guest
	Network   netip.Prefix         // network of the client
	Admission *connlimit.Admission // limits the resources that the session uses; nil if they are unlimited
	Terminal  *Terminal            // nil if the client has not requested a terminal

	Args    []string // words of the command, if Command is set
	Command bool     // the client has requested a command instead of the game

	io.Writer           // the client's terminal or standard output
	Errors    io.Writer // the client's terminal or standard error

	env    map[string]string
	sender *connection // connection from which ReadAll reads; nil unless the session has a command and no terminal
}

// ReadAll returns the bytes that the client of a command sends until it closes its stream. It fails if there are more
// than limit bytes, or if the session has a terminal or no command. If the client takes longer than timeLimit, ReadAll
// closes the connection and fails.
func (v *Conn) ReadAll(limit int64, timeLimit time.Duration) ([]byte, error) {
	if v.sender == nil {
		return nil, errors.New("read the client's input: the session must have a command and no terminal")
	}
	timeout := time.AfterFunc(timeLimit, func() { v.sender.client.Close() })
	defer timeout.Stop()
	v.sender.conn.grant(limit)
	data, err := io.ReadAll(io.LimitReader(v.sender.channel, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, fmt.Errorf("more than %d bytes", limit)
	}
	return data, err
}

// Env returns a variable of the client's environment, for example TERM.
func (v *Conn) Env(name string) string { return v.env[name] }

// Serve serves connections until the context is canceled or the caller closes the listener. It returns when the last
// session has ended, and also closes the listener. The error is nil after the context was canceled, and otherwise the
// error of the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	s.pendingHeaders, s.lingering = make(chan struct{}, maxPendingHeaders), make(chan struct{}, maxLingering)
	stop := context.AfterFunc(ctx, func() {
		l.Close()
		s.closeLater(func(netip.Addr) bool { return true })
	})
	defer stop()
	defer s.goroutines.Wait()
	defer l.Close()

	pause := time.Duration(0) // before the next attempt after an error, for example too many open files
	for {
		conn, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				s.refuse(conn, reasonByApplication, closingText)
			}
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil:
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			s.Log.Warn("accept connection", "error", err, "retry_in", pause)
			select {
			case <-time.After(pause):
			case <-ctx.Done():
			}
			continue
		}
		pause = 0
		if s.Proxies.Contains(addressOf(conn)) {
			s.admitProxied(ctx, conn)
		} else {
			s.admit(ctx, conn)
		}
	}
}

// EvictBlocked closes all connections from blocked addresses after closeTimeout. Until then, their sessions can end
// with a message. Blocked must not be nil.
func (s *Server) EvictBlocked() { s.closeLater(s.Blocked) }

// closeLater waits for closeTimeout, and then closes the connections from the addresses for which match returns true.
func (s *Server) closeLater(match func(address netip.Addr) bool) {
	time.AfterFunc(closeTimeout, func() {
		s.conns.Range(func(key, _ any) bool {
			if conn := key.(*limitedConn); match(addressOf(conn)) {
				_ = conn.closeNow()
			}
			return true
		})
	})
}

// version returns the version line of the protocol, without its line end.
func (s *Server) version() string {
	return "SSH-2.0-arkterm_" + strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' || r == '-' {
			return '_'
		}
		return r
	}, s.Version)
}

// admit serves a connection in a goroutine, or refuses it.
func (s *Server) admit(ctx context.Context, raw net.Conn) {
	from := addressOf(raw)
	if s.Blocked != nil && s.Blocked(from) {
		s.refuse(raw, reasonNotAllowed, blockedText)
		return
	}
	conn := newLimitedConn(raw, s.Count)
	admission, refusal := s.Limiter.Admit(time.Now(), from,
		func() { go conn.disconnect(reasonTooManyConnections, evictedText) })
	s.Count.Decisions[refusal].Add(1)
	if refusal != connlimit.Admitted {
		s.refuse(raw, reasonTooManyConnections, refusal.Text())
		return
	}
	s.conns.Store(conn, nil)
	s.goroutines.Go(func() {
		fault := connlimit.NoFault
		defer func() {
			if err := worker.Caught(recover()); err != nil {
				s.logPanic(err)
			}
			conn.Close()
			s.conns.Delete(conn)
			admission.Release(time.Now(), fault)
		}()
		fault = s.serve(ctx, conn, from, admission)
	})
}

// addressOf returns the address of a connection's client. It is zero if the connection has no IP address.
func addressOf(conn net.Conn) netip.Addr {
	a, _ := netip.ParseAddrPort(conn.RemoteAddr().String())
	return a.Addr()
}

// logPanic logs and counts a panic that has ended a session.
func (s *Server) logPanic(err error) {
	s.Count.Panics.Add(1)
	stack := ""
	if p, ok := errors.AsType[*worker.Panic](err); ok {
		stack = string(p.Stack)
	}
	s.Log.Error("run session", "error", err, "stack", stack)
}

// serve serves a connection until it ends, and returns the client's fault.
func (s *Server) serve(ctx context.Context, conn *limitedConn, address netip.Addr,
	admission *connlimit.Admission,
) connlimit.Fault {
	log := s.Log.With("network", loggedNetwork(address))
	_ = conn.SetDeadline(conn.opened.Add(versionTimeout)) // limitedConn extends it when the version arrives
	authTimeout := time.AfterFunc(handshakeTimeout, func() { conn.disconnect(reasonByApplication, timeoutText) })
	defer authTimeout.Stop()
	stopClosing := context.AfterFunc(ctx, func() { conn.disconnect(reasonByApplication, closingText) })
	defer conn.drain()
	client, channels, global, err := ssh.NewServerConn(conn, newConfig(conn, s.Keys, s.version()))
	stopClosing()
	authTimeout.Stop()
	if err != nil {
		s.Count.NotAuthenticated.Add(1)
		log.Info("authenticate client", "error", withoutAddress(err))
		return faultOf(err)
	}
	defer client.Close()
	_ = conn.SetDeadline(time.Time{})

	user := &Conn{
		Key: client.Permissions.Extensions[keyExtension], Network: s.Limiter.Network(address), Admission: admission,
	}
	c := &connection{
		server: s, conn: conn, client: client, log: log, user: user,
		requestLimit: rate.NewLimiter(maxRequestRate, maxRequestRate), requestsDone: make(chan struct{}),
	}
	conn.onMisbehavior = c.endForMisbehavior
	conn.authenticated.Store(true)
	if user.Key == "" {
		s.Count.WithoutKey.Add(1)
	} else {
		s.Count.WithKey.Add(1)
	}

	ctx, c.cancel = context.WithCancelCause(ctx)
	defer c.cancel(nil)

	stopClosing = context.AfterFunc(ctx, func() { c.dismiss(reasonByApplication, closingText) })
	defer stopClosing()
	admission.Identify(time.Now(), user.Key, func() { go c.replace() })
	known := user.Key != "" && s.IsKnown != nil && s.IsKnown(user.Key)
	if refusal := admission.Authenticate(known); refusal != connlimit.Admitted {
		s.Count.Decisions[refusal].Add(1)
		c.dismiss(reasonTooManyConnections, refusal.Text())
	}
	startTimeout := time.AfterFunc(sessionTimeout, func() {
		if c.state.Load() == stateWaiting {
			log.Info("connection closed", "reason", "no session was started")
		}
		c.dismiss(reasonByApplication, noSessionText)
	})
	defer startTimeout.Stop()
	c.serve(ctx, channels, global)
	return c.faultKind()
}

// faultOf returns the fault of a connection whose authentication has failed with err. Clients that disconnect or are
// too slow have no fault.
func faultOf(err error) connlimit.Fault {
	if auth, ok := errors.AsType[*ssh.ServerAuthError](err); ok && len(auth.Errors) > 1 {
		return connlimit.BadAuth
	}
	return connlimit.NoFault
}

// loggedNetwork returns the network of an address for the log: an IPv4 /24 or an IPv6 /48. This is enough to find the
// source of a flood, but does not identify a client.
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

// withoutAddress removes the client's address from an error.
func withoutAddress(err error) error {
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return fmt.Errorf("%s: %w", op.Op, op.Err)
	}
	return err
}
