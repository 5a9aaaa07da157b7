package arcade

import (
	"errors"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/arcadeui"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/screen"
)

// errFull is the message for visitors while the server has no memory for another game or for a request that takes as much.
var errFull = errors.New("the arcade is full; please try again in a few minutes")

// The memory of a session, in bytes per cell of its window, and in bytes for everything else. A test compares both with
// measurements. They include the garbage that the runtime has not collected yet, which is two fifths of the memory in use, and one frame that
// waits for a client. The part without cells is twice the memory in use, because it also covers a game with many balls and the
// fewest copies of a recorded game.
const (
	sessionBytes = 640 << 10
	cellBytes    = 256
)

// houseBytes is for everything that is not part of a session: the levels, buffers for drawing frames, the database, the page. It
// is at most a quarter of the memory for sessions.
const baseBytes = 64 << 20

// The size of a window for which a visitor is admitted as long as there is any memory. Larger windows share three quarters of
// the memory, so that a few large windows cannot keep others out.
const defaultCols, defaultRows = 80, 24

// refundTime is how long memory still counts after a window has become smaller. Its session needs a moment to free it.
const releaseDelay = 2 * time.Second

// The memory for copies of a recorded game, in bytes per session. More copies make jumps faster.
const (
	minCopies   = 256 << 10 // included in sessionBytes
	maxCopies   = 8 << 20
	copiesShare = 16 // of the free memory
)

// charge returns the memory that a session with a window of cols×rows cells may need.
func memoryFor(cols, rows int) int64 { return sessionBytes + cellBytes*int64(cols)*int64(rows) }

// An account holds the memory that is reserved for sessions, whether or not they have allocated it yet.
type memoryAccount struct {
	mu       sync.Mutex
	reserved int64
	cropped  atomic.Int64 // window sizes for which there was too little memory
}

// visitorsMemory returns how much memory sessions may reserve together.
func (a *Arcade) sessionMemory() int64 {
	all := a.Memory / 5 * 4
	return all - min(baseBytes, all/5)
}

// reserve reserves n more bytes, of the first share percent of the memory, and reports whether they were available.
func (a *Arcade) reserve(n int64, share int64) bool {
	a.memory.mu.Lock()
	defer a.memory.mu.Unlock()
	if n > 0 && a.Memory > 0 && (a.memory.reserved+n > a.sessionMemory()/100*share || a.isFull()) {
		return false
	}
	a.memory.reserved += n
	return true
}

// reservedMemory returns how much memory is reserved.
func (a *Arcade) reservedMemory() int64 {
	a.memory.mu.Lock()
	defer a.memory.mu.Unlock()
	return a.memory.reserved
}

// full reports whether the server has no memory for another game. A fifth of its memory is left for games in progress and for
// garbage that has not been collected yet.
func (a *Arcade) isFull() bool { return a.Memory > 0 && a.memoryUsed() >= a.Memory/5*4 }

// A window is a visitor's terminal at the size that there is memory for. It is a [screen.Transport].
type window struct {
	*sshd.Terminal
	arcade *Arcade
	copies int64 // bytes reserved for copies of a recorded game, beyond minCopies; belongs to the session's goroutine

	mu         sync.Mutex
	cols, rows int    // the largest frame for which memory is reserved
	reserved   int64  // bytes for it
	refused    [2]int // the window's size that was refused last; zero if none
	closed     bool
}

// admit reserves the memory for a visitor's window, or for a part of it; ok is false if there is too little even for that.
func (a *Arcade) admit(seat *sshd.Terminal) (w *window, ok bool) {
	w = &window{Terminal: seat, arcade: a}
	w.fit()
	return w, w.reserved > 0
}

// fit reserves memory for the window's present size, and reports whether the size of the frame may have changed. If there is too
// little memory, the frame keeps its size, within the window. A smaller window always fits.
func (w *window) fit() (changed bool) {
	cols, rows := w.Terminal.Size().Clamped()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	was := [2]int{w.cols, w.rows}
	if !w.tryReserve(cols, rows) {
		if size := [2]int{cols, rows}; size != w.refused {
			w.refused = size
			w.arcade.memory.cropped.Add(1)
		}
		keptCols, keptRows := min(w.cols, cols), min(w.rows, rows)
		usualCols, usualRows := min(defaultCols, cols), min(defaultRows, rows)
		if keptCols*keptRows >= usualCols*usualRows || !w.tryReserve(usualCols, usualRows) {
			w.tryReserve(keptCols, keptRows)
		}
	}
	return was != [2]int{w.cols, w.rows}
}

// take changes the reservation to a frame of cols×rows, and reports whether there was memory for it. mu is held.
func (w *window) tryReserve(cols, rows int) bool {
	if cols*rows == 0 {
		return false
	}
	n, share := memoryFor(cols, rows), int64(100)
	if cols*rows > defaultCols*defaultRows {
		share = 75
	}
	if more := n - w.reserved; more < 0 {
		time.AfterFunc(releaseDelay, func() { w.arcade.reserve(more, share) })
	} else if !w.arcade.reserve(more, share) {
		return false
	}
	w.cols, w.rows, w.reserved = cols, rows, n
	return true
}

// close gives all memory back.
func (w *window) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.returnCopies()
	w.arcade.reserve(-w.reserved, 0)
	w.reserved = 0
}

// Size returns the size of the window, or the part of it for which memory is reserved.
func (w *window) Size() screen.Size {
	size := w.Terminal.Size()
	w.mu.Lock()
	defer w.mu.Unlock()
	return size.Cropped(w.cols, w.rows)
}

// Margin clears a window that is larger than its frame, and writes the reason below the frame or to the right of it.
func (w *window) Margin() string {
	cols, rows := w.Terminal.Size().Clamped()
	w.mu.Lock()
	defer w.mu.Unlock()
	return arcadeui.Margin(cols, rows, w.cols, w.rows)
}

// lend returns how many bytes the copies of a recorded game may take, and reserves them until repay.
func (w *window) lendCopies() (bytes int) {
	if w.arcade.Memory == 0 {
		return 0
	}
	w.returnCopies()
	n := min(maxCopies, max(0, w.arcade.sessionMemory()-w.arcade.reservedMemory())/copiesShare)
	if more := n - minCopies; more > 0 && w.arcade.reserve(more, 100) {
		w.copies = more
		return int(n)
	}
	return minCopies
}

// repay gives back the memory for the copies of a recorded game that is closed.
func (w *window) returnCopies() {
	if w.copies > 0 {
		w.arcade.reserve(-w.copies, 0)
		w.copies = 0
	}
}

// memoryUsed returns how much memory the program uses, in bytes: what Go has from the system, but what it holds ready for later.
func measureMemory() int64 {
	samples := [...]metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples[:])
	total, free, released := samples[0].Value.Uint64(), samples[1].Value.Uint64(), samples[2].Value.Uint64()
	return int64(total - free - released)
}
