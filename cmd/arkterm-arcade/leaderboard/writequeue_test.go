package leaderboard

import (
	"errors"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm/replay"
)

// A fakeStore keeps games in memory. While full is true, Add fails.
type fakeStore struct {
	Store
	full  atomic.Bool
	games []Game // added games; the test may read them while the queue is idle
}

var errNoSpace = errors.New("no space left on device")

func (f *fakeStore) Add(g Game) (Placing, error) {
	if f.full.Load() {
		return Placing{}, errNoSpace
	}
	if slices.ContainsFunc(f.games, func(h Game) bool { return h.State == g.State }) {
		return Placing{}, ErrDuplicate
	}
	f.games = append(f.games, g)
	return Placing{ID: int64(len(f.games))}, nil
}

// encodeNothing is the encode function for games without recordings.
func encodeNothing() []byte { return nil }

// While the disk is full, games wait and their players are notified. Once the disk has room, each game is written once,
// in order.
func TestGamesWaitForFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &fakeStore{}
		store.full.Store(true)
		queue := NewWriteQueue(store, func(error) {})
		var results [3][]error
		for i := range results {
			queue.AddGame(Game{State: uint64(i)}, encodeNothing,
				func(_ Placing, err error) { results[i] = append(results[i], err) })
		}
		time.Sleep(time.Minute)
		if n, _, lastErr := queue.Status(); n != 3 || !errors.Is(lastErr, errNoSpace) {
			t.Errorf("Status() = %d waiting games, last error %v; want 3, %v", n, lastErr, errNoSpace)
		}
		done := false
		if !queue.AddRead(func(Store) { done = true }) {
			t.Error("while the disk is full, Read() = false, want true")
		}
		synctest.Wait()
		if !done {
			t.Error("while the disk is full, a queued read is not executed")
		}

		store.full.Store(false)
		time.Sleep(retryInterval)
		synctest.Wait()
		for i, errs := range results {
			if len(errs) != 2 || !errors.Is(errs[0], ErrWaiting) || errs[1] != nil {
				t.Errorf("game %d has the results %v, want ErrWaiting and nil", i, errs)
			}
		}
		if n, written, lastErr := queue.Status(); n != 0 || written != 3 || lastErr != nil ||
			store.games[2].State != 2 {
			t.Errorf("after the disk has room, Status() = %d, %d, %v; want 0, 3, nil, and the games in order", n,
				written, lastErr)
		}
		var duplicateErr error
		queue.AddGame(Game{State: 1}, encodeNothing, func(_ Placing, err error) { duplicateErr = err })
		if lost, lastErr := queue.Close(time.Second); lost != 0 || lastErr != nil ||
			!errors.Is(duplicateErr, ErrDuplicate) {
			t.Errorf("Close() = %d, %v, and a duplicate game has the error %v; want 0, nil, ErrDuplicate", lost,
				lastErr,
				duplicateErr)
		}
	})
}

// Close tries once more to write the games that wait, because the disk may have room by then.
func TestCloseWritesWaitingGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &fakeStore{}
		store.full.Store(true)
		queue := NewWriteQueue(store, func(error) {})
		for i := range uint64(2 * maxFailures) {
			queue.AddGame(Game{State: i}, encodeNothing, func(Placing, error) {})
		}
		synctest.Wait()
		store.full.Store(false)
		if lost, lastErr := queue.Close(time.Second); lost != 0 || lastErr != nil || len(store.games) != 2*maxFailures {
			t.Errorf("Close() = %d, %v, after which the store has %d games; want 0, nil, %d", lost, lastErr,
				len(store.games), 2*maxFailures)
		}
	})
}

// The number and size of queued games is limited. Close returns the number of lost games.
func TestQueueLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &fakeStore{}
		store.full.Store(true)
		queue := NewWriteQueue(store, func(error) {})
		refused := 0
		addGame := func(bytes int) {
			queue.AddGame(Game{}, func() []byte { return make([]byte, bytes) }, func(_ Placing, err error) {
				if errors.Is(err, ErrQueueFull) || errors.Is(err, ErrTooLong) {
					refused++
				}
			})
		}
		addGame(replay.MaxSubmission + 1)
		for range maxQueuedBytes/replay.MaxSubmission + 1 {
			addGame(replay.MaxSubmission)
		}
		synctest.Wait()
		if refused != 2 {
			t.Errorf("AddGame refuses %d games because of their size, want 2", refused)
		}
		for range MaxQueuedGames {
			addGame(0)
		}
		if refused != 2+maxQueuedBytes/replay.MaxSubmission {
			t.Errorf("AddGame refuses %d games, want %d", refused, 2+maxQueuedBytes/replay.MaxSubmission)
		}
		lost, lastErr := queue.Close(time.Second)
		if lost != MaxQueuedGames || !errors.Is(lastErr, errNoSpace) {
			t.Errorf("Close() = %d, %v; want %d, %v", lost, lastErr, MaxQueuedGames, errNoSpace)
		}
	})
}

