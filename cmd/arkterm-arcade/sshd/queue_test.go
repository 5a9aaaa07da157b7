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

// A holdingConn stores all data that is written after a call of hold. A call of sendAll sends the data in one packet.
type holdingConn struct {
	net.Conn
	mu      sync.Mutex
	holding bool
	held    []byte // stored data
}

func (c *holdingConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.holding {
		return c.Conn.Write(p)
	}
	c.held = append(c.held, p...)
	return len(p), nil
}

func (c *holdingConn) hold() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holding = true
}

func (c *holdingConn) sendAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holding = false
	_, _ = c.Conn.Write(c.held)
}

// A connection that ends because of an invalid packet is closed completely, even if many other packets follow.
func TestEndWithQueuedPackets(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		holder := &holdingConn{Conn: h.dialRaw()}
		conn, channels, requests, err := ssh.NewClientConn(holder, "",
			&ssh.ClientConfig{Auth: []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
		if err != nil {
			t.Fatal(err)
		}
		c := ssh.NewClient(conn, channels, requests)
		channel := h.startGame(c)
		remote := reflect.ValueOf(channel).Elem().FieldByName("remoteId") // the server's channel number
		*(*uint32)(unsafe.Pointer(remote.UnsafeAddr())) = 99
		holder.hold()
		for range 100 {
			if _, err := io.WriteString(channel, "x"); err != nil {
				t.Fatal(err)
			}
		}
		holder.sendAll()
		waitClosed(c)
		synctest.Wait()
		if all, _ := h.Limiter.CountConnections(); all != 0 {
			t.Error("after an invalid packet, the connection is still open")
		}
	})
}
