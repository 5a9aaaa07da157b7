package app

import (
	"fmt"
	"time"

	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/input"
)

// This file implements rewinding. In modes that allow rewinding, each press of Rewind moves the game back by one
// second. The game is then paused until the player resumes.

// The limit and the steps of rewinding, in ticks.
const (
	rewindStep    = 1 * engine.TicksPerSecond
	maxRewind     = 10 * engine.TicksPerSecond
	cloneInterval = 1 * engine.TicksPerSecond // ticks between two copies of the game
	maxClones     = maxRewind/cloneInterval + 1
)

// rewindPause is the minimum time between two steps. While the key is held, the game thus moves back by at most ten
// seconds per second.
const rewindPause = 100 * time.Millisecond

// A history contains copies of a game, one for each of the last seconds, the oldest first.
type history struct {
	games    [maxClones]*engine.Game
	numGames int // number of copies

	startTick uint64        // tick at which the player began to rewind
	lastStep  time.Duration // time of the last step
}

// observe stores a copy of the game every cloneInterval ticks. Call it before the first tick and after each tick.
func (p *history) observe(g *engine.Game) {
	if !engine.Modes[g.Mode].CanRewind || g.Tick%cloneInterval != 0 {
		return
	}
	if p.numGames == maxClones {
		copy(p.games[:], p.games[1:])
		p.numGames--
	}
	p.games[p.numGames] = g.Clone()
	p.numGames++
}

// rewindTo returns the game at the given tick, and drops copies of later ticks. If the tick is before the oldest copy,
// rewindTo returns that copy. If there are no copies, it returns nil.
func (p *history) rewindTo(rec *record.Recording, tick uint64) *engine.Game {
	for p.numGames > 1 && p.games[p.numGames-1].Tick > tick {
		p.numGames--
		p.games[p.numGames] = nil
	}
	if p.numGames == 0 {
		return nil
	}
	g := p.games[p.numGames-1].Clone()
	rec.Replay(g, max(tick, g.Tick))
	return g
}

// rewind moves the game back by one second and pauses it, if the mode allows this.
func (s *Session) rewind(now time.Duration) {
	if !s.canRewind() {
		return
	}
	p := &s.round.history
	if s.ID() != rewindScreen {
		p.startTick = s.round.game.Tick
	} else if now < p.lastStep+rewindPause {
		return
	}
	p.lastStep = now
	to := max(0, int64(s.round.game.Tick)-rewindStep, int64(p.startTick)-maxRewind)
	g := p.rewindTo(s.round.recording, uint64(to))
	if g == nil || g.Tick == s.round.game.Tick {
		return
	}
	s.round.game, s.round.recording = g, s.round.recording.Rewound(g.Tick)
	s.round.ghost = nil // it would be at a later tick than the game
	s.newView()
	if s.ID() != rewindScreen {
		s.Enter(rewindScreen, now)
	}
	s.Rebuild()
}

// canRewind reports whether the player may rewind.
func (s *Session) canRewind() bool {
	return engine.Modes[s.round.game.Mode].CanRewind && s.round.bot == nil && !s.set.Bot
}

// rewindKey handles a key while the game is paused after a rewind. A key that steers or fires resumes the game.
func (s *Session) rewindKey(k ui.KeyPress) bool {
	switch k.Action {
	case input.Left, input.Right, input.Down, input.Fire:
		if !k.Repeat {
			s.Enter(playingScreen, k.Now)
		}
		return true
	}
	return s.rewindHeld(k)
}

// rewindHeld handles presses and repeats of the key Rewind. It ignores other keys.
func (s *Session) rewindHeld(k ui.KeyPress) bool {
	if k.Action == input.Rewind {
		s.rewind(k.Now)
	}
	return true
}

// rewindMouse resumes the game when a button goes down.
func (s *Session) rewindMouse(m ui.MouseMove) {
	if m.Pressed != 0 {
		s.Enter(playingScreen, m.Now)
	}
}

func (s *Session) drawRewound(time.Duration) { s.View.DrawBanner(&s.Frame, s.rewoundText()) }

// rewoundText returns the text of the banner: the seconds by which the game was rewound.
func (s *Session) rewoundText() string {
	back := s.round.history.startTick - s.round.game.Tick
	return fmt.Sprintf("-%d S", (back+engine.TicksPerSecond/2)/engine.TicksPerSecond)
}
