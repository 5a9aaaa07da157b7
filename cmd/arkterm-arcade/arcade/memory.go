package arcade

import (
	"errors"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/arcadeui"
	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/screen"
)

// errFull is the error for a visitor or a command that needs more memory than the server has.
var errFull = errors.New("the arcade is full; please try again in a few minutes")

// The memory that is reserved for a session: cellBytes for each cell of its window, and sessionBytes for everything
// else. TestReservedMemoryIsEnough compares both numbers with measurements. They include uncollected garbage, which is
// up to 35 % of the live memory, and one frame that has not been sent yet. sessionBytes is twice the measured memory,
// because games with many balls need more memory, and because it includes minCopiesBytes.
const (
	sessionBytes = 640 << 10
	cellBytes    = 256
)

// baseBytes is the memory for everything outside of sessions, for example levels, the database and the web page. If a
// fifth of the usable memory is less than baseBytes, sessionMemory subtracts only this fifth.
const baseBytes = 64 << 20

// defaultCols×defaultRows is the size up to which windows may use all memory for sessions. Larger windows may use only
// three quarters of it, so that a few large windows do not prevent other visitors from playing.
const defaultCols, defaultRows = 80, 24

// customerDivisor limits the windows of one network to 1/customerDivisor of the memory for sessions. The limit does not
// apply to windows of up to defaultCols×defaultRows.
const customerDivisor = 4

// releaseDelay is the time for which memory stays reserved after a window has become smaller. The session does not free
// it immediately.
const releaseDelay = 2 * time.Second

// Memory for copies of the states of a recorded game, in bytes per session. With more copies, jumps in the recording
// are faster.
const (
	minCopiesBytes = 256 << 10 // included in sessionBytes
	maxCopiesBytes = 8 << 20
	copiesDivisor  = 16 // a session reserves at most 1/copiesDivisor of the free memory for copies
)

// maxMemory is more than the memory of any machine, in bytes.
const maxMemory = 1 << 50

// memoryForWindow returns the memory that a session with a window of cols×rows cells may need.
func memoryForWindow(cols, rows int) int64 { return sessionBytes + cellBytes*int64(cols)*int64(rows) }

// A memoryAccount tracks the memory that is reserved for sessions, whether or not they have allocated it yet.
type memoryAccount struct {
	mu         sync.Mutex
	reserved   int64        // reserved bytes
	newerShare atomic.Int64 // part of the memory limit that a newer server may use, in bytes
	numCropped atomic.Int64 // number of times that there was too little memory for the size of a window
}

// memoryShare returns the part of the memory limit that this server may use. During an upgrade, the rest is for older
// and newer servers.
func (a *Arcade) memoryShare() int64 {
	return a.MemoryLimit - a.older.memoryShare.Load() - a.memory.newerShare.Load()
}

// yieldMemory gives a part of the memory limit to a newer server. This server keeps the memory that is reserved for
// its sessions, but at least a quarter of the limit. yieldMemory returns the number of bytes that this server and older
// servers keep.
func (a *Arcade) yieldMemory() (kept int64) {
	kept = min(a.memoryShare(), max((a.reservedMemory()+baseBytes)/4*5, a.MemoryLimit/4))
	older := a.older.memoryShare.Load()
	a.memory.newerShare.Store(a.MemoryLimit - older - kept)
	return older + kept
}

// sessionMemory returns the total memory that sessions may reserve.
func (a *Arcade) sessionMemory() int64 {
	all := max(0, a.memoryShare()) / 5 * 4
	return all - min(baseBytes, all/5)
}

// reserve reserves n more bytes and reports whether this was possible. It reserves nothing if more than the given
// percentage of sessionMemory would be reserved, or if isFull returns true. A negative n releases memory.
func (a *Arcade) reserve(n int64, percent int64) bool {
	a.memory.mu.Lock()
	defer a.memory.mu.Unlock()
	if n > 0 && a.MemoryLimit > 0 && (a.memory.reserved+n > a.sessionMemory()/100*percent || a.isFull()) {
		return false
	}
	a.memory.reserved += n
	return true
}

// reservedMemory returns the reserved memory in bytes.
func (a *Arcade) reservedMemory() int64 {
	a.memory.mu.Lock()
	defer a.memory.mu.Unlock()
	return a.memory.reserved
}

// isFull reports whether the program uses at least four fifths of memoryShare. Another session must then not start,
// because the last fifth is for running sessions and for uncollected garbage.
func (a *Arcade) isFull() bool { return a.MemoryLimit > 0 && a.memoryUsed() >= a.memoryShare()/5*4 }

