package sshd

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/testenv"
)

// enlargeBuffers gives connections large buffers. Otherwise the SSH library would hold a lock while it waits for buffer
// space, and goroutines that wait for that lock would stop the synthetic clock.
func (h *testServer) enlargeBuffers() { h.listener.Buffer = 8 << 20 }

// readInput makes sessions read all input immediately, and returns the counter of received bytes.
func (h *testServer) readInput() *atomic.Int64 {
	received := new(atomic.Int64)
	h.handler = func(ctx context.Context, v *Conn) int {
		from, _ := v.Terminal.Reader()
		from.(*stream).Push(func(p []byte) time.Duration {
			received.Add(int64(len(p)))
			return 0
		}, func() {})
		<-ctx.Done()
		return 0
	}
	return received
}

// typeText writes a text n times per second for the given time. It reports whether the connection has lasted that long.
func typeText(c ssh.Channel, n int, text string, lasts time.Duration) bool {
	for end := time.Now().Add(lasts); time.Now().Before(end); time.Sleep(time.Second / time.Duration(n)) {
		if _, err := io.WriteString(c, text); err != nil {
			return false
		}
	}
	return true
}

// The maximum input of a player is not delayed: keys, keystroke obfuscation, and a mouse that moves all the time.
func TestPlayerInputIsNotDelayed(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		h.enlargeBuffers()
		received := h.readInput()
		c := h.guestClient()
		channel := h.startGame(c)
		go func() {
			for {
				if _, _, err := c.SendRequest("keepalive@openssh.com", false, nil); err != nil { // longer than a ping
					return
				}
				time.Sleep(time.Second / 50)
			}
		}()
		const report = "\x1b[<35;1279;1023M"
		sent := int64(0)
		for i := range 1000 * int((connlimit.FloodTime+5*time.Second)/time.Second) {
			text := report
			if i%33 == 0 {
				text += "\x1b[C"
			}
			if _, err := io.WriteString(channel, text); err != nil {
				t.Fatal(err)
			}
			sent += int64(len(text))
			if i%1000 == 0 {
				synctest.Wait()
				if got := received.Load(); got != sent {
					t.Fatalf("%d bytes of the input have arrived, want %d", got, sent)
				}
			}
			time.Sleep(time.Millisecond)
		}
		c.Close()
		synctest.Wait()
		if f, d := h.Count.Misbehaved.Load(), h.Count.DroppedBytes.Load(); f != 0 || d != 0 {
			t.Errorf("%d faults, %d bytes dropped; want none", f, d)
		}
	})
}

func TestPastes(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		h.enlargeBuffers()
		received := h.readInput()
		channel := h.startGame(h.guestClient())
		if !typeText(channel, 1, strings.Repeat("x", 16<<10), 2*connlimit.FloodTime) {
			t.Error("a client that pastes often was disconnected")
		}
		synctest.Wait()
		if want := int64(2*connlimit.FloodTime/time.Second) * 16 << 10; received.Load() != want {
			t.Errorf("%d bytes of the input have arrived, want %d", received.Load(), want)
		}
	})
	withServer(t, func(t *testing.T, h *testServer) {
		h.enlargeBuffers()
		received := h.readInput()
		c := h.guestClient()
		// a large paste by mistake
		if _, err := io.WriteString(h.startGame(c), strings.Repeat("x", 1<<20)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		limit := inputBurst + inputRate*(1<<20/receiveRate)
		if n := int(received.Load()); n < limit/2 || n > limit || h.Count.Misbehaved.Load() != 0 {
			t.Errorf("%d bytes of 1 MiB have arrived, with %[3]d faults; want at most %[2]d bytes and 0 faults", n,
				limit, h.Count.Misbehaved.Load())
		}
		c.Close()
		synctest.Wait()
		if n := int(received.Load() + h.Count.DroppedBytes.Load()); n != 1<<20 {
			t.Errorf("%d bytes have arrived or were dropped, want 1,048,576", n)
		}
	})
}

