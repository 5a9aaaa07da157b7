// Package persist does what a session asks for and may not do itself: it writes the player's settings, book, saved games
// and recordings, and asks the scores. Disks are slow, so all of that is done by workers; what comes of it goes back to
// the session by the host's loop.
package persist

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/fieldguide"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine/record"
	"arkterm/render/text"
)

// Options are the options of New. Files and Scores are required; functions that are nil are not called.
type Options struct {
	Files  store.Folders
	Scores progress.Store
	Player string       // name of the player of the scores; "": the local player
	Saves  *store.Saves // nil: games are not saved
	NoSave error        // why Saves is nil; nil if games are never saved
	Guard  func()       // deferred in every goroutine

	Hide  string            // a folder whose path is not shown to the player
	Bell  func()            // rings the terminal's bell
	Mark  func(name string) // a level begins, or a combo ends
	Saved func(is bool)     // there is a game to continue, or none any more
}

// A Keeper keeps what a session wants to be kept. Its methods are called in the goroutine of the session's host, but for
// Results, Flush and Close.
type Keeper struct {
	Options
	session *app.Session
	saver   *store.Saver
	scores  *store.ScoreWorker
	quit    bool

	mu   sync.Mutex
	game *record.Recording // the game in progress; nil if it is saved or there is none
	why  error             // why it was not saved
}

// New returns a keeper for a session, and begins to tidy up the files.
func New(s *app.Session, o Options) *Keeper {
	k := &Keeper{Options: o, session: s, saver: store.NewSaver(o.Guard), scores: store.NewScoreWorker(o.Scores, o.Player, o.Guard)}
	k.saver.Do(o.Files.Replays(), func() error {
		referred := func() (map[string]bool, error) { return o.Scores.Replays(o.Player) }
		_ = store.Tidy(o.Files, referred, time.Now()) // it is tried again at the next start
		return nil
	})
	return k
}

// Serve carries out the session's requests, and reports whether the player has quit.
func (k *Keeper) Serve(now time.Duration) (quit bool) {
	var ended *record.Recording // the game that has just ended
	replay := ""                // its file
	for _, r := range k.session.Requests(now) {
		switch r := r.(type) {
		case app.WriteSettings:
			path := k.Files.SettingsFile()
			k.saver.Do(path, saving("settings", func() error { return store.Write(path, r.Text) }))
		case app.WriteBook:
			k.saver.DoSoon(k.Files.FieldGuideFile(), saving("field guide", merging(k.Files.FieldGuideFile(), maxBook, r.Text, fieldguide.Merge)))
		case app.NoteTry:
			k.saver.Do(k.Files.DailyFile(), saving("daily games", merging(k.Files.DailyFile(), maxDiary, r.Text, progress.MergeDiaries)))
		case app.SaveReplay:
			ended, replay = r.Recording, k.saveReplay(r.Recording, time.Now())
		case app.AskScores:
			k.scores.Request(withRecording(r.Question, ended, replay))
		case app.SaveGame:
			k.save(r)
		case app.RefuseSave:
			if k.Saves != nil {
				k.session.Notice(k.hidden(k.Saves.Refuse(r.ID, r.Reason, time.Now()).Error()))
			}
		case app.MarkCast:
			if k.Mark != nil {
				k.Mark(r.Name)
			}
		case app.RingBell:
			if k.Bell != nil {
				k.Bell()
			}
		case app.Quit:
			k.quit = true
		}
	}
	return k.quit
}

// saving returns a job whose error names what was not saved.
func saving(what string, job func() error) func() error {
	return func() error {
		if err := job(); err != nil {
			return notSaved(what, err)
		}
		return nil
	}
}

func notSaved(what string, err error) error { return fmt.Errorf("%s not saved: %w", what, err) }

// merging returns a job that saves a text together with what another arkterm of the player's has written into the file
// meanwhile.
func merging(path string, limit int64, text []byte, merged func(a, b []byte) []byte) func() error {
	return func() error {
		return store.Update(path, limit, func(old []byte) []byte { return merged(old, text) })
	}
}

// saveReplay saves a finished game, and returns the name of the file.
func (k *Keeper) saveReplay(rec *record.Recording, end time.Time) string {
	rec.Date = end.UTC().Format(time.RFC3339)
	name := store.ReplayName(end, rec.Seed)
	path := filepath.Join(k.Files.Replays(), name)
	k.saver.Do(path, saving("recording", func() error { return store.Write(path, k.Files.PackedSealed(rec)) }))
	return name
}

