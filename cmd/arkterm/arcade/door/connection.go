package door

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"arkterm/cmd/arkterm/arcade/gate"
	"arkterm/cmd/arkterm/worker"
)

// A connection is one client that is authenticated.
type connection struct {
	door    *Door
	conn    *patientConn
	client  *ssh.ServerConn
	log     *slog.Logger
	allowed *rate.Limiter // requests
	end     context.CancelCauseFunc

	begun   atomic.Bool // the visit has begun
	refused atomic.Int64
	fault   atomic.Bool
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

// misbehaves closes the connection of a client that does what no client does.
func (c *connection) misbehaves(how string) {
	if c.fault.Swap(true) {
		return
	}
	c.door.Count.Faults.Add(1)
	c.log.Warn("closed", "reason", how)
	c.client.Close()
}

func (c *connection) faulted() gate.Fault {
	if c.fault.Load() {
		return gate.Misbehaved
	}
	return gate.NoFault
}

// denied counts a channel or request that was refused.
func (c *connection) denied() {
	c.door.Count.Denied.Add(1)
	if c.refused.Add(1) > mostRefusals {
		c.misbehaves("asks for what there is not")
	}
}

// mayAsk counts a request, and reports whether the client has not asked for too many.
func (c *connection) mayAsk() bool {
	if c.allowed.Allow() {
		return true
	}
	c.misbehaves("too many requests")
	return false
}

// refuseRequests refuses the requests of the connection: forwarding. Clients' questions whether the server is still
// there are requests too, and refused as OpenSSH does.
func (c *connection) refuseRequests(global <-chan *ssh.Request) {
	for r := range global {
		if !c.mayAsk() {
			break
		}
		if r.Type != "keepalive@openssh.com" && r.Type != "no-more-sessions@openssh.com" && r.Type != "hostkeys-prove-00@openssh.com" {
			c.denied()
		}
		_ = r.Reply(false, nil)
	}
	ssh.DiscardRequests(global)
}

// keepAlive asks the client whether it is still there. One that does not answer sends nothing, so that reading fails.
func (c *connection) keepAlive(ctx context.Context) {
	ticker := time.NewTicker(keepAlive)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if _, _, err := c.client.SendRequest("keepalive@openssh.com", true, nil); err != nil {
				return
			}
		}
	}
}

// channels takes the channels that a client opens, until the connection ends: one session, and nothing else.
func (c *connection) channels(ctx context.Context, channels <-chan ssh.NewChannel, v *Visit) {
	var parts sync.WaitGroup
	defer parts.Wait()
	taken := false
	for n := range channels {
		switch {
		case !c.mayAsk():
			_ = n.Reject(ssh.ResourceShortage, "too many requests")
		case n.ChannelType() != "session":
			_ = n.Reject(ssh.UnknownChannelType, "there is only the game here")
			c.denied()
		case taken:
			_ = n.Reject(ssh.ResourceShortage, "one session a connection")
			c.denied()
		default:
			channel, asks, err := n.Accept()
			if err != nil {
				c.client.Close()
				continue
			}
			taken = true
			parts.Go(c.part(func() {
				defer c.client.Close() // whether or not the visit has begun
				c.session(ctx, channel, asks, v)
			}))
		}
	}
	c.end(context.Canceled) // the connection is gone
}

// session handles the requests of the channel, and begins the visit.
func (c *connection) session(ctx context.Context, channel ssh.Channel, asks <-chan *ssh.Request, v *Visit) {
	a := &asked{env: make(map[string]string)}
	begins := false
	for r := range asks {
		if !c.mayAsk() {
			break
		}
		ok := false
		if do := requests[r.Type]; do != nil {
			ok, begins = do(a, r.Payload)
		}
		if !ok {
			c.denied()
		}
		_ = r.Reply(ok, nil)
		if begins {
			break
		}
	}
	if !begins {
		ssh.DiscardRequests(asks)
		return
	}
	c.begun.Store(true)
	c.conn.gathers.Store(true)
	c.door.Count.Visits.Add(1)

	seat := newSeat(channel, a.size, func() { c.misbehaves("a flood") }, func() { c.client.Close() })
	seat.urgent = &c.conn.urgent
	defer seat.rest()
	v.Words, v.Command, v.env, v.Writer, v.Errors = a.words, a.command, a.env, seat, seat
	if !a.pty {
		v.Errors = seatErrors{seat}
	}
	var parts sync.WaitGroup
	switch {
	case a.pty:
		v.Seat = seat
		parts.Go(c.part(seat.pump))
	case a.command: // it reads if it likes; the client has a window
		v.in, v.grant, v.hang = channel, c.conn.grant, func() { c.client.Close() }
	default:
		parts.Go(c.part(seat.pump))
	}
	parts.Go(c.part(func() { c.later(asks, seat) }))

	status := c.visit(ctx, v)
	c.conn.gathers.Store(false) // the end waits for nothing
	c.door.Count.Dropped.Add(int64(seat.Dropped()))
	_, _ = channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{uint32(status)}))
	_ = channel.Close()

	// The client closes its end once it has read everything. To close the connection before would lose what is under
	// way, if the client is sending.
	late := time.AfterFunc(goodbyeTime, func() { c.client.Close() })
	defer late.Stop()
	parts.Wait()
}

// visit calls the door's Visit. A panic ends this visit only.
func (c *connection) visit(ctx context.Context, v *Visit) (status int) {
	defer func() {
		if err := worker.Caught(recover()); err != nil {
			c.door.panicked(err)
			status = 1
		}
	}()
	return c.door.Visit(ctx, v)
}

// later handles the requests that come during the visit: changes of size. Signals and breaks are refused, and do not
// count as misbehaviour, since clients send them.
func (c *connection) later(asks <-chan *ssh.Request, seat *Seat) {
	for r := range asks {
		ok := false
		if r.Type == "window-change" {
			size, is := changed(r.Payload)
			if ok = is; ok {
				seat.resize(size)
			}
		} else if !c.mayAsk() {
			break
		}
		_ = r.Reply(ok, nil)
	}
	ssh.DiscardRequests(asks)
}
