package arcade

import (
	"errors"
	"os"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
)

// A playerScores stores the games that a player finishes during a visit: as personal scores and, if they are ranked, on
// the leaderboards. It implements [progress.Store].
type playerScores struct {
	*Arcade
	user     *user
	notify   func(text string) // reports a result that was unknown when Add returned; called in another goroutine
	visitEnd chan struct{}     // closed at the end of the visit
}

// gameBytes is the size of a game in the database, without its recording.
const gameBytes = 512

// chargeRecording returns a function that calls encode, and counts the recording toward the storage limit of c. If the
// limit is exceeded, the function sets refused and returns nil.
func chargeRecording(c *connlimit.Admission, encode func() []byte, refused *atomic.Bool) func() []byte {
	return func() []byte {
		data := encode()
		if !c.ChargeStorage(time.Now(), gameBytes+len(data)) {
			refused.Store(true)
			return nil
		}
		return data
	}
}

// Errors of playerScores.
var (
	errNoRename      = errors.New("scores always have the name of the account")
	errVisitEnded    = errors.New("the visit has ended")
	errTooManyStored = errors.New("your network has stored too many games today, so only you see this score")
)

// storeFor returns the store for a visitor's results. For a guest, it is a file in the guest's folder. For a player, it
// is a playerScores with notify and visitEnd.
func (a *Arcade) storeFor(v *user, notify func(text string), visitEnd chan struct{}) progress.Store {
	if v.isGuest() {
		return store.NewScoreFile(v.folders.ScoresFile())
	}
	if err := a.importScores(v); err != nil {
		a.Log.Error("import old scores", "error", withoutPaths(err))
	}
	return &playerScores{a, v, notify, visitEnd}
}

// importScores moves the scores of earlier versions from a player's folder to the database. If the score file cannot be
// read, importScores renames the file and returns the error.
func (a *Arcade) importScores(v *user) error {
	path := store.OldScores(v.folders.ScoresFile())
	if path == "" {
		return nil
	}
	old, err := leaderboard.ReadOldScores(path)
	if err != nil {
		_, moveErr := store.SetAside(path, time.Now())
		return errors.Join(err, moveErr)
	}
	if err := a.store.ImportScores(v.player.ID, old); err != nil {
		return err
	}
	return os.Remove(path)
}

// Add adds a game to the write queue, and waits until the game is written. If the disk is full, Add returns earlier.
// The text of the placing then contains the reason, and notify receives the result later.
func (s *playerScores) Add(_ string, score progress.Score) (progress.Placing, error) {
	if score.Ended.IsZero() {
		score.Ended = time.Now()
	}
	g, encode := s.gameOf(score)
	var refused atomic.Bool
	if encode != nil {
		encode = chargeRecording(s.user.Admission, encode, &refused)
	}
	type outcome struct {
		progress.Placing
		err error
	}
	result := make(chan outcome, 1)
	var answered atomic.Bool
	s.writeQueue.AddGame(g, encode, func(p leaderboard.Placing, err error) {
		if refused.Load() && errors.Is(err, leaderboard.ErrTooLong) {
			err = errTooManyStored
		}
		text, err := s.outcome(p, err)
		switch {
		case !answered.Swap(true):
			p.Personal.BoardPlaces = text
			result <- outcome{p.Personal, err}
		case err != nil:
			s.notify(err.Error())
		case text != "":
			s.notify(text)
		}
	})
	select {
	case o := <-result:
		return o.Placing, o.err
	case <-s.visitEnd:
		return progress.Placing{}, errVisitEnded
	}
}

// gameOf returns the game for the write queue, and a function that encodes its recording. The function is nil for games
// that are not ranked, because they were abandoned or partly played on another computer.
func (s *playerScores) gameOf(score progress.Score) (g leaderboard.Game, encode func() []byte) {
	rec := score.Recording
	score.Recording = nil
	g = leaderboard.Game{Player: s.user.player.ID, Score: score, Personal: true, Measure: leaderboard.PersonalOnly}
	if rec == nil || rec.Foreign || rec.End == nil {
		return g, nil
	}
	g.Measure, g.State, g.SharedSeed = leaderboard.ByPoints, rec.End.Hash, engine.Modes[rec.Mode].Dated
	signed := *rec
	s.users.mu.Lock()
	signed.Player, signed.Seal = s.user.name.String(), ""
	s.users.mu.Unlock()
	return g, signed.Packed
}

// outcome returns the text about a finished game for its player. p and err are the results of Store.Add. If the game is
// not ranked, the text contains the reason. outcome returns an error if the game is not stored.
func (s *playerScores) outcome(p leaderboard.Placing, err error) (text string, _ error) {
	switch {
	case err == nil:
		if p.ID != 0 {
			s.countGame(s.user.player.ID)
		}
		return p.String(), nil
	case errors.Is(err, leaderboard.ErrNoPlayer): // the player has been deleted
		return "", nil
	case errors.Is(err, leaderboard.ErrDuplicate), errors.Is(err, leaderboard.ErrKnownSeed),
		errors.Is(err, leaderboard.ErrTooLong), errors.Is(err, leaderboard.ErrWaiting),
		errors.Is(err, errTooManyStored):
		return err.Error(), nil
	}
	return "", publicError(s.Arcade, err)
}

// Rename fails, because scores always have the name of the account.
func (s *playerScores) Rename(string, int64, string) (progress.Placing, error) {
	return progress.Placing{}, errNoRename
}

// Best returns the player's best personal score in a table. See [progress.Store].
func (s *playerScores) Best(_ string, t progress.Table) (int, error) {
	return s.store.BestScore(s.user.player.ID, t)
}

// Tables returns the player's personal tables and statistics. See [progress.Store].
func (s *playerScores) Tables(string) ([]progress.Page, progress.Statistics, error) {
	return s.store.Scores(s.user.player.ID)
}

// Replays returns the recordings to which the player's personal tables refer. See [progress.Store].
func (s *playerScores) Replays(string) (map[string]bool, error) {
	pages, _, err := s.store.Scores(s.user.player.ID)
	return progress.ReplaysOf(pages), err
}

// SaveAchievement merges an achievement with the saved one. See [progress.Store].
func (s *playerScores) SaveAchievement(_ string, a progress.Achievement) error {
	return s.store.SaveAchievement(s.user.player.ID, a)
}

// Achievements returns the player's achievements. See [progress.Store].
func (s *playerScores) Achievements(string) ([]progress.Achievement, error) {
	return s.store.Achievements(s.user.player.ID)
}

// Notice implements [progress.Store].
func (s *playerScores) Notice() string { return "" }
