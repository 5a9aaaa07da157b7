package lobby

import (
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

// begin returns a match that begins at 0.
func newTestMatch(t testing.TB, k MatchKind, names ...string) *Match {
	t.Helper()
	m, err := NewMatch(MatchSetup{Kind: k, Seed: 5, Bots: bot.Skilled, Pack: levels.Shipped(), Made: "test", Names: names})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sit seats a person with the usual keys.
func takeSeat(m *Match, seat int) { m.TakeSeat(seat, input.Options{}, 0, 0, true) }

const left, right = "left", "right"

func key(word string, kind input.Kind) input.Keystroke {
	return input.Keystroke{Key: map[string]tcell.Key{left: tcell.KeyLeft, right: tcell.KeyRight}[word], Kind: kind}
}

// play lets bots play a match to its end.
func play(t *testing.T, m *Match) {
	t.Helper()
	for now := time.Duration(0); m.Advance(now); now += 50 * time.Millisecond {
		if now > 20*time.Minute {
			t.Fatalf("%s does not end", MatchKinds[m.Kind].Title)
		}
	}
}

// Every kind is played to its end by bots, and what its feeds have is what was played.
func TestKindsArePlayedAndRecorded(t *testing.T) {
	for k := range MatchKinds {
		row := &MatchKinds[k]
		m := newTestMatch(t, MatchKind(k), "ann", "bob")
		if got := m.Fields(); row.SeparateFields != (got == 2) {
			t.Errorf("%s: %d fields", row.Title, got)
		}
		for now := time.Duration(0); now < 20*time.Second && m.Advance(now); now += 50 * time.Millisecond {
		}
		for i := range m.Fields() {
			f := &m.fields[i]
			r, _ := f.stream.Read(0)
			g, err := r.Recording.Play(f.stream.Pack().Levels, nil)
			if err != nil || g.Hash() != f.game.Hash() || g.Tick == 0 {
				t.Errorf("%s, field %d: the feed's game differs: %v", row.Title, i, err)
			}
		}
	}
}

// A match that is over has closed its feeds, and its recordings can be verified.
func TestAMatchEnds(t *testing.T) {
	m := newTestMatch(t, Race, "ann", "bob")
	play(t, m)
	for i, name := range m.Names {
		r := m.fields[i].recording
		if r.Player != name {
			t.Errorf("field %d is %q's, not %q's", i, r.Player, name)
		}
		again, err := record.Parse("race", r.Text())
		if err != nil {
			t.Fatal(err)
		}
		if g, err := again.Play(levels.Shipped().Levels, nil); err != nil || g.Hash() != m.fields[i].game.Hash() || g.BricksLeft > 0 {
			t.Errorf("%s: %v", r.Player, err)
		}
		if !m.Stream(i).Closed() {
			t.Errorf("%s: the feed is open", r.Player)
		}
	}
	st := m.Standings(nil)
	if !st[0].Cleared || !st[1].Cleared || st[0].Tick > st[1].Tick {
		t.Errorf("standings %+v", st)
	}
}

// Whoever advances, and how often, the game is the same: keys count from their own time.
func TestWhoAdvancesMakesNoDifference(t *testing.T) {
	hash := func(every time.Duration) uint64 {
		m := newTestMatch(t, Arkanong, "ann", "bob")
		takeSeat(m, 0)
		takeSeat(m, 1)
		type press struct {
			at   time.Duration
			seat int
			ev   input.Keystroke
		}
		presses := []press{
			{Countdown + 13*time.Millisecond, 0, key(left, input.Press)},
			{Countdown + 15*time.Millisecond, 1, key(right, input.Press)},
			{Countdown + 411*time.Millisecond, 0, key(left, input.Release)},
			{Countdown + 902*time.Millisecond, 1, key(right, input.Release)},
			{Countdown + 1000*time.Millisecond, 0, input.Char(' ')},
			{Countdown + 1203*time.Millisecond, 0, key(right, input.Press)},
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
				next = now + every
			}
		}
		m.Advance(Countdown + 3*time.Second)
		if m.fields[0].game.Tick != 3*engine.TicksPerSecond-2 {
			t.Errorf("every %v: at tick %d", every, m.fields[0].game.Tick)
		}
		return m.fields[0].game.Hash()
	}
	want := hash(time.Millisecond)
	for _, every := range []time.Duration{4 * time.Millisecond, 16 * time.Millisecond, 33 * time.Millisecond} {
		if hash(every) != want {
			t.Errorf("another game if advanced every %v", every)
		}
	}
}

// A key moves the paddle of its own seat Delay after it was pressed, in the tick of its time.
func TestKeysMoveTheOwnPaddle(t *testing.T) {
	m := newTestMatch(t, Arkanong, "ann", "bob")
	takeSeat(m, 0)
	takeSeat(m, 1)
	now := Countdown + 50*time.Millisecond
	m.Advance(now)
	g := m.fields[0].game
	a, b := g.Capsule(0).X, g.Capsule(1).X
	m.Key(1, now, key(left, input.Press))
	due := m.Due(0, now)
	if wait := due - now; wait < InputDelay || wait > InputDelay+5*time.Millisecond {
		t.Errorf("due after %v", wait)
	}
	m.Advance(due - 1)
	if g.Capsule(1).X != b {
		t.Error("it moves before its tick")
	}
	m.Advance(due)
	if g.Capsule(1).X >= b || g.Capsule(0).X != a {
		t.Errorf("the paddles went from %v, %v to %v, %v", a, b, g.Capsule(0).X, g.Capsule(1).X)
	}
	m.Key(1, due, key(left, input.Release))
	m.Mouse(0, due, 50, 0)
	for d := time.Duration(0); d < time.Second; d += 10 * time.Millisecond {
		m.Advance(due + d)
	}
	if x := g.Capsule(0).X; x < 49 || x > 51 {
		t.Errorf("the mouse points at 50, the paddle is at %v", x)
	}
}

// Who stands up is replaced by a bot, and the match goes on; who sits down again has the paddle.
func TestABotPlaysForWhoIsGone(t *testing.T) {
	m := newTestMatch(t, Coop, "ann", "bob")
	takeSeat(m, 0)
	takeSeat(m, 1)
	moved := func(seat int, from time.Duration) bool {
		x := m.fields[0].game.Capsule(seat).X
		far := false
		for now := from; now < from+5*time.Second; now += 20 * time.Millisecond {
			m.Advance(now)
			far = far || m.fields[0].game.Capsule(seat).X != x
		}
		return far
	}
	now := Countdown
	if moved(1, now) {
		t.Error("nobody moves it, and it moves")
	}
	m.LeaveSeat(1)
	if m.Present(1) || !m.Present(0) {
		t.Error("who is here?")
	}
	m.Key(0, now+5*time.Second, input.Char(' ')) // serves
	if !moved(1, now+5*time.Second) {
		t.Error("the bot does not play")
	}
	takeSeat(m, 1)
	m.ReleaseKeys(1)
	m.Advance(now + 10*time.Second)
	if moved(1, now+10*time.Second) {
		t.Error("the bot plays on")
	}
}

// Nobody holds the others up by not serving, whatever key they hold: all who do nothing soon have lost.
func TestNobodyWaitsForAServe(t *testing.T) {
	for k := range MatchKinds {
		m := newTestMatch(t, MatchKind(k), "ann", "bob")
		takeSeat(m, 0)
		takeSeat(m, 1)
		m.Key(0, Countdown, input.Char(' '))
		for now := Countdown; m.Advance(now); now += 50 * time.Millisecond {
			if now > 5*time.Minute {
				t.Fatalf("%s: after five minutes of nobody it goes on", MatchKinds[k].Title)
			}
		}
		for i := range m.fields {
			f := &m.fields[i]
			if again, err := f.recording.Play(f.pack.Levels, nil); err != nil || again.Hash() != f.game.Hash() || m.seats[i].helped {
				t.Errorf("%s: the recording is of another game, or a bot has helped: %v", MatchKinds[k].Title, err)
			}
		}
	}
}

// If a player does not serve, Fire is pressed in every second tick. So the ball is served in one of the first two ticks after
// the wait.
func TestAMissingServeIsPressed(t *testing.T) {
	m := newTestMatch(t, Coop, "ann", "bob")
	takeSeat(m, 0)
	takeSeat(m, 1)
	g, serves := m.fields[0].game, 0
	for ; !m.fields[0].over; serves++ {
		since := g.Since
		for g.Phase == engine.Serve {
			m.step(0)
		}
		if wait := g.Tick - since; wait < serveTicks+1 || wait > serveTicks+2 {
			t.Errorf("serve %d: after %d ticks, want %d or one more", serves, wait, serveTicks+1)
		}
		for g.Phase != engine.Serve && !m.fields[0].over {
			m.step(0)
		}
	}
	if serves < 3 {
		t.Errorf("%d serves", serves)
	}
}

// If Advance is not called for a while, the match continues from its last tick.
func TestAMatchFallsBehindRatherThanJump(t *testing.T) {
	m := newTestMatch(t, Coop, "ann", "bob")
	m.Advance(Countdown + InputDelay + time.Second/20)
	at := m.fields[0].game.Tick
	if at != engine.TicksPerSecond/20 {
		t.Errorf("after 50 ms the match is at tick %d", at)
	}
	m.Advance(Countdown + InputDelay + time.Second/20 + time.Hour)
	n := m.fields[0].game.Tick - at
	if n > maxBehind {
		t.Errorf("%d ticks at once", n)
	}
	at = m.fields[0].game.Tick
	m.Advance(Countdown + time.Hour + time.Second/2)
	if n := m.fields[0].game.Tick - at; n == 0 {
		t.Error("it stands still")
	}
}

// Ticks count as missed only while a player waits for them. They do not count in a match that all players have left, or
// after the whole server was stopped.
func TestMissedTicks(t *testing.T) {
	for _, c := range []struct {
		name string
		away time.Duration
		do   func(m *Match) // in that time
		want time.Duration  // the missed ticks
	}{
		{"in time", 100 * time.Millisecond, func(*Match) {}, 0},
		{"late", 400 * time.Millisecond, func(*Match) {}, 300 * time.Millisecond},
		{"the server was stopped", time.Hour, func(*Match) {}, 0},
		{"one of two leaves", 400 * time.Millisecond, func(m *Match) { m.LeaveSeat(0) }, 300 * time.Millisecond},
		{"one leaves and returns", 400 * time.Millisecond, func(m *Match) { m.LeaveSeat(0); takeSeat(m, 0) }, 300 * time.Millisecond},
		{"all leave", 400 * time.Millisecond, func(m *Match) { m.LeaveSeat(0); m.LeaveSeat(1) }, 0},
		{"all leave and return soon", 400 * time.Millisecond, func(m *Match) { m.LeaveSeat(0); m.LeaveSeat(1); takeSeat(m, 1) }, 0},
		{"all leave and return", 23 * time.Second, func(m *Match) { m.LeaveSeat(0); m.LeaveSeat(1); takeSeat(m, 1) }, 0},
	} {
		m := newTestMatch(t, Coop, "ann", "bob")
		m.Missed = new(atomic.Int64)
		takeSeat(m, 0)
		takeSeat(m, 1)
		now := Countdown + InputDelay
		m.Advance(now)
		c.do(m)
		m.Advance(now + c.away)
		if got, want := m.Missed.Load(), int64(c.want)*engine.TicksPerSecond/int64(time.Second); got != want {
			t.Errorf("%s: %d ticks are missed, want %d", c.name, got, want)
		}
		m.Advance(now + c.away + 10*time.Millisecond)
		if again := m.Missed.Load(); again > int64(c.want)*engine.TicksPerSecond/int64(time.Second) {
			t.Errorf("%s: the ticks are counted twice, %d in total", c.name, again)
		}
	}
}

// A flood of keys takes no memory, and a mouse that reports often waits once.
func TestEventsThatWaitAreFew(t *testing.T) {
	m := newTestMatch(t, Arkanong, "ann", "bob")
	takeSeat(m, 0)
	for range 10_000 {
		m.Key(0, 0, key(left, input.Press))
	}
	if n := len(m.seats[0].events); n > maxEvents {
		t.Errorf("%d wait", n)
	}
	m.ReleaseKeys(0)
	for i := range 1000 {
		m.Mouse(0, 0, float64(i%60), 0)
	}
	if n := len(m.seats[0].events); n != 1 {
		t.Errorf("%d movements wait", n)
	}
}

func TestEmotesAreFew(t *testing.T) {
	m := newTestMatch(t, Arkanong, "ann", "bob")
	now := time.Second
	if len(Emotes) != 6 || !m.SendEmote(1, 2, now) || m.SendEmote(1, 3, now+time.Second) || !m.SendEmote(0, 1, now) || m.SendEmote(1, Emote(len(Emotes)), time.Hour) {
		t.Error("said what may not be said, or the reverse")
	}
	for _, s := range m.Standings(nil) {
		if want := []Emote{1, 2}[s.Seat]; s.Emote != want || s.EmoteTime != now {
			t.Errorf("seat %d said %d at %v", s.Seat, s.Emote, s.EmoteTime)
		}
	}
}

func TestTheRankOfARace(t *testing.T) {
	all := []Standing{
		{Seat: 0, Bricks: 7, Score: 90},
		{Seat: 1, Cleared: true, Tick: 900},
		{Seat: 2, Bricks: 3, Score: 10},
		{Seat: 3, Cleared: true, Tick: 800},
		{Seat: 4, Bricks: 3, Score: 20},
	}
	order := func(k MatchKind) (seats []int) {
		st := slices.Clone(all)
		rank(st, &MatchKinds[k])
		for _, s := range st {
			seats = append(seats, s.Seat)
		}
		return seats
	}
	if got := order(Race); !slices.Equal(got, []int{3, 1, 4, 2, 0}) {
		t.Errorf("a race: %v", got)
	}
	if got := order(TimeRace); !slices.Equal(got, []int{0, 4, 2, 1, 3}) {
		t.Errorf("points: %v", got)
	}
	all[0].Helped, all[3].Helped = true, true
	if got := order(Race); !slices.Equal(got, []int{1, 4, 2, 3, 0}) {
		t.Errorf("a race in which bots have played for two: %v", got)
	}
	if got := order(TimeRace); !slices.Equal(got, []int{4, 2, 1, 0, 3}) {
		t.Errorf("points, of which bots have won some: %v", got)
	}
}

func TestSeatsThatAreNotThere(t *testing.T) {
	for k, n := range map[MatchKind]int{Arkanong: 1, Coop: 3, Race: 0, TimeRace: MaxPlayers + 1} {
		if _, err := NewMatch(MatchSetup{Kind: k, Pack: levels.Shipped(), Names: make([]string, n)}); err == nil {
			t.Errorf("%s with %d seats", MatchKinds[k].Title, n)
		}
	}
}

// Once warm, to advance allocates next to nothing: recordings grow.
func TestToAdvanceAllocatesLittle(t *testing.T) {
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
		t.Errorf("%v allocations", n)
	}
}

