package cluster

import (
	"bufio"
	"fmt"
	"net"
	"testing"
	"time"
)

// Writing to a NATS server that no longer reads must fail soon, because Close waits for it.
func TestStalledNATS(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	done := make(chan struct{})
	defer close(done)
	go stallAfterHandshake(l, done)

	bus, err := Connect("nats://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()

	failed := make(chan error)
	go func() {
		data := make([]byte, 1<<19)
		for {
			if err := bus.(natsBus).conn.Publish("test", data); err != nil {
				failed <- err
				return
			}
		}
	}()
	select {
	case <-failed:
	case <-time.After(10 * natsTimeout):
		t.Errorf("Publish has not failed after %v", 10*natsTimeout)
	}
}

// stallAfterHandshake accepts a connection and answers like a NATS server until the first PING. It keeps the connection
// open until done is closed, but reads no more.
func stallAfterHandshake(l net.Listener, done <-chan struct{}) {
	conn, err := l.Accept()
	if err != nil {
		return
	}
	defer conn.Close()
	fmt.Fprint(conn, `INFO {"server_id":"test","version":"2.10.0","proto":1,"max_payload":1048576}`+"\r\n")
	lines := bufio.NewScanner(conn)
	for lines.Scan() && lines.Text() != "PING" {
	}
	fmt.Fprint(conn, "PONG\r\n")
	<-done
}
