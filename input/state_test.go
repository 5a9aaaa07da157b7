package input

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/engine/spec"
)

func special(k tcell.Key) Keystroke { return Keystroke{Key: k} }
func char(r rune) Keystroke         { return Char(r) }

func TestKeysHaveTheirActions(t *testing.T) {
	for action, keys := range map[Action][]Keystroke{
		Left:    {special(tcell.KeyLeft), char('a'), char('A'), char('h'), char('H')},
		Right:   {special(tcell.KeyRight), char('d'), char('D'), char('l'), char('L')},
		Up:      {special(tcell.KeyUp), char('K')},
		Warp:    {char('w'), char('W')},
		Down:    {special(tcell.KeyDown), char('s'), char('J')},
		Fire:    {special(tcell.KeyEnter), char(' ')},
		Pause:   {char('p'), char('P')},
		Menu:    {special(tcell.KeyEsc)},
		Quit:    {char('q'), char('Q')},
		Help:    {char('?'), special(tcell.KeyF1)},
		Restart: {char('r'), char('R')},
		Rewind:  {special(tcell.KeyBackspace)},
		Debug:   {special(tcell.KeyF12)},
		Step:    {char('.')},
		Slow:    {char(',')},
		None: {
			char('x'), char('é'), special(tcell.KeyTab),
			Keystroke{Rune: 'q', Mods: tcell.ModAlt},
			Keystroke{Rune: 'a', Mods: tcell.ModCtrl},
		},
	} {
		for i, ev := range keys {
			if got := new(State).Key(time.Duration(i)*time.Second, ev); got != action {
				t.Errorf("Key(%s) = %v, want %v", ev.String(), got, action)
			}
		}
	}
}

func TestRepeatsDoNotSwitchAgain(t *testing.T) {
	for _, k := range []struct {
		ev      Keystroke
		repeats bool
	}{{char('p'), false}, {char('q'), false}, {char(' '), false}, {special(tcell.KeyDown), true}, {char('h'), true}} {
		var s State
		first := s.Key(time.Second, k.ev)
		if got := s.Key(time.Second+33*ms, k.ev); (got == first) != k.repeats {
			t.Errorf("Key() of a repeat of %s = %v, want the action of the press: %v", k.ev.String(), got, k.repeats)
		}
		if got := s.Key(time.Second+333*ms, k.ev); got != first {
			t.Errorf("Key() of a second press of %s = %v, want %v", k.ev.String(), got, first)
		}
	}
}

// buttons reports for each of the next ticks whether Fire is down.
func buttons(s *State, ticks int) (down []bool) {
	for range ticks {
		down = append(down, s.Next(time.Second)[0].Buttons == engine.Fire)
	}
	return down
}

func TestEveryPressOfFireIsSeenOnce(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(s *State)
		want []bool
	}{
		"key": {func(s *State) { s.Key(0, char(' ')) }, []bool{true, false, false, false}},
		"two keys in a tick": {func(s *State) {
			s.Key(0, char(' '))
			s.Key(0, special(tcell.KeyEnter))
			s.Key(ms, char('x'))
			s.Key(200*ms, char(' '))
		}, []bool{true, false, true, false}},
		"click in a tick": {
			func(s *State) { s.Mouse(0, 3, tcell.ButtonPrimary); s.Mouse(0, 3, 0) },
			[]bool{true, false, false, false},
		},
		"button held": {func(s *State) { s.Mouse(0, 3, tcell.ButtonPrimary) }, []bool{true, true, true, true}},
		"click, then held": {func(s *State) {
			s.Mouse(0, 3, tcell.ButtonPrimary)
			s.Mouse(0, 3, 0)
			s.Mouse(0, 3, tcell.ButtonPrimary)
		}, []bool{true, false, true, true}},
		"other button": {func(s *State) { s.Mouse(0, 3, tcell.ButtonSecondary) }, []bool{false, false, false, false}},
		"then released": {
			func(s *State) { s.Mouse(0, 3, tcell.ButtonPrimary); s.Release() },
			[]bool{false, false, false, false},
		},
	} {
		var s State
		c.do(&s)
		if got := buttons(&s, 4); !slices.Equal(got, c.want) {
			t.Errorf("%s: buttons in the ticks = %v, want %v", name, got, c.want)
		}
	}
}

