package runloop

import (
	"time"

	"arkterm/render/widget"
)

// A meter takes the measurements of the debug overlay, over windows of half a second. It reads no clock.
type meter struct {
	begun    time.Duration
	played   int // total ticks, at the last call of Ticks
	ticks    int
	stepping time.Duration // time spent on them
	frames   int
	drawing  time.Duration // time spent on them
	sent     int           // total bytes sent when the window began
	skipped  int           // total frames skipped
}

const meterWindow = 500 * time.Millisecond

// Ticks notes the total number of ticks played, and the time that the last ones took.
func (m *meter) Ticks(played int, took time.Duration) {
	if played > m.played {
		m.ticks += played - m.played
		m.stepping += took
	}
	m.played = played
}

// Frame notes a frame, and the time that it took to draw it and pass it on.
func (m *meter) Frame(took time.Duration) {
	m.frames++
	m.drawing += took
}

// Skip notes a skipped frame.
func (m *meter) Skip() { m.skipped++ }

// Show writes the measurements into d when a window is over.
func (m *meter) Show(d *widget.Debug, now time.Duration, sent int) {
	d.Skipped = m.skipped
	since := now - m.begun
	if since < meterWindow {
		return
	}
	if m.ticks > 0 {
		d.TickNanos = int(m.stepping) / m.ticks
	}
	if m.frames > 0 {
		d.DrawNanos = int(m.drawing) / m.frames
	}
	d.FPS = perSecond(m.frames, since)
	d.Bytes = perSecond(sent-m.sent, since)
	*m = meter{begun: now, played: m.played, sent: sent, skipped: m.skipped}
}

// perSecond returns n per duration in as a rate per second, rounded.
func perSecond(n int, in time.Duration) int {
	return int((time.Duration(n)*time.Second + in/2) / in)
}
