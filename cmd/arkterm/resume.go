package main

import (
	"time"

	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/levels"
)

// A game that was left is its recording. To go on with it is to play that again, some ticks
// in each frame, which also shows whether it still gives the same game: the recording
// notes the hash every few seconds and at its end. A tick takes about a microsecond.

// catchUp is how many ticks are played again in a frame: 40 s of the game.
const catchUp = 40 * engine.TicksPerSecond

// saveEvery is how much of a game a SIGKILL may cost.
const saveEvery = 10 * time.Second

// savedID is the id of the game that was kept before the session began.
const savedID = 1

// A keeping is what the session knows of keeping its games.
type keeping struct {
	kept   *savedGame // what Continue goes on with; nil: nothing
	keptID uint64
	ids    uint64           // the last one given to a game
	id     uint64           // of the player's game
	mine   bool             // the game is the player's, and goes on
	waits  bool             // its balls lie on the paddle
	served bool             // they have gone off since it was last kept
	begun  bool             // they have ever: before that it is not worth another game's place
	replay *record.Playback // while it is played again
	tick   uint64           // of the game as it was last kept
	level  int
	at     time.Duration
}

// saveDue reports whether the player's game is to be saved now: at each serve, at the start of a
// level, every saveEvery, and when the game stands still.
func (s *session) saveDue(now time.Duration) bool {
	k := &s.keep
	return k.served || !s.row().plays() || s.game.Level != k.level || now-k.at >= saveEvery
}

// SaveNow asks for the player's game to be saved, unless it is already as it is now; the loop calls
// it as the program ends.
func (s *session) SaveNow(now time.Duration) {
	k := &s.keep
	if !k.mine || !k.begun || s.game.Tick == k.tick {
		return
	}
	k.tick, k.level, k.at, k.served = s.game.Tick, s.game.Level, now, false
	rec := s.tape.Kept(s.game)
	if rec == nil {
		return
	}
	if k.keptID != k.id {
		k.kept = nil // its place is taken
	}
	s.request(saveGame{k.id, rec})
}

// observe sees the player's game after a tick.
func (k *keeping) observe(g *engine.Game) {
	waits := g.Phase == engine.Serve
	k.served = k.served || k.waits && !waits
	k.begun = k.begun || !waits
	k.waits = waits
}

// own begins to keep the game that has just been set up for the player. One that goes on has begun
// before.
func (s *session) own(id uint64, now time.Duration) {
	k := &s.keep
	k.id, k.ids = id, max(k.ids, id)
	k.waits, k.begun, k.served = s.game.Phase == engine.Serve, s.game.Tick > 0, false
	s.terms = s.game.Terms()
	k.mine, k.tick, k.level, k.at = true, s.game.Tick, s.game.Level, now
}

// leaveGame keeps the player's game to go on with, when it is left for the title.
func (s *session) leaveGame() {
	k := &s.keep
	if !k.mine {
		return
	}
	k.mine = false
	if rec := s.tape.Kept(s.game); rec != nil && k.begun {
		s.request(saveGame{k.id, rec})
		k.kept, k.keptID = &savedGame{rec, s.played}, k.id
	}
}

// endGame does not keep a game that has ended.
func (s *session) endGame() {
	k := &s.keep
	if !k.mine {
		return
	}
	k.mine = false
	s.request(saveGame{id: k.id})
	if k.keptID == k.id {
		k.kept = nil
	}
}

// resume begins to play the kept game again.
func (s *session) resume(now time.Duration) {
	k := &s.keep
	rec, pack := k.kept.rec, k.kept.pack
	replay, err := rec.Begin(pack.Levels)
	if err != nil {
		s.refuse(err, now)
		return
	}
	s.take(pack, rec.Mode, min(rec.First, len(pack.Levels)-1))
	s.config = rec.Config(pack.Levels)
	s.game, s.tape, s.bot, s.demo = replay.Game, rec, nil, false
	s.seatSecond(rec.Opponent)
	s.see(pack)
	s.goOn()
	k.replay = replay
	s.scores.tally = tally{}
	s.enter(resuming, now)
}

// take has Play begin games like one on a pack that somebody else has begun.
func (s *session) take(pack levels.Pack, m engine.Mode, level int) {
	s.mode, s.past = m, past{}
	if !engine.Modes[m].Own {
		s.set.pack, s.level = pack, level
	}
}

// again plays some more of the kept game again.
func (s *session) again(now time.Duration) {
	k := &s.keep
	for n := 0; n < catchUp && !k.replay.Ended(); n++ {
		if _, err := k.replay.Next(); err != nil {
			s.refuse(err, now)
			return
		}
		s.scores.tally.observe(s.game.Events)
	}
	switch {
	case !k.replay.Ended():
		s.dirty = true
	default:
		k.replay = nil
		s.scores.counts = s.tape.Parent == (record.Parent{}) && s.ranked() // else it was taken over from another one
		s.own(k.keptID, now)
		if s.game.Phase.Ended() {
			s.endGame()
			s.enter(ended, now)
			return
		}
		s.enter(countdown, now)
	}
}

// refuse says that the kept game cannot go on.
func (s *session) refuse(err error, now time.Duration) {
	k := &s.keep
	k.replay, k.kept = nil, nil
	s.request(refuseSave{k.keptID, err})
	s.must(s.toTitle(now))
	s.Notice("the kept game cannot go on: " + err.Error())
}