func TestMouseSetsTheTarget(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want int16
	}{{32, 2048}, {0.5, 32}, {-3, 0}, {1e9, math.MaxInt16}, {math.Inf(-1), 0}, {12.34375, 790}} {
		var s State
		s.Mouse(0, c.x, 0)
		if got := s.Next(0)[0]; got.Target != c.want || got.Move != 0 {
			t.Errorf("mouse at %v: Next() = %+v, want the target %d", c.x, got, c.want)
		}
	}
}

func TestLastMotionOfATickCounts(t *testing.T) {
	var s State
	for x := range 60 {
		s.Mouse(0, float64(x), 0)
	}
	if got := s.Next(0)[0].Target; got != 59*64 {
		t.Errorf("Next() target = %d, want %d, the last one of the tick", got, 59*64)
	}
}

func TestLastUsedDeviceSteers(t *testing.T) {
	var s State
	s.Mouse(0, 10, 0)
	s.Key(0, special(tcell.KeyRight))
	if got := s.Next(0)[0]; got.Target != engine.NoTarget || got.Move != engine.MoveFull {
		t.Errorf("Next() after a key = %+v, want full motion and no target", got)
	}
	s.Mouse(0, 10, 0) // a report without motion, for example of another button or the wheel
	if got := s.Next(0)[0]; got.Target != engine.NoTarget {
		t.Errorf("Next() after a report without motion = %+v, want no target", got)
	}
	s.Mouse(0, 11, 0)
	if got := s.Next(0)[0]; got.Target != 11*64 || got.Move != 0 {
		t.Errorf("Next() after a mouse motion = %+v, want the target %d", got, 11*64)
	}
	s.Key(time.Second, char('s'))
	if got := s.Next(0)[0]; got.Target != 11*64 || got.Buttons != engine.Down {
		t.Errorf("Next() after a shove = %+v, want the target %d and the button down", got, 11*64)
	}
	s.Mouse(0, 11, tcell.ButtonPrimary)
	if got := s.Next(0)[0]; got.Target != 11*64 {
		t.Errorf("Next() after a click = %+v, want the target %d", got, 11*64)
	}
}

// A mouse that reports pixels moves slightly when the table shakes. While keys steer, such motion around one place
// has no effect, however often it occurs.
func TestMouseJitterDoesNotSteer(t *testing.T) {
	var s State
	s.Mouse(0, 30, 0)
	s.Key(0, special(tcell.KeyRight))
	for i := range 50 {
		s.Mouse(0, 30+0.3*float64(i%2), 0)
	}
	if got := s.Next(0)[0]; got.Target != engine.NoTarget || got.Move == 0 {
		t.Errorf("Next() after jitter of the mouse = %+v, want the motion of the key and no target", got)
	}
	for i := range 10 { // a slow motion
		s.Mouse(0, 30+0.1*float64(i), 0)
	}
	if got := s.Next(0)[0].Target; got != 1978 {
		t.Errorf("Next() target after a slow motion = %v, want 1978", got)
	}
}

func TestNothingIsHeldAfterRelease(t *testing.T) {
	for name, do := range map[string]func(s *State){
		"tap":   func(s *State) { s.Key(0, char('a')) },
		"hold":  func(s *State) { play(s, heldEvents(tcell.KeyRight, 0, time.Second, 250*ms, 30), 0, time.Second, 1) },
		"mouse": func(s *State) { s.Mouse(0, 5, tcell.ButtonPrimary) },
		"fire":  func(s *State) { s.Key(0, char(' ')) },
	} {
		var s State
		do(&s)
		s.Release()
		if got := s.Next(time.Second)[0]; got != engine.Idle {
			t.Errorf("%s: Next() after Release = %+v, want no input", name, got)
		}
	}
}

func TestReleaseKeepsKeyTiming(t *testing.T) {
	var s State
	play(&s, heldEvents(tcell.KeyRight, 0, time.Second, 250*ms, 30), 0, time.Second, 1)
	s.Release()
	if got := s.players[0].held.delays.value(0); got != 250*ms {
		t.Errorf("measured delay after Release = %v, want 250ms", got)
	}
}

