package lobby

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/input"
	"arkterm/levels"
)

func newHall() *Lobby {
	n := uint64(0)
	return New(Options{Pack: levels.Shipped(), Made: "test", Random: func() uint64 { n += 7919; return n }})
}

// of returns somebody's party, which they must be in.
func of(t *testing.T, p *Member) Party {
	t.Helper()
	q, ok := p.Party()
	if !ok {
		t.Fatalf("%s is in no party", p.name)
	}
	return q
}

func told(p *Member) bool {
	select {
	case <-p.Changed():
		return true
	default:
		return false
	}
}

func TestEverybodyIsToldOfChanges(t *testing.T) {
	h := newHall()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	told(ann)
	told(bob)
	bob.Plays("level 3")
	bob.Plays("level 3")
	if !told(ann) || told(ann) {
		t.Error("not told once")
	}
	bob.Rename("rob")
	all := ann.People()
	if len(all) != 2 || all[1].Name != "rob" || all[1].Doing != "level 3" || !all[0].Self {
		t.Errorf("%+v", all)
	}
	bob.Leave(0)
	if len(ann.People()) != 1 {
		t.Error("rob stays")
	}
}

// Who does not listen is told of nothing, and of all at once when they listen again.
func TestWhoDoesNotListenIsNotTold(t *testing.T) {
	h := newHall()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	told(ann)
	ann.Listen(true)
	if told(ann) {
		t.Error("told of nothing")
	}
	ann.Listen(false)
	bob.Plays("level 3")
	bob.Plays("level 4")
	if told(ann) {
		t.Error("told without listening")
	}
	ann.Listen(true)
	if !told(ann) || told(ann) {
		t.Error("not told once of what there was meanwhile")
	}
	bob.Plays("level 5")
	if !told(ann) {
		t.Error("not told after that")
	}
}

// Two who look for the same game find each other, and play at once.
func TestWhoLooksForAGameFindsTheOther(t *testing.T) {
	h := newHall()
	ann, bob, cat := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0), h.Enter("", "", 0)
	for p, k := range map[*Member]MatchKind{ann: Arkanong, cat: Coop} {
		if err := p.Find(Choice{Kind: k}, 0); err != nil {
			t.Fatal(err)
		}
	}
	if all := bob.Parties(0); len(all) != 2 || all[0].Code != "" || all[0].Seat != -1 {
		t.Errorf("bob sees %+v", all)
	}
	if err := bob.Find(Choice{Kind: Arkanong}, time.Second); err != nil {
		t.Fatal(err)
	}
	a, b := of(t, ann), of(t, bob)
	if a.Match == nil || a.Match != b.Match || a.Seat != 0 || b.Seat != 1 || a.Match.Begin != time.Second {
		t.Errorf("%+v, %+v", a, b)
	}
	if all := cat.Parties(0); len(all) != 1 || all[0].Seat != 0 {
		t.Errorf("a match that is played is offered: %+v", all)
	}
}

// A party with a code is found by it only, and codes cannot be tried for long.
func TestInvitations(t *testing.T) {
	h := newHall()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	if err := ann.Open(Choice{Kind: Race}, false, 0); err != nil {
		t.Fatal(err)
	}
	p := of(t, ann)
	if len(p.Code) != CodeLength || len(bob.Parties(0)) != 0 || bob.Join(p.ID, 0) == nil {
		t.Errorf("code %q, bob sees %v", p.Code, bob.Parties(0))
	}
	for range maxWrong {
		if err := bob.JoinCode("XXXXX", 0); !errors.Is(err, ErrCode) {
			t.Error(err)
		}
	}
	if err := bob.JoinCode(p.Code, 0); !errors.Is(err, ErrTooOften) {
		t.Error(err)
	}
	if err := bob.JoinCode(p.Code, wrongTime); err != nil {
		t.Fatal(err)
	}
	if p := of(t, bob); p.Seat != 1 || p.Match != nil || p.Leads() {
		t.Errorf("%+v", p)
	}
	bob.Change(Choice{Kind: Coop})
	if err := bob.Begin(0); err == nil || of(t, ann).Choice.Kind != Race {
		t.Error("one who does not lead decides")
	}
	ann.Change(Choice{Kind: Race, First: 3})
	if err := ann.Begin(0); err != nil || of(t, bob).Match.First != 3 || of(t, bob).Match.Fields() != 2 {
		t.Errorf("%v, %+v", err, of(t, bob))
	}
}

