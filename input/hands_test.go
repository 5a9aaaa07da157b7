package input

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
)

// A keyboardRow describes a common keyboard by its delay before the first repeat and the time between repeats. With
// a period of 0 the keyboard reports releases.
type keyboardRow struct {
	name          string
	delay, period time.Duration
}

var keyboards = []keyboardRow{
	{"reports releases", 0, 0},
	{"Windows, GNOME", 500 * ms, 33 * ms},
	{"Windows, shortest delay", 250 * ms, 33 * ms},
	{"X.Org", 660 * ms, 40 * ms},
	{"KDE, sway", 600 * ms, 40 * ms},
	{"macOS, fastest", 225 * ms, 30 * ms},
	{"macOS, default", 375 * ms, 90 * ms},
	{"macOS, longer delay", 500 * ms, 90 * ms},
	{"Linux console", 250 * ms, 92 * ms},
	{"xset r rate 200 66", 200 * ms, 15 * ms},
	{"slow", 500 * ms, 120 * ms},
}

// events returns the events of a key that is down from at until at+long.
func (k keyboardRow) events(key tcell.Key, at, long time.Duration) []press {
	sent := []press{pressOf(key, at)}
	if k.period == 0 {
		return append(sent, press{at + long, Keystroke{Key: key, Kind: Release}})
	}
	for t := k.delay; t < long; t += k.period {
		sent = append(sent, pressOf(key, at+t))
	}
	return sent
}

// trainedState returns a State that has received the given number of holds before time 0.
func (k keyboardRow) trainedState(holds int) *State {
	s := new(State)
	if k.period == 0 {
		s.Key(-time.Hour, Keystroke{Key: tcell.KeyEnter, Kind: Release})
	}
	for i := range holds {
		at := -time.Duration(10*(holds-i)) * time.Second
		play(s, k.events(tcell.KeyLeft, at, 2*time.Second), at, at+9*time.Second, 4)
	}
	return s
}

// moves returns the position of the paddle when a key goes up that was held for the duration long, the maximum
// position, and the final position.
func (k keyboardRow) moves(t *testing.T, s *State, long time.Duration) (down, top, last float64) {
	x := positions(t, play(s, k.events(tcell.KeyRight, 0, long), 0, long+time.Second, 1))
	return x[int(long/tickTime)], slices.Max(x), x[len(x)-1]
}

// A handsRow contains the effect of a keyboard on the paddle, in units and milliseconds.
type handsRow struct {
	tap       float64       // distance of a tap of 80 ms
	early     float64       // distance after 200 ms of a hold
	first     float64       // distance after 2 s of the first hold
	hold      float64       // distance after 2 s of a later hold
	coast     float64       // maximum distance after the key goes up
	rest      float64       // maximum distance between the paddle's places at the release and at rest
	stopDelay time.Duration // maximum time of motion after the last repeat
	turn      float64       // distance in the new direction, 300 ms after the other key takes over from a hold
	shortfall float64       // median of the distance that holds of 0.2 to 1.2 s lack, compared with reported releases
}

// hands measures a keyboard.
func (k keyboardRow) hands(t *testing.T) (r handsRow) {
	_, _, r.tap = k.moves(t, k.trainedState(8), 80*ms)
	r.early, _, _ = k.moves(t, k.trainedState(8), 200*ms)
	r.first, _, _ = k.moves(t, k.trainedState(0), 2*time.Second)
	r.hold, _, _ = k.moves(t, k.trainedState(8), 2*time.Second)

	for phase := range 30 {
		long := 1500*ms + k.period*time.Duration(phase)/30
		down, top, last := k.moves(t, k.trainedState(8), long)
		r.coast, r.rest = max(r.coast, top-down), max(r.rest, math.Abs(last-down))

		sent := k.events(tcell.KeyRight, 0, long)
		moves := play(k.trainedState(8), sent, 0, 3*time.Second, 1)
		r.stopDelay = max(r.stopDelay, stopTime(moves)-sent[len(sent)-1].at)
	}

	sent := append(k.events(tcell.KeyRight, 0, time.Second), k.events(tcell.KeyLeft, time.Second, time.Second)...)
	slices.SortStableFunc(sent, func(a, b press) int { return cmp.Compare(a.at, b.at) })
	x := positions(t, play(k.trainedState(8), sent, 0, 2*time.Second, 1))
	r.turn = x[int(time.Second/tickTime)] - x[int(1300*ms/tickTime)]

	var short []float64
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		long := 200*ms + time.Duration(rng.IntN(1000))*ms
		_, _, truth := keyboards[0].moves(t, keyboards[0].trainedState(0), long)
		_, _, got := k.moves(t, k.trainedState(8), long)
		short = append(short, truth-got)
	}
	slices.Sort(short)
	r.shortfall = short[len(short)/2]
	return r
}

