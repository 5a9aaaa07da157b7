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

// A fakeStore keeps games in memory. It fails while full is set.
type fakeStore struct {
	Store
	full  atomic.Bool
	games []Game // belongs to the queue until that is closed
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

func noRecording() []byte { return nil }

// Games that cannot be written wait, and their players are notified. Once there is room, each game is written once, in
// order.
func TestGamesWaitForFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &fakeStore{}
		store.full.Store(true)
		d := NewWriteQueue(store, func(error) {})
		var said [3][]error
		for i := range said {
			d.AddGame(Game{State: uint64(i)}, noRecording,
				func(_ Placing, err error) { said[i] = append(said[i], err) })
		}
		time.Sleep(time.Minute)
		if n, _, why := d.Status(); n != 3 || !errors.Is(why, errNoSpace) {
			t.Errorf("%d games wait, last error %v", n, why)
		}
		done := false
		if !d.Read(func(Store) { done = true }) {
			t.Error("Read is refused while the disk is full")
		}
		synctest.Wait()
		if !done {
			t.Error("a read waits while the disk is full")
		}

		store.full.Store(false)
		time.Sleep(retryInterval)
		synctest.Wait()
		for i, errs := range said {
			if len(errs) != 2 || !errors.Is(errs[0], ErrWaiting) || errs[1] != nil {
				t.Errorf("results of game %d: %v", i, errs)
			}
		}
		if n, written, why := d.Status(); n != 0 || written != 3 || why != nil || store.games[2].State != 2 {
			t.Errorf("%d games wait, %d are written, last error %v", n, written, why)
		}
		var again error
		d.AddGame(Game{State: 1}, noRecording, func(_ Placing, err error) { again = err })
		if lost, why := d.Close(time.Second); lost != 0 || why != nil || !errors.Is(again, ErrDuplicate) {
			t.Errorf("%d games lost, %v; duplicate game: %v", lost, why, again)
		}
	})
}

// The number and size of queued games is limited. Close returns the number of lost games.
func TestQueueLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &fakeStore{}
		store.full.Store(true)
		d := NewWriteQueue(store, func(error) {})
		refused := 0
		finish := func(bytes int) {
			d.AddGame(Game{}, func() []byte { return make([]byte, bytes) }, func(_ Placing, err error) {
				if errors.Is(err, ErrQueueFull) || errors.Is(err, ErrTooLong) {
					refused++
				}
			})
		}
		finish(replay.MaxSubmission + 1)
		for range maxQueuedBytes/replay.MaxSubmission + 1 {
			finish(replay.MaxSubmission)
		}
		synctest.Wait()
		if refused != 2 {
			t.Errorf("%d games are refused because of their size, want 2", refused)
		}
		for range MaxQueuedGames {
			finish(0)
		}
		if refused != 2+maxQueuedBytes/replay.MaxSubmission {
			t.Errorf("%d games are refused", refused)
		}
		lost, why := d.Close(time.Second)
		if lost != MaxQueuedGames || !errors.Is(why, errNoSpace) {
			t.Errorf("%d games lost, last error %v", lost, why)
		}
	})
}

func TestPeriods(t *testing.T) {
	now := time.Date(2026, 11, 22, 23, 30, 0, 0, time.FixedZone("", -3600)) // Monday in UTC
	for p, want := range map[Period]string{Today: "2026-11-23", Week: "2026-11-23", AllTime: "1970-01-01"} {
		if got := p.Start(now).Format(time.DateOnly); got != want {
			t.Errorf("%s starts %s, want %s", Periods[p].Name, got, want)
		}
	}
	if got := Week.Start(now.Add(-time.Hour)).Format(time.DateOnly); got != "2026-11-16" {
		t.Errorf("the week of a Sunday starts %s", got)
	}
}

