package app

import (
	"fmt"
	"time"

	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/render/text"
)

// This file saves games in progress and continues them. A saved game is a recording. To continue the game, the session
// plays the recording back. Each frame plays many ticks, because a tick takes only about a microsecond. The recording
// contains a hash of the game every few seconds and at its end, so playback also verifies the recording.

// catchUpWork limits the work in each frame while a saved game is played back, in the units of [engine.Game.Work]. The
// limit corresponds to about 40 s of an ordinary game.
const catchUpWork = 80_000

// SaveInterval is the default of Setup.SaveEvery.
const SaveInterval = 5 * time.Second

// FirstID is the ID of the saved game that existed before the session started.
const FirstID = 1

// A savedGame is the game that Continue resumes, if there is one.
type savedGame struct {
	game   *replay.Replay // nil if there is no game
	id     uint64         // ID of the game's save
	lastID uint64         // last ID given to a game of the session
}

// A saveState is the state of saving the round's game.
type saveState struct {
	active     bool          // the game is the player's and in progress
	disabled   bool          // the game is not saved
	id         uint64        // ID of the game's save
	firstServe bool          // the first serve of the game was after the last save
	served     bool          // a ball has been served; before that, the game does not replace an earlier save
	tick       uint64        // tick of the last save
	level      int           // index of the level at the last save
	savedAt    time.Duration // time of the last save
}

// saveDue reports whether the player's game should be saved now. The game is saved after the first serve, at the start
// of each level, when it is not running, and otherwise every SaveEvery.
func (s *Session) saveDue(now time.Duration) bool {
	k := &s.round.saving
	return k.firstServe || s.ID() != playingScreen || s.round.game.Level != k.level || now-k.savedAt >= s.set.SaveEvery
}

// SaveNow requests that the player's game be saved, unless the game has not changed since the last save. The run loop
// calls SaveNow at the end of the program.
func (s *Session) SaveNow(now time.Duration) {
	k, game := &s.round.saving, s.round.game
	if !k.active || k.disabled || !k.served || game.Tick == k.tick {
		return
	}
	k.tick, k.level, k.savedAt, k.firstServe = game.Tick, game.Level, now, false
	if s.saved.id != k.id {
		s.saved.game = nil // the new save replaces it
	}
	if s.set.SavingDisabled {
		return
	}
	rec := s.round.recording.Snapshot(game)
	if rec == nil {
		return
	}
	s.request(SaveGame{k.id, rec})
}

// observe detects the first serve of the game. It is called after each tick.
func (k *saveState) observe(g *engine.Game) {
	if !k.served && g.Phase != engine.Serve {
		k.firstServe, k.served = true, true
	}
}

// startSaving starts to save the round's game under an ID. now counts as the time of the last save.
func (s *Session) startSaving(id uint64, now time.Duration) {
	g := s.round.game
	s.saved.lastID = max(s.saved.lastID, id)
	s.round.terms = g.Terms()
	s.round.saving = saveState{active: true, id: id, served: g.Tick > 0, tick: g.Tick, level: g.Level, savedAt: now}
}

// leaveGame saves the player's game for Continue when the player returns to the title. A game before its first serve is
// not saved.
func (s *Session) leaveGame() {
	k := &s.round.saving
	if !k.active {
		return
	}
	k.active = false
	if k.disabled {
		return
	}
	if rec := s.round.recording.Snapshot(s.round.game); rec != nil && k.served {
		s.request(SaveGame{k.id, rec})
		s.saved.game, s.saved.id = &replay.Replay{Name: text.Viewer.SavedGame, Recording: rec, Pack: s.round.pack}, k.id
	}
}

// discardSave removes the saved copy of a game that has ended.
func (s *Session) discardSave() {
	k := &s.round.saving
	if !k.active {
		return
	}
	k.active = false
	if k.disabled {
		return
	}
	s.request(SaveGame{ID: k.id})
	if s.saved.id == k.id {
		s.saved.game = nil
	}
}

// resume starts the playback of the saved game. catchUp continues the playback.
func (s *Session) resume(now time.Duration) {
	rec, pack := s.saved.game.Recording, s.saved.game.Pack
	playback, err := rec.Begin(pack.Levels)
	if err != nil {
		s.refuseSaved(err, now)
		return
	}
	s.setNextGame(pack, rec.Mode, min(rec.First, len(pack.Levels)-1))
	s.round = round{
		game: playback.Game, config: rec.Config(pack.Levels), pack: pack,
		recording: rec, resumePlayback: playback,
	}
	s.setOpponent(rec.Opponent)
	s.newView()
	s.endSlowMotion()
	s.Enter(resumingScreen, now)
}

// catchUp plays back a part of the saved game. After the last tick of the recording, it lets the player continue the
// game.
func (s *Session) catchUp(now time.Duration) {
	r := &s.round
	for limit := r.game.Work() + catchUpWork; r.game.Work() < limit && !r.resumePlayback.Ended(); {
		if _, err := r.resumePlayback.Next(); err != nil {
			s.refuseSaved(err, now)
			return
		}
		r.counts.Observe(r.game.Events)
	}
	if !r.resumePlayback.Ended() {
		s.Schedule.Redraw()
		return
	}

	r.resumePlayback = nil
	r.savesScore = r.recording.Parent == (record.Parent{}) && r.ranked() // not taken over from a replay
	s.startSaving(s.saved.id, now)
	s.readBest()
	if r.game.Phase.Ended() {
		s.discardSave()
		s.ShowUnrequested(endedScreen, now)
		return
	}
	s.Enter(countdownScreen, now)
}

// refuseSaved handles a saved game that cannot be continued. err is the reason. refuseSaved requests that the file of
// the game be renamed, and shows the title with a notice.
func (s *Session) refuseSaved(err error, now time.Duration) {
	s.saved.game = nil
	s.request(RejectSavedGame{s.saved.id, err})
	s.must(s.toTitle(now))
	s.IgnoreInputBriefly(now)
	s.ShowNotice(fmt.Sprintf(text.Notice.NotContinued, err))
}
