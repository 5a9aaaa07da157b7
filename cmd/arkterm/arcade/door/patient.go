package door

import (
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Small packets that nobody waits for: replies to questions whether the server is there, which clients also ask to hide
// when keys are pressed. Each is a call of the kernel and a packet on the way unless it goes with a frame.
const (
	smallPacket = 64                     // bytes, encrypted
	gatherFor   = 100 * time.Millisecond // some frames
	gatherMost  = 1 << 10                // bytes that wait at most
	gatherWith  = 4 << 10                // bytes that are copied, to go in one call, at most
)

// A patientConn is a connection that fails when the client is gone without a word. Small packets wait a little, so that
// they go together or with a frame.
type patientConn struct {
	net.Conn
	count   *Counts
	patient atomic.Bool  // the handshake, which has a time limit of its own, is over
	gathers atomic.Bool  // a visit has begun: small packets may wait …
	urgent  atomic.Int32 // … but those that are written while this is not 0
	began   bool         // something has been read
	reads   deadline     // of the goroutine that reads

	mu     sync.Mutex // held while writing
	writes deadline
	held   []byte      // small packets that wait
	since  time.Time   // since when the first of them does
	timer  *time.Timer // writes them; nil: it was never needed
	armed  bool        // it will
	err    error       // why what waited could not be written
}

// A deadline is a time limit that begins anew with each call. It is up to an eighth shorter: so it need not be set each time.
type deadline struct{ at time.Time }

// renew calls set if the limit has to be set anew.
func (d *deadline) renew(limit time.Duration, set func(time.Time) error) {
	now := time.Now()
	if d.at.Sub(now) > limit-limit/8 {
		return
	}
	d.at = now.Add(limit)
	_ = set(d.at)
}

// errNotSSH is the error of a client that begins with something else than the protocol's version: a request for a page, or
// the header of a proxy that nobody has named. The library would pass over such lines.
var errNotSSH = errors.New("the client does not speak SSH")

func (c *patientConn) Read(p []byte) (int, error) {
	if c.patient.Load() {
		c.reads.renew(quietAfter, c.SetReadDeadline)
	}
	n, err := c.Conn.Read(p)
	c.count.Received.Add(int64(n))
	if n > 0 && !c.began {
		if c.began = true; p[0] != 'S' {
			return 0, errNotSSH
		}
	}
	return n, err
}

// Write writes a packet with those that wait before it, or lets it wait.
func (c *patientConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return 0, c.err
	}
	if len(p) <= smallPacket && len(c.held)+len(p) <= gatherMost && c.gathers.Load() && c.urgent.Load() == 0 {
		c.hold(p)
		return len(p), nil
	}
	if len(c.held) == 0 {
		return c.send(p)
	}

	if len(c.held)+len(p) <= gatherWith {
		c.held = append(c.held, p...)
		return len(p), c.release()
	}
	if err := c.release(); err != nil {
		return 0, err
	}
	return c.send(p)
}

// hold lets a packet wait. mu is held.
func (c *patientConn) hold(p []byte) {
	if len(c.held) == 0 {
		c.since = time.Now()
	}
	c.held = append(c.held, p...)
	if !c.armed {
		c.arm(gatherFor)
	}
}

// arm sets the timer. mu is held.
func (c *patientConn) arm(d time.Duration) {
	c.armed = true
	if c.timer == nil {
		c.timer = time.AfterFunc(d, c.late)
	} else {
		c.timer.Reset(d)
	}
}

// late writes what has waited long enough. What waits may have come after the timer was set, if that before it went with a frame.
func (c *patientConn) late() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.armed = false
	if c.err != nil || len(c.held) == 0 {
		return
	}
	if left := gatherFor - time.Since(c.since); left > 0 {
		c.arm(left)
		return
	}
	_ = c.release()
}

// release writes what waits. The timer is left to find nothing. mu is held.
func (c *patientConn) release() error {
	if len(c.held) == 0 {
		return nil
	}
	_, c.err = c.send(c.held)
	c.held = c.held[:0]
	return c.err
}

func (c *patientConn) send(p []byte) (int, error) {
	if c.patient.Load() {
		c.writes.renew(stuckAfter, c.SetWriteDeadline)
	}
	n, err := c.Conn.Write(p)
	c.count.Sent.Add(int64(n))
	return n, err
}

// closeLimit is how long what waits may hold up Close.
const closeLimit = 50 * time.Millisecond

// Close closes the connection, after what waits, unless a write is under way.
func (c *patientConn) Close() error {
	if c.mu.TryLock() {
		if c.timer != nil {
			c.timer.Stop()
		}
		if len(c.held) > 0 && c.err == nil {
			c.writes.at = time.Now().Add(closeLimit + 2*stuckAfter) // send renews no limit
			_ = c.SetWriteDeadline(time.Now().Add(closeLimit))
			_ = c.release()
		}
		c.mu.Unlock()
	}
	return c.Conn.Close()
}
