// Package world is motion without rules: discs that fly among convex polygons, capsules and walls
// in continuous time, and the exact order of their contacts.
//
// What it does not do: it has no friction, no gravity, no joints and no stacks, and nothing rests on
// anything. Discs do not turn. They fly straight between contacts that are perfectly elastic. What is
// steered pushes discs and is not pushed back.
//
//	+-------- W --------+     the field is [0, W] × [0, H], y grows downward
//	|      __           |
//	|     /  \   o-->   |     an obstacle, which rests, or is moved by a mover; a disc
//	H     \__/          |
//	|                   |
//	|    (=======)      |     a capsule
//	+-------------------+     walls; floor and ceiling may be open, or the field periodic
//
// [World.Tick] plays a tick, and is a loop over its contacts:
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
// Each contact has one answer: [World.Bounce], [World.Pass], [World.Place] or [World.Hold] for the
// disc, or [World.RemoveDisc]. What the loop does not answer bounces. [World.Begin] and [World.Next]
// are what Tick is made of, for an owner who stops within a tick or steers from contact to contact;
// [World.Coast] saves the owner of a few discs most calls of Next.
//
// At any time, within a tick as well, discs may be added ([World.AddDisc]), removed, held, launched
// and kicked ([World.Kick]); obstacles may be removed and restored. Right after its contact was answered a
// disc may be sent elsewhere ([World.Redirect]). After RemoveDisc the indices of those behind it are
// one less, so a loop over a tick that removes discs has to mind them.
//
// [World.Wrap] makes the field periodic: then there are seams instead of walls.
//
// A [Filter] lets bodies pass each other. [World.Ray], [World.Sweep], [World.Overlap] and
// [World.OverlapPolygon] say what is in the way and what is where; [World.Room] how large a disc
// there is room for. [World.Clone] keeps a moment to go on from, [World.MarshalBinary] and
// [World.UnmarshalBinary] keep it as bytes.
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
// Contacts at the same instant come in the order of their [Kind], and then of the index of the disc that
// is reported: among many discs, which of two that is depends on what was predicted before.
package world
