package input

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

const ms = time.Millisecond

var update = flag.Bool("update", false, "update the golden files in testdata")

// golden compares text with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s has changed; if that is intended, run go test -update:\n%s", path, got)
	}
}

// A press is a key event at a time.
type press struct {
	at time.Duration
	ev Keystroke
}

// pressOf returns a press of a key that types no character.
func pressOf(k tcell.Key, at time.Duration) press { return press{at, Keystroke{Key: k}} }

// heldEvents returns the events of a keyboard that reports no releases, for a key that is down from at until
// at+long.
func heldEvents(k tcell.Key, at, long, delay time.Duration, hz int) []press {
	sent := []press{pressOf(k, at)}
	for t := delay; t < long; t += time.Second / time.Duration(hz) {
		sent = append(sent, pressOf(k, at+t))
	}
	return sent
}

// jittered moves each event to an earlier or later time, by at most the given number of milliseconds, and keeps
// their order.
func jittered(sent []press, by int, seed uint64) []press {
	rng := rand.New(rand.NewPCG(seed, 0))
	sent = slices.Clone(sent)
	for i := range sent {
		sent[i].at += time.Duration(rng.IntN(2*by+1)-by) * ms
		if i > 0 {
			sent[i].at = max(sent[i].at, sent[i-1].at)
		}
	}
	return sent
}

// play passes events to a State and returns the Move of each tick until end. Like the game loop, it calls Next for
// frame ticks at a time.
func play(s *State, sent []press, from, end time.Duration, frame int) (moves []int8) {
	tick := func(n int) time.Duration { return from + time.Duration(n)*tickTime }
	due := 0
	for n := 0; tick(n) < end; n += frame {
		for ; due < len(sent) && sent[due].at <= tick(n); due++ {
			s.Key(sent[due].at, sent[due].ev)
		}
		for i := range frame {
			moves = append(moves, s.Next(tick(n + i))[0].Move)
		}
	}
	return moves
}

// positions returns the paddle's position after each of the moves, relative to its start. The walls are far away.
func positions(t testing.TB, moves []int8) (x []float64) {
	t.Helper()
	l := spec.Level{Bricks: []spec.BrickSpec{{Shape: geom.Regular(6, geom.Vec{X: 20, Y: 20}, 2, 0)}}}
	g, err := engine.New(engine.Config{Levels: []spec.Level{l}, W: 511})
	if err != nil {
		t.Fatal(err)
	}
	from := g.Capsule(0).X
	for _, m := range moves {
		c := engine.Idle
		c.Move = m
		g.Step(engine.Input{c, engine.Idle})
		x = append(x, g.Capsule(0).X-from)
	}
	return x
}

// distance returns the total distance that the paddle moves.
func distance(t testing.TB, moves []int8) float64 {
	x := positions(t, moves)
	if len(x) == 0 {
		return 0
	}
	return x[len(x)-1]
}

// stopTime returns the time after which the paddle no longer moves to the right.
func stopTime(moves []int8) time.Duration {
	n := len(moves)
	for n > 0 && moves[n-1] <= 0 {
		n--
	}
	return time.Duration(n) * tickTime
}

// The delays and repeat rates of common keyboards.
var (
	commonDelays = []time.Duration{200 * ms, 250 * ms, 400 * ms, 500 * ms, 660 * ms}
	commonRates  = []int{25, 30, 50}
)

// trainedState returns a State that has received the given number of holds on a keyboard before time 0.
func trainedState(delay time.Duration, hz, holds int) *State {
	s := new(State)
	for i := range holds {
		at := -time.Duration(10*(holds-i)) * time.Second
		play(s, heldEvents(tcell.KeyLeft, at, 2*time.Second, delay, hz), at, at+9*time.Second, 4)
	}
	return s
}

