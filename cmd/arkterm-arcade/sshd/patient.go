package sshd

import (
	"bytes"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// Small packets that nobody waits for: replies to questions whether the server is there, which clients also ask to hide
// when keys are pressed. Each is a call of the kernel and a packet on the way unless it goes with a frame.
const (
	smallPacket = 64                     // bytes, encrypted
	gatherFor   = 100 * time.Millisecond // some frames
	gatherMost  = 1 << 10                // bytes that wait at most
	gatherWith  = 2 << 10                // bytes that are copied, to go in one call, at most
)

// readPiece is how much is read at once: so much may have come too soon, and is what a client that sends too fast waits for.
const readPiece = 16 << 10

// A patientConn is a connection that fails when the client has been silent for too long, and that reads no faster than a
// client may send. Small packets wait a little, so that several of them, or one and a frame, are sent together.
type patientConn struct {
	net.Conn
	count   *Counts
	patient atomic.Bool  // the handshake, which has a time limit of its own, is over
	gathers atomic.Bool  // a visit has begun: small packets may wait …
	urgent  atomic.Int32 // … but those that are written while this is not 0

	greeted bool     // the client's version was read
	began   bool     // something has been read
	reads   deadline // of the goroutine that reads
	pace    pace
	came    int           // bytes that the last Read has read, not yet taken by pace
	rest    *time.Timer   // ends a wait of Read; nil: it was never needed
	wake    chan struct{} // ends it too
	granted atomic.Int64  // bytes that may come at once, besides
	closed  atomic.Bool

	opened    time.Time
	transport unsafe.Pointer // the library's, see transportOf; nil: it is not known
	queue     <-chan []byte  // of packets that were read, see queueOf; nil: it is not known
	asked     atomic.Bool    // the authentication has begun: transport and queue are known
	exchanges bool           // keys were exchanged before that
	early     int            // bytes that may be read between the two

	misbehaves func(how string) // throws the client out; called after patient is set

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
func (d *deadline) renew(now time.Time, limit time.Duration, set func(time.Time) error) {
	if d.at.Sub(now) > limit-limit/8 {
		return
	}
	d.at = now.Add(limit)
	_ = set(d.at)
}

// errNotSSH is the error of a client that begins with something else than the protocol's version: a request for a page, or
// the header of a proxy that nobody has named. The library would pass over such lines.
var errNotSSH = errors.New("the client does not speak SSH")

func newPatientConn(c net.Conn, count *Counts) *patientConn {
	return &patientConn{Conn: c, count: count, opened: time.Now(), pace: pace{rate: sentRate, burst: sentBurst}, wake: make(chan struct{}, 1)}
}

// Read reads as much as may have come, and waits before it if that was too much already.
func (c *patientConn) Read(p []byte) (int, error) {
	now := c.keepPace()
	if c.patient.Load() {
		c.reads.renew(now, quietAfter, c.SetReadDeadline)
	}
	most := readPiece
	if c.exchanges && !c.asked.Load() {
		most = max(c.early, 1)
	}
	n, err := c.Conn.Read(p[:min(len(p), most)])
	c.came = n
	c.early -= n
	c.count.Received.Add(int64(n))
	if !c.greeted && bytes.IndexByte(p[:n], '\n') >= 0 { // the library reads it alone
		c.greeted = true
		_ = c.SetDeadline(c.opened.Add(handshakeTime + goodbyeTime))
	}
	if n > 0 && !c.began {
		if c.began = true; p[0] != 'S' {
			return 0, errNotSSH
		}
	}
	return n, err
}

// keepPace waits until what was read may have come, and returns the time then. It does not wait for who has sent too much for
// too long: they are thrown out.
func (c *patientConn) keepPace() (now time.Time) {
	now = time.Now()
	wait := c.pace.take(now, c.came-int(c.granted.Swap(0)))
	if c.exchanges && c.early <= 0 && !c.asked.Load() {
		wait = handshakeTime - now.Sub(c.opened) // then it is too late
	}
	for c.came = 0; wait > 0 && !c.closed.Load(); {
		if c.patient.Load() && c.pace.floods(now) {
			c.misbehaves("a flood")
			break
		}
		if c.rest == nil {
			c.rest = time.NewTimer(wait)
		} else {
			c.rest.Reset(wait)
		}
		select {
		case <-c.rest.C:
		case <-c.wake:
		}
		now = time.Now()
		wait = c.pace.take(now, -int(c.granted.Swap(0)))
	}
	return now
}

// grant lets n bytes come at once, besides what may come anyway.
func (c *patientConn) grant(n int64) {
	c.granted.Add(n)
	c.wakeUp()
}

// wakeUp ends a wait of Read.
func (c *patientConn) wakeUp() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
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
		c.writes.renew(time.Now(), stuckAfter, c.SetWriteDeadline)
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
	return c.cut()
}

// cut closes the connection without what waits.
func (c *patientConn) cut() error {
	c.closed.Store(true)
	c.wakeUp()
	return c.Conn.Close()
}
