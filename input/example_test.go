package input_test

import (
	"fmt"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/engine"
	"arkterm/input"
)

// A Decoder decodes an arrow, a letter with Alt, and a click in column 12 of row 4.
func ExampleDecoder() {
	var f input.Decoder
	for _, ev := range f.Append(nil, []byte("\x1b[D\x1ba\x1b[<0;12;4M")) {
		switch ev := ev.(type) {
		case *tcell.EventKey:
			fmt.Println("key", ev.Name())
		case *tcell.EventMouse:
			x, y := ev.Position()
			fmt.Println("mouse", x, y, ev.Buttons() == tcell.ButtonPrimary)
		}
	}
	// Output:
	// key Left
	// key Alt+Rune[a]
	// mouse 11 3 true
}

// A sequence may arrive in pieces. Only time distinguishes the Escape key from the beginning of a sequence.
func ExampleDecoder_Flush() {
	var f input.Decoder
	events := f.Append(nil, []byte("\x1b"))
	fmt.Println(len(events), f.FlushDelay())
	key, _ := input.KeystrokeOf(f.Flush(events)[0])
	fmt.Println(key)
	// Output:
	// 0 30ms
	// Esc
}

// If no releases are reported, a tap is one step of the paddle: full speed first, then a glide until the key would
// repeat.
func ExampleState() {
	const tick = time.Second / engine.TicksPerSecond
	var s input.State
	now := time.Second
	s.Key(now, input.Keystroke{Key: tcell.KeyLeft})

	var moves []int8
	for n := range engine.TicksPerSecond {
		moves = append(moves, s.Next(now + time.Duration(n)*tick)[0].Move)
	}
	fmt.Println("immediately:", moves[0])
	fmt.Println("after a quarter of a second:", moves[60])
	fmt.Println("after a second:", moves[len(moves)-1])
	// Output:
	// immediately: -64
	// after a quarter of a second: -1
	// after a second: 0
}

// A preset with a custom key, and the error for a key that two actions request.
func ExampleKeymap_Bind() {
	keys, _ := input.Preset("vi")
	f, _ := input.ParseKey("f")
	fmt.Println(keys.Bind(input.Fire, f), keys.Action(input.Char('F')))
	fmt.Println(keys.Bind(input.Pause, f))
	// Output:
	// <nil> fire
	// key "f" is already assigned to fire, so it cannot be assigned to pause
}
