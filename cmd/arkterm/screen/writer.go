package screen

import (
	"errors"
	"sync"
	"time"

	"arkterm/cmd/arkterm/worker"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// maxQueued is the maximum number of bytes that are queued for a terminal that does not read. A complete frame of the
// maximum size, with different colors in every cell, has 4 MB.
const maxQueued = 8 << 20

// maxUnsyncedBytes is the maximum number of bytes in a frame that is sent without synchronization.
const maxUnsyncedBytes = 300

// Sequences around a frame. Synchronized output (DEC mode 2026) makes a terminal show the whole frame together. The
// terminal replies to the queries after it has read everything before them.
const (
	syncBegin  = "\x1b[?2026h"
	syncEnd    = "\x1b[?2026l"
	seqDSR     = "\x1b[5n"
	seqDA1     = "\x1b[c"
	seqDA2     = "\x1b[>c"
	hideCursor = "\x1b[?25l"
	showCursor = "\x1b[?25h"
)

// flushLimit is the maximum time to wait, when the screen is left, until the terminal has accepted all output.
const flushLimit = 200 * time.Millisecond

// A writer sends frames and sequences to the terminal in its own goroutine, so its callers never wait for the
// terminal. It sends a frame immediately if the terminal accepts it without delay. Call giveUp to stop it.
type writer struct {
	*worker.Worker
	to          Writer
	nonblocking tryWriter // to, if it implements tryWriter
	onGone      func()    // called when the connection to the terminal is lost
	sending     []byte    // the bytes being sent; used only by the goroutine

	mu            sync.Mutex
	encoder       ansi.Encoder
	features      features
	sharedShown   uint64     // number of the shared frame that the terminal shows, see cell.Shared; 0 if none
	privateFrames int        // number of private frames left, see privateFrameCount
	copied        cell.Frame // a copy of a shared frame
	buffer        []byte     // bytes that the goroutine has not started to send
	queuedBytes   int        // total bytes appended to buffer
	sentBytes     int        // total bytes that the terminal has accepted
	frameDropped  bool       // a frame did not fit into buffer
	cursorVisible bool       // the cursor is visible
	closed        bool       // the terminal is gone, or giveUp was called
}

// newWriter starts a writer. Its goroutine defers handlePanic, and calls gone when the connection to the terminal is
// lost.
func newWriter(to Writer, gone, handlePanic func()) *writer {
	w := &writer{to: to, onGone: gone}
	w.nonblocking, _ = to.(tryWriter)
	w.Worker = worker.Start(handlePanic, w.step)
	return w
}

// show queues the changes that make the terminal show f, and then the sequence query. If the changes exceed limit, it
// omits some of them. If there are no changes, it queues nothing and returns false. unread is the maximum number of
// earlier bytes that the terminal has not read yet.
func (w *writer) show(f *cell.Frame, limit ansi.Limit, query string, unread int) bool {
	w.mu.Lock()
	defer w.mu.Unlock() // also during a panic, because leaving the terminal needs the lock
	room := encodeBuffers.Get().(*[]byte)
	defer encodeBuffers.Put(room)
	if f.Shared != nil {
		if !f.NoAmbiguousWidth {
			if sent, ok := w.showShared(room, f.Shared, limit, query, unread); ok {
				return sent
			}
		}
		f.Shared.Copy(&w.copied)
		w.copied.NoAmbiguousWidth = f.NoAmbiguousWidth
		f = &w.copied
	}
	w.sharedShown = 0
	if !w.encoder.Shows(f.W, f.H) {
		w.encoder.Forget() // also forgets the cursor, because a resize may move it
	}
	*room = w.encoder.PartialFrame((*room)[:0], f, limit)
	return w.addFrame(*room, query, unread)
}

// encodeBuffers are buffers for encoding. The first frame needs about 20 KB, and later frames a few hundred bytes.
var encodeBuffers = sync.Pool{New: func() any { return new([]byte) }}

// maxIdleBuffer is the maximum capacity in bytes of a buffer that a writer keeps while it is empty.
const maxIdleBuffer = 4096

// reusable returns b without its contents, or nil if the capacity exceeds maxIdleBuffer.
func reusable(b []byte) []byte {
	if cap(b) > maxIdleBuffer {
		return nil
	}
	return b[:0]
}

const (
	// maxSharedFactor is the factor by which a shared frame may exceed the limit, which delays the next frame. If a
	// shared frame is longer, the writer sends private frames, which are encoded for this terminal alone. They can be
	// sent in parts.
	maxSharedFactor = 8

	// privateFrameCount is the number of private frames after which the writer tries to send a shared frame again. At
	// 30 frames per second, it corresponds to two seconds.
	privateFrameCount = 60
)

// showShared queues the changes that make the terminal show a shared frame. ok is false if a private frame must be sent
// instead, because the changes exceed the limit now or did so recently. sent reports whether any changes were queued.
func (w *writer) showShared(room *[]byte, f cell.Shared, limit ansi.Limit, query string, unread int) (sent, ok bool) {
	if w.privateFrames > 0 {
		w.privateFrames--
		return false, false
	}
	frame, number := f.Append((*room)[:0], w.sharedShown)
	*room = frame
	if limit.Bytes > 0 && len(frame) > maxSharedFactor*limit.Bytes {
		w.privateFrames = privateFrameCount
		return false, false
	}
	if w.sharedShown == 0 {
		w.encoder.Reset()
		w.copied = cell.Frame{}
	}
	w.sharedShown = number
	if len(frame) == 0 {
		return false, true
	}
	if sent = w.addFrame(frame, query, unread); !sent {
		w.sharedShown = 0
	}
	return sent, true
}

// forgetAll marks the contents of the terminal as unknown.
func (w *writer) forgetAll() {
	w.encoder.Forget()
	w.sharedShown = 0
}

// addFrame queues an encoded frame and a query. It returns false if the frame is empty or does not fit into the queue.
func (w *writer) addFrame(frame []byte, query string, unread int) bool {
	if len(frame) == 0 {
		return false
	}
	if len(w.buffer)+len(frame) > maxQueued {
		w.frameDropped = true
		return false
	}

	start := len(w.buffer)
	idle := start == 0 && !w.closed && w.Idle()
	begin, end := "", ""
	switch {
	case w.features.sync && len(frame) > maxUnsyncedBytes:
		begin, end = syncBegin, syncEnd
	case w.cursorVisible && len(frame) > maxUnsyncedBytes: // the cursor would move visibly
		begin, end = hideCursor, showCursor
	}
	w.buffer = append(w.buffer, begin...)
	w.buffer = append(w.buffer, frame...)
	w.buffer = append(w.buffer, end...)
	w.buffer = append(w.buffer, query...)

	w.queuedBytes += len(w.buffer) - start
	if !idle || !w.sendNow(unread) {
		w.Wake()
	}
	return true
}

// sendNow sends the queued bytes that the terminal accepts without delay, and reports whether it accepted all of them.
// This is faster than waking the goroutine. The goroutine must be idle, and it handles errors. The caller holds mu.
func (w *writer) sendNow(unread int) bool {
	if w.nonblocking == nil {
		return false
	}
	n, err := w.nonblocking.TryWrite(w.buffer[:min(len(w.buffer), maxWriteBytes)], unread)
	w.sentBytes += n
	if n == len(w.buffer) {
		w.buffer = reusable(w.buffer)
	} else {
		w.buffer = append(w.buffer[:0], w.buffer[n:]...)
	}
	return err == nil && len(w.buffer) == 0
}

// forget makes the writer send the next frame completely, because the contents of the terminal are unknown.
func (w *writer) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.forgetAll()
}

