package render

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/theme"
	"arkterm/render/widget"
)

// An output encodes frames for a terminal and counts the bytes.
type output struct {
	encoder ansi.Encoder
	buf     []byte
	sent    int // number of bytes sent
}

// newOutput returns an output for a terminal of the given tier.
func newOutput(tier cell.Tier) *output {
	w := &output{buf: make([]byte, 0, 1<<18)}
	w.encoder.SetTier(tier)
	return w
}

// encode returns the bytes that change the terminal's picture to f. They are valid until the next call.
func (w *output) encode(f *cell.Frame) []byte {
	w.buf = w.encoder.Frame(w.buf[:0], f)
	w.sent += len(w.buf)
	return w.buf
}

// honeycomb returns a level with rows of hexagons without gaps, of four kinds and all hues.
func honeycomb() spec.Level {
	level := spec.Level{Name: "Honeycomb"}
	for row := range 7 {
		for col := range 11 {
			kind := spec.Kind((row*11 + col) / 3 % 4)
			at := geom.Vec{X: 5 + 5*float64(col) + 2.5*float64(row%2), Y: 5 + 4*float64(row)}
			h := geom.Vec{X: 2.32, Y: 1.24}
			shape, err := geom.NewPolygon(
				geom.Vec{X: at.X, Y: at.Y - 2*h.Y}, geom.Vec{X: at.X + h.X, Y: at.Y - h.Y},
				geom.Vec{X: at.X + h.X, Y: at.Y + h.Y},
				geom.Vec{X: at.X, Y: at.Y + 2*h.Y}, geom.Vec{X: at.X - h.X, Y: at.Y + h.Y},
				geom.Vec{X: at.X - h.X, Y: at.Y - h.Y})
			if err != nil {
				panic(err)
			}
			level.Bricks = append(level.Bricks, spec.BrickSpec{
				Kind: kind, Hue: uint8((row + col/4) % spec.NumHues),
				Shape: shape,
			})
		}
	}
	return level
}

// newTestGame returns a game in the level honeycomb.
func newTestGame(t testing.TB) *engine.Game {
	t.Helper()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 7}, Levels: []spec.Level{honeycomb()}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A shownGame is a game with a bot, a view and an output.
type shownGame struct {
	g             *engine.Game
	step          func(engine.Input) // plays a tick of g
	bot           *bot.Bot
	v             *View
	f             cell.Frame
	output        *output
	ticksPerFrame int // number of ticks per frame
}

// newShownGame returns a game in the level honeycomb that is drawn at 30 fps in w×h cells.
func newShownGame(t testing.TB, o Options, w, h int) *shownGame {
	d := &shownGame{g: newTestGame(t), bot: bot.New(7), v: NewView(o), output: newOutput(o.Tier), ticksPerFrame: 8}
	d.step = func(in engine.Input) { d.g.Step(in) }
	d.f.Resize(w, h)
	return d
}

// run plays a number of ticks, and draws and encodes the frames.
func (d *shownGame) run(ticks int) {
	for range ticks {
		d.step(engine.Input{d.bot.Play(d.g)})
		d.v.Observe(d.g.Events)
		if d.g.Tick%uint64(d.ticksPerFrame) == 0 {
			d.v.Draw(&d.f, d.g)
			d.output.encode(&d.f)
		}
	}
}

// TestBytesPerSecond measures the bytes of ten seconds of play with one ball and all effects, at 30 fps and 80×24.
func TestBytesPerSecond(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	for _, tier := range allTiers {
		for _, glyphs := range allGlyphs {
			d := newShownGame(t, Options{Tier: tier, Glyphs: glyphs}, 80, 24)
			d.run(engine.TicksPerSecond)
			sent, score := d.output.sent, d.g.Score
			const seconds = 10
			d.run(seconds * engine.TicksPerSecond)
			perSecond := (d.output.sent - sent) / seconds
			t.Logf("%-9v %-8v %5d bytes/s, score %d", tier, glyphs, perSecond, d.g.Score-score)
			if perSecond > oneBallBudget {
				t.Errorf("%v %v: a game with one ball takes %d bytes/s, want at most %d", tier, glyphs, perSecond,
					oneBallBudget)
			}
		}
	}
}

// TestOnlyEightColorsAreSent checks that a terminal with 8 colors receives no other colors.
func TestOnlyEightColorsAreSent(t *testing.T) {
	sgr := regexp.MustCompile("\x1b\\[([0-9;]*)m")
	for _, th := range theme.All {
		d := newShownGame(t, Options{Tier: cell.Colors8, Theme: th}, 80, 24)
		colors := map[string]bool{}
		for range 60 {
			d.run(8)
			d.v.Draw(&d.f, d.g)
			d.v.DrawDialog(&d.f, widget.Dialog{Title: "Paused", Buttons: []string{"Resume", "Quit"}})
			for _, m := range sgr.FindAllSubmatch(d.output.encode(&d.f), -1) {
				for p := range strings.SplitSeq(string(m[1]), ";") {
					if n, _ := strconv.Atoi(p); n >= 30 {
						colors[p] = true
					}
				}
			}
		}
		for p := range colors {
			if n, _ := strconv.Atoi(p); n%10 == 8 || n >= 50 {
				t.Errorf("%s: the terminal receives the SGR parameter %s, want only the first 8 colors", th.Name, p)
			}
		}
		if len(colors) < 3 {
			t.Errorf("%s: the terminal receives only the color parameters %v, want at least 3", th.Name, colors)
		}
	}
}

// TestIdleScreenSendsNothing checks that drawing a paused game with a dialog again takes no bytes.
func TestIdleScreenSendsNothing(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	for _, o := range allOptions() {
		d := newShownGame(t, o, 80, 24)
		d.run(1200)
		dialog := widget.Dialog{Title: "Paused", Buttons: []string{"Resume", "Quit"}}
		for i := range 30 {
			d.v.Draw(&d.f, d.g)
			d.v.DrawDialog(&d.f, dialog)
			if part := d.output.encode(&d.f); i > 0 && len(part) > 0 {
				t.Errorf("%v %v: an unchanged frame sends %d bytes, want 0", o.Glyphs, o.Tier, len(part))
			}
		}
	}
}

// TestFrameDoesNotAllocate checks that drawing and encoding a frame does not allocate.
func TestFrameDoesNotAllocate(t *testing.T) {
	if testing.Short() { // slow, and useless under the race detector, because it starts no goroutines
		return
	}
	for _, o := range allOptions() {
		g, v := gameAfter(t, o, 0)
		player, w := bot.New(7), newOutput(o.Tier)
		var f cell.Frame
		f.Resize(80, 24)
		frame := func() {
			for range 8 {
				g.Step(engine.Input{player.Play(g)})
				v.Observe(g.Events)
			}
			v.Draw(&f, g)
			w.encode(&f)
		}
		for range 400 { // until everything has been shown once
			frame()
		}
		if n := testing.AllocsPerRun(300, frame); n > 0 {
			t.Errorf("%v %v: drawing and encoding allocate %v times per frame, want 0", o.Glyphs, o.Tier, n)
		}
	}
}

// BenchmarkShow measures eight ticks of a game with one frame.
func BenchmarkShow(b *testing.B) {
	d := newShownGame(b, Options{}, 80, 24)
	d.run(1000)
	b.ReportAllocs()
	for b.Loop() {
		d.run(8)
	}
	b.ReportMetric(float64(d.output.sent)/float64(b.N), "B/frame")
}
