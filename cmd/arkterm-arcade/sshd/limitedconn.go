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
	smallPacket  = 64                     // bytes, encrypted
	coalesceTime = 100 * time.Millisecond // some frames
	maxCoalesced = 1 << 10                // bytes that wait at most
	maxCopied    = 2 << 10                // bytes that are copied, to go in one call, at most
)

// readPiece is how much is read at once: so much may have come too soon, and is what a client that sends too fast waits for.
const readPiece = 16 << 10

// A limitedConn is a connection that fails when the client has been silent for too long, and that reads no faster than a
// client may send. Small packets wait a little, so that several of them, or one and a frame, are sent together.
type limitedConn struct {
	net.Conn
	count         *Counts
	authenticated atomic.Bool  // the handshake, which has a time limit of its own, is over
	coalesces     atomic.Bool  // a visit has begun: small packets may wait …
	urgent        atomic.Int32 // … but those that are written while this is not 0

	greeted   bool     // the client's version was read
	hasRead   bool     // something has been read
	reads     deadline // of the goroutine that reads
	bucket    tokenBucket
	lastRead  int           // bytes that the last Read has read, not yet taken by pace
	waitTimer *time.Timer   // ends a wait of Read; nil: it was never needed
	wake      chan struct{} // ends it too
	granted   atomic.Int64  // bytes that may come at once, besides
	closed    atomic.Bool

	opened        time.Time
	transport     unsafe.Pointer // the library's, see transportOf; nil: it is not known
	queue         <-chan []byte  // of packets that were read, see queueOf; nil: it is not known
	authRequested atomic.Bool    // the authentication has begun: transport and queue are known
	keysExchanged bool           // keys were exchanged before that
	preAuthBytes  int            // bytes that may be read between the two

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

func newLimitedConn(c net.Conn, count *Counts) *limitedConn {
	return &limitedConn{Conn: c, count: count, opened: time.Now(), bucket: tokenBucket{rate: sentRate, burst: sentBurst}, wake: make(chan struct{}, 1)}
}

// Read reads as much as may have come, and waits before it if that was too much already.
func (c *limitedConn) Read(p []byte) (int, error) {
	now := c.wait()
	if c.authenticated.Load() {
		c.reads.renew(now, quietAfter, c.SetReadDeadline)
	}
	most := readPiece
	if c.keysExchanged && !c.authRequested.Load() {
		most = max(c.preAuthBytes, 1)
	}
	n, err := c.Conn.Read(p[:min(len(p), most)])
	c.lastRead = n
	c.preAuthBytes -= n
	c.count.Received.Add(int64(n))
	if !c.greeted && bytes.IndexByte(p[:n], '\n') >= 0 { // the library reads it alone
		c.greeted = true
		_ = c.SetDeadline(c.opened.Add(handshakeTime + goodbyeTime))
	}
	if n > 0 && !c.hasRead {
		if c.hasRead = true; p[0] != 'S' {
			return 0, errNotSSH
		}
	}
	return n, err
}

// keepPace waits until what was read may have come, and returns the time then. It does not wait for who has sent too much for
// too long: they are thrown out.
func (c *limitedConn) wait() (now time.Time) {
	now = time.Now()
	wait := c.bucket.take(now, c.lastRead-int(c.granted.Swap(0)))
	if c.keysExchanged && c.preAuthBytes <= 0 && !c.authRequested.Load() {
		wait = handshakeTime - now.Sub(c.opened) // then it is too late
	}
	for c.lastRead = 0; wait > 0 && !c.closed.Load(); {
		if c.authenticated.Load() && c.bucket.floods(now) {
			c.misbehaves("a flood")
			break
		}
		if c.waitTimer == nil {
			c.waitTimer = time.NewTimer(wait)
		} else {
			c.waitTimer.Reset(wait)
		}
		select {
		case <-c.waitTimer.C:
		case <-c.wake:
		}
		now = time.Now()
		wait = c.bucket.take(now, -int(c.granted.Swap(0)))
	}
	return now
}

// grant lets n bytes come at once, besides what may come anyway.
func (c *limitedConn) grant(n int64) {
	c.granted.Add(n)
	c.wakeUp()
}

// wakeUp ends a wait of Read.
func (c *limitedConn) wakeUp() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Write writes a packet with those that wait before it, or lets it wait.
func (c *limitedConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return 0, c.err
	}
	if len(p) <= smallPacket && len(c.held)+len(p) <= maxCoalesced && c.coalesces.Load() && c.urgent.Load() == 0 {
		c.hold(p)
		return len(p), nil
	}
	if len(c.held) == 0 {
		return c.send(p)
	}

	if len(c.held)+len(p) <= maxCopied {
		c.held = append(c.held, p...)
		return len(p), c.release()
	}
	if err := c.release(); err != nil {
		return 0, err
	}
	return c.send(p)
}

// hold lets a packet wait. mu is held.
func (c *limitedConn) hold(p []byte) {
	if len(c.held) == 0 {
		c.since = time.Now()
	}
	c.held = append(c.held, p...)
	if !c.armed {
		c.arm(coalesceTime)
	}
}

// arm sets the timer. mu is held.
func (c *limitedConn) arm(d time.Duration) {
	c.armed = true
	if c.timer == nil {
		c.timer = time.AfterFunc(d, c.flush)
	} else {
		c.timer.Reset(d)
	}
}

// late writes what has waited long enough. What waits may have come after the timer was set, if that before it went with a frame.
func (c *limitedConn) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.armed = false
	if c.err != nil || len(c.held) == 0 {
		return
	}
	if left := coalesceTime - time.Since(c.since); left > 0 {
		c.arm(left)
		return
	}
	_ = c.release()
}

// release writes what waits. The timer is left to find nothing. mu is held.
func (c *limitedConn) release() error {
	if len(c.held) == 0 {
		return nil
	}
	_, c.err = c.send(c.held)
	c.held = c.held[:0]
	return c.err
}

func (c *limitedConn) send(p []byte) (int, error) {
	if c.authenticated.Load() {
		c.writes.renew(time.Now(), stuckAfter, c.SetWriteDeadline)
	}
	n, err := c.Conn.Write(p)
	c.count.Sent.Add(int64(n))
	return n, err
}

// closeLimit is how long what waits may hold up Close.
const closeLimit = 50 * time.Millisecond

// Close closes the connection, after what waits, unless a write is under way.
func (c *limitedConn) Close() error {
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
func (c *limitedConn) cut() error {
	c.closed.Store(true)
	c.wakeUp()
	return c.Conn.Close()
}
