// Package keeper does what a session asks for and may not do itself: it writes the player's settings, book, saved games
// and recordings, and asks the scores. Disks are slow, so all of that is done by workers; what comes of it goes back to
// the session by the host's loop.
package keeper

import (
	"path/filepath"
	"time"

	"arkterm/cmd/arkterm/book"
	"arkterm/cmd/arkterm/daily"
	"arkterm/cmd/arkterm/scores"
	"arkterm/cmd/arkterm/session"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine/record"
)

// Options are the options of New. Files and Scores are required; functions that are nil are not called.
type Options struct {
	Files  store.Folders
	Scores *store.Scores
	Player string       // who the scores belong to, see [store.Scores.Do]
	Saves  *store.Saves // nil: games are not saved
	Guard  func()       // deferred in every goroutine

	Bell  func()            // rings the terminal's bell
	Mark  func(name string) // a level begins, or a combo ends
	Saved func(is bool)     // there is a game to continue, or none any more
}

// A Keeper keeps what a session wants to be kept. Its methods are called in the goroutine of the session's host, but for
// Results, Flush and Close.
type Keeper struct {
	Options
	session *session.Session
	saver   *store.Saver
	scores  *store.ScoreWorker
	quit    bool
}

// New returns a keeper for a session, and begins to tidy up the files.
func New(s *session.Session, o Options) *Keeper {
	k := &Keeper{Options: o, session: s, saver: store.NewSaver(o.Guard), scores: store.NewScoreWorker(o.Scores, o.Player, o.Guard)}
	k.saver.Do(o.Files.Replays(), func() error {
		_ = store.Tidy(o.Files, time.Now()) // it is tried again at the next start
		return nil
	})
	return k
}

// Serve carries out the session's requests, and reports whether the player has quit.
func (k *Keeper) Serve(now time.Duration) (quit bool) {
	replay := "" // file of the game that has just ended
	for _, r := range k.session.Requests(now) {
		switch r := r.(type) {
		case session.WriteSettings:
			k.saver.Save(k.Files.SettingsFile(), r.Text)
		case session.WriteBook:
			k.merge(k.Files.BookFile(), maxBook, r.Text, book.Merge)
		case session.NoteTry:
			k.merge(k.Files.DailyFile(), maxDiary, r.Text, daily.Merge)
		case session.SaveReplay:
			replay = k.saveReplay(r.Recording, time.Now())
		case session.AskScores:
			k.scores.Request(withReplay(r.Question, replay))
		case session.SaveGame:
			k.save(r)
		case session.RefuseSave:
			if k.Saves != nil {
				k.session.Notice(k.Saves.Refuse(r.ID, r.Reason, time.Now()).Error())
			}
		case session.MarkCast:
			if k.Mark != nil {
				k.Mark(r.Name)
			}
		case session.RingBell:
			if k.Bell != nil {
				k.Bell()
			}
		case session.Quit:
			k.quit = true
		}
	}
	return k.quit
}

// merge saves a text together with what another arkterm of the player's has written into the file meanwhile.
func (k *Keeper) merge(path string, limit int64, text []byte, merged func(a, b []byte) []byte) {
	k.saver.Do(path, func() error {
		return store.Update(path, limit, func(old []byte) []byte { return merged(old, text) })
	})
}

// saveReplay saves a finished game, and returns the name of the file.
func (k *Keeper) saveReplay(rec *record.Recording, end time.Time) string {
	rec.Date = end.UTC().Format(time.RFC3339)
	name := store.ReplayName(end, rec.Seed)
	k.saver.SaveLater(filepath.Join(k.Files.Replays(), name), func() []byte { return k.Files.PackedSealed(rec) })
	return name
}

// withReplay returns the request with the replay's file name added, if it adds the score of a finished
// game.
func withReplay(q scores.Request, replay string) scores.Request {
	if add, ok := q.(scores.Add); ok && add.Score.Outcome != scores.OutcomeLeft {
		add.Score.Replay = replay
		return add
	}
	return q
}

// save writes a saved game, or removes it.
func (k *Keeper) save(o session.SaveGame) {
	if k.Saves == nil {
		return
	}
	k.saver.Do(k.Saves.Path, func() error {
		err := k.Saves.Put(o.ID, o.Recording)
		if k.Saved != nil {
			k.Saved(err == nil && o.Recording != nil)
		}
		return err
	})
}

// SaveNow saves everything that the end of the program would lose.
func (k *Keeper) SaveNow(now time.Duration) {
	k.session.SaveNow(now)
	k.Serve(now)
}

// Results waits for what comes of requests. It returns a function for the host's loop, which hands it to the session;
// nil once over is closed.
func (k *Keeper) Results(over <-chan struct{}) func(now time.Duration) {
	select {
	case err := <-k.saver.Failed():
		return func(time.Duration) { k.session.Notice("game not saved: " + err.Error()) }
	case <-k.scores.Done():
		return func(now time.Duration) {
			for _, a := range k.scores.Take() {
				k.session.Answer(now, a)
			}
		}
	case <-over:
		return nil
	}
}

// Flush waits up to limit until everything handed over is on the disk. Scores that failed are tried once more.
func (k *Keeper) Flush(limit time.Duration) {
	begun := time.Now()
	k.scores.Retry()
	k.saver.Flush(limit)
	k.scores.Flush(limit - time.Since(begun))
}

// Close ends the goroutines, within limit. Flush gives them time before.
func (k *Keeper) Close(limit time.Duration) {
	begun := time.Now()
	k.saver.Close(limit)
	k.scores.Close(limit - time.Since(begun))
}

// Unsaved returns how many scores were not saved, and why; the error is nil if the disk is only too slow.
func (k *Keeper) Unsaved() (int, error) { return k.scores.Unsaved() }
