package ansi

import "slices"

// A tour is an order in which to visit things, with small costs of the steps in between. It begins at a place that is
// not one of them, and ends with any of them.
type tour struct {
	n     int     // things
	path  []int16 // indices of things, between n at the beginning and n at the end
	costs []int16 // of the step from each thing, and from the beginning, to each thing, and to the end
}

// begin prepares for n things. Their costs have to be set by row, before the tour is visited in any order; those to the
// end are 0.
func (t *tour) begin(n int) {
	t.n = n
	t.costs = slices.Grow(t.costs[:0], (n+1)*(n+1))[:(n+1)*(n+1)]
	t.path = append(t.path[:0], int16(n))
	for k := range n {
		t.path = append(t.path, int16(k))
		t.row(k)[n] = 0
	}
	t.path = append(t.path, int16(n))
}

// row returns the costs of the steps from a thing, or from the beginning if k is n.
func (t *tour) row(k int) []int16 { return t.costs[k*(t.n+1) : (k+1)*(t.n+1)] }

// order returns the things in the order of the tour.
func (t *tour) order() []int16 { return t.path[1 : t.n+1] }

// nearest puts the things into an order in which the next one is always the nearest.
func (t *tour) nearest() {
	path := t.order()
	row := t.row(t.n)
	for k := range path {
		best := k
		for j := k + 1; j < len(path); j++ {
			if row[path[j]] < row[path[best]] {
				best = j
			}
		}
		path[k], path[best] = path[best], path[k]
		row = t.row(int(path[k]))
	}
}

// longestPart is the most things that improve moves together.
const longestPart = 3

// improve moves parts of the path to where they cost least, in a number of passes at most.
func (t *tour) improve(passes int) {
	for better := true; better && passes > 0; passes-- {
		better = false
		for length := 1; length <= min(longestPart, t.n-1); length++ {
			for i := 1; i+length <= t.n+1; i++ {
				if to := t.placeFor(i, length); to > 0 {
					t.shift(i, length, to)
					better = true
				}
			}
		}
	}
}

// placeFor returns before which place of the path the part of it that begins at i costs least, or 0 if that is
// where it is.
func (t *tour) placeFor(i, length int) (to int) {
	path, costs, w := t.path, t.costs, t.n+1
	first, last := int(path[i]), int(path[i+length-1])
	before, behind := int(path[i-1]), int(path[i+length])
	saved := costs[before*w+first] + costs[last*w+behind] - costs[before*w+behind]
	if saved <= 0 {
		return 0
	}

	least, row := saved, t.row(last)
	a := int(path[0])
	for j := 1; j < len(path); j++ {
		b := int(path[j])
		if j < i || j > i+length {
			if more := costs[a*w+first] + row[b] - costs[a*w+b]; more < least {
				least, to = more, j
			}
		}
		a = b
	}
	return to
}

// shift moves the part of the path that begins at i before the place to, which is outside of it.
func (t *tour) shift(i, length, to int) {
	var part [longestPart]int16
	copy(part[:], t.path[i:i+length])
	if to < i {
		copy(t.path[to+length:i+length], t.path[to:i])
		copy(t.path[to:], part[:length])
		return
	}
	copy(t.path[i:], t.path[i+length:to])
	copy(t.path[to-length:], part[:length])
}
