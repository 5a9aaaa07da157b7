package record

import "arkterm/engine"

// This file rewinds a game that is being recorded. A game cannot run backward, so a clone from an earlier tick is
// played forward with the recorded inputs.

// Rewound returns the part of r up to the given tick. It has the same parent as r, as if the later ticks had never
// been played.
func (r *Recording) Rewound(tick uint64) *Recording {
	c := r.Until(tick)
	c.Parent = r.Parent
	return c
}

// Replay advances g to the tick end by playing the recorded inputs, and changes the terms as recorded. g must be a
// clone of the recorded game.
func (r *Recording) Replay(g *engine.Game, end uint64) {
	at := r.Tick() - uint64(r.ticks)
	for i := range r.steps {
		s := &r.steps[i]
		if s.n < 0 {
			if t := r.notes[-1-s.n].terms; t != nil && at >= g.Tick && at <= end {
				g.Change(*t)
			}
			continue
		}
		at += uint64(s.n)
		for g.Tick < min(at, end) {
			g.Step(s.in)
		}
	}
}
