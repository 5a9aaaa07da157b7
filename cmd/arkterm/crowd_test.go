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

// A stranger is a terminal somewhere, with somebody at it who presses any keys. What they type and
// what they are sent goes through pipes of memory.
type stranger struct {
	size  screen.Size
	types chan string // closed when they leave
	fails bool        // their transport panics at the first key
	mu    sync.Mutex
	bytes int // that they were sent
	taken bool
}

func (s *stranger) Reader() (screen.Reader, error) { return newStrangerEnd(s), nil }
func (s *stranger) Writer() (screen.Writer, error) { return newStrangerEnd(s), nil }
func (s *stranger) Size() screen.Size              { return s.size }
func (s *stranger) Enter(string) error             { s.taken = true; return nil }
func (s *stranger) Renew(string)                   {}
func (s *stranger) Leave()                         { s.taken = false }
func (s *stranger) Force(string)                   {}

// A strangerEnd is one direction of the pipes.
type strangerEnd struct {
	*stranger
	stopped chan struct{}
	stop    func()
}

func newStrangerEnd(s *stranger) *strangerEnd {
	e := &strangerEnd{stranger: s, stopped: make(chan struct{})}
	e.stop = sync.OnceFunc(func() { close(e.stopped) })
	return e
}

func (e *strangerEnd) Stop()  { e.stop() }
func (e *strangerEnd) Close() {}

func (e *strangerEnd) Read(p []byte, limit time.Duration) (int, error) {
	var late <-chan time.Time
	if limit > 0 {
		late = time.After(limit)
	}
	select {
	case text, ok := <-e.types:
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

func (e *strangerEnd) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.bytes += len(p)
	return len(p), nil
}

// strangeKeys are what strangers press.
var strangeKeys = []string{
	"\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[D", "\x1b[C", "\r", "\r", " ", " ", " ", "\x1b", "p", "m", "?", "\t", "r", "y",
	"w", "1", "9", ".", ",", "\x1b[24~", "\x1b[<35;20;10M", "\x1b[<0;20;10M\x1b[<0;20;10m", "\x1b[I", "\x1b[O", "q",
}

// press presses keys for so long, and leaves.
func (s *stranger) press(seed uint64, long time.Duration) {
	defer close(s.types)
	random := rand.New(rand.NewPCG(seed, 1))
	for begun := time.Now(); time.Since(begun) < long; {
		s.types <- strangeKeys[random.IntN(len(strangeKeys))]
		time.Sleep(time.Duration(20+random.IntN(200)) * time.Millisecond)
	}
}

// A stay is a stranger with a session.
type stay struct {
	*stranger
	err    error // of the host
	frames int
	last   time.Duration // when the last of them was drawn
}

// A faulty is a session that panics.
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

// play plays a session at the stranger's terminal until they leave or quit. It panics at some time,
// if that is not 0.
func (v *stay) play(seed uint64, now func() time.Duration, panics time.Duration) {
	begun := now()
	dev, err := screen.New(v.stranger, screen.Options{
		Details: true, Title: "arkterm", Input: true, Tier: cell.Truecolor, Term: "xterm-256color", Queries: true, Now: now,
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
		Auto: settings.Detected{Glyphs: cell.Quadrant, FPS: 30}, Pack: levels.Shipped(), Seed: func() uint64 { return seed },
		FPS: 30, Probe: true, Bot: seed%4 == 0, Render: render.Options{Tier: cell.Truecolor},
	}
	s, err := app.New(set, begun)
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
	h.Drawn = func(now time.Duration, _ *cell.Frame) { v.frames, v.last = v.frames+1, now }
	v.err = h.Run()
}

// started returns how many goroutines run that the program's own packages have started.
func started() int {
	all := make([]byte, 1<<20)
	return bytes.Count(all[:runtime.Stack(all, true)], []byte("created by arkterm/"))
}

// Two hundred strangers play in one process at the same time, under the race detector too. The panic
// of one session, or of one's terminal, ends that one only, and when all have left, nothing of them runs on.
func TestManySessionsInOneProcess(t *testing.T) {
	const (
		strangers = 200
		unlucky   = 77  // whose session panics
		unlinked  = 123 // whose transport does
		long      = 2 * time.Second
		panics    = long / 2
	)
	before := started()
	visits := make([]stay, strangers)
	synctest.Test(t, func(t *testing.T) { // which fails if a goroutine is left in it
		begun := time.Now()
		now := func() time.Duration { return time.Since(begun) }
		var all sync.WaitGroup
		for i := range visits {
			v := &visits[i]
			v.stranger = &stranger{
				size:  screen.Size{Cols: 40 + i%50, Rows: 16 + i%12},
				types: make(chan string, 100),
				fails: i == unlinked,
			}
			all.Go(func() { v.press(uint64(i), long) })
			all.Go(func() {
				if i == unlucky {
					v.play(uint64(i), now, panics)
				} else {
					v.play(uint64(i), now, 0)
				}
			})
		}
		all.Wait()
	})

	quits, played := 0, 0
	for i := range visits {
		v := &visits[i]
		p, panicked := errors.AsType[*worker.Panic](v.err)
		switch {
		case i == unlucky:
			if !panicked || p.Value != "planted" || len(p.Stack) == 0 || v.last >= panics {
				t.Errorf("the unlucky one ends by %v, with a frame at %v", v.err, v.last)
			}
		case i == unlinked:
			if !panicked || p.Value != "planted in the transport" {
				t.Errorf("the one without a link ends by %v", v.err)
			}
		case v.err == nil:
			quits++
		case !errors.Is(v.err, screen.ErrGone):
			t.Errorf("%d ends by %v", i, v.err)
		case v.last > panics: // else they have a screen before them on which nothing moves
			played++
		}
		early := v.err == nil // a key can quit before the first frame
		if i != unlinked && (v.frames == 0 && !early || v.bytes == 0) || v.taken {
			t.Errorf("%d: %d frames, %d bytes, the terminal is taken: %v", i, v.frames, v.bytes, v.taken)
		}
	}
	if played < strangers/2 {
		t.Errorf("%d of %d have seen something since the panic of another one, %d have quit", played, strangers, quits)
	}
	if after := started(); after > before {
		t.Errorf("%d goroutines, %d before", after, before)
	}
}
