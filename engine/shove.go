package engine

import (
	"fmt"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// This file contains the shove: in flight a player bends the courses of the balls that he has sent. The
// hits of these balls fill a meter, and each shove takes a third of it. A second one while the gust
// of the first blows slows time.

// A Shove is what a player has to shove with, and the gust that blows.
type ShoveState struct {
	Meter int       // 0 to ShoveFull; a shove takes ShoveCost
	Kind  ShoveKind // the gust that blows, or Calm
	Began uint64    // the tick in which it began

	SlowUntil uint64 // before this tick the player has slowed time
}

// A Gust is how a shove bends courses: an index into [Gusts].
type ShoveKind uint8

// The gusts.
const (
	NoShove ShoveKind = iota // none blows
	ShoveSteeper
	ShoveUp
	ShoveDown
)

// A GustRow describes one gust.
type ShoveKindRow struct {
	Name   string
	Button Button // that begins it
	Help   string // description for people
}

// Gusts has a row for each gust.
var ShoveKinds = [...]ShoveKindRow{
	NoShove:      {},
	ShoveSteeper: {"steeper", Fire, "bends the balls away from level: rising ones up, falling ones down"},
	ShoveUp:      {"up", Up, "bends the balls up: a falling one comes down later"},
	ShoveDown:    {"down", Down, "bends the balls down: a rising one comes back sooner"},
}

// The meter. Three shoves fill it: enough for a save and a second try, too few to steer a ball by.
const (
	ShoveCost = 100
	ShoveFull = 3 * ShoveCost

	hitCharge    = 20 // for each hit that a brick loses: five make a shove
	returnCharge = 10 // for each return off the paddle: where few bricks are left, these do
)

// GustTicks is how long a gust blows, and how long after its beginning a second shove slows time.
const ShoveTicks = TicksPerSecond / 4

// The gust of a shove. It turns balls once in gustStep ticks, as often as a picture is drawn.
const (
	shoveStep       = 4
	shoveAngle      = 20.0 // degrees in all
	shoveLevelTicks = TicksPerSecond / 3
	levelSlope      = 0.20791169081775934 // sin 12°: balls nearer to level are bent on for gustRest, which is enough for 24°
)

// Slowed time.
const (
	SlowTicks   = TicksPerSecond / 2 // a second, at half of its speed
	slowPercent = 50                 // percent
)

// charge adds to the meter of player k.
func (g *Game) chargeMeter(k, by int) {
	if share := g.rules().ChargePercent; share > 0 {
		by = by * share / 100
	}
	s := &g.Shoves[k]
	had := s.Meter / ShoveCost
	s.Meter = min(ShoveFull, s.Meter+by)
	if s.Meter/ShoveCost > had {
		g.emit(Event{Kind: ShoveReady, Ball: -1, Brick: -1, Value: k})
	}
}

// useGusts applies Up and Down of player k in Play, at the moment in which they are pressed.
func (g *Game) startShoves(k int, c Control) {
	pressed := c.Buttons &^ g.shoveButtons[k]
	g.shoveButtons[k] = c.Buttons & (Up | Down)
	for gust := ShoveUp; gust <= ShoveDown; gust++ {
		if g.Phase == Play && pressed&ShoveKinds[gust].Button != 0 && g.hasBallInFlight(k) {
			g.startShove(k, gust)
			return
		}
	}
}

// sends reports whether a ball flies that player k has sent.
func (g *Game) hasBallInFlight(k int) bool {
	for i := range g.Balls {
		if !g.world.Discs[i].Held && int(g.Balls[i].paddle) == k {
			return true
		}
	}
	return false
}

// armed reports whether Fire of player k shoots.
func (g *Game) fireShoots(k int) bool { return g.Shots > 0 || g.RunsFor(spec.DropWeapon, k) }

// FireShoves reports whether Fire of player k would be a shove now: nothing else is to be done by
// it, and a ball of the player's flies. Whether the meter has enough for one is another question.
func (g *Game) FireShoves(k int) bool {
	holds := g.rules().launchNext == nil && g.Holding(k)
	return g.Phase == Play && !g.Recall && !holds && !g.fireShoots(k) && g.hasBallInFlight(k)
}

// shove begins the gust of player k, if the meter has enough. While one blows it slows time
// instead, unless the player has just done so.
func (g *Game) startShove(k int, gust ShoveKind) {
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
	s.Kind, s.Began = gust, g.Tick
	g.emit(Event{Kind: BallsShoved, Ball: -1, Brick: -1, Value: k})
}

// blow lets the gusts turn the balls of their players. It leaves none nearly level: those it turns
// on, for a while.
func (g *Game) applyShoves() {
	for k := range g.Paddles {
		s := &g.Shoves[k]
		if s.Kind == NoShove {
			continue
		}
		age := g.Tick - s.Began
		if age >= ShoveTicks+shoveLevelTicks || g.Phase != Play {
			s.Kind = NoShove
			continue
		}
		if age%shoveStep != 0 {
			continue
		}
		for i := range g.Balls {
			if d := &g.world.Discs[i]; d.Held || int(g.Balls[i].paddle) != k || age >= ShoveTicks && !nearlyLevel(d.V) {
				continue
			}
			g.turnBall(i, s.Kind)
		}
	}
}

// level reports whether the velocity v is nearly level.
func nearlyLevel(v geom.Vec) bool {
	return v.Y < float64(levelSlope*v.Norm()) && -v.Y < float64(levelSlope*v.Norm())
}

// bend turns the course of ball i by a step of a gust. Its speed stays.
func (g *Game) turnBall(i int, gust ShoveKind) {
	was := g.world.Discs[i].V
	if v := g.shovedVelocity(was, gust, g.BallAt(i).X); v != was {
		g.world.Turn(i, v)
	}
}

// Shoved returns the velocity of ball i after all of a gust, if it touches nothing meanwhile.
func (g *Game) VelocityAfterShove(i int, gust ShoveKind) geom.Vec {
	v, x := g.world.Discs[i].V, g.BallAt(i).X
	for range ShoveTicks / shoveStep {
		v = g.shovedVelocity(v, gust, x)
	}
	return v
}

// bent returns the velocity v of a ball at x, turned by a step of a gust, up to 5° from straight up or
// down, as far as a paddle sends balls.
func (g *Game) shovedVelocity(was geom.Vec, gust ShoveKind, x float64) geom.Vec {
	speed := was.Norm()
	if speed == 0 {
		return was
	}
	to := geom.Vec{Y: 1}
	if gust == ShoveUp || gust == ShoveSteeper && was.Y <= 0 {
		to.Y = -1
	}

	side := was.Cross(to)
	if side == 0 { // straight the other way: turn toward the middle
		side = to.Y
		if x > g.W/2 {
			side = -side
		}
	}
	turn := geom.Direction(shoveAngle * shoveStep / ShoveTicks)
	if side < 0 {
		turn.Y = -turn.Y
	}

	v := was.Turn(turn)
	if v.Dot(to) > 0 && max(v.X, -v.X) < float64(minAimX*speed) {
		return was
	}
	return v.Mul(speed / v.Norm())
}

// Sender returns the paddle that ball i lies on, or came off last.
func (g *Game) LastPaddle(i int) int { return int(g.Balls[i].paddle) }

// stillness ends the gusts and slowed time: balls lie on the paddle again.
func (g *Game) stopShoves() {
	for k := range g.Shoves {
		g.Shoves[k] = ShoveState{Meter: g.Shoves[k].Meter}
	}
}

// resetShoves gives the players what a level begins with: one shove, whatever the one before has
// left, so that the same level is the same in every game.
func (g *Game) resetShoves() {
	g.Shoves, g.shoveButtons = [2]ShoveState{}, [2]Button{}
	for k := range g.Paddles {
		g.Shoves[k].Meter = ShoveCost
	}
}

// slows reports whether time is slow for player k, who has slowed it or plays beside who has.
func (g *Game) isSlowedFor(k int) bool {
	return g.Tick < g.Shoves[k].SlowUntil || !g.Versus() && g.TimeIsSlow()
}

// TimeIsSlow reports whether a player has slowed time.
func (g *Game) TimeIsSlow() bool {
	return g.Phase == Play && (g.Tick < g.Shoves[0].SlowUntil || g.Tick < g.Shoves[1].SlowUntil)
}

// hashShoves adds the state of the shoves.
func (g *Game) hashShoves(d *spec.Hasher) {
	for k := range g.Paddles {
		s := &g.Shoves[k]
		d.Word(uint64(s.Meter)<<16 | uint64(s.Kind)<<8 | uint64(g.shoveButtons[k]))
		d.Word(s.Began)
		d.Word(s.SlowUntil)
	}
}

// checkShoves checks the meters, gusts and slowed time.
func (g *Game) checkShoves() error {
	for k := range g.Shoves {
		s := &g.Shoves[k]
		if s.Meter < 0 || s.Meter > ShoveFull || int(s.Kind) >= len(ShoveKinds) || s.Began > g.Tick || s.SlowUntil > g.Tick+SlowTicks {
			return fmt.Errorf("shoves of player %d: %+v", k+1, *s)
		}
		if k >= len(g.Paddles) && *s != (ShoveState{}) {
			return fmt.Errorf("shoves of player %d, who does not play: %+v", k+1, *s)
		}
	}
	return nil
}
