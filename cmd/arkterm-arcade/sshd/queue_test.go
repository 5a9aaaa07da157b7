package sshd

import (
	"io"
	"net"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"unsafe"

	"golang.org/x/crypto/ssh"
)

// A heapConn keeps what is written while it holds, and sends it all at once.
type heapConn struct {
	net.Conn
	mu    sync.Mutex
	holds bool
	heap  []byte
}

func (c *heapConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.holds {
		return c.Conn.Write(p)
	}
	c.heap = append(c.heap, p...)
	return len(p), nil
}

func (c *heapConn) hold() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds = true
}

func (c *heapConn) sendAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds = false
	_, _ = c.Conn.Write(c.heap)
}

// Nothing is left of a connection that ends by a packet with many others behind it.
func TestAQueueIsTaken(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		heap := &heapConn{Conn: h.raw()}
		conn, channels, requests, err := ssh.NewClientConn(heap, "", &ssh.ClientConfig{Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
		if err != nil {
			t.Fatal(err)
		}
		c := ssh.NewClient(conn, channels, requests)
		channel := h.play(c)
		remote := reflect.ValueOf(channel).Elem().FieldByName("remoteId") // as the server calls it
		*(*uint32)(unsafe.Pointer(remote.UnsafeAddr())) = 99
		heap.hold()
		for range 100 {
			if _, err := io.WriteString(channel, "x"); err != nil {
				t.Fatal(err)
			}
		}
		heap.sendAll()
		gone(c)
		synctest.Wait()
		if all, _ := h.Limiter.Count(); all != 0 {
			t.Error("it is not closed")
		}
	})
}
