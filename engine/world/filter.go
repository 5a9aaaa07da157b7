package world

import "slices"

// This file says who touches whom.

// A Filter says which bodies a body leaves alone. Two touch unless one of them avoids a category of the
// other. The zero Filter is of category 1 and touches all. A pair that does not touch is no contact
// at all: nobody is asked, and both may be at the same place.
type Filter struct {
	Category uint32 // of the body, a bit each; 0: category 1
	Avoid    uint32 // the categories that it does not touch; ^0: all
}

// Touches reports whether bodies with the filters f and g touch.
func (f Filter) Touches(g Filter) bool {
	return f.Avoid&g.categories() == 0 && g.Avoid&f.categories() == 0
}

// bits returns the categories of f.
func (f Filter) categories() uint32 {
	if f.Category == 0 {
		return 1
	}
	return f.Category
}

// filters holds the filters of all bodies, under their indices. Each slice may be too short: what is
// beyond its end has the zero Filter. While no body has been given one, nobody looks at them: a
// filter is asked for after a contact was found, and not for each candidate.
type filters struct {
	used                       bool
	discs, obstacles, capsules []Filter
}

// FilterDisc sets the filter of disc i, at any time except before the answer to its contact. From now
// on it leaves alone what it does not touch; what it overlaps and does touch it leaves if they part, and
// bounces off at once if they approach.
func (w *World) FilterDisc(i int, f Filter) {
	w.requireAnswered(i)
	set(&w.filters.discs, i, f)
	w.filters.used = true
	if d := &w.Discs[i]; !d.Held {
		w.wake(i)
		w.setCourse(i, w.At(i), d.V)
		if !w.stale {
			w.predict(i)
		}
	}
}

// FilterObstacle sets the filter of obstacle k, which may move, between two ticks.
func (w *World) FilterObstacle(k int, f Filter) {
	set(&w.filters.obstacles, k, f)
	w.filters.used = true
	w.Renew()
}

// FilterCapsule sets the filter of capsule k, between two ticks.
func (w *World) FilterCapsule(k int, f Filter) {
	set(&w.filters.capsules, k, f)
	w.filters.used = true
	w.Renew()
}

// FilterOf returns the filter of the disc, obstacle or capsule with the given index: kind is AtDisc,
// AtObstacle, AtMover or AtCapsule. Walls have the zero Filter, and touch all.
func (w *World) FilterOf(kind Kind, index int) Filter {
	var of []Filter
	switch kind {
	case AtDisc:
		of = w.filters.discs
	case AtObstacle, AtMover:
		of = w.filters.obstacles
	case AtCapsule:
		of = w.filters.capsules
	}
	if index >= len(of) {
		return Filter{}
	}
	return of[index]
}

// avoids reports whether disc i does not touch the body with the given kind and index: that of an obstacle
// where kind is AtMover.
func (w *World) avoids(i int, kind Kind, index int) bool {
	return w.filters.used && !w.touches(w.FilterOf(AtDisc, i), kind, index)
}

// allows reports whether a body with the filter f touches the one with the given kind and index.
func (w *World) touches(f Filter, kind Kind, index int) bool {
	return !w.filters.used && f == Filter{} || f.Touches(w.FilterOf(kind, index))
}

// set sets element i of s, and makes s longer if it has to.
func set(s *[]Filter, i int, f Filter) {
	for len(*s) <= i {
		*s = append(*s, Filter{})
	}
	(*s)[i] = f
}

// clone returns an independent copy.
func (f *filters) clone() filters {
	c := *f
	c.discs, c.obstacles, c.capsules = slices.Clone(f.discs), slices.Clone(f.obstacles), slices.Clone(f.capsules)
	return c
}

// removeDisc forgets the filter of disc i. The indices of those behind it decrease by one.
func (f *filters) removeDisc(i int) {
	if i < len(f.discs) {
		f.discs = append(f.discs[:i], f.discs[i+1:]...)
	}
}
