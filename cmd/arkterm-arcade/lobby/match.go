package lobby

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
)

const (
	// InputDelay is the time between a tick's due time and its execution: two ticks. Keys that arrive in this time on other goroutines
	// still take effect.
	InputDelay = 2 * time.Second / engine.TicksPerSecond

	// Countdown is the time from the start of a match to its first tick, while the screen counts 3, 2, 1.
	Countdown = 1800 * time.Millisecond

	// maxBehind is the maximum number of ticks that one call of Advance catches up. After a longer delay the match is late instead
	// of jumping.
	maxBehind = engine.TicksPerSecond / 10

	// serveTicks is the time after which the match serves for an idle player, in ticks. The engine does this for opponents.
	serveTicks = 8 * engine.TicksPerSecond

	// maxEvents is the maximum number of queued input events of one player. Match drops further events.
	maxEvents = 64
)

// A MatchSetup describes a match to start.
type MatchSetup struct {
	Kind       MatchKind
	Seed       uint64
	First      int // index of the first level, where the kind has one to choose
	Difficulty engine.Difficulty
	Bots       bot.Strength // strength of the bots in empty seats
	Pack       levels.Pack  // levels for modes that have none
	Made       string       // the program's name in recordings
	Names      []string     // names of the players, by seat
	Players    []string     // IDs of the players, by seat; "" for guests and bots
	Start      time.Duration

	Missed *atomic.Int64 // if not nil, counts skipped ticks that a player waited for, see Advance
}

// A Match is a game of several people: two on one field, or a race in which each player has a field. The match plays each field once,
// with the keys of all players. Each player's screen shows a copy that is played from the field's stream.
//
// A match has no goroutine and no clock. Its methods are safe for concurrent use and take the time, counted from one origin for all
// callers. Advance plays the ticks that are due. A tick is played [InputDelay] after its due time, with the keys up to its due time, so
// the result does not depend on which goroutine advances. Bots play for empty seats and for players who have left.
type Match struct {
	MatchSetup

	mu          sync.Mutex
	seats       []seat
	fields      []field
	hadPlayer   bool          // a player has been present since the last call of Advance
	lastAdvance time.Duration // time of that call
}

// A seat is a place in a match.
type seat struct {
	field   int // index
	paddle  int
	bot     *bot.Bot // nil: a person sits here
	keys    input.State
	events  []event // not played yet, in order of time
	helped  bool    // a bot has played for a tick
	outcome string  // what has become of the game

	emote     Emote
	emoteTime time.Duration // when it was said; 0: never
}

// An event is a key or a movement of the mouse at its time.
type event struct {
	at      time.Duration
	key     input.Keystroke
	mouse   bool
	x       float64
	buttons tcell.ButtonMask
}

// A field is one game of a match.
type field struct {
	config    engine.Config
	pack      levels.Pack
	game      *engine.Game
	recording *record.Recording
	stream    *spectate.Stream
	clock     input.TickClock
	over      bool
	cleared   bool // its level is
	result    MatchResult
}

// New returns a match with bots at all seats, which begins a countdown after set.Begin.
func NewMatch(set MatchSetup) (*Match, error) {
	row := &MatchKinds[set.Kind]
	if len(set.Names) == 0 || len(set.Names) > row.MaxPlayers || !row.SeparateFields && len(set.Names) != engine.Modes[row.Mode].Paddles {
		return nil, fmt.Errorf("%s: %d seats", row.Title, len(set.Names))
	}
	m := &Match{MatchSetup: set}
	for i, name := range set.Names {
		s := seat{field: 0, paddle: i, bot: m.newBot(i)}
		if row.SeparateFields {
			s.field, s.paddle = i, 0
		}
		m.seats = append(m.seats, s)
		if s.field < len(m.fields) {
			continue
		}
		opponent := ""
		if !row.SeparateFields {
			opponent = set.Names[1]
		}
		f, err := m.newField(name, opponent)
		if err != nil {
			return nil, err
		}
		m.fields = append(m.fields, f)
	}
	return m, nil
}

// newBot returns a bot for a seat.
func (m *Match) newBot(seat int) *bot.Bot { return bot.OfStrength(m.Bots, m.Seed+uint64(seat)) }

// newField sets up a game of the match for a player, and for the one at its second paddle, if it has two.
func (m *Match) newField(player, opponent string) (f field, err error) {
	mode := MatchKinds[m.Kind].Mode
	pack := levels.For(mode, 0, m.Pack)
	config := engine.Config{Levels: pack.Levels, Setup: engine.Setup{Mode: mode, Seed: m.Seed, Difficulty: m.Difficulty, Drops: progress.DefaultDrops}}
	switch {
	case mode.Faces():
		config.First = int(m.Seed % uint64(len(pack.Levels)))
	case MatchKinds[m.Kind].ChoosesLevel:
		config.First = m.First
	}
	if f.game, err = engine.New(config); err != nil {
		return f, fmt.Errorf("set up a match: %w", err)
	}
	f.config, f.pack = config, pack
	f.recording = replay.NewRecording(m.Made, config, pack)
	f.recording.Player, f.recording.Opponent = player, opponent
	f.stream = spectate.NewStream(pack)
	f.stream.Publish(f.recording)
	f.clock.Restart(m.Start + Countdown)
	f.clock.SetRate(f.game.Rate())
	return f, nil
}

