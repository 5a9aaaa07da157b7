package screen

import (
	"encoding/base64"
	"fmt"
	"io"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render/cell"
)

// This file contains the methods of tcell.Screen that do not draw or enter modes.

var _ tcell.Screen = (*Screen)(nil)

// Init takes over the terminal and starts a goroutine that reads from it. The first event is a *tcell.EventResize.
func (t *Screen) Init() error {
	if err := t.Resume(); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.queueResize()
	return nil
}

// Fini is the same as Close, and Suspend is the same as Stop.
func (t *Screen) Fini() { _ = t.Close() }

func (t *Screen) Suspend() error {
	t.Stop()
	return nil
}

// Resume takes over the terminal after Suspend and starts a goroutine that reads from it.
func (t *Screen) Resume() error {
	if err := t.Start(); err != nil {
		return err
	}
	go t.Listen()
	return nil
}

// HasMouse reports whether the terminal may have a mouse. HasKey always returns true.
func (t *Screen) HasMouse() bool        { return !isLimited(t.options.Term) }
func (t *Screen) HasKey(tcell.Key) bool { return true }

// Colors returns the number of colors, or 0 for a monochrome terminal.
func (t *Screen) Colors() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch t.options.Tier {
	case cell.Truecolor:
		return 1 << 24
	case cell.Colors256:
		return 256
	case cell.Colors16:
		return 16
	case cell.Colors8:
		return 8
	}
	return 0
}

// Resize does nothing; SetSize resizes the window.
func (t *Screen) Resize(int, int, int, int) {}

// SetSize requests a window size in cells. If the size changes, a resize event follows.
func (t *Screen) SetSize(cols, rows int) { t.request(fmt.Sprintf("\x1b[8;%d;%dt", rows, cols), 0) }

// SetClipboard sets the clipboard of the terminal, which may ignore the request.
func (t *Screen) SetClipboard(data []byte) {
	t.request("\x1b]52;c;"+base64.StdEncoding.EncodeToString(data)+"\x1b\\", 0)
}

// GetClipboard requests the clipboard of the terminal, up to 768 KiB. The reply is a *tcell.EventClipboard. If the
// terminal ignores the request, there is no event.
func (t *Screen) GetClipboard() { t.request("\x1b]52;c;?\x1b\\", input.ClipboardReply) }

// request sends a sequence to a terminal that supports more than basic sequences. It drops the sequence if the
// terminal does not read. reply is the kind of the expected reply, or 0 if there is none.
func (t *Screen) request(sequence string, reply input.ReplyKind) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.started && !t.lines && t.goneErr == nil && !isBasic(t.options.Term) && !t.writer.queueFull() {
		t.writer.writeRaw(sequence)
		t.expectReply(reply)
		t.clipboardRequested = t.clipboardRequested || reply == input.ClipboardReply
	}
}

// Beep rings the bell. It returns the same error as Err.
func (t *Screen) Beep() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.started && t.goneErr == nil {
		t.writer.bell()
	}
	return t.goneErr
}

// Tty returns a tcell.Tty for a program that draws graphics in a locked region.
func (t *Screen) Tty() (tcell.Tty, bool) { return ttyProxy{screen: t}, true }

// A ttyProxy writes to the terminal of a Screen. The Screen reads from the terminal and owns it, so the other methods
// do nothing.
type ttyProxy struct {
	passiveTty
	screen *Screen
}

// Write queues b. It returns an error if the terminal has stopped reading.
func (p ttyProxy) Write(b []byte) (int, error) {
	t := p.screen
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.goneErr != nil:
		return 0, t.goneErr
	case !t.started || t.lines:
		return 0, ErrStopped
	case t.writer.queueFull():
		return 0, fmt.Errorf("write %d bytes to the terminal: the previous %d MB were not read yet",
			len(b), maxQueued>>20)
	}
	t.writer.writeRaw(string(b))
	return len(b), nil
}

func (p ttyProxy) WindowSize() (tcell.WindowSize, error) {
	return p.screen.transport.Size().Window(), nil
}
func (ttyProxy) Read([]byte) (int, error) { return 0, io.EOF }
