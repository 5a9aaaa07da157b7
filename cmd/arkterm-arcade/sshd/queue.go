package sshd

import (
	"reflect"
	"unsafe"

	"golang.org/x/crypto/ssh"
)

// The library reads packets in one goroutine and handles them in another. Between them is a queue of 16 packets. If the second
// goroutine gives up a connection, because of a bad packet or a failed authentication, nothing takes the packets that the first
// one has read by then. If they do not fit into the queue, the first goroutine and its memory stay forever, and an
// unauthenticated client can cause that. So the server empties the queue of a connection that has ended.
//
// The queue cannot be reached before the authentication begins. Until then the server limits the bytes that it reads, so that
// they fit into the queue even as the shortest packets.

// maxPreAuthBytes is the maximum number of bytes that are read between the key exchange and the client's first request.
const maxPreAuthBytes = 16 * 26

// deref follows pointers and interfaces.
func deref(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// transportOf returns the library's transport of a connection, which is a struct. It returns the zero Value if a new
// version of the library does not have it.
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

// queueOf returns the queue of a transport, or nil if a new version of the library does not have it.
func queueOf(transport reflect.Value) <-chan []byte {
	v := transport.FieldByName("incoming")
	if !v.IsValid() || v.Type() != reflect.TypeFor[chan []byte]() {
		return nil
	}
	return *(*chan []byte)(unsafe.Pointer(v.UnsafeAddr()))
}

// noteExchange notes that the client can encrypt packets now. It is called in the goroutine that reads.
func (c *limitedConn) noteExchange() {
	if !c.authRequested.Load() {
		c.preAuthBytes, c.keysExchanged = maxPreAuthBytes, true
	}
}

// beginAuth notes that the authentication begins.
func (c *limitedConn) beginAuth(client ssh.ServerPreAuthConn) {
	if t := transportOf(client); t.IsValid() {
		c.transport, c.queue = unsafe.Pointer(t.UnsafeAddr()), queueOf(t)
	}
	c.authRequested.Store(true)
	c.wakeUp()
}

// drain closes the connection and ends the goroutine that reads it.
func (c *limitedConn) drain() {
	_ = c.cut()
	if c.queue != nil {
		for range c.queue {
		}
	}
}
