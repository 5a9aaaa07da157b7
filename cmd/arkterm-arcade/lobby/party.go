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
	maxWrong   = 5 // wrong codes of a member in wrongTime
	wrongTime  = time.Minute
	maxParties = 256 // in the lobby
)

// Errors for members.
var (
	ErrNoParty  = errors.New("there is no such party any more")
	ErrCode     = errors.New("no party has this code")
	ErrTooOften = errors.New("too many wrong codes; wait a minute")
	ErrFull     = errors.New("all seats are taken")
	ErrBegun    = errors.New("the match has begun without you")
	ErrCrowded  = errors.New("there are too many parties at the moment")
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
	id      uint64
	code    string // code for joining
	open    bool   // members can join without the code
	choice  Choice
	members []member // by seat
	match   *Match   // nil while the party waits for members
	over    bool     // the match has ended
}

// A member is a seat of a party.
type member struct {
	person *Member // nil after dropping out
	id     uint64  // ID of the present or last person
	name   string
	key    string        // of the player; "": a guest
	gone   time.Duration // when that was
	lapsed bool          // the seat is free, or the match is over
	again  bool          // wants another match
	hidden bool          // allows no spectators
}

// A Slot is a member of a party as others see it.
type Slot struct {
	Name  string
	Here  bool
	Again bool          // wants another match
	Until time.Duration // the seat is kept until then; 0 if it is not kept
}

// A Party is a party as a member sees it.
type Party struct {
	ID     uint64
	Code   string // only for its members
	Open   bool
	Choice Choice
	Seats  []Slot
	Seat   int    // the member's own seat, or -1
	Match  *Match // nil while the party waits for members
	Over   bool   // the match has ended
}

// Leads reports whether the member chooses the match. It is the member who has opened the party, or the next one.
func (p *Party) Leads() bool { return p.Seat == 0 && p.Match == nil }

// Room returns the number of free seats.
func (p *Party) Room() int { return MatchKinds[p.Choice.Kind].Most - len(p.Seats) }

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
	h := p.hall
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tidy(now)
	for _, q := range h.parties {
		if q == p.party || q.seatOf(p, false) >= 0 || q.open && q.match == nil && q.room() > 0 {
			all = append(all, q.seenBy(p))
		}
	}
	return all
}

// Party returns the person's party, if they are in one.
func (p *Member) Party() (of Party, ok bool) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	if p.party == nil {
		return Party{}, false
	}
	return p.party.seenBy(p), true
}

// seenBy returns what a person sees of a party.
func (q *party) seenBy(p *Member) Party {
	v := Party{ID: q.id, Open: q.open, Choice: q.choice, Seat: -1, Match: q.match, Over: q.over}
	for i := range q.members {
		m := &q.members[i]
		s := Slot{Name: m.name, Here: m.person != nil, Again: m.again}
		if !s.Here && !m.lapsed {
			s.Until = m.gone + ReturnTime
		}
		if m.person == p {
			v.Seat, v.Code = i, q.code
		}
		v.Seats = append(v.Seats, s)
	}
	return v
}

// room returns how many may still come in.
func (q *party) room() int { return MatchKinds[q.choice.Kind].Most - len(q.members) }

// Open opens a party for a match. One that is open can be joined by everybody in the hall, others by their code only. The
// person leaves the party they were in.
func (p *Member) Open(c Choice, open bool, now time.Duration) error {
	h := p.hall
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tidy(now)
	if len(h.parties) >= maxParties {
		return ErrCrowded
	}
	p.part(now)
	h.last++
	q := &party{id: h.last, code: h.newCode(), open: open, choice: c}
	h.parties = append(h.parties, q)
	p.join(q)
	h.tell()
	return nil
}

// Find joins an open party that waits for people to play the same kind, or opens one.
func (p *Member) Find(c Choice, now time.Duration) error {
	p.hall.mu.Lock()
	p.hall.tidy(now)
	for _, q := range p.hall.parties {
		if q.open && q.match == nil && q.room() > 0 && q.choice.Kind == c.Kind {
			defer p.hall.mu.Unlock()
			return p.enter(q, false, now)
		}
	}
	p.hall.mu.Unlock()
	return p.Open(c, true, now)
}

