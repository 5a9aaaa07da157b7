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

// Small packets are replies to keepalive questions, which OpenSSH also sends to hide keys. Clients do not wait for these replies, and
// each would cost a system call and a packet, so they are sent with the next frame.
const (
	smallPacket  = 64                     // bytes, encrypted
	coalesceTime = 100 * time.Millisecond // some frames
	maxCoalesced = 1 << 10                // bytes of delayed packets
	maxCopied    = 2 << 10                // bytes that are copied to save a system call
)

// readPiece is the maximum number of bytes in one read. So much may arrive too fast before Read waits.
const readPiece = 16 << 10

// A limitedConn is a connection that fails if the client is silent for too long, and that reads no faster than a client may
// send.
type limitedConn struct {
	net.Conn
	count         *Counts
	authenticated atomic.Bool  // the handshake, which has its own time limit, is over
	coalesces     atomic.Bool  // small packets may be delayed, because a session runs
	urgent        atomic.Int32 // if not 0, small packets are not delayed

	greeted  bool // the client's version was read
	hasRead  bool
	reads    deadline // of the goroutine that reads
	bucket   tokenBucket
	lastRead int         // bytes of the last Read, which bucket has not taken yet
	pause    *time.Timer // ends a pause of Read; nil until the first pause
	wake     chan struct{}
	granted  atomic.Int64 // extra bytes that bucket has not got yet
	closed   atomic.Bool

	opened        time.Time
	transport     unsafe.Pointer // the library's, see transportOf; nil if unknown
	queue         <-chan []byte  // packets that were read, see queueOf; nil if unknown
	authRequested atomic.Bool    // the authentication has begun: transport and queue are known
	keysExchanged bool           // before the authentication
	preAuthBytes  int            // bytes that may be read between the two

	misbehaves func(how string) // disconnects the client; set before authenticated

	mu         sync.Mutex // held while writing
	writes     deadline
	held       []byte      // delayed packets
	flushTimer *time.Timer // writes them; nil until the first one
	err        error       // why delayed packets could not be written
}

// A deadline is a time limit that starts again with each call. To save system calls, it may expire an eighth earlier.
type deadline struct{ at time.Time }

// renew calls set if the limit has to be set again.
func (d *deadline) renew(now time.Time, limit time.Duration, set func(time.Time) error) {
	if d.at.Sub(now) <= limit-limit/8 {
		d.at = now.Add(limit)
		_ = set(d.at)
	}
}

// errNotSSH is the error of a client that does not start with the protocol's version, for example a browser or a proxy that is
// not trusted. The library would skip such lines.
var errNotSSH = errors.New("the client does not speak SSH")

func newLimitedConn(c net.Conn, count *Counts) *limitedConn {
	return &limitedConn{Conn: c, count: count, opened: time.Now(), bucket: tokenBucket{rate: sentRate, burst: sentBurst}, wake: make(chan struct{}, 1)}
}

// Read waits until the bytes of the last Read may have arrived, and then reads.
func (c *limitedConn) Read(p []byte) (int, error) {
	now := c.wait()
	if c.authenticated.Load() {
		c.reads.renew(now, quietAfter, c.SetReadDeadline)
	}
	limit := readPiece
	if c.keysExchanged && !c.authRequested.Load() {
		limit = max(c.preAuthBytes, 1)
	}
	n, err := c.Conn.Read(p[:min(len(p), limit)])
	c.lastRead = n
	c.preAuthBytes -= n
	c.count.Received.Add(int64(n))
	if !c.greeted && bytes.IndexByte(p[:n], '\n') >= 0 { // the library reads it byte by byte
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

// wait waits until the bytes of the last Read may have arrived, and returns the time then. It disconnects a client that has sent
// too fast for too long.
func (c *limitedConn) wait() (now time.Time) {
	now = time.Now()
	wait := c.bucket.take(now, c.lastRead-int(c.granted.Swap(0)))
	if c.keysExchanged && c.preAuthBytes <= 0 && !c.authRequested.Load() {
		wait = handshakeTime - now.Sub(c.opened) // until the authentication begins or it is too late
	}
	for c.lastRead = 0; wait > 0 && !c.closed.Load(); {
		if c.authenticated.Load() && c.bucket.floods(now) {
			c.misbehaves("a flood")
			break
		}
		if c.pause == nil {
			c.pause = time.NewTimer(wait)
		} else {
			c.pause.Reset(wait)
		}
		select {
		case <-c.pause.C:
		case <-c.wake:
		}
		now = time.Now()
		wait = c.bucket.take(now, -int(c.granted.Swap(0)))
	}
	return now
}

// grant lets the client send n extra bytes at any speed.
func (c *limitedConn) grant(n int64) {
	c.granted.Add(n)
	c.wakeUp()
}

// wakeUp ends a pause of Read.
func (c *limitedConn) wakeUp() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Write writes a packet after the delayed ones, or delays it.
func (c *limitedConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.err != nil:
		return 0, c.err
	case len(p) <= smallPacket && len(c.held)+len(p) <= maxCoalesced && c.coalesces.Load() && c.urgent.Load() == 0:
		c.hold(p)
		return len(p), nil
	case len(c.held) > 0 && len(c.held)+len(p) <= maxCopied:
		c.held = append(c.held, p...)
		return len(p), c.release()
	}
	if err := c.release(); err != nil {
		return 0, err
	}
	return c.send(p)
}

// hold delays a packet. mu is held.
func (c *limitedConn) hold(p []byte) {
	switch {
	case len(c.held) > 0:
	case c.flushTimer == nil:
		c.flushTimer = time.AfterFunc(coalesceTime, c.flush)
	default:
		c.flushTimer.Reset(coalesceTime)
	}
	c.held = append(c.held, p...)
}

// flush writes the delayed packets.
func (c *limitedConn) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		_ = c.release()
	}
}

// release writes the delayed packets. mu is held.
func (c *limitedConn) release() error {
	if len(c.held) == 0 {
		return nil
	}
	c.flushTimer.Stop()
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

// closeLimit bounds how long Close waits to write delayed packets.
const closeLimit = 50 * time.Millisecond

// Close writes the delayed packets, unless a write is in progress, and closes the connection.
func (c *limitedConn) Close() error {
	if c.mu.TryLock() {
		if len(c.held) > 0 && c.err == nil {
			c.writes.at = time.Now().Add(closeLimit + 2*stuckAfter) // so that send does not change the deadline
			_ = c.SetWriteDeadline(time.Now().Add(closeLimit))
			_ = c.release()
		}
		c.mu.Unlock()
	}
	return c.cut()
}

// cut closes the connection without the delayed packets.
func (c *limitedConn) cut() error {
	c.closed.Store(true)
	c.wakeUp()
	return c.Conn.Close()
}
