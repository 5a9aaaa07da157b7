package lobby

import (
	"errors"
	"maps"
	"slices"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine"
	"arkterm/engine/bot"
)

// ReturnTime is the time for which a seat is kept for a player who has dropped out of a match.
const ReturnTime = time.Minute

// Limits for members and for the lobby.
const (
	maxWrongCodes   = 5 // maximum number of wrong codes of a member in wrongCodeWindow
	wrongCodeWindow = time.Minute
	maxParties      = 256 // maximum number of parties in the lobby
)

// Errors that members see.
var (
	ErrNoParty        = errors.New("this party no longer exists")
	ErrWrongCode      = errors.New("no party has this code")
	ErrTooManyCodes   = errors.New("too many wrong codes; wait a minute")
	ErrFull           = errors.New("all seats are taken")
	ErrMatchStarted   = errors.New("the match has begun without you")
	ErrTooManyParties = errors.New("there are too many parties at the moment")
)

// A Choice describes the match that a party will play.
type Choice struct {
	Kind       MatchKind
	FirstLevel int // index of the first level
	Difficulty engine.Difficulty
	Bots       bot.Strength
}

// A party is a group of members who play one match after another. The member in the first seat is its leader.
type party struct {
	id        uint64
	code      string // code for joining
	open      bool   // members can join without the code
	choice    Choice
	seats     []partySeat // seats by their index
	match     *Match      // nil while the party waits for members
	matchOver bool        // the match has ended

	series progress.Series // wins in matches between opponents, by seat
}

// A partySeat is a seat of a party.
type partySeat struct {
	member       *Member // nil after the member has dropped out
	id           uint64  // ID of the current or last member
	name         string
	key          string        // ID of the player; "" for a guest
	leftAt       time.Duration // time when the member dropped out
	expired      bool          // the member cannot return to the seat
	wantsRematch bool          // the member wants another match
	hidden       bool          // the member allows no spectators
}

// A SeatInfo describes a seat of a party to members.
type SeatInfo struct {
	Name         string
	Present      bool          // the member has not dropped out
	WantsRematch bool          // the member wants another match
	KeptUntil    time.Duration // time until which the seat is kept for an absent member; 0 if it is not kept
}

// A Party describes a party to one member.
type Party struct {
	ID        uint64
	Code      string // "" unless the member is in the party
	Open      bool   // members can join without the code
	Choice    Choice
	Seats     []SeatInfo
	OwnSeat   int    // the member's seat; -1 if not in the party
	Match     *Match `json:"-"` // nil while the party waits for members
	Started   bool   // there is a match
	MatchOver bool   // the match has ended

	Series progress.Series // wins in matches between opponents, by seat
}

// IsLeader reports whether the member may choose and start the next match. The leader is the member who has opened the
// party, or a successor.
func (p *Party) IsLeader() bool { return p.OwnSeat == 0 && p.Match == nil }

// NumFreeSeats returns the number of free seats.
func (p *Party) NumFreeSeats() int { return MatchKinds[p.Choice.Kind].MaxPlayers - len(p.Seats) }

// CodeLetters contains the letters of codes. It contains no vowels, so that codes are not words, and no letters that
// are easily confused.
const CodeLetters = "BCDFGHJKLMNPQRSTVWXZ"

// CodeLength is the length of a code. There are 20⁵ = 3.2 million codes.
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

// Parties returns the parties that the member may see: open parties with free seats, the member's own party, and
// parties with a match to which the member can return.
func (p *Member) Parties(now time.Duration) (all []Party) {
	h := p.lobby
	h.mu.Lock()
	defer h.mu.Unlock()
	h.removeExpired(now)
	for _, q := range h.parties {
		if q == p.party || q.seatOf(p, false) >= 0 || q.open && q.match == nil && q.numFreeSeats() > 0 {
			all = append(all, q.describeFor(p))
		}
	}
	if p.remoteSeat != nil {
		all = append(all, p.remoteSeat.party)
	}
	for _, server := range slices.Sorted(maps.Keys(h.remoteServers)) {
		for _, r := range h.remoteServers[server].parties {
			if (r.isWaiting() || r.keepsSeatFor(p)) && (p.remoteSeat == nil || r.ID != p.remoteSeat.party.ID) {
				r.Code = ""
				all = append(all, r.Party)
			}
		}
	}
	return all
}

