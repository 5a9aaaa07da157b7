package tty

import (
	"io"
	"net"
	"net/netip"
	"testing"
	"time"

	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/screen/ptytest"
)

func TestParseSSH(t *testing.T) {
	for text, want := range map[string][2]string{
		"10.0.0.1 5000 10.0.0.2 22":               {"10.0.0.2:22", "10.0.0.1:5000"},
		"fe80::1%eth0 5000 fe80::2%eth0 22":       {"[fe80::2]:22", "[fe80::1]:5000"},
		"::ffff:10.0.0.1 5000 ::ffff:10.0.0.2 22": {"10.0.0.2:22", "10.0.0.1:5000"},
		"":                          {},
		"10.0.0.1 5000 10.0.0.2":    {},
		"10.0.0.1 70000 10.0.0.2 1": {},
		"here 5000 there 22":        {},
		"10.0.0.1 5000 fe80::2 22":  {},
	} {
		ends, ok := parseSSH(text)
		if ok != (want[0] != "") {
			t.Errorf("%q: %v", text, ok)
		}
		if ok && ends != [2]netip.AddrPort{netip.MustParseAddrPort(want[0]), netip.MustParseAddrPort(want[1])} {
			t.Errorf("%q: %v", text, ends)
		}
	}
}

// The kernel tells of a connection what was written to it, and what of that has arrived.
func TestTheKernelKnowsTheConnection(t *testing.T) {
	near, far := connected(t)
	env := map[string]string{"STY": "1", "SSH_CONNECTION": sshConnection(t, near)}
	o, before := watching(t, env, new(time.Duration))
	if _, err := near.Write(make([]byte, 5000)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(far, make([]byte, 5000)); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(ptytest.Patience); ; {
		c, ok := o.Connection()
		if !ok {
			t.Fatal("the connection is lost")
		}
		if c.Acked-before.Acked == 5000 && c.Queued == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("before %+v, now %+v", before, c)
		}
	}
	if n := testing.AllocsPerRun(100, func() { o.Connection() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	near.Close()
	far.Close()
	for end := time.Now().Add(ptytest.Patience); ; {
		if _, ok := o.Connection(); !ok {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the connection is known after its end")
		}
	}
}

// A connection to which nothing is written may be that of a client that has left: where another one is attached, that
// one's counts.
func TestAnotherClientIsAttached(t *testing.T) {
	old, _ := connected(t)
	busy, _ := connected(t)
	now := time.Duration(0)
	env := map[string]string{"STY": "1", "SSH_CONNECTION": sshConnection(t, old)}
	o, before := watching(t, env, &now)

	env["SSH_CONNECTION"] = sshConnection(t, busy)
	now = lookEach - 1
	if c, ok := o.Connection(); !ok || c.Number != before.Number {
		t.Errorf("after %v: %+v", now, c)
	}
	now = lookEach
	for end := time.Now().Add(ptytest.Patience); ; {
		if c, ok := o.Connection(); ok && c.Number != before.Number {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the new connection is not found")
		}
	}
}

// watching returns what watches the connection that env names, and its state. now is the time.
func watching(t *testing.T, env map[string]string, now *time.Duration) (*outer, screen.Connection) {
	t.Helper()
	o := newOuter(func(name string) string { return env[name] }, func() time.Duration { return *now }, func() {})
	if o == nil {
		t.Fatal("the kernel tells nothing of sockets")
	}
	t.Cleanup(o.Close)
	o.look()
	c, ok := o.Connection()
	if !ok {
		t.Fatal("the connection is not found")
	}
	return o, c
}

// connected returns both ends of a connection, which the test's end closes.
func connected(t *testing.T) (near, far net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	far, err = net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { far.Close() })
	near, err = l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { near.Close() })
	return near, far
}

// sshConnection returns what sshd would put into the environment.
func sshConnection(t *testing.T, c net.Conn) string {
	t.Helper()
	text := ""
	for _, a := range []net.Addr{c.RemoteAddr(), c.LocalAddr()} {
		host, port, err := net.SplitHostPort(a.String())
		if err != nil {
			t.Fatal(err)
		}
		text += host + " " + port + " "
	}
	return text
}

func TestAnswersThatAreNone(t *testing.T) {
	for n := range 300 {
		if _, err := parseConnection(make([]byte, n)); err == nil {
			t.Errorf("%d zeros are an answer", n)
		}
	}
}
