package session

import (
	"time"

	"arkterm/cmd/arkterm/replays"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A game that was left is its recording. To go on with it is to play that again, some ticks
// in each frame, which also shows whether it still gives the same game: the recording
// notes the hash every few seconds and at its end. A tick takes about a microsecond.

// catchUpTicks is how many ticks are played again in a frame: 40 s of the game.
const catchUpTicks = 40 * engine.TicksPerSecond

// saveEvery is how much of a game a SIGKILL may cost.
const saveEvery = 10 * time.Second

// FirstID is the id of the game that was saved before the session began.
const FirstID = 1

// A saved is the game that Continue goes on with.
type saved struct {
	game *replays.Replay // nil: there is none
	id   uint64
	ids  uint64 // the last one given to a game
}

// A saving is what is known of saving the round's game.
type saving struct {
	on     bool   // the game is the player's, and goes on
	id     uint64 // tells it from others that were saved
	waits  bool   // its balls lie on the paddle
	served bool   // they have gone off since it was last saved
	begun  bool   // they have ever: before that it is not worth another game's place
	tick   uint64 // of the game as it was last saved
	level  int
	at     time.Duration
}

// saveDue reports whether the player's game is to be saved now: at each serve, at the start of a
// level, every saveEvery, and when the game stands still.
func (s *Session) saveDue(now time.Duration) bool {
	k := &s.round.saving
	return k.served || !s.row().plays() || s.round.game.Level != k.level || now-k.at >= saveEvery
}

// SaveNow asks for the player's game to be saved, unless it is already as it is now; the loop calls
// it as the program ends.
func (s *Session) SaveNow(now time.Duration) {
	k, game := &s.round.saving, s.round.game
	if !k.on || !k.begun || game.Tick == k.tick {
		return
	}
	k.tick, k.level, k.at, k.served = game.Tick, game.Level, now, false
	rec := s.round.recording.Snapshot(game)
	if rec == nil {
		return
	}
	if s.saved.id != k.id {
		s.saved.game = nil // its place is taken
	}
	s.request(SaveGame{k.id, rec})
}

// observe sees the player's game after a tick.
func (k *saving) observe(g *engine.Game) {
	waits := g.Phase == engine.Serve
	k.served = k.served || k.waits && !waits
	k.begun = k.begun || !waits
	k.waits = waits
}

// startSaving begins to save the round's game, which is the player's. One that goes on has begun
// before.
func (s *Session) startSaving(id uint64, now time.Duration) {
	g := s.round.game
	s.saved.ids = max(s.saved.ids, id)
	s.round.terms = g.Terms()
	s.round.saving = saving{on: true, id: id, waits: g.Phase == engine.Serve, begun: g.Tick > 0, tick: g.Tick, level: g.Level, at: now}
}

// leaveGame saves the player's game to go on with, when it is left for the title.
func (s *Session) leaveGame() {
	k := &s.round.saving
	if !k.on {
		return
	}
	k.on = false
	if rec := s.round.recording.Snapshot(s.round.game); rec != nil && k.begun {
		s.request(SaveGame{k.id, rec})
		s.saved.game, s.saved.id = &replays.Replay{Name: "the saved game", Recording: rec, Pack: s.round.pack}, k.id
	}
}

// dropSave removes the save of a game that has ended.
func (s *Session) dropSave() {
	k := &s.round.saving
	if !k.on {
		return
	}
	k.on = false
	s.request(SaveGame{ID: k.id})
	if s.saved.id == k.id {
		s.saved.game = nil
	}
}

// resume begins to play the saved game again.
func (s *Session) resume(now time.Duration) {
	rec, pack := s.saved.game.Recording, s.saved.game.Pack
	playback, err := rec.Begin(pack.Levels)
	if err != nil {
		s.refuseSaved(err, now)
		return
	}
	s.playLike(pack, rec.Mode, min(rec.First, len(pack.Levels)-1))
	s.round = round{game: playback.Game, config: rec.Config(pack.Levels), pack: pack, recording: rec, resumed: playback}
	s.setOpponent(rec.Opponent)
	s.newView()
	s.endSlowMotion()
	s.enter(resumingScreen, now)
}

// catchUp plays some more of the saved game again, and lets the player go on where it was left.
func (s *Session) catchUp(now time.Duration) {
	r := &s.round
	for n := 0; n < catchUpTicks && !r.resumed.Ended(); n++ {
		if _, err := r.resumed.Next(); err != nil {
			s.refuseSaved(err, now)
			return
		}
		r.tally.Observe(r.game.Events)
	}
	if !r.resumed.Ended() {
		s.schedule.redraw()
		return
	}

	r.resumed = nil
	r.scored = r.recording.Parent == (record.Parent{}) && r.ranked() // else it was taken over from another one
	s.startSaving(s.saved.id, now)
	if r.game.Phase.Ended() {
		s.dropSave()
		s.enter(endedScreen, now)
		return
	}
	s.enter(countdownScreen, now)
}

// refuseSaved says that the saved game cannot go on.
func (s *Session) refuseSaved(err error, now time.Duration) {
	s.saved.game = nil
	s.request(RefuseSave{s.saved.id, err})
	s.must(s.toTitle(now))
	s.Notice("the saved game cannot go on: " + err.Error())
}
