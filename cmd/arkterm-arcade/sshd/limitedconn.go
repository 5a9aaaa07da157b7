package sshd

import (
	"bytes"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"arkterm/cmd/arkterm-arcade/connlimit"
)

// Limits for delaying small packets. Most small packets are replies to keepalive requests, and to the pings with which
// OpenSSH obscures keystroke timing. Clients do not wait for these replies. Each separate reply would cost a system
// call and a network packet, so replies are sent together with the next frame.
const (
	maxDelayedPacket = 64                     // maximum bytes of an encrypted packet that may be delayed
	maxPacketDelay   = 100 * time.Millisecond // maximum delay, which is a few frames
	maxDelayed       = 1 << 10                // maximum total bytes of delayed packets
	maxCopied        = 2 << 10                // maximum total bytes that are copied to save a system call
)

// maxReadBytes is the maximum number of bytes per read. Because Read waits only between two reads, a client can send
// maxReadBytes bytes faster than the limit allows.
const maxReadBytes = 16 << 10

// Rate limits. The server reads the encrypted bytes of a connection no faster than receiveRate, so a client that
// sends faster has to wait, and does not cost more than other clients. The server drops decrypted input beyond
// inputRate.
//
// The fastest legitimate input comes from a moving mouse. Most mice send at most 200 reports per second with 12 bytes
// each, which is 2.4 KB/s, or 10 KB/s encrypted with one packet per report. Gaming mice send 1,000 reports per second.
// Terminals that report pixels pass on all reports with 16 bytes each, which is 16 KB/s, or 52 KB/s encrypted. Thirty
// keys per second add 1.6 KB/s. OpenSSH sends 50 pings per second to obscure keystroke timing, which add 1.8 KB/s. A
// paste of 32 KB arrives in one burst.
const (
	receiveRate  = 64 << 10  // encrypted bytes of a connection per second
	receiveBurst = 128 << 10 // encrypted bytes in one burst
	inputRate    = 20 << 10  // bytes of keys, mouse reports and pastes per second
	inputBurst   = 32 << 10  // such bytes in one burst
	resizeRate   = 2         // size changes per second
	resizeBurst  = 30        // size changes in one burst
)

// A limitedConn is a connection that limits the rate of reading, and fails if the client is silent for too long.
type limitedConn struct {
	net.Conn
	count         *Counts
	authenticated atomic.Bool  // the authentication, which has a separate time limit, is complete
	mayDelay      atomic.Bool  // small packets may be delayed, because a session is running
	urgentWrites  atomic.Int32 // number of writes that must not be delayed

	versionRead   bool // the client's version has been read
	hasRead       bool // at least one byte has been read
	readDeadline  deadline
	bucket        connlimit.Bucket // received bytes
	lastReadBytes int              // bytes of the last Read; not yet taken from bucket
	waitTimer     *time.Timer      // timer for waiting in Read; nil before the first wait
	wake          chan struct{}    // ends a wait in Read
	grantedBytes  atomic.Int64     // extra bytes that are not yet added to bucket

	closed atomic.Bool

	opened        time.Time      // time of newLimitedConn
	transport     unsafe.Pointer // transport of the library, see transportOf; nil if unknown
	packetQueue   <-chan []byte  // packets that the library has read, see queueOf; nil if unknown
	authRequested atomic.Bool    // the authentication has started, and transport and packetQueue are set
	keysExchanged bool           // the first key exchange is complete
	// number of bytes that may still be read before the authentication, after the key exchange
	preAuthBytesLeft int

	onMisbehavior func(reason string) // disconnects the client; set before authenticated becomes true

	mu            sync.Mutex // held while writing
	writeDeadline deadline
	delayed       []byte      // delayed packets
	flushTimer    *time.Timer // writes the delayed packets; nil before the first one
	writeErr      error       // error of writing delayed packets
}

// A deadline is the time at which a read or write fails. It is renewed before each call. To save system calls, it is
// not renewed while more than seven eighths of the time limit are left.
type deadline struct{ at time.Time }

// renew calls set with a new deadline if less than seven eighths of the limit are left.
func (d *deadline) renew(now time.Time, limit time.Duration, set func(time.Time) error) {
	if d.at.Sub(now) <= limit-limit/8 {
		d.at = now.Add(limit)
		_ = set(d.at)
	}
}

// errNotSSH is the error for a client that does not send the SSH version first, for example a browser or an untrusted
// proxy. The library would skip its first lines.
var errNotSSH = errors.New("the client has sent no SSH version")

// newLimitedConn returns a limitedConn for a new connection.
func newLimitedConn(c net.Conn, count *Counts) *limitedConn {
	return &limitedConn{
		Conn: c, count: count, opened: time.Now(),
		bucket: connlimit.Bucket{Rate: receiveRate, Burst: receiveBurst}, wake: make(chan struct{}, 1),
	}
}

