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

// roomy makes the ways between clients and the house hold more than anybody sends: the library holds a lock while it waits for room,
// and whoever waits for that lock keeps the bubble's time from going on.
func (h *house) roomy() { h.l.Buffer = 8 << 20 }

// takes makes visits take what is typed as it comes, and returns how much that was so far.
func (h *house) takes() *atomic.Int64 {
	taken := new(atomic.Int64)
	h.visit = func(ctx context.Context, v *Conn) int {
		from, _ := v.Terminal.Reader()
		from.(*stream).Push(func(p []byte) time.Duration {
			taken.Add(int64(len(p)))
			return 0
		}, func() {})
		<-ctx.Done()
		return 0
	}
	return taken
}

// types types a text n times a second, for a time, and reports whether the connection has lasted until then.
func types(c ssh.Channel, n int, text string, lasts time.Duration) bool {
	for end := time.Now().Add(lasts); time.Now().Before(end); time.Sleep(time.Second / time.Duration(n)) {
		if _, err := io.WriteString(c, text); err != nil {
			return false
		}
	}
	return true
}

// The most that a player sends comes at once, all of it: keys, what hides them, and a mouse that never rests.
func TestAPlayerIsNotSlowed(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		h.roomy()
		taken := h.takes()
		c := h.client()
		channel := h.play(c)
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
		for i := range 1000 * int((floodTime+5*time.Second)/time.Second) {
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
				if got := taken.Load(); got != sent {
					t.Fatalf("%d of %d bytes have come", got, sent)
				}
			}
			time.Sleep(time.Millisecond)
		}
		c.Close()
		synctest.Wait()
		if f, d := h.Count.Faults.Load(), h.Count.Dropped.Load(); f != 0 || d != 0 {
			t.Errorf("%d faults, %d bytes dropped", f, d)
		}
	})
}

func TestPastes(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		h.roomy()
		taken := h.takes()
		channel := h.play(h.client())
		if !types(channel, 1, strings.Repeat("x", 16<<10), 2*floodTime) {
			t.Error("thrown out for pastes")
		}
		synctest.Wait()
		if want := int64(2*floodTime/time.Second) * 16 << 10; taken.Load() != want {
			t.Errorf("%d of %d bytes have come", taken.Load(), want)
		}
	})
	open(t, func(t *testing.T, h *house) {
		h.roomy()
		taken := h.takes()
		c := h.client()
		if _, err := io.WriteString(h.play(c), strings.Repeat("x", 1<<20)); err != nil { // the wrong clipboard
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		most := inputBurst + inputRate*(1<<20/sentRate)
		if n := int(taken.Load()); n < most/2 || n > most || h.Count.Faults.Load() != 0 {
			t.Errorf("of a megabyte %d bytes are taken, %d at most; %d faults", n, most, h.Count.Faults.Load())
		}
		c.Close()
		synctest.Wait()
		if n := int(taken.Load() + h.Count.Dropped.Load()); n != 1<<20 {
			t.Errorf("%d bytes were taken or dropped", n)
		}
	})
}

// What somebody types too fast is dropped, and who goes on for half a minute is thrown out.
func TestAFloodOfInput(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		h.roomy()
		taken := h.takes()
		c := h.client()
		channel := h.play(c)
		begun := time.Now()
		go types(channel, 10, strings.Repeat("\x1b]", inputRate/10), time.Hour) // twice as much as may come, and less than may be sent
		gone(c)
		synctest.Wait()
		took := time.Since(begun)
		if took < floodTime || took > floodTime+3*time.Second {
			t.Errorf("thrown out after %v", took)
		}
		most := inputBurst + inputRate*int64(took/time.Second+1)
		if n := taken.Load(); n > most || n < most*9/10 {
			t.Errorf("%d bytes are taken, %d at most", n, most)
		}
		if h.Count.Faults.Load() != 1 || h.Count.Dropped.Load() < inputRate*20 {
			t.Errorf("%d faults, %d bytes dropped", h.Count.Faults.Load(), h.Count.Dropped.Load())
		}
		refuses(t, h, connlimit.Penalized)
	})
	open(t, func(t *testing.T, h *house) { // nobody fetches it
		h.roomy()
		channel := h.play(h.client())
		if _, err := channel.Write(make([]byte, 2*maxWaiting)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		in, err := h.last().Terminal.Reader()
		if err != nil {
			t.Fatal(err)
		}
		waited := 0
		in.(*stream).Push(func(p []byte) time.Duration {
			waited += len(p)
			return 0
		}, func() {})
		if waited != maxWaiting {
			t.Errorf("%d bytes have waited", waited)
		}
	})
}

