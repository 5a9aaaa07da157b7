// Package lobby is the arcade's hall: who is here, what they play, and who looks for people to play with. It is in memory and
// knows neither terminals nor clocks; its callers are the sessions of all visitors, each in a goroutine of its own.
package lobby

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/levels"
)

// Options are what the hall needs to make matches. All fields are required but Missed.
type Options struct {
	Pack   levels.Pack   // levels of modes that have none of their own
	Made   string        // the program's name in recordings
	Random func() uint64 // returns a number that nobody can know before
	Missed *atomic.Int64 // see match.Setup
}

// A Hall is where everybody is.
type Hall struct {
	Options

	mu      sync.Mutex
	people  []*Person // in the order in which they came
	parties []*party  // in the order in which they were opened
	last    uint64    // id

	// Whom everybody sees, by name, and of them those who can be watched. Where a thousand watch, a change is looked at a thousand times.
	// The lists are shared, and never changed; nil: something has changed since they were made.
	seen, playing []Visitor
}

// New returns an empty hall.
func New(o Options) *Hall { return &Hall{Options: o} }

// A Person is one visitor, for the length of the visit.
type Person struct {
	ID      uint64 // never used again
	hall    *Hall
	name    string
	key     string // of the player; "": a guest
	doing   string
	shows   *spectate.Stream
	changed chan struct{}
	deaf    bool   // nobody listens to changed
	party   *party // nil: none
	hidden  atomic.Bool

	wrong   int           // codes, …
	wrongTo time.Duration // … counted until then
}

// Enter lets a player in, or a guest, who has no key. Who has dropped out of a match gets the seat back. The caller calls
// Leave at the end of the visit.
func (h *Hall) Enter(name, key string, now time.Duration) *Person {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tidy(now)
	h.last++
	p := &Person{ID: h.last, hall: h, name: name, key: key, changed: make(chan struct{}, 1)}
	h.people = append(h.people, p)
	for _, q := range h.parties {
		if seat := q.seatOf(p, false); seat >= 0 && q.members[seat].person == nil {
			p.comeBack(q, seat)
			break
		}
	}
	h.tell()
	return p
}

// Leave ends a visit.
func (p *Person) Leave(now time.Duration) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	p.part(now)
	p.hall.people = slices.DeleteFunc(p.hall.people, func(q *Person) bool { return q == p })
	p.hall.tell()
}

// Changed returns a channel that holds a token when something in the hall has changed since the last one was taken.
func (p *Person) Changed() <-chan struct{} { return p.changed }

// Listen says whether the person wants to hear of changes, as one who plays alone does not: in a crowd there are some each second,
// and each would wake everybody. At first they do.
func (p *Person) Listen(does bool) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	if p.deaf && does {
		p.tell() // of what there was meanwhile
	}
	p.deaf = !does
}

// Tell tells everybody that something has changed: what a match has come to, say.
func (h *Hall) Tell() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tell()
}

// tell tells everybody who listens that something has changed. Each change of what a Visitor shows comes before it, under the same lock.
func (h *Hall) tell() {
	h.seen, h.playing = nil, nil
	for _, p := range h.people {
		if !p.deaf {
			p.tell()
		}
	}
}

func (p *Person) tell() {
	select {
	case p.changed <- struct{}{}:
	default: // they know
	}
}

// A Visitor is what others see of a person.
type Visitor struct {
	ID    uint64
	Name  string
	Doing string           // what they play; "": nothing
	Feed  *spectate.Stream // of the game that may be watched; nil: none
	Self  bool             // the one who asks, of People
	Waits bool             // in a party that waits for people
	Party uint64           // that one, if everybody may come in; 0: by its code only
}

// Tidy lets go of what nobody comes back to. To call it now and then is enough.
func (h *Hall) Tidy(now time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tidy(now)
}

// Count returns how many parties there are, and how many of them play.
func (h *Hall) Count() (parties, matches int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, q := range h.parties {
		if q.match != nil && !q.over {
			matches++
		}
	}
	return len(h.parties), matches
}

// People returns who is here, by name. The list is the caller's.
func (p *Person) People() []Visitor {
	all := slices.Clone(p.hall.Visitors())
	for i := range all {
		all[i].Self = all[i].ID == p.ID
	}
	return all
}

// Visitors returns who is here, by name, for one who looks from outside. The list must not be changed.
func (h *Hall) Visitors() []Visitor {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.look()
	return h.seen
}

// Playing returns those whose games the person may watch, by name. The list must not be changed.
func (p *Person) Playing() []Visitor {
	h := p.hall
	h.mu.Lock()
	defer h.mu.Unlock()
	h.look()
	if i := slices.IndexFunc(h.playing, func(v Visitor) bool { return v.ID == p.ID }); i >= 0 {
		return slices.Concat(h.playing[:i], h.playing[i+1:])
	}
	return h.playing
}

// look makes the lists of visitors, if something has changed.
func (h *Hall) look() {
	if h.seen != nil {
		return
	}
	h.seen = make([]Visitor, 0, len(h.people))
	for _, q := range h.people {
		v := Visitor{ID: q.ID, Name: q.name, Doing: q.doing}
		if q.shows != nil && !q.shows.Hidden() {
			v.Feed = q.shows
		}
		if at := q.party; at != nil && at.match == nil {
			if v.Waits = true; at.open {
				v.Party = at.id
			}
		}
		h.seen = append(h.seen, v)
	}
	slices.SortStableFunc(h.seen, func(a, b Visitor) int { return strings.Compare(a.Name, b.Name) })
	for i := range h.seen {
		if h.seen[i].Feed != nil {
			h.playing = append(h.playing, h.seen[i])
		}
	}
}

// Shows says which game of the person's may be watched; nil is none.
func (p *Person) Shows(f *spectate.Stream) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	if p.shows != f {
		p.shows = f
		p.hall.tell()
	}
}

// Hide says whether the player's games in progress are hidden from others: in all of their visits, and with all who play in them.
func (p *Person) Hide(hidden bool) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	for _, q := range p.hall.people {
		if q != p && (p.key == "" || q.key != p.key) {
			continue
		}
		q.hidden.Store(hidden)
		if q.party != nil {
			q.party.members[q.party.memberOf(q)].hidden = hidden
			q.party.show()
		}
	}
	p.hall.tell()
}

// Hidden reports whether the person's games are hidden.
func (p *Person) Hidden() bool { return p.hidden.Load() }

// Name returns the person's name.
func (p *Person) Name() string {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	return p.name
}

// Rename changes the person's name, in all visits of a player.
func (p *Person) Rename(name string) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	p.name = name
	p.hall.rename(p.key, name)
}

// Rename changes the name of the player with a key, in all of their visits.
func (h *Hall) Rename(key, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.rename(key, name)
}

// rename is Rename under the lock. Guests have no key, and none of them is renamed.
func (h *Hall) rename(key, name string) {
	for _, q := range h.people {
		if key != "" && q.key == key {
			q.name = name
		}
	}
	h.tell()
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
