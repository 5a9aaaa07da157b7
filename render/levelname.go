package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
)

// nameTicks is the duration of the intro of a new level: 3 s.
const nameTicks = 3 * engine.TicksPerSecond

// introVisible reports whether the intro of the level is visible.
func (v *View) introVisible(g *engine.Game) bool {
	return g.Phase == engine.Serve && g.Tick-g.PhaseBegan < nameTicks && isUntouched(g)
}

// isUntouched reports whether the level still has all its bricks.
func isUntouched(g *engine.Game) bool {
	for i := range g.Bricks {
		if b := &g.Bricks[i]; b.Hits == 0 && spec.Kinds[b.Kind].Breakable && b.Kind != spec.Sprout &&
			int(b.Kind) < spec.NumPlacedKinds {
			return false
		}
	}
	return true
}
