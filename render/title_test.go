package render

import (
	"testing"

	"arkterm/render/cell"
	"arkterm/render/widget"
)

// TestGameNameIsAboveTheMenu checks that at 80×24 the name of the game is above its menu, also with a message of
// three lines. The blank rows are removed first.
func TestGameNameIsAboveTheMenu(t *testing.T) {
	v := NewView(Options{})
	var f cell.Frame
	f.Resize(80, 24)
	c := widget.Dialog{Lines: make([]string, 4), Buttons: make([]string, 10), Footer: "enter"}
	if _, _, ok := v.layoutTitle(&f, &c); !ok {
		t.Error("layoutTitle finds no room for the name in 80×24 cells")
	}
	f.Resize(MinW, MinH)
	c.Compact = false
	if _, _, ok := v.layoutTitle(&f, &c); ok || c.Compact || c.Title == "" {
		t.Error("in the smallest frame, layoutTitle does not make the name the title of the dialog")
	}
}