// Whoever sends without end, of whatever kind, is read no faster than others, and thrown out after half a minute.
func TestAFloodOfPackets(t *testing.T) {
	for name, send := range map[string]func(h *house, c *ssh.Client) func() error{
		"input": func(h *house, c *ssh.Client) func() error {
			channel, text := h.play(c), make([]byte, 32<<10)
			return func() error {
				_, err := channel.Write(text)
				return err
			}
		},
		"changes of size": func(h *house, c *ssh.Client) func() error {
			channel, text := h.play(c), ssh.Marshal(size{80, 24, 0, 0})
			return func() error {
				_, err := channel.SendRequest("window-change", false, text)
				return err
			}
		},
		"a command's input": func(h *house, c *ssh.Client) func() error {
			channel, _ := h.session(c)
			ask(h.t, channel, "exec", command{"x"})
			text := make([]byte, 16<<10)
			return func() error { // standard error, which nobody sends
				_, err := channel.Stderr().Write(text)
				return err
			}
		},
	} {
		open(t, func(t *testing.T, h *house) {
			h.roomy()
			c := h.client()
			do, begun := send(h, c), time.Now()
			go func() {
				for n := 0; do() == nil; n++ {
					if n%64 == 63 {
						time.Sleep(25 * time.Millisecond) // no more is under way than there is room for
					}
				}
			}()
			if name == "a command's input" {
				time.Sleep(20 * time.Second)
			} else {
				gone(c)
				if took := time.Since(begun); took < floodTime || took > floodTime+2*time.Second || h.Count.Faults.Load() != 1 {
					t.Errorf("%s: thrown out after %v, %d faults", name, took, h.Count.Faults.Load())
				}
			}
			most := sentBurst + sentRate*int64(time.Since(begun)/time.Second+1)
			if n := h.Count.Received.Load(); n > most || n < most*9/10 {
				t.Errorf("%s: %d bytes are read, %d at most", name, n, most)
			}
			c.Close()
		})
	}
}

// A submission comes as fast as it can, whether the server asks for it before it is sent or later.
func TestReadAllIsNotSlowed(t *testing.T) {
	const limit = 1 << 20
	for _, late := range []time.Duration{0, time.Second + 10*time.Millisecond} {
		for _, length := range []int{limit, limit + 1} {
			open(t, func(t *testing.T, h *house) {
				h.roomy()
				var got []byte
				var failed error
				took := time.Duration(0)
				h.visit = func(_ context.Context, v *Conn) int {
					time.Sleep(late)
					begun := time.Now()
					got, failed = v.ReadAll(limit, 30*time.Second)
					took = time.Since(begun)
					return 0
				}
				s, err := h.client().NewSession()
				if err != nil {
					t.Fatal(err)
				}
				s.Stdin = bytes.NewReader(make([]byte, length))
				if err := s.Run("x"); err != nil {
					t.Fatal(err)
				}
				if took != 0 || (failed == nil) != (length <= limit) || failed == nil && len(got) != length {
					t.Errorf("%d bytes after %v: %d read in %v, %v", length, late, len(got), took, failed)
				}
			})
		}
	}
}

// Only what is asked for comes faster than anything else.
func TestReadAllGrantsItsLimit(t *testing.T) {
	open(t, func(t *testing.T, h *house) {
		h.roomy()
		const limit, wait = 256 << 10, 10 * time.Second
		read := int64(0)
		h.visit = func(_ context.Context, v *Conn) int {
			if _, err := v.ReadAll(limit, wait); err == nil {
				t.Error("too much is not too much")
			}
			time.Sleep(wait)
			read = h.Count.Received.Load()
			return 0
		}
		c := h.client()
		channel, _ := h.session(c)
		ask(t, channel, "exec", command{"x"})
		_, _ = channel.Write(make([]byte, 2<<20))
		gone(c)
		if most := int64(sentBurst + limit + sentRate*int64(wait/time.Second+1)); read > most || read < most*9/10 {
			t.Errorf("%d bytes are read, %d at most", read, most)
		}
	})
}

