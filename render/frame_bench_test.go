package render

import (
	"fmt"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
	"arkterm/render/cell"
)

// benchSizes are the measured frame sizes.
var benchSizes = [][2]int{{80, 24}, {200, 60}}

// A scene is a game whose frames are measured.
type scene struct {
	name  string
	start func(t testing.TB) (g *engine.Game, tick func())
}

// scenes contains 30 balls among resting bricks, and levels in which most bricks rotate or drift.
var scenes = []scene{
	{"balls", func(t testing.TB) (*engine.Game, func()) {
		f := flightOf30Balls(t)
		return f.g, func() { f.step(engine.Input{engine.Idle, engine.Idle}) }
	}},
	{"level20", shippedScene(20)},
	{"level31", shippedScene(31)},
	{"level32", shippedScene(32)},
	{"level33", shippedScene(33)},
}

// shippedScene returns a bot's game in a shipped level, counted from 1.
func shippedScene(level int) func(t testing.TB) (*engine.Game, func()) {
	return func(t testing.TB) (*engine.Game, func()) {
		t.Helper()
		g, err := engine.New(engine.Config{
			Setup:  engine.Setup{Seed: 7, First: level - 1, Lives: 7},
			Levels: levels.Shipped().Levels,
		})
		if err != nil {
			t.Fatal(err)
		}
		b := bot.New(7)
		return g, func() { g.Step(engine.Input{b.Play(g)}) }
	}
}

// A sceneRun plays and draws a scene.
type sceneRun struct {
	g      *engine.Game
	tick   func()
	v      *View
	output *output
	f      cell.Frame
}

// newRun returns a run of the scene in sextants and with all effects, after 200 frames.
func (s *scene) newRun(t testing.TB, size [2]int, tier cell.Tier) *sceneRun {
	g, tick := s.start(t)
	r := newGameRun(g, tick, size[0], size[1])
	r.v.SetOptions(Options{Tier: tier, Glyphs: cell.Sextant})
	r.output.encoder.SetTier(tier)
	for range 200 {
		r.play()
		r.draw()
	}
	return r
}

// newGameRun returns a run of a game in sextants with w×h cells. The function tick must play a tick of g.
func newGameRun(g *engine.Game, tick func(), w, h int) *sceneRun {
	r := &sceneRun{g: g, tick: tick, v: NewView(Options{Glyphs: cell.Sextant}), output: newOutput(cell.Truecolor)}
	r.f.Resize(w, h)
	return r
}

// play plays the ticks between two frames at 60 fps.
func (r *sceneRun) play() {
	for range engine.TicksPerSecond / 60 {
		r.tick()
		r.v.Observe(r.g.Events)
	}
}

// draw draws and encodes a frame.
func (r *sceneRun) draw() {
	r.v.Draw(&r.f, r.g)
	r.output.encode(&r.f)
}

// BenchmarkFrame measures the frames of the scenes, without the engine's ticks.
func BenchmarkFrame(b *testing.B) {
	for _, scene := range scenes {
		for _, size := range benchSizes {
			for _, tier := range []cell.Tier{cell.Truecolor, cell.Colors256} {
				b.Run(fmt.Sprintf("%s/%dx%d/%v", scene.name, size[0], size[1], tier), func(b *testing.B) {
					r := scene.newRun(b, size, tier)
					sent := r.output.sent
					b.ReportAllocs()
					for b.Loop() {
						b.StopTimer()
						r.play()
						b.StartTimer()
						r.draw()
					}
					b.ReportMetric(float64(r.output.sent-sent)/float64(b.N), "B/frame")
				})
			}
		}
	}
}
