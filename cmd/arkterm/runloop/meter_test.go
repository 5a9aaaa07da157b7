package runloop

import (
	"testing"
	"time"

	"arkterm/render/widget"
)

func TestMeter(t *testing.T) {
	var m meter
	var d widget.Debug
	m.AddTicks(1000, 0)
	m.Show(&d, time.Second, 500)
	for i := range 30 {
		m.AddTicks(1000+4*(i+1), 12*time.Microsecond)
		m.AddFrame(300 * time.Microsecond)
	}
	m.AddSkipped()
	m.Show(&d, time.Second+499*time.Millisecond, 2500)
	if d.FPS != 0 {
		t.Errorf("before the end of the window, FPS = %d, want 0", d.FPS)
	}
	m.Show(&d, time.Second+500*time.Millisecond, 2500)
	if f := d; f.TickNanos != 3000 || f.DrawNanos != 300_000 || f.FPS != 60 || f.Bytes != 4000 || f.Skipped != 1 {
		t.Errorf("after a window, the figures are %+v, want 3 µs per tick, 300 µs per frame, 60 FPS, 4000 bytes and 1 "+
			"skipped frame", f)
	}
	m.AddTicks(5, time.Second) // another game
	m.Show(&d, 2*time.Second, 2500)
	if f := d; f.TickNanos != 3000 || f.FPS != 0 || f.Bytes != 0 {
		t.Errorf("after an idle window, the figures are %+v, want 3 µs per tick, 0 FPS and 0 bytes", f)
	}
}
