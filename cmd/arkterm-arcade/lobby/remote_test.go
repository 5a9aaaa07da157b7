package lobby

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/input"
	"arkterm/levels"
)

// newTestCopy returns a copy of a match for two, and the actions that it has forwarded.
func newTestCopy(t *testing.T) (m *Match, sent *[]Action) {
	t.Helper()
	sent = new([]Action)
	m, err := NewMatchCopy(MatchSetup{Kind: Arkanong, Names: []string{"ann", "bob"}},
		[]*GameStream{NewGameStream(levels.Shipped())}, func(a Action) { *sent = append(*sent, a) })
	if err != nil {
		t.Fatal(err)
	}
	return m, sent
}

// A copy of a match forwards all input to the server of the match.
func TestCopyForwardsInput(t *testing.T) {
	m, sent := newTestCopy(t)
	const at = time.Second
	m.TakeSeat(1, input.Options{Invert: true}, 2*time.Millisecond, 3*time.Millisecond, true)
	m.LimitSpeed(1, 50)
	m.ReleaseKeys(1)
	m.Key(1, at, keystroke(left, input.Press))
	m.Mouse(1, at, 20, tcell.Button1)
	m.Steer(1, at, 30)
	m.SendEmote(1, 2, at)
	want := []Action{
		{Kind: TakeSeatAction, Controls: &Controls{
			Invert: true, Delay: 2 * time.Millisecond, Period: 3 * time.Millisecond, Releases: true,
		}},
		{Kind: LimitSpeedAction, Percent: 50},
		{Kind: ReleaseKeysAction},
		{Kind: KeyAction, At: at, Key: keystroke(left, input.Press)},
		{Kind: MouseAction, At: at, X: 20, Buttons: tcell.Button1},
		{Kind: SteerAction, At: at, X: 30},
		{Kind: SendEmoteAction, Emote: 2},
	}
	if !reflect.DeepEqual(*sent, want) {
		t.Errorf("the copy has forwarded\n%+v\nwant\n%+v", *sent, want)
	}
	for _, a := range want {
		urgent := a.Kind == KeyAction || a.Kind == MouseAction || a.Kind == SteerAction
		if a.IsUrgent() != urgent {
			t.Errorf("IsUrgent() of %+v = %v, want %v", a, !urgent, urgent)
		}
	}
	if move := (&Action{Kind: MouseAction, X: 20}); move.IsUrgent() {
		t.Error("IsUrgent() of a mouse movement without a button = true, want false")
	}
}

// A copy forwards at most one mouse movement per mouseInterval, and each change of the buttons immediately.
func TestCopyLimitsMouseMovements(t *testing.T) {
	m, sent := newTestCopy(t)
	const at = time.Second
	step := func(name string, do func(), want ...float64) {
		t.Helper()
		*sent = nil
		do()
		got := []float64{}
		for _, a := range *sent {
			got = append(got, a.X)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the copy forwards the positions %v, want %v", name, got, want)
		}
	}
	step("first movement", func() { m.Mouse(0, at, 10, 0) }, 10)
	step("movements soon after", func() { m.Mouse(0, at+1, 11, 0); m.Mouse(0, at+mouseInterval-1, 12, 0) })
	step("Advance before the interval ends", func() { m.Advance(at + mouseInterval - 1) })
	step("Advance after the interval", func() { m.Advance(at + mouseInterval) }, 12)
	step("Advance without new movements", func() { m.Advance(at + 9*mouseInterval) })
	step("press", func() { m.Mouse(0, at+10*mouseInterval, 13, tcell.Button1) }, 13)
	step("release soon after", func() { m.Mouse(0, at+10*mouseInterval+1, 14, 0) }, 14)
	step("movement an interval later", func() { m.Mouse(0, at+11*mouseInterval+1, 15, 0) }, 15)
}

