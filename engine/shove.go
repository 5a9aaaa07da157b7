package engine

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file implements the shove, with which players turn balls in flight. A shove affects the
// balls that the player touched last, and costs a third of a full meter. Hits and returns of these
// balls fill the meter. A second shove while the first is active starts slow motion instead.

// A ShoveState is the state of one player's shoves.
type ShoveState struct {
	Meter int       // charge, 0 to ShoveFull; a shove costs ShoveCost
	Kind  ShoveKind // active shove, or NoShove
	Began uint64    // tick in which the active shove began

	SlowUntil uint64 // tick before which time is slowed
}

// A ShoveKind is the direction in which a shove turns balls. It is an index into [ShoveKinds].
type ShoveKind uint8

// The kinds of shove.
const (
	NoShove      ShoveKind = iota // no active shove
	ShoveSteeper                  // away from horizontal
	ShoveUp
	ShoveDown
)

// A ShoveKindRow describes one kind of shove.
type ShoveKindRow struct {
	Name   string
	Button Button // button that starts it
	Help   string // description for players
}

// ShoveKinds has a row for each kind of shove.
var ShoveKinds = [...]ShoveKindRow{
	NoShove: {},
	ShoveSteeper: {
		Name: "steeper", Button: Fire, Help: "turns rising balls up and falling balls down",
	},
	ShoveUp:   {Name: "up", Button: Up, Help: "turns all balls up"},
	ShoveDown: {Name: "down", Button: Down, Help: "turns all balls down"},
}

// A full meter is enough for three shoves. Players can save a ball and try again, but cannot steer
// a ball continuously.
const (
	ShoveCost = 100
	ShoveFull = 3 * ShoveCost

	hitCharge    = 20 // charge per hit on a brick; five hits charge the meter for one shove
	returnCharge = 10 // charge per return, so that the meter also fills when few bricks are left
)

// ShoveTicks is the duration of a shove. A second shove within this time starts slow motion.
const ShoveTicks = TicksPerSecond / 4

// A shove turns balls every shoveStep ticks, at about the frame rate.
const (
	shoveStep  = 4
	shoveAngle = 20.0 // total angle of a shove, in degrees
	// time after a shove during which nearly horizontal balls are turned further, by up to 24°
	extraShoveTicks = TicksPerSecond / 3
	horizontalSlope = 0.20791169081775934 // sin 12°; a course with a smaller slope is nearly horizontal
)

// Parameters of slow motion.
const (
	SlowTicks   = TicksPerSecond / 2 // one second of real time at slowPercent
	slowPercent = 50                 // percentage of the normal speed
)

// chargeMeter adds the given charge to the meter of player k. If the meter then has enough for
// another shove, it emits ShoveReady.
func (g *Game) chargeMeter(k, charge int) {
	if percent := g.modeRow().ChargePercent; percent > 0 {
		charge = charge * percent / 100
	}
	s := &g.Shoves[k]
	old := s.Meter / ShoveCost
	s.Meter = min(ShoveFull, s.Meter+charge)
	if s.Meter/ShoveCost > old {
		g.emit(Event{Kind: ShoveReady, Ball: -1, Brick: -1, Value: k})
	}
}

// applyShoveButtons starts a shove if player k presses Up or Down during Play.
func (g *Game) applyShoveButtons(k int, c Control) {
	pressed := c.Buttons &^ g.shoveButtons[k]
	g.shoveButtons[k] = c.Buttons & (Up | Down)
	for kind := ShoveUp; kind <= ShoveDown; kind++ {
		if g.Phase == Play && pressed&ShoveKinds[kind].Button != 0 && g.hasBallInFlight(k) {
			g.startShove(k, kind)
			return
		}
	}
}

// hasBallInFlight reports whether a ball that player k touched last is in flight.
func (g *Game) hasBallInFlight(k int) bool {
	for i := range g.Balls {
		if !g.world.Discs[i].Held && int(g.Balls[i].paddle) == k {
			return true
		}
	}
	return false
}

// fireShoots reports whether Fire fires a laser shot for player k.
func (g *Game) fireShoots(k int) bool { return g.Shots > 0 || g.RunsFor(spec.DropWeapon, k) }

// FireShoves reports whether Fire would start a shove for player k now. The player must have a ball
// in flight, and Fire must have no other function. FireShoves does not check the meter.
func (g *Game) FireShoves(k int) bool {
	holds := g.modeRow().launchNext == nil && g.HoldsBall(k)
	return g.Phase == Play && !g.CanRecall && !holds && !g.fireShoots(k) && g.hasBallInFlight(k)
}

// startShove starts a shove for player k if the meter allows it. While another shove is active it
// starts slow motion instead, unless time is already slowed.
func (g *Game) startShove(k int, kind ShoveKind) {
	s := &g.Shoves[k]
	if s.Meter < ShoveCost {
		g.emit(Event{Kind: ShoveMissed, Ball: -1, Brick: -1, Value: k})
		return
	}
	s.Meter -= ShoveCost
	if s.Kind != NoShove && g.Tick-s.Began < ShoveTicks && g.Tick >= s.SlowUntil {
		s.SlowUntil = g.Tick + SlowTicks
		g.emit(Event{Kind: TimeSlowed, Ball: -1, Brick: -1, Value: k})
		return
	}
	s.Kind, s.Began = kind, g.Tick
	g.emit(Event{Kind: BallsShoved, Ball: -1, Brick: -1, Value: k})
}

