//go:build unix

package tty

import (
	"errors"
	"os"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/testenv"
)

// forEachStream runs a test for each kind of stream to a terminal in raw mode. ptm is the other end of the terminal.
func forEachStream(t *testing.T, test func(t *testing.T, open func() stream, ptm *os.File)) {
	t.Helper()
	kinds := map[string]func(fd int) stream{"selected": func(fd int) stream {
		w, err := newWaker()
		if err != nil {
			t.Fatal(err)
		}
		return &selectStream{fd, w}
	}}
	if runtime.GOOS == "linux" {
		kinds["polled"] = newPollStream
	}
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			ptm, fd := rawTTY(t)
			test(t, func() stream {
				s := kind(fd)
				t.Cleanup(s.Close)
				return s
			}, ptm)
		})
	}
}

// rawTTY returns a non-blocking terminal in raw mode, and its other end.
func rawTTY(t *testing.T) (ptm *os.File, fd int) {
	t.Helper()
	ptm, tty := testenv.OpenPty(t)
	fd, err := unix.Open(tty.Name(), unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	if _, err := term.MakeRaw(fd); err != nil {
		t.Fatal(err)
	}
	return ptm, fd
}

func TestStreamReads(t *testing.T) {
	forEachStream(t, func(t *testing.T, open func() stream, ptm *os.File) {
		s := open()
		buf := make([]byte, 16)
		if _, err := s.Read(buf, time.Millisecond); !errors.Is(err, screen.ErrTimeout) {
			t.Errorf("Read without input = %v, want ErrTimeout", err)
		}
		for _, limit := range []time.Duration{0, time.Minute, 0} {
			if _, err := ptm.WriteString("abc"); err != nil {
				t.Fatal(err)
			}
			if n, err := s.Read(buf, limit); err != nil || string(buf[:n]) != "abc" {
				t.Errorf("Read with limit %v = %q, %v; want abc", limit, buf[:n], err)
			}
		}
	})
}

func TestStopEndsAWaitingRead(t *testing.T) {
	forEachStream(t, func(t *testing.T, open func() stream, _ *os.File) {
		s := open()
		ended := make(chan error)
		go func() {
			_, err := s.Read(make([]byte, 16), time.Hour)
			ended <- err
		}()
		s.Stop()
		if err := <-ended; !errors.Is(err, screen.ErrStopped) {
			t.Errorf("the waiting Read returns %v, want ErrStopped", err)
		}
		if _, err := s.Read(make([]byte, 16), time.Hour); !errors.Is(err, screen.ErrStopped) {
			t.Errorf("the next Read returns %v, want ErrStopped", err)
		}
	})
}

// If the terminal does not read, a write blocks until Stop.
func TestStopEndsAWaitingWrite(t *testing.T) {
	forEachStream(t, func(t *testing.T, open func() stream, ptm *os.File) {
		s := open()
		ended := make(chan error)
		go func() {
			for {
				if _, err := s.Write(make([]byte, 4096)); err != nil {
					ended <- err
					return
				}
			}
		}()
		s.Stop()
		if err := <-ended; !errors.Is(err, screen.ErrStopped) {
			t.Errorf("the waiting Write returns %v, want ErrStopped", err)
		}

		// Stop affects only this stream. Another stream to the same file still works.
		go func() {
			buf := make([]byte, 4096)
			for {
				if _, err := ptm.Read(buf); err != nil {
					return
				}
			}
		}()
		if n, err := open().Write([]byte("y")); n != 1 || err != nil {
			t.Errorf("Write on another stream = %d, %v; want 1", n, err)
		}
	})
}

func TestStreamToGoneTerminal(t *testing.T) {
	forEachStream(t, func(t *testing.T, open func() stream, ptm *os.File) {
		s := open()
		ended := make(chan error)
		go func() {
			_, err := s.Read(make([]byte, 16), 0)
			ended <- err
		}()
		ptm.Close()
		if err := <-ended; err == nil || errors.Is(err, screen.ErrStopped) || errors.Is(err, screen.ErrTimeout) {
			t.Errorf("Read from a terminal that is gone = %v, want an error other than ErrStopped and ErrTimeout", err)
		}
	})
}
