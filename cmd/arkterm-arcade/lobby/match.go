package lobby

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
)

const (
	// InputDelay is the time between the due time of a tick and its simulation: two ticks. Input from before the due
	// time takes effect in the tick even if it arrives during InputDelay, for example from another goroutine.
	InputDelay = 2 * time.Second / engine.TicksPerSecond

	// Countdown is the time from the start of a match to its first tick. During this time, the screen shows 3, 2, 1.
	Countdown = 1800 * time.Millisecond

	// maxTicksPerAdvance is the maximum number of ticks that one call of Advance simulates. After a longer delay, the
	// match continues from its last tick and does not catch up.
	maxTicksPerAdvance = engine.TicksPerSecond / 10

	// serveTicks is the number of ticks after which the match serves for a player who has not served. In matches
	// between opponents, the engine does this.
	serveTicks = 8 * engine.TicksPerSecond

	// maxQueuedEvents is the maximum number of queued input events of one player. Further events are dropped.
	maxQueuedEvents = 64
)

// A MatchSetup describes a match to start.
type MatchSetup struct {
	Kind        MatchKind
	Seed        uint64
	FirstLevel  int // index of the first level, if the kind allows a choice
	Difficulty  engine.Difficulty
	Bots        bot.Strength  // strength of the bots in empty seats
	Pack        levels.Pack   `json:"-"` // default levels, for modes without their own levels
	ProgramName string        // the program's name in recordings
	Names       []string      // names of the players, by seat
	PlayerIDs   []string      `json:"Players"` // IDs of the players, by seat; "" for guests and bots
	Start       time.Duration // time at which the countdown starts

	MissedTicks *atomic.Int64 `json:"-"` // counter of skipped ticks for which players have waited; may be nil
}

// A Match is a game for several players: either two on one field, or a race with one field per player. The match
// simulates each field once, with the input of all players. Each player's screen shows a copy, which is simulated from
// the field's stream.
//
// A match has no goroutine and no clock. Its methods are safe for concurrent use. All callers measure the time from the
// same origin. Advance simulates the ticks that are due. A tick is simulated [InputDelay] after its due time, with the
// input up to its due time. Therefore, the result does not depend on the goroutine that calls Advance. Bots play for
// empty seats and for players who have left.
type Match struct {
	MatchSetup

	mu     sync.Mutex
	seats  []seat
	fields []field
	// Fields of a copy of a match on another server, see NewMatchCopy.
	send         func(Action) // forwards input to that server; nil if this is not a copy
	standings    []Standing   // last standings of that server
	ended        bool         // the match has ended on that server
	lastMouse    Action       // last mouse event
	mousePending bool         // mouse has not been forwarded yet

	hadPlayer   bool          // a player was present since the last call of Advance
	lastAdvance time.Duration // time of the last call of Advance
}

// A seat is the place of a player in a match.
type seat struct {
	field     int          // index of the field
	paddle    int          // index of the paddle on the field
	bot       *bot.Bot     // nil if a player is present
	keys      input.State  // the keys that the player holds
	events    []inputEvent // input that is not simulated yet, ordered by time
	botHelped bool         // a bot has played at least one tick
	acted     bool         // the player has pressed a key or used the mouse
	slow      bool         // the player has called LimitSpeed
	outcome   string       // text about the finished game, for the player

	emote     Emote
	emoteTime time.Duration // time of the emote; 0 if none
}

// An inputEvent is a key press or mouse event of a player, with its time.
type inputEvent struct {
	at      time.Duration
	key     input.Keystroke
	isMouse bool    // the event is a mouse event with x and buttons, not a key
	isSteer bool    // the event is a target x of the paddle, not a key
	x       float64 // position in the field
	buttons tcell.ButtonMask
}

// A field is one simulated game of a match.
type field struct {
	config       engine.Config
	pack         levels.Pack
	game         *engine.Game
	recording    *record.Recording
	stream       *GameStream
	clock        input.TickClock
	speedPercent int // in percent of the game's speed
	over         bool
	cleared      bool // the level was cleared
	result       MatchResult
}

// NewMatch returns a match with bots in all seats. Its countdown begins at setup.Start.
func NewMatch(setup MatchSetup) (*Match, error) {
	m := &Match{MatchSetup: setup}
	if err := m.checkSeats(); err != nil {
		return nil, err
	}
	row := &MatchKinds[setup.Kind]
	for i, name := range setup.Names {
		s := m.newSeat(i)
		s.bot = m.newBot(i)
		m.seats = append(m.seats, s)
		if s.field < len(m.fields) {
			continue
		}
		opponent := ""
		if !row.SeparateFields {
			opponent = setup.Names[1]
		}
		f, err := m.newField(name, opponent)
		if err != nil {
			return nil, err
		}
		m.fields = append(m.fields, f)
	}
	return m, nil
}

