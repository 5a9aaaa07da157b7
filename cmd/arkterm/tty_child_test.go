package main

import (
	"fmt"
	"math"
	"os"
	"os/signal"
	"reflect"
	"syscall"
	"testing"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/store"
	"arkterm/input"
	"arkterm/render/cell"
)

// childVariable makes the test binary a program on a terminal: TestTerminalChild then is
// one, and ends the process itself.
const childVariable = "ARKTERM_TEST_CHILD"

// TestTerminalChild is not a test but the program that the tests of the terminal start.
// It tells on file 3 what it does.
func TestTerminalChild(t *testing.T) {
	mode := os.Getenv(childVariable)
	if mode == "" {
		return
	}
	switch mode {
	case "patient":
		grace = 2 * patience
	case "nohup":
		signal.Ignore(unix.SIGHUP)
	case "shell":
		shell()
	case "doctor":
		fmt.Fprintln(os.NewFile(3, "told"), "ready")
		var f doctorFlags
		if err := f.run(os.Getenv, store.Folders{}, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "arkterm:", err)
			os.Exit(int(exit.CodeOf(err)))
		}
		os.Exit(0)
	}
	screen, err := newScreen(cell.Colors256)
	if err != nil {
		fmt.Fprintln(os.Stderr, "arkterm:", err)
		os.Exit(int(exit.CodeOf(err)))
	}
	c := &child{terminal: screen, told: os.NewFile(3, "told")}
	c.run()
}

// A child is a program that shows a line and obeys keys.
type child struct {
	*terminal
	told *os.File
}

func (c *child) tell(format string, args ...any) { fmt.Fprintf(c.told, format+"\n", args...) }

// show shows a line in block glyphs and colours.
func (c *child) show(glyph string) {
	cols, _ := c.Size()
	for x := range cols {
		c.Put(x, 0, glyph, tcell.StyleDefault.Foreground(tcell.PaletteColor(200)))
	}
	c.Show()
}

func (c *child) run() {
	c.OnPanic(func() { fmt.Fprint(os.Stderr, "reported") })
	defer c.Guard()
	c.show("▀")
	c.tell("ready")
	for {
		select {
		case ev := <-c.Events():
			c.event(ev)
		case <-c.Resized():
			w, h := c.Size()
			c.Show()
			c.tell("size %d %d", w, h)
		case sig := <-c.Signals():
			if !c.Obey(sig) {
				c.Close()
				dieBy(sig)
			}
			c.Sync()
			c.show("▀")
			c.tell("again")
		case <-c.Lost():
			c.Close()
			dieBy(unix.SIGHUP)
		}
	}
}

func (c *child) event(ev input.Event) {
	switch ev.Type {
	case input.EventKey:
		c.key(ev.Key)
	case input.EventMouse:
		c.tell("mouse %d %d", ev.Mouse.Col, ev.Mouse.Row)
	}
}

func (c *child) key(ev input.KeyEvent) {
	if ev.Key != input.KeyRune {
		c.tell("key %v", ev)
		return
	}
	switch ev.Types() {
	case 'q':
		c.Close()
		c.Close()
		os.Exit(0)
	case 'x':
		panic("in the loop")
	case 'y':
		go func() {
			defer c.Guard()
			panic("elsewhere")
		}()
		select {}
	case 'd': // a panic in tcell, with its lock held
		c.tty.size.Store(math.MaxUint64)
		c.Show()
	case 'h': // takes signals and does not obey
		c.tell("hung")
		for sig := range c.Signals() {
			c.tell("ignores %v", sig)
		}
	case 'f': // frames without asking whether the terminal is ready
		for i := 0; i < 200 || c.Ready(); i++ {
			c.flood(i)
		}
		c.tell("full")
	case 'e':
		c.tell("aspect %.2f", c.PixelAspect())
	}
}

func (c *child) flood(n int) {
	cols, rows := c.Size()
	for y := range rows {
		for x := range cols {
			c.Put(x, y, "▀", tcell.StyleDefault.Foreground(tcell.PaletteColor((x+y+n)%256)))
		}
	}
	c.Show()
}

// shell starts a child as a shell with job control does, in a group of its own that has
// the terminal. Whenever it stops, it takes the terminal, tells whether that is as it was,
// and continues it.
func shell() {
	signal.Ignore(unix.SIGTTOU)
	told := os.NewFile(3, "told")
	before, _ := term.GetState(0)
	cmd := childCommand("child", nil)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = os.Stdin, os.Stdout, os.Stderr, []*os.File{told}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Foreground: true}
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(told, err)
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
		fmt.Fprintln(told, "stopped, as found:", reflect.DeepEqual(now, before))
		_ = unix.IoctlSetPointerInt(0, unix.TIOCSPGRP, cmd.Process.Pid)
		_ = unix.Kill(-cmd.Process.Pid, unix.SIGCONT)
	}
}
