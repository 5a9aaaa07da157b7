package lobby

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/input"
	"arkterm/levels"
)

func newTestLobby() *Lobby {
	n := uint64(0)
	return New(Options{Pack: levels.Shipped(), ProgramName: "test", Random: func() uint64 { n += 7919; return n }})
}

// partyOf returns the member's party, and fails the test if there is none.
func partyOf(t *testing.T, p *Member) Party {
	t.Helper()
	q, ok := p.Party()
	if !ok {
		t.Fatalf("%s is not in a party", p.name)
	}
	return q
}

// receiveChange receives from p.Changed without blocking, and reports whether there was a value.
func receiveChange(p *Member) bool {
	select {
	case <-p.Changed():
		return true
	default:
		return false
	}
}

func TestMembersAreNotifiedOfChanges(t *testing.T) {
	h := newTestLobby()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	receiveChange(ann)
	receiveChange(bob)
	bob.SetActivity("level 3")
	bob.SetActivity("level 3")
	if !receiveChange(ann) || receiveChange(ann) {
		t.Error("after one change, ann has not received exactly one notification")
	}
	bob.Rename("rob")
	all := ann.Members()
	if len(all) != 2 || all[1].Name != "rob" || all[1].Activity != "level 3" || !all[0].Self {
		t.Errorf("Members() = %+v after a rename, want rob in level 3", all)
	}
	bob.Leave(0)
	if len(ann.Members()) != 1 {
		t.Error("after Leave, Members() still contains rob")
	}
}

// Rename applies to all visits of a player, but not to guests.
func TestRename(t *testing.T) {
	h := newTestLobby()
	ann, again, guest := h.Enter("ann", "a", 0), h.Enter("ann", "a", 0), h.Enter("guest", "", 0)
	ids := map[uint64]bool{ann.ID: true, again.ID: true, guest.ID: true, h.NewID(): true}
	if len(ids) != 4 {
		t.Errorf("the IDs of the members and NewID are %v, want 4 different ones", ids)
	}
	receiveChange(guest)
	again.Rename("anna")
	if ann.Name() != "anna" || again.Name() != "anna" || guest.Name() != "guest" || !receiveChange(guest) {
		t.Errorf("after Rename, the names are %q, %q, %q; want anna, anna, guest", ann.Name(), again.Name(),
			guest.Name())
	}
	h.Rename("a", "amy")
	h.Rename("", "nobody")
	if ann.Name() != "amy" || again.Name() != "amy" || guest.Name() != "guest" {
		t.Errorf("after Rename, the names are %q, %q, %q; want amy, amy, guest", ann.Name(), again.Name(), guest.Name())
	}
	receiveChange(ann)
	if h.Notify(); !receiveChange(ann) {
		t.Error("Notify does not notify the members")
	}
}

// A member who does not listen is not notified, and gets one notification for all missed changes when listening again.
func TestSetListening(t *testing.T) {
	h := newTestLobby()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	receiveChange(ann)
	ann.SetListening(true)
	if receiveChange(ann) {
		t.Error("SetListening(true) of a listening member notifies ann without a change")
	}
	ann.SetListening(false)
	bob.SetActivity("level 3")
	bob.SetActivity("level 4")
	if receiveChange(ann) {
		t.Error("ann is notified while not listening")
	}
	ann.SetListening(true)
	if !receiveChange(ann) || receiveChange(ann) {
		t.Error("after SetListening(true), ann has not received exactly one notification for the missed changes")
	}
	bob.SetActivity("level 5")
	if !receiveChange(ann) {
		t.Error("after SetListening(true), ann is not notified of a later change")
	}
}

// Two players who look for the same kind of match get a common party, and the match starts immediately.
func TestFindParty(t *testing.T) {
	h := newTestLobby()
	ann, bob, cat := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0), h.Enter("", "", 0)
	for p, k := range map[*Member]MatchKind{ann: Arkanong, cat: Coop} {
		if err := p.FindParty(Choice{Kind: k}, 0); err != nil {
			t.Fatal(err)
		}
	}
	if all := bob.Parties(0); len(all) != 2 || all[0].Code != "" || all[0].OwnSeat != -1 {
		t.Errorf("bob.Parties(0) = %+v, want 2 parties without codes or bob's seats", all)
	}
	if err := bob.FindParty(Choice{Kind: Arkanong}, time.Second); err != nil {
		t.Fatal(err)
	}
	a, b := partyOf(t, ann), partyOf(t, bob)
	if a.Match == nil || a.Match != b.Match || a.OwnSeat != 0 || b.OwnSeat != 1 || a.Match.Start != time.Second {
		t.Errorf("ann's party is %+v, bob's party is %+v; want the same match from 1 s, in seats 0 and 1", a, b)
	}
	if all := cat.Parties(0); len(all) != 1 || all[0].OwnSeat != 0 {
		t.Errorf("cat.Parties(0) = %+v, want only cat's own party", all)
	}
}

