package screen

import (
	"encoding/base64"
	"fmt"
	"io"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
	"arkterm/render/cell"
)

// This file has the methods of tcell.Screen that neither draw nor enter modes.

var _ tcell.Screen = (*Screen)(nil)

// Init takes the terminal and starts a goroutine that listens to it. The first event is a *tcell.EventResize.
func (t *Screen) Init() error {
	if err := t.Resume(); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changed()
	return nil
}

// Fini and Suspend are Close and Stop.
func (t *Screen) Fini() { _ = t.Close() }

func (t *Screen) Suspend() error {
	t.Stop()
	return nil
}

// Resume takes the terminal after Suspend, and starts a goroutine that listens to it.
func (t *Screen) Resume() error {
	if err := t.Start(); err != nil {
		return err
	}
	go t.Listen()
	return nil
}

// HasMouse and HasKey report whether the terminal may have a mouse or a key.
func (t *Screen) HasMouse() bool        { return !isLimited(t.options.Term) }
func (t *Screen) HasKey(tcell.Key) bool { return true }

// Colors returns the number of colors, 0 without colors.
func (t *Screen) Colors() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return [...]int{cell.Truecolor: 1 << 24, cell.Colors256: 256, cell.Colors16: 16, cell.Colors8: 8, cell.Mono: 0}[t.options.Tier]
}

// Resize does nothing; SetSize resizes the window.
func (t *Screen) Resize(int, int, int, int) {}

// SetSize requests a window of a size in cells. A resize event follows if it has changed.
func (t *Screen) SetSize(cols, rows int) { t.request(fmt.Sprintf("\x1b[8;%d;%dt", rows, cols), 0) }

// SetClipboard sets the clipboard of the terminal, which may refuse it.
func (t *Screen) SetClipboard(data []byte) {
	t.request("\x1b]52;c;"+base64.StdEncoding.EncodeToString(data)+"\x1b\\", 0)
}

// GetClipboard requests the clipboard of the terminal, up to 768 KiB. The reply is a *tcell.EventClipboard. There is none
// if the terminal refuses.
func (t *Screen) GetClipboard() { t.request("\x1b]52;c;?\x1b\\", input.ClipboardReply) }

// request sends a sequence to a terminal with more than basic sequences. It drops the sequence if the terminal does not
// read. If reply is not 0, a reply of that kind is due.
func (t *Screen) request(sequence string, reply input.ReplyKind) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken && !t.lines && t.goneErr == nil && !isBasic(t.options.Term) && !t.writer.full() {
		t.writer.raw(sequence)
		t.expectReply(reply)
		t.clipboardRequested = t.clipboardRequested || reply == input.ClipboardReply
	}
}

// Beep rings the bell. It returns Err.
func (t *Screen) Beep() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken && t.goneErr == nil {
		t.writer.bell()
	}
	return t.goneErr
}

// Tty returns the terminal for a program that draws graphics in a locked region.
func (t *Screen) Tty() (tcell.Tty, bool) { return passage{screen: t}, true }

// A passage writes to the terminal of a Screen. The Screen reads from it and owns it, so the other methods do nothing.
type passage struct {
	passiveTty
	screen *Screen
}

// Write queues b. It returns an error if the terminal does not read.
func (p passage) Write(b []byte) (int, error) {
	t := p.screen
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.goneErr != nil:
		return 0, t.goneErr
	case !t.taken || t.lines:
		return 0, ErrStopped
	case t.writer.full():
		return 0, fmt.Errorf("write %d bytes to the terminal: it has not read the previous %d MB", len(b), maxWaiting>>20)
	}
	t.writer.raw(string(b))
	return len(b), nil
}

func (p passage) WindowSize() (tcell.WindowSize, error) {
	return p.screen.transport.Size().Window(), nil
}
func (passage) Read([]byte) (int, error) { return 0, io.EOF }
