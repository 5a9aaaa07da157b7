package app

import (
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/render"
	"arkterm/render/cell"
)

// A sample is a game that a bot plays over and over, to show something.
type sample struct {
	config engine.Config
	game   *engine.Game
	bots   [2]*bot.Bot  // one for each paddle
	view   *render.View // nil: there was none yet
	frame  cell.Frame
}

// sampleSeed is the seed of samples' games and bots.
const sampleSeed = 1

// begin begins a sample of the games of config, which is known to be valid.
func (p *sample) begin(config engine.Config, o render.Options) {
	p.config, p.view = config, render.NewView(o)
	p.again()
}

// again begins the sample's game.
func (p *sample) again() {
	game, err := engine.New(p.config)
	if err != nil {
		panic(err)
	}
	p.game, p.bots = game, [...]*bot.Bot{bot.New(sampleSeed), bot.New(sampleSeed + 1)}
}

// apply shows the sample with other options.
func (p *sample) apply(o render.Options) {
	if p.view != nil {
		p.view.SetOptions(o)
	}
}

// release frees the memory that grows with the size of the frame.
func (p *sample) release() {
	if p.view != nil {
		p.view.Release()
	}
	p.frame = cell.Frame{}
}

// play plays n ticks.
func (p *sample) play(n int) {
	for range n {
		in := engine.Input{p.bots[0].Play(p.game), engine.Idle}
		if len(p.game.Paddles) > 1 {
			in[1] = p.bots[1].PlayFor(p.game, 1)
		}
		p.game.Step(in)
		p.view.Observe(p.game.Events)
		if p.game.Phase.Ended() {
			p.again()
		}
	}
}

// playUntil plays until shows has been true for a moment, or for long.
func (p *sample) playUntil(shows func(g *engine.Game) bool) {
	const moment, long = engine.TicksPerSecond / 2, 20 * engine.TicksPerSecond
	for n, seen := 0, 0; n < long && seen < moment; n++ {
		p.play(1)
		if shows(p.game) {
			seen++
		}
	}
}

// draw draws the field alone in w×h cells, and returns the frame.
func (p *sample) draw(w, h int) *cell.Frame {
	p.frame.Resize(w, h)
	p.view.Sample(&p.frame, p.game)
	return &p.frame
}
