package world

import (
	"math"
	"slices"
)

// never is the time of an event that does not happen.
var never = math.Inf(1)

// A queue finds the disc with the earliest next event. It is a tournament tree (winner tree): the leaves are the discs,
// and each inner node contains the earlier of its two children. A change of one disc updates the nodes toward the root,
// until a node does not change.
//
// Ties are resolved by kind and then by index, so the order of insertion does not matter.
type queue struct {
	n    int     // number of discs
	node []event // node[1] is the winner; the children of k are 2k and 2k+1; n+i is the leaf of disc i
}

// An event is the time of a disc's next event in a form that is fast to compare. The winner of a comparison is
// unpredictable, so a branch on it would be mispredicted half of the time, but integers can be selected without a
// branch.
type event struct {
	key  int64  // orders by time; see timeKey
	rank uint64 // orders simultaneous events by kind, then by disc
}

// timeKey returns an integer that orders like the time t. The bits of negative floats are ordered backward as integers,
// so they are inverted. Adding 0 turns −0 into 0.
func timeKey(t float64) int64 { return flipNegative(int64(math.Float64bits(t + 0))) }

// keyTime is the inverse of timeKey.
func keyTime(key int64) float64 { return math.Float64frombits(uint64(flipNegative(key))) }

// flipNegative inverts all bits of a negative number except the sign. It is its own inverse.
func flipNegative(bits int64) int64 { return bits ^ bits>>63&math.MaxInt64 }

// reset empties the queue and makes room for n discs without events.
func (q *queue) reset(n int) {
	q.n = n
	q.node = grow(q.node, 2*n) // every node but the first has a parent, so n need not be a power of two
	for i := range n {
		q.put(i, never, atNothing)
	}
	q.replay()
}

// put sets an event without updating the tree, for many changes at the same time. Call replay afterwards.
func (q *queue) put(i int, t float64, kind Kind) {
	q.node[q.n+i] = event{timeKey(t), uint64(kind)<<32 | uint64(i)}
}

// replay updates all nodes of the tree.
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

// first returns the disc with the earliest event, its time and its kind.
func (q *queue) first() (i int, t float64, kind Kind) {
	if q.n == 0 {
		return -1, never, atNothing
	}
	n := &q.node[1]
	return int(uint32(n.rank)), keyTime(n.key), Kind(n.rank >> 32)
}

// clone returns an independent copy.
func (q *queue) clone() queue {
	c := *q
	c.node = slices.Clone(q.node)
	return c
}