// TestHands compares the effect of taps and holds on common keyboards. A tap is a small step on all of them. A hold
// ends soon after its last repeat, near the place of the release, and loses no more than the delay before its first
// repeat.
func TestHands(t *testing.T) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%-26s%10s%7s%7s%7s%7s%7s%7s%8s%7s%7s\n", "keyboard", "delay/per.", "tap", "200ms", "first", "hold",
		"coast", "rest", "stands", "turn", "short")
	for _, k := range keyboards {
		r := k.hands(t)
		fmt.Fprintf(&b, "%-26s%10s%7.1f%7.1f%7.1f%7.1f%7.1f%7.1f%8d%7.1f%7.1f\n", k.name,
			fmt.Sprintf("%d/%d", k.delay.Milliseconds(), k.period.Milliseconds()),
			r.tap, r.early, r.first, r.hold, r.coast, r.rest, r.stopDelay.Milliseconds(), r.turn, r.shortfall)

		if k.period == 0 {
			if r.tap > 2.1 || r.coast > 0.01 {
				t.Errorf("%s: a tap of 80 ms moves %.1f units, and the paddle moves %.1f units after a hold; "+
					"want at most 2.1 and 0", k.name, r.tap, r.coast)
			}
			continue
		}
		if limit := k.period + minLate + tickTime; r.stopDelay > limit {
			t.Errorf("%s: the paddle moves for %v after the last repeat, want at most %v", k.name, r.stopDelay, limit)
		}
		if limit := engine.KeySpeedFull * (k.period + minLate/2 + minLate/8 + tickTime).Seconds(); r.tap > 5 ||
			r.coast > limit {
			t.Errorf(
				"%s: a tap moves %.1f units, want at most 5; a hold moves %.1f units after its end, want at most %.1f",
				k.name, r.tap, r.coast, limit)
		}
		if limit := engine.KeySpeedFull * (k.period/2 + 2*tickTime).Seconds(); r.rest > limit {
			t.Errorf("%s: the paddle rests %.1f units from its place at the release, want at most %.1f", k.name, r.rest,
				limit)
		}
		const all = 2 * engine.KeySpeedFull
		lost := engine.KeySpeedFull * k.delay.Seconds()
		if r.hold < all-lost || r.first < all-lost-engine.KeySpeedFull*(4*k.period).Seconds() {
			t.Errorf("%s: a hold of 2 s moves %.1f units, the first hold %.1f; want at least %.1f and %.1f", k.name,
				r.hold,
				r.first, all-lost, all-lost-engine.KeySpeedFull*(4*k.period).Seconds())
		}
		if r.turn < 8 {
			t.Errorf("%s: %.1f units in the 300 ms after a reversal, want at least 8", k.name, r.turn)
		}
	}
	profiles(t, &b)
	rows := runs(t, &b)
	t.Logf("\n%s", b.Bytes())
	golden(t, "hands.txt", b.Bytes())
	checkDoc(t, rows)
}