// Party returns the member's party; ok is false if there is none.
func (p *Member) Party() (party Party, ok bool) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	switch {
	case p.remoteSeat != nil:
		return p.remoteSeat.party, true
	case p.party == nil:
		return Party{}, false
	}
	return p.party.describeFor(p), true
}

// describeFor describes the party for a member.
func (q *party) describeFor(p *Member) Party {
	v := Party{
		ID: q.id, Open: q.open, Choice: q.choice, OwnSeat: -1, Match: q.match, Started: q.match != nil,
		MatchOver: q.matchOver, Series: q.series,
	}
	for i := range q.seats {
		m := &q.seats[i]
		s := SeatInfo{Name: m.name, Present: m.member != nil, WantsRematch: m.wantsRematch}
		if !s.Present && !m.expired {
			s.KeptUntil = m.leftAt + ReturnTime
		}
		if p != nil && m.member == p {
			v.OwnSeat, v.Code = i, q.code
		}
		v.Seats = append(v.Seats, s)
	}
	return v
}

// numFreeSeats returns the number of free seats.
func (q *party) numFreeSeats() int { return MatchKinds[q.choice.Kind].MaxPlayers - len(q.seats) }

// OpenParty leaves the current party and opens a new one. All members can join an open party. Other parties can be
// joined only with their code.
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

// FindParty joins an open party that waits for players of the same kind of match. If there is none, it opens one.
func (p *Member) FindParty(c Choice, now time.Duration) error {
	h := p.lobby
	h.mu.Lock()
	h.removeExpired(now)
	for _, q := range h.parties {
		if q.open && q.match == nil && q.numFreeSeats() > 0 && q.choice.Kind == c.Kind {
			defer h.mu.Unlock()
			return p.joinOrReturn(q, false, now)
		}
	}
	r, ok := h.findRemote(p, func(r *RemoteParty) bool { return r.isWaiting() && r.Choice.Kind == c.Kind })
	h.mu.Unlock()
	if ok && p.joinRemote(&r, false, now) == nil {
		return nil
	}
	return p.OpenParty(c, true, now)
}

// joinRemote joins a party on another server, unless the member is already in it.
func (p *Member) joinRemote(r *RemoteParty, byCode bool, now time.Duration) error {
	if own, ok := p.Party(); ok && own.ID == r.ID {
		return nil
	}
	return r.Join(p, byCode, now)
}

// JoinParty joins an open party, or returns to a match. A match for two starts as soon as both seats are taken.
func (p *Member) JoinParty(id uint64, now time.Duration) error {
	h := p.lobby
	h.mu.Lock()
	h.removeExpired(now)
	if r, ok := h.findRemote(p, func(r *RemoteParty) bool { return r.ID == id && (r.Open || r.keepsSeatFor(p)) }); ok {
		h.mu.Unlock()
		return p.joinRemote(&r, false, now)
	}
	defer h.mu.Unlock()
	i := slices.IndexFunc(
		h.parties,
		func(q *party) bool { return q.id == id && (q.open || q == p.party || q.seatOf(p, false) >= 0) },
	)
	if i < 0 {
		return ErrNoParty
	}
	return p.joinOrReturn(h.parties[i], false, now)
}

// JoinByCode joins the party that has the given code. A guest whose party has a match in progress gets the seat of a
// guest who has dropped out, if there is one.
func (p *Member) JoinByCode(code string, now time.Duration) error {
	h := p.lobby
	h.mu.Lock()
	h.removeExpired(now)
	if now >= p.wrongCodesEnd {
		p.wrongCodes = 0
	}
	if p.wrongCodes >= maxWrongCodes {
		h.mu.Unlock()
		return ErrTooManyCodes
	}
	if r, ok := h.findRemote(p, func(r *RemoteParty) bool { return r.Code == code }); ok {
		h.mu.Unlock()
		return p.joinRemote(&r, true, now)
	}
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.parties, func(q *party) bool { return q.code == code })
	if i < 0 {
		p.wrongCodes++
		p.wrongCodesEnd = now + wrongCodeWindow
		return ErrWrongCode
	}
	return p.joinOrReturn(h.parties[i], true, now)
}

