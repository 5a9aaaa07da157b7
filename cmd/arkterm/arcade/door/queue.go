package door

import (
	"reflect"
	"unsafe"

	"golang.org/x/crypto/ssh"
)

// The library reads packets in one goroutine and looks at them in another one; between them is a queue of 16. When the second gives a
// connection up, for a packet that no client sends or since nobody is let in, nothing takes what the first has read by then. If that
// is more, it waits for ever with all of it, and it is for the client to see to that, whether it is anybody or not. So who is
// done with a connection takes what is left in its queue.
//
// The queue is not to be had before the client has said that it wants to authenticate. Until then no more is read than fits into it.

// earlyMost is how much is read between the key exchange and the client's first request, in bytes: 16 of the shortest packets.
const earlyMost = 16 * 26

// queueOf returns the queue of a connection; nil: the library has none any more.
func queueOf(c ssh.ServerPreAuthConn) <-chan []byte {
	v := reflect.ValueOf(c)
	for _, name := range []string{"transport", "incoming"} {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return nil
		}
		v = v.FieldByName(name)
	}
	if !v.IsValid() || !v.CanAddr() || v.Type() != reflect.TypeFor[chan []byte]() {
		return nil
	}
	return *(*chan []byte)(unsafe.Pointer(v.UnsafeAddr()))
}

// exchanged says that the client has what it needs to encrypt packets. It is called in the goroutine that reads.
func (c *patientConn) exchanged() {
	if !c.asked.Load() {
		c.early, c.exchanges = earlyMost, true
	}
}

// asks says that the client wants to authenticate.
func (c *patientConn) asks(client ssh.ServerPreAuthConn) {
	c.queue = queueOf(client)
	c.asked.Store(true)
	c.wakeUp()
}

// drain closes the connection, and ends the goroutine that reads it.
func (c *patientConn) drain() {
	_ = c.cut()
	if c.queue != nil {
		for range c.queue {
		}
	}
}