// forKeyboards runs a test for each common keyboard, with different numbers of earlier holds, at 240, 60 and 10
// frames a second. The paddle has been at rest for a second at time 0.
func forKeyboards(t *testing.T, test func(t *testing.T, s *State, delay time.Duration, hz, frame int)) {
	for _, delay := range commonDelays {
		for _, hz := range commonRates {
			for _, holds := range []int{0, 1, 8} {
				for _, frame := range []int{1, 4, 24} {
					name := fmt.Sprintf("%v,%dHz,%d holds,%d ticks a frame", delay, hz, holds, frame)
					t.Run(name, func(t *testing.T) {
						test(t, trainedState(delay, hz, holds), delay, hz, frame)
					})
				}
			}
		}
	}
}

// timings are typical uses of the keys on a keyboard with a delay of 400 ms and 30 repeats a second. The number
// after each event is its time in milliseconds. + is a press or repeat of the right arrow, - of the left arrow, and
// v of Down, f of Fire; ^ is a release of the right arrow, and ~ of the left arrow.
var timings = []struct{ name, events string }{
	{"tap", "+0"},
	{"tap, then Down", "+0 v120"},
	{"tap, then the other way", "+0 -120"},
	{"two taps, 150 ms apart", "+0 +150"},
	{"two taps, 400 ms apart", "+0 +400"},
	{"five taps", "+0 +200 +400 +600 +800"},
	{"hold, one repeat", "+0 +400"},
	{"hold, 500 ms", "+0 +400 +433 +467 +500"},
	{"hold, 700 ms", "+0 +400 +433 +467 +500 +533 +567 +600 +633 +667 +700"},
	{"hold, then the other way", "+0 +400 +433 +467 +500 -510"},
	{"hold, then Down", "+0 +400 +433 +467 +500 v510"},
	{"with releases: 30 ms", "+0 ^30"},
	{"with releases: within a tick", "+0 ^1"},
	{"with releases: 150 ms", "+0 ^150"},
	{"with releases: 500 ms", "+0 ^500"},
	{"with releases: other key in between", "+0 -200 ~300 ^500"},
}

// read parses the events of a timing.
func (s timing) read() (sent []press) {
	var at int
	for _, word := range bytes.Fields([]byte(s)) {
		fmt.Sscan(string(word[1:]), &at)
		ev := map[byte]Keystroke{
			'+': {Key: tcell.KeyRight}, '-': {Key: tcell.KeyLeft}, 'v': {Key: tcell.KeyDown},
			'^': {Key: tcell.KeyRight, Kind: Release}, '~': {Key: tcell.KeyLeft, Kind: Release},
			'f': Char(' '),
		}[word[0]]
		sent = append(sent, press{time.Duration(at) * ms, ev})
	}
	return sent
}

type timing string

// TestSteeringTable records the paddle's position every 50 ms, in units from its start, for each of the timings.
func TestSteeringTable(t *testing.T) {
	const step, columns = 12, 20 // ticks
	var b bytes.Buffer
	fmt.Fprintf(&b, "%-36s", "ms")
	for i := range columns {
		fmt.Fprintf(&b, "%6d", 50*(i+1))
	}
	fmt.Fprintln(&b)
	for _, c := range timings {
		s := trainedState(400*ms, 30, 8)
		if bytes.ContainsRune([]byte(c.events), '^') {
			s.Key(-time.Second, Keystroke{Key: tcell.KeyEnter, Kind: Release})
		}
		x := positions(t, play(s, timing(c.events).read(), 0, columns*step*tickTime, 1))
		fmt.Fprintf(&b, "%-36s", c.name)
		for i := range columns {
			fmt.Fprintf(&b, "%6.1f", x[step*(i+1)-1])
		}
		fmt.Fprintln(&b)
	}
	golden(t, "steering.txt", b.Bytes())
}

func TestTapIsASmallStepOnAnyKeyboard(t *testing.T) {
	forKeyboards(t, func(t *testing.T, s *State, delay time.Duration, hz, frame int) {
		moves := play(s, []press{pressOf(tcell.KeyRight, 0)}, 0, 2*time.Second, frame)
		x := positions(t, moves)
		if total := x[len(x)-1]; total < 3.5 || total > 5 {
			t.Errorf("a tap moves the paddle %.2f units, want 3.5 to 5", total)
		}
		if after := x[60*ms/tickTime]; after < 2 {
			t.Errorf("a tap moves the paddle %.2f units in the first 60 ms, want at least 2", after)
		}
	})
}