// checkSeats returns an error if the match has a wrong number of seats.
func (m *Match) checkSeats() error {
	row := &MatchKinds[m.Kind]
	if len(m.Names) == 0 || len(m.Names) > row.MaxPlayers ||
		!row.SeparateFields && len(m.Names) != engine.Modes[row.Mode].Paddles {
		return fmt.Errorf("%s: wrong number of seats: %d (want at most %d)", row.Title, len(m.Names), row.MaxPlayers)
	}
	return nil
}

// newSeat returns the seat with index i, without a bot.
func (m *Match) newSeat(i int) seat {
	if MatchKinds[m.Kind].SeparateFields {
		return seat{field: i}
	}
	return seat{paddle: i}
}

// newBot returns a bot for the given seat.
func (m *Match) newBot(seat int) *bot.Bot { return bot.OfStrength(m.Bots, m.Seed+uint64(seat)) }

// newField creates a field for a player and, if its mode has two paddles, an opponent.
func (m *Match) newField(player, opponent string) (f field, err error) {
	mode := MatchKinds[m.Kind].Mode
	pack := levels.PackFor(mode, 0, m.Pack)
	config := engine.Config{
		Levels: pack.Levels,
		Setup:  engine.Setup{Mode: mode, Seed: m.Seed, Difficulty: m.Difficulty, Drops: progress.DefaultDrops},
	}
	switch {
	case mode.Versus():
		config.First = int(m.Seed % uint64(len(pack.Levels)))
	case MatchKinds[m.Kind].ChoosesLevel:
		config.First = m.FirstLevel
	}
	if f.game, err = engine.New(config); err != nil {
		return f, fmt.Errorf("create a match: %w", err)
	}
	f.config, f.pack = config, pack
	f.recording = replay.NewRecording(m.ProgramName, config, pack)
	f.recording.Player, f.recording.Opponent = player, opponent
	f.stream = NewGameStream(pack)
	f.stream.Publish(f.recording)
	f.clock.Restart(m.Start + Countdown)
	f.speedPercent = 100
	f.clock.SetRate(f.game.Rate())
	return f, nil
}

// NumSeats returns the number of seats.
func (m *Match) NumSeats() int { return len(m.seats) }

// Field returns the field of a seat, and the seat's paddle on it.
func (m *Match) Field(seat int) (field, paddle int) { return m.seats[seat].field, m.seats[seat].paddle }

// NumFields returns the number of fields.
func (m *Match) NumFields() int { return len(m.fields) }

// Stream returns the stream of a field for spectators.
func (m *Match) Stream(field int) *GameStream { return m.fields[field].stream }

