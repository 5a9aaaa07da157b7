package cluster

import (
	"encoding/json"
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/input"
)

// A testPlayer is a visitor that plays a match as a session does.
type testPlayer struct {
	*testing.T
	*lobby.Member
	server *testServer
	match  *lobby.Match // match whose seat the player has taken
	seat   int
}

func (s *testServer) enter(t *testing.T, name string) *testPlayer {
	return &testPlayer{T: t, Member: s.lobby.Enter(name, "key of "+name, s.Now()), server: s}
}

// follow takes the player's seat when a match starts, and advances the match.
func (p *testPlayer) follow() {
	party, _ := p.Party()
	if p.match != party.Match {
		if p.match, p.seat = party.Match, party.OwnSeat; p.match != nil {
			p.match.TakeSeat(p.seat, input.Options{}, 0, 0, true)
		}
	}
	if p.match != nil && !p.match.Advance(p.server.Now()) {
		p.MatchEnded(p.match)
	}
}

// wait lets time pass for players.
func wait(d time.Duration, all ...*testPlayer) {
	for ; d > 0; d -= time.Second / 60 {
		time.Sleep(time.Second / 60)
		for _, p := range all {
			p.follow()
		}
	}
}

// game returns the game of a field as the player sees it.
func (p *testPlayer) game(field int) *engine.Game {
	p.Helper()
	stream := p.match.Stream(field)
	r, ok := stream.Read(0)
	if !ok {
		p.Fatal("the match has no recording")
	}
	g, err := r.Recording.Play(stream.Pack().Levels, nil)
	if err != nil {
		p.Fatal(err)
	}
	return g
}

// joinFirst joins the only party in the lobby.
func (p *testPlayer) joinFirst() error {
	p.Helper()
	all := p.Parties(p.server.Now())
	if len(all) != 1 {
		p.Fatalf("the lobby shows %d parties, want 1", len(all))
	}
	return p.JoinParty(all[0].ID, p.server.Now())
}

// startMatch starts a match of ann and bob. The party is on ann's server, and bob is on another server.
func startMatch(t *testing.T, kind lobby.MatchKind) (bus *memoryBus, one, two *testServer, ann, bob *testPlayer) {
	t.Helper()
	bus = new(memoryBus)
	one, two = startServer(t, bus), startServer(t, bus)
	ann, bob = one.enter(t, "ann"), two.enter(t, "bob")
	if err := ann.OpenParty(lobby.Choice{Kind: kind, Bots: bot.Beginner}, true, one.Now()); err != nil {
		t.Fatal(err)
	}
	wait(time.Second, ann, bob)
	if err := bob.joinFirst(); err != nil {
		t.Fatal(err)
	}
	wait(time.Second, ann, bob)
	if lobby.MatchKinds[kind].SeparateFields {
		if err := ann.StartMatch(one.Now()); err != nil {
			t.Fatal(err)
		}
		wait(time.Second, ann, bob)
	}
	if ann.match == nil || bob.match == nil {
		t.Fatal("the match has not started")
	}
	return bus, one, two, ann, bob
}

// A visitor joins a party of another server from the lobby, and plays a match that both see. After its end, they play
// the next one.
func TestMatchAcrossServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, one, two, ann, bob := startMatch(t, lobby.Arkanong)
		defer one.stop()
		defer two.stop()
		if got, want := bob.match.Start, ann.match.Start+two.Now()-one.Now(); got != want {
			t.Errorf("bob's countdown begins at %v, want %v", got, want)
		}
		wait(lobby.Countdown, ann, bob)

		x := ann.game(0).Capsule(1).X
		bob.match.Key(1, two.Now(), input.Keystroke{Key: tcell.KeyLeft})
		if due := bob.match.InputEffectTime(0, two.Now()) - two.Now(); due > lobby.InputDelay+6*time.Millisecond {
			t.Errorf("bob sees the effect of a key after %v, want at most %v", due, lobby.InputDelay+6*time.Millisecond)
		}
		time.Sleep(lobby.InputDelay + 3*time.Second/engine.TicksPerSecond)
		if now := bob.game(0).Capsule(1).X; now == x {
			t.Error("bob's paddle has not moved")
		}
		wait(time.Second/2, ann, bob)
		if a, b := ann.game(0), bob.game(0); a.Capsule(1).X == x || a.Tick-b.Tick > 2 || a.Tick == 0 {
			t.Errorf("bob's paddle has not moved, or ann is at tick %d and bob at tick %d", a.Tick, b.Tick)
		}

		bob.match.SendEmote(1, 2, two.Now())
		wait(time.Second/2, ann, bob)
		for _, p := range []*testPlayer{ann, bob} {
			for _, s := range p.match.Standings(nil) {
				if s.Seat == 1 && (s.Emote != 2 || p.server.Now()-s.EmoteTime > time.Second || !s.Present) {
					t.Errorf("%s sees the standing %+v of bob, want emote 2", p.Name(), s)
				}
			}
		}

		for range 60 * 20 {
			wait(time.Second, ann, bob)
			if p, _ := bob.Party(); p.MatchOver {
				break
			}
		}
		if a, b := ann.game(0), bob.game(0); a.Hash() != b.Hash() || !b.Phase.Ended() {
			t.Errorf("at the end, ann is at tick %d and bob at tick %d, or their games differ", a.Tick, b.Tick)
		}
		if bob.match.Advance(two.Now()) {
			t.Error("bob's match has not ended")
		}
		select {
		case r := <-one.results:
			if r.Game.Player == r.Game.Other || r.Game.Other == "" || r.Recording == nil {
				t.Errorf("the result is %+v, want one with both players", r.Game)
			}
		default:
			t.Error("the match has no result on its server")
		}

		last := bob.match
		for _, p := range []*testPlayer{ann, bob} {
			if err := p.RequestRematch(p.server.Now()); err != nil {
				t.Fatal(err)
			}
		}
		wait(time.Second, ann, bob)
		if bob.match == last || bob.match == nil || bob.seat != 0 {
			t.Error("the next match has not started, or bob has the wrong seat")
		}
	})
}

