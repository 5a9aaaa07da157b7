package main

import (
	"math/rand/v2"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// frames draws and encodes frames of a shipped level in sextants. They are the same moments again and again, a 60th of
// a second apart, forth and back: so a step costs no tick.
func frames(number, w, h int) func(int) error {
	return func(steps int) error {
		const first, moments = 1200, 24 // of the ticks of the game, and to be drawn
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 7, First: number - 1, Lives: 7}, Levels: levels.Shipped().Levels})
		if err != nil {
			return err
		}
		b := bot.New(7)
		play := func(ticks int) {
			for range ticks {
				g.Step(engine.Input{b.Play(g)})
			}
		}
		play(first)
		var games [moments]*engine.Game
		for i := range games {
			games[i] = g.Clone()
			play(engine.TicksPerSecond / 60)
		}

		v := render.NewView(render.Options{Glyphs: cell.Sextant})
		var e ansi.Encoder
		var f cell.Frame
		f.Resize(w, h)
		var sent []byte
		for i := range 2*moments + steps {
			at := i % (2*moments - 2)
			v.Draw(&f, games[min(at, 2*moments-2-at)])
			sent = e.Frame(sent[:0], &f)
		}
		return nil
	}
}

// styles encodes two frames of 80×24, by turns, that differ in runs of so many styles.
func styles(most int) func(int) error {
	return func(steps int) error {
		rng := rand.New(rand.NewPCG(1, 2))
		var two [2]cell.Frame
		for k := range two {
			f := &two[k]
			f.Resize(80, 24)
			f.Fill(0, 0, f.W, f.H, ' ', cell.Style{})
			for i := range 3 * most {
				style := cell.Style{Fg: cell.RGB(7*(i%most/2)%256, 31*(i%most/2)%256, 80*k+1), Bg: cell.RGB(i%most%8*16, 1, 1)}
				f.Fill(rng.IntN(f.W), rng.IntN(f.H), 1+rng.IntN(3), 1, '▀', style)
			}
		}
		var e ansi.Encoder
		var sent []byte
		for i := range steps {
			sent = e.Frame(sent[:0], &two[i%2])
		}
		return nil
	}
}

// visit plays a shipped level as the arcade does for a visitor, with a paddle that is always below the lowest ball. A step
// is a frame: its ticks, at 30 frames a second, the picture in mosaics, and what the terminal is sent.
func visit(number int) func(int) error {
	return func(steps int) error {
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1, First: number - 1}, Levels: levels.Shipped().Levels})
		if err != nil {
			return err
		}
		v := render.NewView(render.Options{Glyphs: cell.Mosaic})
		var e ansi.Encoder
		var f cell.Frame
		f.Resize(80, 24)
		var sent []byte
		for range steps {
			for range engine.TicksPerSecond / 30 {
				g.Step(below(g))
				v.Observe(g.Events)
			}
			v.Draw(&f, g)
			sent = e.Frame(sent[:0], &f)
		}
		return nil
	}
}
