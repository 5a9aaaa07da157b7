package sshd

import (
	"reflect"
	"unsafe"

	"golang.org/x/crypto/ssh"
)

// The SSH library reads packets in one goroutine and handles them in another, with a queue of 16 packets between them.
// If the second goroutine ends a connection because of a bad packet or a failed authentication, the packets already
// read stay in the queue. If more packets arrive than the queue can hold, the first goroutine blocks forever, together
// with its memory. An unauthenticated client can cause that. So the server empties the queue of a connection that has
// ended.
//
// The queue cannot be reached before the authentication starts. Until then, the server reads only as many bytes as fit
// into the queue even as the shortest packets.

// maxPreAuthBytes is the maximum number of bytes that are read between the key exchange and the client's first request:
// 16 packets of the minimum size.
const maxPreAuthBytes = 16 * 26

// deref returns the value to which v refers, through any number of pointers and interfaces.
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

// keyExchangeDone records that the key exchange is complete. It is called in the goroutine that reads.
func (c *limitedConn) keyExchangeDone() {
	if !c.authRequested.Load() {
		c.preAuthBytes, c.keysExchanged = maxPreAuthBytes, true
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

// drain closes the connection and empties the library's packet queue, so that the library's goroutine that reads can
// end.
func (c *limitedConn) drain() {
	_ = c.closeNow()
	if c.packetQueue != nil {
		for range c.packetQueue {
		}
	}
}
