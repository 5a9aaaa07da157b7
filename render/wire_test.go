package render

import (
	"io"
	"sync"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/render/cell"
)

// A fakeTty is a terminal that counts what it is sent, through an Output, and
// shows it on a vt if it has one.
type fakeTty struct {
	w, h int
	done chan struct{}
	once sync.Once
	out  Output
	buf  []byte
	raw  int // bytes that tcell wrote
	sent int // bytes after the Output
	vt   *vt
}

func newFakeTty(w, h int) *fakeTty {
	return &fakeTty{w: w, h: h, done: make(chan struct{}), buf: make([]byte, 0, 1<<18)}
}

func (t *fakeTty) Start() error           { return nil }
func (t *fakeTty) Stop() error            { return nil }
func (t *fakeTty) Drain() error           { t.once.Do(func() { close(t.done) }); return nil }
func (t *fakeTty) NotifyResize(cb func()) {}
func (t *fakeTty) Close() error           { return nil }

func (t *fakeTty) WindowSize() (tcell.WindowSize, error) {
	return tcell.WindowSize{Width: t.w, Height: t.h}, nil
}

func (t *fakeTty) Read(p []byte) (int, error) { <-t.done; return 0, io.EOF }

func (t *fakeTty) Write(p []byte) (int, error) {
	t.buf = t.out.Encode(t.buf[:0], p)
	t.raw += len(p)
	t.sent += len(t.buf)
	if t.vt != nil {
		t.vt.Write(t.buf)
	}
	return len(p), nil
}

// testTerminfo is a terminal of a tier, described as cmd/arkterm does it.
func testTerminfo(tier cell.Tier) *terminfo.Terminfo {
	ti := &terminfo.Terminfo{
		Name: "arkterm-test", Columns: 80, Lines: 24, Colors: 256, AutoMargin: true,
		Clear: "\x1b[H\x1b[2J", EnterCA: "\x1b[?1049h", ExitCA: "\x1b[?1049l",
		ShowCursor: "\x1b[?25h", HideCursor: "$<0>",
		AttrOff: "\x1b[m", Bold: "\x1b[1m", Dim: "\x1b[2m", Reverse: "\x1b[7m", Underline: "\x1b[4m",
		SetFg: "\x1b[38;5;%p1%dm", SetBg: "\x1b[48;5;%p1%dm", SetFgBg: "\x1b[38;5;%p1%d;48;5;%p2%dm",
		ResetFgBg: "\x1b[39;49m", SetCursor: "\x1b[%i%p1%d;%p2%dH",
	}
	switch tier {
	case cell.Truecolor:
		ti.SetFgRGB = "\x1b[38;2;%p1%d;%p2%d;%p3%dm"
		ti.SetBgRGB = "\x1b[48;2;%p1%d;%p2%d;%p3%dm"
		ti.SetFgBgRGB = "\x1b[38;2;%p1%d;%p2%d;%p3%d;48;2;%p4%d;%p5%d;%p6%dm"
	case cell.Mono:
		ti.Colors, ti.SetFg, ti.SetBg, ti.SetFgBg = 0, "", "", ""
	}
	return ti
}

// newTestScreen returns a tcell screen on a fakeTty.
func newTestScreen(t testing.TB, tier cell.Tier, w, h int) (tcell.Screen, *fakeTty) {
	t.Helper()
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Setenv("COLORTERM", "")
	t.Setenv("NO_COLOR", "")
	if tier == cell.Truecolor {
		t.Setenv("COLORTERM", "truecolor")
	}
	tty := newFakeTty(w, h)
	s, err := tcell.NewTerminfoScreenFromTtyTerminfo(tty, testTerminfo(tier))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Fini)
	return s, tty
}

// honeycomb is a level of whole rows of hexagons, all kinds and hues among them.
func honeycomb() engine.Level {
	level := engine.Level{Name: "Honeycomb"}
	for row := range 7 {
		for col := range 11 {
			kind := engine.Kind((row*11 + col) / 3 % 4)
			at := geom.Vec{X: 5 + 5*float64(col) + 2.5*float64(row%2), Y: 5 + 4*float64(row)}
			h := geom.Vec{X: 2.32, Y: 1.24}
			shape, err := geom.NewPolygon(
				geom.Vec{X: at.X, Y: at.Y - 2*h.Y}, geom.Vec{X: at.X + h.X, Y: at.Y - h.Y}, geom.Vec{X: at.X + h.X, Y: at.Y + h.Y},
				geom.Vec{X: at.X, Y: at.Y + 2*h.Y}, geom.Vec{X: at.X - h.X, Y: at.Y + h.Y}, geom.Vec{X: at.X - h.X, Y: at.Y - h.Y})
			if err != nil {
				panic(err)
			}
			level.Bricks = append(level.Bricks, engine.BrickSpec{Kind: kind, Hue: uint8((row + col/4) % engine.Hues), Shape: shape})
		}
	}
	return level
}

func newTestGame(t testing.TB) *engine.Game {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 7}, Levels: []engine.Level{honeycomb()}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A show is a game with everything that brings it to a terminal.
type show struct {
	g     *engine.Game
	bot   *bot.Bot
	v     *View
	f     cell.Frame
	p     *Painter
	tty   *fakeTty
	every int // ticks between two frames
}

func newShow(t testing.TB, o Options, w, h int) *show {
	s, tty := newTestScreen(t, o.Tier, w, h)
	d := &show{g: newTestGame(t), bot: bot.New(7), v: NewView(o), p: NewPainter(s, tty, o.Tier), tty: tty, every: 8}
	d.f.Resize(w, h)
	return d
}

// run plays and shows a number of ticks.
func (d *show) run(ticks int) {
	for range ticks {
		d.g.Step(engine.Input{d.bot.Play(d.g)})
		d.v.Observe(d.g.Events)
		if d.g.Tick%uint64(d.every) == 0 {
			d.v.Draw(&d.f, d.g)
			d.p.Show(&d.f)
		}
	}
}

// TestWireBytes holds what ten seconds of play cost on the wire: one ball at 30
// fps, 80×24, trail, sparks, flashes, aim and HUD included.
func TestWireBytes(t *testing.T) {
	for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256, cell.Colors16, cell.Mono} {
		for _, glyphs := range allGlyphs {
			d := newShow(t, Options{Tier: tier, Glyphs: glyphs}, 80, 24)
			d.run(engine.TicksPerSecond)
			raw, sent, score := d.tty.raw, d.tty.sent, d.g.Score
			const seconds = 10
			d.run(seconds * engine.TicksPerSecond)
			perSecond := (d.tty.sent - sent) / seconds
			t.Logf("%-9v %-8v %5d bytes/s of %5d from tcell, score %d", tier, glyphs, perSecond, (d.tty.raw-raw)/seconds, d.g.Score-score)
			if perSecond > oneBallBudget {
				t.Errorf("%v %v: %d bytes/s, want at most %d", tier, glyphs, perSecond, oneBallBudget)
			}
		}
	}
}
