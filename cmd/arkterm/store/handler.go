package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/progress"
	"arkterm/engine/record"
	"arkterm/render/text"
)

// HandlerOptions are the options of NewHandler. Files and Scores are required. Functions may be nil.
type HandlerOptions struct {
	Files        Folders
	Scores       progress.Store
	Player       string               // name of the player in the scores; "" is the local player
	Slot         *SaveSlot            // nil if games are not saved
	NoSaveReason error                // why Slot is nil; nil if games are never saved
	HandlePanic  func()               // deferred in every goroutine
	Room         func(bytes int) bool // reports whether a recording of this size may be saved; called by a worker

	Journal *LevelJournal // journal of the level that the editor opens at the start; nil if none

	HideFolder string            // path of a folder that is removed from messages
	Bell       func()            // rings the terminal's bell
	Mark       func(name string) // called with a name when a level begins or a combo ends
	Saved      func(exists bool) // called after a saved game was written (true) or removed (false)
	Copy       func(text string) // copies a text to the terminal's clipboard

	// Clip writes a clip to a path and returns the tick of the recording at which the clip begins. Clip is nil if the
	// player has no access to the recordings.
	Clip func(c app.WriteClip, path string) (from uint64, err error)
}

// A Handler executes the storage requests of a session: it writes settings, saved games and recordings, and queries
// the scores. Workers do this, because disks are slow. Errors and answers return to the session through the run loop.
//
// Only Results, Flush and Close may be called outside the run loop's goroutine.
type Handler struct {
	HandlerOptions
	session *app.Session
	writer  *FileWriter
	scores  *ScoreWorker
	clips   *FileWriter                  // nil if Clip is nil
	ratings *FileWriter                  // nil before the first rating of a level
	reader  *FileWriter                  // reads level sets; nil before the first request
	results chan func(now time.Duration) // passes the result of a job to the session
	quit    bool

	mu          sync.Mutex
	unsavedGame *record.Recording // the game in progress; nil if it is saved, or if there is none
	saveErr     error             // the reason why unsavedGame is not saved
}

// maxResults is the number of results that wait for the run loop without blocking a job.
const maxResults = 8

// NewHandler returns a handler for a session and starts to remove outdated files.
func NewHandler(s *app.Session, o HandlerOptions) *Handler {
	h := &Handler{
		HandlerOptions: o, session: s, writer: NewFileWriter(o.HandlePanic),
		scores: NewScoreWorker(o.Scores, o.Player, o.HandlePanic), results: make(chan func(time.Duration), maxResults),
	}
	if o.Clip != nil {
		h.clips = NewFileWriter(o.HandlePanic)
	}
	h.writer.Do(o.Files.Replays(), func() error {
		referred := func() (map[string]bool, error) { return o.Scores.Replays(o.Player) }
		_ = Tidy(o.Files, referred, time.Now()) // the next start tries again
		return nil
	})
	return h
}

// Serve executes the session's requests and reports whether the player has quit.
func (h *Handler) Serve(now time.Duration) (quit bool) {
	h.serve(h.session.Requests(now)...)
	return h.quit
}

// serve executes requests.
func (h *Handler) serve(list ...app.Request) {
	var ended *record.Recording // the game that has just ended
	replay := ""                // file of the recording in ended
	for _, r := range list {
		switch r := r.(type) {
		case app.WriteSettings:
			path := h.Files.SettingsFile()
			h.writer.Do(path, withName("settings", func() error { return Write(path, r.Text) }))
		case app.WriteFieldGuide:
			h.writer.DoSoon(h.Files.FieldGuideFile(),
				withName("field guide",
					mergingInto(h.Files.FieldGuideFile(), maxFieldGuide, r.Text, app.MergeFieldGuides)))
		case app.WriteDiary:
			h.writer.Do(h.Files.DailyFile(),
				withName("daily games", mergingInto(h.Files.DailyFile(), maxDiary, r.Text, progress.MergeDiaries)))
		case app.SaveReplay:
			ended, replay = r.Recording, h.saveReplay(r.Recording, time.Now())
			if h.Clip != nil {
				h.session.SetRecordingFile(replay)
			}
		case app.WriteClip:
			h.clip(r)
		case app.ListSets:
			h.listSets()
		case app.ReadSet:
			h.readSet(r.Path)
		case app.ReadPreview:
			h.readPreview(r.Path)
		case app.SaveLevels:
			h.keepLevels(r)
		case app.CopyText:
			if h.Copy != nil {
				h.Copy(r.Text)
			}
		case app.ScoreRequest:
			h.scores.Request(withRecording(r.Request, ended, replay))
		case app.SaveGame:
			h.save(r)
		case app.RejectSavedGame:
			if h.Slot != nil {
				h.session.ShowNotice(h.withoutFolder(h.Slot.Refuse(r.ID, r.Reason, time.Now()).Error()))
			}
		case app.AddCastMarker:
			if h.Mark != nil {
				h.Mark(r.Name)
			}
		case app.RingBell:
			if h.Bell != nil {
				h.Bell()
			}
		case app.WriteLevel:
			h.writeLevel(r)
		case app.AppendJournal:
			h.logLevel(r)
		case app.OpenLevelFile:
			h.openLevel(r)
		case app.DiscardJournal:
			h.closeLevel()
		case app.RateLevel:
			h.rateLevel(r)
		case app.Quit:
			h.quit = true
		}
	}
}