// A copy has the clocks and standings of the match. It ends with EndCopy.
func TestCopyFollowsMatch(t *testing.T) {
	m := newTestMatch(t, Arkanong, "ann", "bob")
	m.Advance(Countdown + time.Second)
	m.SetOutcome(1, "a new record")
	c, _ := newTestCopy(t)
	clocks, next := m.Clocks(nil)
	c.UpdateCopy(MatchState{Standings: m.Standings(nil), Clocks: append(clocks, FieldClock{})}) // one field too many
	c.UpdateCopy(MatchState{Clocks: clocks})
	if got, want := c.Standings(nil), m.Standings(nil); !slices.Equal(got, want) || got[0].Outcome == got[1].Outcome {
		t.Errorf("Standings() of the copy = %+v, want %+v", got, want)
	}
	for _, now := range []time.Duration{next - InputDelay, next, next + time.Second/20} {
		if got, want := c.InputEffectTime(0, now), m.InputEffectTime(0, now)+copyDelay; got != want {
			t.Errorf("InputEffectTime(0, %v) of the copy = %v, want %v", now, got, want)
		}
	}
	c.UpdateCopy(MatchState{Clocks: []FieldClock{{Next: time.Minute}}})
	if due := c.InputEffectTime(0, time.Minute); due < time.Minute {
		t.Errorf("InputEffectTime() with rate 0 = %v, want at least %v", due, time.Minute)
	}
	if !c.Advance(next) {
		t.Error("Advance() of the copy = false before EndCopy, want true")
	}
	if c.EndCopy(); c.Advance(next) {
		t.Error("Advance() of the copy = true after EndCopy, want false")
	}
}

// Clocks returns the time of the next tick of any field that is not over.
func TestNextTickTime(t *testing.T) {
	m := newTestMatch(t, Race, "ann", "bob")
	m.LimitSpeed(1, 50)
	m.Advance(Countdown + time.Second)
	ticks := func() [2]uint64 { return [2]uint64{m.fields[0].game.Tick, m.fields[1].game.Tick} }
	for range 20 {
		clocks, next := m.Clocks(nil)
		if len(clocks) != 2 || clocks[0].Rate != 2*clocks[1].Rate {
			t.Fatalf("Clocks() = %+v, want 2 clocks, the second one half as fast", clocks)
		}
		before := ticks()
		if m.Advance(next - 1); ticks() != before {
			t.Fatal("Advance simulates a tick before the time that Clocks has returned")
		}
		if m.Advance(next); ticks() == before {
			t.Fatal("Advance simulates no tick at the time that Clocks has returned")
		}
	}
	m.fields[0].over = true
	if clocks, next := m.Clocks(nil); next != clocks[1].Next+InputDelay {
		t.Errorf("if field 0 is over, the next tick is at %v, want %v", next, clocks[1].Next+InputDelay)
	}
	m.Abandon()
	if _, next := m.Clocks(nil); next != math.MaxInt64 {
		t.Errorf("after Abandon, the next tick is at %v, want none", next)
	}
}

// A copy is refused if it does not match its setup, or if this server does not know the kind of match.
func TestCopyErrors(t *testing.T) {
	two := []string{"ann", "bob"}
	for _, c := range []struct {
		kind    MatchKind
		names   []string
		streams int
		ok      bool
	}{
		{Arkanong, two, 1, true},
		{Race, two, 2, true},
		{Arkanong, two, 2, false},
		{Race, two, 1, false},
		{Arkanong, nil, 1, false},
		{MatchKind(len(MatchKinds)), two, 1, false},
	} {
		m, err := NewMatchCopy(MatchSetup{Kind: c.kind, Names: c.names}, make([]*GameStream, c.streams), nil)
		if (err == nil) != c.ok {
			t.Errorf("NewMatchCopy() of kind %d with %d seats and %d streams: error %v, want an error: %v", c.kind,
				len(c.names), c.streams, err, !c.ok)
		}
		if c.ok && (m.NumSeats() != 2 || m.NumFields() != c.streams) {
			t.Errorf("NewMatchCopy() of kind %d: %d seats, %d fields; want 2, %d", c.kind, m.NumSeats(), m.NumFields(),
				c.streams)
		}
	}
}