// Who drops out of a match comes back by their key within a minute, and a guest by the code.
func TestWhoDropsOutComesBack(t *testing.T) {
	h := newHall()
	ann, guest := h.Enter("ann", "a", 0), h.Enter("guest 1", "", 0)
	if err := errors.Join(ann.Find(Choice{}, 0), guest.Find(Choice{}, 0)); err != nil {
		t.Fatal(err)
	}
	m, code := of(t, ann).Match, of(t, guest).Code
	if parties, matches := h.Count(); parties != 1 || matches != 1 {
		t.Errorf("%d parties, %d matches", parties, matches)
	}
	m.Sit(0, input.Options{}, 0, 0, false)
	m.Sit(1, input.Options{}, 0, 0, false)

	ann.Leave(time.Second)
	if s := of(t, guest).Seats[0]; m.Here(0) || s.Here || s.Until != time.Second+ReturnTime {
		t.Errorf("%+v", s)
	}
	if other := h.Enter("other", "o", 2*time.Second); other.party != nil || other.JoinCode(code, 2*time.Second) == nil {
		t.Error("somebody else has ann's seat")
	}
	ann = h.Enter("ann", "a", 3*time.Second)
	if p := of(t, ann); p.Match != m || p.Seat != 0 {
		t.Errorf("%+v", p)
	}

	guest.Leave(4 * time.Second)
	guest = h.Enter("guest 2", "", 5*time.Second)
	if guest.party != nil {
		t.Error("any guest has the seat")
	}
	if err := guest.JoinCode(code, 5*time.Second); err != nil || of(t, guest).Seat != 1 {
		t.Errorf("%v", err)
	}

	ann.Leave(6 * time.Second)
	if ann = h.Enter("ann", "a", 6*time.Second+ReturnTime); ann.party != nil {
		t.Error("back after more than a minute")
	}
}

// Who comes again before the old line is known to be dead takes the seat from there, but not without asking for it.
func TestASeatIsTakenFromAnotherVisit(t *testing.T) {
	h := newHall()
	old, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	if err := errors.Join(old.Find(Choice{}, 0), bob.Find(Choice{}, 0)); err != nil {
		t.Fatal(err)
	}
	ann := h.Enter("ann", "a", time.Second)
	if ann.party != nil || of(t, old).Seat != 0 {
		t.Error("a second terminal takes the seat unasked")
	}
	all := ann.Parties(time.Second)
	if len(all) != 1 || ann.Join(all[0].ID, time.Second) != nil || of(t, ann).Seat != 0 {
		t.Fatalf("ann cannot go on: %+v", all)
	}
	if _, ok := old.Party(); ok {
		t.Error("two visits have the seat")
	}
	old.Leave(2 * time.Second)
	if s := of(t, bob).Seats[0]; !s.Here {
		t.Error("the end of the old visit frees the seat")
	}
	if other := h.Enter("other", "o", 2*time.Second); len(other.Parties(2*time.Second)) != 0 {
		t.Error("others can take it")
	}
}

// When all have gone for good, the match is over for those who watch it, and the party is forgotten.
func TestAPartyThatAllHaveLeft(t *testing.T) {
	h := newHall()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	if err := errors.Join(ann.Find(Choice{}, 0), bob.Find(Choice{}, 0)); err != nil {
		t.Fatal(err)
	}
	m := of(t, ann).Match
	ann.Leave(time.Second)
	bob.Part(time.Second)
	if all := bob.Parties(2 * time.Second); len(all) != 1 || bob.Join(all[0].ID, 2*time.Second) != nil {
		t.Error("bob cannot go back into the match")
	}
	bob.Part(3 * time.Second)
	h.Tidy(3*time.Second + ReturnTime)
	if !m.Feed(0).Closed() || len(h.parties) != 0 {
		t.Errorf("closed: %v; %d parties", m.Feed(0).Closed(), len(h.parties))
	}
}

// Another match begins when all who are here want one, with the seats exchanged.
func TestAgain(t *testing.T) {
	h := newHall()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	if err := errors.Join(ann.Find(Choice{}, 0), bob.Find(Choice{}, 0)); err != nil {
		t.Fatal(err)
	}
	first := of(t, ann).Match
	if ann.Again(0) == nil {
		t.Error("again before the end")
	}
	ann.Ended(first)
	bob.Ended(first)
	if err := ann.Again(0); err != nil || of(t, bob).Match != first || !of(t, bob).Seats[0].Again {
		t.Errorf("%v, %+v", err, of(t, bob))
	}
	if err := bob.Again(0); err != nil || of(t, bob).Match == first || of(t, bob).Seat != 0 || of(t, ann).Seat != 1 {
		t.Errorf("%v, %+v", err, of(t, bob))
	}
	second := of(t, ann).Match
	ann.Ended(second)
	_ = ann.Again(0)
	bob.Part(0)
	if p := of(t, ann); p.Match != nil || len(p.Seats) != 1 || !p.Leads() {
		t.Errorf("who wants to go on alone waits for people: %+v", p)
	}
}

