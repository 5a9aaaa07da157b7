package engine

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// Parameters of drones.
const (
	droneSides     = 6
	maxDroneY      = spec.PaddleY - 9       // maximum y of drones that stay in the upper part of the field
	enterSpeed     = 5.0                    // speed in the gate, units/s
	gateTicks      = TicksPerSecond * 3 / 4 // time for which a gate is open before a drone enters
	firstDrone     = TicksPerSecond * 3     // time until the first drone enters
	minZigzagTicks = TicksPerSecond / 2
	maxZigzagTicks = TicksPerSecond * 3 / 2
	zigzagAngle    = 40.0 // degrees from straight down
)

// A Drone is a slot for a drone. Its body is a brick, which a ball can break, with a mover.
type Drone struct {
	Kind     spec.DroneKind
	Brick    int  // index of its body, which has hits while the drone is present
	Entering bool // it is in the gate and moves straight down

	gate     int // index of its gate; −1 if the boss released it
	mover    int
	heading  geom.Vec // unit vector
	side     float64  // −1 or 1, the side of its circles or zigzags
	turnIn   int      // ticks until it changes direction
	previous geom.Vec // center at the start of the tick
}

// DroneAt returns the center of drone i.
func (g *Game) DroneAt(i int) geom.Vec { return g.world.Pose(g.Drones[i].mover).At }

// isPresent reports whether drone i is in the field.
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
	return g.enemy.droneDue && g.enemy.gate == k && g.enemy.next <= gateTicks
}

// maxDrones returns the current maximum number of drones in the field.
func (g *Game) maxDrones() int {
	limit := g.levels[g.Level].Drones.Max
	if p := g.bossPhase(); p != nil {
		limit = max(limit, p.MaxDrones)
	}
	return limit
}

// admitDrones lets a drone enter when it is due and there is room. It enters through a gate, or the
// boss releases it.
func (g *Game) admitDrones() {
	f := &g.enemy
	free, count := -1, 0
	for i := range g.Drones {
		if g.isPresent(i) {
			count++
		} else if free < 0 && g.Bricks[g.Drones[i].Brick].timer == 0 {
			free = i // not while the explosion of an earlier drone is pending
		}
	}
	f.droneDue = free >= 0 && count < g.maxDrones()
	if !f.droneDue || g.Phase != Play {
		return
	}

	gates := g.Gates()
	if f.next--; f.next == gateTicks {
		f.gate = g.chooseGate(len(gates))
	}
	if f.next > 0 {
		return
	}

	f.next = gateTicks + 1 // retry if there is no room
	if f.gate >= 0 {
		g.enterGate(free, gates[f.gate])
	} else {
		g.releaseFromBoss(free)
	}
}

// chooseGate draws one of n gates for the next drone, or −1 for a boss that releases drones.
func (g *Game) chooseGate(n int) int {
	if p := g.bossPhase(); p == nil || p.MaxDrones == 0 {
		return g.enemy.rng.Below(n)
	}
	k := g.enemy.rng.Below(n + 1)
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

// beginDrone places drone i at a position, with a random kind.
func (g *Game) beginDrone(i int, at geom.Vec) {
	f, d := &g.enemy, &g.Drones[i]
	kinds := g.levels[g.Level].Drones.Kinds
	if len(kinds) == 0 {
		kinds = spec.CommonDrones
	}

	d.Kind = kinds[f.rng.Below(len(kinds))]
	row := &spec.Drones[d.Kind]
	d.Entering, d.gate, d.side, d.heading, d.turnIn, d.previous = false, f.gate, f.rng.Sign(), geom.Vec{Y: 1}, 1, at
	g.world.PlaceBody(d.mover, at, 0)
	g.world.Steer(d.mover, geom.Vec{}, float64(row.Spin*(math.Pi/180)))
	g.setHits(d.Brick, spec.Kinds[spec.DroneBody].Hits)
	g.Bricks[d.Brick].Hue = row.Hue
	if f.next = g.levels[g.Level].Drones.Interval; f.next == 0 {
		f.next = bossDroneTicks
	}

	g.emit(Event{Kind: DroneEntered, Ball: -1, Brick: d.Brick, At: at})
}
