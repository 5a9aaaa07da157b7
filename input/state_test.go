package input

import (
	"math"
	"slices"
	"testing"
	"time"

	"arkterm/engine"
)

func special(k Key) KeyEvent { return KeyEvent{Key: k} }
func char(r rune) KeyEvent   { return Char(r) }

func TestKeysHaveTheirActions(t *testing.T) {
	for action, keys := range map[Action][]KeyEvent{
		Left:    {special(KeyLeft), char('a'), char('A'), char('h'), char('H')},
		Right:   {special(KeyRight), char('d'), char('D'), char('l'), char('L')},
		Up:      {special(KeyUp), char('w'), char('K')},
		Down:    {special(KeyDown), char('s'), char('J')},
		Fire:    {special(KeyEnter), char(' ')},
		Pause:   {char('p'), char('P')},
		Menu:    {special(KeyEsc)},
		Quit:    {char('q'), char('Q')},
		Help:    {char('?'), special(KeyF1)},
		Restart: {char('r'), char('R')},
		Debug:   {special(KeyF12)},
		Step:    {char('.')},
		Slow:    {char(',')},
		None: {
			char('x'), char('é'), special(KeyTab), special(KeyBackspace),
			KeyEvent{Rune: 'q', Mods: ModAlt},
			KeyEvent{Rune: 'a', Mods: ModCtrl},
		},
	} {
		for i, ev := range keys {
			if got := new(State).Key(time.Duration(i)*time.Second, ev); got != action {
				t.Errorf("%s is %v, want %v", ev.String(), got, action)
			}
		}
	}
}

func TestRepeatsDoNotSwitchAgain(t *testing.T) {
	for _, k := range []struct {
		ev      KeyEvent
		repeats bool
	}{{char('p'), false}, {char('q'), false}, {char(' '), false}, {special(KeyDown), true}, {char('h'), true}} {
		var s State
		first := s.Key(time.Second, k.ev)
		if got := s.Key(time.Second+33*ms, k.ev); (got == first) != k.repeats {
			t.Errorf("a repeat of %s is %v", k.ev.String(), got)
		}
		if got := s.Key(time.Second+333*ms, k.ev); got != first {
			t.Errorf("a second press of %s is %v", k.ev.String(), got)
		}
	}
}

// buttons returns of the next ticks which have Fire down.
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
			s.Key(0, special(KeyEnter))
			s.Key(ms, char('x'))
			s.Key(200*ms, char(' '))
		}, []bool{true, false, true, false}},
		"click in a tick": {func(s *State) { s.Mouse(0, 3, ButtonLeft); s.Mouse(0, 3, 0) }, []bool{true, false, false, false}},
		"button held":     {func(s *State) { s.Mouse(0, 3, ButtonLeft) }, []bool{true, true, true, true}},
		"click, then held": {func(s *State) {
			s.Mouse(0, 3, ButtonLeft)
			s.Mouse(0, 3, 0)
			s.Mouse(0, 3, ButtonLeft)
		}, []bool{true, false, true, true}},
		"other button":  {func(s *State) { s.Mouse(0, 3, ButtonRight) }, []bool{false, false, false, false}},
		"then released": {func(s *State) { s.Mouse(0, 3, ButtonLeft); s.Release() }, []bool{false, false, false, false}},
	} {
		var s State
		c.do(&s)
		if got := buttons(&s, 4); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestMouseIsATarget(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want int16
	}{{32, 2048}, {0.5, 32}, {-3, 0}, {1e9, math.MaxInt16}, {math.Inf(-1), 0}, {12.34375, 790}} {
		var s State
		s.Mouse(0, c.x, 0)
		if got := s.Next(0)[0]; got.Target != c.want || got.Move != 0 {
			t.Errorf("mouse at %v: %+v, want target %d", c.x, got, c.want)
		}
	}
}

func TestOnlyTheLastMotionOfATickCounts(t *testing.T) {
	var s State
	for x := range 60 {
		s.Mouse(0, float64(x), 0)
	}
	if got := s.Next(0)[0].Target; got != 59*64 {
		t.Errorf("target %d", got)
	}
}

func TestWhatWasUsedLastSteers(t *testing.T) {
	var s State
	s.Mouse(0, 10, 0)
	s.Key(0, special(KeyRight))
	if got := s.Next(0)[0]; got.Target != engine.NoTarget || got.Move != engine.MoveFull {
		t.Errorf("after a key: %+v", got)
	}
	s.Mouse(0, 10, 0) // a report without motion: a button of no use, or the wheel
	if got := s.Next(0)[0]; got.Target != engine.NoTarget {
		t.Errorf("after a report without motion: %+v", got)
	}
	s.Mouse(0, 11, 0)
	if got := s.Next(0)[0]; got.Target != 11*64 || got.Move != 0 {
		t.Errorf("after a motion: %+v", got)
	}
	s.Key(0, char('s'))
	if got := s.Next(0)[0]; got != engine.Idle {
		t.Errorf("after stop: %+v", got)
	}
	s.Mouse(0, 11, ButtonLeft)
	if got := s.Next(0)[0]; got.Target != 11*64 {
		t.Errorf("after a click: %+v", got)
	}
}

func TestNothingIsHeldAfterRelease(t *testing.T) {
	for name, do := range map[string]func(s *State){
		"tap":   func(s *State) { s.Key(0, char('a')) },
		"hold":  func(s *State) { play(s, keyboard(KeyRight, 0, time.Second, 250*ms, 30), 0, time.Second, 1) },
		"mouse": func(s *State) { s.Mouse(0, 5, ButtonLeft) },
		"fire":  func(s *State) { s.Key(0, char(' ')) },
	} {
		var s State
		do(&s)
		s.Release()
		if got := s.Next(time.Second)[0]; got != engine.Idle {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestReleaseKeepsWhatWasLearned(t *testing.T) {
	var s State
	play(&s, keyboard(KeyRight, 0, time.Second, 250*ms, 30), 0, time.Second, 1)
	s.Release()
	if got := s.players[0].hold.delays.value(0); got != 250*ms {
		t.Errorf("delay %v", got)
	}
}

func TestATickAllocatesNothing(t *testing.T) {
	var s State
	ev, fire := special(KeyLeft), char(' ')
	now := time.Duration(0)
	if n := testing.AllocsPerRun(1000, func() {
		now += 30 * ms
		s.Key(now, ev)
		s.Key(now, fire)
		s.Mouse(now, float64(now%60), ButtonLeft)
		s.Key(now, ev)
		s.Next(now)
		if now%time.Second == 0 {
			now += time.Second
			s.Next(now)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
