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
	"arkterm/cmd/arkterm/worker"
)

// A connection is one client that is authenticated. One goroutine answers whatever the client asks, see attend: a goroutine for
// each kind of question would be most of a player's stacks, which the collector looks at.
type connection struct {
	server       *Server
	conn         *limitedConn
	client       *ssh.ServerConn
	log          *slog.Logger
	requestLimit *rate.Limiter // requests
	end          context.CancelCauseFunc
	user         *Conn
	parts        sync.WaitGroup // what runs beside attend

	channel  ssh.Channel         // the session; nil until the client opens it
	requests <-chan *ssh.Request // of the channel; nil: there are no more
	request  *sessionRequest     // by these; nil: the visit has begun
	hungUp   chan struct{}       // closed when there are no more, if there was a channel
	terminal *Terminal           // nil until the visit begins

	probing atomic.Bool  // for the client to say that it is still there
	stage   atomic.Int32 // see arrived
	fault   atomic.Bool
}

// Stages of a connection. From arrived it changes once, to begun or dismissed.
const (
	arrived   = iota // without a visit
	running          // with one
	dismissed        // the client was sent the reason for its end
)

// dismiss sends the client the reason for the end of a connection without a visit.
func (c *connection) dismiss(code disconnectReason, text string) {
	if c.stage.CompareAndSwap(arrived, dismissed) {
		c.conn.disconnect(code, text)
	}
}

// part returns f as a part of the connection: a panic in it ends the connection only.
func (c *connection) part(f func()) func() {
	return func() {
		defer func() {
			if err := worker.Caught(recover()); err != nil {
				c.server.panicked(err)
				c.client.Close()
			}
		}()
		f()
	}
}

// misbehaves closes the connection of a client that does something that no honest client does, and charges its network. There
// are three such things: a flood of input, more than requestsRate requests per second, and too many key exchanges.
func (c *connection) misbehaves(how string) {
	if c.fault.Swap(true) {
		return
	}
	c.server.Count.Faults.Add(1)
	c.log.Warn("closed", "reason", how)
	c.client.Close()
}

func (c *connection) faulted() connlimit.Fault {
	if c.fault.Load() {
		return connlimit.Misbehaved
	}
	return connlimit.NoFault
}

// denied counts a channel or request that was refused. Only the rate of requests is limited, because a browser behind
// ssh -D opens a channel for each of its connections.
func (c *connection) denied() { c.server.Count.Denied.Add(1) }

// mayAsk counts a request, and reports whether the client has not asked for too many.
func (c *connection) allow() bool {
	if c.requestLimit.Allow() {
		return true
	}
	c.misbehaves("too many requests")
	return false
}

// attend answers what the client asks, of the connection and of its session, until the connection ends.
func (c *connection) serve(ctx context.Context, channels <-chan ssh.NewChannel, global <-chan *ssh.Request) {
	defer c.parts.Wait()
	defer c.client.Close()
	defer c.end(context.Canceled) // the connection is gone
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
				c.later(r)
			}
		case <-alive.C:
			if !c.probing.Swap(true) {
				c.parts.Go(c.part(c.keepAlive))
			}
		}
	}
}

// open takes a channel that the client opens: one session, and nothing else.
func (c *connection) open(n ssh.NewChannel) {
	switch {
	case !c.allow():
		_ = n.Reject(ssh.ResourceShortage, "too many requests")
	case n.ChannelType() != "session":
		_ = n.Reject(ssh.UnknownChannelType, "there is only the game here")
		c.denied()
	case c.channel != nil:
		_ = n.Reject(ssh.ResourceShortage, "one session a connection")
		c.denied()
	default:
		channel, asks, err := n.Accept()
		if err != nil {
			c.client.Close()
			return
		}
		c.channel, c.requests, c.request = channel, asks, &sessionRequest{env: make(map[string]string)}
	}
}

