package record

import "arkterm/engine"

// This file rewinds a game that is being recorded. A game cannot run backward: an earlier clone is
// played forward with the inputs recorded since.

// Rewound returns r up to the given tick, without any trace of what followed. When the game
// continues from there, the recording plays back like any other.
func (r *Recording) Rewound(tick uint64) *Recording {
	c := r.Until(tick)
	c.Parent = r.Parent
	return c
}

// Replay plays r's ticks from g's tick to the given one in g, with the changes of terms. g is a
// clone of the recorded game at that tick.
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