// A closed party can be joined only with its code, and the number of wrong codes is limited.
func TestJoinByCode(t *testing.T) {
	h := newTestLobby()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	if err := ann.OpenParty(Choice{Kind: Race}, false, 0); err != nil {
		t.Fatal(err)
	}
	p := partyOf(t, ann)
	if len(p.Code) != CodeLength || len(bob.Parties(0)) != 0 || bob.JoinParty(p.ID, 0) == nil {
		t.Errorf(
			"the code is %q, bob.Parties(0) = %v; want a code, and a party that is not listed and cannot be joined",
			p.Code, bob.Parties(0))
	}
	for range maxWrongCodes {
		if err := bob.JoinByCode("XXXXX", 0); !errors.Is(err, ErrWrongCode) {
			t.Errorf("JoinByCode with a wrong code: error %v, want %v", err, ErrWrongCode)
		}
	}
	if err := bob.JoinByCode(p.Code, 0); !errors.Is(err, ErrTooManyCodes) {
		t.Errorf("JoinByCode after too many wrong codes: error %v, want %v", err, ErrTooManyCodes)
	}
	if err := bob.JoinByCode(p.Code, wrongCodeWindow); err != nil {
		t.Fatal(err)
	}
	if p := partyOf(t, bob); p.OwnSeat != 1 || p.Match != nil || p.IsLeader() {
		t.Errorf("bob's party is %+v, want seat 1, no match and another leader", p)
	}
	bob.SetChoice(Choice{Kind: Coop})
	if err := bob.StartMatch(0); err == nil || partyOf(t, ann).Choice.Kind != Race {
		t.Error("StartMatch of a member who is not the leader: no error, or the choice has changed")
	}
	ann.SetChoice(Choice{Kind: Race, FirstLevel: 3})
	if err := ann.StartMatch(0); err != nil || partyOf(t, bob).Match.FirstLevel != 3 ||
		partyOf(t, bob).Match.NumFields() != 2 {
		t.Errorf("StartMatch: error %v, party %+v; want a match from level 3 on two fields", err, partyOf(t, bob))
	}
}

// A player who drops out of a match can return within a minute, identified by the key. A guest returns with the code.
func TestReturnAfterDroppingOut(t *testing.T) {
	h := newTestLobby()
	ann, guest := h.Enter("ann", "a", 0), h.Enter("guest 1", "", 0)
	if err := errors.Join(ann.FindParty(Choice{}, 0), guest.FindParty(Choice{}, 0)); err != nil {
		t.Fatal(err)
	}
	m, code := partyOf(t, ann).Match, partyOf(t, guest).Code
	if parties, matches := h.CountParties(); parties != 1 || matches != 1 {
		t.Errorf("CountParties() = %d, %d; want 1, 1", parties, matches)
	}
	m.TakeSeat(0, input.Options{}, 0, 0, false)
	m.TakeSeat(1, input.Options{}, 0, 0, false)

	ann.Leave(time.Second)
	if s := partyOf(t, guest).Seats[0]; m.Present(0) || s.Present || s.KeptUntil != time.Second+ReturnTime {
		t.Errorf("after Leave, ann's seat is %+v, want an absent player, and the seat kept for %v", s, ReturnTime)
	}
	if other := h.Enter("other", "o", 2*time.Second); other.party != nil ||
		other.JoinByCode(code, 2*time.Second) == nil {
		t.Error("another player has received ann's seat, with or without the code")
	}
	ann = h.Enter("ann", "a", 3*time.Second)
	if p := partyOf(t, ann); p.Match != m || p.OwnSeat != 0 {
		t.Errorf("after ann has returned, the party is %+v, want seat 0 of the same match", p)
	}

	guest.Leave(4 * time.Second)
	guest = h.Enter("guest 2", "", 5*time.Second)
	if guest.party != nil {
		t.Error("a guest has received the seat without the code")
	}
	if err := guest.JoinParty(partyOf(t, ann).ID, 5*time.Second); err != ErrMatchStarted {
		t.Errorf("JoinParty of the guest: error %v, want %v", err, ErrMatchStarted)
	}
	if err := guest.JoinByCode(code, 5*time.Second); err != nil || partyOf(t, guest).OwnSeat != 1 {
		t.Errorf("JoinByCode of the guest: error %v, want seat 1", err)
	}

	ann.Leave(6 * time.Second)
	if ann = h.Enter("ann", "a", 6*time.Second+ReturnTime); ann.party != nil {
		t.Error("ann has received the seat after ReturnTime")
	}
}

