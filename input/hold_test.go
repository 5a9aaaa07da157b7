package input

import (
	"fmt"
	"testing"
	"time"

	"arkterm/engine"
)

const ms = time.Millisecond

// A press is a key event at a time.
type press struct {
	at  time.Duration
	key Key
}

// keyboard is what a keyboard sends for a key that goes down at a time and is held for
// long.
func keyboard(key Key, at, long, delay time.Duration, hz int) []press {
	sent := []press{{at, key}}
	for t := delay; t < long; t += time.Second / time.Duration(hz) {
		sent = append(sent, press{at + t, key})
	}
	return sent
}

// play feeds a State and returns the Move of each tick until end. Ticks are asked
// for when their frame comes, frame ticks at a time, as the loop does.
func play(s *State, sent []press, from, end time.Duration, frame int) (moves []int) {
	tick := func(n int) time.Duration { return from + time.Duration(n)*tickTime }
	due := 0
	for n := 0; tick(n) < end; n += frame {
		for ; due < len(sent) && sent[due].at <= tick(n); due++ {
			s.Key(sent[due].at, KeyEvent{Key: sent[due].key})
		}
		for i := range frame {
			moves = append(moves, int(s.Next(tick(n + i))[0].Move))
		}
	}
	return moves
}

func sum(moves []int) (total int) {
	for _, m := range moves {
		total += m
	}
	return total
}

// way returns how far the engine's paddle goes: 36 units/s, and over 150 ms
// of one direction up to 80, scaled by Move.
func way(moves []int) (x float64) {
	ramp := 0
	for _, m := range moves {
		if m == 0 {
			ramp = 0
			continue
		}
		speed := 36 + 44*min(1, float64(ramp)/36)
		x += speed * float64(m) / engine.MoveFull / engine.TicksPerSecond
		ramp++
	}
	return x
}

// The keyboards that are met: delays of the usual systems, repeats of the usual rates.
var (
	usualDelays = []time.Duration{200 * ms, 250 * ms, 500 * ms, 660 * ms}
	usualRates  = []int{25, 30, 50}
)

// forKeyboards runs a test for each of them, without and with holds seen before, at
// frames of 240, 60 and 10 a second. The State has been at rest for a second at time 0.
func forKeyboards(t *testing.T, test func(t *testing.T, s *State, delay time.Duration, hz, frame int)) {
	for _, delay := range usualDelays {
		for _, hz := range usualRates {
			for _, holds := range []int{0, 1, 8} {
				for _, frame := range []int{1, 4, 24} {
					name := fmt.Sprintf("%v,%dHz,%d holds,%d ticks a frame", delay, hz, holds, frame)
					t.Run(name, func(t *testing.T) {
						s := new(State)
						for i := range holds {
							at := -time.Duration(10*(holds-i)) * time.Second
							play(s, keyboard(KeyLeft, at, 2*time.Second, delay, hz), at, at+9*time.Second, 4)
						}
						test(t, s, delay, hz, frame)
					})
				}
			}
		}
	}
}

func TestTapIsOneStepOnAnyKeyboard(t *testing.T) {
	const step = tapTicks*engine.MoveFull + glideWay
	forKeyboards(t, func(t *testing.T, s *State, delay time.Duration, hz, frame int) {
		moves := play(s, []press{{0, KeyRight}}, 0, 2*time.Second, frame)
		if got := sum(moves); got != step {
			t.Errorf("a tap is %d of Move × ticks, want %d", got, step)
		}
		if w := way(moves); w < 6 || w > 7 {
			t.Errorf("a tap moves the paddle %.2f units, want 6 to 7", w)
		}
	})
}

func TestTapsAfterEachOtherAreAsManySteps(t *testing.T) {
	s := new(State)
	var sent []press
	for i := range 5 {
		sent = append(sent, press{time.Duration(i) * time.Second, KeyLeft})
	}
	if got, want := sum(play(s, sent, 0, 6*time.Second, 4)), -5*(tapTicks*engine.MoveFull+glideWay); got != want {
		t.Errorf("five taps: %d, want %d", got, want)
	}
}

