package sshd

import (
	"reflect"
	"unsafe"

	"golang.org/x/crypto/ssh"
)

// The SSH library reads packets in one goroutine and handles them in another, with a queue of 16 packets between them.
// If the second goroutine ends the connection because of a bad packet or a failed authentication, it stops taking
// packets from the queue. If the queue is then full, the first goroutine blocks forever, and its memory is never freed.
// Even an unauthenticated client can cause this. Therefore, the server empties the queue after a connection has ended.
//
// The server can access the queue only after the authentication has started. Until then, it reads only maxPreAuthBytes,
// which cannot contain more packets than fit into the queue.

// maxPreAuthBytes is the maximum number of bytes that are read between the key exchange and the client's first request.
// It is the size of 16 packets of the minimum length.
const maxPreAuthBytes = 16 * 26

// deref follows pointers and interfaces until it finds another kind of value, and returns that value.
func deref(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// transportOf returns the library's transport struct of a connection. It returns the zero Value if the library has
// changed.
func transportOf(c ssh.ServerPreAuthConn) reflect.Value {
	v := deref(reflect.ValueOf(c))
	if v.Kind() == reflect.Struct {
		v = deref(v.FieldByName("transport"))
	}
	if v.Kind() != reflect.Struct || !v.CanAddr() || v.Type().String() != "ssh.handshakeTransport" {
		return reflect.Value{}
	}
	return v
}

// queueOf returns the queue of a transport, or nil if the library has changed.
func queueOf(transport reflect.Value) <-chan []byte {
	v := transport.FieldByName("incoming")
	if !v.IsValid() || v.Type() != reflect.TypeFor[chan []byte]() {
		return nil
	}
	return *(*chan []byte)(unsafe.Pointer(v.UnsafeAddr()))
}

// keyExchangeDone records that the key exchange is complete. It must be called in the goroutine that reads.
func (c *limitedConn) keyExchangeDone() {
	if !c.authRequested.Load() {
		c.preAuthBytesLeft, c.keysExchanged = maxPreAuthBytes, true
	}
}

// beginAuth records that the authentication starts.
func (c *limitedConn) beginAuth(client ssh.ServerPreAuthConn) {
	if t := transportOf(client); t.IsValid() {
		c.transport, c.packetQueue = unsafe.Pointer(t.UnsafeAddr()), queueOf(t)
	}
	c.authRequested.Store(true)
	c.wakeUp()
}

// drain closes the connection and empties the library's packet queue, so that the library's reading goroutine can end.
func (c *limitedConn) drain() {
	_ = c.closeNow()
	if c.packetQueue != nil {
		for range c.packetQueue {
		}
	}
}
