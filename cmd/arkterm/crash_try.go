package main

import (
	"os"
	"os/signal"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// crashWays are the ways in which a program can go down that it cannot foresee, for the hidden
// flags --crash and --crash-by: what happens then must be tried.
var crashWays = map[string]func(){
	"panic":     func() { panic("as asked for by --crash") },
	"goroutine": func() { go panic("in a goroutine that nobody guards"); select {} },
	"unlock":    func() { new(sync.Mutex).Unlock() },
	"map":       writeMapAtOnce,
	"stack":     overflow,
	"memory":    func() { runtime.KeepAlive(make([]byte, tooMuch())) },
	"segv":      func() { _ = unix.Kill(unix.Getpid(), unix.SIGSEGV); select {} },
	"kill":      func() { _ = unix.Kill(unix.Getpid(), unix.SIGKILL); select {} },
}

// crashNames are their names, for the flag.
var crashNames = []string{"panic", "goroutine", "unlock", "map", "stack", "memory", "segv", "kill"}

// tooMuch returns 64 TiB; where int has 32 bits, asking for that is a panic. It is no constant,
// which would not compile there.
func tooMuch() uint64 { return 1 << 46 }

// overflow calls itself without an end.
func overflow() {
	var deeper func(n int) int
	deeper = func(n int) int { return deeper(n+1) + n }
	runtime.KeepAlive(deeper(0))
}

// writeMapAtOnce writes to a map from several goroutines, until the runtime sees it.
func writeMapAtOnce() {
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

// crashes returns a source for relay that waits for the signal at which --crash-by acts; without the
// flag it waits for nothing.
func crashes(how func()) func(over <-chan struct{}) func() error {
	var wishes chan os.Signal
	if how != nil {
		wishes = make(chan os.Signal, 1)
		signal.Notify(wishes, unix.SIGUSR1)
	}
	return func(over <-chan struct{}) func() error {
		select {
		case <-wishes:
			return func() error { how(); return nil }
		case <-over:
			return nil
		}
	}
}
