package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/render/cell"
)

// A smallDisk is a file on a disk with little room.
type smallDisk struct {
	text []byte
	room int
}

func (d *smallDisk) Write(p []byte) (int, error) {
	n := min(len(p), d.room-len(d.text))
	d.text = append(d.text, p[:n]...)
	if n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

func (d *smallDisk) Truncate(size int64) error {
	d.text = d.text[:size]
	return nil
}

// recordCast has a bot play for some seconds, and recorded. each is called after each frame.
func recordCast(t *testing.T, f store.CastFile, seconds int, each func(p *sitting, at time.Duration)) *castRecorder {
	t.Helper()
	p := sit(t, withBot)
	c := newCastRecorder(f, cell.Truecolor, func() {})
	begun := p.now
	for range seconds * 60 {
		p.now += time.Second / 60
		p.show()
		for _, m := range requests[markCast](p) {
			c.Mark(m.name)
		}
		c.Frame(p.now, &p.s.frame, p.s)
		c.Flush(time.Minute)
		if each != nil {
			each(p, p.now-begun)
		}
	}
	return c
}

// What is recorded while playing is what was shown, with no more than 30 frames a second; a
// change of the window's size and the last frame before a pause are in it too.
func TestCastOfWhatIsPlayed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.cast")
	f, err := createCast(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := createCast(path); err == nil || !strings.HasSuffix(err.Error(), "game.cast is there already") {
		t.Errorf("made twice: %v", err)
	}
	var last cell.Frame
	recordCast(t, f, 4, func(p *sitting, at time.Duration) {
		switch at {
		case 180 * (time.Second / 60):
			p.s.Resize(100, 30, p.now)
		case 210 * (time.Second / 60):
			p.key("esc")
		}
		last = p.s.frame
	})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, events := readCast(t, data)
	screen, outputs, codes := newVTScreen(80, 24), 0, ""
	for _, e := range events {
		switch e.code {
		case "r":
			if e.data != "100x30" {
				t.Errorf("%v", e)
			}
			screen = newVTScreen(100, 30)
		case "o":
			outputs++
			if err := screen.Take(e.data); err != nil {
				t.Fatalf("%v: %v", e.at, err)
			}
			continue
		}
		codes += e.code
	}
	if d := screen.Differs(&last); d != "" || codes != "mr" || outputs < 60 || outputs > 115 {
		t.Errorf("%d frames, %q: %s", outputs, codes, d)
	}
}

// A combo is marked when it ends, if it is the best of its level until then.
func TestCastMarksCombos(t *testing.T) {
	d, said := &smallDisk{room: 1 << 30}, 0
	recordCast(t, d, 1, func(p *sitting, at time.Duration) {
		switch at {
		case 10 * (time.Second / 60):
			p.s.round.game.Combo = 9
			p.s.markCombo()
		case 20 * (time.Second / 60):
			p.s.round.game.Combo = 0
			p.s.markCombo()
		case 30 * (time.Second / 60):
			p.s.round.game.Combo = 7 // less than before
			p.s.markCombo()
			p.s.round.game.Combo = 0
		}
	})
	_, events := readCast(t, d.text)
	for _, e := range events {
		if e.code != "m" || strings.HasPrefix(e.data, "Level ") {
			continue
		}
		if said++; e.data != "Combo of 9" || e.at < 0.33 || e.at > 0.4 {
			t.Errorf("%v", e)
		}
	}
	if said != 1 {
		t.Errorf("%d combos are marked, want 1", said)
	}
}

func TestCombosThatAreFound(t *testing.T) {
	var w comboWatch
	g := &engine.Game{}
	var got []int
	for _, step := range []struct{ combo, level int }{
		{3, 0}, {6, 0}, {0, 0}, {5, 0}, {0, 0}, {4, 0}, {8, 0}, {0, 1}, {5, 1}, {1, 1}, {4, 2}, {0, 2},
	} {
		g.Combo, g.Level = step.combo, step.level
		if n := w.observe(g); n > 0 {
			got = append(got, n)
		}
	}
	g.Combo = 7
	w.observe(g)
	g.Phase = engine.Won
	for range 2 {
		if n := w.observe(g); n > 0 {
			got = append(got, n)
		}
	}
	if want := []int{6, 8, 5, 7}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Whatever has come of the file at a moment, it is a cast of whole lines.
func TestCastIsWholeAtAnyMoment(t *testing.T) {
	d := &smallDisk{room: 1 << 30}
	recordCast(t, d, 1, func(*sitting, time.Duration) {
		if len(d.text) > 0 {
			readCast(t, d.text)
		}
	})
}

func TestCastOnAFullDisk(t *testing.T) {
	d := &smallDisk{room: 20_000}
	c := recordCast(t, d, 4, nil)
	select {
	case err := <-c.Failed():
		if !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%v", err)
		}
	default:
		t.Error("nobody is told")
	}
	if _, events := readCast(t, d.text); len(events) < 10 || len(d.text) < 15_000 {
		t.Errorf("%d events in %d bytes", len(events), len(d.text))
	}
	if bytes.Contains(d.text, []byte("\x1b")) {
		t.Error("control characters are not escaped")
	}
}
