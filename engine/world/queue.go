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
// Ties are resolved by kind and then by the indices of the discs, so the order of insertion does not matter.
type queue struct {
	n    int     // number of discs
	node []event // node[1] is the winner; the children of k are 2k and 2k+1; n+i is the leaf of disc i
}

// An event is the time of a disc's next event in a form that is fast to compare. The winner of a comparison is
// unpredictable, so a branch on it would be mispredicted half of the time, but integers can be selected without a
// branch.
type event struct {
	key  int64 // orders by time; see timeKey
	rank rank  // orders simultaneous events
}

// A rank orders simultaneous events by kind, then by the indices of the discs. A contact of two discs may be an event
// of either or of both, and has the same place in the order in each case. From the highest bit, a rank contains the
// kind, the lower index, the higher index, and a bit that is set if it is an event of the disc with the higher index.
type rank uint64

// Layout of a rank.
const (
	indexBits = 29
	kindShift = 1 + 2*indexBits
)

// rankOf returns the rank of an event of disc i that is not a contact of two discs.
func rankOf(kind Kind, i int) rank { return rank(uint64(kind)<<kindShift | uint64(i)<<(1+indexBits)) }

// rankOfPair returns the rank of a contact of two discs that is an event of disc i.
func rankOfPair(i, j int) rank {
	return rankOf(AtDisc, min(i, j)) | rank(uint64(max(i, j))<<1|uint64(j-i)>>63)
}

// disc returns the disc that has the event.
func (r rank) disc() int { return int(r >> (1 + indexBits*(1-r&1)) & (1<<indexBits - 1)) }

// kind returns the kind of the event.
func (r rank) kind() Kind { return Kind(r >> kindShift) }

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
		q.put(i, never, rankOf(atNothing, i))
	}
	q.replay()
}

// put sets an event without updating the tree, for many changes at the same time. Call replay afterwards.
func (q *queue) put(i int, t float64, r rank) { q.node[q.n+i] = event{timeKey(t), r} }

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

// set sets the time and rank of disc i's next event.
func (q *queue) set(i int, t float64, r rank) {
	node, k := q.node, uint(q.n+i)
	key, rank := timeKey(t), r
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

// first returns the time and rank of the earliest event.
func (q *queue) first() (t float64, r rank) {
	if q.n == 0 {
		return never, rankOf(atNothing, 0)
	}
	n := &q.node[1]
	return keyTime(n.key), n.rank
}

// clone returns an independent copy.
func (q *queue) clone() queue {
	c := *q
	c.node = slices.Clone(q.node)
	return c
}