// A personal game with a recording that is too long is stored without it.
func TestLongRecordingsOfPersonalGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &fakeStore{}
		queue := NewWriteQueue(store, func(error) {})
		for i, c := range []struct {
			personal bool
			bytes    int
			want     int // size of the stored recording; -1 if the game is rejected
		}{
			{true, replay.MaxSubmission, replay.MaxSubmission},
			{true, replay.MaxSubmission + 1, 0},
			{false, replay.MaxSubmission, replay.MaxSubmission},
			{false, replay.MaxSubmission + 1, -1},
		} {
			var err error
			queue.AddGame(Game{State: uint64(i), Personal: c.personal}, func() []byte { return make([]byte, c.bytes) },
				func(_ Placing, e error) { err = e })
			synctest.Wait()
			got := -1
			if err == nil {
				got = len(store.games[len(store.games)-1].Recording)
			}
			if got != c.want || err != nil && !errors.Is(err, ErrTooLong) {
				t.Errorf("a recording of %d bytes (personal: %v) is stored with %d bytes, error %v; want %d", c.bytes,
					c.personal, got, err, c.want)
			}
		}
		queue.Close(time.Second)
	})
}

func TestPeriods(t *testing.T) {
	now := time.Date(2026, 11, 22, 23, 30, 0, 0, time.FixedZone("", -3600)) // Monday in UTC
	for p, want := range map[Period]string{Today: "2026-11-23", Week: "2026-11-23", AllTime: "1970-01-01"} {
		if got := p.Start(now).Format(time.DateOnly); got != want {
			t.Errorf("Start of the period %s = %s, want %s", Periods[p].Name, got, want)
		}
	}
	if got := Week.Start(now.Add(-time.Hour)).Format(time.DateOnly); got != "2026-11-16" {
		t.Errorf("Week.Start of a Sunday = %s, want 2026-11-16", got)
	}
}

func TestCodes(t *testing.T) {
	c := NewCode()
	if c == NewCode() || ParseCode(c.String()) != c || ParseCode(" "+c.String()+" ") != c {
		t.Errorf("ParseCode(%s) = %s, want the same code, and different codes from NewCode", c, ParseCode(c.String()))
	}
	for _, bad := range []string{"", "123", c.String() + "x", "lllll-ooooo", string(make([]byte, 1<<16))} {
		if ParseCode(bad) != (Code{}) {
			t.Errorf("ParseCode(%.20q) returns a code, want the zero Code", bad)
		}
	}

	var limiter AttemptLimiter
	now, from := time.Unix(0, 0), netip.MustParsePrefix("192.0.2.0/24")
	for i := range 2 * defaultMaxAttempts {
		if limiter.Allow(from, now) != (i < defaultMaxAttempts) {
			t.Errorf("Allow of attempt %d = %v, want %v", i+1, i >= defaultMaxAttempts, i < defaultMaxAttempts)
		}
	}
	if !limiter.Allow(netip.MustParsePrefix("198.51.100.0/24"), now) || !limiter.Allow(from, now.Add(defaultWindow+1)) {
		t.Error("Allow of an attempt from another network, or in a later window, = false, want true")
	}
}

