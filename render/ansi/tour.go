package ansi

import "slices"

// A tour is an order in which to visit things, with small costs of the steps in between. It begins at a place that is
// not one of them, and ends with any of them.
type tour struct {
	n     int     // things
	path  []int16 // indices of things, between n at the beginning and n at the end
	costs []int16 // of the step from each thing, and from the beginning, to each thing, and to the end
	into  []int16 // the same by where the step ends
	steps []int16 // of the step to each place of the path from the one before
	fresh []bool  // by thing: what is beside it has changed since its place was looked for
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

// How often improve goes through the path. After thorough passes, or one if there are many things, it looks only at
// parts beside which something has changed: there are few.
const (
	passes   = 6
	thorough = 2
	many     = 48
)

// improve moves parts of the path to where they cost least.
func (t *tour) improve() {
	t.turn()
	for pass, better := 0, true; better && pass < passes; pass++ {
		better = false
		all := pass == 0 || pass < thorough && t.n <= many
		for length := 1; length <= min(longestPart, t.n-1); length++ {
			for i := 1; i+length <= t.n+1; i++ {
				if !all && !t.fresh[t.path[i]] && !t.fresh[t.path[i+length-1]] {
					continue
				}
				if to := t.placeFor(i, length); to > 0 {
					t.shift(i, length, to)
					better = true
				} else if length == min(longestPart, t.n-1) {
					t.fresh[t.path[i]] = false
				}
			}
		}
	}
}

// turn prepares what improve needs beside the costs.
func (t *tour) turn() {
	w := t.n + 1
	t.into = slices.Grow(t.into[:0], w*w)[:w*w]
	for k := range w {
		for j, c := range t.row(k) {
			t.into[j*w+k] = c
		}
	}
	t.steps = slices.Grow(t.steps[:0], w+1)[:w+1]
	t.pace(1, w)
	t.fresh = slices.Grow(t.fresh[:0], w)[:w]
	for k := range t.fresh {
		t.fresh[k] = true
	}
}

// pace sets the costs of the steps to the places from one to another of the path.
func (t *tour) pace(from, to int) {
	for j := from; j <= to; j++ {
		t.steps[j] = t.row(int(t.path[j-1]))[t.path[j]]
	}
}

// placeFor returns before which place of the path the part of it that begins at i costs least, or 0 if that is
// where it is.
func (t *tour) placeFor(i, length int) (to int) {
	path, w := t.path, t.n+1
	first, last := int(path[i]), int(path[i+length-1])
	before, behind := int(path[i-1]), int(path[i+length])
	least := t.steps[i] + t.steps[i+length] - t.costs[before*w+behind]
	if least <= 0 {
		return 0
	}

	into, from := t.into[first*w:first*w+w], t.row(last)
	for j := 1; j < i; j++ {
		if more := into[path[j-1]] + from[path[j]] - t.steps[j]; more < least {
			least, to = more, j
		}
	}
	for j := i + length + 1; j < len(path); j++ {
		if more := into[path[j-1]] + from[path[j]] - t.steps[j]; more < least {
			least, to = more, j
		}
	}
	return to
}

// shift moves the part of the path that begins at i before the place to, which is outside of it.
func (t *tour) shift(i, length, to int) {
	var part [longestPart]int16
	copy(part[:], t.path[i:i+length])
	lo, hi := i, to
	if to < i {
		lo, hi = to, i+length
		copy(t.path[to+length:i+length], t.path[to:i])
		copy(t.path[to:], part[:length])
	} else {
		copy(t.path[i:], t.path[i+length:to])
		copy(t.path[to-length:], part[:length])
	}
	t.pace(lo, hi)

	// The ends of all three steps that are new.
	places := [...]int{i - 1, i, to - length - 1, to - length, to - 1, to}
	if to < i {
		places = [...]int{to - 1, to, to + length - 1, to + length, i + length - 1, i + length}
	}
	for _, k := range places {
		t.fresh[t.path[k]] = true
	}
}