// Consecutive taps move the paddle equally far. This includes a tap during the glide of the previous one, in which
// the engine's own ramp would be faster.
func TestConsecutiveTapsAreEqual(t *testing.T) {
	const gap = 180 * ms
	s := trainedState(400*ms, 30, 8)
	var sent []press
	for i := range 5 {
		sent = append(sent, pressOf(tcell.KeyRight, time.Duration(i)*gap))
	}
	x := positions(t, play(s, sent, 0, 2*time.Second, 1))
	steps := []float64{x[gap/tickTime]}
	for i := 1; i < 4; i++ {
		steps = append(steps, x[time.Duration(i+1)*gap/tickTime]-x[time.Duration(i)*gap/tickTime])
	}
	if slices.Max(steps)-slices.Min(steps) > 0.5 {
		t.Errorf("taps move the paddle %.2f units, want distances that differ by at most 0.5", steps)
	}
}

func TestTapSizeForExtremeDelays(t *testing.T) {
	for _, delay := range []time.Duration{minDelay, 300 * ms, maxDelay} {
		s := trainedState(delay, 30, 8)
		moves := play(s, []press{pressOf(tcell.KeyRight, 0)}, 0, 2*time.Second, 4)
		if w := distance(t, moves); w < 3.5 || w > 5 {
			t.Errorf("delay %v: a tap moves %.2f units, want 3.5 to 5", delay, w)
		}
		for i, m := range moves {
			if m < 0 || m > engine.MoveFull {
				t.Fatalf("delay %v: Move %[3]d in tick %[2]d", delay, i, m)
			}
		}
	}
}

// A hold moves the paddle in every tick from the press to the last repeat, including the delay before the first
// repeat. This holds for any keyboard, and for events that are up to 12 ms early or late.
func TestHoldNeverPauses(t *testing.T) {
	forKeyboards(t, func(t *testing.T, s *State, delay time.Duration, hz, frame int) {
		if frame == 24 { // events arrive every 100 ms, after all ticks of the hold
			return
		}
		for seed := range uint64(20) {
			s.Release()
			from := time.Duration(10*(seed+1)) * time.Second
			sent := heldEvents(tcell.KeyRight, from, 1500*ms, delay, hz)
			if seed > 0 {
				// With longer frames, play delivers an event at the end of its frame, which would delay a late event
				// further. The game loop calls Next up to the time of an event when the event arrives.
				if frame > 1 {
					break
				}
				sent = jittered(sent, 12, seed)
			}
			first, last := sent[0].at, sent[len(sent)-1].at
			moves := play(s, sent, first, first+2*time.Second, frame)
			if moves[0] != engine.MoveFull {
				t.Fatalf("seed %d: Move %d in the first tick, want %d", seed, moves[0], engine.MoveFull)
			}
			for i, m := range moves[:(last-first)/tickTime] {
				if m <= 0 {
					t.Fatalf("seed %d: the paddle stops at %v", seed, time.Duration(i)*tickTime)
				}
			}
		}
	})
}

// Without jitter, the paddle moves at full speed from the first repeat on a known keyboard, and from the second
// repeat on an unknown one.
func TestHoldIsFastFromTheFirstRepeat(t *testing.T) {
	for _, delay := range commonDelays {
		for _, hz := range commonRates {
			for _, holds := range []int{0, 3} {
				s := trainedState(delay, hz, holds)
				moves := play(s, heldEvents(tcell.KeyRight, 0, time.Second, delay, hz), 0, time.Second, 1)
				from := delay
				if holds == 0 {
					from += time.Second / time.Duration(hz)
				}
				for i, m := range moves {
					if at := time.Duration(i) * tickTime; at > from && at < delay+300*ms && m != engine.MoveFull {
						t.Fatalf("delay %v, %d Hz, %d holds: Move %d at %v, want %d", delay, hz, holds, m, at,
							engine.MoveFull)
					}
				}
			}
		}
	}
}

