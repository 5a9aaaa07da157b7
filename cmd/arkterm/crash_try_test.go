//go:build unix

package main

import (
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/runloop"
	"arkterm/engine"
)

// crashWays are causes of an unexpected end of the program, for the flags --crash and --crash-by of the program under
// test.
var crashWays = map[string]func(){
	"panic":     func() { panic("requested by --crash") },
	"goroutine": func() { go panic("in a goroutine without a guard"); select {} },
	"unlock":    func() { new(sync.Mutex).Unlock() },
	"map":       writeMapConcurrently,
	"stack":     overflow,
	"memory":    func() { runtime.KeepAlive(make([]byte, tooMuch())) },
	"fault":     fault,
	"kill":      func() { _ = unix.Kill(unix.Getpid(), unix.SIGKILL); select {} },
}

// crashNames are the names of crashWays in the order of the help.
var crashNames = []string{"panic", "goroutine", "unlock", "map", "stack", "memory", "fault", "kill"}

// tooMuch returns 64 TiB. Where int has 32 bits, this size causes a panic. A constant would not compile there.
func tooMuch() uint64 { return 1 << 46 }

// overflow recurses infinitely.
func overflow() {
	var deeper func(n int) int
	deeper = func(n int) int { return deeper(n+1) + n }
	runtime.KeepAlive(deeper(0))
}

// fault reads protected memory.
func fault() {
	page, err := unix.Mmap(-1, 0, os.Getpagesize(), unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		panic(err)
	}
	runtime.KeepAlive(page[0] + page[1])
}

// writeMapConcurrently writes to a map from several goroutines until the runtime detects it.
func writeMapConcurrently() {
	m := map[int]int{}
	for range 4 {
		go func() {
			for i := 0; ; i++ {
				m[i&15] = i
			}
		}()
	}
	select {}
}

// crashingMain is main with two more flags: --crash panics in a tick, and --crash-by selects another cause, which takes
// effect in that tick or at SIGUSR1.
func crashingMain() {
	var tick int
	var how string
	root := newRoot(func(p *playSession) {
		if tick != 0 || how != "" {
			crashAt(p, uint64(tick), crashWays[how])
		}
	})
	root.PersistentFlags().IntVar(&tick, "crash", 0, "panic in this tick")
	root.PersistentFlags().Var(choiceFlag{&how, crashNames}, "crash-by", "crash in this way")
	_ = root.PersistentFlags().MarkHidden("crash")
	_ = root.PersistentFlags().MarkHidden("crash-by")
	run(func() *cobra.Command { return root })
}

// crashAt prepares p to crash in a tick, or at SIGUSR1.
func crashAt(p *playSession, tick uint64, how func()) {
	p.Session = &crashingSession{Session: p.Session, app: p.session, tick: tick, how: how}
	if how == nil {
		return
	}
	requests := make(chan os.Signal, 1)
	signal.Notify(requests, unix.SIGUSR1)
	p.relay(func(over <-chan struct{}) func() error {
		select {
		case <-requests:
			return func() error { how(); return nil }
		case <-over:
			return nil
		}
	})
}

// A crashingSession is a session that crashes in a tick.
type crashingSession struct {
	runloop.Session
	app  *app.Session
	tick uint64
	how  func()        // crashes the program; nil means a panic
	last time.Duration // time of the last call of Advance
}

// Advance plays the due ticks one at a time.
func (c *crashingSession) Advance(now time.Duration) {
	const step = time.Second / engine.TicksPerSecond / 2
	for at := max(c.last, now-time.Second) + step; at < now; at += step {
		c.advance(at)
	}
	c.advance(now)
	c.last = now
}

func (c *crashingSession) advance(now time.Duration) {
	c.Session.Advance(now)
	if c.tick == 0 || c.app.Tick() != c.tick {
		return
	}
	if c.how != nil {
		c.how()
	}
	panic(fmt.Sprintf("tick %d, requested by --crash", c.tick))
}

func TestCrashPanicsInItsTick(t *testing.T) {
	s := botSession(t).Session
	c := &crashingSession{Session: s, app: s, tick: 100}
	defer func() {
		if v := recover(); v == nil || s.Tick() != c.tick {
			t.Errorf("panic %v in tick %d, want one in tick %d", v, s.Tick(), c.tick)
		}
	}()
	for now := time.Duration(0); now < time.Second; now += time.Second / 60 {
		c.Advance(now)
	}
}