// The server of a party carries out the actions of a player on another server, and limits their values.
func TestDoAction(t *testing.T) {
	h := newTestLobby()
	ann, bob := h.EnterRemote("ann", "a", false), h.Enter("bob", "b", 0)
	if len(h.LocalMembers()) != 1 {
		t.Errorf("LocalMembers() = %+v, want only bob", h.LocalMembers())
	}
	if err := ann.OpenParty(Choice{Kind: Race}, true, 0); err != nil {
		t.Fatal(err)
	}
	for _, c := range []Choice{
		{Kind: MatchKind(len(MatchKinds))},
		{FirstLevel: -1},
		{FirstLevel: len(h.Pack.Levels)},
		{Difficulty: engine.Difficulty(len(engine.Difficulties))},
		{Bots: bot.Strength(len(bot.Strengths))},
	} {
		if ann.DoAction(Action{Kind: SetChoiceAction, Choice: c}, 0); partyOf(t, ann).Choice != (Choice{Kind: Race}) {
			t.Fatalf("DoAction accepts the invalid choice %+v", c)
		}
	}
	last := Choice{
		MatchKind(len(MatchKinds) - 1), len(h.Pack.Levels) - 1, engine.Difficulty(len(engine.Difficulties) - 1),
		bot.Strength(len(bot.Strengths) - 1),
	}
	for _, c := range []Choice{last, {}, {Kind: Race}} {
		if ann.DoAction(Action{Kind: SetChoiceAction, Choice: c}, 0); partyOf(t, ann).Choice != c {
			t.Errorf("DoAction does not accept the choice %+v", c)
		}
	}
	if err := bob.JoinParty(partyOf(t, ann).ID, 0); err != nil {
		t.Fatal(err)
	}
	ann.DoAction(Action{Kind: KeyAction}, 0) // has no effect, because there is no match
	ann.DoAction(Action{Kind: StartMatchAction}, 0)
	m := partyOf(t, ann).Match
	if m == nil {
		t.Fatal("DoAction does not start the match")
	}

	const now = time.Second
	if ann.DoAction(Action{Kind: TakeSeatAction}, now); m.Present(0) {
		t.Error("DoAction gives a seat to a player without controls")
	}
	ann.DoAction(Action{Kind: TakeSeatAction, Controls: &Controls{}}, now)
	for _, c := range [][2]int{{500, 100}, {60, 60}, {0, 1}} {
		if ann.DoAction(Action{Kind: LimitSpeedAction, Percent: c[0]}, now); m.fields[0].speedPercent != c[1] {
			t.Errorf("after a limit of %d %%, the speed is %d %%, want %d", c[0], m.fields[0].speedPercent, c[1])
		}
	}
	ann.DoAction(Action{Kind: SendEmoteAction, Emote: 3}, now)
	if s := m.seats[0]; !m.Present(0) || s.emote != 3 || s.emoteTime != now {
		t.Errorf("after the actions, seat 0 is %+v, want a player with emote 3", s)
	}
	space := input.Char(' ')
	for _, c := range [][2]time.Duration{
		{now - time.Hour, now - maxInputAge}, {now - time.Millisecond, now - time.Millisecond}, {time.Hour, now},
	} {
		ann.DoAction(Action{Kind: ReleaseKeysAction}, now)
		ann.DoAction(Action{Kind: KeyAction, At: c[0], Key: space}, now)
		ann.DoAction(Action{Kind: MouseAction, At: c[0], X: 20, Buttons: tcell.Button1}, now)
		ann.DoAction(Action{Kind: SteerAction, At: c[0], X: 30}, now)
		if got, want := m.seats[0].events, []inputEvent{
			{at: c[1], key: space},
			{at: c[1], isMouse: true, x: 20, buttons: tcell.Button1},
			{at: c[1], isSteer: true, x: 30},
		}; !slices.Equal(got, want) {
			t.Errorf("input of %v at %v is queued as %+v, want %+v", c[0], now, got, want)
		}
	}
	if ann.DoAction(Action{Kind: SetHiddenAction, Hidden: true}, now); !ann.Hidden() {
		t.Error("DoAction does not hide the player's games")
	}
	ann.MatchEnded(m)
	ann.DoAction(Action{Kind: RequestRematchAction}, now)
	if p := partyOf(t, bob); !p.Seats[0].WantsRematch {
		t.Errorf("after the request for a rematch, the party is %+v", p)
	}
	ann.DoAction(Action{Kind: LeavePartyAction}, now)
	if _, ok := ann.Party(); ok {
		t.Error("after LeavePartyAction, ann is still in the party")
	}
}