// A player can take the seat from an earlier visit whose connection may be dead, but only on request.
func TestTakeSeatFromEarlierVisit(t *testing.T) {
	h := newTestLobby()
	old, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	if err := errors.Join(old.FindParty(Choice{}, 0), bob.FindParty(Choice{}, 0)); err != nil {
		t.Fatal(err)
	}
	ann := h.Enter("ann", "a", time.Second)
	if ann.party != nil || partyOf(t, old).OwnSeat != 0 {
		t.Error("a second visit has taken the seat without a request")
	}
	all := ann.Parties(time.Second)
	if len(all) != 1 || ann.JoinParty(all[0].ID, time.Second) != nil || partyOf(t, ann).OwnSeat != 0 {
		t.Fatalf("JoinParty does not give ann the seat; Parties() = %+v", all)
	}
	if _, ok := old.Party(); ok {
		t.Error("after JoinParty of the second visit, both visits have the seat")
	}
	old.Leave(2 * time.Second)
	if s := partyOf(t, bob).Seats[0]; !s.Present {
		t.Error("the seat is free after the end of the old visit")
	}
	if other := h.Enter("other", "o", 2*time.Second); len(other.Parties(2*time.Second)) != 0 {
		t.Error("another player can take the seat")
	}
}

// When no player can return, the match ends for spectators and the party is removed.
func TestAbandonedParty(t *testing.T) {
	h := newTestLobby()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	if err := errors.Join(ann.FindParty(Choice{}, 0), bob.FindParty(Choice{}, 0)); err != nil {
		t.Fatal(err)
	}
	m := partyOf(t, ann).Match
	ann.Leave(time.Second)
	bob.LeaveParty(time.Second)
	if all := bob.Parties(2 * time.Second); len(all) != 1 || bob.JoinParty(all[0].ID, 2*time.Second) != nil {
		t.Error("JoinParty of bob, who has left the match, fails")
	}
	bob.LeaveParty(3 * time.Second)
	h.RemoveExpired(3*time.Second + ReturnTime)
	if !m.Stream(0).Closed() || len(h.parties) != 0 {
		t.Errorf("after the match was abandoned, Closed() = %v, with %d parties; want true, 0", m.Stream(0).Closed(),
			len(h.parties))
	}
}

// Rematches are counted as best-of-three series. The wins stay with the players when the seats are rotated.
func TestSeries(t *testing.T) {
	h := newTestLobby()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	if err := errors.Join(ann.FindParty(Choice{}, 0), bob.FindParty(Choice{}, 0)); err != nil {
		t.Fatal(err)
	}
	now, wins := time.Duration(0), map[string]int{} // wins in the series, by name
	for range 4 {
		p := partyOf(t, ann)
		at := p.Series.CurrentWins()
		if decided := max(wins["ann"], wins["bob"]) == progress.SeriesWins; decided {
			clear(wins)
		}
		if at[0] != wins[p.Seats[0].Name] || at[1] != wins[p.Seats[1].Name] {
			t.Fatalf("Series.AtStart() = %v, want %v", at, wins)
		}
		for p.Match.Advance(now) { // bots play in all seats
			now += 90 * time.Millisecond
		}
		ann.MatchEnded(p.Match)
		bob.MatchEnded(p.Match)
		wins[p.Seats[p.Match.Winner()].Name]++
		p = partyOf(t, bob)
		if p.Series.Wins[0] != wins[p.Seats[0].Name] || p.Series.Wins[1] != wins[p.Seats[1].Name] {
			t.Fatalf("after a match, the series is %v, want the wins %v", p.Series, wins)
		}
		if err := errors.Join(ann.RequestRematch(now), bob.RequestRematch(now)); err != nil {
			t.Fatal(err)
		}
	}
	if p := partyOf(t, ann); p.Series.Total[0]+p.Series.Total[1] != 4 {
		t.Errorf("after four matches, the series is %+v, want a total of 4", p.Series)
	}
	bob.LeaveParty(now)
	ann.LeaveParty(now)
}

// The next match starts when all present members want one. The seats are rotated.
func TestRematch(t *testing.T) {
	h := newTestLobby()
	ann, bob := h.Enter("ann", "a", 0), h.Enter("bob", "b", 0)
	if err := errors.Join(ann.FindParty(Choice{}, 0), bob.FindParty(Choice{}, 0)); err != nil {
		t.Fatal(err)
	}
	first := partyOf(t, ann).Match
	if ann.RequestRematch(0) == nil {
		t.Error("RequestRematch before the end of the match: no error")
	}
	ann.MatchEnded(first)
	bob.MatchEnded(first)
	if err := ann.RequestRematch(0); err != nil || partyOf(t, bob).Match != first ||
		!partyOf(t, bob).Seats[0].WantsRematch {
		t.Errorf("first RequestRematch: error %v, party %+v; want no new match", err, partyOf(t, bob))
	}
	if err := bob.RequestRematch(0); err != nil || partyOf(t, bob).Match == first || partyOf(t, bob).OwnSeat != 0 ||
		partyOf(t, ann).OwnSeat != 1 {
		t.Errorf("second RequestRematch: error %v, party %+v; want a new match, rotated seats", err, partyOf(t, bob))
	}
	second := partyOf(t, ann).Match
	ann.MatchEnded(second)
	_ = ann.RequestRematch(0)
	bob.LeaveParty(0)
	if p := partyOf(t, ann); p.Match != nil || len(p.Seats) != 1 || !p.IsLeader() {
		t.Errorf("the party of the only remaining member is %+v, want a party that waits for members", p)
	}
}