// A game that the store always refuses does not delay other games, regardless of its position in the queue. It is
// rejected after the store has accepted enough other games.
func TestAlwaysRefusedGame(t *testing.T) {
	const (
		games = 100     // first state of the later games
		bad   = 1 << 20 // the store refuses this state and all higher ones
	)
	for _, c := range []struct {
		name   string
		states []uint64
		panics bool
		alone  bool // no other games are added later
	}{
		{name: "first", states: []uint64{bad, 0, 1, 2}},
		{name: "last", states: []uint64{0, 1, bad}},
		{name: "two", states: []uint64{bad, bad + 1, 0}},
		{name: "at both ends", states: []uint64{bad, 0, bad + 1}},
		{name: "by a panic", states: []uint64{bad, 0, 1}, panics: true},
		{name: "alone", states: []uint64{bad}, alone: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := &badStore{firstBad: bad, panics: c.panics}
				reported := 0
				queue := NewWriteQueue(store, func(error) { reported++ })
				results := make(map[uint64]error)
				addGame := func(state uint64) {
					queue.AddGame(Game{State: state}, encodeNothing,
						func(_ Placing, err error) { results[state] = err })
				}

				for _, state := range c.states {
					addGame(state)
				}

				time.Sleep(time.Second)
				if !c.alone {
					for n := range maxOvertakenRounds + 1 {
						time.Sleep(retryInterval)
						addGame(100 + uint64(n))
						synctest.Wait()
						if err, ok := results[games+uint64(n)]; !ok || err != nil {
							t.Errorf("a later game is not written immediately, or has the error %v", err)
						}
					}
				}

				waiting, _, lastErr := queue.Status()
				for _, state := range c.states {
					want := error(nil)
					if state >= bad {
						want = ErrRejected
					}
					if c.alone {
						want = ErrWaiting
					}
					if !errors.Is(results[state], want) {
						t.Errorf("game %d has the result %v, want %v", state, results[state], want)
					}
				}
				if c.alone != (waiting == 1) || c.alone == (lastErr == nil) || c.alone != (reported == 0) {
					t.Errorf(
						"%d games wait, the last error is %v, and %d errors were reported; want 1, an error and 0 "+
							"if the game is alone, and otherwise 0, nil and errors", waiting, lastErr, reported)
				}
				queue.Close(time.Second)
			})
		})
	}
}

// A refused game is rejected after maxOvertakenRounds rounds, regardless of the number of other games in each round.
func TestRoundsBeforeRejection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const bad = 1 << 20
		queue := NewWriteQueue(&badStore{firstBad: bad}, func(error) {})
		var results []error
		queue.AddGame(Game{State: bad}, encodeNothing, func(_ Placing, err error) { results = append(results, err) })
		games := uint64(0)
		for round := 1; round <= maxOvertakenRounds; round++ {
			for range 3 {
				synctest.Wait()
				if len(results) != 1 || !errors.Is(results[0], ErrWaiting) && games > 0 {
					t.Fatalf("round %d: the game has the results %v, want only ErrWaiting", round, results)
				}
				queue.AddGame(Game{State: games}, encodeNothing, func(Placing, error) {})
				games++
				if round == maxOvertakenRounds {
					break
				}
			}
			synctest.Wait()
			if round < maxOvertakenRounds {
				time.Sleep(retryInterval)
			}
		}
		if len(results) != 2 || !errors.Is(results[1], ErrRejected) {
			t.Errorf("after %d rounds, the game has the results %v, want ErrWaiting and ErrRejected",
				maxOvertakenRounds, results)
		}
		queue.Close(time.Second)
	})
}

// A badStore refuses all games whose state is at least firstBad.
type badStore struct {
	fakeStore
	firstBad uint64
	panics   bool
}

func (b *badStore) Add(g Game) (Placing, error) {
	if g.State < b.firstBad {
		return b.fakeStore.Add(g)
	}
	if b.panics {
		panic("bad game")
	}
	return Placing{}, errors.New("bad game")
}

// A panic in a callback affects only the current operation.
func TestPanicInCallback(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex // the queue has two goroutines
		var reported []error
		queue := NewWriteQueue(&fakeStore{}, func(err error) {
			mu.Lock()
			defer mu.Unlock()
			reported = append(reported, err)
		})
		var results []error
		done := func(_ Placing, err error) { results = append(results, err) }
		queue.AddGame(Game{State: 1}, func() []byte { panic("in encode") }, done)
		queue.AddGame(Game{State: 2}, encodeNothing, func(Placing, error) { panic("in done") })
		queue.AddRead(func(Store) { panic("in a read") })
		synctest.Wait()
		readDone := false
		queue.AddRead(func(Store) { readDone = true })
		queue.AddGame(Game{State: 3}, encodeNothing, done)
		synctest.Wait()
		if len(reported) != 3 || !readDone || len(results) != 2 || !errors.Is(results[0], ErrRejected) ||
			results[1] != nil {
			t.Errorf(
				"the errors %v were reported, a read was done: %v, results %v; want 3 errors, true, [ErrRejected nil]",
				reported, readDone, results)
		}
		if lost, lastErr := queue.Close(time.Second); lost != 0 || lastErr != nil {
			t.Errorf("Close() = %d, %v; want 0, nil", lost, lastErr)
		}
	})
}
