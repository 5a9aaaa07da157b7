package app

import (
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/render"
	"arkterm/render/cell"
)

// A sample is a demonstration game that a bot plays repeatedly.
type sample struct {
	config engine.Config
	game   *engine.Game
	bots   [2]*bot.Bot  // one bot for each paddle
	view   *render.View // nil until the first call of begin
	frame  cell.Frame
}

// sampleSeed is the seed of the sample's game and of its first bot. The second bot has the next seed.
const sampleSeed = 1

// begin starts the sample game with the given configuration, which must be valid. o contains the options for drawing.
func (p *sample) begin(config engine.Config, o render.Options) {
	p.config, p.view = config, render.NewView(o)
	p.restart()
}

// restart starts the sample game from the beginning.
func (p *sample) restart() {
	game, err := engine.New(p.config)
	if err != nil {
		panic(err)
	}
	p.game, p.bots = game, [...]*bot.Bot{bot.New(sampleSeed), bot.New(sampleSeed + 1)}
}

// apply changes the options with which the sample is drawn.
func (p *sample) apply(o render.Options) {
	if p.view != nil {
		p.view.SetOptions(o)
	}
}

// release frees the memory for drawing, which grows with the size of the frame.
func (p *sample) release() {
	if p.view != nil {
		p.view.Release()
	}
	p.frame = cell.Frame{}
}

// play plays n ticks. When the game ends, play starts it again.
func (p *sample) play(n int) {
	for range n {
		in := engine.Input{p.bots[0].Play(p.game), engine.Idle}
		if len(p.game.Paddles) > 1 {
			in[1] = p.bots[1].PlayFor(p.game, 1)
		}
		p.game.Step(in)
		p.view.Observe(p.game.Events)
		if p.game.Phase.Ended() {
			p.restart()
		}
	}
}

// playUntil plays until shows has returned true for 0.5 s of the game in total. It plays at most 20 s.
func (p *sample) playUntil(shows func(g *engine.Game) bool) {
	const shown, maxTicks = engine.TicksPerSecond / 2, 20 * engine.TicksPerSecond
	for n, seen := 0, 0; n < maxTicks && seen < shown; n++ {
		p.play(1)
		if shows(p.game) {
			seen++
		}
	}
}

// draw draws only the field of the game, in w×h cells. The returned frame is valid until the next call.
func (p *sample) draw(w, h int) *cell.Frame {
	p.frame.Resize(w, h)
	p.view.DrawSample(&p.frame, p.game)
	return &p.frame
}
