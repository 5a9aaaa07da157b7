package arcade

import (
	"errors"
	"slices"
	"sync"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/worker"
)

// An inbox is a queue of functions that the event loop of a session calls for other goroutines. It needs no size limit,
// because the number of requests is limited, and each finished game adds at most two functions.
type inbox struct {
	mu    sync.Mutex
	queue []func(now time.Duration)
	ready chan struct{} // holds a token if the queue is not empty
}

func newInbox() *inbox { return &inbox{ready: make(chan struct{}, 1)} }

// put adds a function without blocking.
func (b *inbox) put(f func(now time.Duration)) {
	b.mu.Lock()
	b.queue = append(b.queue, f)
	b.mu.Unlock()
	select {
	case b.ready <- struct{}{}:
	default: // there is a token already
	}
}

// callAll calls the queued functions. Only the event loop may call it.
func (b *inbox) callAll(now time.Duration) {
	b.mu.Lock()
	all := b.queue
	b.queue = nil
	b.mu.Unlock()
	for _, f := range all {
		f(now)
	}
}

// maxUnanswered is the maximum number of unanswered requests of one user. All users share one queue, and a user who
// holds down an arrow key on the leaderboard screen sends requests faster than the server answers them.
const maxUnanswered = 4

// request calls query with the store in another goroutine. Afterwards, the event loop calls done with the error of
// query. If the user has maxUnanswered requests, request does not call query, and the error is errTooManyRequests.
func (u *user) request(query func(leaderboard.Store) error, done func(now time.Duration, err error)) {
	ok := u.unansweredRequests.Add(1) <= maxUnanswered && u.arcade.writeQueue.AddRead(func(b leaderboard.Store) {
		defer u.unansweredRequests.Add(-1)
		err := publicError(u.arcade, catchPanic(func() error { return query(b) }))
		u.inbox.put(func(now time.Duration) { done(now, err) })
	})
	if !ok {
		u.unansweredRequests.Add(-1)
		u.inbox.put(func(now time.Duration) { done(now, errTooManyRequests) })
	}
}

// fetch is like request, for a query with a result.
func fetch[T any](u *user, query func(leaderboard.Store) (T, error),
	done func(now time.Duration, result T, err error),
) {
	var result T
	u.request(func(b leaderboard.Store) (err error) {
		result, err = query(b)
		return err
	}, func(now time.Duration, err error) { done(now, result, err) })
}

// catchPanic calls f and returns its error. If f panics, it returns the panic as an error.
func catchPanic(f func() error) (err error) {
	defer func() {
		if p := worker.Caught(recover()); p != nil {
			err = p
		}
	}()
	return f()
}

// errTooManyRequests is the error for a request beyond maxUnanswered.
var errTooManyRequests = errors.New("too many requests at the moment; please try again")

// Player returns the player's data, which is updated during the visit.
func (u *user) Player() leaderboard.Player { return u.player }

// Rename changes the player's name.
func (u *user) Rename(n leaderboard.Name, done func(now time.Duration, err error)) {
	id := u.player.ID
	u.request(func(leaderboard.Store) error { return u.arcade.rename(id, n) }, done)
}

// SetHidden sets whether the player's games in progress are hidden from spectators.
func (u *user) SetHidden(hidden bool, done func(now time.Duration, err error)) {
	id := u.player.ID
	u.request(func(b leaderboard.Store) error { return b.SetHidden(id, hidden) }, func(now time.Duration, err error) {
		if err == nil {
			u.player.Hidden = hidden
		}
		done(now, err)
	})
}

// Link creates a code that links another key to the player, and passes it to done.
func (u *user) Link(done func(now time.Duration, c leaderboard.Code, err error)) {
	id := u.player.ID
	fetch(u, func(leaderboard.Store) (leaderboard.Code, error) { return u.arcade.link(id) }, done)
}

// Keys passes to done the player's keys, and the index of the key that this connection uses.
func (u *user) Keys(done func(now time.Duration, all []leaderboard.Key, used int, err error)) {
	id := u.player.ID
	fetch(u, func(b leaderboard.Store) ([]leaderboard.Key, error) { return b.Keys(id) },
		func(now time.Duration, all []leaderboard.Key, err error) {
			done(now, all, slices.IndexFunc(all, func(k leaderboard.Key) bool { return k.Hash == u.Key }), err)
		})
}

// RemoveKey removes a key from the player.
func (u *user) RemoveKey(k leaderboard.Key, done func(now time.Duration, err error)) {
	id := u.player.ID
	u.request(func(leaderboard.Store) error { return u.arcade.removeKey(id, k.Hash) }, done)
}

// Delete deletes the player and ends the visit.
func (u *user) Delete(done func(now time.Duration, err error)) {
	id := u.player.ID
	u.request(func(leaderboard.Store) error { return u.arcade.deletePlayer(id) }, done)
}

// Tables passes the tables with leaderboards of a source to done.
func (u *user) Tables(source leaderboard.Source, done func(now time.Duration, all []progress.Table, err error)) {
	fetch(u, func(b leaderboard.Store) ([]progress.Table, error) { return b.Tables(source, maxSearchedBoards) }, done)
}

// Entries passes the entries of a leaderboard to done.
func (u *user) Entries(at leaderboard.Board, done func(now time.Duration, lines []leaderboard.Entry, err error)) {
	fetch(u, func(b leaderboard.Store) ([]leaderboard.Entry, error) {
		return b.Entries(at, time.Now(), progress.TableSize)
	}, done)
}

// Replay passes a game of a leaderboard and its recording to done.
func (u *user) Replay(id int64, done func(now time.Duration, l leaderboard.Entry, f *replay.Replay, err error)) {
	var r leaderboard.Record
	fetch(u, func(b leaderboard.Store) (f *replay.Replay, err error) {
		var data []byte
		if r, data, err = b.Recording(id); err == nil {
			f, err = openGame(&r, data)
		}
		return f, err
	}, func(now time.Duration, f *replay.Replay, err error) { done(now, r.Entry, f, err) })
}
