package arcade

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/names"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/worker"
)

// An inbox takes functions from other goroutines to the host of a visit. To put one in never waits. It is bounded by who puts in: a
// question that a key asks has one answer, and a finished game two at most.
type inbox struct {
	mu      sync.Mutex
	waiting []func(now time.Duration)
	more    chan struct{} // holds a token while some wait
}

func newInbox() *inbox { return &inbox{more: make(chan struct{}, 1)} }

func (b *inbox) put(f func(now time.Duration)) {
	b.mu.Lock()
	b.waiting = append(b.waiting, f)
	b.mu.Unlock()
	select {
	case b.more <- struct{}{}:
	default: // there is a token already
	}
}

// call calls the functions that wait, in the host.
func (b *inbox) call(now time.Duration) {
	b.mu.Lock()
	all := b.waiting
	b.waiting = nil
	b.mu.Unlock()
	for _, f := range all {
		f(now)
	}
}

// A profile is the player of a visit, for the screens of package front.
type profile struct {
	*Arcade
	user   *user
	inbox  *inbox
	asking atomic.Int32 // questions that are not answered
}

// mostAsking is how many questions of one visit wait: whoever holds an arrow down on the boards asks faster than answers come,
// and all visits share a desk.
const mostAsking = 4

// ask does something with the store in another goroutine, and calls done with its error in the host's.
func (s *profile) ask(do func(leaderboard.Store) error, done func(now time.Duration, err error)) {
	ok := s.asking.Add(1) <= mostAsking && s.desk.Ask(func(b leaderboard.Store) {
		defer s.asking.Add(-1)
		err := publicError(s.Arcade, recoverError(func() error { return do(b) }))
		s.inbox.put(func(now time.Duration) { done(now, err) })
	})
	if !ok {
		s.asking.Add(-1)
		s.inbox.put(func(now time.Duration) { done(now, errCrowded) })
	}
}

// recoverError calls f and returns its error, or its panic as one: whoever has asked is answered.
func recoverError(f func() error) (err error) {
	defer func() {
		if p := worker.Caught(recover()); p != nil {
			err = p
		}
	}()
	return f()
}

// errCrowded is the error of a desk at which too many ask.
var errCrowded = errors.New("too many ask at the moment; please try again")

// Player returns the player as they are known.
func (s *profile) Player() leaderboard.Player { return s.user.player }

// Rename gives the player a name.
func (s *profile) Rename(n names.Name, done func(now time.Duration, err error)) {
	id := s.user.player.ID
	s.ask(func(leaderboard.Store) error { return s.rename(id, n) }, done)
}

// Hide says whether the player's games in progress are hidden.
func (s *profile) Hide(hidden bool, done func(now time.Duration, err error)) {
	id := s.user.player.ID
	s.ask(func(b leaderboard.Store) error { return b.Hide(id, hidden) }, func(now time.Duration, err error) {
		if err == nil {
			s.user.player.Hidden = hidden
		}
		done(now, err)
	})
}

// Link makes a code for another key.
func (s *profile) Link(done func(now time.Duration, c leaderboard.Code, err error)) {
	id, code := s.user.player.ID, leaderboard.NewCode()
	s.ask(func(b leaderboard.Store) error { return b.Link(id, code, time.Now().Add(leaderboard.LinkTime)) },
		func(now time.Duration, err error) { done(now, code, err) })
}

// Keys returns the player's keys. The one that is used now is marked.
func (s *profile) Keys(done func(now time.Duration, all []leaderboard.Key, used int, err error)) {
	id, key := s.user.player.ID, s.user.Key
	var all []leaderboard.Key
	s.ask(func(b leaderboard.Store) (err error) {
		all, err = b.Keys(id)
		return err
	}, func(now time.Duration, err error) {
		done(now, all, slices.IndexFunc(all, func(k leaderboard.Key) bool { return k.Hash == key }), err)
	})
}

// RemoveKey takes a key from the player.
func (s *profile) RemoveKey(k leaderboard.Key, done func(now time.Duration, err error)) {
	id := s.user.player.ID
	s.ask(func(leaderboard.Store) error { return s.removeKey(id, k.Hash) }, done)
}

// Delete removes the player, and ends the visit.
func (s *profile) Delete(done func(now time.Duration, err error)) {
	id := s.user.player.ID
	s.ask(func(leaderboard.Store) error { return s.delete(id) }, done)
}

// Tables returns the boards that there are.
func (s *profile) Tables(of leaderboard.Source, done func(now time.Duration, all []progress.Table, err error)) {
	var all []progress.Table
	s.ask(func(b leaderboard.Store) (err error) {
		all, err = b.Boards(of, mostBoards)
		return err
	}, func(now time.Duration, err error) { done(now, all, err) })
}

// Lines returns the rows of a board.
func (s *profile) Lines(at leaderboard.Board, done func(now time.Duration, lines []leaderboard.Line, err error)) {
	var lines []leaderboard.Line
	s.ask(func(b leaderboard.Store) (err error) {
		lines, err = b.Lines(at, time.Now(), progress.Top)
		return err
	}, func(now time.Duration, err error) { done(now, lines, err) })
}

// Replay returns a game of a board.
func (s *profile) Replay(id int64, done func(now time.Duration, l leaderboard.Line, f *replay.Replay, err error)) {
	var r leaderboard.Record
	var f *replay.Replay
	s.ask(func(b leaderboard.Store) (err error) {
		var data []byte
		if r, data, err = b.Recording(id); err == nil {
			f, err = openGame(&r, data)
		}
		return err
	}, func(now time.Duration, err error) { done(now, r.Line, f, err) })
}
