package cell_test

import (
	"fmt"

	"arkterm/render/cell"
)

// Text draws a question mark for a control character, because the character itself would shift the rest of the row.
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
