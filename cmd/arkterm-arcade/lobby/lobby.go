// Package lobby provides the state that all sessions of an arcade share: visitors, parties, matches, watched games.
//
// A [Lobby] contains a [Member] for each visitor. A member can open or join a party. A party plays one [Match] after
// another.
//
// A [GameStream] contains the recording of a game in progress. The player publishes the game's setup and inputs. Any
// number of spectators read them, and each spectator simulates the game from them. Therefore, spectators can watch
// different ticks. A [GameViewer] shows a stream on a screen: live, or from any tick of the last ten minutes. A
// [SpectatorHub] draws and encodes a game once for all spectators with the same kind of screen.
//
//	stream := lobby.NewGameStream(pack) // when a game starts
//	member.SetStream(stream)            // other visitors can watch the game
//	stream.Publish(recording)           // after each tick or frame
//	stream.Close()                      // when the game has ended
//
//	viewer, err := lobby.NewGameViewer(stream, name, render.Options{…}, now)
//	viewer.Advance(now)                 // before each event and frame
//	viewer.Key(ev, repeat)
//	viewer.Draw(&frame)
//
// Publish does not copy the inputs, because readers share the inputs of the player's recording. It takes a lock and
// copies 100 bytes. A recording grows by about 1 KB per second with a mouse, and by 100 bytes per second with keys. The
// player never waits for a reader.
//
// All data is kept in memory. The package has no terminal, clock, goroutine or I/O. The sessions of all visitors call
// it concurrently, each from its own goroutine. Times are durations since an origin that all callers share.
package lobby

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/levels"
)

// Options contains the parameters of all matches. All fields except MissedTicks are required.
type Options struct {
	Pack        levels.Pack   // default levels, for modes without their own levels
	ProgramName string        // name and version of the program, for recordings
	Random      func() uint64 // returns random numbers for seeds and codes; clients must not be able to predict them
	MissedTicks *atomic.Int64 // see MatchSetup
}

// A Lobby contains the members and parties of an arcade.
type Lobby struct {
	Options

	mu      sync.Mutex
	members []*Member // members in the order of Enter
	parties []*party  // parties in the order of OpenParty
	lastID  uint64    // ID of the newest member or party

	remoteServers map[string]remoteServer // other servers, by name

	// Sorted lists of all members, and of the members who can be watched. They are immutable and shared, because up to
	// a thousand visitors read them after each change. A change sets both to nil, and the next reader builds them.
	sortedMembers, watchableMembers []MemberInfo
}

// A remoteServer contains the members and parties of another server.
type remoteServer struct {
	members []MemberInfo
	parties []RemoteParty
}

// New returns an empty lobby.
func New(o Options) *Lobby { return &Lobby{Options: o} }

// A Member is a visitor in the lobby, for the duration of one visit.
type Member struct {
	ID            uint64 // never reused
	lobby         *Lobby
	name          string
	key           string        // ID of the player; "" for a guest
	activity      string        // text about the current game, for other members; "" if none
	stream        *GameStream   // the current game, for spectators; nil if none
	changed       chan struct{} // holds a token if the lobby has changed since the member received the last one
	muted         bool          // no tokens are sent to changed, see SetListening
	party         *party        // nil if none
	remoteSeat    *remoteSeat   // seat in a party on another server; nil if none
	partyEndError error         // see PartyEndError
	isRemote      bool          // the member is a player on another server, see EnterRemote
	hidden        atomic.Bool   // the player's games cannot be watched

	wrongCodes    int           // wrong codes entered before wrongCodesEnd
	wrongCodesEnd time.Duration // time from which wrongCodes starts again at 0
}

// Enter adds a visitor. key is the ID of the player, or "" for a guest. A player who has dropped out of a match gets
// the seat back. The caller must call Leave at the end of the visit.
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

// Leave removes the member from the lobby at the end of the visit. If the match of the member's party is in progress,
// the player can return to it within ReturnTime.
func (p *Member) Leave(now time.Duration) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	p.leaveParty(now)
	p.lobby.members = slices.DeleteFunc(p.lobby.members, func(q *Member) bool { return q == p })
	p.lobby.notify()
}

// NewID returns a new ID for a member or party of another server. No other member or party of this lobby has this ID.
func (h *Lobby) NewID() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lastID++
	return h.lastID
}

// SetRemote sets the members and parties of another server. The members appear in the lists of members and can be
// watched. The caller must not modify the slices afterwards. If both are nil, SetRemote removes the server.
func (h *Lobby) SetRemote(server string, members []MemberInfo, parties []RemoteParty) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.remoteServers == nil {
		h.remoteServers = make(map[string]remoteServer)
	}
	if members == nil && parties == nil {
		delete(h.remoteServers, server)
	} else {
		parties = slices.DeleteFunc(parties, func(r RemoteParty) bool { return !r.Choice.isValid(h) })
		h.remoteServers[server] = remoteServer{members, parties}
	}
	h.notify()
}

// LocalMembers returns the members on this server, in the order of Enter.
func (h *Lobby) LocalMembers() []MemberInfo {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.localMembers()
}

// Changed returns a channel that holds a token if the lobby has changed since the last token was received.
func (p *Member) Changed() <-chan struct{} { return p.changed }

// SetListening sets whether the member is notified of changes. The default is true. Members who play alone should not
// listen, because a busy lobby changes several times per second, and each notification wakes the session.
func (p *Member) SetListening(listening bool) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.muted && listening {
		p.notify() // there may have been a change in the meantime
	}
	p.muted = !listening
}

