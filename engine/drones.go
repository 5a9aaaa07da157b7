package engine

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Parameters of drones.
const (
	droneSides      = 6                      // number of sides of a drone
	maxDroneY       = spec.PaddleY - 9       // maximum y of drones that stay in the upper part of the field
	enterSpeed      = 5.0                    // speed in the gate, units/s
	gateTicks       = TicksPerSecond * 3 / 4 // time between the opening of a gate and the drone's entry
	firstDroneTicks = TicksPerSecond * 3     // time until the first drone enters
	minZigzagTicks  = TicksPerSecond / 2     // minimum time between two random turns
	maxZigzagTicks  = TicksPerSecond * 3 / 2 // maximum time between two random turns
	zigzagAngle     = 40.0                   // degrees from straight down
)

// A Drone is a slot that holds at most one drone at a time. The body of the drone is a moving brick
// that a ball can break.
type Drone struct {
	Kind     spec.DroneKind
	Brick    int  // index of the brick that is its body; the brick has hits while the drone is present
	Entering bool // the drone is in the gate and moves straight down

	gate        int      // index of its gate; −1 if the boss released it
	mover       int      // index of the mover of its body
	heading     geom.Vec // unit vector
	side        float64  // −1 or 1, the direction of its circles or zigzags
	ticksToTurn int      // ticks until it changes direction
	previous    geom.Vec // center at the start of the tick
}

// DroneAt returns the center of drone i.
func (g *Game) DroneAt(i int) geom.Vec { return g.world.Pose(g.Drones[i].mover).At }

// isPresent reports whether slot i contains a drone in the field.
func (g *Game) isPresent(i int) bool { return g.Bricks[g.Drones[i].Brick].Hits > 0 }

// Gates returns the x coordinates of the level's gates in the ceiling.
func (g *Game) Gates() []float64 {
	if len(g.Drones) == 0 {
		return nil
	}
	return g.levels[g.Level].Drones.Gates
}

// GateOpen reports whether gate k is open because a drone is in it or will enter soon.
func (g *Game) GateOpen(k int) bool {
	for i := range g.Drones {
		if d := &g.Drones[i]; g.isPresent(i) && d.Entering && d.gate == k {
			return true
		}
	}
	return g.enemies.droneDue && g.enemies.nextGate == k && g.enemies.ticksToDrone <= gateTicks
}

// maxDrones returns the current maximum number of drones in the field.
func (g *Game) maxDrones() int {
	limit := g.levels[g.Level].Drones.Max
	if p := g.bossPhase(); p != nil {
		limit = max(limit, p.MaxDrones)
	}
	return limit
}

// admitDrones lets the next drone enter when its entry is due and there is room. The drone enters
// through a gate, or the boss releases it.
func (g *Game) admitDrones() {
	e := &g.enemies
	free, count := -1, 0
	for i := range g.Drones {
		if g.isPresent(i) {
			count++
		} else if free < 0 && g.Bricks[g.Drones[i].Brick].timer == 0 {
			free = i // the explosion of an earlier drone in this slot is over
		}
	}
	e.droneDue = free >= 0 && count < g.maxDrones()
	if !e.droneDue || g.Phase != Play {
		return
	}

	gates := g.Gates()
	if e.ticksToDrone--; e.ticksToDrone == gateTicks {
		e.nextGate = g.chooseGate(len(gates))
	}
	if e.ticksToDrone > 0 {
		return
	}

	e.ticksToDrone = gateTicks + 1 // retry if there is no room
	if e.nextGate >= 0 {
		g.enterGate(free, gates[e.nextGate])
	} else {
		g.releaseFromBoss(free)
	}
}

// chooseGate returns the index of a random gate for the next drone, out of n gates. The result −1
// means that the boss releases the drone.
func (g *Game) chooseGate(n int) int {
	if p := g.bossPhase(); p == nil || p.MaxDrones == 0 {
		return g.enemies.rng.Below(n)
	}
	k := g.enemies.rng.Below(n + 1)
	if k == n {
		return -1
	}
	return k
}

// enterGate lets drone i enter through the gate at x, unless an object is below the gate.
func (g *Game) enterGate(i int, x float64) {
	above, below := geom.Vec{X: x}, geom.Vec{X: x, Y: spec.DroneRadius + spec.DroneClearance}
	for _, p := range [...]geom.Vec{above, below} {
		if dist, _ := g.nearestObstacle(i, p, true); dist < spec.DroneRadius+spec.DroneClearance ||
			g.ballNear(p, spec.DroneRadius+spec.DroneClearance) {
			return
		}
	}
	g.beginDrone(i, geom.Vec{X: x, Y: -spec.DroneRadius - spec.DroneClearance})
	g.Drones[i].Entering = true
}

// releaseFromBoss places drone i below the boss, if there is room.
func (g *Game) releaseFromBoss(i int) {
	at := g.BossAt()
	at.Y += spec.Bosses[g.Boss.Kind].Reach() + spec.DroneRadius + 2*spec.DroneClearance
	if dist, _ := g.nearestObstacle(i, at, false); dist < spec.DroneRadius+spec.DroneClearance ||
		g.ballNear(at, spec.DroneRadius+spec.DroneClearance) {
		return
	}
	g.beginDrone(i, at)
}

// ballNear reports whether the distance from p to the edge of a ball is less than distance.
func (g *Game) ballNear(p geom.Vec, distance float64) bool {
	for i := range g.Balls {
		if reach := g.world.Discs[i].R + distance; p.Sub(g.BallAt(i)).Norm2() < float64(reach*reach) {
			return true
		}
	}
	return false
}

// beginDrone puts a drone of a random kind into slot i, with the given center. It also sets the
// time until the next drone.
func (g *Game) beginDrone(i int, center geom.Vec) {
	e, d := &g.enemies, &g.Drones[i]
	kinds := g.levels[g.Level].Drones.Kinds
	if len(kinds) == 0 {
		kinds = spec.CommonDrones
	}

	d.Kind = kinds[e.rng.Below(len(kinds))]
	row := &spec.Drones[d.Kind]
	d.Entering, d.gate, d.side, d.heading, d.ticksToTurn, d.previous = false, e.nextGate, e.rng.Sign(), geom.Vec{Y: 1},
		1, center
	g.world.PlaceBody(d.mover, center, 0)
	g.world.Steer(d.mover, geom.Vec{}, float64(row.Spin*(math.Pi/180)))
	g.setHits(d.Brick, spec.Kinds[spec.DroneBody].Hits)
	g.Bricks[d.Brick].Hue = row.Hue
	if e.ticksToDrone = g.levels[g.Level].Drones.Interval; e.ticksToDrone == 0 {
		e.ticksToDrone = bossDroneTicks
	}

	g.emit(Event{Kind: DroneEntered, Ball: -1, Brick: d.Brick, At: center})
}
