package lobby

import (
	"encoding/json"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
)

// newTestMatch returns a match of the given kind that starts at time 0.
func newTestMatch(t testing.TB, k MatchKind, names ...string) *Match {
	t.Helper()
	m, err := NewMatch(
		MatchSetup{Kind: k, Seed: 5, Bots: bot.Skilled, Pack: levels.Shipped(), ProgramName: "test", Names: names},
	)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// takeSeat replaces the bot in a seat with a player who has the default keys.
func takeSeat(m *Match, seat int) { m.TakeSeat(seat, input.Options{}, 0, 0, true) }

const left, right = "left", "right"

func keystroke(word string, kind input.Kind) input.Keystroke {
	return input.Keystroke{Key: map[string]tcell.Key{left: tcell.KeyLeft, right: tcell.KeyRight}[word], Kind: kind}
}

// play advances a match of bots to its end.
func play(t *testing.T, m *Match) {
	t.Helper()
	for now := time.Duration(0); m.Advance(now); now += 50 * time.Millisecond {
		if now > 20*time.Minute {
			t.Fatalf("%s has not ended after 20 minutes", MatchKinds[m.Kind].Title)
		}
	}
}

// Bots play each kind of match for a while, and its streams contain the same games.
func TestStreamsRecordTheMatch(t *testing.T) {
	for k := range MatchKinds {
		row := &MatchKinds[k]
		m := newTestMatch(t, MatchKind(k), "ann", "bob")
		if got := m.NumFields(); row.SeparateFields != (got == 2) {
			t.Errorf("%s: NumFields() = %d with SeparateFields %v, want a field for each player only if it is true",
				row.Title, got, row.SeparateFields)
		}
		for now := time.Duration(0); now < 20*time.Second && m.Advance(now); now += 50 * time.Millisecond {
		}
		for i := range m.NumFields() {
			f := &m.fields[i]
			r, _ := f.stream.Read(0)
			g, err := r.Recording.Play(f.stream.Pack().Levels, nil)
			if err != nil || g.Hash() != f.game.Hash() || g.Tick == 0 {
				t.Errorf("%s, field %d: the stream contains a different game, error %v", row.Title, i, err)
			}
		}
	}
}

// After the end of a match, its streams are closed and its recordings are valid.
func TestEndOfMatch(t *testing.T) {
	m := newTestMatch(t, Race, "ann", "bob")
	play(t, m)
	for i, name := range m.Names {
		r := m.fields[i].recording
		if r.Player != name {
			t.Errorf("the player of field %d is %q, want %q", i, r.Player, name)
		}
		again, err := record.Parse("race", r.Text())
		if err != nil {
			t.Fatal(err)
		}
		if g, err := again.Play(levels.Shipped().Levels, nil); err != nil || g.Hash() != m.fields[i].game.Hash() ||
			g.BricksLeft > 0 {
			t.Errorf("%s: Play of the recording does not reproduce the cleared field, error %v", r.Player, err)
		}
		if !m.Stream(i).Closed() {
			t.Errorf("%s: Closed() of the stream = false, want true", r.Player)
		}
	}
	st := m.Standings(nil)
	if !st[0].Cleared || !st[1].Cleared || st[0].Tick > st[1].Tick {
		t.Errorf("Standings() = %+v, want both cleared, and the faster one first", st)
	}
}

// The result does not depend on how often Advance is called, because each input takes effect at its own time.
func TestResultDoesNotDependOnAdvance(t *testing.T) {
	// playHash plays a match with calls of Advance at the given interval, and returns the hash of its last state.
	playHash := func(interval time.Duration) uint64 {
		m := newTestMatch(t, Arkanong, "ann", "bob")
		takeSeat(m, 0)
		takeSeat(m, 1)
		type press struct {
			at   time.Duration
			seat int
			ev   input.Keystroke
		}
		presses := []press{
			{Countdown + 13*time.Millisecond, 0, keystroke(left, input.Press)},
			{Countdown + 15*time.Millisecond, 1, keystroke(right, input.Press)},
			{Countdown + 411*time.Millisecond, 0, keystroke(left, input.Release)},
			{Countdown + 902*time.Millisecond, 1, keystroke(right, input.Release)},
			{Countdown + 1000*time.Millisecond, 0, input.Char(' ')},
			{Countdown + 1203*time.Millisecond, 0, keystroke(right, input.Press)},
		}

		next := time.Duration(0)
		for now := time.Duration(0); now < Countdown+3*time.Second; now += time.Millisecond {
			for _, p := range presses {
				if p.at == now {
					m.Key(p.seat, p.at, p.ev)
				}
			}
			if now >= next {
				m.Advance(now)
				next = now + interval
			}
		}
		m.Advance(Countdown + 3*time.Second)
		if m.fields[0].game.Tick != 3*engine.TicksPerSecond-2 {
			t.Errorf("with Advance every %v, the match is at tick %d after 3 s, want 718", interval,
				m.fields[0].game.Tick)
		}
		return m.fields[0].game.Hash()
	}

	want := playHash(time.Millisecond)
	for _, interval := range []time.Duration{4 * time.Millisecond, 16 * time.Millisecond, 33 * time.Millisecond} {
		if playHash(interval) != want {
			t.Errorf("with Advance every %v, the match has a different result", interval)
		}
	}
}

// A key moves only the paddle of the seat that it belongs to, InputDelay after it was pressed.
func TestInputMovesOnlyOwnPaddle(t *testing.T) {
	m := newTestMatch(t, Arkanong, "ann", "bob")
	takeSeat(m, 0)
	takeSeat(m, 1)
	now := Countdown + 50*time.Millisecond
	m.Advance(now)
	g := m.fields[0].game
	a, b := g.Capsule(0).X, g.Capsule(1).X
	m.Key(1, now, keystroke(left, input.Press))
	due := m.InputEffectTime(0, now)
	if wait := due - now; wait < InputDelay || wait > InputDelay+5*time.Millisecond {
		t.Errorf("InputEffectTime() is %v after the input, want %v or up to 5 ms more", wait, InputDelay)
	}
	m.Advance(due - 1)
	if g.Capsule(1).X != b {
		t.Error("the paddle moves before the input is due")
	}
	m.Advance(due)
	if g.Capsule(1).X >= b || g.Capsule(0).X != a {
		t.Errorf("the paddles have moved from %v, %v to %v, %v; want a movement of only the second one to the left", a,
			b, g.Capsule(0).X, g.Capsule(1).X)
	}
	m.Key(1, due, keystroke(left, input.Release))
	m.Mouse(0, due, 50, 0)
	for d := time.Duration(0); d < time.Second; d += 10 * time.Millisecond {
		m.Advance(due + d)
	}
	if x := g.Capsule(0).X; x < 49 || x > 51 {
		t.Errorf("with the mouse at 50, the paddle is at %v, want 49 to 51", x)
	}
}

// A bot plays for a player who has left, until the player returns.
func TestBotReplacesPlayer(t *testing.T) {
	m := newTestMatch(t, Coop, "ann", "bob")
	takeSeat(m, 0)
	takeSeat(m, 1)
	hasMoved := func(seat int, from time.Duration) bool {
		x := m.fields[0].game.Capsule(seat).X
		changed := false
		for now := from; now < from+5*time.Second; now += 20 * time.Millisecond {
			m.Advance(now)
			changed = changed || m.fields[0].game.Capsule(seat).X != x
		}
		return changed
	}
	now := Countdown
	if hasMoved(1, now) {
		t.Error("after TakeSeat, the paddle moves without input")
	}
	m.LeaveSeat(1)
	if m.Present(1) || !m.Present(0) {
		t.Error("after LeaveSeat(1), Present(1) = true, or Present(0) = false")
	}
	m.Key(0, now+5*time.Second, input.Char(' ')) // serve
	if !hasMoved(1, now+5*time.Second) {
		t.Error("the bot does not play")
	}
	takeSeat(m, 1)
	m.ReleaseKeys(1)
	m.Advance(now + 10*time.Second)
	if hasMoved(1, now+10*time.Second) {
		t.Error("the bot still plays after the player has returned")
	}
}

// Players who do not serve, even while holding a key, cannot delay a match. If no player acts, the match ends soon.
func TestAutomaticServe(t *testing.T) {
	for k := range MatchKinds {
		m := newTestMatch(t, MatchKind(k), "ann", "bob")
		takeSeat(m, 0)
		takeSeat(m, 1)
		m.Key(0, Countdown, input.Char(' '))
		for now := Countdown; m.Advance(now); now += 50 * time.Millisecond {
			if now > 5*time.Minute {
				t.Fatalf("%s: the match is still in progress after five minutes without input", MatchKinds[k].Title)
			}
		}
		for i := range m.fields {
			f := &m.fields[i]
			if again, err := f.recording.Play(f.pack.Levels, nil); err != nil || again.Hash() != f.game.Hash() ||
				m.seats[i].botHelped {
				t.Errorf("%s: the recording differs from the game, or a bot has played; error %v", MatchKinds[k].Title,
					err)
			}
		}
	}
}

// If a player does not serve, the match presses Fire on every second tick. Therefore, the ball is served on one of the
// first two ticks after serveTicks.
func TestAutomaticServeTime(t *testing.T) {
	m := newTestMatch(t, Coop, "ann", "bob")
	takeSeat(m, 0)
	takeSeat(m, 1)
	g, serves := m.fields[0].game, 0
	for ; !m.fields[0].over; serves++ {
		since := g.PhaseBegan
		for g.Phase == engine.Serve {
			m.step(0)
		}
		if wait := g.Tick - since; wait < serveTicks+1 || wait > serveTicks+2 {
			t.Errorf("serve %d was after %d ticks, want %d or one more", serves, wait, serveTicks+1)
		}
		for g.Phase != engine.Serve && !m.fields[0].over {
			m.step(0)
		}
	}
	if serves < 3 {
		t.Errorf("the match has %d serves, want at least 3", serves)
	}
}

// If Advance is not called for a while, the match continues from its last tick.
func TestAdvanceAfterDelay(t *testing.T) {
	m := newTestMatch(t, Coop, "ann", "bob")
	m.Advance(Countdown + InputDelay + time.Second/20)
	tick := m.fields[0].game.Tick
	if tick != engine.TicksPerSecond/20 {
		t.Errorf("after 50 ms the match is at tick %d, want %d", tick, engine.TicksPerSecond/20)
	}
	m.Advance(Countdown + InputDelay + time.Second/20 + time.Hour)
	n := m.fields[0].game.Tick - tick
	if n > maxTicksPerAdvance {
		t.Errorf("one call of Advance simulated %d ticks, want at most %d", n, maxTicksPerAdvance)
	}
	tick = m.fields[0].game.Tick
	m.Advance(Countdown + time.Hour + time.Second/2)
	if n := m.fields[0].game.Tick - tick; n == 0 {
		t.Error("after a long delay, Advance simulates no ticks")
	}
}

// Ticks count as missed only while a player waits for them. They do not count if all players have left the match, or
// after the whole server was stopped.
func TestMissedTicks(t *testing.T) {
	for _, c := range []struct {
		name string
		away time.Duration  // time between two calls of Advance
		do   func(m *Match) // called between the two calls
		want time.Duration  // time whose ticks count as missed
	}{
		{"in time", 100 * time.Millisecond, func(*Match) {}, 0},
		{"late", 400 * time.Millisecond, func(*Match) {}, 300 * time.Millisecond},
		{"the server was stopped", time.Hour, func(*Match) {}, 0},
		{"one of two leaves", 400 * time.Millisecond, func(m *Match) { m.LeaveSeat(0) }, 300 * time.Millisecond},
		{
			"one leaves and returns", 400 * time.Millisecond, func(m *Match) { m.LeaveSeat(0); takeSeat(m, 0) },
			300 * time.Millisecond,
		},
		{"all leave", 400 * time.Millisecond, func(m *Match) { m.LeaveSeat(0); m.LeaveSeat(1) }, 0},
		{
			"all leave and return soon", 400 * time.Millisecond,
			func(m *Match) { m.LeaveSeat(0); m.LeaveSeat(1); takeSeat(m, 1) }, 0,
		},
		{
			"all leave and return", 23 * time.Second, func(m *Match) { m.LeaveSeat(0); m.LeaveSeat(1); takeSeat(m, 1) },
			0,
		},
	} {
		m := newTestMatch(t, Coop, "ann", "bob")
		m.MissedTicks = new(atomic.Int64)
		takeSeat(m, 0)
		takeSeat(m, 1)
		now := Countdown + InputDelay
		m.Advance(now)
		c.do(m)
		m.Advance(now + c.away)
		if got, want := m.MissedTicks.Load(), int64(c.want)*engine.TicksPerSecond/int64(time.Second); got != want {
			t.Errorf("%s: Advance counts %d missed ticks, want %d", c.name, got, want)
		}
		m.Advance(now + c.away + 10*time.Millisecond)
		if again := m.MissedTicks.Load(); again > int64(c.want)*engine.TicksPerSecond/int64(time.Second) {
			t.Errorf("%s: after another call of Advance, %d ticks are counted as missed, some of them twice", c.name,
				again)
		}
	}
}

// The queue of events is limited, and consecutive mouse movements are merged.
func TestEventQueueIsLimited(t *testing.T) {
	m := newTestMatch(t, Arkanong, "ann", "bob")
	takeSeat(m, 0)
	for range 10_000 {
		m.Key(0, 0, keystroke(left, input.Press))
	}
	if n := len(m.seats[0].events); n > maxQueuedEvents {
		t.Errorf("after 10,000 keys, %d events are queued, want at most %d", n, maxQueuedEvents)
	}
	m.ReleaseKeys(0)
	for i := range 1000 {
		m.Mouse(0, 0, float64(i%60), 0)
	}
	if n := len(m.seats[0].events); n != 1 {
		t.Errorf("after 1,000 mouse movements, %d events are queued, want 1", n)
	}
}

func TestEmotesAreLimited(t *testing.T) {
	m := newTestMatch(t, Arkanong, "ann", "bob")
	now := time.Second
	if len(Emotes) != 6 || !m.SendEmote(1, 2, now) || m.SendEmote(1, 3, now+time.Second) || !m.SendEmote(0, 1, now) ||
		m.SendEmote(1, Emote(len(Emotes)), time.Hour) {
		t.Error("SendEmote has accepted an early or unknown emote, or has refused another one")
	}
	for _, s := range m.Standings(nil) {
		if want := []Emote{1, 2}[s.Seat]; s.Emote != want || s.EmoteTime != now {
			t.Errorf("Standings: seat %d has emote %d at %v, want %d at %v", s.Seat, s.Emote, s.EmoteTime, want, now)
		}
	}
}

func TestRaceRanking(t *testing.T) {
	all := []Standing{
		{Seat: 0, Bricks: 7, Score: 90},
		{Seat: 1, Cleared: true, Tick: 900},
		{Seat: 2, Bricks: 3, Score: 10},
		{Seat: 3, Cleared: true, Tick: 800},
		{Seat: 4, Bricks: 3, Score: 20},
	}
	order := func(k MatchKind) (seats []int) {
		st := slices.Clone(all)
		sortStandings(st, &MatchKinds[k])
		for _, s := range st {
			seats = append(seats, s.Seat)
		}
		return seats
	}
	if got := order(Race); !slices.Equal(got, []int{3, 1, 4, 2, 0}) {
		t.Errorf("sortStandings: seats in the order of a race: %v, want 3, 1, 4, 2, 0", got)
	}
	if got := order(TimeRace); !slices.Equal(got, []int{0, 4, 2, 1, 3}) {
		t.Errorf("sortStandings: seats in the order of a time race: %v, want 0, 4, 2, 1, 3", got)
	}
	all[0].BotHelped, all[3].BotHelped = true, true
	if got := order(Race); !slices.Equal(got, []int{1, 4, 2, 3, 0}) {
		t.Errorf("sortStandings: seats in the order of a race with two helped players: %v, want 1, 4, 2, 3, 0", got)
	}
	if got := order(TimeRace); !slices.Equal(got, []int{4, 2, 1, 0, 3}) {
		t.Errorf("sortStandings: seats in the order of a time race with two helped players: %v, want 4, 2, 1, 0, 3",
			got)
	}
}

func TestNumberOfSeats(t *testing.T) {
	for k, n := range map[MatchKind]int{Arkanong: 1, Coop: 3, Race: 0, TimeRace: MaxPlayers + 1} {
		if _, err := NewMatch(MatchSetup{Kind: k, Pack: levels.Shipped(), Names: make([]string, n)}); err == nil {
			t.Errorf("NewMatch of %s with %d seats: no error", MatchKinds[k].Title, n)
		}
	}
}

// After a warm-up, Advance allocates almost nothing. Only the recordings grow.
func TestAdvanceAllocations(t *testing.T) {
	m := newTestMatch(t, Arkanong, "ann", "bob")
	takeSeat(m, 0)
	takeSeat(m, 1)
	now := Countdown
	for ; now < Countdown+10*time.Second; now += 16 * time.Millisecond {
		m.Advance(now)
	}
	st := make([]Standing, 0, 2)
	if n := testing.AllocsPerRun(200, func() {
		now += 16 * time.Millisecond
		m.Advance(now)
		st = m.Standings(st[:0])
	}); n > 0.5 {
		t.Errorf("Advance makes %v allocations, want at most 0.5", n)
	}
}

// playMatch plays a match and returns its results. Players take the seats in seats and only serve. The player in the
// seat awaySeat leaves and returns after 100 ms; -1 means none.
func playMatch(t *testing.T, k MatchKind, players []string, awaySeat int, seats ...int) (all []MatchResult) {
	t.Helper()
	m, err := NewMatch(
		MatchSetup{
			Kind: k, Seed: 5, Bots: bot.Skilled, Pack: levels.Shipped(), ProgramName: "test",
			Names:     []string{"ann", "bob"},
			PlayerIDs: players,
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range seats {
		takeSeat(m, seat)
	}
	if awaySeat >= 0 {
		m.LeaveSeat(awaySeat)
		m.Advance(Countdown + 100*time.Millisecond)
		takeSeat(m, awaySeat)
	}
	for now := Countdown; m.Advance(now); now += 50 * time.Millisecond {
		for seat := range players { // serve
			m.Key(seat, now, input.Char(' '))
			m.ReleaseKeys(seat)
			m.Key(seat, now, input.Char(' '))
		}
		if now > 20*time.Minute {
			t.Fatalf("%s has not ended after 20 minutes", MatchKinds[k].Title)
		}
	}
	for r, ok := m.TakeResult(); ok; r, ok = m.TakeResult() {
		all = append(all, r)
	}
	return all
}

// A result contains the IDs of the players. It counts only if no bot has helped and the players are registered.
func TestMatchResults(t *testing.T) {
	players := []string{"a", "b"}
	for _, c := range []struct {
		kind     MatchKind
		players  []string
		awaySeat int
		seats    []int
		want     []leaderboard.Game
	}{
		{
			Arkanong, players, -1,
			[]int{0, 1},
			[]leaderboard.Game{{Player: "a", Other: "b", Measure: leaderboard.ByRating}},
		},
		// The absent player has lost.
		{Arkanong, players, -1, []int{0}, []leaderboard.Game{{Player: "a", Other: "b", Measure: leaderboard.ByRating}}},
		{
			Arkanong, players, 0,
			[]int{0, 1},
			[]leaderboard.Game{{Player: "a", Other: "b", Measure: leaderboard.StoredOnly}},
		},
		{
			Arkanong,
			[]string{"a", ""},
			-1,
			[]int{0, 1},
			[]leaderboard.Game{{Player: "a", Measure: leaderboard.StoredOnly}},
		},
		{
			Arkanong,
			[]string{"a", "a"},
			-1,
			[]int{0, 1},
			[]leaderboard.Game{{Player: "a", Measure: leaderboard.StoredOnly}},
		},
		{Arkanong, []string{"", ""}, -1, []int{0, 1}, nil},
		{Coop, players, -1, []int{0, 1}, []leaderboard.Game{{Player: "a", Other: "b", Measure: leaderboard.ByPoints}}},
		{Coop, players, 1, []int{0, 1}, []leaderboard.Game{{Player: "a", Other: "b", Measure: leaderboard.StoredOnly}}},
		{
			Coop,
			[]string{"", "b"},
			-1,
			[]int{0, 1},
			[]leaderboard.Game{{Player: "b", Paddle: 1, WithGuest: true, Measure: leaderboard.ByPoints}},
		},
		// A bot has helped the first player, and the second one has not cleared the level.
		{Race, players, -1, []int{1}, []leaderboard.Game{
			{Player: "a", Measure: leaderboard.StoredOnly},
			{Player: "b", Measure: leaderboard.StoredOnly},
		}},
		{
			TimeRace,
			[]string{"", "b"},
			-1,
			[]int{0, 1},
			[]leaderboard.Game{{Player: "b", Measure: leaderboard.ByPoints}},
		},
	} {
		var got []leaderboard.Game
		for _, r := range playMatch(t, c.kind, c.players, c.awaySeat, c.seats...) {
			if r.Game.Source != leaderboard.Matches || r.Game.Score.Mode != MatchKinds[c.kind].Name ||
				r.Recording.End == nil || r.Recording.End.Hash != r.Game.State ||
				(r.Game.Score.FirstLevelName == "") != r.Recording.Mode.Versus() || r.Game.Score.FirstLevel != 1 {
				t.Errorf("%s: the result %+v does not match the recording or the kind of match",
					MatchKinds[c.kind].Title, r.Game)
			}
			got = append(
				got,
				leaderboard.Game{
					Player:    r.Game.Player,
					Other:     r.Game.Other,
					Paddle:    r.Game.Paddle,
					WithGuest: r.Game.WithGuest,
					Measure:   r.Game.Measure,
				},
			)
		}
		if !slices.EqualFunc(got, c.want, func(a, b leaderboard.Game) bool { return reflect.DeepEqual(a, b) }) {
			t.Errorf("%s of the players %q in the seats %d has the results %+v, want %+v", MatchKinds[c.kind].Title,
				c.players, c.seats, got,
				c.want)
		}
	}
}

// A match between opponents counts only if the winner has pressed a key or used the mouse.
func TestIdleWinner(t *testing.T) {
	key := func(kind input.Kind) func(m *Match, seat int) {
		return func(m *Match, seat int) { m.Key(seat, 0, keystroke(left, kind)) }
	}
	for _, c := range []struct {
		name string
		act  func(m *Match, seat int)
		want leaderboard.Measure
	}{
		{"nothing", func(*Match, int) {}, leaderboard.StoredOnly},
		{"a key release", key(input.Release), leaderboard.StoredOnly},
		{"a key", key(input.Press), leaderboard.ByRating},
		{"the mouse", func(m *Match, seat int) { m.Mouse(seat, 0, 40, tcell.ButtonNone) }, leaderboard.ByRating},
	} {
		m := newTestMatch(t, Arkanong, "ann", "bob")
		m.PlayerIDs = []string{"a", "b"}
		for seat := range 2 {
			takeSeat(m, seat)
			c.act(m, seat)
		}
		play(t, m)
		r, _ := m.TakeResult()
		if r.Game.Measure != c.want || r.WinnerIdle != (c.want == leaderboard.StoredOnly) {
			t.Errorf("%s: the result has the measure %d, WinnerIdle %v; want the measure %d", c.name, r.Game.Measure,
				r.WinnerIdle, c.want)
		}
	}
}

// A player who needs narration slows down the field, but only before its first tick. Slow matches are not ranked.
func TestSlowMatch(t *testing.T) {
	for _, late := range []bool{false, true} {
		m := newTestMatch(t, Arkanong, "ann", "bob")
		m.PlayerIDs = []string{"a", "b"}
		for seat := range 2 {
			takeSeat(m, seat)
			m.Key(seat, 0, keystroke(left, input.Press))
		}
		now := Countdown + 50*time.Millisecond
		if late {
			m.Advance(now)
		}
		m.LimitSpeed(1, 25)
		for end := now + time.Second; now < end; now += 5 * time.Millisecond {
			m.Advance(now)
		}
		ticks := m.fields[0].game.Tick
		if slow := ticks < engine.TicksPerSecond/3; slow == late || late != (ticks > engine.TicksPerSecond*9/10) {
			t.Errorf("the match simulates %d ticks in a second, want a quarter of the speed: %v", ticks, !late)
		}
		for _, st := range m.Standings(nil) {
			if want := st.Seat == 1 && !late; st.Slow != want {
				t.Errorf("seat %d: Slow = %v, want %v", st.Seat, st.Slow, want)
			}
		}
		play(t, m)
		r, _ := m.TakeResult()
		if want := map[bool]leaderboard.Measure{
			false: leaderboard.StoredOnly, true: leaderboard.ByRating,
		}[late]; r.Game.Measure != want || r.Slow == late {
			t.Errorf("the result has the measure %d, Slow %v; want the measure %d", r.Game.Measure, r.Slow, want)
		}
	}
}

// Steer moves the paddle to a position, independently of the sensitivity of the mouse.
func TestSteer(t *testing.T) {
	m := newTestMatch(t, Arkanong, "ann", "bob")
	m.TakeSeat(1, input.Options{Sensitivity: 2, Invert: true}, 0, 0, true)
	m.Steer(1, Countdown, 20)
	for now := Countdown; now < Countdown+time.Second; now += 5 * time.Millisecond {
		m.Advance(now)
	}
	if x := m.fields[0].game.Capsule(1).X; x < 19.9 || x > 20.1 {
		t.Errorf("after Steer to 20, the paddle is at %.2f", x)
	}
}

// The controls of a player on another server survive a message.
func TestControlsMessage(t *testing.T) {
	keys, err := input.Preset("left-handed")
	if err != nil {
		t.Fatal(err)
	}
	keys.Language = "bg"
	o := input.Options{Steer: input.Toggle, Sensitivity: 1.5, Invert: true, Keys: &keys}
	data, err := json.Marshal(Action{Kind: TakeSeatAction, Controls: newControls(o, time.Second, time.Minute, true)})
	if err != nil {
		t.Fatal(err)
	}
	var a Action
	if err := json.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	got := a.Controls.options()
	for action := range input.NumActions {
		if !slices.Equal(got.Keys.Keys(action), keys.Keys(action)) {
			t.Errorf("the keys of %v are %v, want %v", action, got.Keys.Keys(action), keys.Keys(action))
		}
	}
	got.Keys.Language, got.Keys = keys.Language, o.Keys
	if got != o || a.Controls.Delay != time.Second || a.Controls.Period != time.Minute || !a.Controls.Releases {
		t.Errorf("the controls are %+v after a message, want %+v", a.Controls, o)
	}
}
