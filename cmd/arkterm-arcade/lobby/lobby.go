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
	members []*Member // in order of arrival
	parties []*party  // in order of creation
	lastID  uint64    // last ID

	// The members that everybody sees, by name, and those that can be watched. A change is read by each visitor, perhaps by a thousand,
	// so the lists are cached and shared. They are immutable, and nil after a change.
	visible, watchable []MemberInfo
}

// New returns an empty lobby.
func New(o Options) *Lobby { return &Lobby{Options: o} }

// A Member is a visitor for the duration of a visit.
type Member struct {
	ID       uint64 // never used again
	lobby    *Lobby
	name     string
	key      string // hash of the player's key; "" for a guest
	activity string
	stream   *spectate.Stream
	changed  chan struct{}
	muted    bool   // changed has no receiver
	party    *party // nil if none
	hidden   atomic.Bool

	wrongCodes      int           // codes, …
	wrongCodesUntil time.Duration // … counted until then
}

// Enter adds a player, or a guest if key is "". A player who has dropped out of a match gets the seat back. The caller calls
// Leave at the end of the visit.
func (h *Lobby) Enter(name, key string, now time.Duration) *Member {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeExpired(now)
	h.lastID++
	p := &Member{ID: h.lastID, lobby: h, name: name, key: key, changed: make(chan struct{}, 1)}
	h.members = append(h.members, p)
	for _, q := range h.parties {
		if seat := q.seatOf(p, false); seat >= 0 && q.seats[seat].member == nil {
			p.takeSeat(q, seat)
			break
		}
	}
	h.notify()
	return p
}

// Leave ends a visit.
func (p *Member) Leave(now time.Duration) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	p.leaveParty(now)
	p.lobby.members = slices.DeleteFunc(p.lobby.members, func(q *Member) bool { return q == p })
	p.lobby.notify()
}

// Changed returns a channel that holds a token when something in the hall has changed since the last one was taken.
func (p *Member) Changed() <-chan struct{} { return p.changed }

// Listen says whether the person wants to hear of changes, as one who plays alone does not: in a crowd there are some each second,
// and each would wake everybody. At first they do.
func (p *Member) SetListening(does bool) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.muted && does {
		p.notify() // of what there was meanwhile
	}
	p.muted = !does
}

// Tell tells everybody that something has changed: what a match has come to, say.
func (h *Lobby) Notify() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notify()
}

// tell tells everybody who listens that something has changed. Each change of what a Visitor shows comes before it, under the same lock.
func (h *Lobby) notify() {
	h.visible, h.watchable = nil, nil
	for _, p := range h.members {
		if !p.muted {
			p.notify()
		}
	}
}

func (p *Member) notify() {
	select {
	case p.changed <- struct{}{}:
	default: // they know
	}
}

// A Visitor is what others see of a person.
type MemberInfo struct {
	ID       uint64
	Name     string
	Activity string           // the current game, or ""
	Stream   *spectate.Stream // the game for spectators, or nil
	Self     bool             // the caller of People
	Waiting  bool             // in a party with free seats
	Party    uint64           // the ID of an open party; 0 if joining needs the code
}

// Tidy lets go of what nobody comes back to. To call it now and then is enough.
func (h *Lobby) RemoveExpired(now time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeExpired(now)
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
func (p *Member) Members() []MemberInfo {
	all := slices.Clone(p.lobby.Members())
	for i := range all {
		all[i].Self = all[i].ID == p.ID
	}
	return all
}

// Visitors returns who is here, by name, for one who looks from outside. The list must not be changed.
func (h *Lobby) Members() []MemberInfo {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.updateLists()
	return h.visible
}

// Playing returns those whose games the person may watch, by name. The list must not be changed.
func (p *Member) Watchable() []MemberInfo {
	h := p.lobby
	h.mu.Lock()
	defer h.mu.Unlock()
	h.updateLists()
	if i := slices.IndexFunc(h.watchable, func(v MemberInfo) bool { return v.ID == p.ID }); i >= 0 {
		return slices.Concat(h.watchable[:i], h.watchable[i+1:])
	}
	return h.watchable
}

// look makes the lists of visitors, if something has changed.
func (h *Lobby) updateLists() {
	if h.visible != nil {
		return
	}
	h.visible = make([]MemberInfo, 0, len(h.members))
	for _, q := range h.members {
		v := MemberInfo{ID: q.ID, Name: q.name, Activity: q.activity}
		if q.stream != nil && !q.stream.Hidden() {
			v.Stream = q.stream
		}
		if at := q.party; at != nil && at.match == nil {
			if v.Waiting = true; at.open {
				v.Party = at.id
			}
		}
		h.visible = append(h.visible, v)
	}
	slices.SortStableFunc(h.visible, func(a, b MemberInfo) int { return strings.Compare(a.Name, b.Name) })
	for i := range h.visible {
		if h.visible[i].Stream != nil {
			h.watchable = append(h.watchable, h.visible[i])
		}
	}
}

// Shows says which game of the person's may be watched; nil is none.
func (p *Member) SetStream(f *spectate.Stream) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.stream != f {
		p.stream = f
		p.lobby.notify()
	}
}

// Hide says whether the player's games in progress are hidden from others: in all of their visits, and with all who play in them.
func (p *Member) SetHidden(hidden bool) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	for _, q := range p.lobby.members {
		if q != p && (p.key == "" || q.key != p.key) {
			continue
		}
		q.hidden.Store(hidden)
		if q.party != nil {
			q.party.seats[q.party.indexOf(q)].hidden = hidden
			q.party.updateHidden()
		}
	}
	p.lobby.notify()
}

// Hidden reports whether the person's games are hidden.
func (p *Member) Hidden() bool { return p.hidden.Load() }

// Name returns the person's name.
func (p *Member) Name() string {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	return p.name
}

// Rename changes the person's name, in all visits of a player.
func (p *Member) Rename(name string) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	p.name = name
	p.lobby.rename(p.key, name)
}

// Rename changes the name of the player with a key, in all of their visits.
func (h *Lobby) Rename(key, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.rename(key, name)
}

// rename is Rename under the lock. Guests have no key, and none of them is renamed.
func (h *Lobby) rename(key, name string) {
	for _, q := range h.members {
		if key != "" && q.key == key {
			q.name = name
		}
	}
	h.notify()
}

// Plays says what the person plays; "" is nothing.
func (p *Member) SetActivity(what string) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.activity != what {
		p.activity = what
		p.lobby.notify()
	}
}
