package world

import "slices"

// This file determines which bodies touch each other.

// A Filter excludes contacts of a body. Two bodies touch unless one of them avoids a category of the other. Two bodies
// that do not touch have no contacts and may overlap. The zero Filter has category 1 and touches everything.
type Filter struct {
	Category uint32 // categories of the body as bits; 0 means category 1
	Avoid    uint32 // categories that the body does not touch; ^0 means all
}

// Touches reports whether bodies with the filters f and g touch.
func (f Filter) Touches(g Filter) bool {
	return f.Avoid&g.categories() == 0 && g.Avoid&f.categories() == 0
}

// categories returns the categories of f.
func (f Filter) categories() uint32 {
	if f.Category == 0 {
		return 1
	}
	return f.Category
}

// filters stores the filters of all bodies by index. Bodies beyond the end of a slice have the zero Filter. For
// speed, the slices are read only after a filter has been set, and only for predicted contacts instead of all
// candidates.
type filters struct {
	used                       bool // whether any filter has been set
	discs, obstacles, capsules []Filter
}

// FilterDisc sets the filter of disc i at any time, except while it has a pending contact. Afterwards the disc may
// overlap a body that it touches. If the two approach, the disc bounces off immediately. If they separate, the disc
// leaves the body and no contact is reported.
func (w *World) FilterDisc(i int, f Filter) {
	w.requireNoPendingContact(i)
	setFilter(&w.filters.discs, i, len(w.Discs), f)
	w.filters.used = true
	if d := &w.Discs[i]; !d.Held {
		w.wake(i)
		w.setCourse(i, w.At(i), d.V)
		if !w.stale {
			w.predict(i)
		}
	}
}

// FilterObstacle sets the filter of obstacle k, which can be at rest or moving. Call it only between ticks.
func (w *World) FilterObstacle(k int, f Filter) {
	setFilter(&w.filters.obstacles, k, len(w.Obstacles), f)
	w.filters.used = true
	w.Renew()
}

// FilterCapsule sets the filter of capsule k. Call it only between ticks.
func (w *World) FilterCapsule(k int, f Filter) {
	setFilter(&w.filters.capsules, k, len(w.Capsules), f)
	w.filters.used = true
	w.Renew()
}

// FilterOf returns the filter of the disc, obstacle or capsule with the given index. kind is AtDisc, AtObstacle,
// AtMover or AtCapsule. Walls have the zero Filter, and no filter avoids them.
func (w *World) FilterOf(kind Kind, index int) Filter {
	var list []Filter
	switch kind {
	case AtDisc:
		list = w.filters.discs
	case AtObstacle, AtMover:
		list = w.filters.obstacles
	case AtCapsule:
		list = w.filters.capsules
	}
	if index >= len(list) {
		return Filter{}
	}
	return list[index]
}

// avoids reports whether disc i does not touch the body with the given kind and index. For AtMover, this is the index
// of the obstacle.
func (w *World) avoids(i int, kind Kind, index int) bool {
	return w.filters.used && !w.touches(w.FilterOf(AtDisc, i), kind, index)
}

// touches reports whether the filters let a body with filter f touch the body with the given kind and index.
func (w *World) touches(f Filter, kind Kind, index int) bool {
	return !w.filters.used && f == Filter{} || f.Touches(w.FilterOf(kind, index))
}

// setFilter sets the filter of body i. If necessary, it extends s to n bodies.
func setFilter(s *[]Filter, i, n int, f Filter) {
	for len(*s) < n {
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

// removeDisc removes the filter of disc i and decrements the indices of all later discs.
func (f *filters) removeDisc(i int) {
	if i < len(f.discs) {
		f.discs = append(f.discs[:i], f.discs[i+1:]...)
	}
}
