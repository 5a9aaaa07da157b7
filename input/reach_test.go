package input

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A hand simulates a player who has learned how far taps and holds move the paddle. It moves the paddle to a
// position, waits until the paddle stops, and corrects the error.
type hand struct {
	keyboard keyboardRow
	taps     [6]float64 // distances of 1, 2, … taps
	holds    []float64  // distances of holds of 50, 60, 70, … ms
	rng      *rand.Rand
}

// Properties of a hand: the time to see and decide, the duration of a tap, the time between taps, and the error in
// the duration of a hold.
const (
	reaction    = 190 * ms
	tapDuration = 90 * ms
	tapInterval = 150 * ms
	holdError   = 35 // milliseconds
)

// newHand returns a hand that has practiced on a keyboard.
func newHand(t *testing.T, k keyboardRow) *hand {
	h := &hand{keyboard: k, rng: rand.New(rand.NewPCG(1, 5))}
	for n := range h.taps {
		h.taps[n] = distance(t, play(k.trainedState(3), h.tap(n+1, 0), 0, 3*time.Second, 4))
	}
	for long := 50 * ms; long < 1500*ms; long += 10 * ms {
		h.holds = append(h.holds, distance(t, play(k.trainedState(3), k.events(tcell.KeyRight, 0, long), 0,
			3*time.Second, 4)))
	}
	return h
}

// tap returns the events of n taps.
func (h *hand) tap(n int, at time.Duration) (sent []press) {
	for range n {
		sent = append(sent, h.keyboard.events(tcell.KeyRight, at, tapDuration)...)
		at += tapInterval
	}
	return sent
}

// plan returns the events that move the paddle close to a target in the shortest time, and the time of the last
// release.
func (h *hand) plan(far float64, at time.Duration) (sent []press, up time.Duration) {
	n, off := 0, math.Inf(1)
	for k, goes := range h.taps {
		if d := math.Abs(goes - far); d < off-0.3 {
			n, off = k+1, d
		}
	}
	taps := at + time.Duration(n-1)*tapInterval + tapDuration

	best, away := 0, math.Inf(1)
	for k, goes := range h.holds {
		if d := math.Abs(goes - far); d < away {
			best, away = k, d
		}
	}
	long := (50 + 10*time.Duration(best)) * ms
	if off < 2 && (away > off+1 || taps < at+long) {
		return h.tap(n, at), taps
	}
	if long > 150*ms {
		long += time.Duration(h.rng.NormFloat64() * holdError * float64(ms))
	}
	return h.keyboard.events(tcell.KeyRight, at, long), at + long
}

// reach returns the time until the paddle is at rest within near units of a target at the distance far.
func (h *hand) reach(t *testing.T, s *State, far, near float64) time.Duration {
	g, err := engine.New(engine.Config{W: 511, Levels: []spec.Level{{Bricks: []spec.BrickSpec{{Shape: geom.Regular(6,
		geom.Vec{X: 20, Y: 20}, 2, 0)}}}}})
	if err != nil {
		t.Fatal(err)
	}
	to, now := g.Capsule(0).X+far, time.Minute
	begun := now
	for now-begun < 5*time.Second {
		off := to - g.Capsule(0).X
		sent, up := h.plan(math.Abs(off), now)
		for still := 0; now < up || still < 12; now += tickTime {
			for len(sent) > 0 && sent[0].at <= now {
				if ev := sent[0].ev; off < 0 {
					ev.Key = tcell.KeyLeft
					s.Key(now, ev)
				} else {
					s.Key(now, ev)
				}
				sent = sent[1:]
			}
			from := g.Capsule(0).X
			g.Step(s.Next(now))
			if still++; math.Abs(g.Capsule(0).X-from) > 0.02 { // creeping counts as rest
				still = 0
			}
		}
		if math.Abs(to-g.Capsule(0).X) <= near {
			return now - 12*tickTime - begun
		}
		now += reaction
	}
	return now - begun
}

// reaches returns the mean and the 90th percentile of the time to reach targets 3 to 40 units away within 3 units.
func reaches(t *testing.T, k keyboardRow) (mean, slow time.Duration) {
	h, s := newHand(t, k), k.trainedState(8)
	var all []time.Duration
	sum := time.Duration(0)
	for range 100 {
		d := h.reach(t, s, 3+37*h.rng.Float64(), 3)
		s.Release()
		all, sum = append(all, d), sum+d
	}
	slices.Sort(all)
	return sum / time.Duration(len(all)), all[len(all)*9/10]
}

// A practiced hand reaches a target quickly, even on keyboards with a long delay, where taps in quick succession
// move the paddle further than a single tap.
func TestReachOfHands(t *testing.T) {
	for _, k := range keyboards[:5] {
		mean, slow := reaches(t, k)
		t.Logf("%-26s mean %4d ms, 90th percentile %4d ms", k.name, mean.Milliseconds(), slow.Milliseconds())
		if mean > 800*ms || slow > 1350*ms {
			t.Errorf("%s: mean time to reach a target %v, 90th percentile %v; want at most 800 ms and 1350 ms", k.name,
				mean, slow)
		}

		h := newHand(t, k)
		one, second := h.taps[0], h.taps[1]-h.taps[0]
		larger := k.delay >= largeStepDelay
		if one > 5 || larger != (second > one+2) || second > 8 {
			t.Errorf(
				"%s: the taps move %.1f and %.1f units; want at most 5 and 8, larger second step: %v",
				k.name, one, second, larger)
		}
	}
}
