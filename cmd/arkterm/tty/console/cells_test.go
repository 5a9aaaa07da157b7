package console_test

import (
	"testing"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/tty/console"
)

func TestCellsOfAScreen(t *testing.T) {
	s := tcell.NewSimulationScreen("")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	s.SetSize(3, 2)
	s.Put(0, 0, "a", tcell.StyleDefault)
	s.Put(1, 0, "▀", tcell.StyleDefault.Foreground(tcell.PaletteColor(9)).Background(tcell.PaletteColor(4)))
	s.Put(2, 0, "🬂", tcell.StyleDefault.Foreground(tcell.PaletteColor(3)).Bold(true))
	s.Put(0, 1, "b", tcell.StyleDefault.Foreground(tcell.PaletteColor(6)).Reverse(true))
	s.Put(1, 1, "c", tcell.StyleDefault.Foreground(tcell.NewRGBColor(250, 4, 4)))
	want := []console.Cell{{'a', 0x07}, {'▀', 0x1c}, {'▒', 0x0e}, {'b', 0x30}, {'c', 0x0c}, {' ', 0x07}}
	got := console.AppendCells(nil, s)
	if len(got) != len(want) {
		t.Fatalf("%d cells, want %d", len(got), len(want))
	}
	for i, c := range got {
		if c != want[i] {
			t.Errorf("cell %d: %c %#x, want %c %#x", i, c.Unit, c.Attr, want[i].Unit, want[i].Attr)
		}
	}
}
