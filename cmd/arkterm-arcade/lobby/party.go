package lobby

import (
	"errors"
	"slices"
	"time"

	"arkterm/engine"
	"arkterm/engine/bot"
)

// ReturnTime is the time for which a match keeps the seat of a player who has dropped out.
const ReturnTime = time.Minute

// Limits for visitors.
const (
	maxWrongCodes   = 5 // wrong codes of a member in wrongTime
	wrongCodeWindow = time.Minute
	maxParties      = 256 // in the lobby
)

// Errors for members.
var (
	ErrNoParty        = errors.New("there is no such party any more")
	ErrWrongCode      = errors.New("no party has this code")
	ErrTooManyCodes   = errors.New("too many wrong codes; wait a minute")
	ErrFull           = errors.New("all seats are taken")
	ErrMatchStarted   = errors.New("the match has begun without you")
	ErrTooManyParties = errors.New("there are too many parties at the moment")
)

// A Choice is the match that a party plays.
type Choice struct {
	Kind       MatchKind
	First      int // index of the first level
	Difficulty engine.Difficulty
	Bots       bot.Strength
}

// A party is a group of members who play one match after another.
type party struct {
	id     uint64
	code   string // code for joining
	open   bool   // members can join without the code
	choice Choice
	seats  []partySeat // by seat
	match  *Match      // nil while the party waits for members
	over   bool        // the match has ended
}

// A member is a seat of a party.
type partySeat struct {
	member       *Member // nil after dropping out
	id           uint64  // ID of the present or last person
	name         string
	key          string        // of the player; "": a guest
	leftAt       time.Duration // when that was
	lapsed       bool          // the seat is free, or the match is over
	wantsRematch bool          // wants another match
	hidden       bool          // allows no spectators
}

// A Slot is a member of a party as others see it.
type Slot struct {
	Name         string
	Present      bool
	WantsRematch bool          // wants another match
	KeptUntil    time.Duration // the seat is kept until then; 0 if it is not kept
}

// A Party is a party as a member sees it.
type Party struct {
	ID      uint64
	Code    string // only for its members
	Open    bool
	Choice  Choice
	Seats   []Slot
	OwnSeat int    // the member's own seat, or -1
	Match   *Match // nil while the party waits for members
	Over    bool   // the match has ended
}

// Leads reports whether the member chooses the match. It is the member who has opened the party, or the next one.
func (p *Party) IsLeader() bool { return p.OwnSeat == 0 && p.Match == nil }

// Room returns the number of free seats.
func (p *Party) FreeSeats() int { return MatchKinds[p.Choice.Kind].MaxPlayers - len(p.Seats) }

// CodeLetters are the letters of codes. There are no vowels, so that codes are not words, and no letters that look alike.
const CodeLetters = "BCDFGHJKLMNPQRSTVWXZ"

// CodeLength is the length of a code. There are 3.2 million of them.
const CodeLength = 5

// newCode returns an unused code.
func (h *Lobby) newCode() string {
	for {
		n, code := h.Random(), make([]byte, CodeLength)
		for i := range code {
			code[i] = CodeLetters[n%uint64(len(CodeLetters))]
			n /= uint64(len(CodeLetters))
		}
		if !slices.ContainsFunc(h.parties, func(q *party) bool { return q.code == string(code) }) {
			return string(code)
		}
	}
}

// Parties returns those that the person may see: open ones that wait for people, their own, and those to whose match they
// may come back.
func (p *Member) Parties(now time.Duration) (all []Party) {
	h := p.lobby
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeExpired(now)
	for _, q := range h.parties {
		if q == p.party || q.seatOf(p, false) >= 0 || q.open && q.match == nil && q.freeSeats() > 0 {
			all = append(all, q.viewFor(p))
		}
	}
	return all
}

// Party returns the person's party, if they are in one.
func (p *Member) Party() (of Party, ok bool) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.party == nil {
		return Party{}, false
	}
	return p.party.viewFor(p), true
}

// seenBy returns what a person sees of a party.
func (q *party) viewFor(p *Member) Party {
	v := Party{ID: q.id, Open: q.open, Choice: q.choice, OwnSeat: -1, Match: q.match, Over: q.over}
	for i := range q.seats {
		m := &q.seats[i]
		s := Slot{Name: m.name, Present: m.member != nil, WantsRematch: m.wantsRematch}
		if !s.Present && !m.lapsed {
			s.KeptUntil = m.leftAt + ReturnTime
		}
		if m.member == p {
			v.OwnSeat, v.Code = i, q.code
		}
		v.Seats = append(v.Seats, s)
	}
	return v
}

// room returns how many may still come in.
func (q *party) freeSeats() int { return MatchKinds[q.choice.Kind].MaxPlayers - len(q.seats) }

