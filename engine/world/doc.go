// Package world is motion without rules: discs that fly among convex polygons, capsules and walls
// in continuous time, and the exact order of their contacts.
//
//	+-------- W --------+     the field is [0, W] × [0, H], y grows downward
//	|      __           |
//	|     /  \   o-->   |     an obstacle, which rests, or is moved by a mover; a disc
//	H     \__/          |
//	|                   |
//	|    (=======)      |     a capsule
//	+-------------------+     walls; floor and ceiling may be open
//
// It has no friction, no gravity, no joints and no stacks: nothing rests on anything. Discs fly
// straight between contacts that are perfectly elastic, and do not turn. What is steered pushes
// discs and is not pushed back.
//
// A World reports the next contact, and its owner answers it. The owner asks for one contact after
// the other; there are no callbacks:
//
//	w := world.New(61, 48)
//	w.AddObstacle(world.Obstacle{Shape: geom.Regular(6, geom.Vec{X: 32, Y: 20}, 4, 0)})
//	w.AddDisc(world.Disc{R: 0.6, From: geom.Vec{X: 10, Y: 10}, V: geom.Vec{X: 20, Y: 15}})
//	for range 10 * world.TicksPerSecond {
//		end := w.Begin()
//		for c, ok := w.Next(end); ok; c, ok = w.Next(end) {
//			w.Bounce(c)
//		}
//	}
//
// Each contact has one answer: [World.Bounce], [World.Pass], [World.Place] or [World.Hold] for the
// disc, or [World.RemoveDisc]. After it the owner may turn the discs involved with
// [World.Redirect], and remove or restore obstacles: Next takes that into account. Between two ticks
// discs may be added ([World.AddDisc]), removed, held, launched and kicked ([World.Turn]);
// [World.Room] says how much room there is at a place, [World.Clone] keeps a moment to go on from.
//
// Names describe the role in motion. A ball is a [Disc], a brick is an [Obstacle], which may move,
// and a paddle is a [Capsule]. Each is identified by its index, in the order of addition, and the
// owner keeps its own data of it under the same index.
//
// Lengths are in units, y grows downward, times are in seconds and speeds in units per second.
// Time passes in ticks of 1/240 s, and
// each tick in sub-steps, within which steered bodies (obstacles and capsules) have a constant
// velocity and spin. Discs are unaffected by either: far from moving bodies, the number of
// sub-steps does not change a bit of the result, and the same calls give the same bits on every
// processor.
//
// The method is event-driven (Alder and Wainwright 1959): each disc has its earliest predicted
// contact, a queue holds the earliest of all, and a disc is predicted anew only when its own course
// or its partner's has changed. A tick without a contact costs one look at the queue: it is not
// even divided into sub-steps while no disc is level with the capsules and no obstacle moves.
// Contacts at the same instant come in the order of their [Kind], and then of the lower index.
package world
