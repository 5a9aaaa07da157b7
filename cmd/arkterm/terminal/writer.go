package terminal

import (
	"errors"
	"sync"
	"time"

	"arkterm/cmd/arkterm/worker"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// maxWaiting bounds what a terminal that does not read is kept waiting for. A whole frame
// of the largest size, every cell in other colours, is 4 MB.
const maxWaiting = 8 << 20

// What a frame is sent with. The pair makes a terminal that knows it show the frame at once
// and not while it is being read; a short one is read in no time. The query is
// replied to when all before it is read.
const (
	syncBegin   = "\x1b[?2026h"
	syncEnd     = "\x1b[?2026l"
	syncFrom    = 300 // bytes
	statusQuery = "\x1b[5n"
)

// flushLimit is how long a terminal that does not read may hold up the end.
const flushLimit = 200 * time.Millisecond

// A writer sends frames and sequences to the terminal from a goroutine of its own, so that nobody
// who writes ever waits for the terminal. Its owner ends it with giveUp.
type writer struct {
	*worker.Worker
	to   Writer
	gone func() // is called when the terminal is
	buf  []byte // what is being sent; the goroutine's

	mu      sync.Mutex
	encoder ansi.Encoder
	frame   []byte // the last one, encoded
	waiting []byte // for the goroutine to take
	queued  int    // bytes that were ever put into waiting
	sent    int    // how many of them the terminal has taken
	lost    bool   // some did not fit into waiting
	sync    bool   // the terminal knows syncBegin and syncEnd
	pending int    // how many replies are still to come
	failed  bool   // the terminal is gone, or given up
}

// newWriter starts the goroutine. It calls gone when the terminal is, and defers guard.
func newWriter(to Writer, tier cell.Tier, gone, guard func()) *writer {
	w := &writer{to: to, gone: gone}
	w.encoder.SetTier(tier)
	w.Worker = worker.Start(guard, w.step)
	return w
}

// show sends what makes the terminal show a frame, and if there is to be one a query after it, and reports
// whether that was anything: if it shows the frame already, nothing is sent.
func (w *writer) show(f *cell.Frame, query bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock() // also in a panic: the way back goes through here
	if !w.encoder.Shows(f.W, f.H) {
		w.encoder.Forget() // also where the cursor is
	}
	w.frame = w.encoder.Frame(w.frame[:0], f)
	return w.add(w.frame, query)
}

// add appends a frame that is encoded already.
func (w *writer) add(frame []byte, query bool) bool {
	if len(frame) == 0 {
		return false
	}
	if len(w.waiting)+len(frame) > maxWaiting {
		w.lost = true
		return false
	}
	start := len(w.waiting)
	together := w.sync && len(frame) > syncFrom
	if together {
		w.waiting = append(w.waiting, syncBegin...)
	}
	w.waiting = append(w.waiting, frame...)
	if together {
		w.waiting = append(w.waiting, syncEnd...)
	}
	if query {
		w.waiting = append(w.waiting, statusQuery...)
		w.pending++
	}
	w.queued += len(w.waiting) - start
	w.Wake()
	return true
}

// forget says that it is not known what the terminal shows: the next frame is sent whole.
func (w *writer) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.encoder.Forget()
}

// setTier has colours sent as a tier says.
func (w *writer) setTier(tier cell.Tier) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.encoder.SetTier(tier)
}

// setSync says whether the terminal knows synchronized output.
func (w *writer) setSync(knows bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sync = knows
}

// query sends queries of which the last one is replied to in any case.
func (w *writer) query(s string) {
	w.mu.Lock()
	w.pending++ // before the reply can come
	w.mu.Unlock()
	w.raw(s)
}

// pendingReplies returns how many replies are still to come.
func (w *writer) pendingReplies() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pending
}

// replied says that one has come, and expectNoReplies that none will.
func (w *writer) replied() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pending = max(w.pending-1, 0)
}

func (w *writer) expectNoReplies() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pending = 0
}

// raw appends s as it is, and returns how many bytes were queued before it. Cursor and
// colours are unknown after it.
func (w *writer) raw(s string) (before int) {
	w.mu.Lock()
	before = w.queued
	w.waiting = append(w.waiting, s...)
	w.queued += len(s)
	w.encoder.ForgetCursor()
	w.mu.Unlock()
	w.Wake()
	return before
}

// progress returns how many bytes were queued, and how many the terminal has taken.
func (w *writer) progress() (queued, sent int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.queued, w.sent
}

// ready reports whether all was sent. If a frame was lost before, the next one is sent whole.
func (w *writer) ready() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed || len(w.waiting) > 0 || !w.Idle() {
		return false
	}
	if w.lost {
		w.lost = false
		w.encoder.Forget()
	}
	return true
}

// flush waits until all was sent and reports whether that took less than limit.
func (w *writer) flush(limit time.Duration) bool {
	idle := w.Flush(limit)
	w.mu.Lock()
	defer w.mu.Unlock()
	return idle && len(w.waiting) == 0
}

// giveUp ends the goroutine; what is waiting is not sent any more. It waits for the end
// and reports whether it came: a terminal of the wrong kind can make a write wait for ever.
func (w *writer) giveUp() bool {
	w.mu.Lock()
	w.failed, w.waiting = true, nil
	w.mu.Unlock()
	w.to.Stop()
	if !w.Close(flushLimit / 4) {
		return false
	}
	w.to.Close()
	return true
}

// ended reports whether the goroutine sends nothing any more.
func (w *writer) ended() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed
}

// step sends what is waiting, if anything is, until it is given up or the terminal is gone.
func (w *writer) step() bool {
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
		if !errors.Is(err, ErrStopped) {
			w.gone()
		}
		return false
	}
	return true
}

// send writes all of p, and counts what the terminal has taken.
func (w *writer) send(p []byte) error {
	for len(p) > 0 {
		n, err := w.to.Write(p[:min(len(p), 4096)])
		w.mu.Lock()
		w.sent += n
		w.mu.Unlock()
		if err != nil {
			return err
		}
		p = p[n:]
	}
	return nil
}
