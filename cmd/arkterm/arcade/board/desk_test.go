package board

import (
	"errors"
	"net/netip"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
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
		return Placing{}, ErrKnown
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
		d := NewDesk(store, func() {})
		var said [3][]error
		for i := range said {
			d.Finish(Game{State: uint64(i)}, nothing, func(_ Placing, err error) { said[i] = append(said[i], err) })
		}
		time.Sleep(time.Minute)
		if n, _, why := d.State(); n != 3 || !errors.Is(why, errNoSpace) {
			t.Errorf("%d wait: %v", n, why)
		}
		asked := false
		if !d.Ask(func(Store) { asked = true }) {
			t.Error("nobody may ask while the disk is full")
		}
		synctest.Wait()
		if !asked {
			t.Error("a question waits for a disk that is full")
		}

		store.full.Store(false)
		time.Sleep(againAfter)
		synctest.Wait()
		for i, errs := range said {
			if len(errs) != 2 || !errors.Is(errs[0], ErrWaiting) || errs[1] != nil {
				t.Errorf("game %d: %v", i, errs)
			}
		}
		if n, written, why := d.State(); n != 0 || written != 3 || why != nil || store.games[2].State != 2 {
			t.Errorf("%d wait, %d are written, %v", n, written, why)
		}
		var again error
		d.Finish(Game{State: 1}, nothing, func(_ Placing, err error) { again = err })
		if lost, why := d.Close(time.Second); lost != 0 || why != nil || !errors.Is(again, ErrKnown) {
			t.Errorf("%d lost, %v; the same game again: %v", lost, why, again)
		}
	})
}

// What waits is limited, and what is lost in the end is counted.
func TestWhatWaitsIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &fakeStore{}
		store.full.Store(true)
		d := NewDesk(store, func() {})
		refused := 0
		finish := func(bytes int) {
			d.Finish(Game{}, func() []byte { return make([]byte, bytes) }, func(_ Placing, err error) {
				if errors.Is(err, ErrFull) || errors.Is(err, ErrLong) {
					refused++
				}
			})
		}
		finish(MostRecording + 1)
		for range mostBytes/MostRecording + 1 {
			finish(MostRecording)
		}
		synctest.Wait()
		if refused != 2 {
			t.Errorf("%d are refused for their length", refused)
		}
		for range MostGames {
			finish(0)
		}
		if refused != 2+mostBytes/MostRecording {
			t.Errorf("%d are refused", refused)
		}
		lost, why := d.Close(time.Second)
		if lost != MostGames || !errors.Is(why, errNoSpace) {
			t.Errorf("%d lost: %v", lost, why)
		}
	})
}

func TestPeriods(t *testing.T) {
	now := time.Date(2026, 11, 22, 23, 30, 0, 0, time.FixedZone("", -3600)) // Monday in UTC
	for p, want := range map[Period]string{Today: "2026-11-23", Week: "2026-11-23", Ever: "1970-01-01"} {
		if got := p.Begin(now).Format(time.DateOnly); got != want {
			t.Errorf("%s begins %s, want %s", Periods[p].Name, got, want)
		}
	}
	if got := Week.Begin(now.Add(-time.Hour)).Format(time.DateOnly); got != "2026-11-16" {
		t.Errorf("on Sunday the week has begun %s", got)
	}
}

func TestCodes(t *testing.T) {
	c := NewCode()
	if c == NewCode() || CodeOf(c.String()) != c || CodeOf(" "+c.String()+" ") != c {
		t.Errorf("code %s is read as %s", c, CodeOf(c.String()))
	}
	for _, bad := range []string{"", "123", c.String() + "x", "lllll-ooooo", string(make([]byte, 1<<16))} {
		if CodeOf(bad) != (Code{}) {
			t.Errorf("%.20q is a code", bad)
		}
	}

	var tries Tries
	now, from := time.Unix(0, 0), netip.MustParsePrefix("192.0.2.0/24")
	for i := range 2 * mostTries {
		if tries.Take(from, now) != (i < mostTries) {
			t.Errorf("try %d", i)
		}
	}
	if !tries.Take(netip.MustParsePrefix("198.51.100.0/24"), now) || !tries.Take(from, now.Add(triesTime+1)) {
		t.Error("others may not try, or never again")
	}
}
