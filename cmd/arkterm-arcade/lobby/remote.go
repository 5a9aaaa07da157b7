package lobby

import (
	"errors"
	"slices"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/input"
)

// This file contains parties and matches on other servers. A match is played on the server on which its party was
// opened. That server has a [Member] for each player on another server, see EnterRemote. The player's own server has a
// copy of the party and its match, see EnterParty, and forwards each [Action] of the player.

// Errors that members see about parties on other servers.
var (
	ErrOtherVersion = errors.New("this party uses the rules of another version, which this server does not support")
	ErrServerLost   = errors.New("the match has ended, because its server has stopped or cannot be reached")
)

// A RemoteParty is a party on another server.
type RemoteParty struct {
	Party              // without a match
	Returning []string // IDs of the players who can return to its match

	// Join enters the party, which can take a few seconds. byCode is true if the member has entered the party's code.
	// The lobby calls Join without holding a lock. All other fields come from a message of the party's server.
	Join func(p *Member, byCode bool, now time.Duration) error `json:"-"`
}

// keepsSeatFor reports whether a seat of the party's match is kept for a member.
func (r *RemoteParty) keepsSeatFor(p *Member) bool {
	return p.key != "" && slices.Contains(r.Returning, p.key)
}

// isWaiting reports whether members can join the party without its code.
func (r *RemoteParty) isWaiting() bool { return r.Open && !r.Started && r.NumFreeSeats() > 0 }

// LocalParties returns the parties on this server, for visitors of other servers.
func (h *Lobby) LocalParties() (all []RemoteParty) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, q := range h.parties {
		if q.matchOver {
			continue
		}
		r := RemoteParty{Party: q.describeFor(nil)}
		r.Code, r.Match = q.code, nil
		for i := range q.seats {
			if m := &q.seats[i]; m.member == nil && !m.expired && m.key != "" {
				r.Returning = append(r.Returning, m.key)
			}
			r.Seats[i].KeptUntil = 0 // other servers have another clock
		}
		all = append(all, r)
	}
	return all
}

// findRemote returns a party on another server for which match returns true; ok is false if there is none. The caller
// must hold h.mu.
func (h *Lobby) findRemote(p *Member, match func(r *RemoteParty) bool) (_ RemoteParty, ok bool) {
	if p.isRemote {
		return RemoteParty{}, false
	}
	for _, s := range h.remoteServers {
		for i := range s.parties {
			if match(&s.parties[i]) {
				return s.parties[i], true
			}
		}
	}
	return RemoteParty{}, false
}

// A remoteSeat is a member's seat in a party on another server.
type remoteSeat struct {
	party Party
	send  func(Action)
}

// EnterRemote adds a player of another server before the player joins a party on this one. hidden reports
// whether the player's games are hidden from spectators. The member is not in the lists of members.
func (h *Lobby) EnterRemote(name, key string, hidden bool) *Member {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lastID++
	p := &Member{ID: h.lastID, lobby: h, name: name, key: key, changed: make(chan struct{}, 1), isRemote: true}
	p.hidden.Store(hidden)
	h.members = append(h.members, p)
	return p
}

// Key returns the ID of the player, or "" for a guest.
func (p *Member) Key() string { return p.key }

// EnterParty leaves the current party and enters a party on another server. send forwards actions to that server. The
// lobby and its matches call send while they hold locks, so send must not call them or block.
func (p *Member) EnterParty(q *Party, send func(Action), now time.Duration) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	p.leaveParty(now)
	p.lobby.releaseSeats(p)
	p.remoteSeat, p.partyEndError = &remoteSeat{*q, send}, nil
	p.lobby.notify()
}

// UpdateParty sets the state of the member's party on another server. If q is nil, the member is no longer in the
// party. PartyEndError then returns err.
func (p *Member) UpdateParty(q *Party, err error) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.remoteSeat == nil {
		return
	}
	if q == nil {
		p.remoteSeat, p.partyEndError = nil, err
	} else {
		p.remoteSeat.party = *q
	}
	p.notify()
}

// PartyEndError returns the error that has ended the last party on another server, or nil if the member has left it.
func (p *Member) PartyEndError() error {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	return p.partyEndError
}

// Disconnected reports whether the server of the member's party cannot be reached.
func (p *Member) Disconnected() bool {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	return p.remoteSeat != nil && !p.remoteSeat.party.Seats[p.remoteSeat.party.OwnSeat].Present
}