// TakeSeat replaces the bot in a seat with a player. o contains the player's input options. delay and period describe
// the key repeat of the player's terminal. releases reports whether the terminal reports key releases.
func (m *Match) TakeSeat(seat int, o input.Options, delay, period time.Duration, releases bool) {
	if m.send != nil {
		m.send(Action{Kind: TakeSeatAction, Controls: newControls(o, delay, period, releases)})
		return
	}
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

// LimitSpeed limits the speed of a seat's field, in percent of the game's speed, for a player who needs narration. It
// has no effect after the first tick. The result of a slow field is not ranked.
func (m *Match) LimitSpeed(seat, percent int) {
	if m.send != nil {
		m.send(Action{Kind: LimitSpeedAction, Percent: percent})
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.seats[seat]
	if f := &m.fields[s.field]; f.game.Tick == 0 {
		s.slow, f.speedPercent = true, min(f.speedPercent, percent)
	}
}

// LeaveSeat replaces the player in a seat with a bot. It does nothing if a bot has the seat.
func (m *Match) LeaveSeat(seat int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := &m.seats[seat]; s.bot == nil {
		s.bot = m.newBot(seat)
	}
	m.hadPlayer = m.hadPlayer && m.hasPlayer()
}

// hasPlayer reports whether a player is present in any seat.
func (m *Match) hasPlayer() bool {
	return slices.ContainsFunc(m.seats, func(s seat) bool { return s.bot == nil })
}

// Present reports whether a player, not a bot, has the seat.
func (m *Match) Present(seat int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seats[seat].bot == nil
}

// ReleaseKeys releases all keys of a seat, and drops its queued input.
func (m *Match) ReleaseKeys(seat int) {
	if m.send != nil {
		m.send(Action{Kind: ReleaseKeysAction})
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.seats[seat]
	s.events = s.events[:0]
	s.keys.Release()
}

// Key handles a key press or release from a seat.
func (m *Match) Key(seat int, now time.Duration, ev input.Keystroke) {
	if m.send != nil {
		m.send(Action{Kind: KeyAction, At: now, Key: ev})
		return
	}
	m.addEvent(seat, inputEvent{at: now, key: ev})
}

// Mouse handles a mouse event from a seat. x is the position in the field, and b contains the pressed buttons.
func (m *Match) Mouse(seat int, now time.Duration, x float64, b tcell.ButtonMask) {
	if m.send != nil {
		m.forwardMouse(Action{Kind: MouseAction, At: now, X: x, Buttons: b})
		return
	}
	m.addEvent(seat, inputEvent{at: now, isMouse: true, x: x, buttons: b})
}

// Steer moves the paddle of a seat to the position x in the field.
func (m *Match) Steer(seat int, now time.Duration, x float64) {
	if m.send != nil {
		m.send(Action{Kind: SteerAction, At: now, X: x})
		return
	}
	m.addEvent(seat, inputEvent{at: now, isSteer: true, x: x})
}

// addEvent queues an event of a seat. Consecutive mouse movements with the same buttons are merged.
func (m *Match) addEvent(seat int, ev inputEvent) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.seats[seat]
	s.acted = s.acted || ev.isMouse || ev.key.Kind != input.Release
	if n := len(s.events); ev.isMouse && n > 0 && s.events[n-1].isMouse && s.events[n-1].buttons == ev.buttons {
		s.events[n-1].x = ev.x
		return
	}
	if len(s.events) < maxQueuedEvents {
		s.events = append(s.events, ev)
	}
}

// Advance simulates the ticks that are due, and reports whether the match continues. It skips ticks that are more than
// 0.1 s late. It adds the skipped ticks to MissedTicks if players have waited for them. That is the case if a player
// was present since the last call, and the last call was at most input.MaxGap ago. A match that all players have left
// misses no ticks, because no session calls Advance for it.
func (m *Match) Advance(now time.Duration) (running bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.send != nil {
		if m.mousePending && now >= m.lastMouse.At+mouseInterval {
			m.sendMouse(m.lastMouse)
		}
		return !m.ended
	}
	countMissed := m.hadPlayer && now-m.lastAdvance <= input.MaxGap && m.MissedTicks != nil
	m.hadPlayer, m.lastAdvance = m.hasPlayer(), max(m.lastAdvance, now)
	for i := range m.fields {
		f := &m.fields[i]
		if f.over {
			continue
		}
		for n := 0; !f.over && f.clock.Next()+InputDelay <= now; n++ {
			if n == maxTicksPerAdvance {
				if countMissed {
					m.MissedTicks.Add(f.clock.Behind(now - InputDelay))
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
		running = running || !f.over
	}
	return running
}

// step simulates one tick of the field with index i.
func (m *Match) step(i int) {
	f := &m.fields[i]
	at := f.clock.Next()
	in := engine.Input{engine.Idle, engine.Idle}
	for k := range m.seats {
		if s := &m.seats[k]; s.field == i {
			in[s.paddle] = s.nextControl(f.game, at)
		}
	}
	if g := f.game; !g.Mode.Versus() && g.Phase == engine.Serve && g.Tick-g.PhaseBegan >= serveTicks {
		in[g.Server].Buttons = 0
		if g.Tick%2 == 0 { // every second tick, because only a new press serves and the player may be holding Fire
			in[g.Server].Buttons = engine.Fire
		}
	}

	f.recording.Add(in)
	f.game.Step(in)
	f.recording.Checkpoint(f.game)
	f.clock.Advance(1)
	f.clock.SetRate(f.rate())

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

// rate returns the speed of the field in percent.
func (f *field) rate() int { return max(f.game.Rate()*f.speedPercent/100, 1) }

// nextControl returns the input of a seat for the tick due at the given time.
func (s *seat) nextControl(g *engine.Game, at time.Duration) engine.Control {
	if s.bot != nil {
		s.botHelped = true
		return s.bot.PlayFor(g, s.paddle)
	}
	n := 0
	for ; n < len(s.events) && s.events[n].at <= at; n++ {
		switch ev := &s.events[n]; {
		case ev.isMouse:
			s.keys.Mouse(ev.at, ev.x, ev.buttons)
		case ev.isSteer:
			s.keys.SetTarget(ev.x)
		default:
			s.keys.Key(ev.at, ev.key)
		}
	}
	s.events = append(s.events[:0], s.events[n:]...)

	p := g.Capsule(s.paddle)
	x := p.X
	if g.Mirrored(s.paddle) {
		x = g.W - x
	}
	servesNext := g.Phase == engine.Serve && g.Server == s.paddle
	s.keys.SetPaddle(x, p.Half, g.W-p.Half, servesNext, g.FireShoves(s.paddle))
	return s.keys.Next(at)[0]
}

// copyDelay is the usual delay of a tick in a copy of a match on another server, in addition to the shortest transit
// time of a message.
const copyDelay = 2 * time.Millisecond

// InputEffectTime returns the earliest time at which Advance can simulate the effect of input that arrives now.
func (m *Match) InputEffectTime(field int, now time.Duration) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := &m.fields[field].clock
	ticks := int64(1)
	for c.Due(ticks) < now { // few iterations, because the host has just called Advance
		ticks++
	}
	due := c.Due(ticks) + InputDelay
	if m.send != nil {
		due += copyDelay
	}
	return due
}

// minEmoteInterval is the minimum time between two emotes of a player.
const minEmoteInterval = 2 * time.Second

// SendEmote shows an emote of a seat's player to the other players, and reports whether it was accepted. It refuses
// unknown emotes, and emotes within minEmoteInterval after the last one.
func (m *Match) SendEmote(seat int, e Emote, now time.Duration) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.send != nil {
		m.send(Action{Kind: SendEmoteAction, Emote: e})
		return true
	}
	s := &m.seats[seat]
	if int(e) >= len(Emotes) || s.emoteTime > 0 && now < s.emoteTime+minEmoteInterval {
		return false
	}
	s.emote, s.emoteTime = e, now
	return true
}

// A Standing is the current result of a seat in a match.
type Standing struct {
	Seat      int
	Present   bool   // the player is present
	BotHelped bool   // a bot has played for some time
	Slow      bool   // the field is slow for this player, see Match.LimitSpeed
	Over      bool   // the game has ended
	Cleared   bool   // the level was cleared
	Tick      uint64 // tick of the game
	Score     int
	Points    int // points in a match between opponents
	Lives     int
	Bricks    int    // bricks left
	Level     int    // index of the current level
	Outcome   string // text about the finished game, for the seat's player

	Emote     Emote
	EmoteTime time.Duration // time of the emote; 0 if none
}

// Standings appends the standing of each seat to dst, best first, and returns the extended slice.
func (m *Match) Standings(dst []Standing) []Standing {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.send != nil {
		return append(dst, m.standings...)
	}
	from := len(dst)
	for i := range m.seats {
		s := &m.seats[i]
		f := &m.fields[s.field]
		g := f.game
		dst = append(dst, Standing{
			Seat: i, Present: s.bot == nil, BotHelped: s.botHelped, Slow: s.slow,
			Over: f.over, Cleared: f.cleared, Tick: g.Tick, Score: g.Score, Points: g.Match.Points[s.paddle],
			Lives: g.Lives, Bricks: g.BricksLeft, Level: g.Level, Outcome: s.outcome, Emote: s.emote,
			EmoteTime: s.emoteTime,
		})
	}
	sortStandings(dst[from:], &MatchKinds[m.Kind])
	return dst
}

// sortStandings sorts standings, best first. Equal standings keep the order of the seats. In a race to clear a level,
// the players who have cleared it come first, ordered by time, followed by the other players, ordered by the number of
// bricks left. Other matches are ordered by points. In all races, players who were helped by a bot come last.
func sortStandings(all []Standing, row *MatchKindRow) {
	for i := range all {
		for k := i; k > 0 && isAhead(&all[k], &all[k-1], row); k-- {
			all[k], all[k-1] = all[k-1], all[k]
		}
	}
}

// isAhead reports whether a ranks before b.
func isAhead(a, b *Standing, row *MatchKindRow) bool {
	clears := row.EndsWhenCleared
	switch {
	case row.SeparateFields && a.BotHelped != b.BotHelped:
		return b.BotHelped
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

// Abandon ends the match immediately. The lobby calls it when no player is present and none can return.
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