// joinOrReturn joins a party, or returns to its match. byCode reports whether the member has entered the party's code.
func (p *Member) joinOrReturn(q *party, byCode bool, now time.Duration) error {
	switch seat := q.seatOf(p, byCode); {
	case q == p.party:
		return nil
	case seat >= 0:
		p.leaveParty(now)
		p.takeSeat(q, seat)
		return nil
	case q.match != nil:
		return ErrMatchStarted
	case q.numFreeSeats() <= 0:
		return ErrFull
	}
	p.leaveParty(now)
	p.join(q)
	defer p.lobby.notify()
	if row := &MatchKinds[q.choice.Kind]; !row.SeparateFields && q.numFreeSeats() == 0 {
		return q.startMatch(p.lobby, now)
	}
	return nil
}

// join adds the member to a party.
func (p *Member) join(q *party) {
	p.lobby.releaseSeats(p)
	p.party, q.series = q, progress.Series{}
	q.seats = append(q.seats, partySeat{member: p, id: p.ID, name: p.name, key: p.key, hidden: p.Hidden()})
}

// releaseSeats frees the seats that other parties keep for a member. Otherwise, one player could fill the lobby with
// abandoned matches.
func (h *Lobby) releaseSeats(p *Member) {
	for _, q := range h.parties {
		for i := range q.seats {
			m := &q.seats[i]
			m.expired = m.expired || m.member == nil && (m.id == p.ID || p.key != "" && m.key == p.key)
		}
	}
}

// seatOf returns the seat that a member may take in the party's match, or -1. A player gets the seat that the same
// player has left. Otherwise, the player gets the seat of the player's other visit, whose connection may be dead. A
// guest needs the party's code, and gets the seat of any guest who has dropped out.
func (q *party) seatOf(p *Member, byCode bool) int {
	if q.match == nil || q.matchOver || p.key == "" && !byCode {
		return -1
	}

	isKept := func(m partySeat) bool { return m.member == nil && !m.expired && m.key == p.key }
	if seat := slices.IndexFunc(q.seats, isKept); seat >= 0 || p.key == "" {
		return seat
	}
	return slices.IndexFunc(
		q.seats,
		func(m partySeat) bool { return m.member != nil && m.member != p && m.key == p.key },
	)
}

// takeSeat gives the member a seat of a match in progress. If another visit of the same player has the seat, that visit
// leaves the party.
func (p *Member) takeSeat(q *party, seat int) {
	m := &q.seats[seat]
	if m.member != nil {
		m.member.party = nil
	}
	m.member, m.id, m.name = p, p.ID, p.name
	p.party = q
	p.lobby.notify()
}

// LeaveParty leaves the party. If its match is in progress, the player can return within ReturnTime.
func (p *Member) LeaveParty(now time.Duration) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	p.leaveParty(now)
	p.lobby.notify()
}

// leaveParty implements LeaveParty. The caller must hold the lobby's mu.
func (p *Member) leaveParty(now time.Duration) {
	if p.forward(Action{Kind: LeavePartyAction}) {
		p.remoteSeat = nil
		return
	}
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
		m.member, m.leftAt, m.expired = nil, now, q.matchOver
		q.match.LeaveSeat(i)
		_ = q.startRematch(p.lobby, now) // the other members may have waited only for this one
	}
	p.lobby.removeExpired(now)
}

// SetChoice changes the choice of the member's party. It does nothing if the member is not the leader, or if the chosen
// kind of match has too few seats.
func (p *Member) SetChoice(c Choice) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.forward(Action{Kind: SetChoiceAction, Choice: c}) {
		return
	}
	if q := p.partyIfLeader(); q != nil && MatchKinds[c.Kind].MaxPlayers >= len(q.seats) {
		q.choice = c
		p.lobby.notify()
	}
}

