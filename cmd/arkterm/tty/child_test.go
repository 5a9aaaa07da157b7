//go:build unix

package tty

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/testenv"
	"arkterm/input"
	"arkterm/render/cell"
)

// childVariable is the environment variable that turns the test binary into a program on a terminal. TestTerminalChild
// runs this program and ends the process.
const childVariable = "ARKTERM_TEST_CHILD"

// driverVariable selects the screen of the child: tcell's or arkterm's.
const driverVariable = "ARKTERM_TEST_DRIVER"

// drivers are the values of driverVariable.
var drivers = []string{"arkterm", "tcell"}

// TestTerminalChild runs the program that the terminal tests start. It reports its actions on file descriptor 3.
func TestTerminalChild(*testing.T) {
	mode := os.Getenv(childVariable)
	if mode == "" {
		return
	}
	o := Options{
		Tier: cell.Colors256, Term: os.Getenv("TERM"), Now: Clock(),
		Tcell: os.Getenv(driverVariable) == "tcell",
	}
	switch mode {
	case "multiplexed":
		o.Env = os.Getenv
	case "patient":
		o.Grace = 2 * patience
	case "nohup":
		signal.Ignore(unix.SIGHUP)
	case "shell":
		shell()
	}
	t, err := Open(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "arkterm:", err)
		os.Exit(int(cli.ExitCodeOf(err)))
	}
	c := &child{Terminal: t, presenter: screen.NewPresenter(t.Display), reports: os.NewFile(3, "reports")}
	c.run()
}

// TestMain runs the monitor if the test binary was started as a monitor, and otherwise the tests.
func TestMain(m *testing.M) {
	if IsMonitor(os.Args) {
		os.Exit(int(RunMonitor(func([]byte) (string, error) {
			return "", errors.New("tests do not save crash reports")
		})))
	}
	os.Exit(testenv.Run(m, func() {}))
}

// A child is a program that shows a line and reacts to keys.
type child struct {
	dispatcher input.Dispatcher
	*Terminal
	presenter *screen.Presenter
	reports   *os.File // file descriptor 3
	frame     cell.Frame
}

// report writes a line to file descriptor 3.
func (c *child) report(format string, args ...any) { fmt.Fprintf(c.reports, format+"\n", args...) }

// magenta is color 200 of the 256-color palette.
const magenta = cell.Color(0xff00d7)

// show shows a line of block glyphs in a color.
func (c *child) show() {
	c.fill(1, func(int, int) cell.Color { return magenta })
}

// fill fills rows with block glyphs.
func (c *child) fill(rows int, color func(x, y int) cell.Color) {
	cols, maxRows := c.Size()
	c.frame.Resize(cols, maxRows)
	clear(c.frame.Cells)
	for y := range min(rows, maxRows) {
		for x := range cols {
			c.frame.Set(x, y, '▀', cell.Style{Fg: color(x, y)})
		}
	}
	_ = c.presenter.Show(&c.frame)
}

// run shows a line and handles events and signals. It does not return.
func (c *child) run() {
	c.OnPanic(func() { fmt.Fprint(os.Stderr, "reported") })
	defer c.HandlePanic()
	c.show()
	c.report("ready")
	for {
		select {
		case ev, ok := <-c.Events():
			if !ok {
				c.Close()
				Die(unix.SIGHUP)
			}
			c.event(ev)
		case sig := <-c.Signals():
			if !c.HandleStop(sig) {
				c.Close()
				Die(sig)
			}
			c.presenter.Forget()
			c.show()
			c.report("again")
		}
	}
}

// event handles a resize, and passes other events to the methods below.
func (c *child) event(ev tcell.Event) {
	if _, ok := ev.(*tcell.EventResize); ok {
		w, h := c.Size()
		c.show()
		c.report("size %d %d", w, h)
		return
	}
	c.dispatcher.Dispatch(0, ev, c)
}

func (c *child) Mouse(_ time.Duration, m input.MouseReport) { c.report("mouse %d %d", m.Col, m.Row) }
func (c *child) Away(time.Duration)                         { c.report("blur") }
func (c *child) Paste(time.Duration, string)                {}
func (c *child) Releases()                                  {}

func (c *child) Key(_ time.Duration, ev input.Keystroke) {
	if ev.Key != input.Typed {
		c.report("key %v", ev)
		return
	}
	switch ev.Character() {
	case 'q':
		c.Close()
		c.Close()
		c.report("%d goroutines remain", goroutines())
		os.Exit(0)
	case 'x':
		panic("in the loop")
	case 'y':
		go func() {
			defer c.HandlePanic()
			panic("in a goroutine")
		}()
		select {}
	case 'd': // panics while the lock of tcell's screen is held
		if s, ok := c.Display.(*screen.Driver); ok {
			s.Screen.(sync.Locker).Lock()
		}
		panic("in tcell")
	case 'h': // reads signals and ignores them
		c.report("hung")
		for sig := range c.Signals() {
			c.report("ignores %v", sig)
		}
	case 'f': // shows frames without checking whether the terminal is ready
		ready := true
		for i := 0; i < 50 || ready; i++ {
			_, rows := c.Size()
			c.fill(rows, func(x, y int) cell.Color { return cell.Color256((x+y+i)%200 + 16) })
			ready, _ = c.Ready()
		}
		c.report("full")
	case 'w':
		c.report("text w")
	case 'e':
		c.report("aspect %.2f", c.Caps().Aspect)
	}
}

// goroutines returns the number of goroutines that the terminal and tcell have started. It waits for a short time until
// they have ended.
func goroutines() (n int) {
	all := make([]byte, 1<<20)
	for range 10_000 {
		stacks := all[:runtime.Stack(all, true)]
		n = bytes.Count(stacks, []byte("created by arkterm/")) + bytes.Count(stacks, []byte("created by github.com/")) -
			bytes.Count(stacks, []byte("created by arkterm/cmd/arkterm/tty/earlysignal."))
		if n == 0 {
			break
		}
		runtime.Gosched()
	}
	return n
}

// shell starts a child like a shell with job control, in its own process group in the foreground. Whenever the child
// stops, shell becomes the terminal's foreground group, reports whether the terminal was restored, and continues the
// child.
func shell() {
	signal.Ignore(unix.SIGTTOU)
	reports := os.NewFile(3, "reports")
	before, _ := term.GetState(0)
	cmd := childCommand("child", nil)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = os.Stdin, os.Stdout, os.Stderr, []*os.File{reports}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Foreground: true}
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(reports, err)
		os.Exit(1)
	}
	for {
		var ws syscall.WaitStatus
		if _, err := syscall.Wait4(cmd.Process.Pid, &ws, syscall.WUNTRACED, nil); err != nil {
			os.Exit(1)
		}
		_ = unix.IoctlSetPointerInt(0, unix.TIOCSPGRP, unix.Getpgrp())
		if !ws.Stopped() {
			os.Exit(ws.ExitStatus())
		}
		now, _ := term.GetState(0)
		fmt.Fprintln(reports, "stopped, restored:", reflect.DeepEqual(now, before))
		_ = unix.IoctlSetPointerInt(0, unix.TIOCSPGRP, cmd.Process.Pid)
		_ = unix.Kill(-cmd.Process.Pid, unix.SIGCONT)
	}
}