// Input beyond the rate is dropped. A client that exceeds the rate for half a minute is disconnected.
func TestInputFlood(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		h.enlargeBuffers()
		received := h.readInput()
		c := h.guestClient()
		channel := h.startGame(c)
		start := time.Now()
		// twice the input rate, but below the limit for the connection
		go typeText(channel, 10, strings.Repeat("\x1b]", inputRate/10), time.Hour)
		waitClosed(c)
		synctest.Wait()

		elapsed := time.Since(start)
		if elapsed < connlimit.FloodTime || elapsed > connlimit.FloodTime+3*time.Second {
			t.Errorf("a client that floods input was disconnected after %v, want %v", elapsed, connlimit.FloodTime)
		}
		limit := inputBurst + inputRate*int64(elapsed/time.Second+1)
		if n := received.Load(); n > limit || n < limit*9/10 {
			t.Errorf("%d bytes of the flood have arrived, want at most %d", n, limit)
		}
		if h.Count.Misbehaved.Load() != 1 || h.Count.DroppedBytes.Load() < inputRate*20 {
			t.Errorf("the server has counted %d faults and %d dropped bytes; want 1, and at least %d",
				h.Count.Misbehaved.Load(),
				h.Count.DroppedBytes.Load(), inputRate*20)
		}
		expectRefusal(t, h, connlimit.Penalized)
	})
	withServer(t, func(t *testing.T, h *testServer) { // the session does not read
		h.enlargeBuffers()
		channel := h.startGame(h.guestClient())
		if _, err := channel.Write(make([]byte, 2*maxPendingInput)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		in, err := h.lastVisit().Terminal.Reader()
		if err != nil {
			t.Fatal(err)
		}
		pending := 0
		in.(*stream).Push(func(p []byte) time.Duration {
			pending += len(p)
			return 0
		}, func() {})
		if pending != maxPendingInput {
			t.Errorf("Push passes on %d pending bytes, want %d", pending, maxPendingInput)
		}
	})
}

// A client that sends packets of any kind without end is read at a limited rate and disconnected after half a minute.
func TestPacketFlood(t *testing.T) {
	for name, send := range map[string]func(h *testServer, c *ssh.Client) func() error{
		"input": func(h *testServer, c *ssh.Client) func() error {
			channel, text := h.startGame(c), make([]byte, 32<<10)
			return func() error {
				_, err := channel.Write(text)
				return err
			}
		},
		"size changes": func(h *testServer, c *ssh.Client) func() error {
			channel, text := h.startGame(c), ssh.Marshal(sizeRequest{80, 24, 0, 0})
			return func() error {
				_, err := channel.SendRequest("window-change", false, text)
				return err
			}
		},
		"a command's input": func(h *testServer, c *ssh.Client) func() error {
			channel, _ := h.openSession(c)
			sendRequest(h.t, channel, "exec", commandRequest{"x"})
			text := make([]byte, 16<<10)
			return func() error { // standard error, which clients normally do not send
				_, err := channel.Stderr().Write(text)
				return err
			}
		},
	} {
		withServer(t, func(t *testing.T, h *testServer) {
			h.enlargeBuffers()
			c := h.guestClient()

			do, start := send(h, c), time.Now()
			go func() {
				for n := 0; do() == nil; n++ {
					if n%64 == 63 {
						time.Sleep(25 * time.Millisecond) // so that the buffers do not overflow
					}
				}
			}()
			if name == "a command's input" {
				time.Sleep(20 * time.Second)
			} else {
				waitClosed(c)
				if elapsed := time.Since(start); elapsed < connlimit.FloodTime ||
					elapsed > connlimit.FloodTime+2*time.Second ||
					h.Count.Misbehaved.Load() != 1 {
					t.Errorf("%s: the client was disconnected after %v with %d faults, want %v and 1", name, elapsed,
						h.Count.Misbehaved.Load(), connlimit.FloodTime)
				}
			}

			limit := receiveBurst + receiveRate*int64(time.Since(start)/time.Second+1)
			if n := h.Count.ReceivedBytes.Load(); n > limit || n < limit*9/10 {
				t.Errorf("%s: %d bytes were read, want at most %d", name, n, limit)
			}
			c.Close()
		})
	}
}

