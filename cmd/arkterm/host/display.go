package host

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/screen"
	"arkterm/cmd/arkterm/screen/caps"
	"arkterm/render/cell"
)

// Optional interfaces of a tcell screen. A [screen.Screen] implements them all.
type (
	// A source has a channel of events, so ChannelEvents and its goroutine are not needed. Events is called again for
	// each event. The channel is closed when the screen is gone. Err then returns the reason.
	source interface {
		Events() <-chan tcell.Event
		Err() error
	}

	// A governor limits the frames that are in flight. Ready reports whether a frame may be sent, and if not, when to
	// ask again unless an event arrives first; Never if only an event can change it.
	governor interface {
		Ready() (ok bool, again time.Duration)
		Flow() screen.Flow
	}

	// A prober measures the capabilities of the terminal.
	prober interface {
		Caps() caps.Caps
		SetTier(t cell.Tier)
	}
)

// A display is the screen of a host. Optional interfaces that the screen does not implement are nil.
type display struct {
	screen    tcell.Screen
	presenter *screen.Presenter
	source    source
	governor  governor
	prober    prober
	channel   chan tcell.Event // the events of a screen that is not a source
	quit      chan struct{}    // ends the goroutine that fills channel
}

// newDisplay returns a display. Call close to end its goroutine.
func newDisplay(s tcell.Screen) *display {
	d := &display{screen: s, presenter: screen.NewPresenter(s)}
	d.source, _ = s.(source)
	d.governor, _ = s.(governor)
	d.prober, _ = s.(prober)
	if d.source == nil {
		d.channel, d.quit = make(chan tcell.Event), make(chan struct{})
		go s.ChannelEvents(d.channel, d.quit)
	}
	return d
}

// close ends the goroutine of newDisplay.
func (d *display) close() {
	if d.quit != nil {
		close(d.quit)
	}
}

// events returns the channel to receive the next event from.
func (d *display) events() <-chan tcell.Event {
	if d.source != nil {
		return d.source.Events()
	}
	return d.channel
}

// err returns the reason why the channel of events was closed.
func (d *display) err() error {
	if d.source != nil {
		if err := d.source.Err(); err != nil {
			return err
		}
	}
	return screen.ErrGone
}

// size returns the size in cells, within the limits of a frame.
func (d *display) size() (cols, rows int) {
	cols, rows = d.screen.Size()
	return screen.Size{Cols: cols, Rows: rows}.Clamped()
}

// ready reports whether a frame may be sent, and if not, when to ask again.
func (d *display) ready() (ok bool, again time.Duration) {
	if d.governor == nil {
		return true, 0
	}
	return d.governor.Ready()
}

// flow returns the state of the link to the terminal.
func (d *display) flow() screen.Flow {
	if d.governor == nil {
		return screen.Flow{}
	}
	return d.governor.Flow()
}

// caps returns the known capabilities of the terminal.
func (d *display) caps() caps.Caps {
	if d.prober == nil {
		return caps.Caps{}
	}
	return d.prober.Caps()
}

// setTier sets the tier of colors of the following frames.
func (d *display) setTier(t cell.Tier) {
	d.presenter.SetTier(t)
	if d.prober != nil {
		d.prober.SetTier(t)
	}
}
