package load

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/ci/arcadeclient"
)

// serveSSH runs an SSH server that accepts one connection and echoes the input of its session in upper case. It reports
// the user's key and the types of the requests.
func serveSSH(t *testing.T) (address string, reports <-chan string) {
	t.Helper()
	_, key, _ := ed25519.GenerateKey(rand.Reader)
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(chan string, 100)
	config := &ssh.ServerConfig{
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			seen <- "key " + ssh.FingerprintSHA256(key)
			return nil, nil
		},
		KeyboardInteractiveCallback: func(_ ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions,
			error,
		) {
			seen <- "guest"
			_, err := ask("", "", nil, nil)
			return nil, err
		},
	}
	config.AddHostKey(signer)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		_, channels, requests, err := ssh.NewServerConn(c, config)
		if err != nil {
			seen <- err.Error()
			return
		}
		go ssh.DiscardRequests(requests)
		channel, sessionRequests, err := (<-channels).Accept()
		if err != nil {
			return
		}
		go func() {
			for r := range sessionRequests {
				seen <- r.Type
				if r.WantReply {
					r.Reply(true, nil)
				}
			}
		}()
		buf := make([]byte, 1000)
		for {
			n, err := channel.Read(buf)
			if err != nil {
				return
			}
			io.WriteString(channel, strings.ToUpper(string(buf[:n])))
		}
	}()
	return l.Addr().String(), seen
}

// TestSSHConn connects an sshConn to a server of package ssh, with a key and as a guest, and types text.
func TestSSHConn(t *testing.T) {
	for command, requests := range map[string]string{"": "shell", "watch": "exec"} {
		for _, key := range []ssh.Signer{arcadeclient.Key("x"), nil} {
			address, reports := serveSSH(t)
			l, err := dialSSH(net.IPv4(127, 0, 0, 1), address, command, key, 80, 24)
			if err != nil {
				t.Fatal(err)
			}
			defer l.conn.Close()
			user := "guest"
			if key != nil {
				user = "key " + ssh.FingerprintSHA256(key.PublicKey())
			}
			for _, want := range []string{user, "env", "pty-req", requests} {
				got := <-reports
				for key != nil && want != user && got == user { // a server may check the key more than once
					got = <-reports
				}
				if got != want {
					t.Errorf("command %q: report %q, want %q", command, got, want)
				}
			}
			if err := l.send(l.keysPayload("hello")); err != nil {
				t.Fatal(err)
			}
			payload, err := l.expect(msgData)
			if err != nil || string(payload[9:]) != "HELLO" {
				t.Errorf("output %q, %v; want HELLO", payload, err)
			}
		}
	}
}

// TestNextTime tests that the interval of keys is constant, and that a client does not catch up after a long delay.
func TestNextTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		last := time.Now()
		time.Sleep(50 * time.Millisecond)
		if got := nextTime(last, 20*time.Millisecond, time.Now()).Sub(last); got != 20*time.Millisecond {
			t.Errorf("the next key follows after %v, want 20 ms", got)
		}
		time.Sleep(time.Second)
		if got := nextTime(last, 20*time.Millisecond, time.Now()); !got.Equal(time.Now()) {
			t.Errorf("after a long delay, the next key is %v from now, want 0", time.Until(got))
		}
	})
}

// TestCheck tests which results are errors.
func TestCheck(t *testing.T) {
	good := func() *result {
		return &result{
			clients: 2, sent: map[*clientKind][]float64{menu: {1}, player: {5}},
			answers: map[*clientKind][]time.Duration{menu: {time.Millisecond, 2 * time.Millisecond}},
		}
	}
	if err := good().check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(r *result){
		"lost clients":     func(r *result) { r.lost = 1 },
		"no answers":       func(r *result) { r.answers[menu] = nil },
		"an earlier error": func(r *result) { r.errs = []error{errors.New("x")} },
	} {
		r := good()
		change(r)
		if r.check() == nil {
			t.Errorf("%s: check returns no error, want one", name)
		}
	}
	*maxLatency, *maxMemory = time.Millisecond/2, 100
	defer func() { *maxLatency, *maxMemory = 0, 0 }()
	r := good()
	r.peak = 101
	err := r.check()
	if err == nil || !strings.Contains(err.Error(), "101 MB") || !strings.Contains(err.Error(), "key latency") {
		t.Errorf("check of a result over both limits = %v, want both errors", err)
	}
	if row := r.row(); strings.Count(row, "|") != strings.Count(strings.SplitN(tableHead, "\n", 2)[0], "|") {
		t.Errorf("row %q does not match the head of the table", row)
	}
}

// TestSelectAttacks tests that each attack can be selected by its name.
func TestSelectAttacks(t *testing.T) {
	for _, a := range attacks {
		if got := selectAttacks(a.name); len(got) != 1 {
			t.Errorf("selectAttacks(%q) returns %d attacks, want 1", a.name, len(got))
		}
	}
	if len(selectAttacks("")) != len(attacks) || len(selectAttacks("nothing")) != 0 {
		t.Error("selectAttacks does not return all attacks for \"\", and none for an unknown name")
	}
}