// Join joins an open party, or comes back to a match. A match for two begins at once.
func (p *Member) Join(id uint64, now time.Duration) error {
	h := p.hall
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tidy(now)
	i := slices.IndexFunc(h.parties, func(q *party) bool { return q.id == id && (q.open || q == p.party || q.seatOf(p, false) >= 0) })
	if i < 0 {
		return ErrNoParty
	}
	return p.enter(h.parties[i], false, now)
}

// JoinCode joins the party with a code. If a guest has dropped out of its match, a guest takes that seat.
func (p *Member) JoinCode(code string, now time.Duration) error {
	h := p.hall
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tidy(now)
	if now >= p.wrongTo {
		p.wrong = 0
	}
	if p.wrong >= maxWrong {
		return ErrTooOften
	}
	i := slices.IndexFunc(h.parties, func(q *party) bool { return q.code == code })
	if i < 0 {
		p.wrong++
		p.wrongTo = now + wrongTime
		return ErrCode
	}
	return p.enter(h.parties[i], true, now)
}

// enter joins a party, or comes back to its match.
func (p *Member) enter(q *party, byCode bool, now time.Duration) error {
	switch seat := q.seatOf(p, byCode); {
	case q == p.party:
		return nil
	case seat >= 0:
		p.part(now)
		p.comeBack(q, seat)
		return nil
	case q.match != nil:
		return ErrBegun
	case q.room() <= 0:
		return ErrFull
	}
	p.part(now)
	p.join(q)
	defer p.hall.tell()
	if row := &MatchKinds[q.choice.Kind]; !row.Apart && q.room() == 0 {
		return q.begin(p.hall, now)
	}
	return nil
}

// join adds a person to a party.
func (p *Member) join(q *party) {
	p.hall.giveUp(p)
	p.party = q
	q.members = append(q.members, member{person: p, id: p.ID, name: p.name, key: p.key, hidden: p.Hidden()})
}

// giveUp lets go of the seats that are kept for a person, who plays something else now. So nobody fills the hall with
// matches that they have left.
func (h *Lobby) giveUp(p *Member) {
	for _, q := range h.parties {
		for i := range q.members {
			m := &q.members[i]
			m.lapsed = m.lapsed || m.person == nil && (m.id == p.ID || p.key != "" && m.key == p.key)
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
	if seat := slices.IndexFunc(q.members, func(m member) bool { return m.person == nil && !m.lapsed && m.key == p.key }); seat >= 0 || p.key == "" {
		return seat
	}
	return slices.IndexFunc(q.members, func(m member) bool { return m.person != nil && m.person != p && m.key == p.key })
}

// comeBack gives a person a seat of a match back. Another visit of theirs that has it is out of the party.
func (p *Member) comeBack(q *party, seat int) {
	m := &q.members[seat]
	if m.person != nil {
		m.person.party = nil
	}
	m.person, m.id, m.name = p, p.ID, p.name
	p.party = q
	p.hall.tell()
}

// Part leaves the party. To a match that is being played one may come back for a while.
func (p *Member) Part(now time.Duration) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	p.part(now)
	p.hall.tell()
}

// part is Part under the lock.
func (p *Member) part(now time.Duration) {
	q := p.party
	if q == nil {
		return
	}
	p.party = nil
	i := q.memberOf(p)
	if q.match == nil {
		q.members = slices.Delete(q.members, i, i+1)
	} else {
		m := &q.members[i]
		m.person, m.gone, m.lapsed = nil, now, q.over
		q.match.Stand(i)
		_ = q.goOn(p.hall, now) // the others may have waited for this one only
	}
	p.hall.tidy(now)
}

// Change changes what the person's party plays, if they lead it and all have a seat then.
func (p *Member) Change(c Choice) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	if q := p.led(); q != nil && MatchKinds[c.Kind].Most >= len(q.members) {
		q.choice = c
		p.hall.tell()
	}
}

