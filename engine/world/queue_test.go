package world

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The queue against looking at everything: the same winner after every change,
// with ties, equal events and times below zero among them.
func TestQueueFindsTheFirst(t *testing.T) {
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
				t.Fatalf("of %d the first is %d at %v, want %d at %v", n, got, at, want, times[want])
			}
		}
	}
}

func TestQueueOfNobody(t *testing.T) {
	var q queue
	q.reset(0)
	if i, at, _ := q.first(); i != -1 || at != never {
		t.Errorf("the first of nobody is %d at %v", i, at)
	}
}

func TestTimeKeysOrderAsTimes(t *testing.T) {
	times := []float64{
		math.Inf(-1), -math.MaxFloat64, -1, -1e-16, -math.SmallestNonzeroFloat64,
		0, math.SmallestNonzeroFloat64, 1e-16, 0.25, 1, math.Nextafter(1, 2), never,
	}
	var keys []int64
	for _, x := range times {
		keys = append(keys, timeKey(x))
		if got := keyTime(timeKey(x)); got != x {
			t.Errorf("the time of the key of %v is %v", x, got)
		}
	}
	if !slices.IsSorted(keys) || len(slices.Compact(keys)) != len(times) {
		t.Errorf("keys %v do not ascend", keys)
	}
	if timeKey(math.Copysign(0, -1)) != timeKey(0) {
		t.Error("−0 is not 0")
	}
}

// Changing all at once ends as changing one after the other does.
func TestReplayedQueueIsTheSame(t *testing.T) {
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
			t.Errorf("%d discs: nodes differ", n)
		}
	}
}