// Repeats that arrive over a network vary more. The State learns their lateness, so the paddle pauses in the first
// hold but rarely in later ones.
func TestLatenessIsLearned(t *testing.T) {
	const delay, hz = 400 * ms, 30
	s := trainedState(delay, hz, 3)
	still := func(seed uint64) (ticks int) {
		from := time.Duration(10*(seed+1)) * time.Second
		sent := jittered(heldEvents(tcell.KeyRight, from, 2*time.Second, delay, hz), 30, seed)
		first, last := sent[0].at, sent[len(sent)-1].at
		for _, m := range play(s, sent, first, first+3*time.Second, 1)[:(last-first)/tickTime] {
			if m == 0 {
				ticks++
			}
		}
		return ticks
	}
	before := still(0)
	after := 0
	for seed := range uint64(20) {
		after += still(seed + 1)
	}
	if after > 20*480*3/200 {
		t.Errorf("the paddle pauses for %d ticks in the first hold and for %d ticks in 20 more holds, want at most %d",
			before, after, 20*480*3/200)
	}
}

// A hold ends one period and minLate after its last repeat, or within 100 ms on an unknown keyboard.
func TestHoldEndsSoonAfterTheLastRepeat(t *testing.T) {
	forKeyboards(t, func(t *testing.T, s *State, delay time.Duration, hz, frame int) {
		known := s.players[0].held.delays.n > 0
		for _, long := range []time.Duration{delay + ms, 1500 * ms} { // one repeat, and many repeats
			limit := time.Second/time.Duration(hz) + minLate
			if !known {
				if limit = 100 * ms; long < time.Second {
					continue // the repeat may be a second tap
				}
			}
			s.Release()
			sent := heldEvents(tcell.KeyRight, time.Second, long, delay, hz)
			moves := play(s, sent, time.Second, 4*time.Second, frame)
			after := time.Second + stopTime(moves) - sent[len(sent)-1].at
			if limit += time.Duration(frame-1)*tickTime + ms; after > limit {
				t.Errorf("held for %v: the paddle moves for %v after the last repeat, want at most %v", long, after,
					limit)
			}
		}
	})
}

func TestOppositeKeyReversesImmediately(t *testing.T) {
	forKeyboards(t, func(t *testing.T, s *State, delay time.Duration, hz, frame int) {
		for _, at := range []time.Duration{40 * ms, 150 * ms, time.Second} { // in a tap, in the glide, in a hold
			s.Release()
			sent := append(heldEvents(tcell.KeyRight, 0, at, delay, hz), pressOf(tcell.KeyLeft, at))
			play(s, sent, 0, at+tickTime, 1)
			if m := s.Next(at + tickTime)[0].Move; m != -engine.MoveFull {
				t.Errorf("Move %d in the tick after the opposite key at %v, want %d", m, at, -engine.MoveFull)
			}
		}
	})
}

func TestDownStopsImmediately(t *testing.T) {
	for _, at := range []time.Duration{40 * ms, 150 * ms, time.Second} {
		s := new(State)
		sent := append(heldEvents(tcell.KeyRight, 0, at, 500*ms, 30), pressOf(tcell.KeyDown, at))
		play(s, sent, 0, at+tickTime, 1)
		for i := range 240 {
			if m := s.Next(at + time.Duration(i)*tickTime)[0].Move; m != 0 {
				t.Fatalf("Move %d after Down at %v, want 0", m, at)
			}
		}
	}
}

func TestDelayAndPeriodAreLearned(t *testing.T) {
	for _, delay := range commonDelays {
		for _, hz := range commonRates {
			s := new(State)
			at := time.Hour
			for i := range 9 {
				d := delay
				if i == 4 {
					d *= 2 // one hold has an outlier, for example because the connection stalled
				}
				play(s, heldEvents(tcell.KeyLeft, at, 2*time.Second, d, hz), at, at+3*time.Second, 4)
				at += time.Minute
			}
			want := time.Second / time.Duration(hz)
			gotDelay, gotPeriod := s.KeyTiming()
			if gotDelay != delay || gotPeriod < want-ms || gotPeriod > want+ms {
				t.Errorf("delay %v, %d Hz: KeyTiming() = %v, %v, want %v and %v ± 1 ms", delay, hz, gotDelay, gotPeriod,
					delay, want)
			}
		}
	}
}

