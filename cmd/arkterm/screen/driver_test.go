package screen

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
)

// A ttyScreen is a tcell screen that takes over its terminal in Init.
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

// newTestDriver returns a started driver on f, and the tty of the driver's screen.
func newTestDriver(t *testing.T, f *fake) (d *Driver, tty tcell.Tty) {
	t.Helper()
	d, err := NewDriver(f, Options{Details: true, HandlePanic: func() {}},
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
			if got := eventText(<-d.Events()); got != want {
				t.Errorf("event %s, want %s", got, want)
			}
		}
		if x, y := (<-d.Events()).(interface{ Position() (x, y int) }).Position(); x != 79 || y != 8 {
			t.Errorf("the mouse is at %d,%d, want 79,8", x, y)
		}
		if f.leave != "<leave>" {
			t.Errorf("the monitor's leave sequence is %q, want <leave>", f.leave)
		}
		d.Close()
		if f.entered || f.written() != "<leave>" {
			t.Errorf("after Close: terminal entered %v, output %q; want false, <leave>", f.entered, f.written())
		}
	})
}

// A terminal that does not read delays neither Write nor Close.
func TestDriverDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		d, tty := newTestDriver(t, f)
		f.setRoom(0)
		if _, err := io.WriteString(tty, "frame"); err != nil {
			t.Fatal(err)
		}
		if ok, _ := d.Ready(); ok || d.Flow().Stalled {
			t.Errorf("directly after Write: Ready = %v, Flow = %+v; want false, not stalled", ok, d.Flow())
		}
		time.Sleep(stalledAfter) // does not take time, because it uses the clock of the synctest bubble
		if flow := d.Flow(); !flow.Stalled || flow.Sent != len("frame") {
			t.Errorf("after %v: Flow = %+v, want stalled", stalledAfter, flow)
		}
		d.Close()
		if f.entered || f.forced != "<leave>" {
			t.Errorf("after Close: terminal entered %v, forced %q; want false, <leave>", f.entered, f.forced)
		}
	})
}

// Drain makes Read return. Later output is discarded, because it could be sent after the leave sequence.
func TestDrainOfDriver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		d, tty := newTestDriver(t, f)
		_ = tty.Drain()
		if n, err := tty.Read(make([]byte, 1)); n != 0 || err != io.EOF {
			t.Errorf("Read after Drain = %d, %v; want 0, EOF", n, err)
		}
		if n, err := io.WriteString(tty, "modes"); n != len("modes") || err != nil {
			t.Errorf("Write after Drain = %d, %v; want 5, nil", n, err)
		}
		d.Close()
		if got := f.written(); got != "<leave>" {
			t.Errorf("sent %q, want <leave>", got)
		}
	})
}
