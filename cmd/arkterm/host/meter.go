package host

import (
	"time"

	"arkterm/render"
)

// A meter measures what the debug overlay says, over half a second at a time. It is told all
// times, and how many bytes were ever sent.
type meter struct {
	begun    time.Duration
	tick     uint64 // of the game, when it was last looked at
	ticks    int
	stepping time.Duration // what they took
	frames   int
	drawing  time.Duration // what they took
	sent     int           // bytes, when the window began
	skipped  int           // frames, ever
}

const meterWindow = 500 * time.Millisecond

// Ticks notes that the game has come to a tick in so long a time.
func (m *meter) Ticks(tick uint64, took time.Duration) {
	if tick > m.tick { // else another game has begun
		m.ticks += int(tick - m.tick)
		m.stepping += took
	}
	m.tick = tick
}

// Frame notes that a frame was drawn and handed on in so long a time.
func (m *meter) Frame(took time.Duration) {
	m.frames++
	m.drawing += took
}

// Skip notes that one was left out.
func (m *meter) Skip() { m.skipped++ }

// Show writes what was measured into d when a window is over.
func (m *meter) Show(d *render.Debug, now time.Duration, sent int) {
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
	*m = meter{begun: now, tick: m.tick, sent: sent, skipped: m.skipped}
}

// perSecond returns n in a time as a rate, rounded.
func perSecond(n int, in time.Duration) int {
	return int((time.Duration(n)*time.Second + in/2) / in)
}