func TestCodes(t *testing.T) {
	c := NewCode()
	if c == NewCode() || ParseCode(c.String()) != c || ParseCode(" "+c.String()+" ") != c {
		t.Errorf("code %s is parsed as %s", c, ParseCode(c.String()))
	}
	for _, bad := range []string{"", "123", c.String() + "x", "lllll-ooooo", string(make([]byte, 1<<16))} {
		if ParseCode(bad) != (Code{}) {
			t.Errorf("%.20q is parsed as a code", bad)
		}
	}

	var limiter AttemptLimiter
	now, from := time.Unix(0, 0), netip.MustParsePrefix("192.0.2.0/24")
	for i := range 2 * defaultMaxAttempts {
		if limiter.Allow(from, now) != (i < defaultMaxAttempts) {
			t.Errorf("attempt %d: wrong result", i)
		}
	}
	if !limiter.Allow(netip.MustParsePrefix("198.51.100.0/24"), now) || !limiter.Allow(from, now.Add(defaultWindow+1)) {
		t.Error("another network, or a later attempt, is refused")
	}
}

// A game that the store always refuses does not delay other games, at any position in the queue. It is rejected once
// the store has accepted enough other games.
func TestAlwaysRefusedGame(t *testing.T) {
	const (
		games = 100     // first state of the later games
		bad   = 1 << 20 // the store refuses this state and all higher ones
	)
	for _, c := range []struct {
		name   string
		states []uint64
		panics bool
		quiet  bool // no later games
	}{
		{"first", []uint64{bad, 0, 1, 2}, false, false},
		{"last", []uint64{0, 1, bad}, false, false},
		{"two", []uint64{bad, bad + 1, 0}, false, false},
		{"at both ends", []uint64{bad, 0, bad + 1}, false, false},
		{"by a panic", []uint64{bad, 0, 1}, true, false},
		{"alone", []uint64{bad}, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := &badStore{from: bad, panics: c.panics}
				reported := 0
				d := NewWriteQueue(store, func(error) { reported++ })
				said := make(map[uint64]error)
				finish := func(state uint64) {
					d.AddGame(Game{State: state}, noRecording, func(_ Placing, err error) { said[state] = err })
				}
				for _, state := range c.states {
					finish(state)
				}
				time.Sleep(time.Second)
				if !c.quiet {
					for n := range maxOvertakenRounds + 1 {
						time.Sleep(retryInterval)
						finish(100 + uint64(n))
						synctest.Wait()
						if err, ok := said[games+uint64(n)]; !ok || err != nil {
							t.Errorf("a later game is not written immediately: %v", err)
						}
					}
				}
				waiting, _, why := d.Status()
				for _, state := range c.states {
					want := error(nil)
					if state >= bad {
						want = ErrRejected
					}
					if c.quiet {
						want = ErrWaiting
					}
					if !errors.Is(said[state], want) {
						t.Errorf("game %d: %v, want %v", state, said[state], want)
					}
				}
				if c.quiet != (waiting == 1) || c.quiet == (why == nil) || c.quiet != (reported == 0) {
					t.Errorf("%d games wait, last error %v, %d errors reported", waiting, why, reported)
				}
				d.Close(time.Second)
			})
		})
	}
}

// A badStore refuses all games from a given state on.
type badStore struct {
	fakeStore
	from   uint64
	panics bool
}

func (b *badStore) Add(g Game) (Placing, error) {
	if g.State < b.from {
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
		d := NewWriteQueue(&fakeStore{}, func(err error) {
			mu.Lock()
			defer mu.Unlock()
			reported = append(reported, err)
		})
		var said []error
		done := func(_ Placing, err error) { said = append(said, err) }
		d.AddGame(Game{State: 1}, func() []byte { panic("in encode") }, done)
		d.AddGame(Game{State: 2}, noRecording, func(Placing, error) { panic("in done") })
		d.Read(func(Store) { panic("in a read") })
		synctest.Wait()
		answered := false
		d.Read(func(Store) { answered = true })
		d.AddGame(Game{State: 3}, noRecording, done)
		synctest.Wait()
		if len(reported) != 3 || !answered || len(said) != 2 || !errors.Is(said[0], ErrRejected) || said[1] != nil {
			t.Errorf("reported %v, read done: %v, results %v", reported, answered, said)
		}
		if lost, why := d.Close(time.Second); lost != 0 || why != nil {
			t.Errorf("%d games lost, %v", lost, why)
		}
	})
}
