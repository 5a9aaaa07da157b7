// Package lobby provides the rooms of the arcade: its members, their parties, and the matches that they play.
//
// It keeps everything in memory and has no terminal, clock or goroutine. The sessions of all visitors call it, each on its own
// goroutine.
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

// Options are the parameters of all matches. All fields except Missed are required.
type Options struct {
	Pack   levels.Pack   // levels for modes that have none
	Made   string        // the program's name in recordings
	Random func() uint64 // returns an unpredictable number
	Missed *atomic.Int64 // see Setup
}

// A Lobby has the members and parties of an arcade.
type Lobby struct {
	Options

	mu      sync.Mutex
	people  []*Member // in order of arrival
	parties []*party  // in order of creation
	last    uint64    // last ID

	// The members that everybody sees, by name, and those that can be watched. A change is read by each visitor, perhaps by a thousand,
	// so the lists are cached and shared. They are immutable, and nil after a change.
	seen, playing []MemberInfo
}

// New returns an empty lobby.
func New(o Options) *Lobby { return &Lobby{Options: o} }

// A Member is a visitor for the duration of a visit.
type Member struct {
	ID      uint64 // never used again
	hall    *Lobby
	name    string
	key     string // hash of the player's key; "" for a guest
	doing   string
	shows   *spectate.Stream
	changed chan struct{}
	deaf    bool   // changed has no receiver
	party   *party // nil if none
	hidden  atomic.Bool

	wrong   int           // codes, …
	wrongTo time.Duration // … counted until then
}

// Enter adds a player, or a guest if key is "". A player who has dropped out of a match gets the seat back. The caller calls
// Leave at the end of the visit.
func (h *Lobby) Enter(name, key string, now time.Duration) *Member {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tidy(now)
	h.last++
	p := &Member{ID: h.last, hall: h, name: name, key: key, changed: make(chan struct{}, 1)}
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
func (p *Member) Leave(now time.Duration) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	p.part(now)
	p.hall.people = slices.DeleteFunc(p.hall.people, func(q *Member) bool { return q == p })
	p.hall.tell()
}

// Changed returns a channel that holds a token when something in the hall has changed since the last one was taken.
func (p *Member) Changed() <-chan struct{} { return p.changed }

// Listen says whether the person wants to hear of changes, as one who plays alone does not: in a crowd there are some each second,
// and each would wake everybody. At first they do.
func (p *Member) Listen(does bool) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	if p.deaf && does {
		p.tell() // of what there was meanwhile
	}
	p.deaf = !does
}

// Tell tells everybody that something has changed: what a match has come to, say.
func (h *Lobby) Tell() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tell()
}

// tell tells everybody who listens that something has changed. Each change of what a Visitor shows comes before it, under the same lock.
func (h *Lobby) tell() {
	h.seen, h.playing = nil, nil
	for _, p := range h.people {
		if !p.deaf {
			p.tell()
		}
	}
}

func (p *Member) tell() {
	select {
	case p.changed <- struct{}{}:
	default: // they know
	}
}

// A Visitor is what others see of a person.
type MemberInfo struct {
	ID    uint64
	Name  string
	Doing string           // the current game, or ""
	Feed  *spectate.Stream // the game for spectators, or nil
	Self  bool             // the caller of People
	Waits bool             // in a party with free seats
	Party uint64           // the ID of an open party; 0 if joining needs the code
}

// Tidy lets go of what nobody comes back to. To call it now and then is enough.
func (h *Lobby) Tidy(now time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tidy(now)
}

// Count returns how many parties there are, and how many of them play.
func (h *Lobby) Count() (parties, matches int) {
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
func (p *Member) People() []MemberInfo {
	all := slices.Clone(p.hall.Visitors())
	for i := range all {
		all[i].Self = all[i].ID == p.ID
	}
	return all
}

// Visitors returns who is here, by name, for one who looks from outside. The list must not be changed.
func (h *Lobby) Visitors() []MemberInfo {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.look()
	return h.seen
}

// Playing returns those whose games the person may watch, by name. The list must not be changed.
func (p *Member) Playing() []MemberInfo {
	h := p.hall
	h.mu.Lock()
	defer h.mu.Unlock()
	h.look()
	if i := slices.IndexFunc(h.playing, func(v MemberInfo) bool { return v.ID == p.ID }); i >= 0 {
		return slices.Concat(h.playing[:i], h.playing[i+1:])
	}
	return h.playing
}

// look makes the lists of visitors, if something has changed.
func (h *Lobby) look() {
	if h.seen != nil {
		return
	}
	h.seen = make([]MemberInfo, 0, len(h.people))
	for _, q := range h.people {
		v := MemberInfo{ID: q.ID, Name: q.name, Doing: q.doing}
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
	slices.SortStableFunc(h.seen, func(a, b MemberInfo) int { return strings.Compare(a.Name, b.Name) })
	for i := range h.seen {
		if h.seen[i].Feed != nil {
			h.playing = append(h.playing, h.seen[i])
		}
	}
}

// Shows says which game of the person's may be watched; nil is none.
func (p *Member) Shows(f *spectate.Stream) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	if p.shows != f {
		p.shows = f
		p.hall.tell()
	}
}

// Hide says whether the player's games in progress are hidden from others: in all of their visits, and with all who play in them.
func (p *Member) Hide(hidden bool) {
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
func (p *Member) Hidden() bool { return p.hidden.Load() }

// Name returns the person's name.
func (p *Member) Name() string {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	return p.name
}

// Rename changes the person's name, in all visits of a player.
func (p *Member) Rename(name string) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	p.name = name
	p.hall.rename(p.key, name)
}

// Rename changes the name of the player with a key, in all of their visits.
func (h *Lobby) Rename(key, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.rename(key, name)
}

// rename is Rename under the lock. Guests have no key, and none of them is renamed.
func (h *Lobby) rename(key, name string) {
	for _, q := range h.people {
		if key != "" && q.key == key {
			q.name = name
		}
	}
	h.tell()
}

// Plays says what the person plays; "" is nothing.
func (p *Member) Plays(what string) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	if p.doing != what {
		p.doing = what
		p.hall.tell()
	}
}