// Members see the parties of another server that they can join, without the codes.
func TestRemoteParties(t *testing.T) {
	h := newTestLobby()
	ann, guest := h.Enter("ann", "a", 0), h.Enter("guest", "", 0)
	var joined []any // arguments of the last call of Join
	var refusal error
	remote := func(p Party, returning ...string) RemoteParty {
		return RemoteParty{p, returning, func(q *Member, byCode bool, _ time.Duration) error {
			joined = []any{p.ID, q, byCode}
			return refusal
		}}
	}
	seats := make([]SeatInfo, 2)
	all := []RemoteParty{
		remote(Party{ID: 101, Open: true, Code: "BBBBB", Choice: Choice{Kind: Coop}, Seats: seats[:1]}),
		remote(Party{ID: 102, Code: "CCCCC", Choice: Choice{Kind: Race}, Seats: seats[:1]}),
		remote(Party{ID: 103, Started: true, Seats: seats}, "a"),
		remote(Party{ID: 104, Open: true, Seats: seats}),
		remote(Party{ID: 105, Open: true, Choice: Choice{Kind: MatchKind(len(MatchKinds))}}),
	}
	h.SetRemote("two", []MemberInfo{
		{ID: 201, Name: "bob", Stream: NewGameStream(levels.Shipped())}, {ID: 202, Name: "amy"},
	}, all)
	ids := func(p *Member) (ids []uint64) {
		for _, q := range p.Parties(0) {
			if ids = append(ids, q.ID); q.Code != "" {
				t.Errorf("Parties() contains the code of party %d", q.ID)
			}
		}
		return ids
	}
	if a, g := ids(ann), ids(guest); !slices.Equal(a, []uint64{101, 103}) || !slices.Equal(g, []uint64{101}) {
		t.Errorf("ann sees the parties %v, and the guest sees %v; want 101 and 103, and 101", a, g)
	}
	names := []string{}
	for _, m := range ann.Members() {
		names = append(names, m.Name)
	}
	if !slices.Equal(names, []string{"amy", "ann", "bob", "guest"}) || len(ann.Watchable()) != 1 {
		t.Errorf("Members() = %v, Watchable() = %+v; want the members of both servers, and bob", names, ann.Watchable())
	}

	type args = []any
	for _, c := range []struct {
		name string
		join func() error
		want args // expected arguments of Join; nil if it is not called
		err  error
	}{
		{"JoinParty", func() error { return guest.JoinParty(101, 0) }, args{uint64(101), guest, false}, nil},
		{"JoinParty of a closed party", func() error { return guest.JoinParty(102, 0) }, nil, ErrNoParty},
		{"JoinParty to return", func() error { return ann.JoinParty(103, 0) }, args{uint64(103), ann, false}, nil},
		{"JoinParty of another player", func() error { return guest.JoinParty(103, 0) }, nil, ErrNoParty},
		{"JoinParty with an invalid choice", func() error { return ann.JoinParty(105, 0) }, nil, ErrNoParty},
		{"JoinByCode", func() error { return ann.JoinByCode("CCCCC", 0) }, args{uint64(102), ann, true}, nil},
		{"ReturnToMatch", func() error { ann.ReturnToMatch(0); return nil }, args{uint64(103), ann, false}, nil},
		{"ReturnToMatch of a guest", func() error { guest.ReturnToMatch(0); return nil }, nil, nil},
		{"FindParty", func() error { return ann.FindParty(Choice{Kind: Coop}, 0) }, args{uint64(101), ann, false}, nil},
		{"FindParty of a kind with a full party", func() error { return ann.FindParty(Choice{}, 0) }, nil, nil},
		{"ReturnToMatch in a party", func() error { ann.ReturnToMatch(0); return nil }, nil, nil},
	} {
		joined = nil
		if err := c.join(); err != c.err || !reflect.DeepEqual(joined, c.want) {
			t.Errorf("%s: error %v, Join was called with %v; want %v, %v", c.name, err, joined, c.err, c.want)
		}
	}
	if p := partyOf(t, ann); p.Choice.Kind != Arkanong || !p.Open {
		t.Errorf("FindParty without a waiting party has opened %+v, want an open party", p)
	}
	refusal = ErrFull
	if err := guest.FindParty(Choice{Kind: Coop}, 0); err != nil || partyOf(t, guest).OwnSeat != 0 {
		t.Errorf("FindParty after a refusal: error %v, want the guest's own party", err)
	}
	player := h.EnterRemote("rob", "r", false)
	if err := player.JoinParty(101, 0); err != ErrNoParty {
		t.Errorf("JoinParty of a player on another server: error %v, want %v", err, ErrNoParty)
	}
	h.SetRemote("two", nil, nil)
	if n := len(ann.Parties(0)); n != 2 || len(ann.Members()) != 2 {
		t.Errorf("after the other server has stopped, there are %d parties and the members %+v", n, ann.Members())
	}
}

