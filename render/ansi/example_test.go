package ansi_test

import (
	"fmt"

	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// The Encoder sends the first frame completely and only the changes of the next frame.
func ExampleEncoder_Frame() {
	var f cell.Frame
	f.Resize(8, 2)
	f.Text(0, 0, "arkterm", cell.Style{Fg: 0xffffff, Attr: cell.Bold})

	var e ansi.Encoder
	e.SetTier(cell.Mono)
	fmt.Printf("%q\n", e.Frame(nil, &f))
	f.Text(3, 1, "ok", cell.Style{})
	fmt.Printf("%q\n", e.Frame(nil, &f))
	fmt.Printf("%q\n", e.Frame(nil, &f))
	// Output:
	// "\x1b[H\x1b[0;1markterm \x1b[2H        "
	// "\x1b[4G\x1b[mok"
	// ""
}