// Keys are exchanged anew now and then, not all the time.
func TestKeyExchanges(t *testing.T) {
	client := func(t *testing.T, h *house) *ssh.Client {
		t.Helper()
		conn, channels, requests, err := ssh.NewClientConn(h.raw(), "test", &ssh.ClientConfig{
			Config: ssh.Config{RekeyThreshold: 1}, // after each packet that is long enough
			Auth:   []ssh.AuthMethod{guest()}, HostKeyCallback: ssh.FixedHostKey(h.Keys[0].PublicKey()),
		})
		if err != nil {
			t.Fatal(err)
		}
		return ssh.NewClient(conn, channels, requests)
	}
	long := strings.Repeat("x", 300)
	open(t, func(t *testing.T, h *house) {
		c := client(t, h)
		channel := h.play(c)
		go func() {
			for {
				if _, err := io.WriteString(channel, long); err != nil {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		}()
		if took := gone(c); took > 10*time.Second {
			t.Errorf("thrown out after %v", took)
		}
		synctest.Wait()
		if h.Count.Faults.Load() != 1 {
			t.Errorf("%d faults", h.Count.Faults.Load())
		}
		refuses(t, h, connlimit.Penalized)
	})
	open(t, func(t *testing.T, h *house) {
		c := client(t, h)
		channel := h.play(c)
		for range 100 {
			if _, err := io.WriteString(channel, long); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
		}
		c.Close()
	})
}

// A client that is held up holds up no end.
func TestTheEndOfAFlood(t *testing.T) {
	for _, c := range []struct {
		name string
		ends bool // the visit does, when the server does
		end  func(h *house)
		took time.Duration
	}{
		{"the server ends", true, func(h *house) { h.close(ErrClosing) }, goodbyeTime},
		{"the server ends, the visit does not", false, func(h *house) { h.close(ErrClosing) }, closeTime},
		{"they are blocked", false, func(h *house) { h.Evict() }, closeTime},
	} {
		open(t, func(t *testing.T, h *house) {
			h.roomy()
			blocked := false
			h.Blocked = func(netip.Addr) bool { return blocked }
			h.visit = func(ctx context.Context, v *Conn) int {
				if c.ends {
					<-ctx.Done()
				} else {
					_, _ = io.ReadAll(v.sender.channel)
				}
				return 0
			}
			client := h.client()
			channel, _ := h.session(client)
			ask(t, channel, "exec", command{"x"})
			go channel.Stderr().Write(make([]byte, 2<<20))
			time.Sleep(10*time.Second + time.Millisecond)
			blocked = true
			c.end(h)
			took := gone(client)
			synctest.Wait()
			if all, _ := h.Limiter.Count(); took != c.took || all != 0 {
				t.Errorf("%s: it takes %v, and %d are inside", c.name, took, all)
			}
		})
	}
}

// A wait of Read ends with the connection, and is no silence of the client.
func TestReadKeepsPace(t *testing.T) {
	a, b := netip.MustParseAddrPort("198.51.100.7:4000"), netip.MustParseAddrPort("192.0.2.1:22")
	pair := func(p tokenBucket) (client net.Conn, server *limitedConn) {
		client, at := testenv.Pipe(a, b, 1<<20)
		server = newLimitedConn(at, new(Counts))
		server.bucket = p
		server.authenticated.Store(true)
		server.misbehaves = func(string) {}
		return client, server
	}
	read := func(c *limitedConn, n int) (time.Duration, error) {
		begun := time.Now()
		_, err := io.ReadFull(c, make([]byte, n))
		return time.Since(begun), err
	}
	synctest.Test(t, func(t *testing.T) {
		client, server := pair(tokenBucket{rate: 1 << 10, burst: 4 << 10})
		io.WriteString(client, "S"+strings.Repeat("x", 1<<20-1))
		for _, c := range []struct {
			bytes int
			wait  time.Duration
		}{
			{4 << 10, 0}, {1 << 10, 0}, {1 << 10, time.Second}, {readPiece, time.Second}, {1, readPiece / 1024 * time.Second},
		} {
			if took, err := read(server, c.bytes); took.Round(time.Millisecond) != c.wait || err != nil {
				t.Errorf("%d bytes are read in %v, %v; want %v", c.bytes, took, err, c.wait)
			}
		}
		if took, err := read(server, readPiece); err != nil {
			t.Errorf("after %v: %v", took, err)
		}
		go func() {
			time.Sleep(3 * time.Second)
			server.Close()
		}()
		if took, err := read(server, 1); err == nil || took != 3*time.Second {
			t.Errorf("closed after three seconds, it fails after %v: %v", took, err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		client, server := pair(tokenBucket{rate: 100, burst: 100}) // so slow that a client would be taken for silent
		io.WriteString(client, "S"+strings.Repeat("x", 2*readPiece))
		if took, err := read(server, 2*readPiece); err != nil || took < quietAfter {
			t.Errorf("%v after %v", err, took)
		}
	})
}

// A stillConn has something to read at once, always.
type stillConn struct{ net.Conn }

func (stillConn) Read(p []byte) (int, error) {
	p[0] = 'S'
	return min(len(p), 100), nil
}
func (stillConn) SetReadDeadline(time.Time) error { return nil }
func (stillConn) Close() error                    { return nil }

// What limits the pace allocates nothing, held up or not.
func TestPaceAllocatesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newLimitedConn(stillConn{}, new(Counts))
		c.authenticated.Store(true)
		c.misbehaves = func(string) {}
		s := newTerminal(nil, screen.Size{}, nil, func() {}, func() {})
		buf := make([]byte, 4<<10)
		if n := testing.AllocsPerRun(3*sentBurst/100, func() {
			_, _ = c.Read(buf)
			s.limit(len(buf))
		}); n != 0 {
			t.Errorf("%v allocations for each packet", n)
		}
	})
}

// A pace lets the burst come at once, and its rate after that; a flood is what goes on without a break.
func TestPace(t *testing.T) {
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(seconds float64) time.Time { return begun.Add(time.Duration(seconds * float64(time.Second))) }
	type step struct {
		at     float64
		n      int
		allows int
		floods bool
	}
	for name, steps := range map[string][]step{
		"at once":    {{0, 30, 30, false}, {0, 1, 0, false}},
		"more":       {{0, 31, 30, false}, {1, 11, 10, false}, {9, 99, 30, false}},
		"at its own": {{0, 10, 10, false}, {1, 10, 10, false}, {40, 10, 10, false}, {41, 10, 10, false}},
		"without a break": {
			{0, 40, 30, false}, {0.5, 40, 5, false}, {10, 40, 30, false}, {10.5, 40, 5, false}, {11, 40, 5, false}, {39.9, 0, 0, false},
		},
	} {
		p := tokenBucket{rate: 10, burst: 30}
		for i, s := range steps {
			if n := p.allow(at(s.at), s.n); n != s.allows || p.floods(at(s.at)) != s.floods {
				t.Errorf("%s, step %d: %d of %d are allowed, floods: %v", name, i, n, s.n, p.floods(at(s.at)))
			}
		}
	}
	for _, pause := range []time.Duration{100 * time.Millisecond, breakTime - time.Millisecond, breakTime} {
		p, thrown := tokenBucket{rate: 10, burst: 30}, false
		now := begun
		for ; now.Sub(begun) < 3*floodTime && !thrown; now = now.Add(pause) {
			p.take(now, 50)
			p.tokens = max(p.tokens, 0) // as if it had waited
			thrown = p.floods(now)
		}
		if thrown != (pause < breakTime) {
			t.Errorf("a pause of %v: thrown out: %v, after %v", pause, thrown, now.Sub(begun))
		}
	}
	p := tokenBucket{rate: 10, burst: 30}
	if p.take(begun, -100); p.take(begun, 130) != 0 || p.take(begun, 1) == 0 {
		t.Error("a grant is not what it says")
	}
	if wait := p.take(at(0.05), 0).Round(time.Millisecond); wait != 50*time.Millisecond {
		t.Errorf("it takes %v until half of one more may come", wait)
	}
}