// Open opens a party for a match. One that is open can be joined by everybody in the hall, others by their code only. The
// person leaves the party they were in.
func (p *Member) OpenParty(c Choice, open bool, now time.Duration) error {
	h := p.lobby
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeExpired(now)
	if len(h.parties) >= maxParties {
		return ErrTooManyParties
	}
	p.leaveParty(now)
	h.lastID++
	q := &party{id: h.lastID, code: h.newCode(), open: open, choice: c}
	h.parties = append(h.parties, q)
	p.join(q)
	h.notify()
	return nil
}

// Find joins an open party that waits for people to play the same kind, or opens one.
func (p *Member) FindParty(c Choice, now time.Duration) error {
	p.lobby.mu.Lock()
	p.lobby.removeExpired(now)
	for _, q := range p.lobby.parties {
		if q.open && q.match == nil && q.freeSeats() > 0 && q.choice.Kind == c.Kind {
			defer p.lobby.mu.Unlock()
			return p.enter(q, false, now)
		}
	}
	p.lobby.mu.Unlock()
	return p.OpenParty(c, true, now)
}

// Join joins an open party, or comes back to a match. A match for two begins at once.
func (p *Member) JoinParty(id uint64, now time.Duration) error {
	h := p.lobby
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeExpired(now)
	i := slices.IndexFunc(h.parties, func(q *party) bool { return q.id == id && (q.open || q == p.party || q.seatOf(p, false) >= 0) })
	if i < 0 {
		return ErrNoParty
	}
	return p.enter(h.parties[i], false, now)
}

// JoinCode joins the party with a code. If a guest has dropped out of its match, a guest takes that seat.
func (p *Member) JoinByCode(code string, now time.Duration) error {
	h := p.lobby
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeExpired(now)
	if now >= p.wrongCodesUntil {
		p.wrongCodes = 0
	}
	if p.wrongCodes >= maxWrongCodes {
		return ErrTooManyCodes
	}
	i := slices.IndexFunc(h.parties, func(q *party) bool { return q.code == code })
	if i < 0 {
		p.wrongCodes++
		p.wrongCodesUntil = now + wrongCodeWindow
		return ErrWrongCode
	}
	return p.enter(h.parties[i], true, now)
}

// enter joins a party, or comes back to its match.
func (p *Member) enter(q *party, byCode bool, now time.Duration) error {
	switch seat := q.seatOf(p, byCode); {
	case q == p.party:
		return nil
	case seat >= 0:
		p.leaveParty(now)
		p.takeSeat(q, seat)
		return nil
	case q.match != nil:
		return ErrMatchStarted
	case q.freeSeats() <= 0:
		return ErrFull
	}
	p.leaveParty(now)
	p.join(q)
	defer p.lobby.notify()
	if row := &MatchKinds[q.choice.Kind]; !row.SeparateFields && q.freeSeats() == 0 {
		return q.startMatch(p.lobby, now)
	}
	return nil
}

// join adds a person to a party.
func (p *Member) join(q *party) {
	p.lobby.releaseSeats(p)
	p.party = q
	q.seats = append(q.seats, partySeat{member: p, id: p.ID, name: p.name, key: p.key, hidden: p.Hidden()})
}

// giveUp lets go of the seats that are kept for a person, who plays something else now. So nobody fills the hall with
// matches that they have left.
func (h *Lobby) releaseSeats(p *Member) {
	for _, q := range h.parties {
		for i := range q.seats {
			m := &q.seats[i]
			m.lapsed = m.lapsed || m.member == nil && (m.id == p.ID || p.key != "" && m.key == p.key)
		}
	}
}

// seatOf returns the seat of a match that a person may have, or −1: one that they have dropped out of, or else one at which
// they sit in another visit, since its line may be dead without anybody knowing. A player is known by their key; a guest has
// none, but the code of the party, and gets the seat of any guest who has dropped out.
func (q *party) seatOf(p *Member, byCode bool) int {
	if q.match == nil || q.over || p.key == "" && !byCode {
		return -1
	}
	if seat := slices.IndexFunc(q.seats, func(m partySeat) bool { return m.member == nil && !m.lapsed && m.key == p.key }); seat >= 0 || p.key == "" {
		return seat
	}
	return slices.IndexFunc(q.seats, func(m partySeat) bool { return m.member != nil && m.member != p && m.key == p.key })
}

// comeBack gives a person a seat of a match back. Another visit of theirs that has it is out of the party.
func (p *Member) takeSeat(q *party, seat int) {
	m := &q.seats[seat]
	if m.member != nil {
		m.member.party = nil
	}
	m.member, m.id, m.name = p, p.ID, p.name
	p.party = q
	p.lobby.notify()
}

// Part leaves the party. To a match that is being played one may come back for a while.
func (p *Member) LeaveParty(now time.Duration) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	p.leaveParty(now)
	p.lobby.notify()
}

