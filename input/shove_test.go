package input

import (
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
)

// wentDown returns the buttons that went down in the ticks of half a second from now on, in their order.
func wentDown(s *State, now time.Duration) (all []engine.Button) {
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
		"up":              {Options{}, func(s *State) { s.Key(time.Second, up) }, []engine.Button{engine.Up}},
		"up, held":        {Options{}, func(s *State) { s.Key(time.Second, up); s.Key(time.Second+30*ms, up) }, []engine.Button{engine.Up}},
		"down":            {Options{}, func(s *State) { s.Key(time.Second, down) }, []engine.Button{engine.Down}},
		"up, twice":       {Options{}, func(s *State) { s.Key(time.Second, up); s.Key(time.Second+150*ms, up) }, []engine.Button{engine.Up, engine.Up}},
		"down stops":      {Options{}, func(s *State) { s.Key(time.Second, left); s.Key(time.Second, down) }, nil},
		"toggle":          {Options{Steer: Toggle}, func(s *State) { s.Key(time.Second, left); s.Key(2*time.Second, down) }, nil},
		"toggle, at rest": {Options{Steer: Toggle}, func(s *State) { s.Key(time.Second, down) }, []engine.Button{engine.Down}},
		"mouse and up":    {Options{Steer: Mouse}, func(s *State) { s.Mouse(time.Second, 10, 0); s.Key(time.Second, up) }, []engine.Button{engine.Up}},
		"wheel up":        {Options{}, func(s *State) { s.Mouse(time.Second, 10, tcell.WheelUp) }, []engine.Button{engine.Up}},
		"wheel down":      {Options{Steer: OneButton}, func(s *State) { s.Mouse(time.Second, 10, tcell.WheelDown) }, []engine.Button{engine.Down}},
		"long wheel": {Options{Steer: Mouse}, func(s *State) {
			for at := range 10 {
				s.Mouse(time.Second+time.Duration(at)*80*ms, 10, tcell.WheelUp)
			}
		}, []engine.Button{engine.Up}},
		"wheel, twice": {Options{}, func(s *State) {
			s.Mouse(time.Second, 10, tcell.WheelUp)
			s.Mouse(time.Second+wheelGap, 10, tcell.WheelUp)
		}, []engine.Button{engine.Up, engine.Up}},
		"wheel, back": {Options{}, func(s *State) { s.Mouse(time.Second, 10, tcell.WheelUp); s.Mouse(time.Second, 10, tcell.WheelDown) }, []engine.Button{engine.Up | engine.Down}},
	} {
		s := with(c.o)
		c.do(s)
		got := wentDown(s, 2*time.Second)
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
	}
}

// One button turns the paddle round with each tap: two in quick succession turn it back, and are Fire.
func TestOneButtonShovesWithTwoTaps(t *testing.T) {
	for name, c := range map[string]struct {
		gaps   []time.Duration
		shoves bool // Fire would be a shove
		fires  int
	}{
		"one tap":      {nil, true, 0},
		"two":          {[]time.Duration{120 * ms}, true, 1},
		"three":        {[]time.Duration{120 * ms, 120 * ms}, true, 2},
		"slow ones":    {[]time.Duration{200 * ms, 200 * ms}, true, 0},
		"to shoot, or": {nil, false, 1},
	} {
		s := with(Options{Steer: OneButton})
		s.SetPaddle(32, 4, 60, false, c.shoves)
		s.Next(0)
		now := time.Second
		s.Key(now, char(' '))
		for _, gap := range c.gaps {
			now += gap
			s.Key(now, char(' '))
		}
		if got := wentDown(s, now); len(got) != c.fires {
			t.Errorf("%s: Fire %d times, want %d", name, len(got), c.fires)
		}
		if want := int8(1 - 2*((len(c.gaps)+1)%2)); s.sweeper.dir != want {
			t.Errorf("%s: it goes %d, want %d", name, s.sweeper.dir, want)
		}
	}
}