func TestPartiesAreLimited(t *testing.T) {
	h := newHall()
	for range maxParties {
		if err := h.Enter("", "", 0).Open(Choice{}, true, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Enter("", "", 0).Open(Choice{}, true, 0); !errors.Is(err, ErrCrowded) {
		t.Error(err)
	}
}

// Who begins matches and leaves them takes no more room than others.
func TestOnePersonDoesNotFillTheHall(t *testing.T) {
	h := newHall()
	for _, key := range []string{"", "a"} {
		p := h.Enter("ann", key, 0)
		for range 3 {
			if err := errors.Join(p.Open(Choice{Kind: Race}, true, 0), p.Begin(0)); err != nil {
				t.Fatal(err)
			}
			p.Part(0)
			if n := len(p.Parties(0)); key != "" && n != 1 {
				t.Errorf("back to %d matches", n)
			}
		}
		p.Leave(0)
		if h.Tidy(0); len(h.parties) != 1 {
			t.Errorf("%q: %d parties", key, len(h.parties))
		}
		h.Tidy(ReturnTime)
	}
}

// Everybody comes, plays and goes at once: for the race detector, and so that nothing stays.
func TestACrowd(t *testing.T) {
	h := New(Options{Pack: levels.Shipped(), Random: func() uint64 { return rand.Uint64() }})
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for k := range 10 {
				p := h.Enter("x", string(rune('a'+i)), 0)
				if p.Find(Choice{Kind: MatchKind(k % len(MatchKinds))}, 0) == nil {
					_ = p.Begin(0)
					if q, ok := p.Party(); ok && q.Match != nil {
						q.Match.Advance(Countdown + time.Second)
						p.Ended(q.Match)
						_ = p.Again(0)
					}
				}
				p.Parties(0)
				p.Leave(0)
			}
		})
	}
	all.Wait()
	h.Tidy(2 * ReturnTime)
	if len(h.parties) != 0 || len(h.people) != 0 {
		t.Errorf("%d parties and %d people stay", len(h.parties), len(h.people))
	}
}

// What is seen is what is there, whatever has changed. Nobody sees their own game among those to be watched.
func TestWhatIsSeenIsThere(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	h := newHall()
	var all []*Member
	now := time.Duration(0)
	choices := []Choice{{Kind: Race}, {Kind: Arkanong}, {Kind: Coop}}
	for range 3000 {
		now += time.Duration(rng.IntN(20)) * time.Second
		if len(all) < 3 || len(all) < 9 && rng.IntN(5) == 0 {
			key := string(rune('a' + rng.IntN(12)))
			all = append(all, h.Enter(key, key, now))
		}
		p := all[rng.IntN(len(all))]
		switch rng.IntN(14) {
		case 0:
			p.Leave(now)
			all = slices.DeleteFunc(all, func(q *Member) bool { return q == p })
		case 1:
			p.Plays([]string{"", "level 1", "level 2"}[rng.IntN(3)])
		case 2:
			p.Rename(string(rune('a' + rng.IntN(12))))
		case 3:
			p.Hide(rng.IntN(2) == 0)
		case 4:
			_ = p.Open(choices[rng.IntN(len(choices))], rng.IntN(2) == 0, now)
		case 5:
			_ = p.Find(choices[rng.IntN(len(choices))], now)
		case 6, 7:
			for _, q := range p.Parties(now) {
				_ = p.Join(q.ID, now)
			}
		case 8:
			_ = p.Begin(now)
		case 9:
			if q, ok := p.Party(); ok && q.Match != nil {
				p.Ended(q.Match)
			}
		case 10:
			_ = p.Again(now)
		case 11:
			p.Part(now)
		case 12, 13:
			var f *spectate.Stream
			if q, ok := p.Party(); ok && q.Match != nil {
				field, _ := q.Match.Field(q.Seat)
				f = q.Match.Feed(field)
			}
			p.Shows(f)
		}
		h.Tidy(now)

		seen, playing := h.Visitors(), p.Playing()
		h.seen, h.playing = nil, nil
		if fresh := h.Visitors(); !slices.Equal(seen, fresh) {
			t.Fatalf("%+v\nare %+v", seen, fresh)
		}
		if watchable := slices.DeleteFunc(p.People(), func(v MemberInfo) bool { return v.Self || v.Feed == nil }); !slices.Equal(playing, watchable) {
			t.Fatalf("%+v play, of %+v", playing, watchable)
		}
	}
}
