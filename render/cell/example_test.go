package cell_test

import (
	"fmt"

	"arkterm/render/cell"
)

// A rune that cannot be shown would shift the rest of its row, so it becomes a question mark.
func ExampleFrame_Text() {
	var f cell.Frame
	f.Resize(12, 2)
	f.Text(0, 0, "arkterm", cell.Style{Fg: 0xffffff, Attr: cell.Bold})
	end := f.Text(2, 1, "世\x1b[m", cell.Style{Fg: 0x8f9bb5})
	fmt.Print(f.String())
	fmt.Println(end)
	// Output:
	// arkterm
	//   世?[m
	// 7
}