// applyShoves turns the balls of all active shoves. Balls that would end up nearly horizontal are
// turned for a while longer.
func (g *Game) applyShoves() {
	for k := range g.Paddles {
		s := &g.Shoves[k]
		if s.Kind == NoShove {
			continue
		}

		age := g.Tick - s.Began
		if age >= ShoveTicks+extraShoveTicks || g.Phase != Play {
			s.Kind = NoShove
			continue
		}

		if age%shoveStep != 0 {
			continue
		}

		for i := range g.Balls {
			if d := &g.world.Discs[i]; d.Held || int(g.Balls[i].paddle) != k ||
				age >= ShoveTicks && !isNearlyHorizontal(d.V) {
				continue
			}
			g.turnBall(i, s.Kind)
		}
	}
}

// isNearlyHorizontal reports whether the velocity v is within 12° of horizontal.
func isNearlyHorizontal(v geom.Vec) bool {
	return v.Y < float64(horizontalSlope*v.Norm()) && -v.Y < float64(horizontalSlope*v.Norm())
}

// turnBall turns ball i by one step of a shove. The speed of the ball does not change.
func (g *Game) turnBall(i int, kind ShoveKind) {
	old := g.world.Discs[i].V
	if v := g.shovedVelocity(old, kind, g.BallAt(i).X); v != old {
		g.world.Turn(i, v)
	}
}

// VelocityAfterShove returns the velocity of ball i after a complete shove, assuming that it
// touches nothing meanwhile.
func (g *Game) VelocityAfterShove(i int, kind ShoveKind) geom.Vec {
	v, x := g.world.Discs[i].V, g.BallAt(i).X
	for range ShoveTicks / shoveStep {
		v = g.shovedVelocity(v, kind, x)
	}
	return v
}

// shovedVelocity returns the velocity v of a ball at x after one step of a shove. The direction
// stays at least 5° from vertical. The same limit applies to a ball that leaves the paddle.
func (g *Game) shovedVelocity(v geom.Vec, kind ShoveKind, x float64) geom.Vec {
	speed := v.Norm()
	if speed == 0 {
		return v
	}
	goal := geom.Vec{Y: 1}
	if kind == ShoveUp || kind == ShoveSteeper && v.Y <= 0 {
		goal.Y = -1
	}

	side := v.Cross(goal)
	if side == 0 { // v is exactly opposite to goal, so turn toward the middle of the field
		side = goal.Y
		if x > g.W/2 {
			side = -side
		}
	}
	turn := geom.Direction(shoveAngle * shoveStep / ShoveTicks)
	if side < 0 {
		turn.Y = -turn.Y
	}

	turned := v.Turn(turn)
	if turned.Dot(goal) > 0 && max(turned.X, -turned.X) < float64(minAimX*speed) {
		return v
	}
	return turned.Mul(speed / turned.Norm())
}

// LastPaddle returns the index of the paddle that holds ball i or touched it last.
func (g *Game) LastPaddle(i int) int { return int(g.Balls[i].paddle) }

// stopShoves ends active shoves and slow motion, because the balls are on the paddle again. Meters
// keep their charge.
func (g *Game) stopShoves() {
	for k := range g.Shoves {
		g.Shoves[k] = ShoveState{Meter: g.Shoves[k].Meter}
	}
}

// resetShoves gives each player exactly one shove at the start of a level, so that the level does
// not depend on the previous one.
func (g *Game) resetShoves() {
	g.Shoves, g.shoveButtons = [2]ShoveState{}, [2]Button{}
	for k := range g.Paddles {
		g.Shoves[k].Meter = ShoveCost
	}
}

// isSlowedFor reports whether time is slowed for player k. In co-op, the partner can also slow it.
func (g *Game) isSlowedFor(k int) bool {
	return g.Tick < g.Shoves[k].SlowUntil || !g.Versus() && g.TimeIsSlow()
}

// TimeIsSlow reports whether any player has slowed time.
func (g *Game) TimeIsSlow() bool {
	return g.Phase == Play && (g.Tick < g.Shoves[0].SlowUntil || g.Tick < g.Shoves[1].SlowUntil)
}

// hashShoves adds the state of the shoves to the hash.
func (g *Game) hashShoves(d *spec.Hasher) {
	for k := range g.Paddles {
		s := &g.Shoves[k]
		d.Word(uint64(s.Meter)<<16 | uint64(s.Kind)<<8 | uint64(g.shoveButtons[k]))
		d.Word(s.Began)
		d.Word(s.SlowUntil)
	}
}

// checkShoves checks the invariants of the shove state.
func (g *Game) checkShoves() error {
	for k := range g.Shoves {
		s := &g.Shoves[k]
		if s.Meter < 0 || s.Meter > ShoveFull || int(s.Kind) >= len(ShoveKinds) || s.Began > g.Tick ||
			s.SlowUntil > g.Tick+SlowTicks {
			return fmt.Errorf("player %d has invalid shoves: %+v", k+1, *s)
		}
		if k >= len(g.Paddles) && *s != (ShoveState{}) {
			return fmt.Errorf("absent player %d has shoves: %+v", k+1, *s)
		}
	}
	return nil
}