// refuse refuses a request of the connection: forwarding. Clients' questions whether the server is still there are requests too,
// and refused as OpenSSH does.
func (c *connection) refuse(r *ssh.Request) {
	if !c.allow() {
		return
	}
	if r.Type != "keepalive@openssh.com" && r.Type != "no-more-sessions@openssh.com" && r.Type != "hostkeys-prove-00@openssh.com" {
		c.denied()
	}
	_ = r.Reply(false, nil)
}

// keepAlive asks the client whether it is still there. One that does not answer sends nothing, so that reading fails.
func (c *connection) keepAlive() {
	_, _, _ = c.client.SendRequest("keepalive@openssh.com", true, nil)
	c.probing.Store(false)
}

// answer answers a request of the session before the visit, which some begin.
func (c *connection) answer(ctx context.Context, r *ssh.Request) {
	if !c.allow() {
		return
	}
	ok, begins := false, false
	if do := requests[r.Type]; do != nil {
		ok, begins = do(c.request, r.Payload)
	}
	if begins && !c.stage.CompareAndSwap(arrived, running) {
		ok, begins = false, false
	}
	if r.Type == "subsystem" { // clients end when it is refused, without a reason
		c.dismiss(byApplication, filesText)
	}
	if !ok {
		c.denied()
	}
	_ = r.Reply(ok, nil)
	if begins {
		c.begin(ctx)
	}
}

// begin begins the visit that the client has asked for.
func (c *connection) begin(ctx context.Context) {
	a, v := c.request, c.user
	c.request = nil
	c.conn.coalesces.Store(true)
	c.server.Count.Visits.Add(1)

	c.terminal = newTerminal(c.channel, a.size, func() { c.misbehaves("a flood") }, func() { c.client.Close() })
	c.terminal.urgent = &c.conn.urgent
	v.Args, v.Command, v.env, v.Writer, v.Errors = a.words, a.command, a.env, c.terminal, c.terminal
	if !a.pty {
		v.Errors = stderr{c.terminal}
	}
	if a.command && !a.pty { // it reads if it likes; the client has a window
		v.in, v.grant, v.hangUp = c.channel, c.conn.grant, func() { c.client.Close() }
	} else {
		c.parts.Go(c.part(c.terminal.pump))
	}
	if a.pty {
		v.Terminal = c.terminal
	}
	c.parts.Go(c.part(func() { c.run(ctx) }))
}

// run runs the visit, and then closes the connection.
func (c *connection) run(ctx context.Context) {
	defer c.client.Close()
	defer c.terminal.close()
	status := c.handle(ctx)
	c.conn.coalesces.Store(false) // the end waits for nothing
	c.server.Count.Dropped.Add(int64(c.terminal.Dropped()))
	_, _ = c.channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = c.channel.Close()

	// The client closes its end once it has read everything. To close the connection before would lose what is under
	// way, if the client is sending.
	late := time.AfterFunc(goodbyeTime, func() { c.client.Close() })
	defer late.Stop()
	<-c.hungUp
}

// visit calls the door's Visit. A panic ends this visit only.
func (c *connection) handle(ctx context.Context) (status int) {
	defer func() {
		if err := worker.Caught(recover()); err != nil {
			c.server.panicked(err)
			status = 1
		}
	}()
	return c.server.Handle(ctx, c.user)
}

// later handles a request during the visit: a change of size. Signals and breaks are refused, and do not count as misbehaviour,
// since clients send them.
func (c *connection) later(r *ssh.Request) {
	ok := false
	if r.Type == "window-change" {
		size, is := changed(r.Payload)
		if ok = is; ok {
			c.terminal.resize(size)
		}
	} else if !c.allow() {
		return
	}
	_ = r.Reply(ok, nil)
}

// hangUp notes that nothing more is asked of the session. Without a visit it was all that the client came for.
func (c *connection) hangUp() {
	if c.request != nil {
		c.client.Close()
	}
	if c.requests != nil {
		c.requests = nil
		close(c.hungUp)
	}
}
