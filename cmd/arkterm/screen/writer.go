package screen

import (
	"errors"
	"sync"
	"time"

	"arkterm/cmd/arkterm/worker"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// maxWaiting is the maximum number of bytes that wait for a terminal that does not read. A whole frame of the largest size, with
// other colors in every cell, has 4 MB.
const maxWaiting = 8 << 20

// Sequences around a frame. Synchronized output (DEC mode 2026) makes a terminal show the frame as a whole. The terminal replies to
// the queries after it has read everything before them.
const (
	syncBegin  = "\x1b[?2026h"
	syncEnd    = "\x1b[?2026l"
	syncFrom   = 300 // longer frames, in bytes, are synchronized
	seqDSR     = "\x1b[5n"
	seqDA1     = "\x1b[c"
	seqDA2     = "\x1b[>c"
	hideCursor = "\x1b[?25l"
	showCursor = "\x1b[?25h"
)

// flushLimit bounds how long a terminal that does not read delays the end.
const flushLimit = 200 * time.Millisecond

// A writer sends frames and sequences to the terminal in its own goroutine, so its callers never wait for the terminal. A frame for
// which the terminal has room is sent immediately. Its owner ends it with giveUp.
type writer struct {
	*worker.Worker
	to   Writer
	try  tryWriter // the same; nil if every write may wait
	gone func()    // called when the terminal is gone
	buf  []byte    // being sent; owned by the goroutine

	mu       sync.Mutex
	encoder  ansi.Encoder
	features features
	shows    uint64 // number of the shared frame that the terminal shows, see cell.Shared; 0: none
	alone    int    // number of frames before a shared one is tried again, because the last one was too long
	copied   cell.Frame
	waiting  []byte // not yet taken by the goroutine
	queued   int    // total bytes put into waiting
	sent     int    // total bytes the terminal has taken
	lost     bool   // a frame did not fit into waiting
	cursor   bool   // the cursor is visible
	failed   bool   // the terminal is gone, or given up
}

// newWriter returns a writer. Its goroutine defers guard and calls gone when the terminal is gone.
func newWriter(to Writer, gone, guard func()) *writer {
	w := &writer{to: to, gone: gone}
	w.try, _ = to.(tryWriter)
	w.Worker = worker.Start(guard, w.step)
	return w
}

// show queues the changes that make the terminal show f, within a limit, followed by query. It reports whether there were any.
// Otherwise it queues nothing. unread is the maximum number of bytes that the terminal has not read before.
func (w *writer) show(f *cell.Frame, limit ansi.Limit, query string, unread int) bool {
	w.mu.Lock()
	defer w.mu.Unlock() // also in a panic: leaving the terminal needs the lock
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	if f.Shared != nil {
		if !f.Narrow {
			if sent, ok := w.showShared(room, f.Shared, limit, query, unread); ok {
				return sent
			}
		}
		f.Shared.Copy(&w.copied)
		w.copied.Narrow = f.Narrow
		f = &w.copied
	}
	w.shows = 0
	if !w.encoder.Shows(f.W, f.H) {
		w.encoder.Forget() // the cursor too
	}
	*room = w.encoder.PartialFrame((*room)[:0], f, limit)
	return w.add(*room, query, unread)
}

// rooms are buffers for encoding. A first frame takes 20 KB, others some hundred bytes.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// maxSpare is the size of the largest buffer that a writer keeps while it is empty, in bytes.
const maxSpare = 4096

// emptied returns b without its contents, or nil if it is too large to be kept.
func emptied(b []byte) []byte {
	if cap(b) > maxSpare {
		return nil
	}
	return b[:0]
}

const (
	// slack is the factor by which a shared frame may exceed the limit, which makes the next frame late. A terminal that cannot take
	// longer frames gets its own, of which parts can be left out.
	slack = 8

	// aloneFor is the number of frames for which a terminal then gets its own: two seconds.
	aloneFor = 60
)

// showShared queues the changes that make the terminal show a shared frame, unless they exceed the limit. sent reports whether there
// were any.
func (w *writer) showShared(room *[]byte, f cell.Shared, limit ansi.Limit, query string, unread int) (sent, ok bool) {
	if w.alone > 0 {
		w.alone--
		return false, false
	}
	frame, number := f.Append((*room)[:0], w.shows)
	*room = frame
	if limit.Bytes > 0 && len(frame) > slack*limit.Bytes {
		w.alone = aloneFor
		return false, false
	}
	if w.shows == 0 {
		w.encoder.Reset()
		w.copied = cell.Frame{}
	}
	w.shows = number
	if len(frame) == 0 {
		return false, true
	}
	if sent = w.add(frame, query, unread); !sent {
		w.shows = 0
	}
	return sent, true
}

// unknown notes that the contents of the terminal are unknown.
func (w *writer) unknown() {
	w.encoder.Forget()
	w.shows = 0
}

// add appends an encoded frame and a query.
func (w *writer) add(frame []byte, query string, unread int) bool {
	if len(frame) == 0 {
		return false
	}
	if len(w.waiting)+len(frame) > maxWaiting {
		w.lost = true
		return false
	}

	start, alone := len(w.waiting), len(w.waiting) == 0 && !w.failed && w.Idle()
	together := w.features.sync && len(frame) > syncFrom
	begin, end := "", ""
	switch {
	case together:
		begin, end = syncBegin, syncEnd
	case w.cursor && len(frame) > syncFrom: // the cursor would move visibly
		begin, end = hideCursor, showCursor
	}
	w.waiting = append(w.waiting, begin...)
	w.waiting = append(w.waiting, frame...)
	w.waiting = append(w.waiting, end...)
	w.waiting = append(w.waiting, query...)

	w.queued += len(w.waiting) - start
	if !alone || !w.sendNow(unread) {
		w.Wake()
	}
	return true
}

// sendNow sends the waiting bytes as far as the terminal takes them without delay, and reports whether it took all of them. Waking
// the goroutine takes longer than sending most frames. The goroutine is idle, and mu is held. The goroutine handles failures.
func (w *writer) sendNow(unread int) bool {
	if w.try == nil {
		return false
	}
	n, err := w.try.TryWrite(w.waiting[:min(len(w.waiting), chunk)], unread)
	w.sent += n
	if n == len(w.waiting) {
		w.waiting = emptied(w.waiting)
	} else {
		w.waiting = append(w.waiting[:0], w.waiting[n:]...)
	}
	return err == nil && len(w.waiting) == 0
}

// forget makes the writer send the next frame whole, because the contents of the terminal are unknown.
func (w *writer) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unknown()
}

