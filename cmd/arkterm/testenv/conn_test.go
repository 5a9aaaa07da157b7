package testenv

import (
	"errors"
	"io"
	"net/netip"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

var addrA, addrB = netip.MustParseAddrPort("192.0.2.7:1"), netip.MustParseAddrPort("192.0.2.8:2")

func TestBytesArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := Pipe(addrA, addrB, 4)
		go func() {
			x.Write([]byte("more than four"))
			x.Close()
		}()
		text, err := io.ReadAll(y)
		if string(text) != "more than four" || err != nil {
			t.Errorf("ReadAll() = %q, %v; want the written text", text, err)
		}
		if x.RemoteAddr().String() != addrB.String() || y.RemoteAddr().String() != addrA.String() {
			t.Errorf("the remote addresses are %v and %v, want %v and %v", x.RemoteAddr(), y.RemoteAddr(), addrB, addrA)
		}
		if _, err := y.Write([]byte("x")); err == nil {
			t.Error("a write to a closed connection succeeded")
		}
	})
}

func TestWriteToFullConnBlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := Pipe(addrA, addrB, 4)
		x.SetWriteDeadline(time.Now().Add(time.Second))
		start := time.Now()
		if n, err := x.Write([]byte("12345678")); n != 4 || !errors.Is(err, os.ErrDeadlineExceeded) ||
			time.Since(start) != time.Second {
			t.Errorf("Write() = %d, %v after %v; want 4 bytes and a deadline error after a second", n, err,
				time.Since(start))
		}
		y.SetReadDeadline(time.Now().Add(-time.Second))
		if _, err := y.Read(make([]byte, 9)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("Read() fails with %v, want a deadline error", err)
		}
		y.SetReadDeadline(time.Time{})
		if n, err := y.Read(make([]byte, 9)); n != 4 || err != nil {
			t.Errorf("Read() = %d, %v; want 4 bytes", n, err)
		}
	})
}

func TestCloseEndsBothEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := Pipe(addrA, addrB, 4)
		go func() {
			time.Sleep(time.Second)
			x.Close()
		}()
		if _, err := x.Read(make([]byte, 1)); err == nil {
			t.Error("Read() succeeds on a closed connection")
		}
		if _, err := y.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("Read() fails with %v after the other end was closed, want EOF", err)
		}
	})
}