func TestKeyTimingCanBeRestored(t *testing.T) {
	a := trainedState(250*ms, 50, 3)
	b := new(State)
	b.SetKeyTiming(a.KeyTiming())
	for i, sent := range [][]press{{pressOf(tcell.KeyRight, 0)}, heldEvents(tcell.KeyRight, 0, time.Second, 250*ms,
		50)} {
		a.Release()
		if x, y := play(a, sent, 0, time.Second, 1), play(b, sent, 0, time.Second, 1); !slices.Equal(x, y) {
			t.Errorf("case %d: the trained State moves %v, the restored one %v, want the same", i, x, y)
		}
		b.Release()
	}
	for _, bad := range [][2]time.Duration{{0, 0}, {-1, -1}, {ms, time.Second}, {time.Hour, time.Hour}} {
		var s State
		s.SetKeyTiming(bad[0], bad[1])
		if d, p := s.KeyTiming(); d != 0 || p != 0 {
			t.Errorf("SetKeyTiming(%v) set %v, %v, want it ignored", bad, d, p)
		}
	}
}

func TestNoTimingIsLearnedFromTaps(t *testing.T) {
	s := new(State)
	for i := range 100 {
		s.Key(time.Duration(i)*180*ms, Keystroke{Key: tcell.KeyLeft})
	}
	if d, p := s.KeyTiming(); d != 0 || p != 0 {
		t.Errorf("KeyTiming() after taps = %v, %v, want 0, 0", d, p)
	}
}

// Repeats that arrive over a network come in groups. A pause between groups must not count as a release and a new
// press.
func TestHoldWithRepeatsInGroups(t *testing.T) {
	s := new(State)
	sent := heldEvents(tcell.KeyRight, 0, 2*time.Second, 500*ms, 30)
	for i := range sent {
		sent[i].at = sent[i].at / (70 * ms) * (70 * ms) // sent each 70 ms
	}
	for i, m := range play(s, sent, 0, 1900*ms, 1) {
		if m == 0 {
			t.Fatalf("the paddle pauses at %v, want it to move for 1.9 s", time.Duration(i)*tickTime)
		}
	}
}

// A key moves the paddle even if the delay or the rate of the keyboard is outside the known range.
func TestUnusualKeyboardsMoveThePaddle(t *testing.T) {
	for _, k := range []struct {
		delay time.Duration
		hz    int
	}{{1000 * ms, 30}, {500 * ms, 10}, {150 * ms, 100}} {
		s := new(State)
		sent := heldEvents(tcell.KeyRight, 0, 3*time.Second, k.delay, k.hz)
		moves := play(s, sent, 0, 2*time.Second, 1)
		if w := distance(t, moves[1900*ms/tickTime:]); w <= 0 {
			t.Errorf("delay %v, %d Hz: a key held for 2 s does not move the paddle", k.delay, k.hz)
		}
	}
}

func TestMedian(t *testing.T) {
	var m median
	if got := m.value(7); got != 7 {
		t.Errorf("value(7) of an empty median = %v, want 7", got)
	}
	for i, want := range []time.Duration{9, 9, 8, 8, 7, 7, 6, 6, 5} { // the upper median of the last eight values
		m.add(time.Duration(9 - i))
		if got := m.value(0); got != want {
			t.Errorf("value() after %d values = %v, want %v", i+1, got, want)
		}
	}
}