// part is Part under the lock.
func (p *Member) leaveParty(now time.Duration) {
	q := p.party
	if q == nil {
		return
	}
	p.party = nil
	i := q.indexOf(p)
	if q.match == nil {
		q.seats = slices.Delete(q.seats, i, i+1)
	} else {
		m := &q.seats[i]
		m.member, m.leftAt, m.lapsed = nil, now, q.over
		q.match.LeaveSeat(i)
		_ = q.startRematch(p.lobby, now) // the others may have waited for this one only
	}
	p.lobby.removeExpired(now)
}

// Change changes what the person's party plays, if they lead it and all have a seat then.
func (p *Member) SetChoice(c Choice) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if q := p.ledParty(); q != nil && MatchKinds[c.Kind].MaxPlayers >= len(q.seats) {
		q.choice = c
		p.lobby.notify()
	}
}

// led returns the party that a person leads and that waits for people, or nil.
func (p *Member) ledParty() *party {
	if q := p.party; q != nil && q.match == nil && q.seats[0].member == p {
		return q
	}
	return nil
}

// Begin begins the match of the person's party, if they lead it. Bots sit where nobody does, if the match needs them.
func (p *Member) StartMatch(now time.Duration) error {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	q := p.ledParty()
	if q == nil {
		return ErrNoParty
	}
	defer p.lobby.notify()
	return q.startMatch(p.lobby, now)
}

// begin begins a party's match.
func (q *party) startMatch(h *Lobby, now time.Duration) error {
	var names, players []string
	for i := range q.seats {
		q.seats[i].wantsRematch = false
		names, players = append(names, q.seats[i].name), append(players, q.seats[i].key)
	}
	row := &MatchKinds[q.choice.Kind]
	for !row.SeparateFields && len(names) < row.MaxPlayers {
		names = append(names, q.choice.Bots.String())
	}
	m, err := NewMatch(MatchSetup{
		Kind: q.choice.Kind, Seed: h.Random(), First: q.choice.First, Difficulty: q.choice.Difficulty, Bots: q.choice.Bots,
		Pack: h.Pack, Made: h.Made, Names: names, Players: players, Start: now, Missed: h.Missed,
	})
	if err != nil {
		return err
	}
	q.match, q.over = m, false
	q.updateHidden()
	return nil
}

// memberOf returns the index of a person who is in the party.
func (q *party) indexOf(p *Member) int {
	return slices.IndexFunc(q.seats, func(m partySeat) bool { return m.member == p })
}

// show lets others watch the fields of the match on which nobody plays, or has played, who hides their games.
func (q *party) updateHidden() {
	if q.match == nil {
		return
	}
	hidden := make(map[int]bool)
	for i := range q.seats {
		field, _ := q.match.Field(i)
		hidden[field] = hidden[field] || q.seats[i].hidden
	}
	for field, h := range hidden {
		q.match.Stream(field).SetHidden(h)
	}
}

// Ended says that the match of the person's party is over.
func (p *Member) MatchEnded(m *Match) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	q := p.party
	if q == nil || q.match != m || q.over {
		return
	}
	q.over = true
	for i := range q.seats {
		q.seats[i].lapsed = true
	}
	p.lobby.notify()
}

// Again says that the person wants another match. It begins when all who are here want one, with the seats exchanged; who
// is alone waits for people.
func (p *Member) RequestRematch(now time.Duration) error {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	q := p.party
	if q == nil || !q.over {
		return ErrNoParty
	}
	defer p.lobby.notify()
	for i := range q.seats {
		m := &q.seats[i]
		m.wantsRematch = m.wantsRematch || m.member == p
	}
	return q.startRematch(p.lobby, now)
}

// goOn begins the next match if all who are here want one.
func (q *party) startRematch(h *Lobby, now time.Duration) error {
	here := 0
	for i := range q.seats {
		if m := &q.seats[i]; m.member != nil {
			here++
			if !m.wantsRematch {
				return nil
			}
		}
	}
	if here == 0 || !q.over {
		return nil
	}
	q.match, q.over = nil, false
	q.seats = slices.DeleteFunc(q.seats, func(m partySeat) bool { return m.member == nil })
	for i := range q.seats {
		q.seats[i].wantsRematch, q.seats[i].lapsed = false, false
	}
	if here == 1 {
		return nil
	}
	q.seats = append(q.seats[1:], q.seats[0])
	return q.startMatch(h, now)
}

// tidy lets go of seats that are not kept any more, and removes parties that nobody is in and nobody may come back to.
func (h *Lobby) removeExpired(now time.Duration) {
	h.parties = slices.DeleteFunc(h.parties, func(q *party) bool {
		alone := true
		for i := range q.seats {
			m := &q.seats[i]
			m.lapsed = m.lapsed || m.member == nil && now >= m.leftAt+ReturnTime
			alone = alone && m.member == nil && m.lapsed
		}
		if alone && q.match != nil {
			q.match.Abandon()
		}
		return alone
	})
}