// resized is like forget, for a terminal whose size has changed. It also frees the memory for frames of the old size.
func (w *writer) resized() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.encoder.Reset()
	w.sharedShown, w.copied = 0, cell.Frame{}
}

// features are the properties of a terminal that affect the encoding of frames.
type features struct {
	tier    cell.Tier
	sync    bool // synchronized output
	bleeds  bool // glyphs may reach into neighboring cells
	styled  bool // text may have underline styles and links
	scrolls bool // rows may be moved by scrolling
}

// setFeatures sets the features for the following frames.
func (w *writer) setFeatures(f features) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f.tier != w.features.tier {
		w.sharedShown = 0
	}
	w.features = f
	w.encoder.SetTier(f.tier)
	w.encoder.SetBleed(f.bleeds)
	w.encoder.SetUnderlines(f.styled)
	w.encoder.SetLinks(f.styled)
	w.encoder.SetScroll(f.scrolls)
}

// forgetFirstRow marks the contents of the first row as unknown.
func (w *writer) forgetFirstRow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sharedShown != 0 {
		w.forgetAll()
	}
	w.encoder.ForgetRow(0)
}

// enqueue queues a sequence. The caller holds mu.
func (w *writer) enqueue(s string) {
	if s != "" {
		w.buffer = append(w.buffer, s...)
		w.queuedBytes += len(s)
		w.Wake()
	}
}