func TestTickDoesNotAllocate(t *testing.T) {
	var s State
	ev, fire := special(tcell.KeyLeft), char(' ')
	now := time.Duration(0)
	if n := testing.AllocsPerRun(1000, func() {
		now += 30 * ms
		s.Key(now, ev)
		s.Key(now, fire)
		s.Mouse(now, float64(now%60), tcell.ButtonPrimary)
		s.Key(now, ev)
		s.Next(now)
		if now%time.Second == 0 {
			now += time.Second
			s.Next(now)
		}
	}); n != 0 {
		t.Errorf("Next allocates %v times, want 0", n)
	}
}

// newState returns a State with the given options.
func newState(o Options) *State {
	s := new(State)
	s.SetOptions(o)
	return s
}

func TestToggleMovesUntilItIsStopped(t *testing.T) {
	left, right, down := pressOf(tcell.KeyLeft, 0), pressOf(tcell.KeyRight, 0), pressOf(tcell.KeyDown, 0)
	at := func(p press, t time.Duration) press { p.at = t; return p }
	for name, c := range map[string]struct {
		sent []press
		want int8 // direction a second later
	}{
		"a press":              {[]press{left}, -1},
		"again":                {[]press{left, at(left, 300*ms)}, 0},
		"the other one":        {[]press{left, at(right, 300*ms)}, 1},
		"Down":                 {[]press{left, at(down, 300*ms)}, 0},
		"and again after Down": {[]press{left, at(down, 300*ms), at(left, 600*ms)}, -1},
		"held down":            {heldEvents(tcell.KeyLeft, 0, 900*ms, 500*ms, 30), -1},
		"held down, with repeats": {[]press{
			left,
			{500 * ms, Keystroke{Key: tcell.KeyLeft, Kind: Repeat}},
			{540 * ms, Keystroke{Key: tcell.KeyLeft, Kind: Release}},
		}, -1},
	} {
		s := newState(Options{Steer: Toggle})
		moves := play(s, c.sent, 0, 2*time.Second, 1)
		if got := moves[len(moves)-1]; got != c.want*engine.MoveFull {
			t.Errorf("%s: Next() Move = %d, want %d", name, got, c.want*engine.MoveFull)
		}
		s.Release()
		if got := s.Next(3 * time.Second)[0].Move; got != 0 {
			t.Errorf("%s: Move %d after Release, want 0", name, got)
		}
	}
}

func TestMouseSteeringIgnoresKeys(t *testing.T) {
	s := newState(Options{Steer: Mouse})
	s.Key(0, special(tcell.KeyLeft))
	if got := s.Next(0)[0]; got != engine.Idle {
		t.Errorf("Next() after a key = %+v, want no motion", got)
	}
	s.Mouse(0, 10, 0)
	s.Key(0, special(tcell.KeyRight))
	if got := s.Next(0)[0]; got.Target != 640 || got.Move != 0 {
		t.Errorf("Next() after a mouse motion and a key = %+v, want the target 640", got)
	}
}

func TestMouseSensitivityAndInvert(t *testing.T) {
	const middle = spec.FieldW / 2.0
	for _, c := range []struct {
		o    Options
		x    float64
		want float64
	}{
		{Options{Sensitivity: 2}, middle, middle},
		{Options{Sensitivity: 2}, middle + 8, middle + 16},
		{Options{Sensitivity: 0.5}, 0, middle / 2},
		{Options{Sensitivity: 4}, 0, 0}, // beyond the wall
		{Options{Invert: true}, 10, spec.FieldW - 10},
		{Options{Invert: true, Sensitivity: 0.5}, 0, middle * 3 / 2},
	} {
		s := newState(c.o)
		s.Mouse(0, 5, 0)
		s.Mouse(0, c.x, 0)
		if got := s.Next(0)[0].Target; got != int16(c.want*64) {
			t.Errorf("%+v, mouse at %v: target %v, want %v", c.o, c.x, float64(got)/64, c.want)
		}
	}
}