// ReturnToMatch returns to a match on another server in which a seat is kept for the player. It does nothing if there
// is no such match, or if the member is in a party. It can take a few seconds.
func (p *Member) ReturnToMatch(now time.Duration) {
	p.lobby.mu.Lock()
	r, ok := p.lobby.findRemote(p, func(r *RemoteParty) bool { return r.keepsSeatFor(p) })
	ok = ok && p.party == nil && p.remoteSeat == nil
	p.lobby.mu.Unlock()
	if ok {
		_ = r.Join(p, false, now) // after an error, the player can still return from the lobby
	}
}

// forward sends an action to the server of the member's party if that is another server, and reports whether it is. The
// caller must hold the lobby's mu.
func (p *Member) forward(a Action) bool {
	if p.remoteSeat == nil {
		return false
	}
	p.remoteSeat.send(a)
	return true
}

// An Action is an input or a command of a player for a party or match on another server.
type Action struct {
	Kind     ActionKind
	At       time.Duration    `json:",omitzero"` // time of the input; 0 for other actions
	Key      input.Keystroke  `json:",omitzero"`
	X        float64          `json:",omitzero"` // position in the field
	Buttons  tcell.ButtonMask `json:",omitzero"`
	Emote    Emote            `json:",omitzero"`
	Hidden   bool             `json:",omitzero"`
	Percent  int              `json:",omitzero"` // speed for LimitSpeedAction
	Choice   Choice           `json:",omitzero"`
	Controls *Controls        `json:",omitempty"`
}

// An ActionKind is a kind of action. It is named after the method that the party's server calls.
type ActionKind uint8

// The kinds of actions.
const (
	LeavePartyAction ActionKind = iota + 1
	SetChoiceAction
	StartMatchAction
	RequestRematchAction
	SetHiddenAction
	TakeSeatAction
	ReleaseKeysAction
	KeyAction
	MouseAction
	SendEmoteAction
	LimitSpeedAction
	SteerAction
)

// IsUrgent reports whether the action is input whose effect the player expects to see within a few ticks. A mouse
// movement without a pressed button is not urgent.
func (a *Action) IsUrgent() bool {
	return a.Kind == KeyAction || a.Kind == SteerAction || a.Kind == MouseAction && a.Buttons != 0
}

// DoAction carries out the action of a player on another server.
func (p *Member) DoAction(a Action, now time.Duration) {
	switch a.Kind {
	case LeavePartyAction:
		p.LeaveParty(now)
	case SetChoiceAction:
		if a.Choice.isValid(p.lobby) {
			p.SetChoice(a.Choice)
		}
	case StartMatchAction:
		_ = p.StartMatch(now)
	case RequestRematchAction:
		_ = p.RequestRematch(now)
	case SetHiddenAction:
		p.SetHidden(a.Hidden)
	default:
		p.lobby.mu.Lock()
		var m *Match
		seat := 0
		if q := p.party; q != nil {
			m, seat = q.match, q.indexOf(p)
		}
		p.lobby.mu.Unlock()
		if m != nil {
			m.doAction(seat, a, now)
		}
	}
}

// isValid reports whether all fields of a choice are in range. Another server can send an invalid choice.
func (c *Choice) isValid(h *Lobby) bool {
	return int(c.Kind) < len(MatchKinds) && c.FirstLevel >= 0 && c.FirstLevel < len(h.Pack.Levels) &&
		int(c.Difficulty) < len(engine.Difficulties) && int(c.Bots) < len(bot.Strengths)
}

// maxInputAge is the maximum age of input from another server. Older input is treated as if it had this age.
const maxInputAge = 100 * time.Millisecond

// doAction carries out an action for a seat. Input takes effect in the tick in which it would have taken effect on the
// player's server, unless that tick was already simulated.
func (m *Match) doAction(seat int, a Action, now time.Duration) {
	at := min(max(a.At, now-maxInputAge), now)
	switch a.Kind {
	case TakeSeatAction:
		if c := a.Controls; c != nil {
			m.TakeSeat(seat, c.options(), c.Delay, c.Period, c.Releases)
		}
	case ReleaseKeysAction:
		m.ReleaseKeys(seat)
	case KeyAction:
		m.Key(seat, at, a.Key)
	case MouseAction:
		m.Mouse(seat, at, a.X, a.Buttons)
	case SendEmoteAction:
		m.SendEmote(seat, a.Emote, now)
	case LimitSpeedAction:
		m.LimitSpeed(seat, min(max(a.Percent, 1), 100))
	case SteerAction:
		m.Steer(seat, at, a.X)
	}
}

