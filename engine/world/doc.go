// Package world is motion without rules: discs that fly among convex polygons,
// capsules and walls in continuous time, and the exact order in which they meet
// them.
//
// A World says what is met next, and its owner says what comes of it. It is
// asked for one contact after the other, and never calls anybody back:
//
//	w := world.New(64, 48)
//	w.AddObstacle(world.Obstacle{Shape: geom.Regular(6, geom.Vec{X: 32, Y: 20}, 4, 0)})
//	w.AddDisc(world.Disc{R: 0.6, From: geom.Vec{X: 10, Y: 10}, V: geom.Vec{X: 20, Y: 15}})
//	for range 10 * world.TicksPerSecond {
//		end := w.Begin()
//		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
//			w.Bounce(c)
//		}
//	}
//
// Each contact has one answer: [World.Bounce], [World.Pass], [World.Place] or
// [World.Hold] for the disc, or [World.RemoveDisc]. After it the owner may turn
// the discs that met with [World.Redirect], and take obstacles away or put them
// back: Next predicts what follows from that.
//
// What things are called here is what they are to motion. A ball is a [Disc], a
// brick is an [Obstacle], which may move, and a paddle is a [Capsule]. Each is
// known by its index, in the order in which it was added, and the owner keeps what
// else there is to know of it under the same index.
//
// Lengths are in units, y grows downward, times are in seconds and speeds in
// units per second. Nothing has friction, and every bounce is perfectly elastic.
// Time passes in ticks of 1/240 s, and each tick in sub-steps, within which
// whatever is moved by others (obstacles and capsules) has a constant velocity
// and spin. Discs do not notice either: far from what moves, more or fewer
// sub-steps give the same bits, and the same calls give the same bits on every
// processor.
//
// The method is event-driven (Alder and Wainwright 1959): each disc keeps its
// earliest known contact, a queue holds the earliest of all, and a disc is looked
// at again only when its own course or its partner's has changed. A sub-step
// without a contact costs a look at the queue. Contacts at the same instant come
// in the order of their [Kind], and then of the lower index.
package world