// A member of a party on another server leaves the party on this one, and forwards commands.
func TestPartyOnAnotherServer(t *testing.T) {
	h := newTestLobby()
	ann := h.Enter("ann", "a", 0)
	if err := ann.OpenParty(Choice{}, true, 0); err != nil {
		t.Fatal(err)
	}
	var sent []Action
	party := Party{ID: 101, Open: true, Seats: []SeatInfo{{Name: "bob"}, {Name: "ann", Present: true}}, OwnSeat: 1}
	enter := func() { ann.EnterParty(&party, func(a Action) { sent = append(sent, a) }, 0) }
	enter()
	if n, _ := h.CountParties(); n != 0 || partyOf(t, ann).ID != 101 || len(ann.Parties(0)) != 1 ||
		ann.Disconnected() || !h.LocalMembers()[0].Waiting {
		t.Errorf("after EnterParty, ann sees %+v, Disconnected() = %v, with %d parties on this server; want party 101",
			ann.Parties(0), ann.Disconnected(), n)
	}
	h.SetRemote("two", nil, []RemoteParty{{Party: party, Join: func(*Member, bool, time.Duration) error {
		return errors.New("ann is already in the party")
	}}})
	if err := ann.JoinParty(101, 0); err != nil || len(ann.Parties(0)) != 1 {
		t.Errorf("JoinParty of the own party: error %v, Parties() = %+v; want only this party", err, ann.Parties(0))
	}

	ann.SetChoice(Choice{Kind: Race})
	if err := errors.Join(ann.StartMatch(0), ann.RequestRematch(0)); err != nil {
		t.Error(err)
	}
	ann.SetHidden(true)
	if want := []Action{
		{Kind: SetChoiceAction, Choice: Choice{Kind: Race}},
		{Kind: StartMatchAction},
		{Kind: RequestRematchAction},
		{Kind: SetHiddenAction, Hidden: true},
	}; !reflect.DeepEqual(sent, want) {
		t.Errorf("ann's server has forwarded %+v, want %+v", sent, want)
	}

	receiveChange(ann)
	lost := party
	lost.Started, lost.Seats = true, make([]SeatInfo, 2)
	ann.UpdateParty(&lost, nil)
	if !receiveChange(ann) || !ann.Disconnected() || h.LocalMembers()[0].Waiting {
		t.Error("after its server was lost, the party is not disconnected, or ann was not notified")
	}
	ann.UpdateParty(nil, ErrServerLost)
	if _, ok := ann.Party(); ok || ann.PartyEndError() != ErrServerLost || ann.Disconnected() {
		t.Errorf("after the end of the party, ann is in a party, or PartyEndError() = %v", ann.PartyEndError())
	}
	if ann.UpdateParty(&party, nil); ann.PartyEndError() != ErrServerLost {
		t.Error("UpdateParty after the end of the party has an effect")
	}

	enter()
	if err := ann.PartyEndError(); err != nil {
		t.Errorf("PartyEndError() in a new party = %v, want no error", err)
	}
	sent = nil
	ann.LeaveParty(0)
	if _, ok := ann.Party(); ok || !reflect.DeepEqual(sent, []Action{{Kind: LeavePartyAction}}) {
		t.Errorf("LeaveParty has forwarded %+v, want LeavePartyAction", sent)
	}
}

// LocalParties describes the parties for other servers, with their codes, and with the players who can return.
func TestLocalParties(t *testing.T) {
	h := newTestLobby()
	ann, guest := h.Enter("ann", "a", 0), h.EnterRemote("guest", "", true)
	if err := ann.OpenParty(Choice{}, false, 0); err != nil {
		t.Fatal(err)
	}
	own := partyOf(t, ann)
	if err := guest.JoinByCode(own.Code, 0); err != nil {
		t.Fatal(err)
	}
	m := partyOf(t, ann).Match
	if !m.Stream(0).Hidden() {
		t.Error("the match of a player who allows no spectators is not hidden")
	}
	ann.Leave(time.Second)
	guest.Leave(time.Second)
	all := h.LocalParties()
	if len(all) != 1 || all[0].ID != own.ID || all[0].Code != own.Code || !all[0].Started || all[0].Match != nil ||
		!slices.Equal(all[0].Returning, []string{"a"}) || all[0].Seats[0].KeptUntil != 0 {
		t.Errorf("LocalParties() = %+v, want the match to which ann can return", all)
	}
	ann = h.Enter("ann", "a", 2*time.Second)
	if all := h.LocalParties(); len(all[0].Returning) != 0 {
		t.Errorf("after ann has returned, %v can return, want none", all[0].Returning)
	}
	ann.MatchEnded(m)
	if all := h.LocalParties(); len(all) != 0 {
		t.Errorf("LocalParties() after the end of the match = %+v, want none", all)
	}
}