// Three players on three servers race, each with a separate field. One of them has joined with the code.
func TestRaceAcrossServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := new(memoryBus)
		var servers []*testServer
		var all []*testPlayer
		for _, name := range []string{"ann", "bob", "carl"} {
			s := startServer(t, bus)
			defer s.stop()
			servers, all = append(servers, s), append(all, s.enter(t, name))
		}
		ann, carl := all[0], all[2]
		if err := ann.OpenParty(lobby.Choice{Kind: lobby.Race}, false, ann.server.Now()); err != nil {
			t.Fatal(err)
		}
		wait(time.Second, all...)
		if n := len(carl.Parties(0)); n != 0 {
			t.Errorf("the lobby shows %d parties that need a code, want 0", n)
		}
		party, _ := ann.Party()
		for _, p := range all[1:] {
			if err := p.JoinByCode("XXXXX", p.server.Now()); !errors.Is(err, lobby.ErrWrongCode) {
				t.Errorf("JoinByCode with a wrong code: error %v, want %v", err, lobby.ErrWrongCode)
			}
			if err := p.JoinByCode(party.Code, p.server.Now()); err != nil {
				t.Fatal(err)
			}
		}
		wait(time.Second, all...)
		if p, _ := carl.Party(); len(p.Seats) != 3 || p.IsLeader() || p.Code != party.Code {
			t.Errorf("carl sees the party %+v, want three seats", p)
		}
		ann.Leave(ann.server.Now()) // bob becomes the leader, although the party's server has no visitor
		all = all[1:]
		wait(10*time.Second, all...)
		bob := all[0]
		choice := lobby.Choice{Kind: lobby.TimeRace, FirstLevel: 2, Difficulty: engine.Hard}
		bob.SetChoice(choice)
		wait(time.Second, all...)
		if p, _ := carl.Party(); len(p.Seats) != 2 || p.Choice != choice {
			t.Errorf("carl sees the party %+v, want two seats and bob's choice", p)
		}
		if err := bob.StartMatch(bob.server.Now()); err != nil {
			t.Fatal(err)
		}
		wait(4*60*time.Second, all...)
		for i := range 2 {
			if a, b := bob.game(i), carl.game(i); a.Hash() != b.Hash() || a.Level != 2 || !a.Phase.Ended() {
				t.Errorf("field %d: bob is at tick %d, carl at tick %d, or their games differ", i, a.Tick, b.Tick)
			}
		}
		if n := len(servers[0].results); n != 2 {
			t.Errorf("the server of the party has %d results, want 2", n)
		}
		for _, p := range all {
			p.Leave(p.server.Now())
		}
		wait(2 * time.Second)
		if parties, _ := servers[0].lobby.CountParties(); parties != 0 {
			t.Error("the party still exists after all players have left")
		}
	})
}

// A seat is kept for a player whose visit has ended. The player returns on a third server.
func TestReturnOnAnotherServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus, one, two, ann, bob := startMatch(t, lobby.Coop)
		three := startServer(t, bus)
		defer one.stop()
		defer two.stop()
		defer three.stop()
		match := bob.match
		bob.Leave(two.Now())
		wait(time.Second, ann)
		if match.Advance(two.Now()) {
			t.Error("the copy of the match continues after bob's visit")
		}
		if ann.match.Present(1) {
			t.Error("after bob's visit, no bot plays for bob")
		}
		again := three.enter(t, "bob")
		again.ReturnToMatch(three.Now())
		wait(time.Second, ann, again)
		if again.match == nil || again.seat != 1 || !ann.match.Present(1) {
			t.Fatal("bob has not returned to the match")
		}
		again.Leave(three.Now())
		wait(lobby.ReturnTime+2*time.Second, ann)
		again = three.enter(t, "bob")
		again.ReturnToMatch(three.Now())
		if n := len(again.Parties(three.Now())); n != 0 || again.match != nil {
			t.Error("bob can return after a minute")
		}
	})
}

