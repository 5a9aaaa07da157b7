package engine

import (
	"math"

	"arkterm/engine/geom"
)

// A DroneKind is a kind of drone: an index into [Drones].
type DroneKind uint8

// The kinds of drone. A new one is a constant here and a row in Drones.
const (
	Cone DroneKind = iota
	Orb
	Chaser
	Moth

	DroneKinds = iota // how many kinds there are
)

// A Law says how a drone finds its way.
type Law uint8

// The laws.
const (
	Zigzags Law = iota // down, to one side and the other, for half a second to one and a half each
	Circles            // around and around, and slowly down
	Leans              // turns to the nearest ball
	Strays             // takes another direction now and then
)

// A DroneRow is what one kind of drone is.
type DroneRow struct {
	Name   string // as level files spell it
	Mark   rune   // the letter that stands for it
	Law    Law
	Speed  float64 // units/s
	Turn   float64 // degrees/s by which its way turns, where the law turns it
	Sink   float64 // units/s that it sinks beside that
	Spin   float64 // degrees/s of its body
	Stays  bool    // it keeps off the lower part of the field
	Points int
	Hue    uint8
	Says   string
}

// Drones says what each kind of drone is.
var Drones = [DroneKinds]DroneRow{
	Cone:   {"cone", 'v', Zigzags, 7, 0, 0, 90, false, 100, 1, "zigzags down, and out through the floor"},
	Orb:    {"orb", 'o', Circles, 9, 100, 1.5, -60, false, 100, 4, "circles and sinks, and leaves through the floor"},
	Chaser: {"chaser", 'x', Leans, 6, 120, 0, 240, true, 150, 0, "turns to the nearest ball, in the upper part of the field"},
	Moth:   {"moth", 'w', Strays, 10, 0, 0, 30, true, 100, 6, "flies this way and that, in the upper part of the field"},
}

// DroneNamed returns the kind of drone with the given name.
func DroneNamed(name string) (k DroneKind, ok bool) {
	for k := range DroneKind(DroneKinds) {
		if Drones[k].Name == name {
			return k, true
		}
	}
	return 0, false
}

// MaxDrones is the most drones in the field at once.
const MaxDrones = 3

// DroneRadius is how far a drone's corners are from its middle.
const DroneRadius = 1.4

// Drones in numbers.
const (
	droneSides  = 6
	droneKeep   = 0.3                    // units that it keeps away from what stands or drifts
	droneLine   = PaddleY - 9            // those that stay do so above it
	enterSpeed  = 5.0                    // units/s, through a gate
	gateTicks   = TicksPerSecond * 3 / 4 // that a gate is open before a drone comes
	firstDrone  = TicksPerSecond * 3     // until the first one comes, if not before
	zigzagLeast = TicksPerSecond / 2
	zigzagMost  = TicksPerSecond * 3 / 2
	zigzagAngle = 40.0 // degrees from straight down
)

// A DroneSpec says which drones come into a level. The zero one: none.
type DroneSpec struct {
	Most  int       // in the field at once, at most MaxDrones
	Every int       // ticks from one to the next
	Gates []float64 // where in the ceiling they come through: one or two
	Kinds []DroneKind
}

// Limits of a DroneSpec.
const (
	MaxGates   = 2
	leastEvery = TicksPerSecond
	mostEvery  = 600 * TicksPerSecond
	gateMargin = DroneRadius + droneKeep // least distance of a gate's middle from a side wall
)

// A Drone is a place for a drone: one that is there, or may come. Its body is a
// brick, which a ball breaks; what moves it is a mover as any other.
type Drone struct {
	Kind  DroneKind
	Brick int  // its body, with hits while it is there
	Comes bool // it is in the gate still, and goes straight down

	gate    int // that it came through, or −1
	mover   int
	heading geom.Vec // unit vector
	side    float64  // −1 or 1: which way it circles or zigzags
	turnIn  int      // ticks until it takes another direction
	was     geom.Vec // its middle at the beginning of the tick
}

// DroneAt returns the middle of drone i.
func (g *Game) DroneAt(i int) geom.Vec { return g.world.Pose(g.Drones[i].mover).At }

// there reports whether drone i is in the field.
func (g *Game) there(i int) bool { return g.Bricks[g.Drones[i].Brick].Hits > 0 }

// Gates returns where in the ceiling the level's gates are.
func (g *Game) Gates() []float64 {
	if len(g.Drones) == 0 {
		return nil
	}
	return g.levels[g.Level].Drones.Gates
}

