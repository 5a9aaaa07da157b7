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

// A connection is a connection of an authenticated client. A single goroutine answers all requests, because each
// goroutine needs a stack.
type connection struct {
	server       *Server
	conn         *limitedConn
	client       *ssh.ServerConn
	log          *slog.Logger
	requestLimit *rate.Limiter // rate of channels and requests
	cancel       context.CancelCauseFunc
	user         *Conn          // passed to Handle
	goroutines   sync.WaitGroup // all goroutines of the connection, except the one that calls serve

	channel  ssh.Channel         // nil until the client opens it
	requests <-chan *ssh.Request // requests of the channel; nil before it is opened and after it is closed
	// pending collects requests. It is nil before the channel is opened and after the session has started.
	pending      *sessionRequest
	requestsDone chan struct{} // closed after the last request of the channel
	terminal     *Terminal     // nil until the session starts

	keepAlivePending atomic.Bool  // a keepalive request has no reply yet
	state            atomic.Int32 // stateWaiting, stateRunning or stateDismissed
	misbehaved       atomic.Bool  // endForMisbehavior was called
}

// States of a connection. The state changes only once, from stateWaiting to one of the others.
const (
	stateWaiting   = iota // the session has not started
	stateRunning          // the session has started
	stateDismissed        // the reason for closing the connection has been sent
)

// dismiss sends the reason for closing a connection whose session has not started.
func (c *connection) dismiss(code disconnectReason, text string) {
	if c.state.CompareAndSwap(stateWaiting, stateDismissed) {
		c.conn.disconnect(code, text)
	}
}

// replace ends the connection, because another visitor has taken its place. A running session can end with a message
// within closeTimeout.
func (c *connection) replace() {
	c.dismiss(reasonTooManyConnections, replacedText) // before cancel, which sends another reason
	c.cancel(ErrReplaced)
	time.AfterFunc(closeTimeout, func() { _ = c.conn.closeNow() })
}

// spawn calls f in a goroutine. A panic ends only this connection.
func (c *connection) spawn(f func()) {
	c.goroutines.Go(func() {
		defer func() {
			if err := worker.Caught(recover()); err != nil {
				c.server.logPanic(err)
				c.client.Close()
			}
		}()
		f()
	})
}

// endForMisbehavior closes the connection and penalizes its network. There are three reasons, which do not occur with
// honest clients: an input flood, more than maxRequestRate requests per second, and too many key exchanges.
func (c *connection) endForMisbehavior(reason string) {
	if c.misbehaved.Swap(true) {
		return
	}
	c.server.Count.Misbehaved.Add(1)
	c.log.Warn("connection closed", "reason", reason)
	c.client.Close()
}

// faultKind returns the fault for which the client's network is penalized when the connection ends.
func (c *connection) faultKind() connlimit.Fault {
	if c.misbehaved.Load() {
		return connlimit.Misbehaved
	}
	return connlimit.NoFault
}

// countDenied counts a refused channel or request. A refusal is not a fault, because a browser behind ssh -D opens a
// channel for each of its connections. Only the rate of requests is limited.
func (c *connection) countDenied() { c.server.Count.Denied.Add(1) }

// allowRequest counts a request and reports whether the rate of requests is acceptable. If not, it closes the
// connection.
func (c *connection) allowRequest() bool {
	if c.requestLimit.Allow() {
		return true
	}
	c.endForMisbehavior("too many requests")
	return false
}

// serve answers the client's requests until the connection ends.
func (c *connection) serve(ctx context.Context, channels <-chan ssh.NewChannel, global <-chan *ssh.Request) {
	defer c.goroutines.Wait()
	defer c.cancel(context.Canceled)
	defer c.endRequests()
	alive := time.NewTicker(keepAliveInterval)
	defer alive.Stop()
	for {
		select {
		case n := <-channels:
			if n == nil {
				return
			}
			c.openChannel(n)
		case r := <-global:
			if r == nil {
				global = nil
			} else {
				c.refuseGlobal(r)
			}
		case r := <-c.requests:
			switch {
			case r == nil:
				c.endRequests()
			case c.pending != nil:
				c.handleRequest(ctx, r)
			default:
				c.handleRunningRequest(r)
			}
		case <-alive.C:
			if !c.keepAlivePending.Swap(true) {
				c.spawn(c.keepAlive)
			}
		}
	}
}