func TestTapIsOneStepWhateverWasLearned(t *testing.T) {
	for _, delay := range []time.Duration{leastDelay, mostDelay} {
		s := new(State)
		play(s, keyboard(KeyLeft, 0, 2*time.Second, delay, 30), 0, 9*time.Second, 4)
		moves := play(s, []press{{10 * time.Second, KeyRight}}, 10*time.Second, 12*time.Second, 4)
		if got, want := sum(moves), tapTicks*engine.MoveFull+glideWay; got != want {
			t.Errorf("delay %v: a tap is %d of Move × ticks, want %d", delay, got, want)
		}
		for i, m := range moves {
			if m < 0 || m > engine.MoveFull {
				t.Fatalf("delay %v: tick %d moves %d", delay, i, m)
			}
		}
	}
}

// The speed between a press and its first repeat is one that a player sees.
func TestHoldGlidesOn(t *testing.T) {
	for delay, least := range map[time.Duration]float64{200 * ms: 17, 250 * ms: 13, 500 * ms: 5.3, 660 * ms: 3.8} {
		s := new(State)
		play(s, keyboard(KeyLeft, 0, 2*time.Second, delay, 30), 0, 9*time.Second, 4)
		from := 10 * time.Second
		moves := play(s, keyboard(KeyRight, from, time.Second, delay, 30), from, from+time.Second, 1)
		for i, m := range moves[:tapTicks] {
			if m != engine.MoveFull {
				t.Fatalf("delay %v: tick %d moves %d", delay, i, m)
			}
		}
		const window = 24 // ticks
		for i := 0; i+window < int(delay/tickTime); i++ {
			speed := (way(moves[:i+window]) - way(moves[:i])) * engine.TicksPerSecond / window
			if speed < least {
				t.Fatalf("delay %v: %.1f units/s in the 100 ms from %v on, want %.1f", delay, speed, time.Duration(i)*tickTime, least)
			}
		}
	}
}

func TestHoldMovesAtOnceAndHasNoHole(t *testing.T) {
	forKeyboards(t, func(t *testing.T, s *State, delay time.Duration, hz, frame int) {
		const long = 1500 * ms
		sent := keyboard(KeyRight, 0, long, delay, hz)
		moves := play(s, sent, 0, long, frame)
		if moves[0] != engine.MoveFull {
			t.Fatalf("the first tick moves %d", moves[0])
		}
		// A frame of 24 ticks sees no event for 100 ms: then all ticks of a hold come
		// before the events that they need.
		if frame == 24 {
			return
		}
		last := int(sent[len(sent)-1].at / tickTime)
		for i, m := range moves[:last] {
			at := time.Duration(i) * tickTime
			unknown := delay > defaultDelay && s.players[0].hold.delays.n == 0 // a hold that is learned from
			if m <= 0 && (!unknown || at > delay+4*tickTime) {
				t.Fatalf("hole at %v", at)
			}
			if at > delay+time.Second/time.Duration(hz)+20*ms && m != engine.MoveFull {
				t.Fatalf("at %v, after the second repeat, it moves %d", at, m)
			}
		}
	})
}

func TestHoldEndsSoonAfterTheLastRepeat(t *testing.T) {
	forKeyboards(t, func(t *testing.T, s *State, delay time.Duration, hz, frame int) {
		sent := keyboard(KeyRight, 0, 1500*ms, delay, hz)
		moves := play(s, sent, 0, 3*time.Second, frame)
		stop := len(moves)
		for moves[stop-1] == 0 {
			stop--
		}
		period := time.Second / time.Duration(hz)
		after := time.Duration(stop)*tickTime - sent[len(sent)-1].at
		if limit := max(period*5/2, leastHold) + time.Duration(frame+1)*tickTime; after > limit {
			t.Errorf("moves for %v after the last repeat, want %v at most", after, limit)
		}
	})
}

