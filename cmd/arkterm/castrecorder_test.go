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
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A smallDisk is a file on a disk with little space.
type smallDisk struct {
	text []byte
	free int
}

func (d *smallDisk) Write(p []byte) (int, error) {
	n := min(len(p), d.free-len(d.text))
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

// A botPlayer is a session in which a bot plays.
type botPlayer struct {
	*app.Session
	now   time.Duration
	frame *cell.Frame
}

// botSession starts a session in which a bot plays, in a window of 80×24 cells.
func botSession(t *testing.T) *botPlayer {
	t.Helper()
	s, err := app.New(app.Setup{
		Auto: settings.Detected{Glyphs: cell.Quadrant, FPS: 60},
		Pack: levels.Shipped(), Seed: func() uint64 { return 42 },
		FPS: 60, Bot: true,
	}, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := &botPlayer{Session: s, now: time.Second}
	s.Resize(80, 24, p.now)
	return p
}

// wait advances the session by d without drawing.
func (p *botPlayer) wait(d time.Duration) {
	for end := p.now + d; p.now < end; p.now += time.Second / 60 {
		p.Advance(p.now)
	}
}

// recordCast records a game of a bot for some seconds. It calls each after each frame, unless it is nil.
func recordCast(t *testing.T, f store.AppendFile, seconds int,
	each func(p *botPlayer, at time.Duration),
) *castRecorder {
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
			if m, ok := r.(app.AddCastMarker); ok {
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

// TestCastOfPlay checks that a cast recorded during a game shows the same frames, at most 30 per second, including
// changes of the window's size and the last frame before a pause.
func TestCastOfPlay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.cast")
	f, err := createCast(path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := createCast(path, false); err == nil ||
		!strings.HasSuffix(err.Error(), "game.cast exists; --force replaces it") {
		t.Errorf("create the file again: got error %v, want that it exists", err)
	}

	var last cell.Frame
	recordCast(t, f, 4, func(p *botPlayer, at time.Duration) {
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

	screen, outputs, codes := ansi.NewEmulator(80, 24), 0, ""
	for _, e := range events {
		switch e.code {
		case "r":
			if e.data != "100x30" {
				t.Errorf("resize to %v, want 100x30", e)
			}
			screen = ansi.NewEmulator(100, 30)
		case "o":
			outputs++
			_, _ = screen.Write([]byte(e.data))
			continue
		}
		codes += e.code
	}
	if d := screen.Diff(&last, cell.Truecolor); d != "" || codes != "mr" || outputs < 60 || outputs > 115 {
		t.Errorf("%d frames (want 60 to 115), other events %q (want mr), difference: %s", outputs, codes, d)
	}
}

// TestCastIsAlwaysComplete checks that the file is a valid cast after each frame.
func TestCastIsAlwaysComplete(t *testing.T) {
	d := &smallDisk{free: 1 << 30}
	recordCast(t, d, 1, func(*botPlayer, time.Duration) {
		if len(d.text) > 0 {
			readCast(t, d.text)
		}
	})
}

func TestCastOnAFullDisk(t *testing.T) {
	d := &smallDisk{free: 20_000}
	c := recordCast(t, d, 4, nil)
	select {
	case err := <-c.Failed():
		if !strings.Contains(err.Error(), "no space left") {
			t.Errorf("got error %v, want no space left", err)
		}
	default:
		t.Error("Failed does not receive the error")
	}
	if c.Err() == nil {
		t.Error("the end of the program does not report the error")
	}
	if _, events := readCast(t, d.text); len(events) < 10 || len(d.text) < 15_000 {
		t.Errorf("%d events in %d bytes, want at least 10 in 15000", len(events), len(d.text))
	}
	if bytes.Contains(d.text, []byte("\x1b")) {
		t.Error("control characters are not escaped")
	}
}

// TestCastKeepsBells checks that a bell is recorded once, with the next frame.
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