// openChannel accepts one session channel, and rejects all other channels.
func (c *connection) openChannel(n ssh.NewChannel) {
	switch {
	case !c.allowRequest():
		_ = n.Reject(ssh.ResourceShortage, "too many requests")
	case n.ChannelType() != "session":
		_ = n.Reject(ssh.UnknownChannelType, "this server has games only")
		c.countDenied()
	case c.channel != nil:
		_ = n.Reject(ssh.ResourceShortage, "one session per connection")
		c.countDenied()
	default:
		channel, requests, err := n.Accept()
		if err != nil {
			c.client.Close()
			return
		}
		c.channel, c.requests, c.pending = channel, requests, &sessionRequest{env: make(map[string]string)}
	}
}

// refuseGlobal refuses a global request, for example for forwarding. Keepalive requests are global requests as well,
// and OpenSSH's server also refuses them.
func (c *connection) refuseGlobal(r *ssh.Request) {
	if !c.allowRequest() {
		return
	}
	if r.Type != "keepalive@openssh.com" && r.Type != "no-more-sessions@openssh.com" &&
		r.Type != "hostkeys-prove-00@openssh.com" {
		c.countDenied()
	}
	_ = r.Reply(false, nil)
}

// keepAlive sends a keepalive request and waits for the reply. If the client sends no data for silentTimeout, a read
// fails and the connection ends.
func (c *connection) keepAlive() {
	_, _, _ = c.client.SendRequest("keepalive@openssh.com", true, nil)
	c.keepAlivePending.Store(false)
}

// handleRequest handles a request before the session starts. A request for a shell or a command starts the session.
func (c *connection) handleRequest(ctx context.Context, r *ssh.Request) {
	if !c.allowRequest() {
		return
	}
	handler := requestHandlers[r.Type]
	starts := r.Type == "shell" || r.Type == "exec"
	ok := handler != nil && handler(c.pending, r.Payload) &&
		(!starts || c.state.CompareAndSwap(stateWaiting, stateRunning))
	if r.Type == "subsystem" { // sftp and scp show no reason if the server only refuses the request
		c.dismiss(reasonByApplication, filesText)
	}
	if !ok {
		c.countDenied()
	}
	_ = r.Reply(ok, nil)
	if ok && starts {
		c.begin(ctx)
	}
}

// begin starts the session.
func (c *connection) begin(ctx context.Context) {
	r, v := c.pending, c.user
	c.pending = nil
	c.conn.mayDelay.Store(true)
	c.server.Count.Visits.Add(1)

	c.terminal = newTerminal(c.channel, r.size, &c.conn.urgentWrites, func() { c.endForMisbehavior("input flood") },
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
		c.spawn(c.terminal.readLoop)
	}
	c.spawn(func() { c.run(ctx) })
}

// run runs the session, and then closes the connection.
func (c *connection) run(ctx context.Context) {
	defer c.client.Close()
	status := c.callHandle(ctx)
	c.conn.mayDelay.Store(false) // the end must not be delayed
	c.server.Count.DroppedBytes.Add(int64(c.terminal.DroppedBytes()))
	_, _ = c.channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = c.channel.Close()

	// Wait until the client closes its end, which it does after it has read everything. If the connection were closed
	// earlier while the client is still sending, bytes in flight could be lost.
	timeout := time.AfterFunc(goodbyeTimeout, func() { c.client.Close() })
	defer timeout.Stop()
	<-c.requestsDone
}

// callHandle calls the server's Handle. A panic ends only this session.
func (c *connection) callHandle(ctx context.Context) (status int) {
	defer func() {
		if err := worker.Caught(recover()); err != nil {
			c.server.logPanic(err)
			status = 1
		}
	}()
	return c.server.Handle(ctx, c.user)
}

// handleRunningRequest handles a request during the session. It accepts only size changes. Other requests, such as
// signals and breaks, are refused. They are not faults, because honest clients send them.
func (c *connection) handleRunningRequest(r *ssh.Request) {
	ok := false
	if r.Type == "window-change" {
		var size screen.Size
		if size, ok = parseChange(r.Payload); ok {
			c.terminal.resize(size)
		}
	} else if !c.allowRequest() {
		return
	}
	_ = r.Reply(ok, nil)
}

// endRequests records that the channel has no more requests. If no session has started, it closes the connection.
func (c *connection) endRequests() {
	if c.pending != nil {
		c.client.Close()
	}
	if c.requests != nil {
		c.requests = nil
		close(c.requestsDone)
	}
}
