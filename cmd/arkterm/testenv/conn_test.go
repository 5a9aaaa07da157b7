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

var a, b = netip.MustParseAddrPort("192.0.2.7:1"), netip.MustParseAddrPort("192.0.2.8:2")

func TestBytesArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := Pipe(a, b, 4)
		go func() {
			x.Write([]byte("more than four"))
			x.Close()
		}()
		text, err := io.ReadAll(y)
		if string(text) != "more than four" || err != nil {
			t.Errorf("%q, %v", text, err)
		}
		if x.RemoteAddr().String() != b.String() || y.RemoteAddr().String() != a.String() {
			t.Error("addresses")
		}
		if _, err := y.Write([]byte("x")); err == nil {
			t.Error("a write to a closed connection succeeded")
		}
	})
}

func TestAFullWireWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := Pipe(a, b, 4)
		x.SetWriteDeadline(time.Now().Add(time.Second))
		begun := time.Now()
		if n, err := x.Write([]byte("12345678")); n != 4 || !errors.Is(err, os.ErrDeadlineExceeded) ||
			time.Since(begun) != time.Second {
			t.Errorf("%d bytes, %v after %v", n, err, time.Since(begun))
		}
		y.SetReadDeadline(time.Now().Add(-time.Second))
		if _, err := y.Read(make([]byte, 9)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Error(err)
		}
		y.SetReadDeadline(time.Time{})
		if n, err := y.Read(make([]byte, 9)); n != 4 || err != nil {
			t.Error(n, err)
		}
	})
}

func TestCloseEndsBothEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := Pipe(a, b, 4)
		go func() {
			time.Sleep(time.Second)
			x.Close()
		}()
		if _, err := x.Read(make([]byte, 1)); err == nil {
			t.Error("a read after the end")
		}
		if _, err := y.Read(make([]byte, 1)); err != io.EOF {
			t.Error(err)
		}
	})
}
