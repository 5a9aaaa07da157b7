package sshd

import (
	"reflect"
	"unsafe"

	"golang.org/x/crypto/ssh"
)

// The library reads packets in one goroutine and handles them in another. Between them is a queue of 16 packets. When the
// second goroutine gives up a connection, because of a bad packet or a failed authentication, nothing takes the packets
// that the first one has read by then. If they do not fit into the queue, the first goroutine and its memory stay forever,
// and an unauthenticated client can cause that. So the door empties the queue of a connection that has ended.
//
// The queue cannot be reached before the authentication begins. Until then the door limits the bytes that it reads to a full
// queue.

// earlyMost is how many bytes are read between the key exchange and the client's first request: 16 of the shortest packets.
const maxPreAuthBytes = 16 * 26

// transportOf returns the library's transport of a connection, which is a struct. It returns the zero Value if a new
// version of the library does not have it.
func transportOf(c ssh.ServerPreAuthConn) reflect.Value {
	v := reflect.ValueOf(c)
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	v = v.FieldByName("transport")
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
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

// exchanged notes that the client has everything that it needs to encrypt packets. It is called in the goroutine that reads.
func (c *limitedConn) noteExchange() {
	if !c.authRequested.Load() {
		c.preAuthBytes, c.keysExchanged = maxPreAuthBytes, true
	}
}

// authenticates notes that the authentication begins.
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