// Read waits until the rate limit allows the bytes of the last Read, and then reads.
func (c *limitedConn) Read(p []byte) (int, error) {
	now := c.wait()
	if c.authenticated.Load() {
		c.readDeadline.renew(now, silentTimeout, c.SetReadDeadline)
	}
	limit := maxReadBytes
	if c.keysExchanged && !c.authRequested.Load() {
		limit = max(c.preAuthBytesLeft, 1)
	}
	n, err := c.Conn.Read(p[:min(len(p), limit)])
	c.lastReadBytes = n
	c.preAuthBytesLeft -= n
	c.count.ReceivedBytes.Add(int64(n))
	if !c.versionRead && bytes.IndexByte(p[:n], '\n') >= 0 { // the library reads the version byte by byte
		c.versionRead = true
		_ = c.SetDeadline(c.opened.Add(handshakeTimeout + goodbyeTimeout))
	}
	if n > 0 && !c.hasRead {
		if c.hasRead = true; p[0] != 'S' {
			return 0, errNotSSH
		}
	}
	return n, err
}

// wait waits until the rate limit allows the bytes of the last Read, and returns the current time. It disconnects a
// client that has exceeded the rate for connlimit.FloodTime.
func (c *limitedConn) wait() (now time.Time) {
	now = time.Now()
	wait := c.bucket.Take(now, c.lastReadBytes-int(c.grantedBytes.Swap(0)))
	if c.keysExchanged && c.preAuthBytesLeft <= 0 && !c.authRequested.Load() {
		// Stop reading until the authentication starts, at most for the rest of handshakeTimeout.
		wait = handshakeTimeout - now.Sub(c.opened)
	}
	for c.lastReadBytes = 0; wait > 0 && !c.closed.Load(); {
		if c.authenticated.Load() && c.bucket.IsFlooding(now) {
			c.onMisbehavior("flood")
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
		wait = c.bucket.Take(now, -int(c.grantedBytes.Swap(0)))
	}
	return now
}

// grant allows the client to send n additional bytes without a rate limit.
func (c *limitedConn) grant(n int64) {
	c.grantedBytes.Add(n)
	c.wakeUp()
}

// wakeUp ends a wait in Read.
func (c *limitedConn) wakeUp() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Write writes the delayed packets and then p. If p is small and no write is urgent, it delays p instead.
func (c *limitedConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.writeErr != nil:
		return 0, c.writeErr
	case len(p) <= maxDelayedPacket && len(c.delayed)+len(p) <= maxDelayed && c.mayDelay.Load() &&
		c.urgentWrites.Load() == 0:
		c.delay(p)
		return len(p), nil
	case len(c.delayed) > 0 && len(c.delayed)+len(p) <= maxCopied:
		c.delayed = append(c.delayed, p...)
		return len(p), c.writeDelayed()
	}
	if err := c.writeDelayed(); err != nil {
		return 0, err
	}
	return c.send(p)
}

// delay adds a packet to the delayed ones. The caller must hold c.mu.
func (c *limitedConn) delay(p []byte) {
	switch {
	case len(c.delayed) > 0:
	case c.flushTimer == nil:
		c.flushTimer = time.AfterFunc(maxPacketDelay, c.flush)
	default:
		c.flushTimer.Reset(maxPacketDelay)
	}
	c.delayed = append(c.delayed, p...)
}

// flush writes the delayed packets.
func (c *limitedConn) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.writeErr == nil {
		_ = c.writeDelayed()
	}
}

// writeDelayed writes the delayed packets. The caller must hold c.mu.
func (c *limitedConn) writeDelayed() error {
	if len(c.delayed) == 0 {
		return nil
	}
	c.flushTimer.Stop()
	_, c.writeErr = c.send(c.delayed)
	c.delayed = c.delayed[:0]
	return c.writeErr
}

// send writes bytes to the underlying connection. The caller must hold c.mu.
func (c *limitedConn) send(p []byte) (int, error) {
	if c.authenticated.Load() {
		c.writeDeadline.renew(time.Now(), writeTimeout, c.SetWriteDeadline)
	}
	n, err := c.Conn.Write(p)
	c.count.SentBytes.Add(int64(n))
	return n, err
}

// closeLimit is the maximum time for which Close waits to write delayed packets.
const closeLimit = 50 * time.Millisecond

// Close writes the delayed packets, unless a write is in progress, and closes the connection.
func (c *limitedConn) Close() error {
	if c.mu.TryLock() {
		if len(c.delayed) > 0 && c.writeErr == nil {
			// Prevent send from changing the deadline.
			c.writeDeadline.at = time.Now().Add(closeLimit + 2*writeTimeout)
			_ = c.SetWriteDeadline(time.Now().Add(closeLimit))
			_ = c.writeDelayed()
		}
		c.mu.Unlock()
	}
	return c.closeNow()
}

// closeNow closes the connection and drops delayed packets.
func (c *limitedConn) closeNow() error {
	c.closed.Store(true)
	c.wakeUp()
	return c.Conn.Close()
}