// profiles writes the positions of the paddle during a hold and after a tap, with and without releases.
func profiles(t *testing.T, b *bytes.Buffer) {
	at := []time.Duration{
		50 * ms, 100 * ms, 150 * ms, 200 * ms, 300 * ms, 400 * ms, 500 * ms, 600 * ms, 700 * ms,
		800 * ms,
	}
	fmt.Fprintf(b, "\n%-26s", "units after ms")
	for _, d := range at {
		fmt.Fprintf(b, "%6d", d.Milliseconds())
	}
	fmt.Fprintln(b)
	for _, k := range []keyboardRow{keyboards[0], keyboards[1], keyboards[6]} {
		for _, long := range []time.Duration{80 * ms, time.Second} {
			what := "hold"
			if long < 100*ms {
				what = "tap"
			}
			name := "releases"
			if k.period > 0 {
				name = fmt.Sprintf("%d/%d", k.delay.Milliseconds(), k.period.Milliseconds())
			}
			fmt.Fprintf(b, "%-26s", name+", "+what)
			x := positions(t, play(k.trainedState(8), k.events(tcell.KeyRight, 0, long), 0, time.Second, 1))
			for _, d := range at {
				fmt.Fprintf(b, "%6.1f", x[int(d/tickTime)-1])
			}
			fmt.Fprintln(b)
		}
	}
}

// runs writes the time to move 20 units, with a held key and with a double tap, and returns the rows of the table in
// docs/measurements.md. Each value is the worst of three repeat rates, on a known and an unknown keyboard.
func runs(t *testing.T, b *bytes.Buffer) (rows []string) {
	const far, slowTaps = 20, 240 * ms
	until := func(s *State, sent []press) time.Duration {
		x := positions(t, play(s, sent, 0, 1100*ms, 1))
		return time.Duration(slices.IndexFunc(x, func(x float64) bool { return x >= far })+1) * tickTime
	}
	fmt.Fprintf(b, "\n%-26s%7s%7s%8s%8s%8s\n", "20 units, delay", "tap", "rest", "hold", "double", "slow")
	for _, delay := range []time.Duration{250 * ms, 330 * ms, 500 * ms, 660 * ms} {
		var tap, rest float64
		var hold, double, slow time.Duration
		for _, period := range []time.Duration{25 * ms, 33 * ms, 40 * ms} {
			k := keyboardRow{"", delay, period}
			for phase := range 8 {
				long := delay + 300*ms + period*time.Duration(phase)/8
				down, _, last := k.moves(t, k.trainedState(2), long)
				rest = max(rest, math.Abs(last-down))
			}
			for _, holds := range []int{0, 2} {
				_, _, step := k.moves(t, k.trainedState(holds), 80*ms)
				tap = max(tap, step)
				hold = max(hold, until(k.trainedState(holds), k.events(tcell.KeyRight, 0, time.Second)))
				for gap, took := range map[time.Duration]*time.Duration{tapInterval: &double, slowTaps: &slow} {
					s := k.trainedState(holds)
					s.SetOptions(Options{Steer: DoubleTap})
					gap = min(gap, delay-runMargin)
					*took = max(*took, until(s, []press{pressOf(tcell.KeyRight, 0), pressOf(tcell.KeyRight, gap)}))
				}
			}
		}
		fmt.Fprintf(b, "%-26d%7.1f%7.1f%8.2f%8.2f%8.2f\n", delay.Milliseconds(), tap, rest, hold.Seconds(),
			double.Seconds(), slow.Seconds())
		rows = append(rows, fmt.Sprintf("| %d | %.1f | %.1f | %.2f | %.2f | %.2f |", delay.Milliseconds(), tap, rest,
			hold.Seconds(), double.Seconds(), slow.Seconds()))
		if tap > 5 || rest > 2 || double == 0 || double > 450*ms || slow == 0 || slow > 450*ms {
			t.Errorf(
				"delay %v: a tap moves %.1f units, a double tap 20 units in %v, a slow double tap in %v, and the "+
					"paddle "+
					"rests %.1f units from its place at the release; want at most 5, 450 ms, 450 ms and 2",
				delay, tap, double, slow, rest)
		}
	}
	return rows
}

// checkDoc checks that the rows of the table of keyboards in docs/measurements.md are among rows.
func checkDoc(t *testing.T, rows []string) {
	t.Helper()
	const path = "../docs/measurements.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## Keyboards\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, table, found := strings.Cut(section, "|--:|\n")
	if !ok || !found {
		t.Fatalf("%s has no table of keyboards", path)
	}
	for row := range strings.Lines(table) {
		if row = strings.TrimSpace(row); row == "" {
			break
		} else if !slices.Contains(rows, row) {
			t.Errorf("%s has the row\n%s\nwant one of\n%s", path, row, strings.Join(rows, "\n"))
		}
	}
}