func TestPartiesAreLimited(t *testing.T) {
	h := newTestLobby()
	for range maxParties {
		if err := h.Enter("", "", 0).OpenParty(Choice{}, true, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Enter("", "", 0).OpenParty(Choice{}, true, 0); !errors.Is(err, ErrTooManyParties) {
		t.Errorf("OpenParty above the limit: error %v, want %v", err, ErrTooManyParties)
	}
}

// A player who starts and leaves several matches occupies only one party.
func TestOnePlayerCannotFillTheLobby(t *testing.T) {
	h := newTestLobby()
	for _, key := range []string{"", "a"} {
		p := h.Enter("ann", key, 0)
		for range 3 {
			if err := errors.Join(p.OpenParty(Choice{Kind: Race}, true, 0), p.StartMatch(0)); err != nil {
				t.Fatal(err)
			}
			p.LeaveParty(0)
			if n := len(p.Parties(0)); key != "" && n != 1 {
				t.Errorf("the player can return to %d matches, want 1", n)
			}
		}
		p.Leave(0)
		if h.RemoveExpired(0); len(h.parties) != 1 {
			t.Errorf("after matches of a player with key %q, the lobby has %d parties, want 1", key, len(h.parties))
		}
		h.RemoveExpired(ReturnTime)
	}
}

// Many members join, play and leave concurrently, without data races. Afterwards the lobby is empty.
func TestConcurrentMembers(t *testing.T) {
	h := New(Options{Pack: levels.Shipped(), Random: func() uint64 { return rand.Uint64() }})
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for k := range 10 {
				p := h.Enter("x", string(rune('a'+i)), 0)
				if p.FindParty(Choice{Kind: MatchKind(k % len(MatchKinds))}, 0) == nil {
					_ = p.StartMatch(0)
					if q, ok := p.Party(); ok && q.Match != nil {
						q.Match.Advance(Countdown + time.Second)
						p.MatchEnded(q.Match)
						_ = p.RequestRematch(0)
					}
				}
				p.Parties(0)
				p.Leave(0)
			}
		})
	}
	all.Wait()
	h.RemoveExpired(2 * ReturnTime)
	if len(h.parties) != 0 || len(h.members) != 0 {
		t.Errorf("after all members have left, the lobby has %d parties and %d members, want 0", len(h.parties),
			len(h.members))
	}
}

// After any sequence of changes, the cached lists match the state of the lobby. A member is not in their own list of
// games to watch.
func TestSnapshotsAreCurrent(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	h := newTestLobby()
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
			p.SetActivity([]string{"", "level 1", "level 2"}[rng.IntN(3)])
		case 2:
			p.Rename(string(rune('a' + rng.IntN(12))))
		case 3:
			p.SetHidden(rng.IntN(2) == 0)
		case 4:
			_ = p.OpenParty(choices[rng.IntN(len(choices))], rng.IntN(2) == 0, now)
		case 5:
			_ = p.FindParty(choices[rng.IntN(len(choices))], now)
		case 6, 7:
			for _, q := range p.Parties(now) {
				_ = p.JoinParty(q.ID, now)
			}
		case 8:
			_ = p.StartMatch(now)
		case 9:
			if q, ok := p.Party(); ok && q.Match != nil {
				p.MatchEnded(q.Match)
			}
		case 10:
			_ = p.RequestRematch(now)
		case 11:
			p.LeaveParty(now)
		case 12, 13:
			var f *GameStream
			if q, ok := p.Party(); ok && q.Match != nil {
				field, _ := q.Match.Field(q.OwnSeat)
				f = q.Match.Stream(field)
			}
			p.SetStream(f)
		}
		h.RemoveExpired(now)

		seen, playing := h.Members(), p.Watchable()
		h.sortedMembers, h.watchableMembers = nil, nil
		if rebuilt := h.Members(); !slices.Equal(seen, rebuilt) {
			t.Fatalf("the cached Members() = %+v\nwant %+v", seen, rebuilt)
		}
		watchable := slices.DeleteFunc(p.Members(), func(v MemberInfo) bool { return v.Self || v.Stream == nil })
		if !slices.Equal(playing, watchable) {
			t.Fatalf("Watchable() = %+v, want %+v", playing, watchable)
		}
	}
}