// Notify notifies all listening members of a change outside of the lobby, for example that the result of a match was
// saved.
func (h *Lobby) Notify() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notify()
}

// notify discards the cached lists and notifies the listening members. It must be called after each change of data in a
// MemberInfo, before mu is released.
func (h *Lobby) notify() {
	h.sortedMembers, h.watchableMembers = nil, nil
	for _, p := range h.members {
		if !p.muted {
			p.notify()
		}
	}
}

// notify sends a token to changed, unless it already holds one.
func (p *Member) notify() {
	select {
	case p.changed <- struct{}{}:
	default: // there is a token already
	}
}

// A MemberInfo describes a member to other visitors.
type MemberInfo struct {
	ID       uint64
	Name     string
	Activity string      // text about the current game; "" if none
	Stream   *GameStream // the game for spectators; nil if none
	Self     bool        // this is the member who called Members
	Waiting  bool        // the member is in a party that waits for players
	PartyID  uint64      // ID of a party that can be joined without a code; 0 if none
}

// RemoveExpired removes expired seats and abandoned parties. It should be called from time to time.
func (h *Lobby) RemoveExpired(now time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeExpired(now)
}

// CountParties returns the number of parties on this server, and the number of these parties with a match in progress.
func (h *Lobby) CountParties() (parties, matches int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, q := range h.parties {
		if q.match != nil && !q.matchOver {
			matches++
		}
	}
	return len(h.parties), matches
}

// Members returns all members, sorted by name. The caller may modify the list.
func (p *Member) Members() []MemberInfo {
	all := slices.Clone(p.lobby.Members())
	for i := range all {
		all[i].Self = all[i].ID == p.ID
	}
	return all
}

// Members returns all members, sorted by name, for callers that are not members. The list must not be modified.
func (h *Lobby) Members() []MemberInfo {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.updateLists()
	return h.sortedMembers
}

// Watchable returns the members whose games this member may watch, sorted by name. The list must not be modified.
func (p *Member) Watchable() []MemberInfo {
	h := p.lobby
	h.mu.Lock()
	defer h.mu.Unlock()
	h.updateLists()
	if i := slices.IndexFunc(h.watchableMembers, func(v MemberInfo) bool { return v.ID == p.ID }); i >= 0 {
		return slices.Concat(h.watchableMembers[:i], h.watchableMembers[i+1:])
	}
	return h.watchableMembers
}

// updateLists rebuilds the cached lists after a change. The caller must hold h.mu.
func (h *Lobby) updateLists() {
	if h.sortedMembers != nil {
		return
	}
	h.sortedMembers = h.localMembers()
	for _, server := range slices.Sorted(maps.Keys(h.remoteServers)) {
		h.sortedMembers = append(h.sortedMembers, h.remoteServers[server].members...)
	}
	slices.SortStableFunc(h.sortedMembers, func(a, b MemberInfo) int { return strings.Compare(a.Name, b.Name) })
	for i := range h.sortedMembers {
		if h.sortedMembers[i].Stream != nil {
			h.watchableMembers = append(h.watchableMembers, h.sortedMembers[i])
		}
	}
}

// localMembers implements LocalMembers. The caller must hold h.mu.
func (h *Lobby) localMembers() []MemberInfo {
	all := make([]MemberInfo, 0, len(h.members))
	for _, q := range h.members {
		if q.isRemote { // a member of another server
			continue
		}
		v := MemberInfo{ID: q.ID, Name: q.name, Activity: q.activity}
		if q.stream != nil && !q.stream.Hidden() {
			v.Stream = q.stream
		}
		if at := q.party; at != nil && at.match == nil {
			if v.Waiting = true; at.open {
				v.PartyID = at.id
			}
		} else if q.remoteSeat != nil {
			v.Waiting = !q.remoteSeat.party.Started
		}
		all = append(all, v)
	}
	return all
}

// SetStream sets the member's game for spectators; nil means that there is none.
func (p *Member) SetStream(stream *GameStream) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.stream != stream {
		p.stream = stream
		p.lobby.notify()
	}
}

// SetHidden sets whether the member's games are hidden from spectators. For a player with several visits, it applies to
// all visits. It also hides matches that other members play with this member.
func (p *Member) SetHidden(hidden bool) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	for _, q := range p.lobby.members {
		if q != p && (p.key == "" || q.key != p.key) {
			continue
		}
		q.hidden.Store(hidden)
		q.forward(Action{Kind: SetHiddenAction, Hidden: hidden})
		if q.party != nil {
			q.party.seats[q.party.indexOf(q)].hidden = hidden
			q.party.updateHidden()
		}
	}
	p.lobby.notify()
}

// Hidden reports whether the member's games are hidden.
func (p *Member) Hidden() bool { return p.hidden.Load() }

// Name returns the member's name.
func (p *Member) Name() string {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	return p.name
}

// Rename changes the name of the member, and of the same player's other visits.
func (p *Member) Rename(name string) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	p.name = name
	p.lobby.rename(p.key, name)
}

// Rename changes the name of a player in all of the player's visits.
func (h *Lobby) Rename(key, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.rename(key, name)
}

// rename implements Rename. It does not rename guests, because they have no key. The caller must hold h.mu.
func (h *Lobby) rename(key, name string) {
	for _, q := range h.members {
		if key != "" && q.key == key {
			q.name = name
		}
	}
	h.notify()
}

// SetActivity sets the text about the member's current game; "" means that there is none.
func (p *Member) SetActivity(activity string) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.activity != activity {
		p.activity = activity
		p.lobby.notify()
	}
}