// Controls contains the arguments of [Match.TakeSeat].
type Controls struct {
	Steer         input.Steer
	Sensitivity   float64
	Invert        bool
	Language      string
	Keys          [][]input.KeyName // by action; nil means the default preset
	Delay, Period time.Duration
	Releases      bool
}

// newControls returns the arguments of TakeSeat.
func newControls(o input.Options, delay, period time.Duration, releases bool) *Controls {
	c := &Controls{
		Steer: o.Steer, Sensitivity: o.Sensitivity, Invert: o.Invert, Delay: delay, Period: period, Releases: releases,
	}
	if o.Keys != nil {
		c.Language = o.Keys.Language
		for a := range input.NumActions {
			c.Keys = append(c.Keys, o.Keys.Keys(a))
		}
	}
	return c
}

// options returns the input options. It ignores keys of unknown actions.
func (c *Controls) options() input.Options {
	o := input.Options{Steer: c.Steer, Sensitivity: c.Sensitivity, Invert: c.Invert}
	if c.Keys != nil {
		o.Keys = &input.Keymap{Language: c.Language}
		for a, keys := range c.Keys[:min(len(c.Keys), int(input.NumActions))] {
			_ = o.Keys.Bind(input.Action(a), keys...) // no conflicts, because the keys are from a keymap
		}
	}
	return o
}

// A MatchState is the state of a match without its games, for a copy on another server.
type MatchState struct {
	Standings []Standing   // as returned by Match.Standings; nil if they have not changed
	Clocks    []FieldClock // by field
}

// A FieldClock describes when the ticks of a field are due.
type FieldClock struct {
	Next time.Duration // time at which the next tick is due
	Rate int           // speed of the game in percent
}

// NewMatchCopy returns a copy of a match on another server with the given setup and the streams of its fields. send
// forwards input to that server.
func NewMatchCopy(setup MatchSetup, streams []*GameStream, send func(Action)) (*Match, error) {
	if int(setup.Kind) >= len(MatchKinds) {
		return nil, ErrOtherVersion
	}
	m := &Match{MatchSetup: setup, send: send}
	if err := m.checkSeats(); err != nil {
		return nil, err
	}
	for i := range setup.Names {
		m.seats = append(m.seats, m.newSeat(i))
	}
	for _, s := range streams {
		m.fields = append(m.fields, field{stream: s})
	}
	if len(streams) != m.seats[len(m.seats)-1].field+1 {
		return nil, errors.New("the match has a wrong number of fields")
	}
	return m, nil
}

// mouseInterval is the minimum time between two mouse movements that a copy forwards. A mouse can send a thousand
// reports per second.
const mouseInterval = time.Second / engine.TicksPerSecond

// forwardMouse forwards a mouse event of a copy. After a forwarded movement, it delays further movements until
// mouseInterval has passed. Advance then forwards only the last one.
func (m *Match) forwardMouse(a Action) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a.Buttons == m.lastMouse.Buttons && a.At < m.lastMouse.At+mouseInterval {
		m.lastMouse.X, m.mousePending = a.X, true
		return
	}
	m.sendMouse(a)
}

// sendMouse forwards a mouse event now. The caller must hold m.mu.
func (m *Match) sendMouse(a Action) {
	m.lastMouse, m.mousePending = a, false
	m.send(a)
}

// UpdateCopy updates a copy to the state of the match on its server.
func (m *Match) UpdateCopy(s MatchState) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s.Standings != nil {
		m.standings = s.Standings
	}
	for i, c := range s.Clocks[:min(len(s.Clocks), len(m.fields))] {
		clock := &m.fields[i].clock
		clock.SetRate(max(c.Rate, 1))
		clock.Restart(c.Next - (clock.Due(1) - clock.Due(0)))
	}
}

// EndCopy ends a copy. Advance then returns false.
func (m *Match) EndCopy() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ended = true
}

// Clocks appends the clock of each field to dst, and returns the extended slice. next is the earliest time at which
// Advance can simulate a tick.
func (m *Match) Clocks(dst []FieldClock) (_ []FieldClock, next time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	next = 1<<63 - 1
	for i := range m.fields {
		f := &m.fields[i]
		c := FieldClock{f.clock.Next(), f.rate()}
		if !f.over {
			next = min(next, c.Next+InputDelay)
		}
		dst = append(dst, c)
	}
	return dst, next
}
