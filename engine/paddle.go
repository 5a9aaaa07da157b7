package engine

import "arkterm/engine/geom"

// How fast a paddle moves.
const (
	KeySpeed     = 36.0                 // units/s as soon as a key goes down
	KeySpeedFull = 80.0                 // units/s after it was down for KeyRamp
	KeyRamp      = 150 * ticksPerMs     // ticks
	TargetSpeed  = 300.0                // units/s at most toward a target
	ticksPerMs   = TicksPerSecond / 1e3 // 0.24
)

// steer decides where paddle k is at the end of the tick. The border is part
// of the course, so the end positions are exact: the middle is never less than
// half a width from a wall.
func (g *Game) steer(k int, c Control) {
	p, x := &g.Paddles[k], g.world.Capsules[k].X
	move := 0.0
	switch {
	case g.Tick < p.StunnedTo || g.RunsFor(DropFrozen, k):
		p.dir, p.held = 0, 0
	case c.Target >= 0:
		p.dir, p.held = 0, 0
		limit := float64(TargetSpeed * g.haste() / TicksPerSecond)
		move = geom.Clamp(float64(float64(c.Target)/64)-x, -limit, limit)
	case c.Move != 0:
		move = float64(keyStep(p, c.Move)*g.haste()) / TicksPerSecond
	default:
		p.dir, p.held = 0, 0
	}
	g.world.SetGoal(k, x+move)
}

// keyStep returns the velocity that a key asks for: slower at first, so that a
// tap is a small step, then faster, so that the whole field is in reach.
func keyStep(p *Paddle, move int8) float64 {
	dir := int8(1)
	if move < 0 {
		dir = -1
	}
	if dir != p.dir {
		p.dir, p.held = dir, 0
	}
	ramp := float64(p.held) / KeyRamp
	if p.held < KeyRamp {
		p.held++
	}
	speed := KeySpeed + float64((KeySpeedFull-KeySpeed)*ramp)
	return float64(speed * (float64(max(-MoveFull, min(MoveFull, int(move)))) / MoveFull))
}