// A window is a visitor's terminal. It reserves memory for the size of its frame, which can be smaller than the
// terminal. It implements [screen.Transport].
type window struct {
	*sshd.Terminal
	admission *connlimit.Admission
	arcade    *Arcade
	// bytes reserved for copies of a recorded game beyond minCopiesBytes; used only by the session's goroutine
	copiesBytes int64

	mu          sync.Mutex
	cols, rows  int    // frame size for which memory is reserved
	reserved    int64  // reserved bytes
	refusedSize [2]int // last window size that fit could not reserve; zero if none
	closed      bool
}

// admitWindow reserves memory for a visitor's window, or for a part of it if there is too little memory for the whole
// window. ok is false if there is too little memory even for a part.
func (a *Arcade) admitWindow(conn *sshd.Conn) (w *window, ok bool) {
	w = &window{Terminal: conn.Terminal, admission: conn.Admission, arcade: a}
	w.fit()
	return w, w.reserved > 0
}

// fit reserves memory for the current size of the window, and reports whether the size of the frame has changed. If
// there is too little memory for the whole window, the frame is a part of it: the previous frame, or 80×24 cells if
// this is more. A smaller window never needs more memory.
func (w *window) fit() (changed bool) {
	cols, rows := w.Terminal.Size().Clamped()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	before := [2]int{w.cols, w.rows}
	if !w.tryReserve(cols, rows) {
		if size := [2]int{cols, rows}; size != w.refusedSize {
			w.refusedSize = size
			w.arcade.memory.numCropped.Add(1)
		}
		keptCols, keptRows := min(w.cols, cols), min(w.rows, rows)
		smallCols, smallRows := min(defaultCols, cols), min(defaultRows, rows)
		if keptCols*keptRows >= smallCols*smallRows || !w.tryReserve(smallCols, smallRows) {
			w.tryReserve(keptCols, keptRows)
		}
	}
	return before != [2]int{w.cols, w.rows}
}

// tryReserve changes the reservation to a frame of cols×rows cells, and reports whether there was enough memory. The
// caller must hold w.mu.
func (w *window) tryReserve(cols, rows int) bool {
	if cols*rows == 0 {
		return false
	}
	n, percent, limit := memoryForWindow(cols, rows), int64(100), int64(maxMemory)
	if cols*rows > defaultCols*defaultRows {
		percent = 75
		if w.arcade.MemoryLimit > 0 {
			limit = w.arcade.sessionMemory() / customerDivisor
		}
	}
	switch more := n - w.reserved; {
	case more < 0:
		time.AfterFunc(releaseDelay, func() { w.release(more) })
	case !w.admission.ReserveMemory(more, limit):
		return false
	case !w.arcade.reserve(more, percent):
		w.admission.ReserveMemory(-more, 0)
		return false
	}
	w.cols, w.rows, w.reserved = cols, rows, n
	return true
}

// release releases memory. n is negative.
func (w *window) release(n int64) {
	w.admission.ReserveMemory(n, 0)
	w.arcade.reserve(n, 0)
}

// close releases all memory.
func (w *window) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.releaseCopies()
	w.release(-w.reserved)
	w.reserved = 0
}

// Size returns the size of the frame: the window, or the part of it for which memory is reserved.
func (w *window) Size() screen.Size {
	size := w.Terminal.Size()
	w.mu.Lock()
	defer w.mu.Unlock()
	return size.Cropped(w.cols, w.rows)
}

// Margin returns output that clears the window, and that explains next to the frame why the frame is smaller than the
// window. It returns "" if the frame fills the window.
func (w *window) Margin() string {
	cols, rows := w.Terminal.Size().Clamped()
	w.mu.Lock()
	defer w.mu.Unlock()
	return arcadeui.Margin(cols, rows, w.cols, w.rows)
}

// reserveCopies reserves memory for the copies of a recorded game until releaseCopies. It returns the number of bytes
// for the copies; 0 means unlimited.
func (w *window) reserveCopies() (bytes int) {
	if w.arcade.MemoryLimit == 0 {
		return 0
	}
	w.releaseCopies()
	n := min(maxCopiesBytes, max(0, w.arcade.sessionMemory()-w.arcade.reservedMemory())/copiesDivisor)
	if more := n - minCopiesBytes; more > 0 && w.arcade.reserve(more, 100) {
		w.copiesBytes = more
		return int(n)
	}
	return minCopiesBytes
}

// releaseCopies releases the memory for copies after the recorded game is closed.
func (w *window) releaseCopies() {
	if w.copiesBytes > 0 {
		w.arcade.reserve(-w.copiesBytes, 0)
		w.copiesBytes = 0
	}
}

// measureMemory returns the memory that the program uses, in bytes: the memory that the Go runtime has obtained from
// the system, except unused heap memory.
func measureMemory() int64 {
	samples := [...]metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples[:])
	total, free, released := samples[0].Value.Uint64(), samples[1].Value.Uint64(), samples[2].Value.Uint64()
	return int64(total - free - released)
}
