package world

import (
	"math"
	"slices"
)

// never is the time of an event that does not happen.
var never = math.Inf(1)

// A queue finds the disc with the earliest next event. It is a winner tree: the leaves are the
// discs, and each inner node holds the earlier one of its two children. Changing one disc replays
// its matches toward the root until a result stays the same.
//
// Ties go to the lower kind, then to the lower index, so that the order of filling does not matter.
type queue struct {
	n    int     // discs
	node []event // node[1] is the winner; children of k are 2k and 2k+1; n+i is the leaf of disc i
}

// An event is the time of a disc's next event in a form that is quick to compare: the winner of a
// match is unpredictable, so a branch on it would be mispredicted half of the time, but integers
// can be selected without one.
type event struct {
	key  int64  // orders times; see timeKey
	rank uint64 // orders events at the same time: the kind, then the disc
}

// timeKey returns an integer for the time t that sorts like it. The bits of negative floats sort
// backward as integers, so these are inverted. Adding 0 makes the two zeros one.
func timeKey(t float64) int64 { return flipNegative(int64(math.Float64bits(t + 0))) }

// keyTime is the inverse of timeKey.
func keyTime(key int64) float64 { return math.Float64frombits(uint64(flipNegative(key))) }

func flipNegative(bits int64) int64 { return bits ^ bits>>63&math.MaxInt64 }

// reset makes room for n discs, none of which has an event.
func (q *queue) reset(n int) {
	q.n = n
	q.node = grow(q.node, 2*n) // every node but the first has a parent, so any n will do
	for i := range n {
		q.put(i, never, atNothing)
	}
	q.replay()
}

// put is set without replaying any matches, for many changes at once: replay must follow.
func (q *queue) put(i int, t float64, kind Kind) {
	q.node[q.n+i] = event{timeKey(t), uint64(kind)<<32 | uint64(i)}
}

// replay plays all matches.
func (q *queue) replay() {
	for k := q.n - 1; k > 0; k-- {
		a, b := q.node[2*k], q.node[2*k+1]
		if b.key < a.key || b.key == a.key && b.rank < a.rank {
			a = b
		}
		q.node[k] = a
	}
}

// set sets the time and kind of disc i's next event.
func (q *queue) set(i int, t float64, kind Kind) {
	node, k := q.node, uint(q.n+i)
	key, rank := timeKey(t), uint64(kind)<<32|uint64(i)
	node[k] = event{key, rank}
	for k > 1 {
		other := node[k^1]
		if other.key == key {
			rank = min(rank, other.rank)
		} else {
			if other.key < key {
				rank = other.rank
			}
			key = min(key, other.key)
		}
		k >>= 1
		n := &node[k]
		if n.key == key && n.rank == rank {
			return
		}
		n.key, n.rank = key, rank
	}
}

// first returns the disc whose event is the earliest, its time and its kind.
func (q *queue) first() (i int, t float64, kind Kind) {
	if q.n == 0 {
		return -1, never, atNothing
	}
	n := &q.node[1]
	return int(uint32(n.rank)), keyTime(n.key), Kind(n.rank >> 32)
}

func (q *queue) clone() queue {
	c := *q
	c.node = slices.Clone(q.node)
	return c
}