// With DoubleTap, a second tap makes the paddle run until the next key, with and without key releases. Other taps and
// holds move it as with Hold.
func TestDoubleTapRunsUntilTheNextKey(t *testing.T) {
	const hold = "+0 +500 +533 +567 +600 +633"
	for _, c := range []struct {
		events string
		at     time.Duration
		want   int // direction of the paddle at that time, 0 if it does not move
	}{
		{"+0 +150", 900 * ms, 1},
		{"+0 +150 +700", 720 * ms, 0},
		{"+0 +150 +700 +850", 1300 * ms, 0}, // the last press is a tap
		{"+0 +150 +650 +683 +716", 720 * ms, 1},
		{"+0 +150 +650 +683 +716", 900 * ms, 0}, // the second tap was a hold
		{"+0 +150 -700", 1200 * ms, -1},
		{"+0 +150 -700 -1100", 1120 * ms, 0},
		{"+0 +150 v700", 720 * ms, 0},
		{"+0 +150 f700", 720 * ms, 0},
		{"+0 +300", 650 * ms, 0},
		{"+0 -150", 500 * ms, 0},
		{hold, 640 * ms, 1},
		{hold, 900 * ms, 0},
	} {
		s := trainedState(500*ms, 30, 3)
		s.SetOptions(Options{Steer: DoubleTap})
		moves := play(s, timing(c.events).read(), 0, c.at+tickTime, 1)
		if m := moves[len(moves)-1]; m > creep != (c.want > 0) || m < -creep != (c.want < 0) {
			t.Errorf("%s: Move %d after %v, want direction %d", c.events, m, c.at, c.want)
		}
	}
	for _, c := range []struct {
		events string
		want   int
	}{
		{"+0 ^60 +150 ^200", 1},
		{"+0 ^60 +150 ^200 -600 ~650", -1},
		{"+0 ^60 +150 ^200 v600", 0},
		{"+0 ^60 +150 ^200 f600", 0},
		{"+0 ^60 +400 ^450", 0},
	} {
		s := new(State)
		s.ExpectReleases()
		s.SetOptions(Options{Steer: DoubleTap})
		moves := play(s, timing(c.events).read(), 0, time.Second, 1)
		if m := moves[len(moves)-1]; int(m) != c.want*engine.MoveFull {
			t.Errorf("%s, with releases: Move %d after 1 s, want direction %d", c.events, m, c.want)
		}
	}
}

// Down stops a running paddle without a shove.
func TestDownStopsARunWithoutAShove(t *testing.T) {
	s := new(State)
	s.SetOptions(Options{Steer: DoubleTap})
	for _, p := range timing("+0 +150 v600").read() {
		s.Key(p.at, p.ev)
	}
	if in := s.Next(600 * ms)[0]; in.Buttons&engine.Down != 0 || in.Move != 0 {
		t.Errorf("Down during a run: %+v, want the paddle stopped and no button", in)
	}
}

// A held key moves the paddle equally with Hold and DoubleTap if the keyboard is known, also if its delay is as short
// as the time between two taps.
func TestDoubleTapDoesNotChangeHolds(t *testing.T) {
	for _, delay := range commonDelays {
		sent := heldEvents(tcell.KeyRight, 0, time.Second, delay, 30)
		a, b := trainedState(delay, 30, 3), trainedState(delay, 30, 3)
		b.SetOptions(Options{Steer: DoubleTap})
		x := distance(t, play(a, sent, 0, 2*time.Second, 1))
		y := distance(t, play(b, sent, 0, 2*time.Second, 1))
		if x != y {
			t.Errorf("delay %v: a hold of 1 s moves the paddle %.1f units with Hold, but %.1f with DoubleTap", delay, x,
				y)
		}
	}
}

// A paddle that a wall has stopped stays there when the key goes up.
func TestPaddleStaysAtTheWall(t *testing.T) {
	for _, x := range []float64{30, 56} {
		s := trainedState(500*ms, 30, 3)
		sent := heldEvents(tcell.KeyRight, 0, time.Second, 500*ms, 30)
		returns := false
		for tick := range 480 {
			now := time.Duration(tick) * tickTime
			for len(sent) > 0 && sent[0].at <= now {
				s.Key(sent[0].at, sent[0].ev)
				sent = sent[1:]
			}
			s.SetPaddle(x, 5, 56, false, false)
			returns = returns || s.Next(now)[0].Move < 0
		}
		if returns != (x < 56) {
			t.Errorf("paddle at %v: it returns after the hold: %v, want %v", x, returns, x < 56)
		}
	}
}
