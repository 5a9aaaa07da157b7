package screen_test

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/screen"
)

// A program runs in the terminal of this process.
func Example() {
	tty, err := tcell.NewDevTty()
	if err != nil {
		log.Fatal(err)
	}
	defer tty.Close()
	s, err := screen.New(screen.NewTtyTransport(tty), screen.Options{
		Term: os.Getenv("TERM"), UTF8: true, Queries: true,
	})
	if err == nil {
		err = s.Init()
	}
	if err != nil {
		log.Fatal(err)
	}
	defer s.Fini()
	s.EnableMouse()
	s.PutStrStyled(0, 0, "Hello, 世界", tcell.StyleDefault.Bold(true))
	s.Show()
	for ev := s.PollEvent(); ev != nil; ev = s.PollEvent() { // nil when the terminal is gone
		if _, ok := ev.(*tcell.EventKey); ok {
			break
		}
	}
}

// A program runs at the other end of a connection, such as an SSH channel.
func ExampleNewStreamTransport() {
	in, typed := io.Pipe()
	channel := struct {
		io.Reader
		io.Writer
	}{in, io.Discard}
	size := func() screen.Size { return screen.Size{Cols: 80, Rows: 24} }

	s, err := screen.New(screen.NewStreamTransport(channel, size),
		screen.Options{Term: "xterm-256color", UTF8: true})
	if err == nil {
		err = s.Init()
	}
	if err != nil {
		log.Fatal(err)
	}
	s.PollEvent() // the size, as a *tcell.EventResize
	s.PutStr(0, 0, "Hello, 世界")
	s.Show()
	fmt.Fprint(typed, "q")
	fmt.Println(s.PollEvent().(*tcell.EventKey).Name())
	s.Fini()
	// Output: Rune[q]
}
