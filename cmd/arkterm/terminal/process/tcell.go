package process

import (
	"io"
	"os"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"

	"arkterm/cmd/arkterm/terminal"
)

// A driver is the tcell screen that leads this process's terminal through its life: tcell calls
// Start and Stop for Init, Suspend, Resume and Fini, and reads in a goroutine of its own. It
// neither draws nor decodes. Its Show makes several strings for each cell, 400 in a frame of 30
// balls, and looks at every cell, where the terminal's own encoder makes nothing and sends what
// differs; and it knows neither when keys go up nor what a terminal replies.
//
// This file is all that knows tcell.
type driver struct {
	screen tcell.Screen
	pumped chan struct{} // closed when nobody takes tcell's events any more
}

// closeLimit is how long tcell may take to end its goroutines. They end at once unless
// it has panicked with its lock held.
const closeLimit = 100 * time.Millisecond

// startDriver takes the terminal. guard is deferred in its goroutine.
func startDriver(t *terminal.Terminal, guard func()) (*driver, error) {
	screen, err := tcell.NewTerminfoScreenFromTtyTerminfo(driven{t}, newTerminfo())
	if err != nil {
		return nil, err
	}
	// What tcell would take from the environment: as many cells as these say, and an encoding for
	// what it draws, without which it does not begin. It draws nothing.
	_ = os.Unsetenv("LINES")
	_ = os.Unsetenv("COLUMNS")
	tcell.SetEncodingFallback(tcell.EncodingFallbackUTF8)
	if err := screen.Init(); err != nil {
		return nil, err
	}
	d := &driver{screen: screen, pumped: make(chan struct{})}
	go func() {
		defer guard()
		defer close(d.pumped)
		for screen.PollEvent() != nil { // which mean nothing: tcell cannot end while nobody takes them
		}
	}()
	return d, nil
}

// suspend and resume give the terminal back for a while.
func (d *driver) suspend() error { return d.screen.Suspend() }
func (d *driver) resume() error  { return d.screen.Resume() }

// close ends tcell's goroutines, within closeLimit. guard is deferred in one that sees to it.
func (d *driver) close(guard func()) {
	if d == nil {
		return
	}
	done := make(chan struct{})
	go func() {
		defer guard()
		defer close(done)
		d.screen.Fini()
		<-d.pumped
	}()
	select {
	case <-done:
	case <-time.After(closeLimit):
	}
}

// newTerminfo returns what tcell is told of the terminal: nothing, so that it sends nothing. TERM is
// not looked up; for terminals that tcell calls xterm it would switch on modes of its own. tcell
// keeps the pointer and writes to it: each screen gets its own.
func newTerminfo() *terminfo.Terminfo {
	return &terminfo.Terminfo{Name: "arkterm", Columns: terminal.DefaultCols, Lines: terminal.DefaultRows}
}

// A driven is the terminal as tcell sees it: a [tcell.Tty].
type driven struct{ *terminal.Terminal }

// Stop is called for Fini and Suspend.
func (d driven) Stop() error {
	d.Terminal.Stop()
	return nil
}

// Drain makes Read return: tcell calls it before it waits for its reader.
func (d driven) Drain() error {
	d.StopListening()
	return nil
}

// Read is called from a goroutine of tcell's. It never returns any bytes.
func (d driven) Read([]byte) (int, error) {
	d.Listen()
	return 0, io.EOF
}

// Write sends nothing: all that is written to the terminal goes through its own writer.
func (d driven) Write(p []byte) (int, error) { return len(p), nil }

// Close does nothing: whoever has opened the terminal closes it.
func (d driven) Close() error { return nil }

// NotifyResize ignores tcell's wish to be told.
func (d driven) NotifyResize(func()) {}

// WindowSize returns the terminal's size.
func (d driven) WindowSize() (tcell.WindowSize, error) {
	cols, rows := d.Size()
	return tcell.WindowSize{Width: cols, Height: rows}, nil
}
