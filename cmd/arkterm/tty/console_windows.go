package tty

import (
	"fmt"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/screen"
)

// Console functions that golang.org/x/sys/windows does not provide.
var (
	kernel32         = windows.NewLazySystemDLL("kernel32.dll")
	readConsoleInput = kernel32.NewProc("ReadConsoleInputW")
	getConsoleTitle  = kernel32.NewProc("GetConsoleTitleW")
	setConsoleTitle  = kernel32.NewProc("SetConsoleTitleW")
)

// Modes of the console between Enter and Leave. Input is read as records and not as sequences
// (ENABLE_VIRTUAL_TERMINAL_INPUT), because records include key releases in every version of Windows, and
// win32-input-mode needs Windows 11. Quick edit is off, because otherwise a click would stop the output.
const (
	inputMode  = windows.ENABLE_WINDOW_INPUT | windows.ENABLE_MOUSE_INPUT | windows.ENABLE_EXTENDED_FLAGS
	outputMode = windows.ENABLE_PROCESSED_OUTPUT | windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING |
		windows.DISABLE_NEWLINE_AUTO_RETURN
)

// hasInputRecords reports whether input arrives as console records. They always contain key releases, and mouse
// positions in cells. A terminal reports these only in certain modes.
const hasInputRecords = true

// A tty is the console of this process. It implements [screen.Transport]. Leave restores the modes and the title that
// Enter found.
type tty struct {
	in, out     windows.Handle
	originalOut windows.Handle // the original screen buffer of a legacy console, if out is another buffer; otherwise 0
	monitor     *monitor
	resized     func() // called when the size may have changed; may be nil

	foundIn, foundOut uint32      // original modes of in and out
	title             [512]uint16 // original title; "" if there was none
}

// openTTY opens the console of this process without changing it.
func openTTY() (*tty, error) {
	for _, std := range []struct {
		handle uint32
		name   string
	}{{windows.STD_INPUT_HANDLE, "stdin"}, {windows.STD_OUTPUT_HANDLE, "stdout"}} {
		var mode uint32
		h, err := windows.GetStdHandle(std.handle)
		if err != nil || windows.GetConsoleMode(h, &mode) != nil {
			return nil, cli.Errorf(cli.ExitTerminal, "%s is not a console; "+
				"run arkterm without a pipe or redirection, or in Git Bash as: winpty arkterm", std.name)
		}
	}

	// The standard handles may lack access rights.
	t := &tty{}
	var err error
	if t.in, err = openConsole("CONIN$"); err != nil {
		return nil, err
	}
	if t.out, err = openConsole("CONOUT$"); err != nil {
		t.close()
		return nil, err
	}
	if supportsSequences(t.out) {
		return t, nil
	}
	t.originalOut = t.out
	if t.out, err = newScreenBuffer(); err != nil {
		t.close()
		return nil, cli.Errorf(cli.ExitTerminal,
			"create a screen buffer for a console without escape sequences: %w", err)
	}
	return t, nil
}

// openConsole opens CONIN$ or CONOUT$.
func openConsole(name string) (windows.Handle, error) {
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return 0, err
	}
	h, err := windows.CreateFile(path, windows.GENERIC_READ|windows.GENERIC_WRITE,
		windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE, nil, windows.OPEN_EXISTING, 0, 0)
	if err != nil {
		return 0, cli.Errorf(cli.ExitTerminal, "open the console's %s: %w", name, err)
	}
	return h, nil
}

// close closes the handles opened by openTTY.
func (t *tty) close() {
	for _, h := range []windows.Handle{t.in, t.out, t.originalOut} {
		if h != 0 {
			_ = windows.CloseHandle(h)
		}
	}
}

func (t *tty) Enter(string) error {
	if err := windows.GetConsoleMode(t.in, &t.foundIn); err != nil {
		return cli.Errorf(cli.ExitTerminal, "read the console's mode: %w", err)
	}
	if err := windows.GetConsoleMode(t.out, &t.foundOut); err != nil {
		return cli.Errorf(cli.ExitTerminal, "read the console's mode: %w", err)
	}
	// Save the title, because the console has no stack of titles.
	_, _, _ = getConsoleTitle.Call(uintptr(unsafe.Pointer(&t.title[0])), uintptr(len(t.title)-1))
	return t.setModes()
}

// setModes sets the modes of the console, or shows the second screen buffer of a legacy console.
func (t *tty) setModes() error {
	if t.originalOut != 0 {
		showBuffer(t.out)
	} else if err := windows.SetConsoleMode(t.out, outputMode); err != nil {
		return cli.Errorf(cli.ExitTerminal, "set the console's mode: %w", err)
	}
	if err := windows.SetConsoleMode(t.in, inputMode); err != nil {
		_ = windows.SetConsoleMode(t.out, t.foundOut)
		return cli.Errorf(cli.ExitTerminal, "set the console's mode: %w", err)
	}
	return nil
}

func (t *tty) Renew(string) { _ = t.setModes() }