func TestOppositeKeyReversesAtOnce(t *testing.T) {
	forKeyboards(t, func(t *testing.T, s *State, delay time.Duration, hz, frame int) {
		for _, at := range []time.Duration{40 * ms, 150 * ms, time.Second} { // in a tap, in the glide, in a hold
			s.Release()
			sent := append(keyboard(KeyRight, 0, at, delay, hz), press{at, KeyLeft})
			play(s, sent, 0, at+tickTime, 1)
			if m := s.Next(at + tickTime)[0].Move; m != -engine.MoveFull {
				t.Errorf("the tick after the other key at %v moves %d", at, m)
			}
		}
	})
}

func TestDownStopsAtOnce(t *testing.T) {
	for _, at := range []time.Duration{40 * ms, 150 * ms, time.Second} {
		s := new(State)
		sent := append(keyboard(KeyRight, 0, at, 500*ms, 30), press{at, KeyDown})
		play(s, sent, 0, at+tickTime, 1)
		for i := range 240 {
			if m := s.Next(at + time.Duration(i)*tickTime)[0].Move; m != 0 {
				t.Fatalf("moves %d after Down at %v", m, at)
			}
		}
	}
}

func TestDelayAndPeriodAreLearned(t *testing.T) {
	for _, delay := range usualDelays {
		for _, hz := range usualRates {
			s := new(State)
			at := time.Hour
			for i := range 9 {
				d := delay
				if i == 4 {
					d *= 2 // once, the link stood still
				}
				play(s, keyboard(KeyLeft, at, 2*time.Second, d, hz), at, at+3*time.Second, 4)
				at += time.Minute
			}
			period := time.Second / time.Duration(hz)
			if got := s.players[0].hold.delays.value(0); got != delay {
				t.Errorf("%v, %d Hz: delay %v", delay, hz, got)
			}
			if got := s.players[0].hold.periods.value(0); got < period-ms || got > period+ms {
				t.Errorf("%v, %d Hz: period %v", delay, hz, got)
			}
		}
	}
}

func TestTapsAreNotLearnedFrom(t *testing.T) {
	s := new(State)
	for i := range 100 {
		s.Key(time.Duration(i)*180*ms, KeyEvent{Key: KeyLeft})
	}
	if s.players[0].hold.delays.n+s.players[0].hold.periods.n != 0 {
		t.Errorf("learned %v and %v from taps", s.players[0].hold.delays, s.players[0].hold.periods)
	}
}

// Over a link repeats come in clumps. What lies between two clumps must not look
// like a key that was let go and pressed again.
func TestHoldSurvivesClumpsOfRepeats(t *testing.T) {
	s := new(State)
	sent := keyboard(KeyRight, 0, 2*time.Second, 500*ms, 30)
	for i := range sent {
		sent[i].at = sent[i].at / (70 * ms) * (70 * ms) // sent each 70 ms
	}
	for i, m := range play(s, sent, 0, 1900*ms, 1) {
		if m == 0 {
			t.Fatalf("hole at %v", time.Duration(i)*tickTime)
		}
	}
}

// A keyboard may wait longer than any that is known, or repeat slower.
func TestStrangeKeyboardsStillMove(t *testing.T) {
	for _, k := range []struct {
		delay time.Duration
		hz    int
	}{{1000 * ms, 30}, {500 * ms, 10}, {150 * ms, 100}} {
		s := new(State)
		sent := keyboard(KeyRight, 0, 3*time.Second, k.delay, k.hz)
		play(s, sent, 0, 2*time.Second, 1)
		if w := way(play(s, nil, 2*time.Second, 2*time.Second+50*ms, 1)); w <= 0 {
			t.Errorf("delay %v, %d Hz: a key that was held for 2 s does not move the paddle", k.delay, k.hz)
		}
	}
}

func TestMedian(t *testing.T) {
	var m median
	if got := m.value(7); got != 7 {
		t.Errorf("of nothing: %v", got)
	}
	for i, want := range []time.Duration{9, 9, 8, 8, 7, 7, 6, 6, 5} { // of the last eight, the upper middle one
		m.add(time.Duration(9 - i))
		if got := m.value(0); got != want {
			t.Errorf("after %d values: %v, want %v", i+1, got, want)
		}
	}
}