// If the connection between the servers is lost, a bot plays, and the player returns automatically within a minute.
func TestMatchWithoutBus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus, one, two, ann, bob := startMatch(t, lobby.Coop)
		defer one.stop()
		defer two.stop()
		wait(lobby.Countdown, ann, bob)
		for _, outage := range []time.Duration{3 * time.Second, 30 * time.Second} {
			bus.setDown(true)
			wait(outage, ann, bob)
			if !bob.Disconnected() {
				t.Errorf("after %v without a connection, bob sees no message", outage)
			}
			if present := ann.match.Present(1); present != (outage < presenceTimeout) {
				t.Errorf("after %v without a connection, Present(bob) = %v", outage, present)
			}
			bus.setDown(false)
			wait(4*time.Second, ann, bob)
			if bob.Disconnected() || !ann.match.Present(1) {
				t.Fatalf("after an outage of %v, bob is not back in the match", outage)
			}
			x := ann.game(0).Capsule(1).X
			key := input.Keystroke{Key: tcell.KeyLeft}
			if x < ann.game(0).W/2 {
				key.Key = tcell.KeyRight
			}
			bob.match.Key(1, two.Now(), key)
			wait(time.Second/2, ann, bob)
			key.Kind = input.Release
			bob.match.Key(1, two.Now(), key)
			if a, b := ann.game(0), bob.game(0); a.Capsule(1).X == x || a.Tick-b.Tick > 2 {
				t.Errorf("after an outage of %v, bob's paddle does not move, or bob is at tick %d of %d", outage,
					b.Tick, a.Tick)
			}
		}
		bus.setDown(true)
		wait(lobby.ReturnTime+20*time.Second, ann, bob)
		if _, ok := bob.Party(); ok || !errors.Is(bob.PartyEndError(), lobby.ErrServerLost) {
			t.Errorf("after more than a minute, bob is in a party: %v, error %v", ok, bob.PartyEndError())
		}
	})
}

// If the server of a match is killed, the match ends with a message for players on other servers.
func TestServerOfMatchIsKilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, one, two, ann, bob := startMatch(t, lobby.Arkanong)
		defer two.stop()
		wait(3*time.Second, ann, bob)
		match := bob.match
		one.stop()
		wait(presenceTimeout+seatTimeout, bob)
		if _, ok := bob.Party(); ok || !errors.Is(bob.PartyEndError(), lobby.ErrServerLost) {
			t.Errorf("bob is in a party: %v, error %v; want %v", ok, bob.PartyEndError(), lobby.ErrServerLost)
		}
		if match.Advance(two.Now()) {
			t.Error("the copy of the match continues")
		}
	})
}

// If the server of a remote player is killed, a bot plays for the player.
func TestServerOfRemotePlayerIsKilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, one, two, ann, bob := startMatch(t, lobby.Arkanong)
		defer one.stop()
		wait(3*time.Second, ann, bob)
		two.stop()
		wait(presenceTimeout+time.Second, ann)
		if p, _ := ann.Party(); p.Seats[1].Present || p.Seats[1].KeptUntil == 0 {
			t.Errorf("bob's seat is %+v, want a kept seat", p.Seats[1])
		}
	})
}

// A server does not simulate matches with other rules.
func TestPartyWithOtherRules(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := new(memoryBus)
		one := startServer(t, bus)
		defer one.stop()
		bob := one.enter(t, "bob")
		message := presenceMessage{
			Server: "newer", Rules: engine.Rules + 1, Members: []presenceMember{{ID: 1, Name: "ann"}},
			Parties: []lobby.RemoteParty{{Party: lobby.Party{
				ID: 2, Open: true, Choice: lobby.Choice{Kind: lobby.Race},
				Seats: []lobby.SeatInfo{{Name: "ann", Present: true}},
			}}},
		}
		data, err := json.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		if err := bus.Publish("arkterm1.presence", data); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if err := bob.joinFirst(); !errors.Is(err, lobby.ErrOtherVersion) {
			t.Errorf("JoinParty: error %v, want %v", err, lobby.ErrOtherVersion)
		}
	})
}

// Penalties reach the other servers.
func TestSharePenalty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := new(memoryBus)
		one, two := startServer(t, bus), startServer(t, bus)
		defer one.stop()
		defer two.stop()
		all := []connlimit.Penalty{
			{Network: netip.MustParsePrefix("192.0.2.7/32"), Fault: connlimit.Misbehaved}, {Key: "k", Overdrawn: true},
		}
		for _, want := range all {
			one.SharePenalty(want)
			if got := <-two.penalties; got != want {
				t.Errorf("the other server receives %+v, want %+v", got, want)
			}
		}
		if len(one.penalties) > 0 {
			t.Error("a server receives its own penalty")
		}
	})
}
