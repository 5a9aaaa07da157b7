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

// A holdingConn stores written data while holds is set. Then sendAll sends it in one packet.
type holdingConn struct {
	net.Conn
	mu    sync.Mutex
	holds bool
	held  []byte
}

func (c *holdingConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.holds {
		return c.Conn.Write(p)
	}
	c.held = append(c.held, p...)
	return len(p), nil
}

func (c *holdingConn) hold() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds = true
}

func (c *holdingConn) sendAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds = false
	_, _ = c.Conn.Write(c.held)
}

// A connection is closed completely if it ends because of an invalid packet that is followed by many others.
func TestEndWithQueuedPackets(t *testing.T) {
	open(t, func(t *testing.T, h *testServer) {
		heap := &holdingConn{Conn: h.raw()}
		conn, channels, requests, err := ssh.NewClientConn(heap, "",
			&ssh.ClientConfig{Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
		if err != nil {
			t.Fatal(err)
		}
		c := ssh.NewClient(conn, channels, requests)
		channel := h.play(c)
		remote := reflect.ValueOf(channel).Elem().FieldByName("remoteId") // the server's channel number
		*(*uint32)(unsafe.Pointer(remote.UnsafeAddr())) = 99
		heap.hold()
		for range 100 {
			if _, err := io.WriteString(channel, "x"); err != nil {
				t.Fatal(err)
			}
		}
		heap.sendAll()
		waitClosed(c)
		synctest.Wait()
		if all, _ := h.Limiter.Count(); all != 0 {
			t.Error("the connection is not closed")
		}
	})
}