func TestOneButtonReversesTheSweep(t *testing.T) {
	s := newState(Options{Steer: OneButton})
	x, dir := 32.0, int8(0)
	next := func(waits bool) {
		s.SetPaddle(x, 4, 60, waits, false)
		m := s.Next(0)[0].Move
		x += float64(m) / 20
		dir = max(-1, min(1, m))
	}
	for next(false); x < 60; next(false) {
		if dir != 1 {
			t.Fatalf("the paddle at %v moves in direction %d, want 1", x, dir)
		}
	}
	if next(false); dir != -1 {
		t.Error("the paddle does not reverse at the wall")
	}
	for x > 30 {
		next(false)
	}
	s.Key(time.Second, char(' '))
	if next(false); dir != 1 {
		t.Error("the button does not reverse the paddle")
	}
	s.Key(time.Second+33*ms, char(' ')) // repeats
	if next(false); dir != 1 {
		t.Error("a repeat reverses the paddle")
	}
	for i, press := range []func(){
		func() { s.Key(2*time.Second, special(tcell.KeyLeft)) },
		func() { s.Mouse(0, 3, tcell.ButtonPrimary) },
	} {
		before := dir
		press()
		if next(false); dir != -before {
			t.Errorf("button %d does not reverse the paddle", i)
		}
	}
	before := dir
	s.Mouse(0, 3, 0)
	next(true)
	next(true)
	s.Key(3*time.Second, char(' '))
	s.SetPaddle(x, 4, 60, true, false)
	if in := s.Next(0)[0]; in.Buttons != engine.Fire || in.Move*before < 0 {
		t.Errorf("Next() with a ball to serve = %+v, want Fire and the same direction", in)
	}
}

// Two players share a keyboard that reports releases.
func TestTwoPlayers(t *testing.T) {
	m, err := Preset("two")
	if err != nil {
		t.Fatal(err)
	}
	s := newState(Options{Keys: &m})
	key := func(r rune, k tcell.Key, kind Kind) { s.Key(0, Keystroke{Rune: r, Key: k, Kind: kind}) }
	moves := func() [2]int8 {
		in := s.Next(0)
		return [2]int8{max(-1, min(1, in[0].Move)), max(-1, min(1, in[1].Move))}
	}
	s.Key(0, Keystroke{Key: tcell.KeyEnter, Kind: Release}) // the State learns that releases are reported
	for i, c := range []struct {
		r    rune
		k    tcell.Key
		kind Kind
		want [2]int8
	}{
		{'a', 0, Press, [2]int8{-1, 0}},
		{0, tcell.KeyRight, Press, [2]int8{-1, 1}},
		{'d', 0, Press, [2]int8{1, 1}}, // the last key counts
		{'d', 0, Release, [2]int8{-1, 1}},
		{0, tcell.KeyDown, Press, [2]int8{-1, 1}}, // Down is a shove, because the release of Right will stop the paddle
		{0, tcell.KeyRight, Release, [2]int8{-1, 0}},
		{'a', 0, Release, [2]int8{0, 0}},
	} {
		key(c.r, c.k, c.kind)
		if got := moves(); got != c.want {
			t.Errorf("step %d: moves %v, want %v", i, got, c.want)
		}
	}
	if a := s.Key(time.Second, special(tcell.KeyUp)); a != Fire {
		t.Errorf("Key() of a key of the second player = %v, want fire", a)
	}
	if in := s.Next(0); in[1].Buttons != engine.Fire || in[0].Buttons != 0 {
		t.Errorf("Next() after Fire of the second player = %+v, want Fire of that player only", in)
	}
}

// The first reported release discards the inferred state.
func TestFirstReleaseEnablesReleases(t *testing.T) {
	var s State
	s.Key(0, special(tcell.KeyRight))
	if got := s.Next(0)[0].Move; got != engine.MoveFull || s.ReportsReleases() {
		t.Errorf("Next() Move after a press = %d, ReportsReleases() = %v, want %d and false", got, s.ReportsReleases(),
			engine.MoveFull)
	}
	s.Key(100*ms, Keystroke{Key: tcell.KeyRight, Kind: Release})
	if got := s.Next(100 * ms)[0].Move; got != 0 || !s.ReportsReleases() {
		t.Errorf("Next() Move after the release = %d, want 0", got)
	}
	s.Key(time.Second, special(tcell.KeyLeft))
	for at := time.Second; at < 3*time.Second; at += tickTime { // without repeats
		if got := s.Next(at)[0].Move; got > -gentleMove || at > 1100*ms && got != -engine.MoveFull {
			t.Fatalf("Next() Move of a held key at %v = %d, want a leftward motion that becomes full", at, got)
		}
	}
	s.Release()                                                          // the focus is lost while the key is down
	s.Key(4*time.Second, Keystroke{Key: tcell.KeyLeft, Kind: Repeat})    // the focus is back
	s.Key(5*time.Second, Keystroke{Rune: 'p', Text: 'P', Kind: Release}) // a key that went down in another window
	if got := s.Next(5 * time.Second)[0].Move; got != -engine.MoveFull {
		t.Errorf("Next() Move of a key that is still held = %d, want %d", got, -engine.MoveFull)
	}
}

