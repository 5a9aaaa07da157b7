package tty

import (
	"io"
	"os"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"

	"arkterm/cmd/arkterm/screen"
)

// A driver is the tcell screen that takes and gives back this process's terminal: tcell calls Start and
// Stop for Init, Suspend, Resume and Fini, and reads in its own goroutine. It neither draws nor decodes.
// tcell's Show makes several strings for each cell, 400 in a frame of 30 balls, and visits every cell,
// where the terminal's own encoder allocates nothing and sends only changes; and tcell knows neither key
// releases nor the terminal's replies.
//
// Only this file uses tcell.
type driver struct {
	screen tcell.Screen
	pumped chan struct{} // closed when tcell's events are no longer read
}

// closeLimit is how long tcell may take to end its goroutines. They end at once unless it has panicked
// with its lock held.
const closeLimit = 100 * time.Millisecond

// startDriver takes the terminal. guard is deferred in its goroutine.
func startDriver(t *screen.Screen, guard func()) (*driver, error) {
	screen, err := tcell.NewTerminfoScreenFromTtyTerminfo(driven{t}, newTerminfo())
	if err != nil {
		return nil, err
	}
	// tcell would take its size from these variables, and does not start without an encoding for what it
	// draws. It draws nothing.
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
		for screen.PollEvent() != nil { // unused, but tcell cannot end unless they are read
		}
	}()
	return d, nil
}

// suspend gives the terminal back for a while, until resume.
func (d *driver) suspend() error { return d.screen.Suspend() }
func (d *driver) resume() error  { return d.screen.Resume() }

// close ends tcell's goroutines, within closeLimit. guard is deferred in the goroutine that waits for
// them.
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

// newTerminfo returns a terminal description without any sequences, so that tcell sends nothing. TERM is
// not looked up, since tcell would enter modes of its own for xterm-like terminals. tcell keeps the
// pointer and writes to it, so each screen gets its own.
func newTerminfo() *terminfo.Terminfo {
	return &terminfo.Terminfo{Name: "arkterm", Columns: 1, Lines: 1}
}

// A driven is the terminal as tcell sees it: a [tcell.Tty].
type driven struct{ *screen.Screen }

// Stop is called for Fini and Suspend.
func (d driven) Stop() error {
	d.Screen.Stop()
	return nil
}

// Drain makes Read return. tcell calls it before it waits for its reader.
func (d driven) Drain() error {
	d.StopListening()
	return nil
}

// Read is called from tcell's goroutine. It never returns any bytes.
func (d driven) Read([]byte) (int, error) {
	d.Listen()
	return 0, io.EOF
}

// Write sends nothing: all that is written to the terminal goes through its own writer.
func (d driven) Write(p []byte) (int, error) { return len(p), nil }

// Close does nothing: the terminal is closed by its owner.
func (d driven) Close() error { return nil }

// NotifyResize does nothing: tcell needs no size.
func (d driven) NotifyResize(func()) {}

// WindowSize returns the least size: tcell would make a buffer of some 200 bytes for each
// cell of the terminal before the first picture is there.
func (d driven) WindowSize() (tcell.WindowSize, error) {
	return tcell.WindowSize{Width: 1, Height: 1}, nil
}