// A submission is read at full speed, whether ReadAll is called before or after it is sent.
func TestReadAllIsNotDelayed(t *testing.T) {
	const limit = 1 << 20
	for _, late := range []time.Duration{0, time.Second + 10*time.Millisecond} {
		for _, length := range []int{limit, limit + 1} {
			withServer(t, func(t *testing.T, h *testServer) {
				h.enlargeBuffers()
				var got []byte
				var failed error
				elapsed := time.Duration(0)
				h.handler = func(_ context.Context, v *Conn) int {
					time.Sleep(late)
					start := time.Now()
					got, failed = v.ReadAll(limit, 30*time.Second)
					elapsed = time.Since(start)
					return 0
				}
				s, err := h.guestClient().NewSession()
				if err != nil {
					t.Fatal(err)
				}
				s.Stdin = bytes.NewReader(make([]byte, length))
				if err := s.Run("x"); err != nil {
					t.Fatal(err)
				}
				if elapsed != 0 || (failed == nil) != (length <= limit) || failed == nil && len(got) != length {
					t.Errorf(
						"ReadAll of %d bytes, called after %v, reads %d bytes in %v, error %v; want all bytes "+
							"immediately, up to the limit", length, late, len(got),
						elapsed,
						failed)
				}
			})
		}
	}
}

// Only the bytes that ReadAll requests are read faster than the usual rate.
func TestReadAllLimit(t *testing.T) {
	withServer(t, func(t *testing.T, h *testServer) {
		h.enlargeBuffers()
		const limit, wait = 256 << 10, 10 * time.Second
		read := int64(0)
		h.handler = func(_ context.Context, v *Conn) int {
			if _, err := v.ReadAll(limit, wait); err == nil {
				t.Error("ReadAll of more bytes than its limit: no error")
			}
			time.Sleep(wait)
			read = h.Count.ReceivedBytes.Load()
			return 0
		}
		c := h.guestClient()
		channel, _ := h.openSession(c)
		sendRequest(t, channel, "exec", commandRequest{"x"})
		_, _ = channel.Write(make([]byte, 2<<20))
		waitClosed(c)
		if maxRead := int64(receiveBurst + limit + receiveRate*int64(wait/time.Second+1)); read > maxRead ||
			read < maxRead*9/10 {
			t.Errorf("the server has read %d bytes, want at most %d", read, maxRead)
		}
	})
}

