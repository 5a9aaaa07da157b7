package runloop

import (
	"time"

	"arkterm/render/widget"
)

// A meter collects the measurements for the debug overlay in windows of half a second. It does not read the clock.
type meter struct {
	windowStart time.Duration
	played      int           // total number of ticks at the last call of AddTicks
	ticks       int           // number of ticks in the window
	tickTime    time.Duration // time taken by ticks
	frames      int           // number of frames in the window
	frameTime   time.Duration // time taken to draw frames
	sent        int           // total number of bytes sent before the window
	skipped     int           // total number of skipped frames
}

// meterWindow is the length of a window.
const meterWindow = 500 * time.Millisecond

// AddTicks records the total number of ticks played, and the time taken by the ticks since the last call.
func (m *meter) AddTicks(played int, took time.Duration) {
	if played > m.played {
		m.ticks += played - m.played
		m.tickTime += took
	}
	m.played = played
}

// AddFrame records a frame, and the time taken to draw and show it.
func (m *meter) AddFrame(took time.Duration) {
	m.frames++
	m.frameTime += took
}

// AddSkipped records a skipped frame.
func (m *meter) AddSkipped() { m.skipped++ }

// Show writes the measurements of a window into d, if the window has ended at now. sent is the total number of bytes
// sent.
func (m *meter) Show(d *widget.Debug, now time.Duration, sent int) {
	d.Skipped = m.skipped
	since := now - m.windowStart
	if since < meterWindow {
		return
	}
	if m.ticks > 0 {
		d.TickNanos = int(m.tickTime) / m.ticks
	}
	if m.frames > 0 {
		d.DrawNanos = int(m.frameTime) / m.frames
	}
	d.FPS = perSecond(m.frames, since)
	d.Bytes = perSecond(sent-m.sent, since)
	*m = meter{windowStart: now, played: m.played, sent: sent, skipped: m.skipped}
}

// perSecond returns the rounded rate per second of n events within a duration.
func perSecond(n int, d time.Duration) int {
	return int((time.Duration(n)*time.Second + d/2) / d)
}
