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
	door    *Door
	conn    *patientConn
	client  *ssh.ServerConn
	log     *slog.Logger
	allowed *rate.Limiter // requests
	end     context.CancelCauseFunc
	visitor *Visit
	parts   sync.WaitGroup // what runs beside attend

	channel ssh.Channel         // the session; nil until the client opens it
	asks    <-chan *ssh.Request // of the channel; nil: there are no more
	asked   *asked              // by these; nil: the visit has begun
	hungUp  chan struct{}       // closed when there are no more, if there was a channel
	seat    *Seat               // nil until the visit begins

	waits atomic.Bool  // for the client to say that it is still there
	stage atomic.Int32 // see arrived
	fault atomic.Bool
}

// Stages of a connection. From arrived it changes once, to begun or dismissed.
const (
	arrived   = iota // without a visit
	begun            // with one
	dismissed        // the client was sent the reason for its end
)

// dismiss sends the client the reason for the end of a connection without a visit.
func (c *connection) dismiss(code reason, text string) {
	if c.stage.CompareAndSwap(arrived, dismissed) {
		c.conn.disconnect(code, text)
	}
}

// part returns f as a part of the connection: a panic in it ends the connection only.
func (c *connection) part(f func()) func() {
	return func() {
		defer func() {
			if err := worker.Caught(recover()); err != nil {
				c.door.panicked(err)
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
	c.door.Count.Faults.Add(1)
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
func (c *connection) denied() { c.door.Count.Denied.Add(1) }

// mayAsk counts a request, and reports whether the client has not asked for too many.
func (c *connection) mayAsk() bool {
	if c.allowed.Allow() {
		return true
	}
	c.misbehaves("too many requests")
	return false
}

// attend answers what the client asks, of the connection and of its session, until the connection ends.
func (c *connection) attend(ctx context.Context, channels <-chan ssh.NewChannel, global <-chan *ssh.Request) {
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
		case r := <-c.asks:
			switch {
			case r == nil:
				c.hangUp()
			case c.asked != nil:
				c.answer(ctx, r)
			default:
				c.later(r)
			}
		case <-alive.C:
			if !c.waits.Swap(true) {
				c.parts.Go(c.part(c.keepAlive))
			}
		}
	}
}

// open takes a channel that the client opens: one session, and nothing else.
func (c *connection) open(n ssh.NewChannel) {
	switch {
	case !c.mayAsk():
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
		c.channel, c.asks, c.asked = channel, asks, &asked{env: make(map[string]string)}
	}
}

// refuse refuses a request of the connection: forwarding. Clients' questions whether the server is still there are requests too,
// and refused as OpenSSH does.
func (c *connection) refuse(r *ssh.Request) {
	if !c.mayAsk() {
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
	c.waits.Store(false)
}

// answer answers a request of the session before the visit, which some begin.
func (c *connection) answer(ctx context.Context, r *ssh.Request) {
	if !c.mayAsk() {
		return
	}
	ok, begins := false, false
	if do := requests[r.Type]; do != nil {
		ok, begins = do(c.asked, r.Payload)
	}
	if begins && !c.stage.CompareAndSwap(arrived, begun) {
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
	a, v := c.asked, c.visitor
	c.asked = nil
	c.conn.gathers.Store(true)
	c.door.Count.Visits.Add(1)

	c.seat = newSeat(c.channel, a.size, func() { c.misbehaves("a flood") }, func() { c.client.Close() })
	c.seat.urgent = &c.conn.urgent
	v.Words, v.Command, v.env, v.Writer, v.Errors = a.words, a.command, a.env, c.seat, c.seat
	if !a.pty {
		v.Errors = seatErrors{c.seat}
	}
	if a.command && !a.pty { // it reads if it likes; the client has a window
		v.in, v.grant, v.hang = c.channel, c.conn.grant, func() { c.client.Close() }
	} else {
		c.parts.Go(c.part(c.seat.pump))
	}
	if a.pty {
		v.Seat = c.seat
	}
	c.parts.Go(c.part(func() { c.run(ctx) }))
}

// run runs the visit, and then closes the connection.
func (c *connection) run(ctx context.Context) {
	defer c.client.Close()
	defer c.seat.rest()
	status := c.visit(ctx)
	c.conn.gathers.Store(false) // the end waits for nothing
	c.door.Count.Dropped.Add(int64(c.seat.Dropped()))
	_, _ = c.channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = c.channel.Close()

	// The client closes its end once it has read everything. To close the connection before would lose what is under
	// way, if the client is sending.
	late := time.AfterFunc(goodbyeTime, func() { c.client.Close() })
	defer late.Stop()
	<-c.hungUp
}

// visit calls the door's Visit. A panic ends this visit only.
func (c *connection) visit(ctx context.Context) (status int) {
	defer func() {
		if err := worker.Caught(recover()); err != nil {
			c.door.panicked(err)
			status = 1
		}
	}()
	return c.door.Visit(ctx, c.visitor)
}

// later handles a request during the visit: a change of size. Signals and breaks are refused, and do not count as misbehaviour,
// since clients send them.
func (c *connection) later(r *ssh.Request) {
	ok := false
	if r.Type == "window-change" {
		size, is := changed(r.Payload)
		if ok = is; ok {
			c.seat.resize(size)
		}
	} else if !c.mayAsk() {
		return
	}
	_ = r.Reply(ok, nil)
}

// hangUp notes that nothing more is asked of the session. Without a visit it was all that the client came for.
func (c *connection) hangUp() {
	if c.asked != nil {
		c.client.Close()
	}
	if c.asks != nil {
		c.asks = nil
		close(c.hungUp)
	}
}
