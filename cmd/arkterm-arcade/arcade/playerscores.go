package arcade

import (
	"errors"
	"os"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
)

// A playerScores keeps the finished games of a player's visit in the arcade's database: as the player's own scores and, if they are ranked,
// on the boards. It implements [progress.Store].
type playerScores struct {
	*Arcade
	user     *user
	notify   func(text string) // called in another goroutine if the places on the boards are known only after Add
	visitEnd chan struct{}     // closed at the end of the visit
}

// Errors of playerScores.
var (
	errNoRename   = errors.New("scores have the player's name")
	errVisitEnded = errors.New("the visit is over")
)

// storeFor returns the store of a visitor's results. A guest's results are in the guest's folder.
func (a *Arcade) storeFor(v *user, news func(text string), over chan struct{}) progress.Store {
	if v.isGuest() {
		return store.NewScoreFile(v.folders.ScoresFile())
	}
	if err := a.importScores(v); err != nil {
		a.Log.Error("old scores are not imported", "error", withoutPaths(err))
	}
	return &playerScores{a, v, news, over}
}

// importScores moves the scores of a player's folder, which earlier versions kept there, to the arcade's database. A database that cannot be
// read is set aside.
func (a *Arcade) importScores(v *user) error {
	path := store.OldScores(v.folders.ScoresFile())
	if path == "" {
		return nil
	}
	old, err := leaderboard.ReadOldScores(path)
	if err != nil {
		_, moved := store.SetAside(path, time.Now())
		return errors.Join(err, moved)
	}
	if err := a.boards.ImportScores(v.player.ID, old); err != nil {
		return err
	}
	return os.Remove(path)
}

// Add hands a game in at the desk and waits for its place. If the game has to wait for the disk, the placing has no place, and its text reports that.
func (s *playerScores) Add(_ string, score progress.Score) (progress.Placing, error) {
	if score.Ended.IsZero() {
		score.Ended = time.Now()
	}
	g, pack := s.gameOf(score)
	type outcome struct {
		progress.Placing
		err error
	}
	first := make(chan outcome, 1)
	var answered atomic.Bool
	s.writeQueue.AddGame(g, pack, func(p leaderboard.Placing, err error) {
		text, err := s.outcome(p, err)
		switch {
		case !answered.Swap(true):
			p.Personal.Boards = text
			first <- outcome{p.Personal, err}
		case err != nil:
			s.notify(err.Error())
		case text != "":
			s.notify(text)
		}
	})
	select {
	case o := <-first:
		return o.Placing, o.err
	case <-s.visitEnd:
		return progress.Placing{}, errVisitEnded
	}
}

// game returns the game for the desk and the function that packs its recording. A game that was left, or was partly played on another
// machine, is not ranked and has no such function.
func (s *playerScores) gameOf(score progress.Score) (g leaderboard.Game, pack func() []byte) {
	rec := score.Recording
	score.Recording = nil
	g = leaderboard.Game{Player: s.user.player.ID, Score: score, Personal: true, Measure: leaderboard.Unranked}
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

// outcome returns the text about a game for its player, or an error if the game is not kept.
func (s *playerScores) outcome(p leaderboard.Placing, err error) (text string, _ error) {
	switch {
	case err == nil:
		if p.ID != 0 {
			s.countGame(s.user.player.ID)
		}
		return p.String(), nil
	case errors.Is(err, leaderboard.ErrNoPlayer): // the player is deleted
		return "", nil
	case errors.Is(err, leaderboard.ErrDuplicate), errors.Is(err, leaderboard.ErrKnownSeed), errors.Is(err, leaderboard.ErrTooLong), errors.Is(err, leaderboard.ErrWaiting):
		return err.Error(), nil
	}
	return "", publicError(s.Arcade, err)
}

// Rename is not possible: scores have the name of the account.
func (s *playerScores) Rename(string, int64, string) (progress.Placing, error) {
	return progress.Placing{}, errNoRename
}

// Best returns the player's best score in a table. See [progress.Store].
func (s *playerScores) Best(_ string, t progress.Table) (int, error) {
	return s.boards.BestScore(s.user.player.ID, t)
}

// Tables returns the player's own tables and statistics. See [progress.Store].
func (s *playerScores) Tables(string) ([]progress.Page, progress.Statistics, error) {
	return s.boards.Scores(s.user.player.ID)
}

// Replays returns the recordings that the player's own tables refer to. See [progress.Store].
func (s *playerScores) Replays(string) (map[string]bool, error) {
	pages, _, err := s.boards.Scores(s.user.player.ID)
	return progress.ReplaysOf(pages), err
}

// SaveAchievement merges an achievement with the player's. See [progress.Store].
func (s *playerScores) SaveAchievement(_ string, a progress.Achievement) error {
	return s.boards.SaveAchievement(s.user.player.ID, a)
}

// Achievements returns the player's achievements. See [progress.Store].
func (s *playerScores) Achievements(string) ([]progress.Achievement, error) {
	return s.boards.Achievements(s.user.player.ID)
}

// Notice implements [progress.Store].
func (s *playerScores) Notice() string { return "" }