// If the terminal has announced that it reports releases, a key counts as down from its first press without
// repeats.
func TestExpectReleases(t *testing.T) {
	var s State
	s.Key(0, special(tcell.KeyLeft)) // its release may precede the announcement and would not be reported
	s.Next(0)
	s.ExpectReleases()
	s.Next(tickTime) // the tick of the press
	if got := s.Next(2 * tickTime)[0].Move; got != 0 || !s.ReportsReleases() {
		t.Errorf("Next() Move after an earlier press = %d, ReportsReleases() = %v, want 0 and true", got,
			s.ReportsReleases())
	}
	s.Key(time.Second, special(tcell.KeyRight))
	moves := play(&s, nil, time.Second, 2*time.Second, 1)
	if moves[0] != engine.MoveFull || slices.Min(moves) != gentleMove ||
		slices.Min(moves[rampEndTicks:]) != engine.MoveFull {
		t.Errorf("Next() Moves of a key held for a second = %v, want a full, a gentle and then full motion", moves)
	}
	s.Key(2*time.Second, Keystroke{Key: tcell.KeyRight, Kind: Release})
	if got := s.Next(2 * time.Second)[0].Move; got != 0 {
		t.Errorf("Next() Move after the release = %d, want 0", got)
	}
}

// A terminal that is reset after the announcement reports presses only. The first hold reveals that.
func TestMissingReleasesAreDetected(t *testing.T) {
	var s State
	s.ExpectReleases()
	sent := heldEvents(tcell.KeyRight, 0, time.Second, 250*ms, 30)
	moves := play(&s, sent, 0, 2*time.Second, 1)
	if after := stopTime(moves); after > 1100*ms || s.ReportsReleases() {
		t.Errorf("the paddle stops after %v, want at most 1.1 s", after)
	}
	if got := distance(t, moves[:240]); got < 50 {
		t.Errorf("a hold of a second moves the paddle %.1f units, want at least 50", got)
	}
}

func TestReplyReportsReleases(t *testing.T) {
	for text, want := range map[string]bool{
		"\x1b[?15u":       true,
		"\x1b[?2u":        true,
		"\x1b[?0u":        false,
		"\x1b[?13u":       false, // all requested flags except reports of releases
		"\x1b[?9001;1$y":  true,
		"\x1b[?9001;2$y":  false,
		"\x1b[?2026;1$y":  false,
		"\x1b[0n":         false,
		"\x1b[6;20;9t":    false,
		"\x1b[?62;1;2;4c": false,
	} {
		var f Decoder
		all := f.Append(nil, []byte(text))
		if len(all) != 1 || all[0].(*EventReply).Reply.ReportsReleases() != want {
			t.Errorf("ReportsReleases() of %q = %+v, want %v", text, all, want)
		}
	}
}

// A press of Warp is down for one tick, however long the key is held.
func TestWarpLastsOneTick(t *testing.T) {
	var s State
	down := Keystroke{Rune: 'w'}
	s.Key(time.Second, down)
	if in := s.Next(time.Second); in[0].Buttons != engine.Warp || in[1] != engine.Idle {
		t.Errorf("Next() after a press of Warp = %+v, want Warp of the first player", in)
	}
	down.Kind = Repeat
	s.Key(time.Second+30*time.Millisecond, down)
	if in := s.Next(time.Second + 30*time.Millisecond); in[0] != engine.Idle {
		t.Errorf("Next() after a repeat of Warp = %+v, want no input", in)
	}
	s.Key(2*time.Second, Keystroke{Rune: 'w'})
	s.Release()
	if in := s.Next(2 * time.Second); in[0] != engine.Idle {
		t.Errorf("Next() after Release = %+v, want no input", in)
	}
}
