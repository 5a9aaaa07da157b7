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
	for _, n := range []int{1, 2, 3, 5, 8, 33} {
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
			q.set(i, times[i], kinds[i])
			want := 0
			for j := range n {
				if times[j] < times[want] || times[j] == times[want] && kinds[j] < kinds[want] {
					want = j
				}
			}
			if got, at, kind := q.first(); got != want || at != times[want] || kind != kinds[want] {
				t.Fatalf("first() of %d events = %d at %v, want %d at %v", n, got, at, want, times[want])
			}
		}
	}
}

func TestEmptyQueue(t *testing.T) {
	var q queue
	q.reset(0)
	if i, at, _ := q.first(); i != -1 || at != never {
		t.Errorf("first() of an empty queue = %d at %v, want -1 at never", i, at)
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

// Calls of put followed by replay have the same result as calls of set.
func TestReplayEqualsSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, n := range []int{1, 2, 5, 16, 33} {
		var one, all queue
		one.reset(n)
		all.reset(n)
		for i := range n {
			at, kind := float64(rng.IntN(9))/8, Kind(rng.IntN(int(atNothing)))
			one.set(i, at, kind)
			all.put(i, at, kind)
		}
		all.replay()
		if !slices.Equal(one.node[1:], all.node[1:]) {
			t.Errorf("%d discs: the nodes of the queue differ from those after replay", n)
		}
	}
}