// partyIfLeader returns the member's party if the member is its leader and it waits for players, or nil.
func (p *Member) partyIfLeader() *party {
	if q := p.party; q != nil && q.match == nil && q.seats[0].member == p {
		return q
	}
	return nil
}

// StartMatch starts the match of the member's party. Only the leader can start it. If the match needs more players,
// bots take the empty seats.
func (p *Member) StartMatch(now time.Duration) error {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.forward(Action{Kind: StartMatchAction}) {
		return nil
	}
	q := p.partyIfLeader()
	if q == nil {
		return ErrNoParty
	}
	defer p.lobby.notify()
	return q.startMatch(p.lobby, now)
}

// startMatch starts a party's match.
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
		Kind: q.choice.Kind, Seed: h.Random(), FirstLevel: q.choice.FirstLevel, Difficulty: q.choice.Difficulty,
		Bots: q.choice.Bots,
		Pack: h.Pack, ProgramName: h.ProgramName, Names: names, PlayerIDs: players, Start: now,
		MissedTicks: h.MissedTicks,
	})
	if err != nil {
		return err
	}
	q.match, q.matchOver = m, false
	q.updateHidden()
	return nil
}

// indexOf returns the seat of a member of the party.
func (q *party) indexOf(p *Member) int {
	return slices.IndexFunc(q.seats, func(m partySeat) bool { return m.member == p })
}

// updateHidden hides a field of the match from spectators if a member who allows no spectators plays or has played on
// it.
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

// MatchEnded records that the match of the member's party has ended.
func (p *Member) MatchEnded(m *Match) {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	q := p.party
	if q == nil || q.match != m || q.matchOver {
		return
	}
	q.matchOver = true
	if w := m.Winner(); w >= 0 {
		q.series.CountWin(w)
	}
	for i := range q.seats {
		q.seats[i].expired = true
	}
	p.lobby.notify()
}

// RequestRematch records that the member wants another match. When all present members want one, the next match starts,
// with the seats rotated. If all other members have left, the party waits for players instead.
func (p *Member) RequestRematch(now time.Duration) error {
	p.lobby.mu.Lock()
	defer p.lobby.mu.Unlock()
	if p.forward(Action{Kind: RequestRematchAction}) {
		return nil
	}
	q := p.party
	if q == nil || !q.matchOver {
		return ErrNoParty
	}
	defer p.lobby.notify()
	for i := range q.seats {
		m := &q.seats[i]
		m.wantsRematch = m.wantsRematch || m.member == p
	}
	return q.startRematch(p.lobby, now)
}

// startRematch starts the next match if all present members want one.
func (q *party) startRematch(h *Lobby, now time.Duration) error {
	present := 0
	for i := range q.seats {
		if m := &q.seats[i]; m.member != nil {
			present++
			if !m.wantsRematch {
				return nil
			}
		}
	}
	if present == 0 || !q.matchOver {
		return nil
	}
	q.match, q.matchOver = nil, false
	if present < len(q.seats) {
		q.series = progress.Series{}
	}
	othersLeft := present == 1 && len(q.seats) > 1
	q.seats = slices.DeleteFunc(q.seats, func(m partySeat) bool { return m.member == nil })
	for i := range q.seats {
		q.seats[i].wantsRematch, q.seats[i].expired = false, false
	}
	if othersLeft {
		return nil
	}
	if present == 2 {
		q.series.Swap()
	}
	q.seats = append(q.seats[1:], q.seats[0])
	return q.startMatch(h, now)
}

// removeExpired frees expired seats. It removes parties that have no members and to which no player can return. The
// caller must hold h.mu.
func (h *Lobby) removeExpired(now time.Duration) {
	h.parties = slices.DeleteFunc(h.parties, func(q *party) bool {
		empty := true
		for i := range q.seats {
			m := &q.seats[i]
			m.expired = m.expired || m.member == nil && now >= m.leftAt+ReturnTime
			empty = empty && m.member == nil && m.expired
		}
		if empty && q.match != nil {
			q.match.Abandon()
		}
		return empty
	})
}
