package sshd

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/worker"
)

// A connection is an authenticated client. A single goroutine answers all its requests, because several goroutines
// would need most of the stack memory of a player.
type connection struct {
	server       *Server
	conn         *limitedConn
	client       *ssh.ServerConn
	log          *slog.Logger
	requestLimit *rate.Limiter
	end          context.CancelCauseFunc
	user         *Conn
	parts        sync.WaitGroup // all goroutines of the connection, except the one of serve

	channel  ssh.Channel         // nil until the client opens it
	requests <-chan *ssh.Request // of the channel; nil at the end
	request  *sessionRequest     // nil after the session has started
	hungUp   chan struct{}       // closed after the last request
	terminal *Terminal           // nil until the session starts

	probing atomic.Bool  // a keepalive request has no reply yet
	stage   atomic.Int32 // see arrived
	fault   atomic.Bool  // the client has misbehaved
}

// Stages of a connection. The stage changes once, from arrived to running or dismissed.
const (
	arrived   = iota // the session has not started
	running          // the session has started
	dismissed        // the reason for closing the connection has been sent
)

// dismiss sends the reason for closing a connection whose session has not started.
func (c *connection) dismiss(code disconnectReason, text string) {
	if c.stage.CompareAndSwap(arrived, dismissed) {
		c.conn.disconnect(code, text)
	}
}

// spawn calls f in a goroutine. A panic ends only this connection.
func (c *connection) spawn(f func()) {
	c.parts.Go(func() {
		defer func() {
			if err := worker.Caught(recover()); err != nil {
				c.server.panicked(err)
				c.client.Close()
			}
		}()
		f()
	})
}

// misbehaves closes the connection because of behavior that no honest client shows, and penalizes its network. There
// are three reasons: an input flood, more than requestsRate requests per second, and too many key exchanges.
func (c *connection) misbehaves(how string) {
	if c.fault.Swap(true) {
		return
	}
	c.server.Count.Faults.Add(1)
	c.log.Warn("connection closed", "reason", how)
	c.client.Close()
}

func (c *connection) faulted() connlimit.Fault {
	if c.fault.Load() {
		return connlimit.Misbehaved
	}
	return connlimit.NoFault
}

// denied counts a refused channel or request. Only the rate of requests is limited, because a browser behind ssh -D
// opens a channel for each of its connections.
func (c *connection) denied() { c.server.Count.Denied.Add(1) }

// allow counts a request, and reports whether the rate of requests is acceptable.
func (c *connection) allow() bool {
	if c.requestLimit.Allow() {
		return true
	}
	c.misbehaves("too many requests")
	return false
}

// serve answers the client's requests until the connection ends.
func (c *connection) serve(ctx context.Context, channels <-chan ssh.NewChannel, global <-chan *ssh.Request) {
	defer c.parts.Wait()
	defer c.end(context.Canceled)
	defer c.hangUp()
	alive := time.NewTicker(keepAlive)
	defer alive.Stop()
	for {
		select {
		case n := <-channels:
			if n == nil {
				return
			}
			c.open(n)
		case r := <-global:
			if r == nil {
				global = nil
			} else {
				c.refuse(r)
			}
		case r := <-c.requests:
			switch {
			case r == nil:
				c.hangUp()
			case c.request != nil:
				c.answer(ctx, r)
			default:
				c.answerRunning(r)
			}
		case <-alive.C:
			if !c.probing.Swap(true) {
				c.spawn(c.keepAlive)
			}
		}
	}
}

// open accepts one session channel, and rejects all other channels.
func (c *connection) open(n ssh.NewChannel) {
	switch {
	case !c.allow():
		_ = n.Reject(ssh.ResourceShortage, "too many requests")
	case n.ChannelType() != "session":
		_ = n.Reject(ssh.UnknownChannelType, "this server has games only")
		c.denied()
	case c.channel != nil:
		_ = n.Reject(ssh.ResourceShortage, "one session per connection")
		c.denied()
	default:
		channel, requests, err := n.Accept()
		if err != nil {
			c.client.Close()
			return
		}
		c.channel, c.requests, c.request = channel, requests, &sessionRequest{env: make(map[string]string)}
	}
}