// resized is forget for a terminal with another size. It also frees the memory for frames of the old size.
func (w *writer) resized() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.encoder.Reset()
	w.shows, w.copied = 0, cell.Frame{}
}

// features are the properties of a terminal that affect the encoding of frames.
type features struct {
	tier    cell.Tier
	sync    bool // synchronized output
	bleeds  bool // glyphs reach into the neighboring cells
	styled  bool // text has more styles than attributes
	scrolls bool // rows may be scrolled
}

// set sets the features for the following frames.
func (w *writer) set(f features) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f.tier != w.features.tier {
		w.shows = 0
	}
	w.features = f
	w.encoder.SetTier(f.tier)
	w.encoder.SetBleed(f.bleeds)
	w.encoder.SetUnderlines(f.styled)
	w.encoder.SetLinks(f.styled)
	w.encoder.SetScroll(f.scrolls)
}

// forgetFirstRow notes that the first row may differ from the last frame.
func (w *writer) forgetFirstRow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.shows != 0 {
		w.unknown()
	}
	w.encoder.ForgetRow(0)
}

// queue queues a sequence. mu is held.
func (w *writer) queue(s string) {
	if s != "" {
		w.waiting = append(w.waiting, s...)
		w.queued += len(s)
		w.Wake()
	}
}

// raw queues a sequence after which cursor and colors are unknown, and returns the number of bytes queued before it.
func (w *writer) raw(s string) (before int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before = w.queued
	w.encoder.ForgetCursor()
	w.queue(s)
	return before
}

// keep queues a sequence that moves neither the cursor nor colors, and notes whether the cursor is visible.
func (w *writer) keep(s string, cursor bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cursor = cursor
	w.queue(s)
}

// bell rings the bell, unless other bytes wait, because a late bell means nothing.
func (w *writer) bell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting) == 0 {
		w.queue("\a")
	}
}

// full reports whether maxWaiting bytes wait for the terminal.
func (w *writer) full() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.waiting) >= maxWaiting
}

// behind returns the number of cells that were left out of frames, and the time of the first incomplete frame.
func (w *writer) behind() (cells int, since time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	cells, at := w.encoder.Pending()
	return cells, time.Duration(at)
}

// progress returns the total bytes queued and the total bytes the terminal has taken.
func (w *writer) progress() (queued, sent int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.queued, w.sent
}

// ready reports whether everything was sent. If a frame was lost before, the next one is sent whole.
func (w *writer) ready() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed || len(w.waiting) > 0 || !w.Idle() {
		return false
	}
	if w.lost {
		w.lost = false
		w.unknown()
	}
	return true
}

// flush waits up to limit until everything was sent, and reports whether it was.
func (w *writer) flush(limit time.Duration) bool {
	idle := w.Flush(limit)
	w.mu.Lock()
	defer w.mu.Unlock()
	return idle && len(w.waiting) == 0
}

// giveUp ends the goroutine and discards waiting bytes. It reports whether the goroutine has ended: a write to some terminals can
// wait forever.
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

// ended reports whether the goroutine has stopped sending.
func (w *writer) ended() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed
}

// step sends the waiting bytes, and reports whether there were any. It sends nothing after giveUp or the loss of the terminal.
func (w *writer) step() bool {
	w.mu.Lock()
	w.waiting, w.buf = w.buf[:0], w.waiting
	failed := w.failed
	w.mu.Unlock()
	if failed || len(w.buf) == 0 {
		return false
	}

	err := w.send(w.buf)
	w.buf = emptied(w.buf)
	if err != nil {
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

// chunk is the maximum number of bytes of a write: the size of the buffer of a tty.
const chunk = 4096

// send writes all of p and counts the bytes taken.
func (w *writer) send(p []byte) error {
	for len(p) > 0 {
		n, err := w.to.Write(p[:min(len(p), chunk)])
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
