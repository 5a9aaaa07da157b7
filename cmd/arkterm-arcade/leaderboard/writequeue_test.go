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

// A fakeStore keeps games in memory while it has room.
type fakeStore struct {
	Store
	full  atomic.Bool
	games []Game // for the desk, until it is closed
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

func nothing() []byte { return nil }

// What cannot be written waits, is said to wait, and is written once there is room: in its order, and nothing twice.
func TestGamesWaitForRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &fakeStore{}
		store.full.Store(true)
		d := NewWriteQueue(store, func(error) {})
		var said [3][]error
		for i := range said {
			d.AddGame(Game{State: uint64(i)}, nothing, func(_ Placing, err error) { said[i] = append(said[i], err) })
		}
		time.Sleep(time.Minute)
		if n, _, why := d.Status(); n != 3 || !errors.Is(why, errNoSpace) {
			t.Errorf("%d wait: %v", n, why)
		}
		asked := false
		if !d.Read(func(Store) { asked = true }) {
			t.Error("nobody may ask while the disk is full")
		}
		synctest.Wait()
		if !asked {
			t.Error("a question waits for a disk that is full")
		}

		store.full.Store(false)
		time.Sleep(retryInterval)
		synctest.Wait()
		for i, errs := range said {
			if len(errs) != 2 || !errors.Is(errs[0], ErrWaiting) || errs[1] != nil {
				t.Errorf("game %d: %v", i, errs)
			}
		}
		if n, written, why := d.Status(); n != 0 || written != 3 || why != nil || store.games[2].State != 2 {
			t.Errorf("%d wait, %d are written, %v", n, written, why)
		}
		var again error
		d.AddGame(Game{State: 1}, nothing, func(_ Placing, err error) { again = err })
		if lost, why := d.Close(time.Second); lost != 0 || why != nil || !errors.Is(again, ErrDuplicate) {
			t.Errorf("%d lost, %v; the same game again: %v", lost, why, again)
		}
	})
}

// What waits is limited, and what is lost in the end is counted.
func TestWhatWaitsIsLimited(t *testing.T) {
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
			t.Errorf("%d are refused for their length", refused)
		}
		for range MaxQueuedGames {
			finish(0)
		}
		if refused != 2+maxQueuedBytes/replay.MaxSubmission {
			t.Errorf("%d are refused", refused)
		}
		lost, why := d.Close(time.Second)
		if lost != MaxQueuedGames || !errors.Is(why, errNoSpace) {
			t.Errorf("%d lost: %v", lost, why)
		}
	})
}

func TestPeriods(t *testing.T) {
	now := time.Date(2026, 11, 22, 23, 30, 0, 0, time.FixedZone("", -3600)) // Monday in UTC
	for p, want := range map[Period]string{Today: "2026-11-23", Week: "2026-11-23", AllTime: "1970-01-01"} {
		if got := p.Start(now).Format(time.DateOnly); got != want {
			t.Errorf("%s begins %s, want %s", Periods[p].Name, got, want)
		}
	}
	if got := Week.Start(now.Add(-time.Hour)).Format(time.DateOnly); got != "2026-11-16" {
		t.Errorf("on Sunday the week has begun %s", got)
	}
}

func TestCodes(t *testing.T) {
	c := NewCode()
	if c == NewCode() || ParseCode(c.String()) != c || ParseCode(" "+c.String()+" ") != c {
		t.Errorf("code %s is read as %s", c, ParseCode(c.String()))
	}
	for _, bad := range []string{"", "123", c.String() + "x", "lllll-ooooo", string(make([]byte, 1<<16))} {
		if ParseCode(bad) != (Code{}) {
			t.Errorf("%.20q is a code", bad)
		}
	}

	var tries AttemptLimiter
	now, from := time.Unix(0, 0), netip.MustParsePrefix("192.0.2.0/24")
	for i := range 2 * defaultMaxAttempts {
		if tries.Allow(from, now) != (i < defaultMaxAttempts) {
			t.Errorf("try %d", i)
		}
	}
	if !tries.Allow(netip.MustParsePrefix("198.51.100.0/24"), now) || !tries.Allow(from, now.Add(defaultWindow+1)) {
		t.Error("others may not try, or never again")
	}
}

// A game that the store never takes does not keep the others from being written, wherever it stands, and is given up once
// it is clear that the store takes others. So is one whose recording cannot be made.
func TestAGameThatIsNeverTaken(t *testing.T) {
	const (
		games = 100     // those that come later
		bad   = 1 << 20 // and beyond
	)
	for _, c := range []struct {
		name   string
		states []uint64
		panics bool
		quiet  bool // nobody finishes another game later
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
					d.AddGame(Game{State: state}, nothing, func(_ Placing, err error) { said[state] = err })
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
							t.Errorf("a game that comes later is not written at once: %v", err)
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
					t.Errorf("%d wait, %v, %d reported", waiting, why, reported)
				}
				d.Close(time.Second)
			})
		})
	}
}

// A badStore refuses games, each as often as it is tried.
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
		panic("a fault")
	}
	return Placing{}, errors.New("something is wrong with it")
}

// A panic in a piece of work ends that only.
func TestAPanicAtTheDesk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex // a desk has two workers
		var reported []error
		d := NewWriteQueue(&fakeStore{}, func(err error) {
			mu.Lock()
			defer mu.Unlock()
			reported = append(reported, err)
		})
		var said []error
		done := func(_ Placing, err error) { said = append(said, err) }
		d.AddGame(Game{State: 1}, func() []byte { panic("in pack") }, done)
		d.AddGame(Game{State: 2}, nothing, func(Placing, error) { panic("in done") })
		d.Read(func(Store) { panic("in a question") })
		synctest.Wait()
		answered := false
		d.Read(func(Store) { answered = true })
		d.AddGame(Game{State: 3}, nothing, done)
		synctest.Wait()
		if len(reported) != 3 || !answered || len(said) != 2 || !errors.Is(said[0], ErrRejected) || said[1] != nil {
			t.Errorf("%v; answered %v; said %v", reported, answered, said)
		}
		if lost, why := d.Close(time.Second); lost != 0 || why != nil {
			t.Errorf("%d lost, %v", lost, why)
		}
	})
}