// results plays a match in which some sit and do nothing but serve, and one of them is away for a moment unless it is −1. It returns what is
// kept of it.
func playMatch(t *testing.T, k MatchKind, players []string, away int, sits ...int) (all []MatchResult) {
	t.Helper()
	m, err := NewMatch(MatchSetup{Kind: k, Seed: 5, Bots: bot.Skilled, Pack: levels.Shipped(), Made: "test", Names: []string{"ann", "bob"}, Players: players})
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range sits {
		takeSeat(m, seat)
	}
	if away >= 0 {
		m.LeaveSeat(away)
		m.Advance(Countdown + 100*time.Millisecond)
		takeSeat(m, away)
	}
	for now := Countdown; m.Advance(now); now += 50 * time.Millisecond {
		for seat := range players { // they serve
			m.Key(seat, now, input.Char(' '))
			m.ReleaseKeys(seat)
			m.Key(seat, now, input.Char(' '))
		}
		if now > 20*time.Minute {
			t.Fatalf("%s does not end", MatchKinds[k].Title)
		}
	}
	for r, ok := m.TakeResult(); ok; r, ok = m.TakeResult() {
		all = append(all, r)
	}
	return all
}

// What is kept of a match says who has played it, and whether it counts: not if a bot has helped, or nobody knows who it was.
func TestWhatIsKeptOfAMatch(t *testing.T) {
	two := []string{"a", "b"}
	for _, c := range []struct {
		kind    MatchKind
		players []string
		away    int
		sits    []int
		want    []leaderboard.Game
	}{
		{Arkanong, two, -1, []int{0, 1}, []leaderboard.Game{{Player: "b", Other: "a", Paddle: 1, Measure: leaderboard.ByRating}}},
		{Arkanong, two, -1, []int{0}, []leaderboard.Game{{Player: "a", Other: "b", Measure: leaderboard.ByRating}}}, // who has left has lost
		{Arkanong, two, 1, []int{0, 1}, []leaderboard.Game{{Player: "b", Other: "a", Paddle: 1, Measure: leaderboard.Uncounted}}},
		{Arkanong, []string{"a", ""}, -1, []int{0, 1}, []leaderboard.Game{{Player: "a", Measure: leaderboard.Uncounted}}},
		{Arkanong, []string{"a", "a"}, -1, []int{0, 1}, []leaderboard.Game{{Player: "a", Paddle: 1, Measure: leaderboard.Uncounted}}},
		{Arkanong, []string{"", ""}, -1, []int{0, 1}, nil},
		{Coop, two, -1, []int{0, 1}, []leaderboard.Game{{Player: "a", Other: "b", Measure: leaderboard.ByPoints}}},
		{Coop, two, 1, []int{0, 1}, []leaderboard.Game{{Player: "a", Other: "b", Measure: leaderboard.Uncounted}}},
		{Coop, []string{"", "b"}, -1, []int{0, 1}, []leaderboard.Game{{Player: "b", Paddle: 1, Guest: true, Measure: leaderboard.ByPoints}}},
		{Race, two, -1, []int{1}, []leaderboard.Game{{Player: "a", Measure: leaderboard.Uncounted}, {Player: "b", Measure: leaderboard.Uncounted}}}, // helped, and lost
		{TimeRace, []string{"", "b"}, -1, []int{0, 1}, []leaderboard.Game{{Player: "b", Measure: leaderboard.ByPoints}}},
	} {
		var got []leaderboard.Game
		for _, r := range playMatch(t, c.kind, c.players, c.away, c.sits...) {
			if r.Game.Source != leaderboard.Matches || r.Game.Score.Mode != MatchKinds[c.kind].Name || r.Recording.End == nil || r.Recording.End.Hash != r.Game.State {
				t.Errorf("%s: %+v", MatchKinds[c.kind].Title, r.Game)
			}
			got = append(got, leaderboard.Game{Player: r.Game.Player, Other: r.Game.Other, Paddle: r.Game.Paddle, Guest: r.Game.Guest, Measure: r.Game.Measure})
		}
		if !slices.EqualFunc(got, c.want, func(a, b leaderboard.Game) bool { return reflect.DeepEqual(a, b) }) {
			t.Errorf("%s of %q, at seats %d: %+v", MatchKinds[c.kind].Title, c.players, c.sits, got)
		}
	}
}