func (t *tty) Leave() {
	_ = windows.FlushConsoleInputBuffer(t.in)
	// Without ENABLE_EXTENDED_FLAGS, quick edit would not be restored.
	_ = windows.SetConsoleMode(t.in, t.foundIn|windows.ENABLE_EXTENDED_FLAGS)
	_ = windows.SetConsoleMode(t.out, t.foundOut)
	if t.originalOut != 0 {
		showBuffer(t.originalOut)
	}
	if t.title[0] != 0 {
		_, _, _ = setConsoleTitle.Call(uintptr(unsafe.Pointer(&t.title[0])))
	}
}

// forceLimit is the maximum duration of Force.
const forceLimit = 100 * time.Millisecond

// Force writes in a goroutine, because a write blocks while the user selects text.
func (t *tty) Force(sequence string) {
	if t.originalOut != 0 {
		return // Leave shows the original screen buffer
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		w := consoleWriter{out: t.out}
		_, _ = w.Write([]byte(sequence))
	}()
	select {
	case <-done:
	case <-time.After(forceLimit):
	}
}

func (t *tty) Size() screen.Size {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(t.out, &info) != nil {
		return screen.Size{}
	}
	w := info.Window
	return screen.Size{Cols: int(w.Right-w.Left) + 1, Rows: int(w.Bottom-w.Top) + 1}
}

func (t *tty) Reader() (screen.Reader, error) {
	stop, err := windows.CreateEvent(nil, 1, 0, nil)
	if err != nil {
		return nil, fmt.Errorf("create an event to stop console input: %w", err)
	}
	return &consoleReader{tty: t, stop: stop, pending: []byte(keyReleaseReply)}, nil
}

func (t *tty) Writer() (screen.Writer, error) {
	return &consoleWriter{out: t.out}, nil
}

// A consoleReader reads input records and returns them as the bytes that a terminal would send; see recordDecoder.
type consoleReader struct {
	tty     *tty
	stop    windows.Handle // event that Stop signals
	decoder recordDecoder
	records [16]record
	pending []byte // converted bytes that Read has not returned yet
}

// Read waits for at least one byte and reads the available bytes. Some records are converted to no bytes, so Read may
// wait several times. limit applies to the total time.
func (r *consoleReader) Read(p []byte, limit time.Duration) (int, error) {
	begun := time.Now()
	for len(r.pending) == 0 {
		wait := uint32(windows.INFINITE)
		if limit > 0 {
			remaining := max(limit-time.Since(begun), 0)
			wait = uint32((remaining + time.Millisecond - 1) / time.Millisecond)
		}
		handles := [...]windows.Handle{r.stop, r.tty.in}
		switch woken, err := windows.WaitForMultipleObjects(handles[:], false, wait); {
		case err != nil:
			return 0, err
		case woken == windows.WAIT_OBJECT_0:
			return 0, screen.ErrStopped
		case woken == uint32(windows.WAIT_TIMEOUT):
			return 0, screen.ErrTimeout
		}
		if err := r.read(); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.pending)
	r.pending = append(r.pending[:0], r.pending[n:]...)
	return n, nil
}

// read reads and converts the available records.
func (r *consoleReader) read() error {
	var ready, n uint32
	if err := windows.GetNumberOfConsoleInputEvents(r.tty.in, &ready); err != nil || ready == 0 {
		return err // nil if another process has read the records
	}
	ok, _, err := readConsoleInput.Call(uintptr(r.tty.in),
		uintptr(unsafe.Pointer(&r.records)), uintptr(len(r.records)), uintptr(unsafe.Pointer(&n)))
	if ok == 0 {
		return err
	}

	left, top := 0, 0
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(r.tty.out, &info) == nil {
		left, top = int(info.Window.Left), int(info.Window.Top)
	}
	for _, record := range r.records[:n] {
		if record.Type == sizeRecord && r.tty.resized != nil {
			r.tty.resized()
		}
		r.pending = r.decoder.Append(r.pending, record, left, top)
	}
	return nil
}

// Stop unblocks a waiting Read. That call and all later calls of Read return ErrStopped.
func (r *consoleReader) Stop() { _ = windows.SetEvent(r.stop) }

// Close closes the event. The console stays open.
func (r *consoleReader) Close() { _ = windows.CloseHandle(r.stop) }

// A consoleWriter writes to the console. A write blocks while the user selects text.
type consoleWriter struct {
	out   windows.Handle
	units []uint16 // buffer for the converted text

	stopped atomic.Bool
}

// Write writes p, except for an incomplete character at its end.
func (w *consoleWriter) Write(p []byte) (int, error) {
	if w.stopped.Load() {
		return 0, screen.ErrStopped
	}
	units, used := appendUTF16(w.units[:0], p)
	w.units = units
	for len(units) > 0 {
		var n uint32
		if err := windows.WriteConsole(w.out, &units[0], uint32(len(units)), &n, nil); err != nil {
			return 0, err
		}
		units = units[n:]
	}
	return used, nil
}

// Stop makes all later calls of Write return ErrStopped.
func (w *consoleWriter) Stop() { w.stopped.Store(true) }

// Close does nothing. The console stays open.
func (w *consoleWriter) Close() {}