// Seats returns how many seats there are.
func (m *Match) Seats() int { return len(m.seats) }

// Field returns the field of a seat, and which of its paddles is the seat's.
func (m *Match) Field(seat int) (field, paddle int) { return m.seats[seat].field, m.seats[seat].paddle }

// Fields returns how many fields there are.
func (m *Match) Fields() int { return len(m.fields) }

// Feed returns the feed of a field.
func (m *Match) Stream(field int) *spectate.Stream { return m.fields[field].stream }

// Sit seats a person in place of the bot.
func (m *Match) TakeSeat(seat int, o input.Options, delay, period time.Duration, releases bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.seats[seat]
	s.bot, s.events, s.keys = nil, s.events[:0], input.State{}
	s.keys.SetOptions(o)
	s.keys.SetKeyTiming(delay, period)
	if releases {
		s.keys.ExpectReleases()
	}
}

// Stand lets the bot play in place of the person from here on.
func (m *Match) LeaveSeat(seat int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := &m.seats[seat]; s.bot == nil {
		s.bot = m.newBot(seat)
	}
	m.hadPlayer = m.hadPlayer && m.hasPlayer()
}

// attended reports whether a person sits at a seat.
func (m *Match) hasPlayer() bool {
	return slices.ContainsFunc(m.seats, func(s seat) bool { return s.bot == nil })
}

// Here reports whether a person sits at a seat.
func (m *Match) Present(seat int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seats[seat].bot == nil
}

// Releases says that a seat's terminal reports releases of keys from here on.
func (m *Match) EnableReleases(seat int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seats[seat].keys.ExpectReleases()
}

// Let lets all keys of a seat up.
func (m *Match) ReleaseKeys(seat int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.seats[seat]
	s.events = s.events[:0]
	s.keys.Release()
}

// Key takes a key of a seat.
func (m *Match) Key(seat int, now time.Duration, ev input.Keystroke) {
	m.addEvent(seat, event{at: now, key: ev})
}

// Mouse takes where in the field a seat's mouse points, and its buttons.
func (m *Match) Mouse(seat int, now time.Duration, x float64, b tcell.ButtonMask) {
	m.addEvent(seat, event{at: now, mouse: true, x: x, buttons: b})
}

// take queues an event of a seat. Of movements of the mouse with the same buttons only the last one waits.
func (m *Match) addEvent(seat int, ev event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.seats[seat]
	if n := len(s.events); ev.mouse && n > 0 && s.events[n-1].mouse && s.events[n-1].buttons == ev.buttons {
		s.events[n-1].x = ev.x
		return
	}
	if len(s.events) < maxEvents {
		s.events = append(s.events, ev)
	}
}

// Advance plays the ticks that are due, and reports whether the match continues. Ticks that are more than 0.1 s late are
// left out. They count as missed if a player has sat here since the last call, and if that was not more than input.MaxGap ago:
// a match that all players have left is not advanced, and has missed nothing.
func (m *Match) Advance(now time.Duration) (on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	counts := m.hadPlayer && now-m.lastAdvance <= input.MaxGap && m.Missed != nil
	m.hadPlayer, m.lastAdvance = m.hasPlayer(), max(m.lastAdvance, now)
	for i := range m.fields {
		f := &m.fields[i]
		if f.over {
			continue
		}
		for n := 0; !f.over && f.clock.Next()+InputDelay <= now; n++ {
			if n == maxBehind {
				if counts {
					m.Missed.Add(f.clock.Behind(now - InputDelay))
				}
				f.clock.Restart(now)
				break
			}
			m.step(i)
		}
		f.stream.Publish(f.recording)
		if f.over {
			f.stream.Close()
		}
		on = on || !f.over
	}
	return on
}

// step plays one tick of a field.
func (m *Match) step(i int) {
	f := &m.fields[i]
	at := f.clock.Next()
	in := engine.Input{engine.Idle, engine.Idle}
	for k := range m.seats {
		if s := &m.seats[k]; s.field == i {
			in[s.paddle] = s.nextControl(f.game, at)
		}
	}
	if g := f.game; !g.Mode.Faces() && g.Phase == engine.Serve && g.Tick-g.Since >= serveTicks {
		in[g.Server].Buttons = 0
		if g.Tick%2 == 0 { // somebody may hold it, which does not serve
			in[g.Server].Buttons = engine.Fire
		}
	}
	f.recording.Add(in)
	f.game.Step(in)
	f.recording.Checkpoint(f.game)
	f.clock.Count(1)
	f.clock.SetRate(f.game.Rate())

	switch p := f.game.Phase; {
	case p.Ended():
		f.over, f.cleared = true, p == engine.Won
	case MatchKinds[m.Kind].EndsWhenCleared && (p == engine.Bonus || p == engine.Clear):
		f.over, f.cleared = true, true
	}
	if f.over {
		f.recording.Close(f.game)
		m.storeResult(i)
	}
}

