package world

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The queue has the same winner as a scan after every change, including ties, equal events and negative times.
func TestQueueAgainstScan(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, n := range []int{1, 2, 3, 4, 5, 6, 8, 33, 90} {
		var q queue
		q.reset(n)
		times, kinds := make([]float64, n), make([]Kind, n)
		for i := range n {
			times[i], kinds[i] = never, atNothing
		}
		for range 2000 {
			i := rng.IntN(n)
			times[i], kinds[i] = float64(rng.IntN(7)-2)/8, Kind(rng.IntN(int(atNothing)))
			if rng.IntN(8) == 0 {
				times[i], kinds[i] = never, atNothing
			}
			q.set(i, times[i], rankOf(kinds[i], i))
			want := 0
			for j := range n {
				if times[j] < times[want] || times[j] == times[want] && kinds[j] < kinds[want] {
					want = j
				}
			}
			if at, r := q.first(); r.disc() != want || at != times[want] || r.kind() != kinds[want] {
				t.Fatalf("first() of %d events = %d at %v, want %d at %v", n, r.disc(), at, want, times[want])
			}
		}
	}
}

func TestEmptyQueue(t *testing.T) {
	var q queue
	q.reset(0)
	if at, r := q.first(); r.kind() != atNothing || at != never {
		t.Errorf("first() of an empty queue = %v at %v, want nothing at never", r.kind(), at)
	}
}

func TestTimeKeyOrder(t *testing.T) {
	times := []float64{
		math.Inf(-1), -math.MaxFloat64, -1, -1e-16, -math.SmallestNonzeroFloat64,
		0, math.SmallestNonzeroFloat64, 1e-16, 0.25, 1, math.Nextafter(1, 2), never,
	}
	var keys []int64
	for _, x := range times {
		keys = append(keys, timeKey(x))
		if got := keyTime(timeKey(x)); got != x {
			t.Errorf("keyTime(timeKey(%v)) = %v, want the argument", x, got)
		}
	}
	if !slices.IsSorted(keys) || len(slices.Compact(keys)) != len(times) {
		t.Errorf("timeKey of the ascending times %v = %v, want ascending keys", times, keys)
	}
	if timeKey(math.Copysign(0, -1)) != timeKey(0) {
		t.Error("timeKey(-0) differs from timeKey(0)")
	}
}

// A rank orders by kind, then by the lower index, then by the higher index, whichever disc has the event.
func TestRanksOfPairs(t *testing.T) {
	ranks := []rank{
		rankOf(AtObstacle, 3), rankOfPair(1, 9), rankOfPair(9, 1), rankOfPair(3, 4), rankOfPair(4, 3),
		rankOfPair(3, 1<<indexBits-1), rankOfPair(1<<indexBits-1, 3), rankOf(atNothing, 0),
	}
	if !slices.IsSorted(ranks) {
		t.Errorf("ranks %x, want ascending", ranks)
	}
	for k, want := range []int{3, 1, 9, 3, 4, 3, 1<<indexBits - 1, 0} {
		if got := ranks[k].disc(); got != want {
			t.Errorf("rank %x belongs to disc %d, want %d", ranks[k], got, want)
		}
	}
	if kind := ranks[7].kind(); kind != atNothing {
		t.Errorf("kind of the last rank = %v, want %v", kind, atNothing)
	}
}

// Calls of put followed by replay have the same result as calls of set.
func TestReplayEqualsSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, n := range []int{1, 2, 5, 16, 33, 90} {
		var one, all queue
		one.reset(n)
		all.reset(n)
		for i := range n {
			at, rank := float64(rng.IntN(9))/8, rankOf(Kind(rng.IntN(int(atNothing))), i)
			one.set(i, at, rank)
			all.put(i, at, rank)
		}
		all.replay()
		if one.winner != all.winner || !slices.Equal(one.children, all.children) {
			t.Errorf("%d discs: the nodes of the queue differ from those after replay", n)
		}
	}
}

// If a disc has two simultaneous contacts, the contact with the lower index determines its place in the order of
// contacts, even if the disc finds both when it enters a cell. Disc 5 touches discs 1 and 9 when disc 3 touches disc 2.
func TestSimultaneousContactsInANewCell(t *testing.T) {
	w := New(60, 60)
	for i := range 20 {
		d := Disc{R: 0.25, From: at(2*float64(i)+2, 5)}
		switch i {
		case 1:
			d.From = at(30, 30.375)
		case 2:
			d.From = at(30, 50.375)
		case 3:
			d.From, d.V = at(10, 50), at(20, 0)
		case 5:
			d.From, d.V = at(10, 30), at(20, 0)
		case 9:
			d.From = at(30, 29.625)
		}
		w.AddDisc(d)
	}
	var met [][2]int
	for range TicksPerSecond {
		for c := range w.Tick() {
			met = append(met, [2]int{c.Disc, c.Other})
		}
	}
	if want := [][2]int{{1, 5}, {2, 3}, {5, 9}}; !slices.Equal(met[:min(3, len(met))], want) {
		t.Errorf("contacts %v, want %v first", met, want)
	}
}
