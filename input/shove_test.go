package input

import (
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
)

// buttonPresses returns the buttons that go down within half a second from now, in order.
func buttonPresses(s *State, now time.Duration) (all []engine.Button) {
	was := engine.Button(0)
	for end := now + time.Second/2; now < end; now += tickTime {
		b := s.Next(now)[0].Buttons
		if b&^was != 0 {
			all = append(all, b&^was)
		}
		was = b
	}
	return all
}

func TestShoves(t *testing.T) {
	up, down, left := special(tcell.KeyUp), special(tcell.KeyDown), special(tcell.KeyLeft)
	for name, c := range map[string]struct {
		o    Options
		do   func(s *State)
		want []engine.Button
	}{
		"up": {Options{}, func(s *State) { s.Key(time.Second, up) }, []engine.Button{engine.Up}},
		"up, held": {
			Options{},
			func(s *State) { s.Key(time.Second, up); s.Key(time.Second+30*ms, up) },
			[]engine.Button{engine.Up},
		},
		"down": {Options{}, func(s *State) { s.Key(time.Second, down) }, []engine.Button{engine.Down}},
		"up, twice": {
			Options{},
			func(s *State) { s.Key(time.Second, up); s.Key(time.Second+150*ms, up) },
			[]engine.Button{engine.Up, engine.Up},
		},
		"down stops": {Options{}, func(s *State) { s.Key(time.Second, left); s.Key(time.Second, down) }, nil},
		"toggle": {
			Options{Steer: Toggle},
			func(s *State) { s.Key(time.Second, left); s.Key(2*time.Second, down) }, nil,
		},
		"toggle, at rest": {
			Options{Steer: Toggle},
			func(s *State) { s.Key(time.Second, down) },
			[]engine.Button{engine.Down},
		},
		"mouse and up": {
			Options{Steer: Mouse},
			func(s *State) { s.Mouse(time.Second, 10, 0); s.Key(time.Second, up) },
			[]engine.Button{engine.Up},
		},
		"wheel up": {
			Options{},
			func(s *State) { s.Mouse(time.Second, 10, tcell.WheelUp) },
			[]engine.Button{engine.Up},
		},
		"wheel down": {
			Options{Steer: OneButton},
			func(s *State) { s.Mouse(time.Second, 10, tcell.WheelDown) },
			[]engine.Button{engine.Down},
		},
		"long wheel": {Options{Steer: Mouse}, func(s *State) {
			for at := range 10 {
				s.Mouse(time.Second+time.Duration(at)*80*ms, 10, tcell.WheelUp)
			}
		}, []engine.Button{engine.Up}},
		"wheel, twice": {Options{}, func(s *State) {
			s.Mouse(time.Second, 10, tcell.WheelUp)
			s.Mouse(time.Second+wheelGap, 10, tcell.WheelUp)
		}, []engine.Button{engine.Up, engine.Up}},
		"wheel, back": {Options{}, func(s *State) {
			s.Mouse(time.Second, 10, tcell.WheelUp)
			s.Mouse(time.Second, 10,
				tcell.WheelDown)
		}, []engine.Button{engine.Up | engine.Down}},
	} {
		s := newState(c.o)
		c.do(s)
		got := buttonPresses(s, 2*time.Second)
		if len(got) != len(c.want) {
			t.Errorf("%s: button presses = %v, want %v", name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: button presses = %v, want %v", name, got, c.want)
			}
		}
	}
}

// Each tap of the one button reverses the paddle. Two taps in quick succession restore its direction and mean Fire.
func TestOneButtonShovesWithTwoTaps(t *testing.T) {
	for name, c := range map[string]struct {
		gaps   []time.Duration
		shoves bool // Fire would shove a ball
		fires  int
	}{
		"one tap":      {nil, true, 0},
		"two":          {[]time.Duration{120 * ms}, true, 1},
		"three":        {[]time.Duration{120 * ms, 120 * ms}, true, 2},
		"slow ones":    {[]time.Duration{200 * ms, 200 * ms}, true, 0},
		"to shoot, or": {nil, false, 1},
	} {
		s := newState(Options{Steer: OneButton})
		s.SetPaddle(32, 4, 60, false, c.shoves)
		s.Next(0)
		now := time.Second
		s.Key(now, char(' '))
		for _, gap := range c.gaps {
			now += gap
			s.Key(now, char(' '))
		}
		if got := buttonPresses(s, now); len(got) != c.fires {
			t.Errorf("%s: Next() reports Fire %d times, want %d", name, len(got), c.fires)
		}
		if want := int8(1 - 2*((len(c.gaps)+1)%2)); s.sweeper.dir != want {
			t.Errorf("%s: the paddle moves in direction %d, want %d", name, s.sweeper.dir, want)
		}
	}
}