// led returns the party that a person leads and that waits for people, or nil.
func (p *Member) led() *party {
	if q := p.party; q != nil && q.match == nil && q.members[0].person == p {
		return q
	}
	return nil
}

// Begin begins the match of the person's party, if they lead it. Bots sit where nobody does, if the match needs them.
func (p *Member) Begin(now time.Duration) error {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	q := p.led()
	if q == nil {
		return ErrNoParty
	}
	defer p.hall.tell()
	return q.begin(p.hall, now)
}

// begin begins a party's match.
func (q *party) begin(h *Lobby, now time.Duration) error {
	var names, players []string
	for i := range q.members {
		q.members[i].again = false
		names, players = append(names, q.members[i].name), append(players, q.members[i].key)
	}
	row := &MatchKinds[q.choice.Kind]
	for !row.Apart && len(names) < row.Most {
		names = append(names, q.choice.Bots.String())
	}
	m, err := NewMatch(MatchSetup{
		Kind: q.choice.Kind, Seed: h.Random(), First: q.choice.First, Difficulty: q.choice.Difficulty, Bots: q.choice.Bots,
		Pack: h.Pack, Made: h.Made, Names: names, Players: players, Begin: now, Missed: h.Missed,
	})
	if err != nil {
		return err
	}
	q.match, q.over = m, false
	q.show()
	return nil
}

// memberOf returns the index of a person who is in the party.
func (q *party) memberOf(p *Member) int {
	return slices.IndexFunc(q.members, func(m member) bool { return m.person == p })
}

// show lets others watch the fields of the match on which nobody plays, or has played, who hides their games.
func (q *party) show() {
	if q.match == nil {
		return
	}
	hidden := make(map[int]bool)
	for i := range q.members {
		field, _ := q.match.Field(i)
		hidden[field] = hidden[field] || q.members[i].hidden
	}
	for field, h := range hidden {
		q.match.Feed(field).Hide(h)
	}
}

// Ended says that the match of the person's party is over.
func (p *Member) Ended(m *Match) {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	q := p.party
	if q == nil || q.match != m || q.over {
		return
	}
	q.over = true
	for i := range q.members {
		q.members[i].lapsed = true
	}
	p.hall.tell()
}

// Again says that the person wants another match. It begins when all who are here want one, with the seats exchanged; who
// is alone waits for people.
func (p *Member) Again(now time.Duration) error {
	p.hall.mu.Lock()
	defer p.hall.mu.Unlock()
	q := p.party
	if q == nil || !q.over {
		return ErrNoParty
	}
	defer p.hall.tell()
	for i := range q.members {
		m := &q.members[i]
		m.again = m.again || m.person == p
	}
	return q.goOn(p.hall, now)
}

// goOn begins the next match if all who are here want one.
func (q *party) goOn(h *Lobby, now time.Duration) error {
	here := 0
	for i := range q.members {
		if m := &q.members[i]; m.person != nil {
			here++
			if !m.again {
				return nil
			}
		}
	}
	if here == 0 || !q.over {
		return nil
	}
	q.match, q.over = nil, false
	q.members = slices.DeleteFunc(q.members, func(m member) bool { return m.person == nil })
	for i := range q.members {
		q.members[i].again, q.members[i].lapsed = false, false
	}
	if here == 1 {
		return nil
	}
	q.members = append(q.members[1:], q.members[0])
	return q.begin(h, now)
}

// tidy lets go of seats that are not kept any more, and removes parties that nobody is in and nobody may come back to.
func (h *Lobby) tidy(now time.Duration) {
	h.parties = slices.DeleteFunc(h.parties, func(q *party) bool {
		alone := true
		for i := range q.members {
			m := &q.members[i]
			m.lapsed = m.lapsed || m.person == nil && now >= m.gone+ReturnTime
			alone = alone && m.person == nil && m.lapsed
		}
		if alone && q.match != nil {
			q.match.Abandon()
		}
		return alone
	})
}
