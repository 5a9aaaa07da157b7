// Package hall is the arcade's hall: who is here, what they play, and who looks for people to play with. It is in memory and
// knows neither terminals nor clocks; its callers are the sessions of all visitors, each in a goroutine of its own.
package hall

import (
	"slices"
	"strings"
	"sync"

	"arkterm/cmd/arkterm/arcade/feed"
)

// A Hall is where everybody is. Its zero value is empty.
type Hall struct {
	mu     sync.Mutex
	people []*Person // in the order in which they came
	last   uint64    // id
}

// A Person is one visitor, for the length of the visit.
type Person struct {
	ID      uint64 // never used again
	hall    *Hall
	name    string
	doing   string
	shows   *feed.Feed
	changed chan struct{}
}

// Enter lets somebody in. The caller calls Leave at the end of the visit.
func (h *Hall) Enter(name string) *Person {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	p := &Person{ID: h.last, hall: h, name: name, changed: make(chan struct{}, 1)}
	h.people = append(h.people, p)
	h.tell()
	return p
}

// Leave ends a visit.
func (p *Person) Leave() {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	p.hall.people = slices.DeleteFunc(p.hall.people, func(q *Person) bool { return q == p })
	p.hall.tell()
}

// Changed returns a channel that holds a token when something in the hall has changed since the last one was taken.
func (p *Person) Changed() <-chan struct{} { return p.changed }

// tell tells everybody that something has changed.
func (h *Hall) tell() {
	for _, p := range h.people {
		select {
		case p.changed <- struct{}{}:
		default: // they know
		}
	}
}

// A Visitor is what others see of a person.
type Visitor struct {
	ID    uint64
	Name  string
	Doing string     // what they play; "": nothing
	Feed  *feed.Feed // of the game that may be watched; nil: none
	Self  bool       // the one who asks
}

// People returns who is here, by name.
func (p *Person) People() []Visitor { return p.hall.seen(p) }

// Visitors returns who is here, by name, for one who looks from outside.
func (h *Hall) Visitors() []Visitor { return h.seen(nil) }

// seen returns whom somebody sees.
func (h *Hall) seen(by *Person) []Visitor {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]Visitor, 0, len(h.people))
	for _, q := range h.people {
		all = append(all, Visitor{ID: q.ID, Name: q.name, Doing: q.doing, Feed: q.shows, Self: q == by})
	}
	slices.SortStableFunc(all, func(a, b Visitor) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Shows says which game of the person's may be watched; nil is none.
func (p *Person) Shows(f *feed.Feed) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	if p.shows != f {
		p.shows = f
		p.hall.tell()
	}
}

// Rename changes the person's name.
func (p *Person) Rename(name string) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	p.name = name
	p.hall.tell()
}

// Plays says what the person plays; "" is nothing.
func (p *Person) Plays(what string) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	if p.doing != what {
		p.doing = what
		p.hall.tell()
	}
}