// withRecording adds the recording and the name of its file to a request that saves the score of a game that has ended.
func withRecording(q progress.Request, rec *record.Recording, file string) progress.Request {
	if add, ok := q.(progress.Add); ok && add.Score.Outcome != progress.OutcomeLeft {
		add.Score.Recording, add.Score.Replay = rec, file
		return add
	}
	return q
}

// save writes a saved game, or removes it.
func (k *Keeper) save(o app.SaveGame) {
	if k.Saves == nil {
		k.note(o.Recording, k.NoSave)
		return
	}
	k.saver.Do(k.Saves.Path, saving("game", func() error {
		err := k.Saves.Put(o.ID, o.Recording)
		k.note(o.Recording, err)
		if k.Saved != nil {
			k.Saved(err == nil && o.Recording != nil)
		}
		return err
	}))
}

// note records whether the game in progress was saved.
func (k *Keeper) note(game *record.Recording, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.game, k.why = game, err; err == nil {
		k.game = nil
	}
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
	case err := <-k.Failed():
		return k.Fail(err)
	case <-k.Answers():
		return k.Answer
	case <-over:
		return nil
	}
}

// Failed brings errors of files that could not be written, for Fail. Results waits for it and for Answers.
func (k *Keeper) Failed() <-chan error { return k.saver.Failed() }

// Fail returns what tells the session of an error.
func (k *Keeper) Fail(err error) func(now time.Duration) {
	return func(time.Duration) { k.session.Notice(k.hidden(err.Error())) }
}

// Answers receives a token when Answer has some.
func (k *Keeper) Answers() <-chan struct{} { return k.scores.Done() }

// Answer hands the answers of the database of scores to the session. The host's loop calls it.
func (k *Keeper) Answer(now time.Duration) {
	for _, a := range k.scores.Take() {
		k.session.Answer(now, k.shown(a))
	}
}

// hidden returns a text without the path of the folder that is not shown.
func (k *Keeper) hidden(text string) string { return Hidden(text, k.Hide) }

// Hidden returns a text without the path of a folder: files in it have their names. Folder "" hides nothing.
func Hidden(text, folder string) string {
	if folder == "" {
		return text
	}
	return strings.ReplaceAll(text, folder+string(filepath.Separator), "")
}

// shown returns a result as the player may see it.
func (k *Keeper) shown(r progress.Result) progress.Result {
	switch r := r.(type) {
	case progress.Notice:
		return progress.Notice{Text: k.hidden(r.Text)}
	case progress.Failed:
		if k.Hide != "" {
			r.Err = errors.New(k.hidden(r.Err.Error()))
		}
		return r
	}
	return r
}

// Flush waits up to limit until everything handed over is on the disk. It retries failed writes of files and scores
// once. Flush returns why the game in progress is not saved, or nil if it is, or if there is none.
func (k *Keeper) Flush(limit time.Duration) error {
	begun := time.Now()
	k.scores.Retry()
	k.saver.Retry()
	done := k.saver.Flush(limit)
	if done && k.Saves != nil {
		k.saver.Do(filepath.Dir(k.Saves.Path), saving("game", k.Saves.Sync))
		done = k.saver.Flush(limit - time.Since(begun))
	}
	k.scores.Flush(limit - time.Since(begun))
	if !done {
		return errSlow
	}
	_, err := k.Unsaved()
	return err
}

// Unsaved returns the game in progress and why it is not saved; nil if it is saved, or if there is none.
func (k *Keeper) Unsaved() (game *record.Recording, why error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.game, k.why
}

// Lost returns a line for each kind of data that is not saved after Flush.
func (k *Keeper) Lost() (lines []string) {
	game, why := k.Unsaved()
	if game != nil && k.Saves == nil {
		lines = append(lines, notSaved("game", why).Error())
	}
	for _, err := range k.saver.Lost() {
		lines = append(lines, err.Error())
	}
	if !k.saver.Idle() {
		lines = append(lines, notSaved("game or settings", errSlow).Error())
	}
	switch n, err := k.scores.Unsaved(); {
	case n > 0 && err == nil:
		lines = append(lines, fmt.Sprintf(text.Notice.ScoresNotSaved, errSlow))
	case n > 0:
		lines = append(lines, fmt.Sprintf(text.Notice.ScoresNotSaved, err))
	}
	slices.Sort(lines)
	return lines
}

// errSlow is the error of a disk that takes too long.
var errSlow = errors.New("the disk takes too long")

// Close ends the goroutines, within limit. Flush gives them time before.
func (k *Keeper) Close(limit time.Duration) {
	begun := time.Now()
	k.saver.Close(limit)
	k.scores.Close(limit - time.Since(begun))
}