// The first hold of an unknown slow keyboard is recognized at its third repeat.
func TestSlowKeyboardIsRecognized(t *testing.T) {
	for _, jitter := range []int{0, 5} {
		rng := rand.New(rand.NewPCG(1, 1))
		s := new(State)
		sent := keyboardRow{"", 375 * ms, 90 * ms}.events(tcell.KeyRight, 0, 2*time.Second)
		for i := range sent[1:] {
			sent[i+1].at += time.Duration(rng.IntN(2*jitter+1)-jitter) * ms
		}
		moves := play(s, sent, 0, 3*time.Second, 1)
		from, to := int(sent[4].at/tickTime)+1, int(sent[len(sent)-1].at/tickTime)
		if i := slices.IndexFunc(moves[from:to], func(m int8) bool { return m == 0 }); i >= 0 {
			t.Errorf("jitter %d ms: the paddle stops after %v, want no stop before the release", jitter,
				time.Duration(from+i)*tickTime)
		}
		s.Release()
		if delay, period := s.KeyTiming(); (delay-375*ms).Abs() > 10*ms || (period-90*ms).Abs() > 5*ms {
			t.Errorf("jitter %d ms: KeyTiming() = %v, %v, want 375 ± 10 ms and 90 ± 5 ms", jitter, delay, period)
		}
	}
}

// On a known slow keyboard, repeats of a held key do not repeat actions that happen once per press.
func TestSlowKeyboardRepeatsAreNotPresses(t *testing.T) {
	s := new(State)
	s.SetKeyTiming(375*ms, 90*ms)
	fires := 0
	for _, p := range (keyboardRow{"", 375 * ms, 90 * ms}).events(tcell.KeyEnter, time.Second, 2*time.Second) {
		if s.Key(p.at, Char(' ')) == Fire {
			fires++
		}
	}
	if fires < 1 || fires > 2 {
		t.Errorf("a held Fire key counts as %d presses, want 1, or 2 if the first repeat counts", fires)
	}
}

// Fast taps, about seven a second, are not mistaken for repeats, whether or not the keyboard is known.
func TestFastTapsAreNotAHold(t *testing.T) {
	for _, s := range []*State{new(State), keyboards[1].trainedState(3)} {
		rng := rand.New(rand.NewPCG(1, 3))
		at, taken, all := time.Second, 0, 0
		for range 200 {
			for i := range 3 + rng.IntN(6) {
				s.Key(at, special(tcell.KeyRight))
				at += time.Duration(max(80, 145+12*rng.NormFloat64()) * float64(ms))
				all++
				if i > 0 && s.players[0].held.mode == held { // the first repeat may be due at that time
					taken++
				}
			}
			at += time.Duration(250+rng.IntN(1000)) * ms
			s.Next(at)
		}
		if 50*taken > all {
			t.Errorf("%d of %d taps count as repeats, want at most 2 %%", taken, all)
		}
	}
}

// If a player reverses immediately, the paddle keeps moving. If a player presses the other key after the paddle has
// stopped, it is a tap.
func TestReversalMovesFurtherThanATap(t *testing.T) {
	for _, k := range []keyboardRow{keyboards[0], {"", 400 * ms, 33 * ms}} {
		back := func(after time.Duration) float64 { // distance within 80 ms
			from := 801*ms + after
			sent := append(k.events(tcell.KeyRight, 0, 801*ms), k.events(tcell.KeyLeft, from, time.Second)...)
			x := positions(t, play(k.trainedState(8), sent, 0, from+80*ms, 1))
			return x[from/tickTime] - x[len(x)-1]
		}
		turn, tap := back(20*ms), back(200*ms)
		if turn < tap+0.5 || turn < 3.5 || tap > 3 {
			t.Errorf(
				"delay %v: a reversal moves %.1f units back immediately, and %.1f later; want at least 3.5 and at "+
					"most 3",
				k.delay, turn, tap)
		}
	}
}
