package tty

import (
	"unsafe"

	"golang.org/x/sys/windows"

	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/tty/console"
)

// A console may know no sequences: the legacy one, which Windows still has for programs that need it, does not let them
// be switched on, and wine's shows them as text. There cells are written, into a screen buffer of the game's own.

var (
	createScreenBuffer = kernel32.NewProc("CreateConsoleScreenBuffer")
	showScreenBuffer   = kernel32.NewProc("SetConsoleActiveScreenBuffer")
	writeConsoleOutput = kernel32.NewProc("WriteConsoleOutputW")
	setCursorInfo      = kernel32.NewProc("SetConsoleCursorInfo")
)

// knowsSequences reports whether the console understands what is written to out: after a sequence that does nothing
// the cursor is where it was.
func knowsSequences(out windows.Handle) bool {
	var mode uint32
	if windows.GetConsoleMode(out, &mode) != nil || windows.SetConsoleMode(out, outputMode) != nil {
		return false
	}
	defer func() { _ = windows.SetConsoleMode(out, mode) }()

	var before, after windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(out, &before) != nil {
		return true
	}
	w := consoleWriter{out: out}
	_, _ = w.Write([]byte("\x1b[m"))
	if windows.GetConsoleScreenBufferInfo(out, &after) != nil || after.CursorPosition == before.CursorPosition {
		return true
	}
	_ = windows.SetConsoleCursorPosition(out, before.CursorPosition)
	_, _ = w.Write([]byte("   "))
	_ = windows.SetConsoleCursorPosition(out, before.CursorPosition)
	return false
}

// newScreenBuffer returns a screen buffer that is not shown yet.
func newScreenBuffer() (windows.Handle, error) {
	const textMode = 1
	h, _, err := createScreenBuffer.Call(windows.GENERIC_READ|windows.GENERIC_WRITE,
		windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE, 0, textMode, 0)
	if windows.Handle(h) == windows.InvalidHandle {
		return 0, err
	}
	return windows.Handle(h), nil
}

// show shows a screen buffer.
func show(buffer windows.Handle) { _, _, _ = showScreenBuffer.Call(uintptr(buffer)) }

// A legacyWriter shows what is written to it as cells.
type legacyWriter struct {
	consoleWriter
	tty    *tty
	screen *console.Screen
	hidden bool // the cursor is
}

func newLegacyWriter(t *tty) *legacyWriter {
	return &legacyWriter{consoleWriter: consoleWriter{out: t.out}, tty: t, screen: console.NewScreen(1, 1)}
}

// mostCells is how many are written at once: the console takes 64 KB.
const mostCells = 8000

// Write takes all of p.
func (w *legacyWriter) Write(p []byte) (int, error) {
	if w.stopped.Load() {
		return 0, screen.ErrStopped
	}
	cols, rows := w.tty.Size().Clamped()
	w.screen.Resize(cols, rows)
	n, _ := w.screen.Write(p)

	first, end := w.screen.Changed()
	for most := max(mostCells/cols, 1); first < end; first += most {
		if err := w.cells(first, min(first+most, end)); err != nil {
			return 0, err
		}
	}
	w.cursor()
	return n, nil
}

// cells writes rows.
func (w *legacyWriter) cells(first, end int) error {
	width := w.screen.W
	cells := w.screen.Cells[first*width : end*width]
	to := windows.SmallRect{Top: int16(first), Right: int16(width - 1), Bottom: int16(end - 1)}
	size := uintptr(uint16(width)) | uintptr(uint16(end-first))<<16
	if ok, _, err := writeConsoleOutput.Call(uintptr(w.out), uintptr(unsafe.Pointer(&cells[0])), size, 0, uintptr(unsafe.Pointer(&to))); ok == 0 {
		return err
	}
	return nil
}

// cursor shows the cursor at its place, or hides it.
func (w *legacyWriter) cursor() {
	if w.hidden != w.screen.Hidden {
		w.hidden = w.screen.Hidden
		info := struct{ percent, visible uint32 }{25, 1}
		if w.hidden {
			info.visible = 0
		}
		_, _, _ = setCursorInfo.Call(uintptr(w.out), uintptr(unsafe.Pointer(&info)))
	}
	if !w.hidden {
		_ = windows.SetConsoleCursorPosition(w.out, windows.Coord{X: int16(w.screen.Col), Y: int16(w.screen.Row)})
	}
}
