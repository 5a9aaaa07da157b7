package app_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/app"
	"arkterm/input"
	"arkterm/levels"
)

// A session without a terminal: the player chooses Play on the title, serves a ball, and quits after two seconds.
func Example() {
	now := time.Duration(0)
	s, err := app.New(app.Setup{
		Pack: levels.Shipped(), Seed: func() uint64 { return 42 }, FPS: 60,
	}, now)
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Resize(80, 24, now)

	press := func(ev input.Keystroke) {
		now += time.Second / 10
		s.Advance(now)
		s.Key(now, ev)
	}
	press(input.Keystroke{Key: tcell.KeyEnter}) // Play
	press(input.Char(' '))                      // serve
	for end := now + 2*time.Second; now < end; now += time.Second / 60 {
		s.Advance(now)
	}
	frame := s.Draw(now)
	fmt.Println(frame.W, frame.H, strings.Contains(frame.String(), "Honeycomb"), s.Tick() > 400)

	for range 2 { // back to the title, then out of the program
		press(input.Char('q'))
		press(input.Char('y'))
		press(input.Char('q'))
	}
	for _, r := range s.Requests(now) {
		if _, quit := r.(app.Quit); quit {
			fmt.Println("the player has left")
			break
		}
	}
	// Output:
	// 80 24 true true
	// the player has left
}