// control returns what a seat asks for in the tick at a time.
func (s *seat) nextControl(g *engine.Game, at time.Duration) engine.Control {
	if s.bot != nil {
		s.helped = true
		return s.bot.PlayFor(g, s.paddle)
	}
	n := 0
	for ; n < len(s.events) && s.events[n].at <= at; n++ {
		if ev := &s.events[n]; ev.mouse {
			s.keys.Mouse(ev.at, ev.x, ev.buttons)
		} else {
			s.keys.Key(ev.at, ev.key)
		}
	}
	s.events = append(s.events[:0], s.events[n:]...)

	p := g.Capsule(s.paddle)
	x := p.X
	if g.Mirrored(s.paddle) {
		x = g.W - x
	}
	waits := g.Phase == engine.Serve && g.Server == s.paddle
	s.keys.SetPaddle(x, p.Half, g.W-p.Half, waits, g.FireShoves(s.paddle))
	return s.keys.Next(at)[0]
}

// Due returns when a key that comes now is played in a field: the first moment at which Advance makes a difference to it.
func (m *Match) Due(field int, now time.Duration) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := &m.fields[field].clock
	k := int64(1)
	for c.Due(k) < now { // a few ticks at most: the host has just advanced
		k++
	}
	return c.Due(k) + InputDelay
}

// emotePause is how long nobody may say another thing.
const minEmoteInterval = 2 * time.Second

// Say lets a seat say something, unless it has just said something. It reports whether it was said.
func (m *Match) SendEmote(seat int, e Emote, now time.Duration) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.seats[seat]
	if int(e) >= len(Emotes) || s.emoteTime > 0 && now < s.emoteTime+minEmoteInterval {
		return false
	}
	s.emote, s.emoteTime = e, now
	return true
}

// A Standing is how a seat's player stands.
type Standing struct {
	Seat    int
	Present bool // a person plays, not the bot
	Helped  bool // a bot has played for a while
	Over    bool // the game is
	Cleared bool // and its level cleared
	Tick    uint64
	Score   int
	Points  int // of a match of two paddles that face each other
	Lives   int
	Bricks  int    // left
	Level   int    // index
	Outcome string // what has become of the game, to its player

	Emote     Emote
	EmoteTime time.Duration // 0: nothing was said yet
}

// Standings appends how each seat stands to dst, the best first, and returns it. Those on one field are in the order of
// their points.
func (m *Match) Standings(dst []Standing) []Standing {
	m.mu.Lock()
	defer m.mu.Unlock()
	from := len(dst)
	for i := range m.seats {
		s := &m.seats[i]
		f := &m.fields[s.field]
		g := f.game
		dst = append(dst, Standing{
			Seat: i, Present: s.bot == nil, Helped: s.helped, Over: f.over, Cleared: f.cleared, Tick: g.Tick, Score: g.Score, Points: g.Match.Points[s.paddle],
			Lives: g.Lives, Bricks: g.BricksLeft, Level: g.Level, Outcome: s.outcome, Emote: s.emote, EmoteTime: s.emoteTime,
		})
	}
	rank(dst[from:], &MatchKinds[m.Kind])
	return dst
}

// rank sorts standings, the best first. In a race to clear a level who has cleared it comes first, the quickest before the
// others, then who has fewest bricks left. Elsewhere points tell. In a race who was helped by a bot comes after all others. Who is even
// keeps the order of the seats.
func rank(all []Standing, row *MatchKindRow) {
	for i := range all {
		for k := i; k > 0 && isAhead(&all[k], &all[k-1], row); k-- {
			all[k], all[k-1] = all[k-1], all[k]
		}
	}
}

// ahead reports whether a stands better than b.
func isAhead(a, b *Standing, row *MatchKindRow) bool {
	clears := row.EndsWhenCleared
	switch {
	case row.SeparateFields && a.Helped != b.Helped:
		return b.Helped
	case !clears && a.Points != b.Points:
		return a.Points > b.Points
	case !clears:
		return a.Score > b.Score
	case a.Cleared != b.Cleared:
		return a.Cleared
	case a.Cleared && a.Tick != b.Tick:
		return a.Tick < b.Tick
	case a.Bricks != b.Bricks:
		return a.Bricks < b.Bricks
	}
	return a.Score > b.Score
}

// Abandon ends the match where it is: nobody is there any more, and nobody may come back.
func (m *Match) Abandon() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.fields {
		if f := &m.fields[i]; !f.over {
			f.over = true
			f.stream.Publish(f.recording)
			f.stream.Close()
		}
	}
}
