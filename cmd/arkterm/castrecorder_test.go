package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render/ansi/ansitest"
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

// An audience watches a session in which a bot plays.
type audience struct {
	*app.Session
	now   time.Duration
	frame *cell.Frame
}

// botSession begins a session in which a bot plays, in a window of 80×24.
func botSession(t *testing.T) *audience {
	t.Helper()
	s, err := app.New(app.Setup{
		Auto: settings.Detected{Glyphs: cell.Quadrant, FPS: 60}, Pack: levels.Shipped(), Seed: func() uint64 { return 42 },
		FPS: 60, Bot: true,
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := &audience{Session: s, now: time.Second}
	s.Resize(80, 24, p.now)
	return p
}

// wait lets time pass, without a frame.
func (p *audience) wait(d time.Duration) {
	for end := p.now + d; p.now < end; p.now += time.Second / 60 {
		p.Advance(p.now)
	}
}

// recordCast has a bot play for some seconds, and recorded. each is called after each frame.
func recordCast(t *testing.T, f store.AppendFile, seconds int, each func(p *audience, at time.Duration)) *castRecorder {
	t.Helper()
	p := botSession(t)
	s := p.Session
	c := newCastRecorder(f, cell.Truecolor, func() {})
	begun := p.now
	for range seconds * 60 {
		p.now += time.Second / 60
		s.Advance(p.now)
		if p.frame == nil || s.NextFrame(p.now) <= p.now {
			p.frame = s.Draw(p.now)
		}
		for _, r := range s.Requests(p.now) {
			if m, ok := r.(app.MarkCast); ok {
				c.Mark(m.Name)
			}
		}
		c.Frame(p.now, p.frame, s)
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
	f, err := createCast(path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := createCast(path, false); err == nil || !strings.HasSuffix(err.Error(), "game.cast exists; --force replaces it") {
		t.Errorf("made twice: %v", err)
	}
	var last cell.Frame
	recordCast(t, f, 4, func(p *audience, at time.Duration) {
		switch at {
		case 180 * (time.Second / 60):
			p.Resize(100, 30, p.now)
		case 210 * (time.Second / 60):
			p.Key(p.now, input.Keystroke{Key: tcell.KeyEsc})
		}
		last = *p.frame
	})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, events := readCast(t, data)
	screen, outputs, codes := ansitest.New(80, 24), 0, ""
	for _, e := range events {
		switch e.code {
		case "r":
			if e.data != "100x30" {
				t.Errorf("%v", e)
			}
			screen = ansitest.New(100, 30)
		case "o":
			outputs++
			_, _ = screen.Write([]byte(e.data))
			continue
		}
		codes += e.code
	}
	if d := screen.Diff(&last, cell.Truecolor); d != "" || codes != "mr" || outputs < 60 || outputs > 115 {
		t.Errorf("%d frames, %q: %s", outputs, codes, d)
	}
}

// Whatever has come of the file at a moment, it is a cast of whole lines.
func TestCastIsWholeAtAnyMoment(t *testing.T) {
	d := &smallDisk{room: 1 << 30}
	recordCast(t, d, 1, func(*audience, time.Duration) {
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
		t.Error("Failed does not receive the error")
	}
	if c.Err() == nil {
		t.Error("the end of the program does not report the error")
	}
	if _, events := readCast(t, d.text); len(events) < 10 || len(d.text) < 15_000 {
		t.Errorf("%d events in %d bytes", len(events), len(d.text))
	}
	if bytes.Contains(d.text, []byte("\x1b")) {
		t.Error("control characters are not escaped")
	}
}

// A bell is recorded with the next frame.
func TestCastKeepsBells(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.cast")
	f, err := createCast(path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := botSession(t)
	c := newCastRecorder(f, cell.Truecolor, func() {})
	frame := p.Draw(p.now)
	c.Frame(p.now, frame, p.Session)
	c.Bell()
	c.Frame(p.now+time.Second, frame, p.Session)
	c.Frame(p.now+2*time.Second, frame, p.Session)
	c.Close(time.Minute)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), `\u0007`); n != 1 {
		t.Errorf("%d bells in the cast, want 1", n)
	}
	var none *castRecorder
	none.Bell()
}