// GateOpen reports whether gate k is open: a drone is in it, or about to come.
func (g *Game) GateOpen(k int) bool {
	for i := range g.Drones {
		if d := &g.Drones[i]; g.there(i) && d.Comes && d.gate == k {
			return true
		}
	}
	return g.foe.waits && g.foe.gate == k && g.foe.next <= gateTicks
}

// mostDrones returns how many drones may be in the field now.
func (g *Game) mostDrones() int {
	most := g.levels[g.Level].Drones.Most
	if p := g.bossPhase(); p != nil {
		most = max(most, p.Drones)
	}
	return most
}

// admitDrones lets a drone in when it is time and there is room for it: through a
// gate, or out of the boss.
func (g *Game) admitDrones() {
	f := &g.foe
	free, count := -1, 0
	for i := range g.Drones {
		if g.there(i) {
			count++
		} else if free < 0 && g.Bricks[g.Drones[i].Brick].clock == 0 { // no fire burns where one was
			free = i
		}
	}
	f.waits = free >= 0 && count < g.mostDrones()
	if !f.waits || g.Phase != Play {
		return
	}
	gates := g.Gates()
	if f.next--; f.next == gateTicks {
		f.gate = g.chooseGate(len(gates))
	}
	if f.next > 0 {
		return
	}
	f.next = gateTicks + 1 // another try, if there is no room
	if f.gate >= 0 {
		g.enterGate(free, gates[f.gate])
	} else {
		g.hatch(free)
	}
}

// chooseGate lets chance choose through which of n gates the next drone comes; a boss that lets
// drones out is one more of them, −1.
func (g *Game) chooseGate(n int) int {
	if p := g.bossPhase(); p == nil || p.Drones == 0 {
		return g.foe.rng.Below(n)
	}
	k := g.foe.rng.Below(n + 1)
	if k == n {
		return -1
	}
	return k
}

// enterGate lets drone i come in through the gate at x if nothing is below it.
func (g *Game) enterGate(i int, x float64) {
	above, below := geom.Vec{X: x}, geom.Vec{X: x, Y: DroneRadius + droneKeep}
	for _, p := range [...]geom.Vec{above, below} {
		if dist, _ := g.space(i, p, true); dist < DroneRadius+droneKeep || g.ballNear(p, DroneRadius+droneKeep) {
			return
		}
	}
	g.beginDrone(i, geom.Vec{X: x, Y: -DroneRadius - droneKeep})
	g.Drones[i].Comes = true
}

// hatch lets drone i out of the boss, below it, if there is room.
func (g *Game) hatch(i int) {
	at := g.BossAt()
	at.Y += Bosses[g.Boss.Kind].reach() + DroneRadius + 2*droneKeep
	if dist, _ := g.space(i, at, false); dist < DroneRadius+droneKeep || g.ballNear(at, DroneRadius+droneKeep) {
		return
	}
	g.beginDrone(i, at)
}

// ballNear reports whether a ball is nearer to p than far.
func (g *Game) ballNear(p geom.Vec, far float64) bool {
	for i := range g.Balls {
		if reach := g.world.Discs[i].R + far; p.Sub(g.BallAt(i)).Norm2() < float64(reach*reach) {
			return true
		}
	}
	return false
}

// beginDrone puts drone i at a place, as chance chooses its kind.
func (g *Game) beginDrone(i int, at geom.Vec) {
	f, d := &g.foe, &g.Drones[i]
	kinds := g.levels[g.Level].Drones.Kinds
	if len(kinds) > 0 {
		d.Kind = kinds[f.rng.Below(len(kinds))]
	} else {
		d.Kind = DroneKind(f.rng.Below(DroneKinds))
	}
	row := &Drones[d.Kind]
	d.Comes, d.gate, d.side, d.heading, d.turnIn, d.was = false, f.gate, f.rng.Sign(), geom.Vec{Y: 1}, 1, at
	g.world.PlaceBody(d.mover, at, 0)
	g.world.Steer(d.mover, geom.Vec{}, float64(row.Spin*(math.Pi/180)))
	g.setHits(d.Brick, Kinds[DroneBody].Hits)
	g.Bricks[d.Brick].Hue = row.Hue
	if f.next = g.levels[g.Level].Drones.Every; f.next == 0 {
		f.next = hatchTicks
	}
	g.emit(Event{Kind: DroneBegun, Ball: -1, Brick: d.Brick, At: at})
}
