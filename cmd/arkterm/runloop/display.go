package runloop

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/screen"
	"arkterm/render/cell"
)

// A display is a screen that measures the terminal and the link to it, such as a [screen.Screen].
type display interface {
	// Events returns the channel of events. It is called again for each event. The channel is closed when the screen is
	// gone. Err then returns the reason, or nil if it is unknown.
	Events() <-chan tcell.Event
	Err() error

	// Ready reports whether a frame may be sent now. If not, again is the time until the next call of Ready, or Never.
	// After an event, call Ready immediately.
	Ready() (ok bool, again time.Duration)
	Flow() screen.Flow

	Caps() screen.Caps
	SetTier(t cell.Tier)
}

// displayOf returns a screen as a display. The caller must call end, which ends the display's goroutine.
func displayOf(s tcell.Screen) (d display, end func()) {
	if d, ok := s.(display); ok {
		return d, func() {}
	}
	events, quit := make(chan tcell.Event), make(chan struct{})
	go s.ChannelEvents(events, quit)
	return plainDisplay{events}, func() { close(quit) }
}

// A plainDisplay is a display for a screen that does not measure the terminal.
type plainDisplay struct{ events chan tcell.Event }

func (d plainDisplay) Events() <-chan tcell.Event          { return d.events }
func (plainDisplay) Err() error                            { return nil }
func (plainDisplay) Ready() (ok bool, again time.Duration) { return true, 0 }
func (plainDisplay) Flow() screen.Flow                     { return screen.Flow{} }
func (plainDisplay) Caps() screen.Caps                     { return screen.Caps{} }
func (plainDisplay) SetTier(cell.Tier)                     {}
