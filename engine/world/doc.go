// Package world simulates discs that move in continuous time among convex polygons, capsules and walls. It finds every
// contact exactly and reports contacts in the order in which they occur. No disc passes through a body at any speed,
// and elastic contacts keep the energy.
//
// The simulation has no friction, joints or resting contacts. Discs do not rotate. They move in straight lines between
// collisions. Obstacles and capsules can be steered. They push discs, but discs do not push them.
//
//	+-------- W --------+     the field is [0, W] × [0, H]; y grows downward
//	|      __           |
//	|     /  \   o-->   |     an obstacle and a disc
//	H     \__/          |
//	|                   |
//	|    (=======)      |     a capsule
//	+-------------------+     walls; floor and ceiling can be open, or the field periodic
//
// [World.Tick] advances the world by one tick and iterates over the contacts in it:
//
//	w := world.New(61, 48)
//	w.AddObstacle(world.Obstacle{Shape: new(geom.Regular(6, geom.Vec{X: 32, Y: 20}, 4, 0))})
//	w.AddDisc(world.Disc{R: 0.6, From: geom.Vec{X: 10, Y: 10}, V: geom.Vec{X: 20, Y: 15}})
//	for range 10 * world.TicksPerSecond {
//		for c := range w.Tick() {
//			fmt.Printf("%.3f s: at %v\n", c.Time, c.At)
//		}
//	}
//
// # Responding to contacts
//
// The loop body responds to each contact with [World.Bounce], [World.Pass], [World.Place], [World.Hold] or
// [World.RemoveDisc]. Without a response, the disc bounces. Directly after the response, [World.Redirect] can change
// the disc's velocity. [World.BounceWith] bounces with a coefficient of restitution, which can depend on the bodies:
//
//	for c := range w.Tick() {
//		w.BounceWith(c.Contact, elasticity[c.Disc])
//	}
//
// A sensor, added with [World.AddSensor], reports discs that enter and leave it without affecting them.
//
// Tick is built from [World.Begin] and [World.Next]. Use these to stop within a tick or to steer between contacts. In
// worlds with few discs, most ticks have no contact, and [World.Coast] completes them without a call of Next.
//
// # Changing the world
//
// Discs can be added, removed, held, launched and kicked at any time, even within a tick. Obstacles can be removed and
// restored. [World.Wrap] makes the field periodic, with seams instead of walls. A [Filter] lets selected bodies pass
// through each other. [World.Accelerate] simulates a uniform field, for example gravity.
//
// [World.Ray], [World.Sweep], [World.Overlap], [World.OverlapPolygon] and [World.Room] answer geometric queries.
// [World.Clone] copies the state, and [World.Hash] returns a hash of the state.
//
// Bodies are identified by index, in the order in which they were added. The package stores no user data. Callers keep
// their own data under the same index. RemoveDisc decrements the indices of all later discs. To identify a disc across
// removals, use [World.ID] and [World.Find].
//
// A World must not be copied by assignment. All calls check their arguments, and panic with the name and the value of
// an argument that is out of range. [World.Accepts] and [World.AcceptsObstacle] check a body without a panic.
//
// # Units and time
//
// Lengths are in units, times in seconds, and speeds in units per second. A tick lasts 1/240 s and consists of
// sub-steps, during which steered bodies have constant velocity and spin. Away from moving bodies, the number of
// sub-steps does not affect the result. Identical calls produce bit-identical results on every processor.
//
// # Algorithm
//
// The simulation is event-driven (Alder and Wainwright 1959). Each disc stores its earliest predicted contact, and a
// priority queue finds the earliest contact of all discs. A prediction is recomputed only when one of the two bodies
// has changed course. A tick without a contact only checks the queue. While no disc is near a moving obstacle or at the
// height of a capsule, a tick is not divided into sub-steps.
//
// A grid finds the bodies near a disc. It adapts to the sizes and the density of discs, and covers periodic fields. A
// contact takes 5,000 to 7,000 instructions, nearly independent of the number of discs and the size of the field.
// Adding or kicking a disc takes a similar number of instructions. RemoveDisc recomputes the predictions of only a few
// discs. It also renumbers all later discs, which takes less than a tenth of the time of Renew. A moving obstacle takes
// hardly any time while no disc is near. A disc takes about 315 bytes, or 415 in a world with movers or capsules. In a
// copy made by Clone, it takes 240 or 340 bytes.
//
// Among 100 to 1,600 equal discs that cover a fifth of a field with walls, a contact takes 0.4 µs (AMD EPYC) to 0.6 µs
// (Intel Xeon, November 2026). In other scenes, a contact takes this many times as long:
//
//	2, 16, 6,400, 25,600, 100,000 discs         1.9, 1.4, 1.3, 1.6, 3.2 (cache misses)
//	radii 1:10, 1:100, 1:10,000                 1.8, 2.8, 4.2
//	a periodic field of 100, 1,600, 6,400 discs 1.6, 1.2, 1.2 (compared with walls)
//	1,000 discs, 12, 60, 250, 1,000 turning hexagons 1.7, 2.4, 4.2, 8.7
//	1,000 discs, 1, 10, 100 sensors             1.2, 3.4, 21
//
// The time of a tick is proportional to the speed of the discs. Turning obstacles accelerate discs. With
// MaxSpeed 25, 50, 100 and 1,000, 200 discs among 20 turning hexagons reached a root mean square speed of
// 15, 27, 34 and 51 units/s, and a tick took 1, 1.5, 1.7 and 2.5 times as long.
//
// Simultaneous contacts are ordered by [Kind], then by the index of the disc, then by the index of the other body. In a
// contact of two discs, the other body is the disc with the higher index. [World.Clone] and [World.Rebuild] affect
// neither the motion nor the order of contacts.
package world
