package screen

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
)

// A ttyScreen is a tcell screen that takes its terminal in Init.
type ttyScreen struct {
	tcell.SimulationScreen
	tty tcell.Tty
}

func (s ttyScreen) Init() error {
	if err := s.SimulationScreen.Init(); err != nil {
		return err
	}
	return s.tty.Start()
}

// newTestDriver returns a started driver on a terminal, and the tty of its screen.
func newTestDriver(t *testing.T, f *fake) (d *Driver, tty tcell.Tty) {
	t.Helper()
	d, err := NewDriver(f, Options{Details: true, Guard: func() {}},
		func(to tcell.Tty) (s tcell.Screen, leave string, err error) {
			tty = to
			return ttyScreen{tcell.NewSimulationScreen("UTF-8"), to}, "<leave>", nil
		})
	if err == nil {
		err = d.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go d.Listen()
	return d, tty
}

// A driver decodes the input, so key releases arrive on every screen.
func TestDriverDecodesInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		d, _ := newTestDriver(t, f)
		f.sent <- "\xe9a\x1b[97;1:3u\x1b[<35;500;9M"
		for _, want := range []string{"a", "a release"} {
			if got := described(<-d.Events()); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		if x, y := (<-d.Events()).(interface{ Position() (x, y int) }).Position(); x != 79 || y != 8 {
			t.Errorf("the mouse is at %d,%d, want 79,8", x, y)
		}
		if f.leave != "<leave>" {
			t.Errorf("the monitor would write %q", f.leave)
		}
		d.Close()
		if f.taken || f.written() != "<leave>" {
			t.Errorf("taken %v after %q", f.taken, f.written())
		}
	})
}

// A terminal that does not read delays neither the writes of a screen nor the end.
func TestDriverDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		d, tty := newTestDriver(t, f)
		f.setRoom(0)
		if _, err := io.WriteString(tty, "frame"); err != nil {
			t.Fatal(err)
		}
		if ok, _ := d.Ready(); ok || d.Flow().Stalled {
			t.Errorf("ready %v, %+v", ok, d.Flow())
		}
		time.Sleep(stalledAfter) // in a synctest bubble
		if flow := d.Flow(); !flow.Stalled || flow.Sent != len("frame") {
			t.Errorf("after a second: %+v", flow)
		}
		d.Close()
		if f.taken || f.forced != "<leave>" {
			t.Errorf("taken %v, forced %q", f.taken, f.forced)
		}
	})
}
