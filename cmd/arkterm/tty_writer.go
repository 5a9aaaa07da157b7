package main

import (
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/worker"
	"arkterm/render"
)

// maxWaiting bounds what a terminal that does not read is kept waiting for. A whole frame
// of the largest size, every cell in other colours, is 4 MB.
const maxWaiting = 8 << 20

// What a frame is sent with. The pair makes a terminal that knows it show the frame at once
// and not while it is being read; a short one is read in no time. The question is
// answered when all before it is read.
const (
	syncBegin = "\x1b[?2026h"
	syncEnd   = "\x1b[?2026l"
	syncFrom  = 300 // bytes
	question  = "\x1b[5n"
)

// A ttyWriter sends bytes to the terminal from a goroutine of its own, so that nobody
// who writes ever waits for the terminal.
//
// Its owner ends it with giveUp.
type ttyWriter struct {
	*worker.Worker
	fd   int
	gone func()   // is called when the terminal is
	wake *os.File // readable once the goroutine is to end
	stop func()   // makes it so
	buf  []byte   // what is being sent; the goroutine's

	mu      sync.Mutex
	output  render.Output
	waiting []byte // for the goroutine to take
	queued  int    // bytes that were ever put into waiting
	sent    int    // how many of them the terminal has taken
	lost    bool   // some did not fit into waiting
	sync    bool   // the terminal knows syncBegin and syncEnd
	ask     bool   // frames end with the question
	asked   int    // how often it was ever put
	open    int    // how often it is still to be answered
	failed  bool   // the terminal is gone, or given up
}

// newTTYWriter starts the goroutine. It calls gone when the terminal is, and defers guard.
func newTTYWriter(fd int, gone, guard func()) (*ttyWriter, error) {
	wake, stop, err := wakePipe()
	if err != nil {
		return nil, err
	}
	w := &ttyWriter{fd: fd, gone: gone, wake: wake, stop: stop}
	w.Worker = worker.Start(guard, w.step)
	return w, nil
}

// frame appends what tcell writes, which is a whole frame, re-encoded. If nothing of it has to
// be sent, nothing is.
func (w *ttyWriter) frame(p []byte) {
	w.mu.Lock()
	defer w.mu.Unlock() // also in a panic: the way back goes through here
	if len(w.waiting)+len(p) > maxWaiting {
		w.lost = true
		return
	}
	start := len(w.waiting)
	w.waiting = append(w.waiting, syncBegin...)
	body := len(w.waiting)
	w.waiting = w.output.Encode(w.waiting, p)
	switch size := len(w.waiting) - body; {
	case size == 0:
		w.waiting = w.waiting[:start]
		return
	case w.sync && size > syncFrom:
		w.waiting = append(w.waiting, syncEnd...)
	default:
		w.waiting = append(w.waiting[:start], w.waiting[body:]...)
	}
	if w.ask {
		w.waiting = append(w.waiting, question...)
		w.asked++
		w.open++
	}
	w.queued += len(w.waiting) - start
	w.Wake()
}

// forget says that cursor and colours are unknown.
func (w *ttyWriter) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.output.Forget()
}

// setSync says whether the terminal knows synchronized output.
func (w *ttyWriter) setSync(knows bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sync = knows
}

// setAsk says whether the frames from now on end with the question.
func (w *ttyWriter) setAsk(ask bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ask = ask
}

// questions returns how often the question was ever put.
func (w *ttyWriter) questions() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked
}

// query puts a question of its own, which is answered once.
func (w *ttyWriter) query(s string) {
	w.mu.Lock()
	w.open++ // before the answer can come
	w.mu.Unlock()
	w.raw(s)
}

// unanswered returns how many answers are still to come.
func (w *ttyWriter) unanswered() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.open
}

// answered says that one has come, and expectNone that none will.
func (w *ttyWriter) answered() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open = max(w.open-1, 0)
}

func (w *ttyWriter) expectNone() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open = 0
}

// raw appends s as it is, and returns how many bytes were queued before it. Cursor and
// colours are unknown after it.
func (w *ttyWriter) raw(s string) (before int) {
	w.mu.Lock()
	before = w.queued
	w.waiting = append(w.waiting, s...)
	w.queued += len(s)
	w.output.Forget()
	w.mu.Unlock()
	w.Wake()
	return before
}

// progress returns how many bytes were queued, and how many the terminal has taken.
func (w *ttyWriter) progress() (queued, sent int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.queued, w.sent
}

// ready reports whether all was sent, and whether something was lost before: then the
// whole screen must be sent again.
func (w *ttyWriter) ready() (ready, lost bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed || len(w.waiting) > 0 || !w.Idle() {
		return false, false
	}
	lost, w.lost = w.lost, false
	return true, lost
}

// flush waits until all was sent and reports whether that took less than limit.
func (w *ttyWriter) flush(limit time.Duration) bool {
	idle := w.Flush(limit)
	w.mu.Lock()
	defer w.mu.Unlock()
	return idle && len(w.waiting) == 0
}

// giveUp ends the goroutine; what is waiting is not sent any more. It waits for the end
// and reports whether it came: a terminal of the wrong kind can make a write wait for ever.
func (w *ttyWriter) giveUp() bool {
	w.mu.Lock()
	w.failed, w.waiting = true, nil
	w.mu.Unlock()
	w.stop()
	if !w.Close(flushLimit / 4) {
		return false
	}
	w.wake.Close()
	return true
}

// ended reports whether the goroutine sends nothing any more.
func (w *ttyWriter) ended() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed
}

// step sends what is waiting, if anything is, until it is given up or the terminal is gone.
func (w *ttyWriter) step() bool {
	w.mu.Lock()
	w.waiting, w.buf = w.buf[:0], w.waiting
	failed := w.failed
	w.mu.Unlock()
	if failed || len(w.buf) == 0 {
		return false
	}
	if err := w.send(w.buf); err != nil {
		w.mu.Lock()
		w.failed = true
		w.mu.Unlock()
		if !errors.Is(err, errWoken) {
			w.gone()
		}
		return false
	}
	return true
}

// send writes all of p.
func (w *ttyWriter) send(p []byte) error {
	for len(p) > 0 {
		if err := await(w.fd, forWriting, w.wake, 0); err != nil {
			return err
		}
		n, err := unix.Write(w.fd, p[:min(len(p), 4096)])
		if err != nil && !again(err) {
			return err
		}
		n = max(n, 0)
		w.mu.Lock()
		w.sent += n
		w.mu.Unlock()
		p = p[n:]
	}
	return nil
}

// signalOn puts a token into a channel that holds one.
func signalOn(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
