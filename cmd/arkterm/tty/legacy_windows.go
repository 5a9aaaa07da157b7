package tty

import (
	"slices"
	"unsafe"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/windows"
)

// This file draws on consoles that do not understand escape sequences. The legacy console of Windows rejects the mode
// for them, and the console of wine shows them as text.

var (
	createScreenBuffer = kernel32.NewProc("CreateConsoleScreenBuffer")
	showScreenBuffer   = kernel32.NewProc("SetConsoleActiveScreenBuffer")
	writeConsoleOutput = kernel32.NewProc("WriteConsoleOutputW")
	setCursorInfo      = kernel32.NewProc("SetConsoleCursorInfo")
)

// supportsSequences reports whether the console understands escape sequences. It writes a sequence without an effect to
// out. If the cursor moves, the console has shown the sequence as text.
func supportsSequences(out windows.Handle) bool {
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

// newScreenBuffer creates a screen buffer without showing it.
func newScreenBuffer() (windows.Handle, error) {
	const textMode = 1
	h, _, err := createScreenBuffer.Call(windows.GENERIC_READ|windows.GENERIC_WRITE,
		windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE, 0, textMode, 0)
	if windows.Handle(h) == windows.InvalidHandle {
		return 0, err
	}
	return windows.Handle(h), nil
}

// showBuffer makes the console show a screen buffer.
func showBuffer(buffer windows.Handle) { _, _, _ = showScreenBuffer.Call(uintptr(buffer)) }

// A legacyScreen is a tcell screen on a console that does not understand escape sequences. tcell's own console screen
// needs them. The SimulationScreen holds the cells, and Show writes them into a screen buffer of this program.
type legacyScreen struct {
	tcell.SimulationScreen
	tty   tcell.Tty
	out   windows.Handle
	shown []consoleCell // cells as of the last Show
	cells []consoleCell // buffer for the cells of the next Show
}

// newLegacyScreen returns a screen for a console without escape sequences, or nil for other consoles.
func (t *tty) newLegacyScreen(shared tcell.Tty) tcell.Screen {
	if t.originalOut == 0 {
		return nil
	}
	return &legacyScreen{SimulationScreen: tcell.NewSimulationScreen(""), tty: shared, out: t.out}
}

func (s *legacyScreen) Init() error {
	if err := s.SimulationScreen.Init(); err != nil {
		return err
	}
	s.tty.NotifyResize(s.resize)
	return s.Resume()
}

func (s *legacyScreen) Resume() error {
	if err := s.tty.Start(); err != nil {
		return err
	}
	s.resize()
	hidden := struct{ percent, visible uint32 }{percent: 25}
	_, _, _ = setCursorInfo.Call(uintptr(s.out), uintptr(unsafe.Pointer(&hidden)))
	return nil
}

func (s *legacyScreen) Suspend() error { return s.tty.Stop() }

func (s *legacyScreen) Fini() {
	_ = s.tty.Stop()
	s.SimulationScreen.Fini()
}

// Colors returns the number of colors of the console.
func (s *legacyScreen) Colors() int { return 16 }

// resize sets the size to the console's size and queues an event, without waiting.
func (s *legacyScreen) resize() {
	size, _ := s.tty.WindowSize()
	s.SetSize(size.Width, size.Height)
	_ = s.PostEvent(tcell.NewEventResize(size.Width, size.Height))
}

// maxCells limits the number of cells per write. The console accepts up to 64 KB.
const maxCells = 8000

// Show writes the rows that have changed since the last Show.
func (s *legacyScreen) Show() {
	cols, rows := s.Size()
	s.cells = appendCells(s.cells[:0], s)
	if len(s.cells) != cols*rows || cols == 0 {
		return // the size has just changed
	}
	if len(s.shown) != len(s.cells) {
		s.shown = make([]consoleCell, len(s.cells))
	}
	for y := 0; y < rows; {
		end := y
		changed := func(y int) bool { return !slices.Equal(s.cells[y*cols:][:cols], s.shown[y*cols:][:cols]) }
		for end < rows && (end-y)*cols < maxCells && changed(end) {
			end++
		}
		if end == y {
			y++
			continue
		}
		part := s.cells[y*cols : end*cols]
		to := windows.SmallRect{Top: int16(y), Right: int16(cols - 1), Bottom: int16(end - 1)}
		size := uintptr(uint16(cols)) | uintptr(uint16(end-y))<<16
		_, _, _ = writeConsoleOutput.Call(uintptr(s.out),
			uintptr(unsafe.Pointer(&part[0])), size, 0, uintptr(unsafe.Pointer(&to)))
		y = end
	}
	s.shown, s.cells = s.cells, s.shown
}
