package record

import "arkterm/engine"

// This file is what it takes to go back in a game that is being recorded. A game
// cannot run backwards: it goes on from an earlier clone, by the inputs that were
// recorded since.

// Rewound returns r up to the given tick: the recording of a game in which what came after has
// never been. Going on from there, it is played back as any other.
func (r *Recording) Rewound(tick uint64) *Recording {
	c := r.Until(tick)
	c.Parent = r.Parent
	return c
}

// Replay plays in g what r notes of the ticks from g's to the given one. g is the recorded
// game as it was then: a clone of it.
func (r *Recording) Replay(g *engine.Game, to uint64) {
	at := r.Tick() - uint64(r.ticks)
	for i := range r.steps {
		s := &r.steps[i]
		if s.n < 0 {
			if t := r.notes[-1-s.n].terms; t != nil && at >= g.Tick && at <= to {
				g.Change(*t)
			}
			continue
		}
		at += uint64(s.n)
		for g.Tick < min(at, to) {
			g.Step(s.in)
		}
	}
}
