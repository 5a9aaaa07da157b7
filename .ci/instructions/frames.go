package main

import (
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