// refuse refuses a global request, for example for forwarding. Keepalive requests are global requests as well, and
// OpenSSH's server also refuses them.
func (c *connection) refuse(r *ssh.Request) {
	if !c.allow() {
		return
	}
	if r.Type != "keepalive@openssh.com" && r.Type != "no-more-sessions@openssh.com" &&
		r.Type != "hostkeys-prove-00@openssh.com" {
		c.denied()
	}
	_ = r.Reply(false, nil)
}

// keepAlive requests a reply from the client. If none arrives, reading fails after quietAfter.
func (c *connection) keepAlive() {
	_, _, _ = c.client.SendRequest("keepalive@openssh.com", true, nil)
	c.probing.Store(false)
}

// answer handles a request before the session, and starts the session.
func (c *connection) answer(ctx context.Context, r *ssh.Request) {
	if !c.allow() {
		return
	}
	do := requestHandlers[r.Type]
	starts := r.Type == "shell" || r.Type == "exec"
	ok := do != nil && do(c.request, r.Payload) && (!starts || c.stage.CompareAndSwap(arrived, running))
	if r.Type == "subsystem" { // clients end after the refusal without showing a reason
		c.dismiss(byApplication, filesText)
	}
	if !ok {
		c.denied()
	}
	_ = r.Reply(ok, nil)
	if ok && starts {
		c.begin(ctx)
	}
}

// begin starts the session.
func (c *connection) begin(ctx context.Context) {
	r, v := c.request, c.user
	c.request = nil
	c.conn.coalesces.Store(true)
	c.server.Count.Visits.Add(1)

	c.terminal = newTerminal(c.channel, r.size, &c.conn.urgent, func() { c.misbehaves("input flood") },
		func() { c.client.Close() })
	v.Args, v.Command, v.env, v.Writer, v.Errors = r.args, r.command, r.env, c.terminal, c.terminal
	if r.pty {
		v.Terminal = c.terminal
	} else {
		v.Errors = stderr{c.terminal}
	}
	if r.command && !r.pty { // ReadAll reads the channel
		v.sender = c
	} else {
		c.spawn(c.terminal.pump)
	}
	c.spawn(func() { c.run(ctx) })
}

// run runs the session, and then closes the connection.
func (c *connection) run(ctx context.Context) {
	defer c.client.Close()
	status := c.handle(ctx)
	c.conn.coalesces.Store(false) // the end must not be delayed
	c.server.Count.Dropped.Add(int64(c.terminal.Dropped()))
	_, _ = c.channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = c.channel.Close()

	// The client closes its end after it has read everything. Closing the connection earlier could lose bytes in
	// flight, if the client is still sending.
	late := time.AfterFunc(goodbyeTime, func() { c.client.Close() })
	defer late.Stop()
	<-c.hungUp
}

// handle calls the server's Handle. A panic ends only this session.
func (c *connection) handle(ctx context.Context) (status int) {
	defer func() {
		if err := worker.Caught(recover()); err != nil {
			c.server.panicked(err)
			status = 1
		}
	}()
	return c.server.Handle(ctx, c.user)
}

// answerRunning handles a request during the session. Only size changes are accepted. Signals and breaks are refused,
// but are not faults, because normal clients send them.
func (c *connection) answerRunning(r *ssh.Request) {
	ok := false
	if r.Type == "window-change" {
		var size screen.Size
		if size, ok = parseChange(r.Payload); ok {
			c.terminal.resize(size)
		}
	} else if !c.allow() {
		return
	}
	_ = r.Reply(ok, nil)
}

// hangUp notes the end of the channel's requests. If no session has started, it closes the connection.
func (c *connection) hangUp() {
	if c.request != nil {
		c.client.Close()
	}
	if c.requests != nil {
		c.requests = nil
		close(c.hungUp)
	}
}
