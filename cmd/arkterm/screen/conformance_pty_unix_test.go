//go:build unix

package screen_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/testenv"
)

// A ptyLink is a pseudo-terminal between a screen and an emulated terminal.
type ptyLink struct {
	*terminal
	ptm, tty *os.File
	marks    int // number of titles set by wait
}

// newPty returns a pseudo-terminal of w × h cells.
func newPty(t *testing.T, w, h int) *ptyLink {
	p := &ptyLink{terminal: newTerminal(w, h)}
	p.screen.LateOutput = true
	p.ptm, p.tty = testenv.OpenPty(t)
	p.setSize(t)
	go func() { _, _ = io.Copy(p.terminal, p.ptm) }()
	return p
}

// setSize gives the pseudo-terminal the size of the emulated terminal.
func (p *ptyLink) setSize(t *testing.T) {
	w, h := p.size()
	if err := pty.Setsize(p.ptm, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		t.Fatal(err)
	}
}

// wait waits until the emulated terminal has received all output so far. To detect that, it sets a new title.
func (p *ptyLink) wait(t *testing.T, d *display) {
	p.marks++
	mark := fmt.Sprint("mark ", p.marks)
	if d.suspended {
		fmt.Fprintf(p.tty, "\x1b]2;%s\a", mark)
	} else {
		d.SetTitle(mark)
	}
	timer := time.AfterFunc(testenv.Timeout, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.stopped = true
		p.more.Broadcast()
	})
	defer timer.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.screen.Title != mark && !p.stopped {
		p.more.Wait()
	}
	if p.stopped {
		t.Fatalf("%s: the title is %q, want %q", d.name, p.screen.Title, mark)
	}
}

// device opens the pseudo-terminal for a program.
func (p *ptyLink) device(t *testing.T) tcell.Tty {
	device, err := tcell.NewDevTtyFromDev(p.tty.Name())
	if err != nil {
		t.Fatal(err)
	}
	return device
}

// newTerminfoPtyScreen returns tcell's screen on a pseudo-terminal.
func newTerminfoPtyScreen(t *testing.T, p *ptyLink) *display {
	s, err := tcell.NewTerminfoScreenFromTtyTerminfo(p.device(t), description(t))
	if err != nil {
		t.Fatal(err)
	}
	return &display{Screen: s, name: "terminfo screen", terminal: p.terminal}
}

// newOwnPtyScreen returns our screen on a pseudo-terminal.
func newOwnPtyScreen(t *testing.T, p *ptyLink) *display {
	device := p.device(t)
	t.Cleanup(func() { device.Close() })
	s, err := screen.New(screen.NewTtyTransport(device), ownOptions())
	if err != nil {
		t.Fatal(err)
	}
	p.terminal.resized = s.Resized
	return &display{Screen: s, name: "screen.Screen", terminal: p.terminal, own: true}
}

// Random programs show the same cells on both screens through a pseudo-terminal of the system.
func TestProgramsThroughPty(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for n := range 30 {
		if w, h, program := programOf(randomBytes(rng, 300)); !t.Run(fmt.Sprint(n),
			func(t *testing.T) { throughPty(t, w, h, program) }) {
			return // to save time, because each failure waits for testenv.Timeout
		}
	}
}

// throughPty runs a program on tcell's screen and ours, each on a pseudo-terminal, and compares the pictures.
func throughPty(t *testing.T, w, h int, program []call) {
	displays := []*display{newSimulation(t, w, h)}
	for _, create := range []func(t *testing.T, p *ptyLink) *display{newTerminfoPtyScreen, newOwnPtyScreen} {
		p := newPty(t, w, h)
		d := create(t, p)
		d.settle = func() { p.wait(t, d) }
		d.resized = func() { p.setSize(t) }
		displays = append(displays, d)
	}
	for _, d := range displays {
		d.start(t)
	}
	for n, c := range program {
		for _, d := range displays {
			c.do(d)
		}
		if !c.show {
			continue
		}
		diff := compare(displays)
		for late := time.Now().Add(testenv.Timeout); diff != "" && time.Now().Before(late); {
			diff = compare(displays) // our screen postpones a frame while it sends another one
		}
		if diff != "" {
			t.Fatalf("%s\nafter call %d of %d×%d cells:\n%s", diff, n, w, h, textOf(program))
		}
	}
}
