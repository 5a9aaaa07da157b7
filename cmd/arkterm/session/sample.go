package session

import (
	"time"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/render"
	"arkterm/render/cell"
)

// A sample is the game that a bot plays beside the options, to show what they change.
type sample struct {
	game  *engine.Game
	bot   *bot.Bot
	view  *render.View // nil: there was none yet
	frame cell.Frame
}

// sampleSeed is the seed of the sample's games.
const sampleSeed = 1

// apply shows the sample with other options.
func (p *sample) apply(o render.Options) {
	if p.view != nil {
		p.view.SetOptions(o)
	}
}

// showOptions shows the options, with a sample of the level that Play begins with.
func (s *Session) showOptions(now time.Duration) {
	s.sample.view = render.NewView(s.set.Render)
	s.beginSample()
	s.detour(optionsScreen, now)
}

// beginSample begins the sample's game.
func (s *Session) beginSample() {
	config := engine.Config{Levels: s.set.Pack.Levels[s.level : s.level+1]}
	config.Seed = sampleSeed
	s.set.Choices.Game(&config)
	game, err := engine.New(config)
	s.must(err)
	s.sample.game, s.sample.bot = game, bot.New(sampleSeed)
}

// playSample plays n ticks of the sample.
func (s *Session) playSample(n int) {
	p := &s.sample
	for range n {
		p.game.Step(engine.Input{p.bot.Play(p.game), engine.Idle})
		p.view.Observe(p.game.Events)
		if p.game.Phase.Ended() {
			s.beginSample()
		}
	}
}

// drawSample draws the sample right of the dialog, or the game behind the dialog if there is no room for it.
func (s *Session) drawSample() {
	x, beside := s.view.Beside(&s.frame, s.menu.dialog)
	if !beside {
		s.view.Draw(&s.frame, s.round.game)
		return
	}
	p := &s.sample
	p.frame.Resize(s.frame.W-x, s.frame.H)
	p.view.Draw(&p.frame, p.game)
	text, back := p.view.Ink() // of the sample's world
	s.frame.Fill(0, 0, x, s.frame.H, ' ', cell.Style{Fg: text, Bg: back})
	for y := range p.frame.H {
		copy(s.frame.Cells[y*s.frame.W+x:], p.frame.Cells[y*p.frame.W:][:p.frame.W])
	}
}