// writeRaw queues a sequence that may change the cursor and the colors. It returns the total number of bytes queued
// before the sequence.
func (w *writer) writeRaw(s string) (before int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before = w.queuedBytes
	w.encoder.ForgetCursor()
	w.enqueue(s)
	return before
}

// writeKeepingCursor queues a sequence that changes neither the position of the cursor nor the colors. cursor reports
// whether the cursor is visible afterwards.
func (w *writer) writeKeepingCursor(s string, cursor bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cursorVisible = cursor
	w.enqueue(s)
}

// bell rings the bell, unless other bytes are queued, because a late bell would be misleading.
func (w *writer) bell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.buffer) == 0 {
		w.enqueue("\a")
	}
}

// queueFull reports whether at least maxQueued bytes are queued.
func (w *writer) queueFull() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.buffer) >= maxQueued
}

// incomplete returns the number of cells that frames have omitted, and the time of the first incomplete frame.
func (w *writer) incomplete() (cells int, since time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	cells, at := w.encoder.Pending()
	return cells, time.Duration(at)
}

// progress returns the total number of bytes queued and the total number that the terminal has accepted.
func (w *writer) progress() (queued, sent int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.queuedBytes, w.sentBytes
}

// ready reports whether everything was sent. If a frame was dropped, ready makes the next frame complete.
func (w *writer) ready() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || len(w.buffer) > 0 || !w.Idle() {
		return false
	}
	if w.frameDropped {
		w.frameDropped = false
		w.forgetAll()
	}
	return true
}

// flush waits until everything was sent, but at most for limit, and reports whether everything was sent.
func (w *writer) flush(limit time.Duration) bool {
	idle := w.Flush(limit)
	w.mu.Lock()
	defer w.mu.Unlock()
	return idle && len(w.buffer) == 0
}

// giveUp ends the goroutine and discards queued bytes. It reports whether the goroutine has ended, because a write to
// some terminals can block forever.
func (w *writer) giveUp() bool {
	w.mu.Lock()
	w.closed, w.buffer = true, nil
	w.mu.Unlock()
	w.to.Stop()
	if !w.Close(flushLimit / 4) {
		return false
	}
	w.to.Close()
	return true
}

// ended reports whether the writer has stopped sending.
func (w *writer) ended() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.closed
}

// step sends the queued bytes and reports whether it sent any. After giveUp or the loss of the terminal, it does not
// send.
func (w *writer) step() bool {
	w.mu.Lock()
	w.buffer, w.sending = w.sending[:0], w.buffer
	failed := w.closed
	w.mu.Unlock()
	if failed || len(w.sending) == 0 {
		return false
	}

	err := w.send(w.sending)
	w.sending = reusable(w.sending)
	if err != nil {
		w.mu.Lock()
		w.closed = true
		w.mu.Unlock()
		if !errors.Is(err, ErrStopped) {
			w.onGone()
		}
		return false
	}
	return true
}

// maxWriteBytes is the maximum number of bytes in one write. It is the size of a tty's buffer.
const maxWriteBytes = 4096

// send writes all of p and counts the accepted bytes.
func (w *writer) send(p []byte) error {
	for len(p) > 0 {
		n, err := w.to.Write(p[:min(len(p), maxWriteBytes)])
		w.mu.Lock()
		w.sentBytes += n
		w.mu.Unlock()
		if err != nil {
			return err
		}
		p = p[n:]
	}
	return nil
}