// withName returns a job that adds the name of the data to its errors.
func withName(what string, job func() error) func() error {
	return func() error {
		if err := job(); err != nil {
			return notSaved(what, err)
		}
		return nil
	}
}

func notSaved(what string, err error) error { return fmt.Errorf("%s not saved: %w", what, err) }

// mergingInto returns a job that merges a text into a file, because another process of the same player may have changed
// the file.
func mergingInto(path string, limit int64, text []byte, merged func(a, b []byte) []byte) func() error {
	return func() error {
		return Update(path, limit, func(old []byte) []byte { return merged(old, text) })
	}
}

// saveReplay saves the recording of a finished game and returns the name of the file.
func (h *Handler) saveReplay(rec *record.Recording, end time.Time) string {
	rec.Date = end.UTC().Format(time.RFC3339)
	name := ReplayName(end, rec.Seed)
	path := filepath.Join(h.Files.Replays(), name)
	h.writer.Do(path, withName("recording", func() error {
		data := h.Files.PackedSealed(rec)
		if h.Room != nil && !h.Room(len(data)) {
			return nil
		}
		return Write(path, data)
	}))
	return name
}

// clip writes a clip next to its recording. It takes seconds, so it has its own goroutine.
func (h *Handler) clip(c app.WriteClip) {
	path := filepath.Join(h.Files.Replays(), strings.TrimSuffix(c.File, RecordingSuffix)+"."+c.Format)
	h.clips.Do(path, func() error {
		from, err := h.Clip(c, path)
		if err != nil {
			err = notSaved("clip", err)
		}
		h.results <- func(time.Duration) { h.session.ClipWritten(c.File, path, from, err) }
		return nil // the session shows the error
	})
}

// keepLevels saves the files of a pack with the player's levels.
func (h *Handler) keepLevels(r app.SaveLevels) {
	h.writer.Do(filepath.Join(h.Files.Levels(), r.Pack.Name), func() error {
		name, err := h.Files.KeepLevels(r.Pack, r.Copy)
		if err != nil {
			err = notSaved("levels", err)
		}
		h.results <- func(time.Duration) { h.session.LevelsSaved(name, err) }
		return nil // the session shows the error
	})
}

// FinishClips waits up to limit for clips that are being written, after the end of the run loop.
func (h *Handler) FinishClips(limit time.Duration) (done bool) {
	if h.clips == nil {
		return true
	}
	done = h.clips.Flush(limit)
	for {
		select {
		case deliver := <-h.results:
			deliver(0)
		default:
			return done
		}
	}
}

// withRecording adds the recording and its file name to a request that saves the score of a finished game.
func withRecording(q progress.Request, rec *record.Recording, file string) progress.Request {
	if add, ok := q.(progress.Add); ok && add.Score.Outcome != progress.OutcomeLeft {
		add.Score.Recording, add.Score.Replay = rec, file
		return add
	}
	return q
}

// save writes or removes a saved game.
func (h *Handler) save(o app.SaveGame) {
	if h.Slot == nil {
		h.recordSave(o.Recording, h.NoSaveReason)
		return
	}
	h.writer.Do(h.Slot.Path, withName("game", func() error {
		err := h.Slot.Put(o.ID, o.Recording)
		h.recordSave(o.Recording, err)
		if h.Saved != nil {
			h.Saved(err == nil && o.Recording != nil)
		}
		return err
	}))
}

// recordSave records whether the game in progress was saved.
func (h *Handler) recordSave(game *record.Recording, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.unsavedGame, h.saveErr = game, err; err == nil {
		h.unsavedGame = nil
	}
}

