package main

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/runloop"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/worker"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// A remoteUser is the transport of a remote terminal whose user presses random keys. Input and output are in memory.
type remoteUser struct {
	size    screen.Size
	keys    chan string // input; closed when the user leaves
	fails   bool        // the transport panics at the first key
	mu      sync.Mutex
	bytes   int  // output so far
	entered bool // Enter was called, and Leave was not called since
}

func (s *remoteUser) Reader() (screen.Reader, error) { return newRemoteEnd(s), nil }
func (s *remoteUser) Writer() (screen.Writer, error) { return newRemoteEnd(s), nil }
func (s *remoteUser) Size() screen.Size              { return s.size }
func (s *remoteUser) Enter(string) error             { s.entered = true; return nil }
func (s *remoteUser) Renew(string)                   {}
func (s *remoteUser) Leave()                         { s.entered = false }
func (s *remoteUser) Force(string)                   {}

// A remoteEnd is one direction of the transport.
type remoteEnd struct {
	*remoteUser
	stopped chan struct{}
	stop    func()
}

func newRemoteEnd(s *remoteUser) *remoteEnd {
	e := &remoteEnd{remoteUser: s, stopped: make(chan struct{})}
	e.stop = sync.OnceFunc(func() { close(e.stopped) })
	return e
}

func (e *remoteEnd) Stop()  { e.stop() }
func (e *remoteEnd) Close() {}

func (e *remoteEnd) Read(p []byte, limit time.Duration) (int, error) {
	var late <-chan time.Time
	if limit > 0 {
		late = time.After(limit)
	}
	select {
	case text, ok := <-e.keys:
		if !ok {
			return 0, io.ErrUnexpectedEOF
		}
		if e.fails {
			panic("planted in the transport")
		}
		return copy(p, text), nil
	case <-e.stopped:
		return 0, screen.ErrStopped
	case <-late:
		return 0, screen.ErrTimeout
	}
}

func (e *remoteEnd) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.bytes += len(p)
	return len(p), nil
}

// remoteKeys are the keys that remote users press.
var remoteKeys = []string{
	"\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[D", "\x1b[C", "\r", "\r", " ", " ", " ", "\x1b", "p", "m", "?",
	"\t", "r", "y",
	"w", "1", "9", ".", ",", "\x1b[24~", "\x1b[<35;20;10M", "\x1b[<0;20;10M\x1b[<0;20;10m", "\x1b[I", "\x1b[O", "q",
}

// press presses random keys for a duration, then leaves.
func (s *remoteUser) press(seed uint64, duration time.Duration) {
	defer close(s.keys)
	random := rand.New(rand.NewPCG(seed, 1))
	for start := time.Now(); time.Since(start) < duration; {
		s.keys <- remoteKeys[random.IntN(len(remoteKeys))]
		time.Sleep(time.Duration(20+random.IntN(200)) * time.Millisecond)
	}
}

// A remoteSession is the session of a remote user.
type remoteSession struct {
	*remoteUser
	err    error // error of the host
	frames int
	last   time.Duration // time of the last frame
}

// A faulty session panics at the time at.
type faulty struct {
	*app.Session
	at time.Duration
}

func (f *faulty) Advance(now time.Duration) {
	if now >= f.at {
		panic("planted")
	}
	f.Session.Advance(now)
}

// play runs a session on the remote user's terminal until the user leaves or quits. Unless panics is 0, the session
// panics at that time.
func (v *remoteSession) play(seed uint64, now func() time.Duration, panics time.Duration) {
	start := now()
	dev, err := screen.New(v.remoteUser, screen.Options{
		Details: true, Title: "arkterm", Input: true, Tier: cell.Truecolor, Term: "xterm-256color", Queries: true,
		Now: now,
	})
	if err != nil {
		v.err = err
		return
	}
	defer dev.Close()
	if v.err = dev.Start(); v.err != nil {
		return
	}
	go dev.Listen()

	set := app.Setup{
		Auto: settings.Detected{Glyphs: cell.Quadrant, FPS: 30},
		Pack: levels.Shipped(), Seed: func() uint64 { return seed },
		FPS: 30, Probe: true, Bot: seed%4 == 0, Render: render.Options{Tier: cell.Truecolor},
	}
	s, err := app.New(set, start)
	if err != nil {
		v.err = err
		return
	}

	h := runloop.Host{Screen: dev, Session: s, Now: now}
	if panics != 0 {
		h.Session = &faulty{s, panics}
	}

	h.Serve = func(now time.Duration) (over bool) {
		for _, r := range s.Requests(now) {
			if _, ok := r.(app.Quit); ok {
				over = true
			}
		}
		return over
	}
	h.OnDraw = func(now time.Duration, _ *cell.Frame) { v.frames, v.last = v.frames+1, now }
	v.err = h.Run()
}

// ownGoroutines returns the number of goroutines that packages of this module have started.
func ownGoroutines() int {
	all := make([]byte, 1<<20)
	return bytes.Count(all[:runtime.Stack(all, true)], []byte("created by arkterm/"))
}

// TestManySessionsInOneProcess runs two hundred sessions in one process, also under the race detector. A panic in a
// session or in its transport ends only that session. After all sessions, no goroutine is left.
func TestManySessionsInOneProcess(t *testing.T) {
	const (
		remoteUsers = 200
		panicking   = 77  // index of the session that panics
		brokenLink  = 123 // index of the session whose transport panics
		long        = 2 * time.Second
		panics      = long / 2
	)
	before := ownGoroutines()
	sessions := make([]remoteSession, remoteUsers)
	synctest.Test(t, func(t *testing.T) { // fails if goroutines are left
		start := time.Now()
		now := func() time.Duration { return time.Since(start) }
		var all sync.WaitGroup
		for i := range sessions {
			v := &sessions[i]
			v.remoteUser = &remoteUser{
				size:  screen.Size{Cols: 40 + i%50, Rows: 16 + i%12},
				keys:  make(chan string, 100),
				fails: i == brokenLink,
			}
			all.Go(func() { v.press(uint64(i), long) })
			all.Go(func() {
				if i == panicking {
					v.play(uint64(i), now, panics)
				} else {
					v.play(uint64(i), now, 0)
				}
			})
		}
		all.Wait()
	})

	quits, played := 0, 0
	for i := range sessions {
		v := &sessions[i]
		p, panicked := errors.AsType[*worker.Panic](v.err)
		switch {
		case i == panicking:
			if !panicked || p.Value != "planted" || len(p.Stack) == 0 || v.last >= panics {
				t.Errorf("the panicking session ended with %v and a frame at %v", v.err, v.last)
			}
		case i == brokenLink:
			if !panicked || p.Value != "planted in the transport" {
				t.Errorf("the session with a panicking transport ended with %v", v.err)
			}
		case v.err == nil:
			quits++
		case !errors.Is(v.err, screen.ErrGone):
			t.Errorf("session %d ended with %v", i, v.err)
		case v.last > panics: // otherwise no later frame changed the screen
			played++
		}
		early := v.err == nil // a key can quit before the first frame
		if i != brokenLink && (v.frames == 0 && !early || v.bytes == 0) || v.entered {
			t.Errorf("session %d: %d frames, %d bytes, terminal mode not restored: %v", i, v.frames, v.bytes, v.entered)
		}
	}
	if played < remoteUsers/2 {
		t.Errorf("%d of %d sessions drew a frame after the panics, %d quit; want at least half", played, remoteUsers,
			quits)
	}
	if after := ownGoroutines(); after > before {
		t.Errorf("%d goroutines are left, want %d", after, before)
	}
}
