package world

import (
	"math"
	"slices"
)

// never is the time of an event that does not happen.
var never = math.Inf(1)

// A queue finds the disc with the earliest next event. It is a tournament tree (winner tree), and its leaves are the
// discs. Each inner node contains the earliest of its four children, which fit into a cache line. A change of one disc
// updates the nodes toward the root, until a node does not change.
//
// Ties are resolved by kind and then by the indices of the discs, so the order of insertion does not matter.
type queue struct {
	n        int        // number of discs
	leaf     int        // node leaf+i is the leaf of disc i
	children [][4]event // node k is children[k/4][k%4], and its children are children[k+1]
	winner   event      // the root, whose children are children[0]
}

// An event is the time of a disc's next event in a form that is fast to compare. Times are stored as integers, because
// code can select the earlier of two integers without a branch. A processor would mispredict such a branch half of the
// time.
type event struct {
	key  int64 // orders by time; see timeKey
	rank rank  // orders simultaneous events
}

// A rank orders simultaneous events by kind, then by the indices of the discs. A contact of two discs may be an event
// of one of them or of both, and has the same place in the order in each case. A rank contains, from the highest bit,
// the kind, the lower index and the higher index. The lowest bit is set for an event of the disc with the higher index.
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
	q.n, q.leaf = n, max(0, n-2)/3
	q.children = grow(q.children, q.leaf+1)
	for k := range 4 * len(q.children) {
		*q.node(k) = event{timeKey(never), rankOf(atNothing, max(0, k-q.leaf))}
	}
	q.replay()
}

// node returns node k.
func (q *queue) node(k int) *event { return &q.children[uint(k)/4][uint(k)%4] }

// put sets an event without updating the tree, for many changes at the same time. Call replay afterwards.
func (q *queue) put(i int, t float64, r rank) { *q.node(q.leaf + i) = event{timeKey(t), r} }

// replay updates all nodes of the tree.
func (q *queue) replay() {
	for k := q.leaf; k > 0; k-- {
		*q.node(k - 1) = earliest(&q.children[k])
	}
	q.winner = earliest(&q.children[0])
}

// earliest returns the earliest of four events.
func earliest(g *[4]event) event { return earlier(earlier(g[0], g[1]), earlier(g[2], g[3])) }

// earlier returns the earlier one of two events.
func earlier(a, b event) event {
	if a.key == b.key {
		a.rank = min(a.rank, b.rank)
		return a
	}
	if b.key < a.key {
		a = b
	}
	return a
}

// set sets the time and rank of disc i's next event.
func (q *queue) set(i int, t float64, r rank) {
	children, k := q.children, uint(q.leaf+i)
	e := event{timeKey(t), r}
	for {
		g, n := &children[k/4], k%4
		if g[n] == e {
			return
		}
		g[n] = e
		e = earlier(e, earlier(g[n^1], earlier(g[n^2], g[n^3])))
		if k < 4 {
			q.winner = e
			return
		}
		k = k/4 - 1
	}
}

// first returns the time and rank of the earliest event.
func (q *queue) first() (t float64, r rank) {
	if q.n == 0 {
		return never, rankOf(atNothing, 0)
	}
	return keyTime(q.winner.key), q.winner.rank
}

// clone returns an independent copy.
func (q *queue) clone() queue {
	c := *q
	c.children = slices.Clone(q.children)
	return c
}