// SaveNow saves all data that would be lost if the program ended now.
func (h *Handler) SaveNow(now time.Duration) {
	h.session.SaveNow(now)
	h.Serve(now)
}

// Results waits until a job has failed or has a result. It returns a function that passes the error or the result to
// the session. The run loop must call this function. Results returns nil when over is closed.
func (h *Handler) Results(over <-chan struct{}) func(now time.Duration) {
	select {
	case err := <-h.Failed():
		return h.ShowError(err)
	case <-h.ScoresReady():
		return h.DeliverScores
	case deliver := <-h.results:
		return deliver
	case <-over:
		return nil
	}
}

// Failed returns the channel of write errors, for ShowError.
func (h *Handler) Failed() <-chan error { return h.writer.Failed() }

// ShowError returns a function that shows an error in the session.
func (h *Handler) ShowError(err error) func(now time.Duration) {
	return func(time.Duration) { h.session.ShowNotice(h.withoutFolder(err.Error())) }
}

// ScoresReady returns a channel that receives a value when DeliverScores has answers.
func (h *Handler) ScoresReady() <-chan struct{} { return h.scores.Ready() }

// DeliverScores passes answers from the score store to the session. The run loop calls it.
func (h *Handler) DeliverScores(now time.Duration) {
	for _, a := range h.scores.Take() {
		h.session.ReceiveResult(now, h.resultWithoutFolder(a))
	}
}

// withoutFolder returns a message without the path of HideFolder.
func (h *Handler) withoutFolder(text string) string { return WithoutFolder(text, h.HideFolder) }

// WithoutFolder removes the path of a folder from the paths of its files in a text. If folder is "", it returns the
// text unchanged.
func WithoutFolder(text, folder string) string {
	if folder == "" {
		return text
	}
	return strings.ReplaceAll(text, folder+string(filepath.Separator), "")
}

// resultWithoutFolder returns a result whose message does not contain the path of HideFolder.
func (h *Handler) resultWithoutFolder(r progress.Result) progress.Result {
	switch r := r.(type) {
	case progress.Notice:
		return progress.Notice{Text: h.withoutFolder(r.Text)}
	case progress.Failed:
		if h.HideFolder != "" {
			r.Err = errors.New(h.withoutFolder(r.Err.Error()))
		}
		return r
	}
	return r
}

// Flush waits up to limit until all data is on the disk. It retries failed writes once. The error is the reason why the
// game in progress is not saved.
func (h *Handler) Flush(limit time.Duration) error {
	begun := time.Now()
	h.scores.Retry()
	h.writer.Retry()
	done := h.writer.Flush(limit)
	if done && h.Slot != nil {
		h.writer.Do(filepath.Dir(h.Slot.Path), withName("game", h.Slot.Sync))
		done = h.writer.Flush(limit - time.Since(begun))
	}
	h.scores.Flush(limit - time.Since(begun))
	if !done {
		return errSlow
	}
	_, err := h.Unsaved()
	return err
}

// Unsaved returns the game in progress and the reason why it is not saved. game is nil if there is none or it is saved.
func (h *Handler) Unsaved() (game *record.Recording, why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.unsavedGame, h.saveErr
}

// UnsavedLines returns a line for each kind of data that is not saved after Flush.
func (h *Handler) UnsavedLines() (lines []string) {
	game, why := h.Unsaved()
	if game != nil && h.Slot == nil {
		lines = append(lines, notSaved("game", why).Error())
	}
	for _, err := range h.writer.Failures() {
		lines = append(lines, err.Error())
	}
	if !h.writer.Idle() {
		lines = append(lines, notSaved("game or settings", errSlow).Error())
	}
	switch n, err := h.scores.Unsaved(); {
	case n > 0 && err == nil:
		lines = append(lines, fmt.Sprintf(text.Notice.ScoresNotSaved, errSlow))
	case n > 0:
		lines = append(lines, fmt.Sprintf(text.Notice.ScoresNotSaved, err))
	}
	slices.Sort(lines)
	return lines
}

// errSlow is the error for writes that do not finish in time.
var errSlow = errors.New("the disk takes too long")

// Close ends the goroutines. It waits up to limit. Call Flush first.
func (h *Handler) Close(limit time.Duration) {
	begun := time.Now()
	h.writer.Close(limit)
	if h.clips != nil {
		h.clips.Close(0)
	}
	if h.ratings != nil {
		h.ratings.Close(0)
	}
	h.journal().Close()
	if h.reader != nil {
		h.reader.Close(0)
	}
	h.scores.Close(limit - time.Since(begun))
}