// A client may rekey from time to time, but not continuously.
func TestKeyExchanges(t *testing.T) {
	client := func(t *testing.T, h *testServer) *ssh.Client {
		t.Helper()
		conn, channels, requests, err := ssh.NewClientConn(h.dialRaw(), "test", &ssh.ClientConfig{
			Config: ssh.Config{RekeyThreshold: 1}, // after each packet that is long enough
			Auth:   []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.FixedHostKey(h.Keys[0].PublicKey()),
		})
		if err != nil {
			t.Fatal(err)
		}
		return ssh.NewClient(conn, channels, requests)
	}

	long := strings.Repeat("x", 300)
	withServer(t, func(t *testing.T, h *testServer) {
		c := client(t, h)
		channel := h.startGame(c)
		go func() {
			for {
				if _, err := io.WriteString(channel, long); err != nil {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		}()
		if elapsed := waitClosed(c); elapsed > 10*time.Second {
			t.Errorf("a client that rekeys continuously was disconnected after %v, want at most 10 s", elapsed)
		}
		synctest.Wait()
		if h.Count.Misbehaved.Load() != 1 {
			t.Errorf("the server has counted %d faults, want 1", h.Count.Misbehaved.Load())
		}
		expectRefusal(t, h, connlimit.Penalized)
	})
	withServer(t, func(t *testing.T, h *testServer) {
		c := client(t, h)
		channel := h.startGame(c)
		for range 100 {
			if _, err := io.WriteString(channel, long); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
		}
		c.Close()
	})
}

// A connection ends in time even if the client's data is delayed because of a flood.
func TestEndDuringFlood(t *testing.T) {
	for _, c := range []struct {
		name    string
		ends    bool // the session ends when the server closes
		end     func(h *testServer)
		elapsed time.Duration // time until the connection is closed
	}{
		{"the server closes", true, func(h *testServer) { h.close(ErrClosing) }, goodbyeTimeout},
		{
			"the server closes, the session does not end", false, func(h *testServer) { h.close(ErrClosing) },
			closeTimeout,
		},
		{"the client is blocked", false, func(h *testServer) { h.EvictBlocked() }, closeTimeout},
	} {
		withServer(t, func(t *testing.T, h *testServer) {
			h.enlargeBuffers()
			blocked := false
			h.Blocked = func(netip.Addr) bool { return blocked }
			h.handler = func(ctx context.Context, v *Conn) int {
				if c.ends {
					<-ctx.Done()
				} else {
					_, _ = io.ReadAll(v.sender.channel)
				}
				return 0
			}
			client := h.guestClient()
			channel, _ := h.openSession(client)
			sendRequest(t, channel, "exec", commandRequest{"x"})
			go channel.Stderr().Write(make([]byte, 2<<20))
			time.Sleep(10*time.Second + time.Millisecond)
			blocked = true
			c.end(h)
			elapsed := waitClosed(client)
			synctest.Wait()
			if all, _ := h.Limiter.CountConnections(); elapsed != c.elapsed || all != 0 {
				t.Errorf("%s: the connection was closed after %v, and %d connections are open; want %v and 0", c.name,
					elapsed, all, c.elapsed)
			}
		})
	}
}

// A delay in Read ends when the connection is closed, and does not count as silence of the client.
func TestReadDelay(t *testing.T) {
	a, b := netip.MustParseAddrPort("198.51.100.7:4000"), netip.MustParseAddrPort("192.0.2.1:22")
	pair := func(p connlimit.Bucket) (client net.Conn, server *limitedConn) {
		client, at := testenv.Pipe(a, b, 1<<20)
		server = newLimitedConn(at, new(Counts))
		server.bucket = p
		server.authenticated.Store(true)
		server.onMisbehavior = func(string) {}
		return client, server
	}
	read := func(c *limitedConn, n int) (time.Duration, error) {
		start := time.Now()
		_, err := io.ReadFull(c, make([]byte, n))
		return time.Since(start), err
	}

	synctest.Test(t, func(t *testing.T) {
		client, server := pair(connlimit.Bucket{Rate: 1 << 10, Burst: 4 << 10})
		io.WriteString(client, "S"+strings.Repeat("x", 1<<20-1))
		for _, c := range []struct {
			bytes int
			wait  time.Duration
		}{
			{4 << 10, 0},
			{1 << 10, 0},
			{1 << 10, time.Second},
			{maxReadBytes, time.Second},
			{1, maxReadBytes / 1024 * time.Second},
		} {
			if elapsed, err := read(server, c.bytes); elapsed.Round(time.Millisecond) != c.wait || err != nil {
				t.Errorf("Read of %d bytes took %v, error %v; want %v", c.bytes, elapsed, err, c.wait)
			}
		}
		if elapsed, err := read(server, maxReadBytes); err != nil {
			t.Errorf("Read of maxReadBytes: error %[2]v after %[1]v, want nil", elapsed, err)
		}
		go func() {
			time.Sleep(3 * time.Second)
			server.Close()
		}()
		if elapsed, err := read(server, 1); err == nil || elapsed != 3*time.Second {
			t.Errorf("Read of a connection that is closed after 3 s: error %[2]v after %[1]v, want an error after 3 s",
				elapsed, err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		// so slow that the client would be considered silent
		client, server := pair(connlimit.Bucket{Rate: 100, Burst: 100})
		io.WriteString(client, "S"+strings.Repeat("x", 2*maxReadBytes))
		if elapsed, err := read(server, 2*maxReadBytes); err != nil || elapsed < silentTimeout {
			t.Errorf("Read at a slow rate: error %v after %v, want nil after at least silentTimeout", err, elapsed)
		}
	})
}

// An instantConn always returns data immediately.
type instantConn struct{ net.Conn }

func (instantConn) Read(p []byte) (int, error) {
	p[0] = 'S'
	return min(len(p), 100), nil
}
func (instantConn) SetReadDeadline(time.Time) error { return nil }
func (instantConn) Close() error                    { return nil }

// Rate limiting does not allocate, whether or not it delays.
func TestRateLimitAllocations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newLimitedConn(instantConn{}, new(Counts))
		c.authenticated.Store(true)
		c.onMisbehavior = func(string) {}
		s := newTerminal(nil, screen.Size{}, nil, func() {}, func() {})
		buf := make([]byte, 4<<10)
		if n := testing.AllocsPerRun(3*receiveBurst/100, func() {
			_, _ = c.Read(buf)
			s.limitInput(len(buf))
		}); n != 0 {
			t.Errorf("Read and limitInput make %v allocations per packet, want 0", n)
		}
	})
}
